"""Encodings that keep content and position apart: DeBERTa v1, v2 and v3, TUPE.

NumPy formulas in float64; DeBERTa is held against transformers, TUPE against a second construction of its own.
"""

from functools import partial

import numpy as np
import torch
from torch import nn
from transformers import DebertaConfig, DebertaV2Config
from transformers.models.deberta import modeling_deberta as v1
from transformers.models.deberta_v2 import modeling_deberta_v2 as v2
from transformers.models.t5.modeling_t5 import T5Attention

from encoding_calls import FIVE, Call, distances, full
from encoding_cases import AFTER, HF, EncodingCases, solve
from golden_file import normal, require_close

BOTH = ("positionKey", "positionQuery")


# ---- DeBERTa --------------------------------------------------------------------------------------------------------


def log_bucket(behind, bucket_size, reach):
    """transformers' formula in float64: the identity near, logarithmic far, the same on both sides."""
    middle, away = bucket_size // 2, np.maximum(np.abs(behind), 1.0)
    far = np.ceil(np.log(away / middle) / np.log((reach - 1) / middle) * (middle - 1)) + middle
    found = np.where(np.abs(behind) <= middle, behind, far * np.sign(behind))
    tensor = torch.from_numpy(np.asarray(behind, np.int64))
    require_close("make_log_bucket_position", v2.make_log_bucket_position(tensor, bucket_size, reach), found, 0)
    return found


def require_golden_buckets():
    known = {128: 128, 129: 129, 200: 169, 300: 207, 511: 255, -300: -207}
    require_close("DeBERTa 256/512", log_bucket(np.array([*known]), 256, 512), [*known.values()], 0)


def rows_of(behind, span, bucket_size=0, reach=0):
    """clamp(δ + span, 0, 2·span − 1) for behind = query − key"""
    bucket = log_bucket(behind, bucket_size, reach) if bucket_size else behind
    return np.clip(bucket + span, 0, 2 * span - 1).astype(int)


def split(table, heads):
    """[rows, heads·dim] → [heads, rows, dim] in float64"""
    return table.astype(np.float64).reshape(len(table), heads, -1).swapaxes(0, 1)


def deberta_additions(call, tables, given):
    """Content terms and the scale 1/√(d·(1 + terms))."""
    buckets, reach = given.get("buckets", 0), given.get("maxDistance", 512)
    (query, key, _), behind = call.double, -call.distance
    span = buckets or len(next(iter(tables.values()))) // 2
    sizes = (reach, buckets) if given.get("swapped") else (buckets, reach)
    rows = {
        "positionKey": rows_of(behind, span, buckets, reach),
        "positionQuery": rows_of(-behind if given.get("transposed") else behind, span, *sizes),
    }
    vectors = {name: split(table, call.heads)[:, rows[name]] for name, table in tables.items()}
    terms = []
    if "positionKey" in tables:
        terms.append(np.einsum("bhid,hijd->bhij", query, vectors["positionKey"]))
    if "positionQuery" in tables:
        terms.append(np.einsum("bhjd,hijd->bhij", key, vectors["positionQuery"]))
    if given.get("positionPosition"):
        terms.append(np.einsum("hijd,hijd->hij", vectors["positionQuery"], vectors["positionKey"]))
    return {"content": sum(terms, 0.0), "scale": (call.dim * (1 + len(terms))) ** -0.5}


class Rows(nn.Module):
    """Stands in for a projection: takes row numbers, gives rows of a table."""

    def __init__(self, table):
        super().__init__()
        self.table = torch.from_numpy(table).double()

    def forward(self, numbers):
        return self.table[numbers[..., 0].long()]


