"""Encodings that are added to the input: sinusoids of three families, learned tables, Abacus.

Sinusoids are NumPy formulas in float64; the float32 modules of transformers and x-transformers are held against them.
Learned rows come out of transformers' own modules, position ids out of its own functions.
"""

import numpy as np
import torch
from torch import nn
from transformers import RobertaConfig
from transformers.models.bart.modeling_bart import BartLearnedPositionalEmbedding
from transformers.models.bert.modeling_bert import BertEmbeddings
from transformers.models.fsmt.modeling_fsmt import SinusoidalPositionalEmbedding as FairseqSinusoid
from transformers.models.marian.modeling_marian import MarianSinusoidalPositionalEmbedding
from transformers.models.opt.modeling_opt import OPTLearnedPositionalEmbedding
from transformers.models.roberta.modeling_roberta import RobertaEmbeddings
from x_transformers.x_transformers import ScaledSinusoidalEmbedding

from encoding_cases import AFTER, HF, EncodingCases
from golden_file import normal, require_close

NEAR = np.array([0, 1, 2, 3, 7, 8, 31, 100])
FAR = np.array([0.0, 0.5, 7.25, 4095.0, 65536.0, 1000003.0, 16777215.0])
MANY_NEAR = np.concatenate([np.arange(33), [63, 64, 511]])
MANY_FAR = np.array([0.5, 7.25, 1000.0, 4095.0, 65536.0, 1000003.0, 16777216.0])
FLOAT32 = 8e-7  # modules in float32, at positions up to 100
PAPER = f"{AFTER} Vaswani et al. 2017"
EXACT = {"absolute": 2e-7, "relative": 0}


def sines_and_cosines(positions, frequencies):
    angles = np.asarray(positions, np.float64)[:, None] * frequencies
    return np.sin(angles), np.cos(angles)


def interleaved(positions, frequencies):
    return np.stack(sines_and_cosines(positions, frequencies), axis=2).reshape(len(positions), -1)


def concatenated(positions, frequencies, dim):
    """An odd width ends in a zero."""
    code = np.concatenate(sines_and_cosines(positions, frequencies), axis=1)
    return np.pad(code, ((0, 0), (0, dim - code.shape[1])))


