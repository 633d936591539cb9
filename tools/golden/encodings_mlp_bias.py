"""Biases whose numbers come from a small network or a table over a window: FIRE, dynamic MLP bias, Swin, Swin-v2.

Each is a NumPy formula in float64, held against the library that has it.
"""

import math

import numpy as np
import torch
from torch import nn
from transformers import Swinv2Config
from transformers.models.swin.modeling_swin import SwinRelativePositionBias
from transformers.models.swinv2.modeling_swinv2 import Swinv2SelfAttention
from x_transformers.x_transformers import DynamicPositionBias

from encoding_calls import Call, distances, padding_mask
from encoding_cases import AFTER, HF, XT, EncodingCases, solve
from golden_file import normal, require_close

QUERIES, KEYS = [0, 1, 5, 12, 700], [0, 1, 2, 5, 6, 11, 12, 20, 700]


def network(seed, *widths):
    """{weight1, bias1, …}: weights [out, in] as torch keeps them, biases [1, out]."""
    layers = {}
    for number, (inputs, outputs) in enumerate(zip(widths, widths[1:]), start=1):
        layers[f"weight{number}"] = normal(seed + 2 * number, outputs, inputs)
        layers[f"bias{number}"] = normal(seed + 2 * number + 1, 1, outputs)
    return layers


def through(layers, x, between):
    """x [..., in] → [..., out]; a missing bias is zero."""
    count = sum(name.startswith("weight") for name in layers)
    for number in range(1, count + 1):
        x = x @ layers[f"weight{number}"].T.astype(np.float64) + layers.get(f"bias{number}", [0.0])[0]
        x = between(x) if number < count else x
    return x


def relu(x):
    return np.maximum(x, 0)


def silu(x):
    return x / (1 + np.exp(-x))


# ---- FIRE -----------------------------------------------------------------------------------------------------------


def fire_bias(layers, queries, keys, c=0.1, threshold=512.0, multiplier=1.0, epsilon=1e-6):
    """[heads, queries, keys]"""

    def squeezed(x):
        return np.log(np.abs(c * x) + 1)

    normalizer = squeezed(np.maximum(np.asarray(queries, np.float64), abs(multiplier * threshold)))
    ratio = squeezed(distances(queries, keys)) / (normalizer[:, None] + epsilon)
    return np.moveaxis(through(layers, ratio[..., None], relu), -1, 0)


def fire():
    source = f"{AFTER} mcleish7/arithmetic cramming/architectures/embeddings.py FIRE"
    conventions = [
        "MLP(ψ(|d|) / (ψ(max(query, |multiplier·threshold|)) + epsilon)), ψ(x) = ln(|c·x| + 1), ReLU in between"
    ]
    cases = EncodingCases("fire", [source], conventions, [52], source)
    settings = {
        "paper": {},
        "short-threshold": {"c": 0.3, "threshold": 4.0, "multiplier": -1.5},
        "no-threshold": {"c": -0.5, "threshold": 0.0, "epsilon": 0.01},
    }
    for number, (name, given) in enumerate(settings.items()):
        layers = network(5000 + 10 * number, 1, 8, 3)
        cases.bias(name, given, (QUERIES, KEYS), fire_bias(layers, QUERIES, KEYS, **given), layers)

    def additions(call, layers):
        return {"bias": fire_bias(layers, *call.positions, threshold=6.0)}

    def tables(heads):
        return network(5050 + 10 * heads, 1, 32, heads)

    cases.calls("attention", {"threshold": 6.0}, tables, additions, seed=5100)
    return cases


# ---- dynamic position bias ------------------------------------------------------------------------------------------


def mlp_bias(layers, queries, keys, log):
    """[heads, queries, keys]; the network is asked about query − key."""
    behind = -distances(queries, keys)
    behind = np.sign(behind) * np.log(np.abs(behind) + 1) if log else behind
    return np.moveaxis(through(layers, behind[..., None], silu), -1, 0)


