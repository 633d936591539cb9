"""Small attention calls for the golden files of encodings: who asks, who is asked, what is hidden.

One call is the same for every encoding, so that a difference between two encodings is theirs alone.
"""

from dataclasses import dataclass, field
from importlib.metadata import version

import numpy as np

from encoding_cases import attention
from golden_file import normal

READS = ["tools/golden/encoding_calls.py"]
HUGGING_FACE = f"transformers {version('transformers')}"
XT = f"x-transformers {version('x-transformers')}"
AFTER = "NumPy float64 construction after"


@dataclass
class Call:
    """query, key, value: float32 arrays [batch, heads, tokens, dim], before any encoding."""

    seed: int
    batch: int = 1
    heads: int = 2
    kv_heads: int = 2
    queries: int = 6
    keys: int = 6
    dim: int = 4
    causal: bool = False
    query_positions: list | None = None
    key_positions: list | None = None
    mask: np.ndarray | None = None
    options: dict = field(default_factory=dict)

    def __post_init__(self):
        self.query = normal(self.seed, self.batch, self.heads, self.queries, self.dim)
        self.key = normal(self.seed + 1, self.batch, self.kv_heads, self.keys, self.dim)
        self.value = normal(self.seed + 2, self.batch, self.kv_heads, self.keys, self.dim)

    @property
    def positions(self):
        """(query positions, key positions): the last query stands at the last key unless they are given."""
        given = self.query_positions, self.key_positions
        counted = np.arange(self.queries) + self.keys - self.queries, np.arange(self.keys)
        return [np.asarray(counted[side] if given[side] is None else given[side]) for side in (0, 1)]

    @property
    def distance(self):
        """[queries, keys]: key − query."""
        queries, keys = self.positions
        return keys[None, :] - queries[:, None]

    @property
    def visible(self):
        """[batch or 1, 1, queries, keys]; causality goes by index."""
        seen = np.ones((1, 1, self.queries, self.keys), bool)
        if self.causal:
            seen = seen & np.tri(self.queries, self.keys, self.keys - self.queries, dtype=bool)
        return seen if self.mask is None else seen & self.mask.astype(bool)

    @property
    def double(self):
        """query, key, value in float64, key/value heads repeated to one per query head."""
        group = self.heads // self.kv_heads
        key, value = (np.repeat(rows.astype(np.float64), group, axis=1) for rows in (self.key, self.value))
        return self.query.astype(np.float64), key, value

    def tensors(self):
        queries, keys = (ids.astype(np.float32) for ids in self.positions)
        given = {
            "query": self.query,
            "key": self.key,
            "value": self.value,
            "queryPositions": queries,
            "keyPositions": keys,
        }
        return given if self.mask is None else given | {"mask": self.mask.astype(np.uint8)}

    def case_options(self):
        return ({"isCausal": True, "causalAlignment": "bottom-right"} if self.causal else {}) | self.options


def padding_mask(queries, keys):
    """[2, 1, queries, keys]: padded keys at the end, or at the start; in each a query that sees nothing."""
    mask = np.ones((2, 1, queries, keys), np.uint8)
    mask[0, 0, :, -2:] = 0
    mask[1, 0, :, :2] = 0
    mask[0, 0, 0] = 0
    mask[1, 0, queries - 1] = 0
    return mask


def full(seed, **given):
    return Call(seed, **given)


def causal(seed, **given):
    return Call(seed, **({"causal": True} | given))


def decode(seed, **given):
    """Fewer queries than keys, aligned bottom-right, grouped heads."""
    return Call(seed, **({"heads": 4, "queries": 3, "keys": 8, "causal": True} | given))


def gapped(seed, **given):
    """Position ids with gaps that start late."""
    ids = {"query_positions": [5, 9, 10, 14], "key_positions": [2, 3, 5, 6, 9, 10, 14]}
    return Call(seed, **({"queries": 4, "keys": 7} | ids | given))


def masked(seed, **given):
    """A batch of two with padding; each has a query that sees nothing."""
    sizes = {"batch": 2, "queries": 5, "keys": 7} | given
    return Call(seed, mask=padding_mask(sizes["queries"], sizes["keys"]), **sizes)


FIVE = {"full": full, "causal": causal, "decode": decode, "gapped": gapped, "masked": masked}
THREE = {"decode": decode, "gapped": gapped, "masked": masked}


def solve(call, bias=0.0, content=0.0, scale=None, value_bias=None, query=None, key=None):
    """{output, scores, weights}; value_bias [heads or 1, queries, keys, dim] is weighted and added to the output.

    query and key, where given, are the turned rows that take part instead of the call's own.
    """
    rows = [call.query if query is None else query, call.key if key is None else key, call.value]
    results = attention(*rows, bias, content, call.visible, scale)
    if value_bias is not None:
        results["output"] = results["output"] + np.einsum("bhij,hijd->bhid", results["weights"], value_bias)
    return results


def add_calls(cases, name, rows, position, tables, source, additions, calls=THREE, seed=0, given=None, **about):
    """One attention case per call, named <name>-<call>; additions(call) → keyword arguments of solve."""
    for number, (label, build) in enumerate(calls.items()):
        call = build(seed + 10 * number, **(given or {}))
        results = solve(call, **additions(call))
        tensors = tables | call.tensors() | {key: results[key] for key in ("output", "scores")}
        cases.add(f"{name}-{label}", "attention", rows, position, tensors, source, call.case_options(), **about)


def add_bias(cases, name, rows, position, tables, queries, keys, bias, source, heads, dim=4, **about):
    """One bias case; bias [heads, queries, keys]."""
    positions = {"queryPositions": np.asarray(queries, np.float32), "keyPositions": np.asarray(keys, np.float32)}
    tensors = tables | positions | {"expected": bias}
    cases.add(name, "bias", rows, position, tensors, source, {"heads": heads, "dim": dim}, **about)


def distances(queries, keys):
    """[queries, keys]: key − query."""
    return np.asarray(keys, np.float64)[None, :] - np.asarray(queries, np.float64)[:, None]
