"""Encodings that renumber positions or scale queries by them: Self-Extend, ReRoPE, log-n scaling, iRoPE.

Each is written down in float64 as its authors' code computes it: two rotations and a choice per pair. Llama 4's
attention module of transformers is held against iRoPE.
"""

import numpy as np
import torch
from transformers import Llama4TextConfig
from transformers.masking_utils import chunked_causal_mask_function
from transformers.models.llama4 import modeling_llama4 as llama4
from transformers.models.ministral3 import modeling_ministral3 as ministral3
from transformers.models.mistral4 import modeling_mistral4 as mistral4

from encoding_calls import scene
from encoding_cases import AFTER, HF, EncodingCases, attention, spread
from golden_file import normal, require_close
from turned_pairs import angles, frequencies, turn

LONGLM = f"{AFTER} datamllab/LongLM self_extend_patch/Llama.py"
REROPE = f"{AFTER} jquesnelle/yarn LlamaReRoPE.py"


def rotated(x, positions, base=10000.0, layout="half"):
    return turn(x, angles(positions, frequencies(x.shape[-1], base)), layout)


def products(query, key):
    """[batch, heads, queries, keys] with key heads repeated."""
    query, key = torch.from_numpy(np.float64(query)), torch.from_numpy(np.float64(key))
    return (query @ spread(key, query.shape[1]).transpose(-1, -2)).numpy()


def add_chosen(cases, name, given, call, query, far, distances, near, layout, note=None):
    """Attention whose q·k comes from rows at their own positions where `near`, from the pair `far` elsewhere.

    Every product is also that of one rotation by the distance that counts.
    """
    near_rows = [rotated(rows, at, layout=layout) for rows, at in zip((query, call.key), call.positions, strict=True)]
    chosen = np.where(near, products(*near_rows), products(*far))
    for i, row in enumerate(distances):
        turned = rotated(call.key, row, layout=layout)
        require_close("by distance", products(query[:, :, i : i + 1], turned)[:, :, 0], chosen[:, :, i], 1e-11)
    content = chosen - products(call.query, call.key)
    cases.attention(f"attention-{name}", given, call, content=content, note=note)


LATE = {"query_positions": [20, 40, 41, 90], "key_positions": [0, 3, 18, 19, 20, 38, 40, 41, 70, 90]}


# Self-Extend


def grouped_positions(positions, group, window):
    """Where a far query and a far key stand; window/group is not rounded."""
    positions = np.asarray(positions)
    return positions // group + window - window / group, positions // group


def self_extend_distances(query_positions, key_positions, group, window):
    """[queries, keys]: key − query, within the window as it is, beyond it between the groups."""
    query, key = np.asarray(query_positions)[:, None], np.asarray(key_positions)[None, :]
    far_query, far_key = grouped_positions(query, group, window)[0], grouped_positions(key, group, window)[1]
    return np.where(query - key < window, key - query, far_key - far_query)


def log_n(positions, train_length):
    """[tokens, 1]"""
    return np.maximum(1, np.log(np.asarray(positions, np.float64) + 1) / np.log(train_length))[:, None]


def self_extend_cases():
    cases = EncodingCases(
        "selfExtend", ["NumPy float64 after datamllab/LongLM (Self-Extend)"],
        ["a pair counts as near where query − key < window; cases hold no future keys, which Self-Extend never sees"],
        [63], LONGLM,
    )
    for name, group, window, queries in (
        ("groups", 4, 8, [19, 20, 40]), ("fraction", 4, 10, [19, 20, 40]), ("group1", 1, 6, [19, 25]),
        ("defaults", 8, 1024, [1023, 1024, 1025, 5000]),
    ):
        keys = np.arange(20) if window < 100 else np.array([0, 1, 7, 8, 9, 500, 1023])
        given = {"group": group, "window": window} if window < 100 else {}
        cases.place(name, given, (queries, keys), self_extend_distances(queries, keys, group, window))
    for name, call, group, window, layout, length in (
        ("causal", scene(600, 14, causal=True), 3, 6, "half", None),
        ("last-queries", scene(610, 4, 15, heads=4, kv_heads=2, causal=True), 4, 8, "half", None),
        ("one-query", scene(620, 1, 16, causal=True), 4, 6, "half", None),
        ("interleaved", scene(630, 12, causal=True), 2, 4, "interleaved", None),
        ("gaps", scene(640, 4, 10, causal=True, **LATE), 4, 12, "half", None),
        ("padding", scene(650, 12, causal=True, padded=[0, 4]), 3, 6, "half", None),
        ("log-n", scene(660, 12, causal=True), 3, 6, "half", 5),
    ):
        query, log, rows, note = scaled_query(call, length)
        given = [{"type": "selfExtend", "group": group, "window": window}, *log, {"type": "rope", "layout": layout}]
        places = [grouped_positions(at, group, window)[side] for side, at in enumerate(call.positions)]
        far = [rotated(part, at, layout=layout) for part, at in zip((query, call.key), places, strict=True)]
        distances = self_extend_distances(*call.positions, group, window)
        own = cases.of([63, *rows], LONGLM)
        add_chosen(own, name, given, call, query, far, distances, -call.distance < window, layout, note)
    return cases


