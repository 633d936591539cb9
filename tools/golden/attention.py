"""Attention in float64 from torch's scaled_dot_product_attention: masks, grouped heads, biases, rotations.

Every case stores what goes in (float32) and three results: output, weights and scores. The weights come from
the same torch function with the identity as value. The scores are written down here from their definition and
must lead to torch's weights.
"""

import warnings

import numpy as np
import torch
from onnx import TensorProto, helper
from onnx.reference import ReferenceEvaluator
from torch.nn.attention.bias import causal_lower_right
from torch.nn.attention.flex_attention import flex_attention
from torch.nn.functional import scaled_dot_product_attention
from transformers.models.bloom.modeling_bloom import build_alibi_tensor
from transformers.models.gpt_oss.modeling_gpt_oss import eager_attention_forward as gpt_oss_attention
from transformers.models.t5.modeling_t5 import T5Attention

from golden_file import GoldenFile, normal, require_close
from rope_rotations import rotate_half_split, rotate_interleaved

UNLIMITED = -1

# Expected warnings: rows without keys, and flex_attention in its plain, uncompiled form.
warnings.filterwarnings("ignore", message="Lower right causal bias")
warnings.filterwarnings("ignore", message="flex_attention called without torch.compile")


def inputs(seed, batch=2, heads=4, kv_heads=None, queries=7, keys=13, head_dim=5, value_dim=3, size=1.0):
    """query, key, value: float32 arrays [batch, heads, tokens, dim]."""
    kv_heads = kv_heads or heads
    return {
        "query": normal(seed, batch, heads, queries, head_dim) * np.float32(size),
        "key": normal(seed + 1, batch, kv_heads, keys, head_dim) * np.float32(size),
        "value": normal(seed + 2, batch, kv_heads, keys, value_dim),
    }


def distances_of(tensors, offset=0):
    """[queries, keys]: key − query, with query i at position i + offset."""
    queries, keys = tensors["query"].shape[2], tensors["key"].shape[2]
    return np.arange(keys)[None, :] - np.arange(queries)[:, None] - offset


def spread_heads(tensors):
    """Double tensors whose key/value heads are repeated to the number of query heads (consecutive groups)."""
    query, key, value = (torch.from_numpy(tensors[name]).double() for name in ("query", "key", "value"))
    group = query.shape[1] // key.shape[1]
    return query, key.repeat_interleave(group, 1), value.repeat_interleave(group, 1)


def mask_as_bias(visible):
    """0 where visible, −∞ where hidden."""
    return torch.where(torch.as_tensor(visible), 0.0, -torch.inf).double()


def scaled_scores(query, key, scale):
    return query @ key.transpose(-1, -2) * (query.shape[-1] ** -0.5 if scale is None else scale)


def weights_of(query, key, attn_mask, scale):
    """[batch, heads, queries, keys]: torch's attention over the identity."""
    keys = key.shape[2]
    identity = torch.eye(keys, dtype=torch.float64).expand(*key.shape[:2], keys, keys)
    return scaled_dot_product_attention(query, key, identity, attn_mask=attn_mask, scale=scale)


def results(query, key, value, bias=None, visible=None, scale=None):
    """output, weights, scores with a float bias and a boolean mask (True = attend), both broadcast."""
    addition = torch.zeros(1, 1, query.shape[2], key.shape[2], dtype=torch.float64)
    addition = addition if bias is None else addition + bias
    addition = addition if visible is None else addition + mask_as_bias(visible)
    scores = scaled_scores(query, key, scale) + addition
    weights = weights_of(query, key, addition, scale)
    require_close("softmax of the scores", torch.nan_to_num(scores.softmax(-1), nan=0.0), weights, 1e-12)
    output = scaled_dot_product_attention(query, key, value, attn_mask=addition, scale=scale)
    return {"output": output.numpy(), "weights": weights.numpy(), "scores": scores.numpy()}


