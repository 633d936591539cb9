"""The golden file of one encoding, encodings/<type>.safetensors.

A case says what is computed (op), which rows of the table of encodings it is evidence for, the position as our JSON
writes it and where the numbers come from. In a position, {"$": "table"} names the tensor "<case>.table".
"""

import copy
from importlib.metadata import version

import numpy as np
import torch
from torch.nn.functional import scaled_dot_product_attention

from encoding_calls import THREE
from golden_file import GoldenFile, require_close, stored

HF = f"transformers {version('transformers')}"
XT = f"x-transformers {version('x-transformers')}"
AFTER = "NumPy float64 construction after"
OPS = {
    "embed": "positions [tokens] → expected [tokens, dim]: what is added to a row of zeros",
    "rotate": "x [heads, tokens, headDim], positions [tokens], options.side → expected",
    "frequencies": "options.dim and options.length → inverse [pairs], attentionFactor [1]",
    "bias": "queryPositions, keyPositions, options.heads and options.dim → expected [heads, queries, keys]",
    "attention": "query, key, value [batch, heads, tokens, dim] before rotation; queryPositions, keyPositions and mask "
    "(1 = attend, [batch or 1, heads or 1, queries, keys]) where given → output, scores, weights",
    "place": "positions [tokens] → expected: the position ids that the other parts see; or queryPositions and "
    "keyPositions → expected [queries, keys]: the distance key − query that counts",
}
TOLERANCE = {
    "embed": {"absolute": 1e-6, "relative": 0}, "rotate": {"absolute": 2e-6, "relative": 1e-6},
    "frequencies": {"absolute": 0, "relative": 1.2e-7}, "bias": {"absolute": 1e-6, "relative": 1e-6},
    "attention": {"absolute": 1e-5, "relative": 1e-5}, "place": {"absolute": 0, "relative": 0},
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


def row(positions):
    return np.asarray(positions, np.float32)


class EncodingCases:
    """Collects the cases of one type.

    Every method takes `given`, the parameters of the encoding (or a list of whole positions), and `tables`, arrays that
    are parameters under their own names unless `given` refers to them. `more` are tensors beside those of the op.
    """

    def __init__(self, type, truth, conventions=(), rows=(), source=None):
        self.type, self.truth, self.conventions = type, list(truth), list(conventions)
        self.rows, self.source = list(rows), source
        self.tensors, self.cases = {}, {}

    def of(self, rows, source):
        """A view of the file for cases of other rows or from another source."""
        view = copy.copy(self)
        view.rows, view.source = rows, source
        return view

    def add(self, name, op, given, tables, tensors, options=None, tolerance=None, note=None):
        """A tolerance is given only where the one of the op does not do."""
        if name in self.cases:
            raise AssertionError(f"{self.type}: case {name} twice")
        position = given
        if not isinstance(given, list):
            own = {key: {"$": key} for key in tables if key not in references(given)}
            position = {"type": self.type} | given | own
        case_tensors = {f"{name}.{key}": value for key, value in (tables | tensors).items()}
        for key, value in case_tensors.items():
            if np.isnan(stored(value)).any():
                raise AssertionError(f"{self.type}: {key} holds NaN")
        case = {"rows": self.rows, "op": op, "position": named(position, name)}
        if missing := set(references(case["position"])) - set(case_tensors):
            raise AssertionError(f"{self.type}: {missing} not given")
        case |= {"options": options or {}, "source": self.source, "tolerance": tolerance or TOLERANCE[op]}
        self.cases[name] = case | ({"note": note} if note else {})
        self.tensors.update(case_tensors)

    def embed(self, name, given, positions, expected, tables={}, more={}, **about):
        tensors = {"positions": row(positions), "expected": expected} | more
        self.add(name, "embed", given, tables, tensors, **about)

    def rotate(self, name, given, x, positions, expected, side="query", tables={}, **about):
        tensors = {"x": x, "positions": row(positions), "expected": expected}
        self.add(name, "rotate", given, tables, tensors, {"side": side}, **about)

    def frequencies(self, name, given, dim, inverse, factor=1.0, length=None, **about):
        options = {"dim": dim} | ({} if length is None else {"length": length})
        tensors = {"inverse": inverse, "attentionFactor": [factor]}
        self.add(name, "frequencies", given, {}, tensors, options, **about)

    def bias(self, name, given, ids, bias, tables={}, dim=4, **about):
        """bias [heads, queries, keys] at the position ids (queries, keys)."""
        tensors = {"queryPositions": row(ids[0]), "keyPositions": row(ids[1]), "expected": bias}
        self.add(name, "bias", given, tables, tensors, {"heads": len(bias), "dim": dim}, **about)

    def place(self, name, given, ids, expected):
        tensors = {"queryPositions": row(ids[0]), "keyPositions": row(ids[1]), "expected": expected}
        self.add(name, "place", given, {}, tensors)

    def attention(self, name, given, call, tables={}, more={}, options={}, note=None, **additions):
        """One call with output, scores and weights; the results."""
        found = solve(call, **additions)
        self.add(name, "attention", given, tables, call.tensors() | more | found, call.options | options, note=note)
        return found

    def calls(self, name, given, tables, additions, calls=THREE, seed=0, **about):
        """An attention case per call, named <name>-<call>, with output and scores.

        additions(call, tables) → keyword arguments of solve. A function tables(heads) stands for tables of four heads,
        for the grouped call, and of two, for the others.
        """
        if callable(tables):
            for heads in (4, 2):
                chosen = {label: build for label, build in calls.items() if (label == "decode") == (heads == 4)}
                self.calls(name, given, tables(heads), additions, chosen, seed, **about)
            return
        for number, (label, build) in enumerate(calls.items()):
            call = build(seed + 10 * number)
            results = solve(call, **additions(call, tables))
            tensors = call.tensors() | {key: results[key] for key in ("output", "scores")}
            self.add(f"{name}-{label}", "attention", given, tables, tensors, call.options, **about)

    def file(self):
        used = sorted({case["op"] for case in self.cases.values()})
        return GoldenFile(
            name=f"encodings/{self.type}.safetensors", tensors=self.tensors, truth=self.truth,
            precision="float64, rounded to float32", tolerance={op: TOLERANCE[op] for op in used},
            conventions=[f"{op}: {OPS[op]}" for op in used] + CONVENTIONS + self.conventions, cases=self.cases,
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


def solve(call, query=None, key=None, value=None, value_bias=None, visible=True, **additions):
    """{output, scores, weights}; query, key and value are rows as the encoding turns them, where it does.

    value_bias [heads or 1, queries, keys, dim] is weighted and added to the output.
    """
    turned = zip((query, key, value), (call.query, call.key, call.value), strict=True)
    rows = [plain if rows is None else rows for rows, plain in turned]
    results = attention(*rows, visible=call.visible & visible, **additions)
    if value_bias is not None:
        results["output"] = results["output"] + np.einsum("bhij,hijd->bhid", results["weights"], value_bias)
    return results