def library_mlp_bias(layers, width, heads, queries, keys, log):
    depth = sum(name.startswith("weight") for name in layers) - 1
    module = DynamicPositionBias.__new__(DynamicPositionBias)
    nn.Module.__init__(module)
    linear = [nn.Linear(*reversed(layers[f"weight{n}"].shape)) for n in range(1, depth + 2)]
    for number, layer in enumerate(linear, start=1):
        with torch.no_grad():
            layer.weight.copy_(torch.from_numpy(layers[f"weight{number}"]))
            layer.bias.copy_(torch.from_numpy(layers[f"bias{number}"][0]))
    module.log_distance = log
    module.mlp = nn.ModuleList([*(nn.Sequential(layer, nn.SiLU()) for layer in linear[:-1]), linear[-1]])
    with torch.no_grad():
        return module(queries, keys)  # float32: the library asks its network in float


def mlp():
    source = f"{AFTER} {XT} DynamicPositionBias, cross-checked with it"
    conventions = ["MLP(query − key), or of sign·ln(|query − key| + 1); SiLU in between"]
    cases = EncodingCases("mlpBias", [source], conventions, [53], source)
    settings = [("one-layer", (1, 6, 3), False), ("two-layers", (1, 6, 6, 3), False)]
    settings += [("one-layer-log", (1, 6, 3), True), ("two-layers-log", (1, 6, 6, 3), True)]
    for number, (name, widths, log) in enumerate(settings):
        layers = network(5200 + 10 * number, *widths)
        ids = range(7, 13), range(13)
        other = library_mlp_bias(layers, widths[1], 3, 6, 13, log)
        require_close(f"x-transformers {name}", other, mlp_bias(layers, *ids, log), 2e-5)
        near = [0, 1, 5, 12], [0, 1, 2, 5, 6, 11, 12, 20]
        cases.bias(name, {"log": log}, near, mlp_bias(layers, *near, log), layers)

    def additions(call, layers):
        return {"bias": mlp_bias(layers, *call.positions, True)}

    def tables(heads):
        return network(5250 + 10 * heads, 1, 6, 6, heads)

    cases.calls("attention", {"log": True}, tables, additions, seed=5280)
    return cases


# ---- Swin -----------------------------------------------------------------------------------------------------------