def parameters(**given):
    """The parameters of a case, with the values that mean "not used" for the rest."""
    unused = {
        "position": [], "causal": False, "causalOffset": 0, "windowLeft": UNLIMITED, "windowRight": UNLIMITED,
        "scale": None, "softcap": 0, "softcapWhere": "beforeBias",
    }
    return unused | given


def plain(seed, scale=None, **sizes):
    tensors = inputs(seed, **sizes)
    return tensors | results(*spread_heads(tensors), scale=scale), parameters(scale=scale)


def large_scores(seed):
    """Scores beyond ±10⁴: nothing overflows, but float32 scores are only good to about 10⁻³."""
    tensors, given = plain(seed, size=70.0)
    return tensors, given | {"tolerance": {"absolute": 5e-3, "relative": 1e-6}}


def causal(seed, offset, **sizes):
    """Query i sees the keys up to i + offset; offset 0 and keys − queries are torch's two alignments."""
    tensors = inputs(seed, **sizes)
    query, key, value = spread_heads(tensors)
    found = results(query, key, value, visible=distances_of(tensors, offset) <= 0)
    if offset == 0:
        require_close("is_causal", scaled_dot_product_attention(query, key, value, is_causal=True), found["output"], 1e-12)
    if offset == key.shape[2] - query.shape[2]:
        lower_right = causal_lower_right(query.shape[2], key.shape[2])
        other = scaled_dot_product_attention(query, key, value, attn_mask=lower_right)
        require_close("causal_lower_right", other, found["output"], 1e-12)
    return tensors | found, parameters(causal=True, causalOffset=offset)


def grouped(seed, heads, kv_heads):
    """Grouped queries; compared with torch's own enable_gqa."""
    tensors = inputs(seed, heads=heads, kv_heads=kv_heads, head_dim=8, value_dim=8)
    found = results(*spread_heads(tensors))
    query, key, value = (torch.from_numpy(tensors[name]).double() for name in ("query", "key", "value"))
    other = scaled_dot_product_attention(query, key, value, enable_gqa=True)
    require_close("enable_gqa", other, found["output"], 1e-12)
    return tensors | found, parameters()


def window(seed, left, right, offset, **sizes):
    """Keys from i + offset − left to i + offset + right; torch sees it as a boolean mask."""
    tensors = inputs(seed, **sizes)
    distance = distances_of(tensors, offset)
    visible = ((left < 0) | (distance >= -left)) & ((right < 0) | (distance <= right))
    found = results(*spread_heads(tensors), visible=visible)
    return tensors | found, parameters(windowLeft=left, windowRight=right, causalOffset=offset)


def causal_window(seed, left, offset, **sizes):
    tensors = inputs(seed, **sizes)
    distance = distances_of(tensors, offset)
    found = results(*spread_heads(tensors), visible=(distance <= 0) & (distance >= -left))
    return tensors | found, parameters(causal=True, causalOffset=offset, windowLeft=left)


def float_mask(seed, batch, heads):
    """An added mask whose batch and head axes are 1 or full, with a few −∞."""
    tensors = inputs(seed)
    bias = normal(seed + 3, batch, heads, 7, 13)
    bias[np.random.default_rng(seed).random(bias.shape) < 0.2] = -np.inf
    found = results(*spread_heads(tensors), bias=torch.from_numpy(bias).double())
    return tensors | {"maskBias": bias} | found, parameters()


def boolean_mask(seed):
    """True = attend; query 2 of head 1 and query 4 of every head see nothing: their rows are zero."""
    tensors = inputs(seed)
    visible = np.random.default_rng(seed).random((1, 4, 7, 13)) < 0.6
    visible[:, 1, 2] = False
    visible[:, :, 4] = False
    query, key, value = spread_heads(tensors)
    found = results(query, key, value, visible=visible)
    other = scaled_dot_product_attention(query, key, value, attn_mask=torch.from_numpy(visible))
    require_close("boolean mask", other, found["output"], 1e-12)
    return tensors | {"mask": visible} | found, parameters()