def library_scores(call, tables, given):
    """The scores of transformers, nothing hidden, from rows that are ours."""
    heads, dim, buckets = call.heads, call.dim, given.get("buckets", 0)
    kinds = [kind for kind, name in (("c2p", "positionKey"), ("p2c", "positionQuery")) if name in tables]
    size = len(next(iter(tables.values())))
    reach = given.get("maxDistance", 512) if buckets else size // 2
    sizes = {"hidden_size": heads * dim, "num_attention_heads": heads, "max_relative_positions": reach}
    sizes |= {"relative_attention": True, "pos_att_type": kinds}
    rows = [torch.from_numpy(x) for x in call.double[:2]]
    numbers, scale = torch.arange(float(size))[:, None].double(), (dim * (1 + len(kinds))) ** 0.5
    if buckets:
        module = v2.DisentangledSelfAttention(DebertaV2Config(**sizes, position_buckets=buckets)).eval()
        module.pos_key_proj, module.pos_query_proj = (Rows(tables.get(key, np.zeros((1, 1)))) for key in BOTH)
        query, key = (x.flatten(0, 1) for x in rows)
        bias = module.disentangled_attention_bias(query, key, None, numbers, 1 + len(kinds))
        return (query @ key.mT / scale + bias).unflatten(0, (call.batch, heads))
    module = v1.DisentangledSelfAttention(DebertaConfig(**sizes)).eval()
    module.pos_proj, module.pos_q_proj = (Rows(tables.get(key, np.zeros((1, 1)))) for key in BOTH)
    query, key = rows[0] / scale, rows[1]
    relative = v1.build_relative_position(query, key)
    return query @ key.mT + module.disentangled_att_bias(query, key, relative, numbers, 1 + len(kinds))


def deberta_tables(seed, rows, heads, dim=4):
    return {"positionKey": normal(seed, rows, heads * dim), "positionQuery": normal(seed + 1, rows, heads * dim)}


def require_same_deberta(tables, given, tokens):
    call = full(7190, queries=tokens)
    other = library_scores(call, tables, given)
    ours = solve(call, **deberta_additions(call, tables, given))["scores"]
    require_close(f"transformers DeBERTa {given}", other, ours, 1e-6)  # it divides by a float32 root


def add_deberta(cases, name, row, given, tables, source, calls, seed):
    additions = partial(deberta_additions, given=given)
    cases.of([row], source).calls(name, given, tables, additions, calls, seed)


def long_calls(tokens=24):
    """Distances beyond every bucket."""
    far = {"query_positions": [40, 3], "key_positions": [0, 3, 22, 40, 55, 60]}
    return {"long": lambda seed: Call(seed, queries=tokens), "far": lambda seed: Call(seed, queries=2, keys=6, **far)}


def add_versions(cases):
    source = f"{HF} deberta DisentangledSelfAttention"
    groups = {label: build for label, build in FIVE.items() if label != "decode"}
    tables = deberta_tables(7000, 32, 2)
    subsets = {"v1": list(BOTH), "v1-c2p": ["positionKey"], "v1-p2c": ["positionQuery"]}
    for number, (name, used) in enumerate(subsets.items()):
        chosen = {key: tables[key] for key in used}
        require_same_deberta(chosen, {}, 7)
        add_deberta(cases, name, 18, {}, chosen, source, groups if name == "v1" else {"full": full}, 7020 + number)
    add_deberta(cases, "v1", 18, {}, deberta_tables(7010, 32, 4), source, {"decode": FIVE["decode"]}, 7030)
    short = deberta_tables(7012, 6, 2)
    require_same_deberta(short, {}, 8)
    add_deberta(cases, "v1-clamped", 18, {}, short, source, {"gapped": FIVE["gapped"]}, 7040)

    source, given = f"{HF} deberta_v2 DisentangledSelfAttention", {"buckets": 8, "maxDistance": 16}
    tables = deberta_tables(7050, 16, 2)
    require_same_deberta(tables, given, 24)
    add_deberta(cases, "v2", 19, given, tables, source, groups | long_calls(16), 7060)
    add_deberta(cases, "v2", 19, given, deberta_tables(7052, 16, 4), source, {"decode": FIVE["decode"]}, 7070)
    known = {"query_positions": [600, 0], "key_positions": [0, 89, 300, 400, 471, 472, 599, 600, 729, 900, 1111, 1300]}
    published = {"buckets": 256, "maxDistance": 512}
    pair = {"heads": 1, "kv_heads": 1, "dim": 2}
    calls = {"published": lambda seed: Call(seed, queries=2, keys=12, **pair, **known)}
    add_deberta(cases, "v2-256-512", 19, published, deberta_tables(7080, 512, 1, 2), source, calls, 7082)


