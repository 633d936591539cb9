"""Encodings that add a function of the distance to the score: ALiBi, KERPLE, Sandwich, tables, buckets, T5, graphs.

Each is a NumPy formula in float64, held against every library that has it.
"""

import math

import networkx
import numpy as np
import torch
from torch import nn
from transformers import BloomConfig, FalconConfig, T5Config
from transformers.models.bloom.modeling_bloom import BloomAttention
from transformers.models.bloom.modeling_bloom import build_alibi_tensor as bloom_alibi
from transformers.models.falcon.modeling_falcon import FalconAttention
from transformers.models.falcon.modeling_falcon import build_alibi_tensor as falcon_alibi
from transformers.models.mpt.modeling_mpt import build_mpt_alibi_tensor
from transformers.models.swin.modeling_swin import SwinRelativePositionBias
from transformers.models.t5.modeling_t5 import T5Attention, eager_attention_forward
from x_transformers.x_transformers import AlibiPositionalBias, RelativePositionBias

from encoding_calls import THREE, Call, distances, gapped, masked
from encoding_cases import AFTER, HF, XT, EncodingCases, double, solve
from golden_file import normal, require_close

QUERIES, KEYS = [0, 1, 5, 12], [0, 1, 2, 5, 6, 11, 12, 20]


# ---- ALiBi ----------------------------------------------------------------------------------------------------------


def paper_slopes(heads, largest=8.0):
    """2^(−largest·(h+1)/H); otherwise those of the power of two below, then every second one of the power above."""
    power = 1 << (heads.bit_length() - 1)
    below = [2.0 ** (-largest * (h + 1) / power) for h in range(power)]
    above = [2.0 ** (-largest * (h + 1) / (2 * power)) for h in range(0, 2 * (heads - power), 2)]
    return np.array(below + above)


def geometric_slopes(heads, largest=8.0):
    return 2.0 ** (-largest * np.arange(1, heads + 1) / heads)


def require_same_slopes(heads, slopes):
    ones = torch.ones(1, 2, dtype=torch.long)
    others = {
        "BLOOM": bloom_alibi(ones, heads, torch.float32)[:, 0, 1],
        "MPT": -build_mpt_alibi_tensor(heads, 2)[:, 0, 0],
        "x-transformers": AlibiPositionalBias(heads).slopes.flatten(),
    }
    for name, other in others.items():
        require_close(f"slopes of {name}, {heads} heads", other, slopes, 2e-7)


def per_head(slopes, distance):
    """[heads, queries, keys]"""
    return np.asarray(slopes)[:, None, None] * distance


PAIRS = [0, 1, 5, 6, 7, 30], [0, 1, 2, 3, 5, 6, 7, 9, 29, 30, 31]
EXACT = {"absolute": 0, "relative": 1e-6}  # libraries raise a float32 base to the power of the head


def bloom_slopes(heads):
    """[heads], float32: at key position 1 the tensor is the slope itself."""
    return bloom_alibi(torch.ones(1, 2, dtype=torch.long), heads, torch.float32)[:, 0, 1].numpy()


def add_slopes(cases):
    distance = distances(*PAIRS)
    paper = cases.of([46], f"{HF} BLOOM build_alibi_tensor, MPT build_mpt_alibi_tensor, {XT} AlibiPositionalBias")
    for heads in (1, 2, 3, 4, 6, 8, 12, 16, 71):
        require_same_slopes(heads, paper_slopes(heads))
        slopes = bloom_slopes(heads)
        given = {"": {}, "-given": {"slopes": slopes.tolist()}}
        for label, more in given.items():
            paper.bias(f"paper-{heads}{label}", more, PAIRS, per_head(slopes, distance), tolerance=EXACT)
        symmetric = per_head(slopes, -np.abs(distance))
        paper.bias(f"paper-{heads}-symmetric", {"symmetric": True}, PAIRS, symmetric, tolerance=EXACT)
    some = [7], [0, 3, 6, 7, 9]
    gym = cases.of([46], f"{AFTER} attention-gym mods/alibi.py")
    for heads in (4, 6, 12):
        bias = per_head(geometric_slopes(heads), distances(*some))
        gym.bias(f"geometric-{heads}", {"slopeRule": "geometric"}, some, bias)
    mpt = cases.of([46], f"{HF} MPT build_mpt_alibi_tensor (alibi_bias_max)")
    for heads, largest in ((4, 16), (6, 4)):
        slopes = paper_slopes(heads, largest)
        require_close("MPT slopes", -build_mpt_alibi_tensor(heads, 2, largest)[:, 0, 0], slopes, 2e-7)
        bias = per_head(slopes, distances(*some))
        mpt.bias(f"largest-{largest}-{heads}", {"largestExponent": largest}, some, bias)


