"""Encodings that multiply queries and keys with position vectors: Shaw, BERT's relative keys, Transformer-XL, XLNet.

Each is a NumPy formula in float64, held against a library where one still has it.
"""

from functools import partial
from types import SimpleNamespace

import numpy as np
import torch
from torch import nn
from transformers import XLNetConfig, XLNetModel
from transformers.models.wav2vec2_bert.modeling_wav2vec2_bert import _apply_relative_key_position_encoding
from transformers.models.xlnet.modeling_xlnet import XLNetRelativeAttention

from encoding_calls import FIVE, Call, causal, decode, full, gapped
from encoding_cases import AFTER, HF, EncodingCases, double, solve
from golden_file import normal, require_close

# ---- Shaw -----------------------------------------------------------------------------------------------------------


def shaw_rows(table, distance):
    """[queries, keys, dim]: table[clip(key − query, ±k) + k]"""
    reach = len(table) // 2
    return table.astype(np.float64)[np.clip(distance, -reach, reach).astype(int) + reach]


def shaw_additions(call, tables):
    found = {"content": np.einsum("bhid,ijd->bhij", call.double[0], shaw_rows(tables["keyTable"], call.distance))}
    if "valueTable" in tables:
        found["value_bias"] = shaw_rows(tables["valueTable"], call.distance)[None]
    return found


def require_same_shaw(tables):
    """Wav2Vec2-BERT's relative_key is Shaw's key term."""
    call, reach = Call(6090, queries=7), len(tables["keyTable"]) // 2
    embedding = nn.Embedding.from_pretrained(torch.from_numpy(tables["keyTable"]).double())
    limits = {"left_max_position_embeddings": reach, "right_max_position_embeddings": reach}
    module = SimpleNamespace(distance_embedding=embedding, scaling=call.dim**-0.5, **limits)
    other = _apply_relative_key_position_encoding(module, double(call.query), double(call.key))[1]
    ours = shaw_additions(call, tables)["content"] * call.dim**-0.5
    require_close("Wav2Vec2-BERT relative_key", other, ours, 1e-12)


def shaw():
    repository = f"{AFTER} fairseq2 models/transformer/sdpa/shaw.py"
    source = f"{repository}, key term as {HF} Wav2Vec2-BERT relative_key"
    conventions = ["row clip(key − query, ±k) + k; output + Σ_j weight_ij·valueTable[row]"]
    cases = EncodingCases("shaw", [source], conventions, [8], source)
    tables = {"keyTable": normal(6000, 7, 4), "valueTable": normal(6001, 7, 4)}
    require_same_shaw(tables)
    only_keys = {"keyTable": tables["keyTable"]}
    cases.calls("keys", {}, only_keys, shaw_additions, {"full": full, "decode": decode}, 6010)
    cases.calls("keys-values", {}, tables, shaw_additions, FIVE, 6030)
    return cases


# ---- relative keys of BERT ------------------------------------------------------------------------------------------


