"""The uniform golden file of one encoding, encodings/<type>.safetensors, and attention around it in float64.

A case says what is asked (op), which rows of the table of encodings it answers for, the position as our JSON writes it
and where the numbers come from. In a position, {"$": "table"} names the tensor "<case>.table".
"""

import numpy as np
import torch
from torch.nn.functional import scaled_dot_product_attention

from golden_file import GoldenFile, require_close, stored

OPS = {
    "embed": "positions [tokens] → expected [tokens, dim]: what is added to a row of zeros",
    "rotate": "x [heads, tokens, headDim], positions [tokens], options.side → expected",
    "bias": "queryPositions, keyPositions, options.heads and options.dim → expected [heads, queries, keys]",
    "attention": "query, key, value [batch, heads, tokens, dim] before rotation; queryPositions, keyPositions and mask "
    "(1 = attend, [batch or 1, heads or 1, queries, keys]) where given → output, scores, weights",
    "place": "positions [tokens] → expected: the position ids that the other parts see; or queryPositions and "
    "keyPositions → expected [queries, keys]: the distance key − query that counts",
}
TOLERANCE = {
    "embed": {"absolute": 1e-6, "relative": 0},
    "rotate": {"absolute": 2e-6, "relative": 1e-6},
    "bias": {"absolute": 1e-6, "relative": 1e-6},
    "attention": {"absolute": 1e-5, "relative": 1e-5},
    "place": {"absolute": 0, "relative": 0},
}
CONVENTIONS = [
    "distance = key − query; query head h reads key/value head h·kvHeads/heads",
    "scores are scaled, then biased and masked: −inf where hidden; a row that sees nothing has weights and output 0",
    "options.isCausal, causalAlignment (bottom-right: the last query is at the last key), window, scale, softcap",
    "without queryPositions and keyPositions, key j stands at j and query i at i + keys − queries",
]


def named(position, case):
    """References of a position are written within the case, stored as names of the file."""
    if isinstance(position, list):
        return [named(item, case) for item in position]
    if not isinstance(position, dict):
        return position
    if "$" in position:
        return {"$": f"{case}.{position['$']}"}
    return {key: named(value, case) for key, value in position.items()}


def references(position):
    if isinstance(position, dict):
        return [position["$"]] if "$" in position else [r for value in position.values() for r in references(value)]
    return [r for item in position for r in references(item)] if isinstance(position, list) else []


class EncodingCases:
    """Collects the cases of one type."""

    def __init__(self, type, truth, conventions=(), reads=()):
        self.type, self.truth, self.conventions = type, list(truth), list(conventions)
        self.reads = ["tools/golden/encoding_cases.py", *reads]
        self.tensors, self.cases = {}, {}

    def add(self, name, op, rows, position, tensors, source, options=None, tolerance=None, note=None):
        """One case; tensors are named within it. A tolerance is given only where the one of the op does not do."""
        if name in self.cases or op not in OPS:
            raise AssertionError(f"{self.type}: case {name} twice, or no op {op}")
        case_tensors = {f"{name}.{key}": value for key, value in tensors.items()}
        for key, value in case_tensors.items():
            if np.isnan(stored(value)).any():
                raise AssertionError(f"{self.type}: {key} holds NaN")
        case = {
            "rows": list(rows),
            "op": op,
            "position": named(position, name),
            "options": options or {},
            "source": source,
        }
        if missing := set(references(case["position"])) - set(case_tensors):
            raise AssertionError(f"{self.type}: {missing} not given")
        case["tolerance"] = tolerance or TOLERANCE[op]
        self.cases[name] = case | ({"note": note} if note else {})
        self.tensors |= case_tensors

    def file(self):
        used = {case["op"] for case in self.cases.values()}
        return GoldenFile(
            name=f"encodings/{self.type}.safetensors",
            tensors=self.tensors,
            truth=self.truth,
            precision="float64, rounded to float32",
            tolerance={op: TOLERANCE[op] for op in sorted(used)},
            conventions=[f"{op}: {OPS[op]}" for op in sorted(used)] + CONVENTIONS + self.conventions,
            cases=self.cases,
            reads=self.reads,
        )


def double(array):
    return torch.as_tensor(np.asarray(array)).double()


def spread(rows, heads):
    """Key/value heads repeated to one per query head: [batch, kvHeads, …] → [batch, heads, …]."""
    return rows.repeat_interleave(heads // rows.shape[1], 1)


def attention(query, key, value, bias=0.0, content=0.0, visible=True, scale=None, softcap=0.0):
    """{output, scores, weights} in float64 from rows that are already rotated.

    content is added to q·k before the scale, bias after it (and after the soft-cap); visible True = attend. All are
    broadcast to [batch, heads, queries, keys]. torch's own attention is the second opinion.
    """
    query, key, value, bias, content = (double(x) for x in (query, key, value, bias, content))
    key, value = spread(key, query.shape[1]), spread(value, query.shape[1])
    scale = query.shape[-1] ** -0.5 if scale is None else scale
    products = query @ key.transpose(-1, -2)
    scaled = (products + content) * scale
    scaled = softcap * torch.tanh(scaled / softcap) if softcap else scaled
    hidden = torch.where(torch.as_tensor(np.asarray(visible)), 0.0, -torch.inf).double()
    scores = scaled + bias + hidden
    weights = torch.nan_to_num(scores.softmax(-1), nan=0.0)
    other = scaled_dot_product_attention(query, key, value, attn_mask=scores - products * scale, scale=scale)
    require_close("torch's attention", other, weights @ value, 1e-11)
    return {"output": (weights @ value).numpy(), "scores": scores.numpy(), "weights": weights.numpy()}