def paper_frequencies(dim, base=10000.0):
    return base ** (-2 * np.arange(dim // 2) / dim)


def endpoint_frequencies(dim, base=10000.0):
    """From 1 to exactly 1/base, as tensor2tensor and fairseq space them."""
    half = dim // 2
    return base ** (-np.arange(half) / (half - 1))


def add_paper(cases):
    paper = cases.of([1], PAPER)
    for name, positions, dim, base in (
        ("paper", NEAR, 16, 10000.0), ("paper-far", FAR, 8, 10000.0), ("base", NEAR, 12, 500.0),
    ):
        paper.embed(name, {"base": base}, positions, interleaved(positions, paper_frequencies(dim, base)))
    code = concatenated(NEAR, paper_frequencies(16), 16)
    require_close("Marian", marian(NEAR, 16), code, FLOAT32)
    source = f"{HF} MarianSinusoidalPositionalEmbedding, in float64"
    cases.of([1], source).embed("marian", {"layout": "concatenated"}, NEAR, code)


def marian(positions, dim):
    return MarianSinusoidalPositionalEmbedding(int(positions.max()) + 1, dim).create_weight().numpy()[positions]


def in_papers_order(code):
    """Concatenated rows as sin, cos, sin, cos …"""
    half = code.shape[1] // 2
    return np.stack([code[:, :half], code[:, half:]], axis=2).reshape(code.shape)


def add_exact(cases):
    """Both layouts from one table, to the last digits of float32: Marian's near, the formula far and between integers."""
    for dim in (8, 64, 130):
        near = marian(MANY_NEAR, dim)
        require_close(f"Marian, dim {dim}", near, concatenated(MANY_NEAR, paper_frequencies(dim), dim), 6e-8)
        far = concatenated(MANY_FAR, paper_frequencies(dim), dim)
        add_layouts(cases, f"near{dim}", MANY_NEAR, near, f"{HF} MarianSinusoidalPositionalEmbedding")
        add_layouts(cases, f"far{dim}", MANY_FAR, far, PAPER)
    add_layouts(cases, "base500", MANY_NEAR, concatenated(MANY_NEAR, paper_frequencies(24, 500.0), 24), PAPER, 500)


def add_layouts(cases, name, positions, code, source, base=10000):
    for layout, rows in (("concatenated", code), ("interleaved", in_papers_order(code))):
        given = {"base": base, "layout": layout}
        cases.of([1], source).embed(f"{name}-{layout}", given, positions, rows, tolerance=EXACT)


def add_fairseq(cases):
    """fairseq counts from the padding index + 1 and codes padding itself as zero; transformers' FSMT is its heir."""
    fairseq = cases.of([2], f"{AFTER} fairseq; {HF} FSMT SinusoidalPositionalEmbedding agrees")
    for name, dim, padding in (
        ("fairseq", 16, None), ("fairseq-padding", 8, 1), ("fairseq-odd", 9, 1), ("fairseq-far", 10, None),
    ):
        positions = FAR if name == "fairseq-far" else NEAR
        code = concatenated(positions, endpoint_frequencies(dim), dim)
        if padding is not None:
            code[positions == padding] = 0
        if positions is NEAR:
            table = FairseqSinusoid.get_embedding(101, dim, padding).numpy()
            require_close(name, table[NEAR], code, 1e-5)  # the float32 exponential is good to about 1e-7 · 100
        given = {"layout": "concatenated", "spacing": "endpoint"} | ({} if padding is None else {"padding": padding})
        fairseq.embed(name, given, positions, code)
    code = interleaved(NEAR, endpoint_frequencies(8))
    cases.of([2], f"{AFTER} tensor2tensor").embed("endpoint-interleaved", {"spacing": "endpoint"}, NEAR, code)


def add_scaled(cases):
    scaled = cases.of([3], "x-transformers ScaledSinusoidalEmbedding, in float64")
    for name, dim, scale in (("scaled", 16, None), ("scaled-trained", 12, 0.625)):
        module = ScaledSinusoidalEmbedding(dim)
        scale = float(np.float32(dim**-0.5)) if scale is None else scale
        module.scale.data.fill_(scale)
        code = concatenated(NEAR, paper_frequencies(dim), dim) * scale
        found = module(torch.zeros(1, len(NEAR), dim), pos=torch.from_numpy(NEAR)).detach()
        require_close(name, found, code, 1e-5)
        scaled.embed(name, {"layout": "concatenated", "scale": scale}, NEAR, code)
    code = interleaved(NEAR, paper_frequencies(16)) * 0.25
    arithmetic = cases.of([3], f"{AFTER} mcleish7/arithmetic ScaledSinosoidal")
    arithmetic.embed("scaled-interleaved", {"scale": 0.25}, NEAR, code)


def sinusoidal_cases():
    cases = EncodingCases(
        "sinusoidal",
        [
            "NumPy float64: Vaswani et al. 2017; fairseq sinusoidal_positional_embedding; mcleish7/arithmetic",
            "transformers.models.marian, transformers.models.fsmt, x_transformers.ScaledSinusoidalEmbedding in float32",
        ],
        [
            "paper and marian hold the same numbers in two orders; fairseq has other frequencies: 1 … exactly 1/base",
            "paper: channel 2i = sin(p·base^(−2i/dim)), 2i+1 = cos; endpoint: the exponent is i/(dim/2 − 1)",
        ],
    )
    for add in (add_paper, add_exact, add_fairseq, add_scaled):
        add(cases)
    return cases


def with_table(module, table):
    module.weight = nn.Parameter(torch.from_numpy(table), requires_grad=False)
    return module


def add_learned(cases, name, rows, offset, table, positions, found, source, **more):
    """The module's rows must be rows of the table, found where the position and the offset say."""
    positions = np.asarray(positions)
    require_close(name, found, table[positions + offset], 0)
    given = {"offset": offset} if offset else {}
    cases.of(rows, source).embed(name, given, positions, np.asarray(found), {"table": table}, **more)


def roberta_rows(ids, table, padding):
    """(position ids, rows) of transformers' RobertaEmbeddings."""
    config = RobertaConfig(
        hidden_size=table.shape[1], max_position_embeddings=len(table), pad_token_id=padding, vocab_size=20
    )
    module = with_table(RobertaEmbeddings(config).position_embeddings, table)
    positions = RobertaEmbeddings.create_position_ids_from_input_ids(torch.tensor([ids]), padding)[0]
    return positions.numpy(), module(positions).numpy()


def add_roberta(cases):
    """Position ids count the tokens that are no padding, from padding + 1; padding itself stays at padding."""
    for seed, (name, ids, padding) in enumerate(
        (
            ("roberta-right-padding", [0, 7, 8, 9, 2, 1, 1, 1], 1), ("roberta-left-padding", [1, 1, 1, 0, 7, 8, 2], 1),
            ("roberta-padding-3", [5, 3, 6, 7, 3, 8], 3),
        ),
        start=20,
    ):
        table = normal(seed, 14, 6)
        positions, rows = roberta_rows(ids, table, padding)
        more = {"inputIds": np.array(ids), "positionIds": positions}
        note = (
            "positionIds are the model's ids (rows of the table); positions are those minus the offset, padding at −1"
        )
        source = f"{HF} RobertaEmbeddings.create_position_ids_from_input_ids"
        places = positions - padding - 1
        add_learned(cases, name, [5], padding + 1, table, places, rows, source, more=more, note=note)


def learned_cases():
    cases = EncodingCases("learned", ["transformers: GPT-2 and BERT tables (nn.Embedding), RoBERTa, BART, OPT"])
    table = normal(10, 12, 8)
    rows = with_table(nn.Embedding(12, 8), table)(torch.tensor([0, 3, 3, 11, 1])).numpy()
    add_learned(cases, "gpt2", [4], 0, table, [0, 3, 3, 11, 1], rows, "torch nn.Embedding, as GPT-2's wpe")
    ids = BertEmbeddings(RobertaConfig(max_position_embeddings=12, hidden_size=8)).position_ids[0, :6].numpy()
    rows = with_table(nn.Embedding(12, 8), table)(torch.from_numpy(ids)).numpy()
    add_learned(cases, "bert", [4], 0, table, ids, rows, f"{HF} BertEmbeddings.position_ids")
    add_roberta(cases)
    table = normal(11, 14, 8)
    bart = with_table(BartLearnedPositionalEmbedding(12, 8), table)
    rows = bart(torch.zeros(1, 6))[0].numpy()
    source = f"{HF} BartLearnedPositionalEmbedding"
    add_learned(cases, "bart", [6], 2, table, np.arange(6), rows, source)
    rows = bart(torch.zeros(1, 3), past_key_values_length=7)[0].numpy()
    add_learned(cases, "bart-cache", [6], 2, table, np.arange(7, 10), rows, source)
    mask = torch.tensor([[0, 0, 1, 1, 1, 1]])
    rows = with_table(OPTLearnedPositionalEmbedding(12, 8), table)(mask)[0].numpy()
    note = "ids count the tokens that are attended, padding stands at −1 and gets row 1"
    source, more = f"{HF} OPTLearnedPositionalEmbedding", {"attentionMask": mask[0].numpy()}
    add_learned(cases, "opt-left-padding", [6], 2, table, [-1, -1, 0, 1, 2, 3], rows, source, more=more, note=note)
    return cases


def digit_index(digits):
    """1 for the first digit of a number, 2 for the next …; 0 elsewhere."""
    places, place = [], 0
    for digit in digits:
        place = place + 1 if digit else 0
        places.append(place)
    return np.array(places)


def digit_index_by_gaps(digits):
    """The place of each digit in its number, as the distance to the last token that is no digit."""
    index = np.arange(1, len(digits) + 1)
    return index - np.maximum.accumulate(np.where(np.array(digits) == 0, index, 0))


def abacus_cases():
    cases = EncodingCases(
        "abacus",
        ["NumPy construction after mcleish7/arithmetic abacus.py"],
        [
            "digits is 1 where the token is a digit, for positions 0, 1, 2 …; the row of the table is the place of the "
            "digit in its number, 1 for the first, plus offset; a token that is no digit gets row 0"
        ],
        [62],
        "NumPy construction after mcleish7/arithmetic abacus.py",
    )
    sums = [1, 1, 1, 0, 1, 1, 0, 1, 1, 1, 1, 0]
    for seed, (name, digits, offset, positions) in enumerate(
        (
            ("sum", sums, 0, np.arange(12)), ("sum-offset", sums, 7, np.arange(12)),
            ("digits-inside", [0, 0, 1, 0, 0, 1, 1, 1], 0, np.arange(8)), ("all-digits", [1] * 6, 3, np.arange(6)),
            ("no-digits", [0] * 5, 3, np.arange(5)), ("some-positions", sums, 2, np.array([9, 3, 2, 10])),
        ),
        start=40,
    ):
        places = digit_index(digits)
        require_close(name, digit_index_by_gaps(digits), places, 0)
        table = normal(seed, 16, 6)
        rows = np.where(places > 0, places + offset, 0)[positions]
        given = {"digits": digits} | ({"offset": offset} if offset else {})
        cases.embed(name, given, positions, table[rows], {"table": table})
    return cases


def tensor_files(golden):
    return [cases().file() for cases in (sinusoidal_cases, learned_cases, abacus_cases)]