def relative_key_additions(call, tables, terms):
    query, key, _ = call.double
    table = tables["table"].astype(np.float64)
    vectors = table[-call.distance + len(table) // 2]  # query − key + N − 1
    content = np.einsum("bhid,ijd->bhij", query, vectors)
    return {"content": content + (np.einsum("bhjd,ijd->bhij", key, vectors) if terms == "keyQuery" else 0)}


def relative_key():
    source = f"{AFTER} transformers 4.45 BertSelfAttention (removed in 5)"
    cases = EncodingCases("relativeKey", [source], ["row query − key + N − 1 of the table [2N − 1, headDim]"])
    for row, terms, name in ((9, "key", "relative_key"), (10, "keyQuery", "relative_key_query")):
        own, tables = cases.of([row], f"{source}, {name}"), {"table": normal(6100 + row, 2 * 16 - 1, 4)}
        own.calls(terms, {"terms": terms}, tables, partial(relative_key_additions, terms=terms), FIVE, 6120 + row)
    return cases


# ---- Transformer-XL and XLNet ---------------------------------------------------------------------------------------

WIDTH = 8


def sinusoid(distance, base=10000.0):
    """[…, WIDTH]: [sin ‖ cos]"""
    angles = np.asarray(distance, np.float64)[..., None] * base ** (-2 * np.arange(WIDTH // 2) / WIDTH)
    return np.concatenate([np.sin(angles), np.cos(angles)], axis=-1)


def xl_tables(seed, heads, dim=4):
    seed += heads
    tables = {"weight": normal(seed, heads * dim, WIDTH) * np.float32(0.5)}
    return tables | {"contentBias": normal(seed + 1, heads, dim), "positionBias": normal(seed + 2, heads, dim)}


def per_head(rows, heads):
    """[heads·dim, …] → [heads, dim, …] in float64"""
    return rows.astype(np.float64).reshape(heads, -1, *rows.shape[1:])


def position_term(query, tables, codes):
    """(q + v)·W R [batch, heads, queries, …codes] from codes [queries, keys, WIDTH]"""
    heads = query.shape[1]
    vectors = np.einsum("hdw,ijw->hijd", per_head(tables["weight"], heads), codes)
    return np.einsum("bhid,hijd->bhij", query + tables["positionBias"].astype(np.float64)[:, None], vectors)


def content_term(key, tables):
    """u·k [batch, heads, 1, keys]"""
    return np.einsum("hd,bhjd->bhj", tables["contentBias"].astype(np.float64), key)[:, :, None]


def xl_content(call, tables, clamp=0, base=10000.0):
    query, key, _ = call.double
    behind = -call.distance
    codes = sinusoid(np.clip(behind, -clamp, clamp) if clamp else behind, base)
    return content_term(key, tables) + position_term(query, tables, codes)


def padded_shift(scores):
    """Transformer-XL's own shift of [batch, heads, queries, keys]: pad one column, reshape, drop the first row."""
    batch, heads, queries, keys = scores.shape
    padded = np.concatenate([np.zeros((batch, heads, queries, 1)), scores], axis=-1)
    return padded.reshape(batch, heads, keys + 1, queries)[:, :, 1:].reshape(scores.shape)


def padded_scores(call, tables, clamp=0, base=10000.0):
    """The scores with the position term shifted as Transformer-XL does it: right on and below the diagonal only."""
    query, key, _ = call.double
    behind = np.arange(call.keys - 1, -1, -1)
    codes = sinusoid(np.minimum(behind, clamp) if clamp else behind, base)
    raw = position_term(query, tables, np.broadcast_to(codes, (call.queries, *codes.shape)))
    products = np.einsum("bhid,bhjd->bhij", query, key)
    return (products + content_term(key, tables) + padded_shift(raw)) * call.dim**-0.5


def add_padded_shift(cases, name, tables, builds, clamp=0):
    for label, build in builds.items():
        call = build(6220)
        results = solve(call, content=xl_content(call, tables, clamp))
        shifted = padded_scores(call, tables, clamp)
        past = np.broadcast_to(call.distance <= 0, shifted.shape)
        exact = (call.double[0] @ call.double[1].swapaxes(-1, -2) + xl_content(call, tables, clamp)) * call.dim**-0.5
        require_close("padded shift, on and below the diagonal", shifted[past], exact[past], 1e-12)
        if np.all(np.abs(shifted - exact)[~past] < 1e-3):
            raise AssertionError("nothing is wrong above the diagonal")
        found = {key: results[key] for key in ("output", "scores")} | {"paddedShift": shifted}
        note = (
            "paddedShift: scores, nothing hidden, under Transformer-XL's rel_shift: other distances above the diagonal"
        )
        given, tensors = {"clampLength": clamp}, call.tensors() | found
        cases.add(f"{name}-{label}", "attention", given, tables, tensors, call.options, note=note)


def transformer_xl():
    repository = f"{AFTER} kimiyoung/transformer-xl pytorch/mem_transformer.py"
    source = f"{repository} (exact distances; as {HF} XLNet without segments)"
    conventions = ["scores = [(q + u)·k + (q + v)·W R(query − key)]·scale, R = [sin ‖ cos] over dModel"]
    cases = EncodingCases("transformerXl", [source], conventions, [16], source)
    settings = {
        "plain": ({}, FIVE),
        "clamped": ({"clamp": 3}, {"decode": decode}),
        "base": ({"base": 100.0}, {"gapped": gapped}),
    }
    names = {"clamp": "clampLength", "base": "base"}
    for number, (name, (more, calls)) in enumerate(settings.items()):

        def additions(call, tables, more=more):
            return {"content": xl_content(call, tables, **more)}

        given = {names[key]: value for key, value in more.items()}
        add_both_groups(cases, name, given, partial(xl_tables, 6200), additions, calls, 6240 + 10 * number)
    builds = {"square": full, "causal": causal, "memory": lambda seed: causal(seed, queries=3, keys=7)}
    add_padded_shift(cases, "shift", xl_tables(6200, 2), builds)
    add_padded_shift(cases, "shift-clamped", xl_tables(6200, 2), {"causal": causal}, clamp=2)
    return cases


def add_both_groups(cases, name, given, tables, additions, calls, seed):
    """Calls of two heads and the grouped one of four, each group with tables and seeds of its own."""
    for heads in (2, 4):
        chosen = {label: build for label, build in calls.items() if (label == "decode") == (heads == 4)}
        cases.calls(name, given, tables(heads), additions, chosen, seed + heads)


def segment_term(call, tables, segments):
    """(q + s)·(row 0 for the same segment, row 1 for another)"""
    ids, heads = np.asarray(segments), call.heads
    query_segments, key_segments = (ids[side] for side in call.positions)
    rows = per_head(tables["segmentTable"].T, heads)  # [heads, dim, 2]
    both = np.einsum("bhid,hds->bhis", call.double[0] + tables["segmentBias"].astype(np.float64)[:, None], rows)
    other = query_segments[:, None] != key_segments[None, :]
    return np.where(other, both[..., 1:], both[..., :1])


def xlnet_tables(seed, heads, dim=4):
    first = seed + heads + 3
    more = {"segmentTable": normal(first, 2, heads * dim), "segmentBias": normal(first + 1, heads, dim)}
    return xl_tables(seed, heads, dim) | more


def library_xlnet(call, tables, segments, clamp):
    """transformers' rel_attn_core, with memory when there are more keys than queries: (output, weights)."""
    heads, dim = call.heads, call.dim
    sizes = {"d_model": WIDTH, "n_head": 2, "d_inner": 4, "n_layer": 1, "pad_token_id": 0, "clamp_len": clamp or -1}
    model = XLNetModel(XLNetConfig(**sizes))
    codes = model.relative_positional_encoding(call.queries, call.keys, bsz=call.batch).double()
    core = XLNetRelativeAttention(XLNetConfig(**(sizes | {"d_model": heads * dim, "n_head": heads}))).double().eval()
    tensors = {name: torch.from_numpy(rows).double() for name, rows in tables.items()}
    with torch.no_grad():
        core.r_w_bias.copy_(tensors["contentBias"])
        core.r_r_bias.copy_(tensors["positionBias"])
        core.r_s_bias.copy_(tensors["segmentBias"])
        core.seg_embed.copy_(tensors["segmentTable"].unflatten(-1, (heads, dim)))
        vectors = torch.einsum("tbw,hdw->tbhd", codes, tensors["weight"].unflatten(0, (heads, dim)))
        ids = [torch.tensor(np.asarray(segments)[side]) for side in call.positions]
        differs = (ids[0][:, None] != ids[1][None]).long()
        matrix = nn.functional.one_hot(differs, 2).double()[:, :, None].expand(-1, -1, call.batch, -1)
        hidden = torch.from_numpy(~np.broadcast_to(call.visible, (call.batch, 1, call.queries, call.keys)))
        rows = [torch.from_numpy(x).permute(2, 0, 1, 3) for x in call.double]
        out, weights = core.rel_attn_core(
            *rows, vectors, matrix, hidden.permute(2, 3, 0, 1).double().expand(-1, -1, -1, heads),
            output_attentions=True,
        )
    return out.permute(1, 2, 0, 3), weights.permute(2, 3, 0, 1)


def xlnet_content(call, tables, segments, clamp=0):
    return xl_content(call, tables, clamp) + segment_term(call, tables, segments)


def require_same_xlnet(segments):
    for clamp in (0, 3):
        for build in (full, causal, lambda seed: causal(seed, queries=3, keys=7)):
            call, tables = build(6390), xlnet_tables(6378, 2)
            ours = solve(call, content=xlnet_content(call, tables, segments, clamp))
            output, weights = library_xlnet(call, tables, segments, clamp)
            require_close("XLNet output", output, ours["output"], 1e-6)  # its sinusoids are float32
            require_close("XLNet weights", weights, ours["weights"], 1e-6)
    plain = xlnet_tables(6378, 2)
    plain["segmentTable"] = plain["segmentTable"] * 0
    ours = solve(full(6390), content=xl_content(full(6390), plain))["output"]
    require_close("Transformer-XL as XLNet", library_xlnet(full(6390), plain, segments, 0)[0], ours, 1e-6)


def xlnet():
    source = f"{HF} XLNetRelativeAttention.rel_attn_core"
    conventions = [
        "as transformerXl, at every distance, also past the query, + (q + s)·segment vector",
        "segmentTable: row 0 same segment, row 1 another; segments: one id per position; distances within ±clampLength",
    ]
    cases = EncodingCases("xlnet", [source], conventions, [17], source)
    segments = [0, 0, 0, 1, 1, 1, 0, 0, 2, 2, 2, 2, 0, 0, 1]
    require_same_xlnet(segments)
    for name, clamp, calls in (("plain", 0, FIVE), ("clamped", 3, {"gapped": gapped, "full": full})):

        def additions(call, tables, clamp=clamp):
            return {"content": xlnet_content(call, tables, segments, clamp)}

        given = {"segments": segments} | ({"clampLength": clamp} if clamp else {})
        add_both_groups(cases, name, given, partial(xlnet_tables, 6300), additions, calls, 6320 + clamp)
    return cases


def tensor_files(golden):
    return [cases().file() for cases in (shaw, relative_key, transformer_xl, xlnet)]