def alibi(seed, heads, symmetric):
    """BLOOM's slopes, added after scaling; causal unless symmetric."""
    tensors = inputs(seed, heads=heads)
    offset = 6
    distance = distances_of(tensors, offset)
    slopes = build_alibi_tensor(torch.ones(1, 2, dtype=torch.long), heads, torch.float32)[:, 0, 1].double()
    bias = slopes[:, None, None] * torch.from_numpy(-np.abs(distance) if symmetric else distance)
    found = results(*spread_heads(tensors), bias=bias, visible=None if symmetric else distance <= 0)
    position = {"type": "alibi", "slopes": [], "symmetric": symmetric}
    return tensors | found, parameters(position=[position], causal=not symmetric, causalOffset=offset)


def rope(seed, layout, rotary_dim, query_positions, key_positions):
    """Query and key are rotated by transformers, then attend without a mask."""
    tensors = inputs(seed, queries=len(query_positions), keys=len(key_positions), heads=4, kv_heads=2, head_dim=6)
    rotate = {"half": rotate_half_split, "interleaved": rotate_interleaved}[layout]
    query, key, value = spread_heads(tensors)
    query = torch.stack([rotate(x, query_positions, rotary_dim, 10000.0) for x in query])
    key = torch.stack([rotate(x, key_positions, rotary_dim, 10000.0) for x in key])
    tensors |= {
        "queryPositions": np.array(query_positions, np.float32),
        "keyPositions": np.array(key_positions, np.float32),
    }
    position = {"type": "rope", "layout": layout, "base": 10000, "rotaryDim": 0 if rotary_dim == 6 else rotary_dim}
    return tensors | results(query, key, value), parameters(position=[position])


def rope_and_alibi(seed):
    """Two encodings composed: the rotation enters the product, the bias is added to the scaled scores."""
    tensors = inputs(seed, queries=13, head_dim=8)
    query, key, value = spread_heads(tensors)
    query, key = (torch.stack([rotate_half_split(x, np.arange(13), 8, 10000.0) for x in rows]) for rows in (query, key))
    slopes = build_alibi_tensor(torch.ones(1, 2, dtype=torch.long), 4, torch.float32)[:, 0, 1].double()
    distance = distances_of(tensors)
    found = results(query, key, value, slopes[:, None, None] * torch.from_numpy(distance), distance <= 0)
    positions = [
        {"type": "rope", "layout": "half", "base": 10000, "rotaryDim": 0},
        {"type": "alibi", "slopes": [], "symmetric": False},
    ]
    return tensors | found, parameters(position=positions, causal=True)


def t5(seed, bidirectional, offset, scale):
    """T5 buckets from a table [buckets, heads]; T5 itself uses scale 1."""
    tensors = inputs(seed, keys=150)
    table = normal(seed + 3, 32, 4)
    distance = distances_of(tensors, offset)
    bucket = T5Attention._relative_position_bucket(torch.from_numpy(distance), bidirectional, 32, 128)
    bias = torch.from_numpy(table).double()[bucket].permute(2, 0, 1)
    found = results(*spread_heads(tensors), bias=bias, visible=None if bidirectional else distance <= 0, scale=scale)
    position = {"type": "t5", "table": "table", "bidirectional": bidirectional, "maxDistance": 128}
    given = parameters(position=[position], causal=not bidirectional, causalOffset=offset, scale=scale)
    return tensors | {"table": table} | found, given


def softcap(seed, cap):
    """cap·tanh(score/cap) on the scaled scores, then the causal mask; compared with flex_attention."""
    tensors = inputs(seed, queries=13, head_dim=8, value_dim=8, size=3.0)
    query, key, value = spread_heads(tensors)
    visible = distances_of(tensors) <= 0
    scores = cap * torch.tanh(scaled_scores(query, key, None) / cap) + mask_as_bias(visible)
    weights = scores.softmax(-1)

    def capped(score, batch, head, query_index, key_index):
        return torch.where(query_index >= key_index, cap * torch.tanh(score / cap), -torch.inf)

    output = flex_attention(query, key, value, score_mod=capped)
    require_close("flex_attention", output, weights @ value, 1e-12)
    found = {"output": output.numpy(), "weights": weights.numpy(), "scores": scores.numpy()}
    return tensors | found, parameters(causal=True, softcap=cap)


