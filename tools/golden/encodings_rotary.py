"""Rotary encodings on one axis: RoPE in all its variants, xPos, PoPE.

Rows are turned by turned_pairs.py in float64. Every variant that transformers, x-transformers or rotary-embedding-torch
has is held against it: their rotation in float64, their modules in float32.
"""

import math

import numpy as np
import torch
from rotary_embedding_torch import RotaryEmbedding as LucidRotary
from transformers import Gemma3TextConfig, ModernBertConfig, RoFormerConfig
from transformers.models.deepseek_v2 import modeling_deepseek_v2 as deepseek_v2
from transformers.models.deepseek_v3 import modeling_deepseek_v3 as deepseek_v3
from transformers.models.deepseek_v4 import modeling_deepseek_v4 as deepseek_v4
from transformers.models.gemma3.modeling_gemma3 import Gemma3RotaryEmbedding
from transformers.models.llama import modeling_llama as llama
from transformers.models.nanochat import modeling_nanochat as nanochat
from transformers.models.modernbert.modeling_modernbert import ModernBertRotaryEmbedding
from transformers.models.roformer import modeling_roformer as roformer
from x_transformers.x_transformers import PolarEmbedding, apply_polar_pos_emb, apply_rotary_pos_emb
from x_transformers.x_transformers import RotaryEmbedding as XRotary

from encoding_calls import scene
from encoding_cases import AFTER, HF, EncodingCases
from golden_file import normal, require_close
from rope_frequencies import add_frequencies, public_scaling, rope_config, scaled_frequencies
from rope_rotations import add_rotations, rotate_half_split, rotate_interleaved
from turned_pairs import angles, frequencies, turn

GAPS = np.array([0, 1, 2, 7, 31, 100])
YARN = f"{AFTER} jquesnelle/yarn"


# Pairs, partial rotation, values


LAYOUTS = {"interleaved": (rotate_interleaved, 23), "half": (rotate_half_split, 24)}


def add_pairings(cases):
    """Rows turned in both layouts; one layout is the other after a permutation of channels."""
    source = f"{HF} llama, gptj"
    printed = np.array([[[1.0, 2.0, 3.0, 4.0]]], np.float32), [3]
    require_close(
        "printed", turn(printed[0], angles([3], frequencies(4)), "interleaved"),
        [[[-1.272233, -1.838865, 2.878668, 4.088187]]], 1e-6,
    )
    drawn = normal(1, 2, len(GAPS), 8), GAPS
    for name, (x, positions) in (("printed", printed), ("pairing", drawn)):
        dim = x.shape[-1]
        for layout, (rotate, row) in LAYOUTS.items():
            expected = turn(x, angles(positions, frequencies(dim)), layout)
            require_close(layout, rotate(torch.from_numpy(x).double(), positions, dim, 10000.0), expected, 1e-12)
            cases.of([row], source).rotate(f"{name}-{layout}", {"layout": layout}, x, positions, expected)
    by, even_first = angles(GAPS, frequencies(8)), lambda rows: np.concatenate([rows[..., 0::2], rows[..., 1::2]], -1)
    permuted, expected = even_first(x), even_first(turn(x, by, "interleaved"))
    require_close("permuted", turn(permuted, by), expected, 1e-12)
    note = (
        "x and expected are those of pairing-interleaved with the even channels first: the layouts differ by this alone"
    )
    cases.of([23, 24], source).rotate("pairing-permuted", {"layout": "half"}, permuted, GAPS, expected, note=note)


def add_partial(cases):
    """Two meanings of "a quarter of the channels": the exponent over the rotary width, or over the whole head."""
    x = normal(2, 2, len(GAPS), 16)
    for name, layout, library in (("partial-neox", "half", "gpt_neox"), ("partial-gptj", "interleaved", "gptj")):
        expected = turn(x, angles(GAPS, frequencies(4)), layout)
        require_close(name, LAYOUTS[layout][0](torch.from_numpy(x).double(), GAPS, 4, 10000.0), expected, 1e-12)
        cases.of([25], f"{HF} {library}").rotate(name, {"layout": layout, "rotaryDim": 4}, x, GAPS, expected)
    inverse = np.where(np.arange(8) < 2, frequencies(16), 0)
    config = rope_config(16, {"rope_type": "proportional", "partial_rotary_factor": 0.25}, 4096)
    require_close("proportional", scaled_frequencies("proportional", config, None)[0], inverse, 1e-15)
    given = {"layout": "half", "rotaryDim": 4, "scaling": {"ropeType": "proportional"}}
    own = cases.of([35], f"{HF} ROPE_INIT_FUNCTIONS proportional")
    own.rotate("partial-proportional", given, x, GAPS, turn(x, angles(GAPS, inverse)))


def roformer_rotated(x, positions):
    """transformers' RoFormer on query, key and value at once, in float64."""
    table = angles(positions, frequencies(x.shape[-1]))
    table = torch.from_numpy(np.concatenate([np.sin(table), np.cos(table)], -1))[None, None]
    rows = torch.from_numpy(np.asarray(x, np.float64))
    return roformer.RoFormerSelfAttention.apply_rotary_position_embeddings(table, rows, rows, rows)