def scaled_query(call, length):
    """(query, positions, rows, note) of log-n scaling; nothing but the query without a length."""
    if length is None:
        return call.query, [], [], None
    query = call.query * log_n(call.positions[0], length)
    note = "the query is scaled by its own position, not by the distance"
    return query, [{"type": "logN", "trainLength": length}], [65], note


# ReRoPE


def rerope_cases():
    cases = EncodingCases(
        "rerope", ["NumPy float64 after jquesnelle/yarn scaled_rope/LlamaReRoPE.py"],
        ["distances of query − key ≥ window count as window; cases hold no future keys"], [64], REROPE,
    )
    for name, window, queries in (("window", 6, [19, 20, 40]), ("defaults", 512, [511, 512, 513, 5000])):
        keys = np.arange(20) if window < 100 else np.array([0, 1, 2, 500, 511])
        given = {"window": window} if window < 100 else {}
        cases.place(name, given, (queries, keys), np.maximum(keys[None] - np.array(queries)[:, None], -window))
    for name, call, window, length, layout in (
        ("causal", scene(700, 14, causal=True), 5, None, "half"),
        ("last-queries", scene(710, 4, 15, heads=4, kv_heads=2, causal=True), 6, None, "half"),
        ("interleaved", scene(720, 12, causal=True), 4, None, "interleaved"),
        ("gaps", scene(730, 4, 10, causal=True, **LATE), 21, None, "half"),
        ("padding", scene(740, 9, causal=True, padded=[3, 0]), 4, None, "half"),
        ("log-n", scene(750, 12, causal=True), 5, 4, "half"),
    ):
        query, log, rows, note = scaled_query(call, length)
        given = [{"type": "rerope", "window": window}, *log, {"type": "rope", "layout": layout}]
        far = rotated(query, call.positions[0] * 0 + window, layout=layout), call.key
        distances, own = np.maximum(call.distance, -window), cases.of([64, *rows], REROPE)
        add_chosen(own, name, given, call, query, far, distances, -call.distance < window, layout, note)
    return cases


# Log-n scaling of queries


def log_n_cases():
    cases = EncodingCases(
        "logN",
        [
            "NumPy float64 after jquesnelle/yarn LlamaReRoPE.py and datamllab/LongLM (scale_base)",
            "temperature: compared with get_llama_4_attn_scale of transformers' ministral3 and mistral4",
        ],
        [
            "query × max(1, ln(position + 1)/ln(trainLength)); keys as they are",
            "with a temperature: query × 1 + temperature·ln(1 + ⌊(position + countFrom)/trainLength⌋)",
        ],
        [65],
        f"{AFTER} jquesnelle/yarn and datamllab/LongLM",
    )
    positions = np.array([0, 1, 3, 4, 510, 511, 512, 1000, 65535])
    x = normal(760, 2, len(positions), 6)
    for name, length, given in (
        ("defaults", 512, {}), ("length4", 4, {"trainLength": 4}), ("length2048", 2048, {"trainLength": 2048}),
    ):
        cases.rotate(name, given, x, positions, x * log_n(positions, length))
    cases.rotate("key", {"trainLength": 4}, x, positions, x, "key")
    for name, call, rope in (
        ("causal", scene(770, 10, causal=True), False),
        ("rope", scene(780, 4, 10, heads=4, kv_heads=2, causal=True), True),
        ("gaps", scene(790, 4, 10, causal=True, **LATE), True),
    ):
        query, given, _, _ = scaled_query(call, 4)
        rows, given = {"query": query, "key": call.key}, given + [{"type": "rope", "layout": "half"}] * rope
        if rope:
            rows = {side: rotated(part, at) for (side, part), at in zip(rows.items(), call.positions, strict=True)}
        cases.attention(f"attention-{name}", given, call, **rows)
    add_temperature(cases)
    return cases


