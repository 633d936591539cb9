"""Encodings that depend on what the tokens say: CoPE, forgetting gates (FoX), relative projection.

NumPy formulas in float64, held against x-transformers.
"""

from functools import partial

import numpy as np
import torch
from torch import nn
from x_transformers.x_transformers import CoPE, DataDependentAlibi, RelativeProjPositionalBias

from encoding_calls import FIVE, THREE, Call, causal, distances, masked
from encoding_cases import AFTER, XT, EncodingCases
from golden_file import normal, require_close

# ---- CoPE -----------------------------------------------------------------------------------------------------------


def cope_logits(call, table):
    """q·e at the contextual position of every key, interpolated [batch, heads, queries, keys]."""
    query, key, _ = call.double
    products = np.einsum("bhid,bhjd->bhij", query, key) * call.dim**-0.5
    gates = np.where(call.visible, 1 / (1 + np.exp(-products)), 0.0)
    position = np.minimum(gates[..., ::-1].cumsum(-1)[..., ::-1], len(table) - 1)
    whole = np.einsum("bhid,pd->bhip", query, table.astype(np.float64))
    low, high = (np.take_along_axis(whole, end(position).astype(int), -1) for end in (np.floor, np.ceil))
    share = position - np.floor(position)
    return low * (1 - share) + high * share


def cope_additions(call, tables, where):
    return {"content" if where == "beforeScale" else "bias": cope_logits(call, tables["table"])}


def require_same_cope(table):
    call = causal(8090, queries=7)
    module = CoPE(dim=call.dim, heads=call.heads, max_pos=len(table)).double()
    query, key, _ = (torch.from_numpy(x) for x in call.double)
    logits = (query @ key.mT * call.dim**-0.5).masked_fill(torch.from_numpy(~call.visible), -torch.inf)
    with torch.no_grad():
        module.pos_emb.copy_(torch.from_numpy(table))
        other = module(query, logits)
    require_close("CoPE of x-transformers", other, cope_logits(call, table), 1e-12)


def cope():
    sources = {
        "beforeScale": f"{AFTER} facebookresearch/RAM projects/cope context_position.py (default)",
        "afterScale": f"{XT} CoPE; facebookresearch/RAM with cope-nodiv",
    }
    conventions = [
        "position of key j = Σ σ(q·k_l/√headDim) over the visible keys l ≥ j, at most rows − 1; q·table interpolated",
        "beforeScale: added to q·k before the division by √headDim; afterScale: added to the scaled score",
    ]
    cases = EncodingCases("cope", list(sources.values()), conventions)
    table, short = normal(8000, 9, 4), normal(8001, 3, 4)
    require_same_cope(table)
    require_same_cope(short)
    for number, (where, source) in enumerate(sources.items()):
        calls = FIVE if where == "beforeScale" else {key: FIVE[key] for key in ("causal", "decode", "masked")}
        calls = calls | {"masked-causal": partial(masked, causal=True)}
        own, additions = cases.of([56], source), partial(cope_additions, where=where)
        own.calls(where, {"where": where}, {"table": table}, additions, calls, 8010 + number)
        own.calls(f"{where}-short", {"where": where}, {"table": short}, additions, {"causal": causal}, 8015)
    return cases


# ---- forgetting gates -----------------------------------------------------------------------------------------------


def forget_bias(logits, ids):
    """Σ_{l = j+1 … i} ln σ(gate_l) [heads, queries, keys]; keys past the query are hidden by the causal mask."""
    sums = np.cumsum(-np.logaddexp(0, -logits.astype(np.float64)), axis=0)
    return np.moveaxis(sums[np.asarray(ids[0])][:, None] - sums[np.asarray(ids[1])][None], -1, 0)


def require_same_gates(logits):
    heads, tokens = logits.shape[1], len(logits)
    module = DataDependentAlibi(heads, heads).double()
    linear = module.to_forget_gates[0]
    with torch.no_grad():
        linear.weight.copy_(torch.eye(heads))
        linear.bias.zero_()
        other = module(torch.from_numpy(logits)[None].double())[0]
    ours = forget_bias(logits, (range(tokens), range(tokens)))
    require_close("DataDependentAlibi of x-transformers", other, ours, 1e-12)