def add_values(cases):
    x = normal(3, 2, len(GAPS), 8)
    expected = turn(x, angles(GAPS, frequencies(8)), "interleaved")
    for found in roformer_rotated(x[None], GAPS):
        require_close("roformer", found[0], expected, 1e-12)
    own = cases.of([26], f"{HF} RoFormerSelfAttention.apply_rotary_position_embeddings")
    given = {"layout": "interleaved", "rotateValues": True}
    for side in ("query", "key", "value"):
        own.rotate(f"roformer-{side}", given, x, GAPS, expected, side)
    call, by = scene(30), angles(np.arange(6), frequencies(8))
    turned = {side: turn(getattr(call, side), by, "interleaved") for side in ("query", "key", "value")}
    found = own.attention("attention-roformer-values", given, call, **turned)
    require_close("RoFormerSelfAttention", roformer_attention(call), found["output"], 2e-6)


def roformer_attention(given):
    """The whole module in float32: projections that pick query, key and value out of the hidden state."""
    heads, tokens, dim = given.query.shape[1:]
    config = RoFormerConfig(hidden_size=heads * dim, num_attention_heads=heads, rotary_value=True)
    module = roformer.RoFormerSelfAttention(config).eval()
    rows = [
        torch.from_numpy(part[0]).transpose(0, 1).reshape(1, tokens, -1)
        for part in (given.query, given.key, given.value)
    ]
    hidden = torch.cat(rows, -1)
    width = heads * dim
    for index, name in enumerate(("query", "key", "value")):
        linear = torch.nn.Linear(3 * width, width, bias=False)
        linear.weight.data = torch.eye(3 * width)[index * width : (index + 1) * width]
        setattr(module, name, linear)
    table = angles(np.arange(tokens), frequencies(dim))
    table = torch.from_numpy(np.concatenate([np.sin(table), np.cos(table)], -1)).float()[None, None]
    output = module(hidden, sinusoidal_pos=table)[0].detach()
    return output.reshape(1, tokens, heads, dim).transpose(1, 2)


# Scaled frequencies

SHORT = {"factor": 4.0, "original_max_position_embeddings": 32}
BOUNDS = {"low_freq_factor": 1.0, "high_freq_factor": 4.0, "original_max_position_embeddings": 128}
SCALED = {  # row, kind and parameters of the scaling, length of the sequence
    "linear": (27, "linear", {"factor": 4.0}, None),
    "ntk": (28, "ntk", {"factor": 4.0}, None),
    "dynamic-below": (29, "dynamic", {"factor": 4.0}, 20),
    "dynamic-fresh": (29, "dynamic", {"factor": 4.0}, 128),
    "dynamic-stale": (29, "dynamic", {"factor": 4.0}, 64),
    "yarn": (31, "yarn", SHORT, None),
    "yarn-attention-factor": (31, "yarn", SHORT | {"attention_factor": 1.0}, None),
    "yarn-not-truncated": (31, "yarn", SHORT | {"truncate": False}, None),
    "longrope-short": (33, "longrope", SHORT, 32),
    "longrope-long": (33, "longrope", SHORT, 33),
    "llama3": (34, "llama3", {"factor": 4.0} | BOUNDS, None),
}
SCALED_NOTES = {
    "dynamic-stale": "the key as it was cached when the sequence had 64 tokens; dynamic-fresh is the same key at 128",
    "longrope-short": "longrope-long is the same row one token later: every frequency changes at once",
    "yarn-attention-factor": "the attention factor of yarn is 0.1·ln 4 + 1; here it is given as 1",
}