def add_deberta_conflicts(cases):
    """One case per side where paper, microsoft/DeBERTa and transformers differ."""
    tables, given = deberta_tables(7050, 16, 2), {"buckets": 8, "maxDistance": 16}
    paper = f"{AFTER} He et al. 2021"
    printed, calls = f"{paper}, equation 4 as printed: δ(j, i)", long_calls(12)
    add_deberta(cases, "paper-transposed", 19, given | {"transposed": True}, tables, printed, calls, 7100)
    add_deberta(cases, "code-transposed", 19, given, tables, f"{HF} deberta_v2: δ(i, j)", calls, 7100)
    first = {"three": lambda seed: Call(seed, queries=3, keys=16, query_positions=[0, 1, 2])}
    source = f"{AFTER} microsoft/DeBERTa disentangled_attention.py: queries counted from 0"
    add_deberta(cases, "unequal", 19, given, tables, source, first, 7110)
    source = f"{AFTER} {HF} deberta_v2 build_rpos, with the arguments it is called with"
    add_deberta(cases, "unequal-swapped", 19, given | {"swapped": True}, tables, source, first | long_calls(20), 7110)
    for name, more in (("p2p", {}), ("p2p-transposed", {"transposed": True})):
        source = f"{paper}, equation 2: P(i|j)·P(j|i), rows as in the other two terms"
        chosen, calls = given | more | {"positionPosition": True}, {"full": full} | long_calls(12)
        add_deberta(cases, name, 20, chosen, tables, source, calls, 7120)
    v1_tables = deberta_tables(7000, 32, 2)
    add_deberta(cases, "p2p-v1", 20, {"positionPosition": True}, v1_tables, source, {"masked": FIVE["masked"]}, 7130)


def require_unequal_fails():
    """Why the swapped arguments have no running authority."""
    tables, given = deberta_tables(7050, 16, 2), {"buckets": 8, "maxDistance": 16}
    try:
        library_scores(full(7110, queries=3, keys=20), tables, given)
    except RuntimeError:
        return
    raise AssertionError("transformers' DeBERTa-v2 now takes fewer queries than keys: test against it")


def deberta():
    require_golden_buckets()
    require_unequal_fails()
    truth = ["transformers deberta and deberta_v2 DisentangledSelfAttention", "He et al. 2021", "microsoft/DeBERTa"]
    conventions = [
        "rows clamp(δ + span, 0, 2·span − 1), δ = query − key (v1) or its bucket; span = rows/2, or buckets",
        "the scale is 1/√(headDim·(1 + number of terms)); positionPosition is one more term",
        "buckets as in transformers; microsoft/DeBERTa first limits |query − key| to maxDistance − 1: another row "
        "only for keys that are maxDistance or more past the query",
    ]
    cases = EncodingCases("deberta", truth, conventions)
    add_versions(cases)
    add_deberta_conflicts(cases)
    return cases


# ---- TUPE -----------------------------------------------------------------------------------------------------------