def add_temperature(cases):
    """Queries × 1 + β·ln(1 + ⌊(position + countFrom)/length⌋): Ministral 3 and Mistral 4 from 0, Llama 4 from 1."""
    own = cases.of([65, 44], f"{HF} ministral3, mistral4 get_llama_4_attn_scale, in float64")
    positions = np.array([0, 1, 6, 7, 8, 15, 16, 511, 65535])
    x = normal(795, 2, len(positions), 6)
    scale = temperature(positions - 1, 0.1, 8.0)
    for module in (ministral3, mistral4):
        found = module.get_llama_4_attn_scale(torch.from_numpy(positions)[None], 0.1, 8)
        require_close(module.__name__, found[0, 0], scale, 1e-6)
    given = {"trainLength": 8, "temperature": 0.1}
    own.rotate("temperature", given, x, positions, x * scale)
    own.rotate("temperature-key", given, x, positions, x, "key")
    counted = cases.of([65, 44], f"{HF} Llama4TextAttention, in float64")
    counted.rotate("temperature-llama4", given | {"countFrom": 1}, x, positions, x * temperature(positions, 0.1, 8.0))
    call = scene(797, 6, 12, heads=4, kv_heads=2, causal=True, **LATE_QUERIES)
    query = call.query * temperature(call.positions[0] - 1, 0.1, 8.0)
    rows = {"query": query, "key": call.key}
    rows = {side: rotated(part, at) for (side, part), at in zip(rows.items(), call.positions, strict=True)}
    own.attention("attention-temperature", [{"type": "rope"}, {"type": "logN"} | given], call, **rows)


LATE_QUERIES = {"query_positions": [6, 7, 8, 15, 16, 40], "key_positions": [0, 1, 2, 5, 6, 7, 8, 9, 15, 16, 30, 40]}


# iRoPE: Llama 4


def root_mean_square(x, eps=1e-5):
    return x / np.sqrt(np.mean(x * x, -1, keepdims=True) + eps)


def temperature(positions, strength, floor_scale):
    """[tokens, 1]"""
    return 1 + strength * np.log1p(np.floor((np.asarray(positions, np.float64) + 1) / floor_scale))[:, None]


def irope_rows(
    x, positions, side, layer, norm=False, strength=0.1, floor_scale=8192.0, every=4, base=500000.0,
    layout="interleaved",
):
    """Rows of a layer: rotated (and normalised), or – on every fourth – left alone but for the query's temperature."""
    if (layer + 1) % every == 0:
        return np.float64(x) * (temperature(positions, strength, floor_scale) if side == "query" else 1.0)
    turned = rotated(x, positions, base, layout)
    return root_mean_square(turned) if norm else turned


def chunk_mask(call, chunk):
    """[queries, keys]: the same chunk of the sequence, counted in tokens."""
    query, key = call.indices
    return query // chunk == key // chunk


def llama4_attention(given, layer, norm, strength, floor_scale, visible):
    """The whole module of transformers in float32: projections pick query, key and value out of the hidden state."""
    (_, heads, tokens, dim), kv_heads = given.query.shape, given.key.shape[1]
    width = (heads + 2 * kv_heads) * dim
    config = Llama4TextConfig(
        hidden_size=width, num_attention_heads=heads, num_key_value_heads=kv_heads, head_dim=dim, num_hidden_layers=8,
        use_qk_norm=norm, attn_scale=strength, floor_scale=int(floor_scale), attn_implementation="eager",
        rope_parameters={"rope_type": "default", "rope_theta": 500000.0},
    )
    module, picks = llama4.Llama4TextAttention(config, layer).eval(), torch.eye(width)
    ends = np.cumsum([0, heads * dim, kv_heads * dim, kv_heads * dim])
    for index, linear in enumerate((module.q_proj, module.k_proj, module.v_proj)):
        linear.weight.data = picks[ends[index] : ends[index + 1]]
    module.o_proj.weight.data = picks[:, : heads * dim]
    rows = [
        torch.from_numpy(part).transpose(1, 2).reshape(1, tokens, -1) for part in (given.query, given.key, given.value)
    ]
    freqs = llama4.Llama4TextRotaryEmbedding(config)(torch.zeros(1), torch.arange(tokens)[None])
    mask = torch.where(torch.from_numpy(visible), 0.0, -torch.inf)[None, None]
    output = module(torch.cat(rows, -1), freqs, mask)[0].detach()
    return output[..., : heads * dim].reshape(1, tokens, heads, dim).transpose(1, 2)