def add_directions(cases):
    ids, distance, slopes = (QUERIES, KEYS), distances(QUERIES, KEYS), paper_slopes(3)
    symmetric = per_head(slopes, -np.abs(distance))
    places = [torch.tensor(x, dtype=torch.float32) for x in ids]
    require_close("x-transformers ALiBi", AlibiPositionalBias(3).forward_custom_pos(*places), symmetric, 1e-5)
    cases.of([47], f"{XT} AlibiPositionalBias").bias("symmetric", {"symmetric": True}, ids, symmetric)
    forward = np.array([0.5, 0.125, 0.9])
    apart = per_head(slopes, np.minimum(distance, 0)) - per_head(forward, np.maximum(distance, 0))
    issue = cases.of([47], f"{AFTER} attention_with_linear_biases issue 5 (one slope per direction)")
    issue.bias("two-directions", {"forwardSlopes": forward.tolist()}, ids, apart)
    learned = np.array([0.75, 0.03125, 0.3])
    checkpoint = cases.of([48], f"{AFTER} McGill-NLP/length-generalization alibi_learned (slopes from a checkpoint)")
    checkpoint.bias("learned", {"slopes": learned.tolist()}, ids, per_head(learned, distance))


def add_alibi_attention(cases):
    def paper(call, _):
        return {"bias": per_head(paper_slopes(call.heads), call.distance)}

    def mirrored(call, _):
        return {"bias": per_head(paper_slopes(call.heads), -np.abs(call.distance))}

    source = f"{AFTER} attention_with_linear_biases; slopes as transformers BLOOM"
    cases.of([46], source).calls("attention", {}, {}, paper, seed=4000)
    library, calls = cases.of([47], f"{XT} AlibiPositionalBias"), {"gapped": gapped, "masked": masked}
    library.calls("symmetric", {"symmetric": True}, {}, mirrored, calls, 4030)


def whole_attention(module, call, alibi):
    """Output of BLOOM's or Falcon's module for query, key and value that are ours: identity for both projections."""
    rows = torch.from_numpy(np.stack([call.query, call.key, call.value], axis=3))  # [batch, heads, tokens, 3, dim]
    fused = rows.double().transpose(1, 2).flatten(2)
    module.query_key_value, module.dense = nn.Identity(), nn.Identity()
    hidden = torch.where(torch.as_tensor(call.visible), 0.0, -torch.inf).double()
    given = {"residual": torch.zeros(1)} if isinstance(module, BloomAttention) else {}
    with torch.no_grad():
        out = module.eval()(
            hidden_states=fused, alibi=alibi.double(), attention_mask=hidden, output_attentions=True, **given
        )
    return out[0].unflatten(-1, (call.heads, call.dim)).transpose(1, 2).numpy()


def conflict(cases, name, given, module, build_alibi, padded=False):
    """BLOOM and Falcon: slope·position of the key, counted over the tokens that are not padding."""
    attended = torch.tensor([[0, 0, 1, 1, 1, 1]] if padded else [[1] * 6])
    ids = ((attended.cumsum(-1) - 1) * attended)[0].numpy()
    mask = attended.numpy()[None, None].repeat(6, 2).astype(np.uint8)
    mask[0, 0, :2, 0] = 1  # padded queries see one key: no empty rows in the libraries
    here = {"query_positions": ids.tolist(), "key_positions": ids.tolist(), "mask": mask} if padded else {}
    call = Call(4100, heads=4, causal=True, **here)
    bias = per_head(paper_slopes(4), np.broadcast_to(ids.astype(np.float64), (6, 6)))
    results = solve(call, bias=bias / (math.sqrt(call.dim) if "beforeScale" in given else 1))
    other = whole_attention(module, call, build_alibi(attended, 4, torch.float32))
    require_close(f"{type(module).__name__}, {name}", other, results["output"], 5e-7)  # BLOOM: softmax in float32
    kept = ("output", "weights", "scores") if "keyed" in given else ("output", "weights")
    tensors = call.tensors() | {key: results[key] for key in kept}
    cases.of([46], f"{HF} {type(module).__name__}").add(name, "attention", given, {}, tensors, call.options)