class Module:
    """What gpt-oss's attention function reads of its module."""

    def __init__(self, sinks, groups):
        self.sinks, self.num_key_value_groups, self.training = sinks, groups, False


def sinks(seed, hidden_row=False, **sizes):
    """A logit per head beside the scores of each softmax, as transformers' gpt-oss appends it; it has no value."""
    tensors = inputs(seed, head_dim=8, value_dim=8, **sizes)
    heads, kv_heads = tensors["query"].shape[1], tensors["key"].shape[1]
    tensors["sinks"] = normal(seed + 3, heads) * np.float32(2)
    query, key, value = (torch.from_numpy(tensors[name]).double() for name in ("query", "key", "value"))
    visible = distances_of(tensors) <= (-1 if hidden_row else 0)  # query 0 sees its sink alone
    module = Module(torch.from_numpy(tensors["sinks"]).double(), heads // kv_heads)
    scale = query.shape[-1] ** -0.5
    mask = mask_as_bias(visible)[None, None]
    output, weights = gpt_oss_attention(module, query, key, value, mask, scaling=scale)
    spread_query, spread_key, _ = spread_heads(tensors)
    scores = scaled_scores(spread_query, spread_key, None) + mask
    found = {"output": output.transpose(1, 2).numpy(), "weights": weights.numpy(), "scores": scores.numpy()}
    if not hidden_row:
        return tensors | found, parameters(causal=True)
    return tensors | {"mask": np.asarray(visible, np.uint8)} | found, parameters()


def softcap_after_bias(seed, cap):
    """cap·tanh((score + mask)/cap): ONNX's Attention of opset 23 and 24 up to onnx 1.21."""
    tensors = inputs(seed, queries=13, head_dim=8, value_dim=8, size=3.0)
    mask = normal(seed + 3, 13, 13) * np.float32(4)
    mask[..., 5] = np.finfo(np.float32).min  # becomes −cap: not hidden
    query, key, value = spread_heads(tensors)
    names = ["query", "key", "value", "mask"]
    node = helper.make_node("Attention", names, ["output", "", "", "weights"], softcap=cap, qk_matmul_output_mode=3)
    double = TensorProto.DOUBLE
    graph = helper.make_graph(
        [node], "attention", [helper.make_tensor_value_info(name, double, None) for name in names],
        [helper.make_tensor_value_info(name, double, None) for name in ("output", "weights")],
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 23)])
    given = dict(zip(names, (query.numpy(), key.numpy(), value.numpy(), mask.astype(np.float64))))
    output, weights = ReferenceEvaluator(model).run(None, given)
    scores = cap * torch.tanh((scaled_scores(query, key, None) + torch.from_numpy(mask).double()) / cap)
    require_close("softmax of the scores", scores.softmax(-1), weights, 1e-12)
    found = {"output": output, "weights": weights, "scores": scores.numpy()}
    return tensors | {"maskBias": mask} | found, parameters(softcap=cap, softcapWhere="afterBias")