def forget():
    source = f"{AFTER} fla-org/flash-linear-attention forgetting_attn/naive.py; {XT} DataDependentAlibi"
    conventions = ["bias = Σ ln σ(gateLogits[l, head]) over positions key < l ≤ query; used with a causal mask"]
    cases = EncodingCases("forget", [source, f"{AFTER} axiomlab/Cable src/Cable.py"], conventions, [57], source)
    logits = normal(8100, 16, 3) * np.float32(2)
    logits[4, 0], logits[9, 1] = -30, 30  # a closed gate and an open one
    require_same_gates(logits)
    ids = [12, 15], [0, 1, 3, 4, 5, 8, 9, 10, 12]
    cases.bias("gates", {}, ids, forget_bias(logits, ids), {"gateLogits": logits})
    last = {"query_positions": [6, 9, 10, 14], "key_positions": [2, 3, 5, 6, 9, 10, 14]}
    calls = {
        "causal": causal,
        "decode": THREE["decode"],
        "gapped": lambda seed: Call(seed, queries=4, keys=7, causal=True, **last),
        "masked": partial(masked, causal=True),
    }

    def tables(heads):
        return {"gateLogits": normal(8110 + heads, 16, heads) + np.float32(1)}

    def additions(call, own):
        return {"bias": forget_bias(own["gateLogits"], call.positions)}

    cases.calls("attention", {}, tables, additions, calls, 8120)
    add_cable(cases)
    return cases


def cable_bias(logits, ids):
    """What tokens between key and query take off, one after the other: src/Cable.py sums −softplus, and subtracts the sum at the key."""
    steps = np.log1p(np.exp(logits.astype(np.float64)))
    bias = np.zeros((logits.shape[1], len(ids[0]), len(ids[1])))
    for i, query in enumerate(ids[0]):
        for j, key in enumerate(ids[1]):
            bias[:, i, j] = -steps[key + 1 : query + 1].sum(0)
    return bias


def add_cable(cases):
    source = f"{AFTER} axiomlab/Cable src/Cable.py"
    own = cases.of([72], source)
    logits = normal(8200, 16, 3)
    ids = [12, 15], [0, 1, 3, 4, 5, 8, 9, 10, 12]
    note = "Cable: gateLogits are the negative of what its layer gives"
    own.bias("cable", {}, ids, cable_bias(logits, ids), {"gateLogits": -logits}, note=note)
    call = causal(8210)
    negative = normal(8211, 16, call.heads)
    own.attention("cable-causal", {}, call, {"gateLogits": -negative}, note=note, bias=cable_bias(negative, call.positions))


# ---- relative projection --------------------------------------------------------------------------------------------


def projection_bias(weights, curves, ids, heads):
    """Σ_c weights[query, head, c]·curves[c, query − key]; 0 past the query and beyond the curves."""
    behind = -distances(*ids).astype(int)
    mix = weights.astype(np.float64).reshape(len(weights), heads, -1)[np.asarray(ids[0])]
    along = curves.astype(np.float64)[:, np.clip(behind, 0, curves.shape[1] - 1)]
    found = np.einsum("ihc,cij->hij", mix, along)
    return np.where((behind >= 0) & (behind < curves.shape[1]), found, 0.0)


def require_same_projection(weights, curves, heads, queries=5):
    keys, count = len(weights), len(curves)
    module = RelativeProjPositionalBias(heads * count, heads, count, curves.shape[1]).double()
    with torch.no_grad():
        module.distance_bank.copy_(torch.from_numpy(curves))
        module.to_distance_weights[0] = nn.Identity()
        other = module(torch.from_numpy(weights)[None, keys - queries :].double(), seq_len_k=keys)[0]
    ours = projection_bias(weights, curves, (range(keys - queries, keys), range(keys)), heads)
    require_close("RelativeProjPositionalBias of x-transformers", other, ours, 1e-12)


def relative_projection():
    source = f"{XT} RelativeProjPositionalBias"
    conventions = [
        "weights [positions, heads·curves]: the library's projection of each query's input; added after the scale"
    ]
    cases = EncodingCases("relativeProjection", [source], conventions, [60], source)

    def tables(heads):
        made = {"weights": normal(8200 + heads, 16, heads * 3), "curves": normal(8210 + heads, 3, 5)}
        require_same_projection(*made.values(), heads)
        return made

    def additions(call, own):
        return {"bias": projection_bias(*own.values(), call.positions, call.heads)}

    own, ids = tables(2), ([0, 3, 15], [0, 1, 3, 4, 10, 11, 12, 15])
    cases.bias("curves", {}, ids, projection_bias(*own.values(), ids, 2), own)
    cases.calls("attention", {}, tables, additions, FIVE, 8220)
    return cases


def tensor_files(golden):
    return [cases().file() for cases in (cope, forget, relative_projection)]