def add_alibi_conflicts(cases):
    bloom = BloomAttention(BloomConfig(hidden_size=16, n_head=4, hidden_dropout=0.0), layer_idx=0)
    falcon_sizes = {"num_attention_heads": 4, "alibi": True, "multi_query": False, "bias": False}
    falcon = FalconAttention(FalconConfig(hidden_size=16, attn_implementation="eager", **falcon_sizes), layer_idx=0)
    before, key = {"beforeScale": True}, {"keyed": "key"}
    conflict(cases, "bloom-after-scale", {}, bloom, bloom_alibi)
    conflict(cases, "falcon-before-scale", before, falcon, falcon_alibi)
    conflict(cases, "bloom-keyed-by-key", key, bloom, bloom_alibi)
    conflict(cases, "bloom-padded", key, bloom, bloom_alibi, padded=True)
    conflict(cases, "falcon-padded", key | before, falcon, falcon_alibi, padded=True)


def alibi():
    truth = ["transformers BLOOM, MPT, Falcon", "x-transformers AlibiPositionalBias", "attention-gym's formula"]
    conventions = [
        "keyed by the key: slope·(position of the key), whatever the query; padding stands at 0, as BLOOM counts",
        "before the scale: the bias is divided by √headDim, as in Falcon",
    ]
    cases = EncodingCases("alibi", truth, conventions)
    for add in (add_slopes, add_directions, add_alibi_attention, add_alibi_conflicts):
        add(cases)
    return cases


# ---- KERPLE and Sandwich --------------------------------------------------------------------------------------------


def kerple_bias(kind, r1, r2, distance):
    r1, r2, away = np.asarray(r1)[:, None, None], np.asarray(r2)[:, None, None], np.abs(distance)
    return -r1 * (np.log(1 + r2 * away) if kind == "log" else away**r2)


def kerple():
    source = f"{AFTER} chijames/KERPLE megatron/mpu/layers.py (past the query: the paper's |i − j|)"
    conventions = ["log: −r1·ln(1 + r2·|d|); power: −r1·|d|^r2", "the repository keeps both ≥ 0.01, and the power ≤ 2"]
    cases = EncodingCases("kerple", [source, f"{AFTER} ArthurSBianchessi/BAM"], conventions)
    settings = {"log": (49, [1.5, 0.25, 0.01], [0.7, 0.05, 1.0]), "power": (50, [0.5, 0.01, 1.0], [0.5, 2.0, 0.01])}
    ids = QUERIES, [*KEYS, 3000]
    for number, (kind, (row, r1, r2)) in enumerate(settings.items()):
        own = cases.of([row], source)
        own.bias(kind, {"kind": kind, "r1": r1, "r2": r2}, ids, kerple_bias(kind, r1, r2, distances(*ids)))
        for label, more in (("decode", ([*r1, 0.3], [*r2, 0.9])), ("masked", (r1[:2], r2[:2]))):
            given = {"kind": kind, "r1": more[0], "r2": more[1]}

            def additions(call, _, given=given):
                return {"bias": kerple_bias(**given, distance=call.distance)}

            own.calls(kind, given, {}, additions, {label: THREE[label]}, 4200 + 50 * number)
    add_bam(cases)
    return cases


def bam_prior(shape, scale, distance):
    """[heads, queries, keys]: ln of a generalised Gaussian that is centred. Its code adds 1e-5 to the distance."""
    shape, scale = (np.asarray(numbers)[:, None, None] for numbers in (shape, scale))
    return -((np.abs(distance) + 1e-5) ** shape) * scale