def scaled_case(name, head_dim):
    """(row, parameters of the encoding, inverse, factor)"""
    row, kind, parameters, length = SCALED[name]
    rope = {"rope_type": kind} | parameters
    if kind == "longrope":
        pairs = range(head_dim // 2)
        rope |= {"short_factor": [1 + i / 16 for i in pairs], "long_factor": [1 + i * i / 4 for i in pairs]}
    config = rope_config(head_dim, rope, 32)
    scaling = public_scaling(config)
    if kind == "ntk":
        inverse, factor = frequencies(head_dim, 10000.0 * rope["factor"] ** (head_dim / (head_dim - 2))), 1.0
    else:
        inverse, factor = scaled_frequencies(name, config, length)
    if length is not None:
        scaling["currentLength"] = length
    return row, {"layout": "half", "scaling": scaling}, inverse, factor


def far_scene(seed, **given):
    """Decoding with gaps between the positions."""
    return scene(seed, 5, 10, causal=True, query_positions=[9, 30, 31, 64, 99], key_positions=KEYS, **given)


def add_scaled(cases):
    source = f"{HF} ROPE_INIT_FUNCTIONS in float64"
    for seed, name in enumerate(SCALED, start=50):
        row, given, inverse, factor = scaled_case(name, 16)
        x = normal(60 if name.startswith(("dynamic", "longrope", "yarn")) else seed, 2, len(GAPS), 16)
        expected = turn(x, angles(GAPS, inverse), factor=factor)
        own = cases.of([row], YARN + "; transformers dynamic agrees" if name == "ntk" else source)
        own.rotate(name, given, x, GAPS, expected, "key", note=SCALED_NOTES.get(name))
    for seed, name in ((700, "yarn"), (710, "dynamic-fresh"), (720, "longrope-long"), (730, "llama3"), (740, "linear")):
        row, given, inverse, factor = scaled_case(name, 8)
        call = far_scene(seed, heads=4, kv_heads=2)
        turned = half_turned(call, inverse, factor)
        cases.of([row], source).attention(f"attention-{name}", given, call, **turned)


KEYS = [0, 1, 2, 5, 8, 9, 30, 31, 64, 99]


def half_turned(call, inverse, factor=1.0):
    """Query and key, half layout."""
    return call.turned(lambda rows, places, _: turn(rows, angles(places, inverse), factor=factor))


def rising(low, high, pairs):
    """0 up to pair `low`, 1 from pair `high` on."""
    return np.clip((np.arange(pairs) - low) / (high - low if high != low else 0.001), 0, 1)


def pair_with_turns(turns, width, base, original):
    """The (fractional) pair that makes so many turns over the original length."""
    return width * math.log(original / (turns * 2 * math.pi)) / (2 * math.log(base))


def whole_bounds(fast, slow, width, base, original):
    low, high = (pair_with_turns(turns, width, base, original) for turns in (fast, slow))
    return max(math.floor(low), 0), min(math.ceil(high), width - 1)


def ntk_by_parts(width, base, factor, original, ntk=(1.25, 0.75), keep=(16, 2)):
    """Slow pairs interpolated, then NTK-aware, then – for the fast ones – left alone."""
    plain, stretched = frequencies(width, base), frequencies(width, base * factor ** (width / (width - 2)))
    part = rising(*whole_bounds(*ntk, width, base, original), width // 2)
    mixed = plain / factor * part + stretched * (1 - part)
    part = rising(*whole_bounds(*keep, width, base, original), width // 2)
    return mixed * part + plain * (1 - part)


def yarn_frequencies(width, base, factor, original, fast=32, slow=1):
    part = rising(*whole_bounds(fast, slow, width, base, original), width // 2)
    return frequencies(width, base) * (part / factor + 1 - part)


def add_ntk_by_parts(cases):
    own = cases.of([30], YARN + " LlamaPartNTKScaledRotaryEmbedding")
    more = {"ntkBetaFast": 3.0, "ntkBetaSlow": 0.5, "gammaFast": 8.0, "gammaSlow": 3.0}
    for seed, (name, width, factor, original, base, given) in enumerate(
        (
            ("ntk-by-parts", 64, 4.0, 2048, 10000.0, {}), ("ntk-by-parts-short", 16, 8.0, 64, 10000.0, {}),
            ("ntk-by-parts-bounds", 32, 16.0, 512, 500000.0, more), ("ntk-by-parts-factor1", 16, 1.0, 64, 10000.0, {}),
        ),
        start=80,
    ):
        bounds = {"ntk": (3.0, 0.5), "keep": (8.0, 3.0)} if given else {}
        inverse = ntk_by_parts(width, base, factor, original, **bounds)
        scaling = {"ropeType": "ntkByParts", "factor": factor, "originalMaxPositionEmbeddings": original, **given}
        x = normal(seed, 1, len(GAPS), width)
        own.rotate(name, {"layout": "half", "base": base, "scaling": scaling}, x, GAPS, turn(x, angles(GAPS, inverse)))
    require_close("factor 1", inverse, frequencies(16), 1e-15)
    scaling = {"ropeType": "ntkByParts", "factor": 8.0, "originalMaxPositionEmbeddings": 64}
    call = far_scene(90)
    turned = half_turned(call, ntk_by_parts(8, 10000.0, 8.0, 64))
    own.attention("attention-ntk-by-parts", {"layout": "half", "scaling": scaling}, call, **turned)


def dynamic_yarn(width, length, original):
    """(inverse, factor): YaRN with the factor that the length asks for now; plain up to the original length."""
    factor = max(1.0, length / original)
    inverse, attention_factor = yarn_frequencies(width, 10000.0, factor, original), 0.1 * math.log(factor) + 1
    rope = {"rope_type": "yarn", "factor": factor, "original_max_position_embeddings": original}
    same = scaled_frequencies("yarn", rope_config(width, rope, 4096), None)
    require_close("transformers' yarn at that factor", same[0], inverse, 1e-15)
    require_close("its attention factor", same[1], attention_factor, 1e-15)
    return inverse, attention_factor


def add_dynamic_yarn(cases):
    own = cases.of([32], YARN + " LlamaDynamicYaRNScaledRotaryEmbedding; transformers' yarn with that factor agrees")
    scaling = {"ropeType": "dynamicYarn", "originalMaxPositionEmbeddings": 32}
    x = normal(95, 2, len(GAPS), 16)
    for name, length in (("below", 20), ("at", 32), ("one-above", 33), ("above", 101), ("far", 4096)):
        inverse, factor = dynamic_yarn(16, length, 32)
        given = {"layout": "half", "scaling": scaling | {"currentLength": length}}
        own.rotate(f"dynamic-yarn-{name}", given, x, GAPS, turn(x, angles(GAPS, inverse), factor=factor))
    call, given = far_scene(96, heads=4, kv_heads=1), {"layout": "half", "scaling": scaling | {"currentLength": 100}}
    own.attention("attention-dynamic-yarn", given, call, **half_turned(call, *dynamic_yarn(8, 100, 32)))


# Layers with two bases, rotation of the last channels


def layer_float32(module, layer_type, x, positions):
    cos, sin = module(torch.zeros(1), torch.as_tensor(positions)[None], layer_type)
    rows = torch.from_numpy(x)[None]
    return llama.apply_rotary_pos_emb(rows, rows, cos, sin)[0][0]


def add_dual_base(cases):
    """Gemma 3: the sixth, twelfth … layer is global. ModernBERT: the first, fourth …, hence layer + 2."""
    sizes = {"hidden_size": 32, "num_attention_heads": 2, "num_hidden_layers": 12}
    gemma = Gemma3TextConfig(**sizes, head_dim=16)
    gemma.rope_parameters["full_attention"] |= {"rope_type": "linear", "factor": 8.0}
    modernbert = ModernBertConfig(**sizes)
    for seed, (name, config, layer, number, every, factor) in enumerate(
        (
            ("gemma3-layer0", gemma, 0, 0, 6, 8.0), ("gemma3-layer5", gemma, 5, 5, 6, 8.0),
            ("gemma3-layer6", gemma, 6, 6, 6, 8.0), ("modernbert-layer0", modernbert, 0, 2, 3, 1.0),
            ("modernbert-layer1", modernbert, 1, 3, 3, 1.0), ("modernbert-layer3", modernbert, 3, 5, 3, 1.0),
        ),
        start=110,
    ):
        module = (Gemma3RotaryEmbedding if config is gemma else ModernBertRotaryEmbedding)(config)
        kind, bases = config.layer_types[layer], [p["rope_theta"] for p in config.rope_parameters.values()]
        base, local = max(bases), min(bases)
        inverse = frequencies(16, base) / factor if kind == "full_attention" else frequencies(16, local)
        x = normal(seed, 2, len(GAPS), 16)
        expected = turn(x, angles(GAPS, inverse))
        require_close(name, layer_float32(module, kind, x, GAPS), expected, 3e-5)
        given = {"layout": "half", "base": base, "localBase": local, "globalEvery": every, "layer": number}
        given |= {"scaling": {"ropeType": "linear", "factor": factor}} if factor != 1 else {}
        own = cases.of([36], f"{HF} {type(module).__name__}, in float64")
        own.rotate(name, given, x, GAPS, expected, note=f"{kind}; the layer of the model is {layer}")
    call = scene(120, 8, causal=True, window=[3, 0], dim=16)
    given = {"layout": "half", "base": 1000000.0, "localBase": 10000.0, "globalEvery": 6, "layer": 1}
    local = cases.of([36], f"{HF} Gemma3RotaryEmbedding, in float64")
    local.attention("attention-gemma3-local", given, call, **half_turned(call, frequencies(16, 10000.0)))


def add_decoupled(cases):
    """Multi-head latent attention: the last channels turn, and carry a key that all heads share."""
    x = normal(130, 2, len(GAPS), 12)
    by = angles(GAPS, frequencies(4))
    expected = turn(x, by, "interleaved", start=8)
    rotary = torch.from_numpy(x[None, ..., 8:]).float()
    turns = torch.polar(torch.ones(len(GAPS), 2), torch.from_numpy(by).float())[None]
    found = deepseek_v2.apply_rotary_emb(rotary, rotary, turns)[0][0]
    require_close("deepseek_v2", found, expected[..., 8:], 1e-5)
    last = {"rotaryDim": 4, "rotaryStart": 8}
    note = "deepseek_v3 in transformers 5 turns the same pairs and writes the even channels first; scores are the same"
    interleaved = cases.of([45], f"{HF} deepseek_v2.apply_rotary_emb")
    interleaved.rotate("decoupled", {"layout": "interleaved"} | last, x, GAPS, expected, note=note)
    half = cases.of([45], f"{HF} deepseek_v3.apply_rotary_pos_emb (rope_interleave false)")
    half.rotate("decoupled-half", {"layout": "half"} | last, x, GAPS, turn(x, by, start=8))
    add_decoupled_attention(cases, {"layout": "interleaved"} | last)


def add_decoupled_attention(cases, given):
    call = scene(131, 7, heads=4, dim=12, value_dim=6, causal=True)
    call.key[..., 8:] = call.key[:, :1, :, 8:]
    by = angles(np.arange(7), frequencies(4))
    turned = call.turned(lambda rows, _, __: turn(rows, by, "interleaved", start=8))
    library = cases.of([45], f"{HF} deepseek_v3.apply_rotary_pos_emb_interleave")
    library.attention("attention-decoupled", given, call, **turned)
    both = torch.from_numpy(np.concatenate([by, by], -1))[None]
    rows = [torch.from_numpy(part[..., 8:]).double() for part in (call.query, call.key)]
    q, k = deepseek_v3.apply_rotary_pos_emb_interleave(*rows, both.cos(), both.sin())
    products = turned["query"][..., 8:] @ np.swapaxes(turned["key"][..., 8:], -1, -2)
    require_close("deepseek_v3", q @ k.transpose(-1, -2), products, 1e-12)
    yarn = {"rope_type": "yarn", "factor": 40.0, "original_max_position_embeddings": 32}
    yarn |= {"mscale": 1.0, "mscale_all_dim": 1.0}
    inverse, factor = scaled_frequencies("deepseek", rope_config(4, yarn, 4096), None)
    require_close("mscale pair", factor, 1.0, 1e-15)
    scale = deepseek_v3.yarn_apply_mscale(yarn, 12**-0.5)
    turned = call.turned(lambda rows, places, _: turn(rows, angles(places, inverse), "interleaved", 8))
    note = "equal mscales leave the rotation at factor 1; instead the scale of the scores is × (0.1·ln 40 + 1)²"
    given, options = given | {"scaling": public_scaling(rope_config(4, yarn, 4096))}, {"scale": scale}
    mscale = cases.of([45, 31], f"{HF} deepseek_v3")
    mscale.attention("attention-decoupled-yarn", given, call, **turned, scale=scale, options=options, note=note)


# Turned the other way, by frequencies that are given, and back


def add_reversed(cases):
    """nanochat turns by −angle. Its module and function run as they are, in float32; the function in float64 too."""
    own = cases.of([24], f"{HF} nanochat.apply_rotary_pos_emb")
    config = rope_config(16, {"rope_type": "default", "rope_theta": 100000.0}, 2048)
    x = normal(140, 2, len(GAPS), 16)
    by = angles(GAPS, frequencies(16, 100000.0))
    expected = turn(x, -by)
    rows, both = torch.from_numpy(x)[None], torch.from_numpy(np.concatenate([by, by], -1))[None]
    found = nanochat.apply_rotary_pos_emb(rows.double(), rows.double(), both.cos(), both.sin())[0][0]
    require_close("nanochat", found, expected, 1e-12)
    cos, sin = nanochat.NanoChatRotaryEmbedding(config)(rows, torch.from_numpy(GAPS)[None])
    require_close("nanochat, float32", nanochat.apply_rotary_pos_emb(rows, rows, cos, sin)[0][0], expected, 3e-5)
    given = {"base": 100000.0, "reversed": True}
    own.rotate("nanochat", given, x, GAPS, expected)
    inverse, factor = scaled_frequencies("yarn", rope_config(16, {"rope_type": "yarn"} | SHORT, 32), None)
    scaling = {"ropeType": "yarn", "factor": 4.0, "originalMaxPositionEmbeddings": 32}
    turned = turn(x, -angles(GAPS, inverse), "interleaved", factor=factor)
    own.rotate("reversed-yarn", {"layout": "interleaved", "reversed": True, "scaling": scaling}, x, GAPS, turned, "key")
    call = far_scene(145, heads=4, kv_heads=2)
    own.attention("attention-nanochat", given, call, **half_turned(call, -frequencies(8, 100000.0)))


def add_given(cases):
    """Frequencies as numbers: transformers' module with another buffer. The slow ones fall to 0 by half a cosine."""
    own = cases.of([24], f"{HF} llama with inv_freq replaced, in float64")
    pair = np.arange(8)
    taper = np.where(pair < 3, 1.0, 0.5 * (1 + np.cos(np.pi * (pair - 3) / 4)))
    for seed, (name, inverse) in enumerate(
        (("clipped", frequencies(16) * taper), ("clipped-hard", np.where(pair < 4, frequencies(16), 0.0))), start=150
    ):
        x = normal(seed, 2, len(GAPS), 16)
        expected = turn(x, angles(GAPS, inverse))
        module = llama.LlamaRotaryEmbedding(rope_config(16, {"rope_type": "default"}, 2048))
        module.inv_freq = torch.from_numpy(inverse).float()
        rows = torch.from_numpy(x)[None]
        cos, sin = module(rows, torch.from_numpy(GAPS)[None])
        require_close(name, llama.apply_rotary_pos_emb(rows, rows, cos, sin)[0][0], expected, 3e-5)
        own.rotate(name, {"frequencies": inverse.tolist()}, x, GAPS, expected)
    call = far_scene(155)
    own.attention(
        "attention-clipped", {"frequencies": [1.0, 0.1, 0.0, 0.0]}, call,
        **half_turned(call, np.array([1.0, 0.1, 0.0, 0.0])),
    )


def grape_rotated(x, positions, inverse):
    """llama-mha-grape-m-nonctx.py: y1 = x1 cos + x2 sin, y2 = −x1 sin + x2 cos, at a frequency of its own for each pair."""
    at = np.outer(positions, inverse)
    first, second = np.split(x.astype(np.float64), 2, -1)
    return np.concatenate([first * np.cos(at) + second * np.sin(at), second * np.cos(at) - first * np.sin(at)], -1)


def add_grape(cases):
    own = cases.of([74], f"{AFTER} model-architectures/GRAPE llama-mha-grape-m-nonctx.py")
    inverse = np.exp(normal(160, 8).astype(np.float64))
    given = {"frequencies": inverse.tolist(), "reversed": True}
    for seed, side in enumerate(("query", "key"), start=161):
        x = normal(seed, 2, len(GAPS), 16)
        own.rotate(f"grape-m-{side}", given, x, GAPS, grape_rotated(x, GAPS, inverse), side)
    call = scene(165)
    given = {"frequencies": inverse[:4].tolist(), "reversed": True}
    turned = call.turned(lambda rows, at, _: grape_rotated(rows, at, inverse[:4]))
    own.attention("attention-grape-m", given, call, **turned)


def add_rope_id(cases):
    """Fast pairs alone, on a part of the channels: gpt_neox has both numbers."""
    own = cases.of([75], f"{HF} gpt_neox with rotary_pct and rotary_emb_base")
    x = normal(170, 2, len(GAPS), 64)
    expected = turn(x, angles(GAPS, frequencies(32, 100.0)))
    require_close("gpt_neox", rotate_half_split(torch.from_numpy(x).double(), GAPS, 32, 100.0), expected, 1e-12)
    own.rotate("rope-id", {"rotaryDim": 32, "base": 100.0}, x, GAPS, expected)
    call = scene(175)
    turned = call.turned(lambda rows, at, _: turn(rows, angles(at, frequencies(4, 100.0))))
    own.attention("attention-rope-id", {"rotaryDim": 4, "base": 100.0}, call, **turned)


def turned_back(cases, name, given, x, expected, note=None):
    tensors = {"x": x, "positions": np.float32(GAPS), "expected": expected}
    cases.add(name, "rotate", given, {}, tensors, {"side": "value", "inverse": True}, note=note)


def add_turned_back(cases):
    """DeepSeek V4: the last channels of keys turn, keys are the values, and the output turns back at its query."""
    own = cases.of([45, 26], f"{HF} deepseek_v4.apply_rotary_pos_emb with −sin, in float64")
    x, by = normal(160, 2, len(GAPS), 12), angles(GAPS, frequencies(4))
    expected = turn(x, -by, "interleaved", start=8)
    cos, sin = torch.from_numpy(np.cos(by))[None], torch.from_numpy(np.sin(by))[None]
    found = deepseek_v4.apply_rotary_pos_emb(torch.from_numpy(x)[None], cos, -sin)[0]  # computes in float32
    require_close("deepseek_v4", found, expected, 1e-5)
    given = {"layout": "interleaved", "rotaryDim": 4, "rotaryStart": 8, "rotateValues": True}
    turned_back(own, "turned-back", given, x, expected)
    inverse, factor = scaled_frequencies("yarn", rope_config(4, {"rope_type": "yarn"} | SHORT, 32), None)
    scaling = {"ropeType": "yarn", "factor": 4.0, "originalMaxPositionEmbeddings": 32}
    undone = turn(x, -angles(GAPS, inverse), "interleaved", start=8, factor=1 / factor)
    again = turn(undone, angles(GAPS, inverse), "interleaved", start=8, factor=factor)
    require_close("and again", again, np.float64(x), 1e-14)
    note = "an attention factor is divided by; transformers' function would multiply by it once more"
    construction = cases.of([45, 31], "the inverse of the rotation, in float64")
    turned_back(construction, "turned-back-yarn", given | {"scaling": scaling}, x, undone, note)


def add_rope_attention(cases):
    gaps = {"query_positions": [3, 7, 30, 64], "key_positions": [0, 3, 4, 7, 29, 30, 63, 64, 90]}
    shifted = {"query_positions": np.arange(500, 506), "key_positions": np.arange(500, 506)}
    for name, row, layout, rotary, call in (
        ("half", 24, "half", 8, scene(10, 8, causal=True)),
        ("interleaved-groups", 23, "interleaved", 8, scene(11, 4, 9, heads=4, kv_heads=2, causal=True)),
        ("interleaved-gaps", 23, "interleaved", 8, scene(12, 4, 9, **gaps)),
        ("partial-shifted", 25, "half", 4, scene(13, 6, **shifted)),
        ("left-padding", 24, "half", 8, scene(14, 7, causal=True, padded=[0, 3])),
        ("right-padding", 23, "interleaved", 8, scene(15, 5, 7, heads=4, kv_heads=1, padded=[-2, -7])),
    ):
        given, inverse = {"layout": layout} | ({"rotaryDim": rotary} if rotary != 8 else {}), frequencies(rotary)
        turned = call.turned(lambda rows, at, _, by=inverse, layout=layout: turn(rows, angles(at, by), layout))
        note = "rows of the padding see nothing" if "padding" in name else None
        own = cases.of([row], f"{HF} llama, gpt_neox, gptj; torch attention")
        own.attention(f"attention-{name}", given, call, **turned, note=note)


def rope_cases():
    cases = EncodingCases(
        "rope",
        [
            "NumPy float64, compared with transformers: llama, gpt_neox, gptj, roformer, gemma3, modernbert, "
            "deepseek_v2, deepseek_v3, deepseek_v4, nanochat and ROPE_INIT_FUNCTIONS",
            "NumPy float64 after jquesnelle/yarn: NTK-by-parts, dynamic YaRN",
        ],
        [
            "scaling.currentLength stands for the length of the sequence; without it that is the largest position + 1",
            "options.inverse: the rotation undone, its attention factor too",
            "inverse frequency i = base^(−2i/rotaryDim); far positions need the angle p·ω reduced in double precision",
        ],
    )
    for add in (add_pairings, add_partial, add_values, add_scaled, add_ntk_by_parts, add_dynamic_yarn, add_dual_base):
        add(cases)
    for add in (add_decoupled, add_reversed, add_given, add_grape, add_rope_id, add_turned_back):
        add(cases)
    for add in (add_rope_attention, add_rotations, add_frequencies):
        add(cases)
    return cases


# xPos


def xpos_scale(positions, center, width, gamma=0.4, scale_base=512.0):
    """[tokens, pairs]"""
    zeta = (2 * np.arange(width // 2) + gamma * width) / ((1 + gamma) * width)
    return zeta ** ((np.asarray(positions, np.float64)[:, None] - center) / scale_base)


def xpos_turned(x, positions, center, side, layout="interleaved", base=10000.0, **more):
    width = x.shape[-1]
    scale = xpos_scale(positions, center, width, **more)
    scale = 1 / scale if side == "key" else scale
    scale = np.repeat(scale, 2, -1) if layout == "interleaved" else np.concatenate([scale, scale], -1)
    return turn(x, angles(positions, frequencies(width, base)), layout) * scale


def check_xpos(length, width):
    """x-transformers and rotary-embedding-torch, both centred on ⌊length/2⌋."""
    x, positions = normal(200, 2, length, width), np.arange(length)
    turned = {side: xpos_turned(x, positions, length // 2, side) for side in ("query", "key")}
    rows = torch.from_numpy(x)[None]
    lucid = LucidRotary(dim=width, use_xpos=True, cache_if_possible=False).rotate_queries_and_keys(rows, rows)
    freqs, scale = XRotary(width, use_xpos=True)(torch.arange(length))
    x_transformers = (apply_rotary_pos_emb(rows, freqs, scale), apply_rotary_pos_emb(rows, freqs, scale**-1.0))
    for pair in (lucid, x_transformers):
        for found, wanted in zip(pair, turned.values(), strict=True):
            require_close(f"xpos {length}", found[0].detach(), wanted, 1e-5)


def add_xpos(cases, name, positions, center, given_center=True, sides=("query", "key"), note=None, **more):
    x = normal(201, 2, len(positions), 8)
    names = {"scale_base": "scaleBase"}
    given = {"center": center} if given_center else {}
    given |= {names.get(key, key): value for key, value in more.items()}
    for side in sides:
        expected = xpos_turned(x, positions, center, side, **more)
        cases.rotate(f"{name}-{side}", given, x, positions, expected, side, note=note)


def xpos_cases():
    cases = EncodingCases(
        "xpos",
        [
            "NumPy float64, compared with RotaryEmbedding of rotary_embedding_torch and of x_transformers (use_xpos)",
            "NumPy float64 after microsoft/torchscale xpos_relative_position",
        ],
        ["queries are multiplied with ζ^((position − center)/scaleBase), keys divided; center cancels in the scores"],
    )
    both = cases.of([37], "rotary-embedding-torch and x-transformers, in float64")
    torchscale = cases.of([37], f"{AFTER} microsoft/torchscale")
    for length in (11, 12):
        check_xpos(length, 8)
        add_xpos(both, f"length{length}", np.arange(length), length // 2, given_center=False)
    note = "torchscale centres an odd length one later: −n // 2 rounds down"
    add_xpos(torchscale, "torchscale11", np.arange(11), 6, note=note)
    add_xpos(torchscale, "torchscale12", np.arange(12), 6)
    note = "query of a decoding step with 4 queries and 12 keys, centred on half the queries; the keys are length12-key"
    cached = cases.of([37], "rotary-embedding-torch rotate_queries_with_cached_keys")
    add_xpos(cached, "cached", np.arange(8, 12), 2, sides=("query",), note=note)
    rows = torch.from_numpy(normal(201, 2, 12, 8))[None]
    lucid = LucidRotary(dim=8, use_xpos=True, cache_if_possible=False)
    found = lucid.rotate_queries_with_cached_keys(rows[..., :4, :], rows)[0][0].detach()
    require_close("cached", found, xpos_turned(rows[0, :, :4].numpy(), np.arange(8, 12), 2, "query"), 1e-5)
    construction = cases.of([37], f"{AFTER} Sun et al. 2022")
    add_xpos(construction, "half", GAPS, 50, given_center=False, layout="half")
    add_xpos(construction, "parameters", GAPS, 0, gamma=0.25, scale_base=64.0, base=500.0)
    add_xpos_attention(both)
    return cases


def add_xpos_attention(cases):
    gaps = {"query_positions": [40, 41, 300, 900], "key_positions": [0, 40, 41, 200, 300, 900]}
    for name, call, center in (
        ("causal", scene(210, 9, causal=True), 4), ("groups", scene(211, 5, 11, heads=4, kv_heads=2, causal=True), 5),
        ("gaps", scene(212, 4, 6, causal=True, **gaps), 450), ("padding", scene(213, 6, causal=True, padded=[2, 0]), 3),
    ):
        turned = call.turned(lambda rows, at, side, center=center: xpos_turned(rows, at, center, side))
        found = cases.attention(f"attention-{name}", {}, call, **turned)
    turned = call.turned(lambda rows, at, side: xpos_turned(rows, at, 17, side))
    note = "the same scores as attention-padding"
    elsewhere = cases.attention("attention-torchscale-center", {"center": 17}, call, **turned, note=note)
    require_close("center", np.nan_to_num(elsewhere["weights"]), np.nan_to_num(found["weights"]), 1e-12)


# PoPE


def pope_turned(x, positions, base=10000.0, phases=0.0):
    """[…, tokens, dim] → [… , tokens, 2·dim]: softplus magnitudes at angles; phases [heads, 1, dim] or 0."""
    width = x.shape[-1]
    by = angles(positions, base ** (-np.arange(width) / width)) + np.clip(phases, -2 * np.pi, 0)
    size = np.logaddexp(0, np.asarray(x, np.float64))
    return np.concatenate([size * np.cos(by), size * np.sin(by)], -1)


def check_pope(x, positions, phases, query, key):
    """x-transformers' module and function, float32."""
    module = PolarEmbedding(x.shape[-1], x.shape[0])
    module.learned_bias.data = torch.from_numpy(phases).float()[:, None]
    freqs, bias = module(torch.from_numpy(positions))
    rows = torch.from_numpy(x)[None]
    require_close("pope query", apply_polar_pos_emb(rows, freqs)[0].detach(), query, 2e-5)
    require_close("pope key", apply_polar_pos_emb(rows, freqs + bias)[0].detach(), key, 2e-5)


def pope_cases():
    cases = EncodingCases(
        "pope",
        ["NumPy float64, compared with x_transformers.PolarEmbedding and apply_polar_pos_emb"],
        [
            "expected [heads, tokens, 2·headDim]: softplus(x)·cos, then softplus(x)·sin of position·base^(−i/headDim); "
            "a key's angle has its phase added, clamped to [−2π, 0]; the scale of the scores stays 1/√headDim"
        ],
        [39],
        "x-transformers PolarEmbedding, in float64",
    )
    x, phases = normal(300, 3, len(GAPS), 8), normal(301, 3, 8) * 3 - 2
    require_close("some phases are out of range", [(phases > 0).any(), (phases < -2 * np.pi).any()], [1, 1], 0)
    query, key = pope_turned(x, GAPS), pope_turned(x, GAPS, phases=phases[:, None])
    check_pope(x, GAPS, phases, query, key)
    with_phases = {"phases": phases}
    cases.rotate("query", {}, x, GAPS, query, "query", with_phases)
    cases.rotate("key", {}, x, GAPS, key, "key", with_phases)
    cases.rotate("key-without-phases", {}, x, GAPS, query, "key")
    large = x * np.float32(30)
    cases.rotate("large", {}, large, GAPS, pope_turned(large, GAPS))
    cases.rotate("base", {"base": 500.0}, x, GAPS, pope_turned(x, GAPS, 500.0))

    def turned(call, phases):
        of_side = {"query": 0.0, "key": phases}
        found = call.turned(lambda rows, at, side: pope_turned(rows, at, phases=of_side[side]))
        return found | {"scale": 8**-0.5}

    for name, call in (
        ("causal", scene(310, 7, heads=3, causal=True)),
        ("offset", scene(311, 3, 8, heads=3, causal=True, value_dim=5)),
        ("gaps", scene(312, 3, 4, heads=3, query_positions=[5, 70, 71], key_positions=[0, 5, 70, 300])),
        ("padding", scene(313, 5, heads=3, causal=True, padded=[0, 2])),
    ):
        cases.attention(f"attention-{name}", {}, call, with_phases, **turned(call, phases[:, None]))
    call = scene(314, 6, heads=4, kv_heads=2, causal=True)
    cases.attention("attention-groups", {}, call, **turned(call, 0.0))
    return cases


def tensor_files(golden):
    return [cases().file() for cases in (rope_cases, xpos_cases, pope_cases)]
