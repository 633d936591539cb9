"""A Transformer in plain PyTorch that follows a spec with the fields of model_type "whereformer".

Parameters are a dictionary from canonical name to tensor; their type is the type of the arithmetic.
"""

import math

import torch
from torch.nn import functional

from training_positions import encodings_of

ACTIVATIONS = {
    "silu": functional.silu, "gelu": functional.gelu, "gelu_tanh": lambda x: functional.gelu(x, approximate="tanh"),
    "relu": functional.relu, "tanh": torch.tanh,
}


def spec_of(**given):
    """All fields; those that are not given are LLaMA's, as in web/lib/families/whereformer.ts."""
    usual = {
        "kvHeads": given["heads"], "headDim": given["dModel"] // given["heads"], "norm": "rms",
        "normBias": given.get("norm") == "layer", "normEpsilon": 1e-5, "normPlace": "pre", "parallel": False,
        "sharedNorm": False, "finalNorm": True, "queryKeyNorm": "none", "queryBias": False, "keyBias": False,
        "valueBias": False, "outputBias": False, "mlpBias": False, "activation": "silu", "gatedMlp": True,
        "causal": True, "embeddingScale": 1, "embeddingNorm": False, "tieHead": False, "headBias": False,
        "headScale": 1, "softcap": 0,
    }
    return usual | given


def norm_shapes(spec, name):
    biased = spec["norm"] == "layer" and spec["normBias"]
    return {f"{name}.weight": [spec["dModel"]]} | ({f"{name}.bias": [spec["dModel"]]} if biased else {})


def linear_shapes(name, outputs, inputs, bias):
    return {f"{name}.weight": [outputs, inputs]} | ({f"{name}.bias": [outputs]} if bias else {})


def block_shapes(spec):
    queries, keys = spec["heads"] * spec["headDim"], spec["kvHeads"] * spec["headDim"]
    width, inner = spec["dModel"], spec["dFf"]
    shapes = {}
    for name in ["norm1"] if spec["sharedNorm"] else ["norm1", "norm2"]:
        shapes |= norm_shapes(spec, name)
        if spec["normPlace"] == "both":
            shapes |= norm_shapes(spec, f"{name}After")
    if spec["queryKeyNorm"] == "rms":
        shapes |= {"queryNorm.weight": [spec["headDim"]], "keyNorm.weight": [spec["headDim"]]}
    shapes |= linear_shapes("query", queries, width, spec["queryBias"])
    shapes |= linear_shapes("key", keys, width, spec["keyBias"])
    shapes |= linear_shapes("value", keys, width, spec["valueBias"])
    shapes |= linear_shapes("output", width, queries, spec["outputBias"])
    if spec.get("sinks"):
        shapes["sinks"] = [spec["heads"]]
    if spec["gatedMlp"]:
        shapes |= linear_shapes("mlp.gate", inner, width, spec["mlpBias"])
    shapes |= linear_shapes("mlp.up", inner, width, spec["mlpBias"])
    return shapes | linear_shapes("mlp.down", width, inner, spec["mlpBias"])


def weight_shapes(spec):
    """Canonical name → shape, without the position's tables."""
    shapes = {"embedding": [spec["vocab"], spec["dModel"]]}
    if spec["embeddingNorm"]:
        shapes |= norm_shapes(spec, "embeddingNorm")
    for layer in range(spec["layers"]):
        shapes |= {f"layers.{layer}.{name}": shape for name, shape in block_shapes(spec).items()}
    if spec["finalNorm"]:
        shapes |= norm_shapes(spec, "finalNorm")
    if not spec["tieHead"]:
        shapes["head.weight"] = [spec["vocab"], spec["dModel"]]
    if spec["headBias"]:
        shapes["head.bias"] = [spec["vocab"]]
    return shapes