def add_bam(cases):
    """The small number of BAM's code is left out of what is expected; it is less than float32 of these numbers can tell."""
    own = cases.of([73], f"{AFTER} ArthurSBianchessi/BAM models/bam_ssmax.py, location 0")
    shape, scale = [0.7, 1.6, 1.0], [0.5, 0.02, 0.1]
    given = {"kind": "power", "r1": scale, "r2": shape}
    ids = QUERIES, [*KEYS, 3000]
    expected = kerple_bias("power", scale, shape, distances(*ids))
    require_close("BAM", bam_prior(shape, scale, distances(*ids)), expected, 2e-4)
    own.bias("bam", given, ids, expected)
    call = THREE["masked"](4350)
    given = {"kind": "power", "r1": scale[:2], "r2": shape[:2]}
    own.attention("bam-masked", given, call, bias=kerple_bias(**given, distance=call.distance))


def tisa_bias(tables, distance):
    """Σ_s a·exp(−|b|·(key − query − c)²), tables [heads, kernels]."""
    a, b, c = (tables[name].astype(np.float64)[:, None, None, :] for name in ("amplitude", "sharpness", "center"))
    return (a * np.exp(-np.abs(b) * (distance[..., None] - c) ** 2)).sum(-1)


def tisa():
    source = f"{AFTER} Wennberg, Henter 2021, The Case for Translation-Invariant Self-Attention"
    cases = EncodingCases("tisa", [source], ["Σ_s a·exp(−|b|·(key − query − c)²)"], [71], source)

    def made(heads, seed=4810):
        spread = {"amplitude": 1, "sharpness": 0.1, "center": 6}
        return {name: normal(seed + i, heads, 5) * np.float32(s) for i, (name, s) in enumerate(spread.items())}

    def additions(call, tables):
        return {"bias": tisa_bias(tables, call.distance)}

    ids, tables = (QUERIES, [*KEYS, 3000]), made(3, 4800)
    cases.bias("bias", {}, ids, tisa_bias(tables, distances(*ids)), tables)
    for label, build in THREE.items():
        cases.calls("attention", {}, made, additions, {label: build}, 4820)
    return cases


