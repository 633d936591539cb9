"""Small attention calls for the golden files of encodings: query, key and value, where they stand, what is hidden.

One call is the same for every encoding, so that a difference between two encodings is theirs alone.
"""

from dataclasses import dataclass

import numpy as np

from golden_file import normal


@dataclass
class Call:
    """query, key, value: float32 arrays [batch, heads, tokens, dim], before any encoding.

    padded: how many keys of each sequence are padding (negative: at the end); absent = one sequence, none.
    """

    seed: int
    batch: int = 1
    heads: int = 2
    kv_heads: int | None = None
    queries: int = 6
    keys: int | None = None
    dim: int = 4
    value_dim: int | None = None
    causal: bool = False
    window: list | None = None
    query_positions: list | None = None
    key_positions: list | None = None
    padded: list | None = None
    mask: np.ndarray | None = None

    def __post_init__(self):
        self.keys = self.keys or self.queries
        self.kv_heads = self.kv_heads or self.heads
        if self.padded:
            self.batch = len(self.padded)
            index = np.arange(self.keys)
            real = np.stack([index >= n if n >= 0 else index < self.keys + n for n in self.padded])
            self.mask = np.broadcast_to(real[:, None, None, :], (self.batch, 1, self.queries, self.keys)).copy()
        self.query = normal(self.seed, self.batch, self.heads, self.queries, self.dim)
        self.key = normal(self.seed + 1, self.batch, self.kv_heads, self.keys, self.dim)
        self.value = normal(self.seed + 2, self.batch, self.kv_heads, self.keys, self.value_dim or self.dim)

    @property
    def indices(self):
        """(query, key) as indices among the keys, broadcast to [queries, keys]; the last query is the last key."""
        return np.arange(self.queries)[:, None] + self.keys - self.queries, np.arange(self.keys)[None, :]

    @property
    def positions(self):
        """(query positions, key positions): the last query stands at the last key unless they are given."""
        given = zip((self.query_positions, self.key_positions), self.indices, strict=True)
        return [index.ravel() if ids is None else np.asarray(ids) for ids, index in given]

    @property
    def distance(self):
        """[queries, keys]: key − query."""
        queries, keys = self.positions
        return keys[None, :] - queries[:, None]

    @property
    def visible(self):
        """[batch or 1, 1, queries, keys]; causality and the window go by index."""
        query, key = self.indices
        seen = key <= query if self.causal else np.full((self.queries, self.keys), True)
        if self.window:
            seen = seen & (key >= query - self.window[0]) & (key <= query + self.window[1])
        return seen[None, None] if self.mask is None else seen & self.mask.astype(bool)

    @property
    def double(self):
        """query, key, value in float64, key/value heads repeated to one per query head."""
        group = self.heads // self.kv_heads
        key, value = (np.repeat(rows.astype(np.float64), group, axis=1) for rows in (self.key, self.value))
        return self.query.astype(np.float64), key, value

    @property
    def options(self):
        found = ({"isCausal": True} if self.causal else {}) | ({"window": list(self.window)} if self.window else {})
        return found | ({"causalAlignment": "bottom-right"} if found and self.queries != self.keys else {})

    def tensors(self):
        """Position ids before 0, which no call takes, follow from options.causalAlignment: they are left out."""
        found = {"query": self.query, "key": self.key, "value": self.value}
        queries, keys = (ids.astype(np.float32) for ids in self.positions)
        if queries.min() >= 0:
            found |= {"queryPositions": queries, "keyPositions": keys}
        return found if self.mask is None else found | {"mask": self.mask.astype(np.uint8)}

    def turned(self, turn):
        """{query, key}, each turn(rows, positions, side)."""
        rows = zip((self.query, self.key), self.positions, ("query", "key"), strict=True)
        return {side: turn(part, places, side) for part, places, side in rows}


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
    return Call(seed, **{"causal": True} | given)


def decode(seed, **given):
    """Fewer queries than keys, aligned bottom-right, grouped heads."""
    return Call(seed, **{"heads": 4, "kv_heads": 2, "queries": 3, "keys": 8, "causal": True} | given)


def gapped(seed, **given):
    """Position ids with gaps that start late."""
    ids = {"query_positions": [5, 9, 10, 14], "key_positions": [2, 3, 5, 6, 9, 10, 14]}
    return Call(seed, **{"queries": 4, "keys": 7} | ids | given)


def masked(seed, **given):
    """A batch of two with padding; each has a query that sees nothing."""
    sizes = {"batch": 2, "queries": 5, "keys": 7} | given
    return Call(seed, mask=padding_mask(sizes["queries"], sizes["keys"]), **sizes)


def scene(seed, queries=6, keys=None, **given):
    """Heads of 8: enough pairs of channels for rotations."""
    return Call(seed, queries=queries, keys=keys, **{"dim": 8} | given)


FIVE = {"full": full, "causal": causal, "decode": decode, "gapped": gapped, "masked": masked}
THREE = {"decode": decode, "gapped": gapped, "masked": masked}


def distances(queries, keys):
    """[queries, keys]: key − query."""
    return np.asarray(keys, np.float64)[None, :] - np.asarray(queries, np.float64)[:, None]