def tupe_bias(tables, ids, dim, reach=128):
    """[heads, queries, keys], as it is added to the score"""
    heads = next(table.shape[1] for name, table in tables.items() if name.endswith("Table")) // dim
    query, key = (split(tables[name], heads)[:, np.asarray(at)] for name, at in zip(("queryTable", "keyTable"), ids))
    bias = np.einsum("hid,hjd->hij", query, key) * (2 * dim) ** -0.5
    from_first, to_first = np.asarray(ids[0]) == 0, np.asarray(ids[1]) == 0
    if "first" in tables:
        first = tables["first"].astype(np.float64)
        bias[:, :, to_first] = first[1][:, None, None]
        bias[:, from_first] = first[0][:, None, None]
    if "bucketTable" in tables:
        count = len(tables["bucketTable"]) - 1
        relative = torch.from_numpy(distances(*ids).astype(np.int64))
        rows = T5Attention._relative_position_bucket(relative, True, count, reach).numpy()
        rows[:, to_first] = count
        rows[from_first] = count // 2
        bias = bias + np.moveaxis(tables["bucketTable"].astype(np.float64)[rows], -1, 0)
    return bias


def tupe_tables(seed, heads, positions=24, dim=4, buckets=32):
    tables = {"queryTable": normal(seed, positions, heads * dim), "keyTable": normal(seed + 1, positions, heads * dim)}
    return tables | {"first": normal(seed + 2, 2, heads), "bucketTable": normal(seed + 3, buckets + 1, heads)}


def require_as_written(heads=2, dim=4, tokens=6):
    """TUPE's own way: a row more in front, whose product with itself scores the first token's row."""
    rows = normal(7290, tokens + 1, heads * dim).astype(np.float64)
    projections = normal(7291, 2, heads * dim, heads * dim)
    rows = (rows - rows.mean(-1, keepdims=True)) / np.sqrt(rows.var(-1, keepdims=True) + 1e-5)
    query, key = (rows @ matrix.T.astype(np.float64) for matrix in projections)
    every = np.einsum("hid,hjd->hij", split(query, heads) * (dim * 2) ** -0.5, split(key, heads))
    written = every[:, 1:, 1:].copy()
    written[:, :, 0] = every[:, 1, 1, None]
    written[:, 0, :] = every[:, 0, 0, None]
    tables = {"queryTable": query[1:], "keyTable": key[1:], "first": np.stack([every[:, 0, 0], every[:, 1, 1]])}
    require_close("TUPE", tupe_bias(tables, (range(tokens), range(tokens)), dim), written, 1e-12)


def tupe():
    require_as_written()
    source = f"{AFTER} guolinke/TUPE fairseq/modules/transformer_sentence_encoder.py"
    conventions = [
        "bias = queryTable[query]·keyTable[key]/√(2·headDim); q·k is divided by √(2·headDim) as well",
        "first: final scores, row 0 for the query at position 0, row 1 for the key at position 0; row 0 wins at (0, 0)",
        "bucketTable [buckets + 1, heads]: T5's buckets; key 0 has the last row, query 0 (which wins) row buckets/2",
    ]
    cases = EncodingCases("tupe", [source, "transformers T5Attention (buckets)"], conventions)
    versions = {"absolute": (21, 2), "first": (21, 3), "relative": (22, 4)}  # row, how many of the tables

    def additions(call, tables):
        return {"bias": tupe_bias(tables, call.positions, call.dim), "scale": (2 * call.dim) ** -0.5}

    for number, (name, (row, count)) in enumerate(versions.items()):

        def tables(heads, count=count):
            return dict(list(tupe_tables(7200 + heads, heads).items())[:count])

        own, ids = cases.of([row], source), ([0, 1, 7, 23], [0, 1, 2, 7, 8, 15, 23])
        own.bias(f"{name}-bias", {}, ids, tupe_bias(tables(2), ids, 4), tables(2))
        if number:
            own.calls(name, {}, tables, additions, FIVE, 7220 + 10 * number)
    small, ids = tupe_tables(7240, 2, buckets=8), ([0, 1, 23], [0, 1, 2, 4, 9, 18, 23])
    cases.of([22], source).bias("eight-buckets", {"maxDistance": 20}, ids, tupe_bias(small, ids, 4, 20), small)
    return cases


def tensor_files(golden):
    return [cases().file() for cases in (deberta, tupe)]