def sandwich_bias(heads, distance, dim=128, base=10000.0):
    frequencies = base ** (-2 * np.arange(dim // 2) / dim)
    ratios = 8 * np.arange(1, heads + 1) / heads
    return np.cos(distance[..., None] * frequencies).sum(-1) / ratios[:, None, None]


def sinusoid_products(heads, queries, keys, dim):
    """The paper's appendix E: inner products of sinusoidal rows."""
    frequencies = 10000.0 ** (-2 * np.arange(dim // 2) / dim)
    rows = [np.concatenate([f(np.outer(x, frequencies)) for f in (np.sin, np.cos)], axis=1) for x in (queries, keys)]
    return (rows[0] @ rows[1].T) / (8 * np.arange(1, heads + 1) / heads)[:, None, None]


def sandwich():
    source = f"{AFTER} attention-gym mods/sandwich.py and appendix E of the paper"
    conventions = ["bias = Σ_i cos(d·base^(−2i/dim)) ÷ (8(h + 1)/H)"]
    cases = EncodingCases("sandwich", [source], conventions, [51], source)
    for name, given, heads in (("paper", {}, 3), ("narrow", {"dim": 16}, 4), ("base", {"dim": 32, "base": 500}, 2)):
        bias = sandwich_bias(heads, distances(QUERIES, KEYS), **given)
        if "base" not in given:
            other = sinusoid_products(heads, QUERIES, KEYS, given.get("dim", 128))
            require_close("Sandwich as inner products", other, bias, 1e-11)
        cases.bias(name, given, (QUERIES, KEYS), bias)

    def additions(call, _):
        return {"bias": sandwich_bias(call.heads, call.distance, 16)}

    cases.calls("attention", {"dim": 16}, {}, additions, seed=4300)
    return cases


# ---- scalar tables and buckets --------------------------------------------------------------------------------------


def table_bias(table, row):
    """table [rows, heads], row [queries, keys] → [heads, queries, keys]"""
    return np.moveaxis(np.asarray(table, np.float64)[row], -1, 0)


def clipped_rows(table, distance):
    reach = len(table) // 2
    return np.clip(distance, -reach, reach).astype(int) + reach


def relative_bias():
    source = "NumPy float64 construction of table[clip(key − query, ±k) + k]"
    cases = EncodingCases("relativeBias", [source, "transformers Swin over a window of height 1"])
    for name, row, reach in (("every-distance", 11, 20), ("clipped", 12, 3)):
        table = normal(4400 + row, 2 * reach + 1, 3)
        bias = table_bias(table, clipped_rows(table, distances(QUERIES, KEYS)))
        cases.of([row], source).bias(name, {}, (QUERIES, KEYS), bias, {"table": table})
    swin, table = SwinRelativePositionBias(3, (1, 5)), normal(4420, 9, 3)
    with torch.no_grad():
        swin.relative_position_bias_table.copy_(torch.from_numpy(table[::-1].copy()))
    line = range(5), range(5)
    bias = table_bias(table, clipped_rows(table, distances(*line)))
    require_close("Swin over a line", swin().detach()[0], bias, 0)
    reversed_table = f"{HF} SwinRelativePositionBias, window (1, 5); it counts query − key, so its table is reversed"
    cases.of([11], reversed_table).bias("line", {}, line, bias, {"table": table})

    def additions(call, tables):
        return {"bias": table_bias(tables["table"], clipped_rows(tables["table"], call.distance))}

    def tables(heads):
        return {"table": normal(4430 + heads, 7, heads)}

    cases.of([12], source).calls("clipped", {}, tables, additions, seed=4450)
    return cases


def bucket_of(distance, edges, directional):
    bucket = np.searchsorted(edges, np.abs(distance), side="right")
    other = torch.bucketize(torch.from_numpy(np.abs(distance)), torch.tensor(edges), right=True)
    require_close("torch.bucketize", other, bucket, 0)
    return np.where((distance > 0) & (bucket > 0) & directional, bucket + len(edges), bucket)


def buckets():
    source = "NumPy float64 construction of the buckets 0 | 1 | 2–4 | 5–16 | beyond, cross-checked with torch.bucketize"
    conventions = [
        "bucket = how many edges are ≤ |key − query|; directional: past the query, all but bucket 0 come once more"
    ]
    cases = EncodingCases("buckets", [source], conventions, [13], source)
    settings = {"both-ways": ([1, 2, 5, 17], False), "directional": ([1, 2, 5, 17], True), "wide-zero": ([3, 10], True)}
    ids = [0, 20, 21], range(42)
    for number, (name, (edges, directional)) in enumerate(settings.items()):
        rows, given = (2 if directional else 1) * len(edges) + 1, {"edges": edges, "directional": directional}

        def bias(table, distance, edges=edges, directional=directional):
            return table_bias(table, bucket_of(distance, edges, directional))

        def tables(heads, rows=rows, number=number):
            return {"table": normal(4510 + 10 * number + heads, rows, heads)}

        def additions(call, own, bias=bias):
            return {"bias": bias(own["table"], call.distance.astype(np.float64))}

        table = normal(4500 + number, rows, 3)
        cases.bias(name, given, ids, bias(table, distances(*ids)), {"table": table})
        if name != "wide-zero":
            calls = {label: THREE[label] for label in ("decode", "gapped")}
            cases.calls(name, given, tables, additions, calls, 4540 + number)
    return cases


# ---- T5 -------------------------------------------------------------------------------------------------------------

BIDIRECTIONAL_EDGES = [*range(8), 8, 12, 16, 23, 32, 46, 64, 91]
CAUSAL_EDGES = [*range(16), 16, 19, 21, 24, 27, 31, 35, 40, 46, 52, 59, 67, 77, 87, 99, 113]


def t5_bucket(distance, bidirectional, count=32, reach=128):
    relative = torch.from_numpy(np.asarray(distance, np.int64))
    bucket = T5Attention._relative_position_bucket(relative, bidirectional, count, reach)
    other = RelativePositionBias._relative_position_bucket(relative, not bidirectional, count, reach)
    require_close("T5 buckets of x-transformers", other, bucket, 0)
    return bucket.numpy()


def require_known_edges():
    for bidirectional, edges in ((True, BIDIRECTIONAL_EDGES), (False, CAUSAL_EDGES)):
        found = t5_bucket(-np.arange(2000), bidirectional)
        expected = np.searchsorted(edges, np.arange(2000), side="right") - 1
        require_close("T5 edges", found, expected, 0)
    if 16 in t5_bucket(np.arange(-2000, 2000), True):
        raise AssertionError("bucket 16 was reached")


def t5_given(bidirectional, scores, reach=128):
    return {"bidirectional": bidirectional, "maxDistance": reach, "scores": scores}


T5_KEYS = [
    0, 87, 88, 104, 109, 110, 154, 155, 168, 177, 184, 188, 189, 192, 193, 200, 201, 207, 208, 212, 291, 292, 400,
]


def add_t5_bias(cases):
    for row, bidirectional in ((14, True), (15, False)):
        table, small = normal(4600 + row, 32, 2), normal(4620 + row, 12, 2)
        table[16] = 1000 if bidirectional else table[16]  # unreachable: the number must not come through
        name, t5_buckets = "bidirectional" if bidirectional else "causal", cases.of([row], f"{HF} T5Attention buckets")
        ids = [200, 0], T5_KEYS
        bias = table_bias(table, t5_bucket(distances(*ids), bidirectional))
        t5_buckets.bias(name, t5_given(bidirectional, "unscaled"), ids, bias, {"table": table})
        ids = [30, 0], T5_KEYS[:12]
        bias = table_bias(small, t5_bucket(distances(*ids), bidirectional, 12, 50))
        t5_buckets.bias(f"{name}-12-50", t5_given(bidirectional, "unscaled", 50), ids, bias, {"table": small})
    module, table = RelativePositionBias(math.sqrt(6), heads=2), normal(4640, 32, 2)
    with torch.no_grad():
        module.relative_attention_bias.weight.copy_(torch.from_numpy(table))
        bias = module.double()(5, 40).numpy()
    ids, scaled = (range(35, 40), range(40)), cases.of([14], f"{XT} RelativePositionBias, scale √6")
    scaled.bias("scaled", t5_given(True, "scaled"), ids, bias, {"table": table}, dim=6)


def library_t5_bias(table, bidirectional, reach, queries, keys, past):
    """[heads, queries, keys] of T5Attention.compute_bias; query i stands at past + i."""
    sizes = {"relative_attention_num_buckets": len(table), "relative_attention_max_distance": reach}
    config = T5Config(d_model=12, d_kv=4, num_heads=table.shape[1], is_decoder=not bidirectional, **sizes)
    module = T5Attention(config, has_relative_attention_bias=True, layer_idx=0)
    with torch.no_grad():
        module.relative_attention_bias.weight.copy_(torch.from_numpy(table))
    return module.compute_bias(queries, keys, past_seen_tokens=past).detach().numpy()[0]


def add_t5_settings(cases):
    """Even and odd numbers of buckets: the library's bias, to the bit, and the bucket of every distance to 300."""
    exact = {"absolute": 0, "relative": 0}
    far = [300], range(601)
    for seed, (count, reach) in enumerate(((32, 128), (16, 64), (12, 50), (8, 20), (9, 20), (31, 128)), start=300):
        table = normal(seed, count, 3)
        for row, bidirectional in ((14, True), (15, False)):
            own, given = cases.of([row], f"{HF} T5Attention.compute_bias"), t5_given(bidirectional, "unscaled", reach)
            past, name = (60, "bidirectional") if bidirectional else (141, "causal")
            bias = library_t5_bias(table, bidirectional, reach, 9, 150, past)
            ids = range(past, past + 9), range(150)
            own.bias(f"library-{name}-{count}-{reach}", given, ids, bias, {"table": table}, tolerance=exact)
            bias = table_bias(table, t5_bucket(distances(*far), bidirectional, count, reach))
            own.bias(f"distances-{name}-{count}-{reach}", given, far, bias, {"table": table}, tolerance=exact)


def add_t5_attention(cases):
    sides = {"unscaled": (0, f"{HF} T5"), "scaled": (1, f"{XT} RelativePositionBias, scale √headDim")}
    for scores, (factor, source) in sides.items():
        for heads, labels in ((4, ["decode"]), (2, ["gapped", "masked"])):
            bidirectional, tables = heads == 2, {"table": normal(4650 + heads, 32, heads)}

            def additions(call, own, bidirectional=bidirectional, factor=factor):
                bias = table_bias(own["table"], t5_bucket(call.distance, bidirectional))
                return {"bias": bias * (call.dim**0.5 if factor else 1), "scale": None if factor else 1.0}

            calls, given = {label: THREE[label] for label in labels}, t5_given(bidirectional, scores)
            cases.of([14 if bidirectional else 15], source).calls(scores, given, tables, additions, calls, 4660)


def require_whole_t5():
    """transformers' module from bias to output."""
    config = T5Config(d_model=8, d_kv=4, num_heads=2, attn_implementation="eager")
    module, call = T5Attention(config, has_relative_attention_bias=True, layer_idx=0).double().eval(), Call(4690)
    rows = [double(x) for x in (call.query, call.key, call.value)]
    with torch.no_grad():
        bias = module.compute_bias(6, 6)
        output = eager_attention_forward(module, *rows, None, module.scaling, position_bias=bias)[0].transpose(1, 2)
    table = module.relative_attention_bias.weight.detach().numpy()
    ours = solve(call, bias=table_bias(table, t5_bucket(call.distance, True)), scale=1.0)
    require_close("T5 attention", output, ours["output"], 1e-12)


def t5():
    require_known_edges()
    require_whole_t5()
    truth = ["transformers T5Attention", "x-transformers RelativePositionBias"]
    conventions = [
        "unscaled: q·k is not divided, as in T5; scaled: q·k/√headDim and the table times √headDim, as x-transformers"
    ]
    cases = EncodingCases("t5", truth, conventions)
    for add in (add_t5_bias, add_t5_settings, add_t5_attention):
        add(cases)
    return cases


# ---- graphs ---------------------------------------------------------------------------------------------------------

EDGES = [(0, 1), (1, 2), (2, 3), (3, 4), (1, 4), (4, 5), (6, 7)]


def shortest_paths(nodes, limit):
    """[nodes, nodes]: hops, everything farther than limit (or unconnected) is limit + 1; Floyd and Warshall."""
    hops = np.full((nodes, nodes), nodes + limit + 1)
    np.fill_diagonal(hops, 0)
    for a, b in EDGES:
        hops[a, b] = hops[b, a] = 1
    for between in range(nodes):
        hops = np.minimum(hops, hops[:, between, None] + hops[None, between, :])
    graph = networkx.Graph(EDGES)
    for a, reached in networkx.all_pairs_shortest_path_length(graph):
        require_close("networkx", [reached.get(b, nodes + limit + 1) for b in range(nodes)], hops[a], 0)
    return np.minimum(hops, limit + 1)


def graphormer():
    source = f"{AFTER} attention-gym mods/graphormer.py (spatial term); paths as networkx 3.6.1"
    conventions = ["bias = table[distances[query position, key position], head]; the last row: far or unconnected"]
    cases = EncodingCases("graphormer", [source], conventions, [69], source)
    hops = shortest_paths(8, 2)
    tables = {"distances": hops.astype(np.float32), "table": normal(4700, 4, 2)}
    cases.bias("graph", {}, (range(8), range(8)), table_bias(tables["table"], hops), tables)
    two_by_two = {"query_positions": [7, 3, 0], "key_positions": [1, 4, 6, 7, 2]}
    calls = {
        "picked": lambda seed: Call(seed, queries=3, keys=5, **two_by_two),
        "whole": lambda seed: Call(seed, queries=8),
        "masked": masked,
    }

    def additions(call, _):
        return {"bias": table_bias(tables["table"], hops[np.ix_(*call.positions)])}

    cases.calls("attention", {}, tables, additions, calls, 4710)
    return cases


def tensor_files(golden):
    return [cases().file() for cases in (alibi, kerple, tisa, sandwich, relative_bias, buckets, t5, graphormer)]
