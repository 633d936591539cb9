"""What attention cases of encodings share: rows before rotation, position ids, what is hidden."""

from dataclasses import dataclass

import numpy as np

from encoding_cases import attention
from golden_file import normal


@dataclass
class Scene:
    """Everything of an attention call but the encoding. visible [batch or 1, heads or 1, queries, keys]."""

    query: np.ndarray
    key: np.ndarray
    value: np.ndarray
    query_positions: np.ndarray
    key_positions: np.ndarray
    visible: np.ndarray
    options: dict
    mask: np.ndarray | None

    def tensors(self):
        """Position ids before 0, which no call takes, follow from options.causalAlignment: they are left out."""
        found = {"query": self.query, "key": self.key, "value": self.value}
        if self.query_positions.min() >= 0:
            found["queryPositions"] = self.query_positions.astype(np.float32)
            found["keyPositions"] = self.key_positions.astype(np.float32)
        return found if self.mask is None else found | {"mask": self.mask}

    def distances(self):
        """[queries, keys]: key − query in position ids."""
        return self.key_positions[None, :] - self.query_positions[:, None]

    def indices(self):
        """(query, key) as indices among the keys, broadcast to [queries, keys]; the last query is the last key."""
        queries, keys = self.query.shape[2], self.key.shape[2]
        return np.arange(queries)[:, None] + keys - queries, np.arange(keys)[None, :]


def band(queries, keys, causal, window):
    """[queries, keys], bottom-right: the last query stands at the last key."""
    distance = np.arange(keys)[None, :] - np.arange(queries)[:, None] - (keys - queries)
    visible = distance <= 0 if causal else np.full(distance.shape, True)
    return visible if window is None else visible & (distance >= -window[0]) & (distance <= window[1])


def scene(
    seed,
    queries=6,
    keys=None,
    heads=2,
    kv_heads=None,
    dim=8,
    value_dim=None,
    causal=False,
    window=None,
    query_positions=None,
    key_positions=None,
    padded=None,
):
    """padded: how many keys of each sequence are padding (negative: at the end); absent = one sequence, none."""
    keys, kv_heads, batch = keys or queries, kv_heads or heads, len(padded or [0])
    visible, mask = band(queries, keys, causal, window)[None, None], None
    if padded:
        index = np.arange(keys)
        real = np.stack([index >= n if n >= 0 else index < keys + n for n in padded])
        mask = np.broadcast_to(real[:, None, None, :], (batch, 1, queries, keys)).copy()
        visible = visible & mask
    options = {"isCausal": True} if causal else {}
    options |= {"window": list(window)} if window else {}
    options |= {"causalAlignment": "bottom-right"} if queries != keys and options else {}
    return Scene(
        query=normal(seed, batch, heads, queries, dim),
        key=normal(seed + 1, batch, kv_heads, keys, dim),
        value=normal(seed + 2, batch, kv_heads, keys, value_dim or dim),
        query_positions=np.arange(keys - queries, keys) if query_positions is None else np.asarray(query_positions),
        key_positions=np.arange(keys) if key_positions is None else np.asarray(key_positions),
        visible=visible,
        options=options,
        mask=mask,
    )


def add_attention(
    cases,
    name,
    rows,
    position,
    given,
    source,
    query=None,
    key=None,
    value=None,
    bias=0.0,
    visible=True,
    scale=None,
    softcap=0.0,
    tensors=None,
    options=None,
    note=None,
):
    """query, key and value are rows as the encoding turns them; what is absent enters as it is. The results."""
    query, key, value = (
        turned if turned is not None else plain
        for turned, plain in zip((query, key, value), (given.query, given.key, given.value), strict=True)
    )
    found = attention(query, key, value, bias=bias, visible=given.visible & visible, scale=scale, softcap=softcap)
    all_options = given.options | (options or {})
    cases.add(
        name, "attention", rows, position, given.tensors() | (tensors or {}) | found, source, all_options, note=note
    )
    return found