def check_llama4(layer, norm):
    """Our rows and mask against the module, and the chunks against masking_utils."""
    given = scene(800 + layer, 12, heads=4, kv_heads=2, causal=True)
    visible = given.visible[0, 0]
    if (layer + 1) % 4:
        visible = visible & chunk_mask(given, 5)
        query, key = (torch.from_numpy(np.ascontiguousarray(i)) for i in given.indices)
        other = chunked_causal_mask_function(5, torch.zeros(1, dtype=torch.long))
        found = [[bool(other(0, 0, i, j)) for j in key[0]] for i in query[:, 0]]
        require_close("chunks", found, visible, 0)
    turned = given.turned(lambda rows, at, side: irope_rows(rows, at, side, layer, norm, 0.5, 4.0))
    wanted = attention(**turned, value=given.value, visible=visible)["output"]
    require_close(f"llama4 layer {layer}", llama4_attention(given, layer, norm, 0.5, 4.0, visible), wanted, 5e-6)


def irope_cases():
    cases = EncodingCases(
        "irope",
        ["NumPy float64, compared with transformers' Llama4TextAttention and chunked_causal_mask_function"],
        [
            "layers with (layer + 1) mod nopeEvery = 0 do not rotate and see every chunk; their queries are multiplied "
            "with 1 + temperature·ln(1 + ⌊(position + 1)/floorScale⌋)",
            "qkNorm: query and key rows of the other layers, after the rotation, × 1/√(mean(x²) + 1e-5)",
            "chunks are counted in tokens, not in position ids; the mask of the chunk says nothing about the future",
        ],
        [44],
        f"{HF} Llama4TextAttention, in float64",
    )
    for layer, norm in ((0, False), (2, True), (3, False), (7, True)):
        check_llama4(layer, norm)
    positions = np.array([0, 3, 8190, 8191, 16383, 100000])
    x = normal(810, 2, len(positions), 8)
    for name, layer, side, more in (
        ("rope-layer", 0, "query", {}), ("rope-layer-norm-query", 1, "query", {"qkNorm": True}),
        ("rope-layer-norm-key", 6, "key", {"qkNorm": True}), ("nope-layer-query", 3, "query", {"qkNorm": True}),
        ("nope-layer-key", 3, "key", {}),
        ("nope-layer-temperature", 7, "query", {"temperature": 0.5, "floorScale": 2.0}),
        ("nope-every-2", 1, "query", {"nopeEvery": 2}), ("base", 0, "key", {"base": 10000.0, "layout": "half"}),
    ):
        names = {"qkNorm": "norm", "temperature": "strength", "floorScale": "floor_scale", "nopeEvery": "every"}
        expected = irope_rows(x, positions, side, layer, **{names.get(key, key): value for key, value in more.items()})
        cases.rotate(name, ({"layer": layer} if layer else {}) | more, x, positions, expected, side)
    add_irope_attention(cases)
    return cases


def add_irope_attention(cases):
    shifted = {"query_positions": np.arange(9) + 102, "key_positions": np.arange(9) + 102}
    for name, layer, call in (
        ("chunks", 0, scene(820, 12, heads=4, kv_heads=2, causal=True)),
        ("chunks-last-queries", 2, scene(830, 4, 12, causal=True)), ("chunks-both-ways", 0, scene(840, 8)),
        ("chunks-shifted-ids", 1, scene(850, 9, causal=True, **shifted)),
        ("chunks-padding", 0, scene(860, 10, causal=True, padded=[0, 6])),
        ("global", 3, scene(870, 12, heads=4, kv_heads=2, causal=True)),
        ("global-last-queries", 7, scene(880, 4, 12, causal=True)),
    ):
        turned = call.turned(lambda rows, at, side, layer=layer: irope_rows(rows, at, side, layer, True, 0.5, 4.0))
        given = {"layer": layer, "chunk": 5, "temperature": 0.5, "floorScale": 4, "qkNorm": True}
        visible = True if (layer + 1) % 4 == 0 else chunk_mask(call, 5)
        cases.attention(f"attention-{name}", given, call, **turned, visible=visible)


def tensor_files(golden):
    return [cases().file() for cases in (self_extend_cases, rerope_cases, log_n_cases, irope_cases)]