def all_cases():
    """name -> (tensors, parameters)"""
    gap_queries, gap_keys = [3, 7, 8, 30, 31, 64, 100], [0, 1, 2, 3, 7, 8, 9, 30, 31, 32, 64, 65, 100]
    return {
        "plain": plain(1000), "plain-scale": plain(1010, scale=0.3),
        "plain-one-key": plain(1020, queries=3, keys=1, head_dim=1, value_dim=1),
        "plain-wide": plain(1030, batch=1, heads=2, queries=5, keys=67, head_dim=33, value_dim=17),
        "plain-long": plain(1040, batch=1, heads=1, queries=3, keys=515, head_dim=8, value_dim=9),
        "plain-large-scores": large_scores(1050), "causal-square": causal(1100, 0, queries=13),
        "causal-top-left": causal(1110, 0), "causal-bottom-right": causal(1120, 6),
        "causal-more-queries": causal(1130, -4, queries=9, keys=5), "grouped-6-2": grouped(1200, 6, 2),
        "grouped-8-1": grouped(1210, 8, 1), "window-both": window(1300, 2, 3, 0, queries=13),
        "window-left": window(1310, 2, UNLIMITED, 6), "window-self": window(1320, 0, 0, 0, queries=13),
        "window-causal": causal_window(1330, 3, 6), "mask-float": float_mask(1400, 2, 4),
        "mask-float-one-head": float_mask(1410, 2, 1), "mask-float-one-batch": float_mask(1420, 1, 4),
        "mask-boolean": boolean_mask(1430), "alibi": alibi(1500, 4, False), "alibi-3-heads": alibi(1510, 3, False),
        "alibi-symmetric": alibi(1520, 4, True), "rope-half": rope(1600, "half", 6, np.arange(7) + 6, np.arange(13)),
        "rope-half-gaps": rope(1610, "half", 6, gap_queries, gap_keys),
        "rope-interleaved": rope(1620, "interleaved", 6, gap_queries, gap_keys),
        "rope-half-partial": rope(1630, "half", 4, gap_queries, gap_keys), "rope-alibi": rope_and_alibi(1640),
        "t5-bidirectional": t5(1700, True, 70, 1.0), "t5-causal": t5(1710, False, 143, 1.0),
        "t5-scaled": t5(1720, True, 70, None), "softcap": softcap(1800, 2.5),
        "softcap-after-bias": softcap_after_bias(1810, 2.5), "sinks": sinks(1900, queries=13),
        "sinks-grouped": sinks(1910, heads=6, kv_heads=2, queries=17, keys=17),
        "sinks-hidden-row": sinks(1920, queries=13, hidden_row=True),
        "sinks-long": sinks(1930, batch=1, heads=2, queries=3, keys=515),
    }


def tensor_files(golden):
    tensors, cases = {}, {}
    for name, (case_tensors, cases[name]) in all_cases().items():
        tensors |= {f"{name}.{key}": value for key, value in case_tensors.items()}
    return [
        GoldenFile(
            name="attention.safetensors",
            tensors=tensors,
            truth=[
                "torch.nn.functional.scaled_dot_product_attention",
                "torch.nn.attention.bias.causal_lower_right, torch.nn.attention.flex_attention.flex_attention",
                "transformers: bloom.build_alibi_tensor, llama/gpt_neox/gptj.apply_rotary_pos_emb, "
                "T5Attention._relative_position_bucket, gpt_oss.eager_attention_forward",
                "onnx.reference.ReferenceEvaluator: Attention, opset 23",
            ],
            precision="float64 from float32 inputs, rounded to float32",
            tolerance={"absolute": 4e-6, "relative": 4e-6},
            conventions=[
                "query, output [batch, heads, queries, dim]; key, value [batch, kvHeads, keys, dim]",
                "weights and scores [batch, heads, queries, keys]; query head h reads key/value head h·kvHeads/heads",
                "scores are scaled, then softcap, bias and mask; hidden = −inf; softcapWhere afterBias: the cap comes last",
                "sinks [heads]: a logit in the sum of each softmax; scores do not include it",
                "a fully masked row has weights and output 0",
                "causal: query i sees key j when j ≤ i + causalOffset",
                "window: i + causalOffset − windowLeft ≤ j ≤ i + causalOffset + windowRight; −1 = unlimited",
                "without queryPositions and keyPositions, key j stands at j and query i at i + causalOffset "
                "(alibi-symmetric and t5 without a causal mask: the same)",
                "mask (uint8, 1 = attend) and maskBias (float32, added) are broadcast over batch and heads",
                "scale null means 1/√headDim; the position \"table\" names the tensor of the case",
                "a case with a tolerance of its own overrides the one of the file",
            ],
            cases=cases,
        )
    ]