def offsets(ids, width):
    """(dy, dx) [queries, keys]: query − key of positions y·width + x."""
    return [
        np.subtract.outer(side(np.asarray(ids[0])), side(np.asarray(ids[1])))
        for side in (lambda p: p // width, lambda p: p % width)
    ]


def swin_bias(table, ids, height, width):
    dy, dx = offsets(ids, width)
    return np.moveaxis(table.astype(np.float64)[(dy + height - 1) * (2 * width - 1) + dx + width - 1], -1, 0)


def windows(height, width):
    """Calls inside one window: all of it, parts of it, and padding."""
    tokens = height * width
    picked = {"query_positions": [tokens - 1, 2, 0], "key_positions": [1, tokens - 1, 3, 0]}
    mask = padding_mask(tokens, tokens)
    return {
        "window": lambda seed: Call(seed, queries=tokens),
        "picked": lambda seed: Call(seed, heads=2, kv_heads=1, queries=3, keys=4, **picked),
        "masked": lambda seed: Call(seed, batch=2, queries=tokens, mask=mask),
    }


def swin():
    source = f"{HF} SwinRelativePositionBias"
    conventions = [
        "token y·width + x; row (dy + height − 1)·(2·width − 1) + dx + width − 1 of the table, d = query − key"
    ]
    cases = EncodingCases("swin", [source], conventions, [54], source)
    for number, (height, width, heads) in enumerate(((2, 3, 2), (3, 2, 2), (3, 3, 4))):
        table, tokens = normal(5300 + number, (2 * height - 1) * (2 * width - 1), heads), range(height * width)
        module = SwinRelativePositionBias(heads, (height, width))
        with torch.no_grad():
            module.relative_position_bias_table.copy_(torch.from_numpy(table))
        bias = swin_bias(table, (tokens, tokens), height, width)
        require_close("Swin", module().detach()[0], bias, 0)
        given, tables = {"width": width, "height": height}, {"table": table}
        cases.bias(f"{height}x{width}", given, (tokens, tokens), bias, tables)
        if number == 0:

            def additions(call, own):
                return {"bias": swin_bias(own["table"], call.positions, 2, 3)}

            cases.calls("attention", given, tables, additions, windows(2, 3), 5320)
    return cases


# ---- Swin-v2 --------------------------------------------------------------------------------------------------------


def swin_v2_bias(layers, ids, height, width, pretrained=(0, 0)):
    """16·sigmoid(MLP(log-spaced offsets)) [heads, queries, keys]"""
    sizes = [p or size for p, size in zip(pretrained, (height, width))]
    scaled = [8 * offset / (size - 1) for offset, size in zip(offsets(ids, width), sizes)]
    spaced = np.stack([np.sign(x) * np.log2(np.abs(x) + 1) / 3 for x in scaled], axis=-1)
    return np.moveaxis(16 / (1 + np.exp(-through(layers, spaced, relu))), -1, 0)


def cosine_rows(call, logit_scale):
    """Queries of length exp(min(logit scale, ln 100)), keys of length 1; q·k is not divided any more."""
    factor = np.exp(np.minimum(np.asarray(logit_scale, np.float64), math.log(100)))[:, None, None]
    unit = [
        x.astype(np.float64) / np.linalg.norm(x.astype(np.float64), axis=-1, keepdims=True)
        for x in (call.query, call.key)
    ]
    return {"query": unit[0] * factor, "key": unit[1], "scale": 1.0}


class Ready(nn.Module):
    """Stands in for a projection: the rows are there already."""

    def __init__(self, rows):
        super().__init__()
        self.rows = torch.from_numpy(rows).double().transpose(1, 2).flatten(2)

    def forward(self, _):
        return self.rows


def library_swin_v2(layers, logit_scale, call, height, width, pretrained):
    heads, dim = call.heads, call.dim
    module = Swinv2SelfAttention(Swinv2Config(), heads * dim, heads, (height, width), list(pretrained)).double().eval()
    hidden = layers["weight1"].shape[0]
    first, second = nn.Linear(2, hidden), nn.Linear(hidden, heads, bias=False)
    with torch.no_grad():
        first.weight.copy_(torch.from_numpy(layers["weight1"]))
        first.bias.copy_(torch.from_numpy(layers["bias1"][0]))
        second.weight.copy_(torch.from_numpy(layers["weight2"]))
        module.logit_scale.copy_(torch.tensor(logit_scale)[:, None, None])
    module.continuous_position_bias_mlp = nn.Sequential(first, nn.ReLU(), second).double()
    module.query, module.key, module.value = Ready(call.query), Ready(call.key), Ready(call.value)
    with torch.no_grad():
        out = module(torch.zeros(1, height * width, heads * dim, dtype=torch.float64))[0]
    return out.unflatten(-1, (heads, dim)).transpose(1, 2)


def swin_v2():
    source = f"{HF} Swinv2SelfAttention"
    conventions = [
        "the network is asked about (rows, columns), each query − key; bias1 only: the second layer has none",
        "cosine attention: scores = cos(q, k)·exp(min(logitScale, ln 100)) + bias, with no other scale",
    ]
    cases = EncodingCases("swinV2", [source], conventions, [55], source)
    logit_scale = [2.302585, 5.5]  # ln 10 and more than ln 100
    for number, (height, width, pretrained) in enumerate(((2, 3, (0, 0)), (3, 2, (4, 6)), (3, 3, (0, 0)))):
        layers = network(5400 + 10 * number, 2, 16, 2)
        layers = {name: layers[name] for name in ("weight1", "bias1", "weight2")}
        name, tokens = f"{height}x{width}", range(height * width)
        given = {"logitScale": logit_scale, "width": width, "height": height}
        if pretrained[0]:
            given |= {"pretrainedHeight": pretrained[0], "pretrainedWidth": pretrained[1]}

        def additions(call, own, size=(height, width, pretrained)):
            return {"bias": swin_v2_bias(own, call.positions, *size), **cosine_rows(call, logit_scale)}

        cases.bias(
            name, given, (tokens, tokens), swin_v2_bias(layers, (tokens, tokens), height, width, pretrained), layers
        )
        whole = Call(5430, queries=height * width)
        other = library_swin_v2(layers, logit_scale, whole, height, width, pretrained)
        require_close(
            "Swinv2SelfAttention", other, solve(whole, **additions(whole, layers))["output"], 2e-6
        )  # coordinates in float32
        calls = windows(height, width)
        calls = [calls, {"window": calls["window"]}, {}][number]
        tolerance = {"absolute": 3e-5, "relative": 1e-5}
        cases.calls(f"attention-{name}", given, layers, additions, calls, 5440, tolerance=tolerance)
    return cases


def tensor_files(golden):
    return [cases().file() for cases in (fire, mlp, swin, swin_v2)]