class Network:
    """One forward pass."""

    def __init__(self, spec, position, parameters, frequencies=None):
        self.spec = spec
        self.parameters = parameters
        self.encodings = encodings_of(position, parameters, spec["heads"])
        for encoding in self.encodings:
            if frequencies is not None and encoding.position["type"] == "rope":
                encoding.frequencies, encoding.factor = frequencies

    def norm(self, name, x):
        weight, bias = self.parameters[f"{name}.weight"], self.parameters.get(f"{name}.bias")
        if self.spec["norm"] == "layer":
            return functional.layer_norm(x, x.shape[-1:], weight, bias, self.spec["normEpsilon"])
        return functional.rms_norm(x, x.shape[-1:], weight, self.spec["normEpsilon"])

    def linear(self, name, x):
        return functional.linear(x, self.parameters[f"{name}.weight"], self.parameters.get(f"{name}.bias"))

    def rows(self, name, x, heads):
        return self.linear(name, x).unflatten(-1, (heads, self.spec["headDim"])).transpose(1, 2)

    def scale(self):
        own = [encoding.dot_scale(self.spec["headDim"]) for encoding in self.encodings]
        usual = next((scale for scale in own if scale is not None), 1 / math.sqrt(self.spec["headDim"]))
        return self.spec.get("scale", usual)

    def normed_head(self, name, rows):
        kind = self.spec["queryKeyNorm"]
        if kind == "none":
            return rows
        weight = self.parameters[f"{name}.weight"] if kind == "rms" else None
        return functional.rms_norm(rows, rows.shape[-1:], weight, self.spec["normEpsilon"])

    def visible(self, tokens):
        seen = torch.ones(tokens, tokens, dtype=torch.bool)
        if self.spec["causal"]:
            seen = seen.tril()
        for encoding in self.encodings:
            own = encoding.visible(tokens)
            seen = seen if own is None else seen & own
        return seen

    def attention(self, layer, x, positions):
        spec, distance = self.spec, positions[:, None, :] - positions[:, :, None]
        query = self.normed_head(f"{layer}.queryNorm", self.rows(f"{layer}.query", x, spec["heads"]))
        key = self.normed_head(f"{layer}.keyNorm", self.rows(f"{layer}.key", x, spec["kvHeads"]))
        value = self.rows(f"{layer}.value", x, spec["kvHeads"])
        for encoding in self.encodings:
            query = encoding.rotate(query, positions, "query")
            key = encoding.rotate(key, positions, "key")
        group = spec["heads"] // spec["kvHeads"]
        key, value = key.repeat_interleave(group, 1), value.repeat_interleave(group, 1)
        products, seen, scale = query @ key.transpose(-1, -2), self.visible(x.shape[1]), self.scale()
        scores = products + sum(encoding.content(query, key, distance) for encoding in self.encodings)
        scores = scores + sum(encoding.content_row(query, products, seen, scale) for encoding in self.encodings)
        scores = scores * scale
        for cap in (encoding.cap for encoding in self.encodings if encoding.cap):
            scores = cap * torch.tanh(scores / cap)
        scores = scores + sum(encoding.bias(positions, distance, scale) for encoding in self.encodings)
        scores = scores.masked_fill(~seen, -math.inf)
        if spec.get("sinks"):  # as gpt-oss: a column of logits that is dropped after the softmax
            sinks = self.parameters[f"{layer}.sinks"].reshape(1, -1, 1, 1).expand(*scores.shape[:3], 1)
            scores = torch.cat([scores, sinks], -1)
        weights = scores.softmax(-1)[..., : x.shape[1]]
        heads = weights @ value + sum(encoding.values(weights, distance) for encoding in self.encodings)
        return self.linear(f"{layer}.output", heads.transpose(1, 2).flatten(2))

    def mlp(self, layer, x):
        activation = ACTIVATIONS[self.spec["activation"]]
        up = self.linear(f"{layer}.mlp.up", x)
        hidden = activation(self.linear(f"{layer}.mlp.gate", x)) * up if self.spec["gatedMlp"] else activation(up)
        return self.linear(f"{layer}.mlp.down", hidden)

    def block(self, layer, x, positions):
        place = self.spec["normPlace"]
        if self.spec["parallel"]:
            normed = self.norm(f"{layer}.norm1", x)
            beside = normed if self.spec["sharedNorm"] else self.norm(f"{layer}.norm2", x)
            return x + self.attention(layer, normed, positions) + self.mlp(layer, beside)
        sublayers = (("norm1", lambda y: self.attention(layer, y, positions)), ("norm2", lambda y: self.mlp(layer, y)))
        for norm, sublayer in sublayers:
            name = f"{layer}.{norm}"
            if place == "post":
                x = self.norm(name, x + sublayer(x))
            elif place == "both":
                x = x + self.norm(f"{name}After", sublayer(self.norm(name, x)))
            else:
                x = x + sublayer(self.norm(name, x))
        return x

    def hidden(self, ids, positions):
        x = self.parameters["embedding"][ids] * self.spec["embeddingScale"]
        for encoding in self.encodings:
            x = encoding.embed(x, positions.to(x.dtype))
        if self.spec["embeddingNorm"]:
            x = self.norm("embeddingNorm", x)
        for layer in range(self.spec["layers"]):
            x = self.block(f"layers.{layer}", x, positions.to(x.dtype))
        return self.norm("finalNorm", x) if self.spec["finalNorm"] else x

    def logits(self, ids, positions):
        x = self.hidden(ids, positions) * self.spec["headScale"]
        words = self.parameters["embedding" if self.spec["tieHead"] else "head.weight"]
        logits = functional.linear(x, words, self.parameters.get("head.bias"))
        cap = self.spec["softcap"]
        return cap * torch.tanh(logits / cap) if cap else logits


def loss_of(logits, targets):
    """The mean over all targets of the batch that are not −100."""
    return functional.cross_entropy(logits.flatten(0, 1), targets.flatten(), ignore_index=-100)
