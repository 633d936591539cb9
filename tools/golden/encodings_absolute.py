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

from encoding_cases import EncodingCases
from golden_file import normal, require_close

NEAR = np.array([0, 1, 2, 3, 7, 8, 31, 100])
FAR = np.array([0.0, 0.5, 7.25, 4095.0, 65536.0, 1000003.0, 16777215.0])
FLOAT32 = 8e-7  # modules in float32, at positions up to 100
PAPER = "NumPy float64 construction after Vaswani et al. 2017"


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
    for name, positions, dim, base in (
        ("paper", NEAR, 16, 10000.0),
        ("paper-far", FAR, 8, 10000.0),
        ("base", NEAR, 12, 500.0),
    ):
        code = interleaved(positions, paper_frequencies(dim, base))
        tensors = {"positions": positions.astype(np.float32), "expected": code}
        cases.add(name, "embed", [1], {"type": "sinusoidal", "base": base}, tensors, PAPER)
    code = concatenated(NEAR, paper_frequencies(16), 16)
    table = MarianSinusoidalPositionalEmbedding(101, 16).create_weight().numpy()
    require_close("Marian", table[NEAR], code, FLOAT32)
    position = {"type": "sinusoidal", "layout": "concatenated"}
    tensors = {"positions": NEAR.astype(np.float32), "expected": code}
    cases.add(
        "marian", "embed", [1], position, tensors, "transformers 5.23.0 MarianSinusoidalPositionalEmbedding, in float64"
    )


def add_fairseq(cases):
    """fairseq counts from the padding index + 1 and codes padding itself as zero; transformers' FSMT is its heir."""
    for name, dim, padding in (
        ("fairseq", 16, None),
        ("fairseq-padding", 8, 1),
        ("fairseq-odd", 9, 1),
        ("fairseq-far", 10, None),
    ):
        positions = FAR if name == "fairseq-far" else NEAR
        code = concatenated(positions, endpoint_frequencies(dim), dim)
        if padding is not None:
            code[positions == padding] = 0
        if positions is NEAR:
            table = FairseqSinusoid.get_embedding(101, dim, padding).numpy()
            require_close(name, table[NEAR], code, 1e-5)  # the float32 exponential is good to about 1e-7 · 100
        position = {"type": "sinusoidal", "layout": "concatenated", "spacing": "endpoint"}
        position |= {} if padding is None else {"padding": padding}
        tensors = {"positions": positions.astype(np.float32), "expected": code}
        source = (
            "NumPy float64 construction after fairseq; transformers 5.23.0 FSMT SinusoidalPositionalEmbedding agrees"
        )
        cases.add(name, "embed", [2], position, tensors, source)
    code = interleaved(NEAR, endpoint_frequencies(8))
    position = {"type": "sinusoidal", "spacing": "endpoint"}
    tensors = {"positions": NEAR.astype(np.float32), "expected": code}
    cases.add("endpoint-interleaved", "embed", [2], position, tensors, "NumPy float64 construction after tensor2tensor")


def add_scaled(cases):
    for name, dim, scale in (("scaled", 16, None), ("scaled-trained", 12, 0.625)):
        module = ScaledSinusoidalEmbedding(dim)
        scale = float(np.float32(dim**-0.5)) if scale is None else scale
        module.scale.data.fill_(scale)
        code = concatenated(NEAR, paper_frequencies(dim), dim) * scale
        found = module(torch.zeros(1, len(NEAR), dim), pos=torch.from_numpy(NEAR)).detach()
        require_close(name, found, code, 1e-5)
        position = {"type": "sinusoidal", "layout": "concatenated", "scale": scale}
        tensors = {"positions": NEAR.astype(np.float32), "expected": code}
        cases.add(name, "embed", [3], position, tensors, "x-transformers ScaledSinusoidalEmbedding, in float64")
    code = interleaved(NEAR, paper_frequencies(16)) * 0.25
    tensors = {"positions": NEAR.astype(np.float32), "expected": code}
    source = "NumPy float64 construction after mcleish7/arithmetic ScaledSinosoidal"
    cases.add("scaled-interleaved", "embed", [3], {"type": "sinusoidal", "scale": 0.25}, tensors, source)


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
    add_paper(cases)
    add_fairseq(cases)
    add_scaled(cases)
    return cases


def with_table(module, table):
    module.weight = nn.Parameter(torch.from_numpy(table), requires_grad=False)
    return module


def add_learned(cases, name, rows, offset, table, positions, found, source, more=None, note=None):
    """The module's rows must be rows of the table, found where the position and the offset say."""
    positions = np.asarray(positions)
    require_close(name, found, table[positions + offset], 0)
    position = {"type": "learned", "table": {"$": "table"}} | ({"offset": offset} if offset else {})
    tensors = {"table": table, "positions": positions.astype(np.float32), "expected": np.asarray(found)} | (more or {})
    cases.add(name, "embed", rows, position, tensors, source, note=note)


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
            ("roberta-right-padding", [0, 7, 8, 9, 2, 1, 1, 1], 1),
            ("roberta-left-padding", [1, 1, 1, 0, 7, 8, 2], 1),
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
        source = "transformers 5.23.0 RobertaEmbeddings.create_position_ids_from_input_ids"
        add_learned(cases, name, [5], padding + 1, table, positions - padding - 1, rows, source, more, note)


def learned_cases():
    cases = EncodingCases("learned", ["transformers: GPT-2 and BERT tables (nn.Embedding), RoBERTa, BART, OPT"])
    table = normal(10, 12, 8)
    rows = with_table(nn.Embedding(12, 8), table)(torch.tensor([0, 3, 3, 11, 1])).numpy()
    add_learned(cases, "gpt2", [4], 0, table, [0, 3, 3, 11, 1], rows, "torch nn.Embedding, as GPT-2's wpe")
    ids = BertEmbeddings(RobertaConfig(max_position_embeddings=12, hidden_size=8)).position_ids[0, :6].numpy()
    rows = with_table(nn.Embedding(12, 8), table)(torch.from_numpy(ids)).numpy()
    add_learned(cases, "bert", [4], 0, table, ids, rows, "transformers 5.23.0 BertEmbeddings.position_ids")
    add_roberta(cases)
    table = normal(11, 14, 8)
    bart = with_table(BartLearnedPositionalEmbedding(12, 8), table)
    rows = bart(torch.zeros(1, 6))[0].numpy()
    add_learned(cases, "bart", [6], 2, table, np.arange(6), rows, "transformers 5.23.0 BartLearnedPositionalEmbedding")
    rows = bart(torch.zeros(1, 3), past_key_values_length=7)[0].numpy()
    add_learned(
        cases, "bart-cache", [6], 2, table, np.arange(7, 10), rows, "transformers 5.23.0 BartLearnedPositionalEmbedding"
    )
    mask = torch.tensor([[0, 0, 1, 1, 1, 1]])
    rows = with_table(OPTLearnedPositionalEmbedding(12, 8), table)(mask)[0].numpy()
    note = "ids count the tokens that are attended, padding stands at −1 and gets row 1"
    source = "transformers 5.23.0 OPTLearnedPositionalEmbedding"
    more = {"attentionMask": mask[0].numpy()}
    add_learned(cases, "opt-left-padding", [6], 2, table, [-1, -1, 0, 1, 2, 3], rows, source, more, note)
    return cases


def digit_index(digits):
    """1 for the first digit of a number, 2 for the next …; 0 elsewhere."""
    places, place = [], 0
    for digit in digits:
        place = place + 1 if digit else 0
        places.append(place)
    return np.array(places)


def digit_index_by_gaps(digits):
    """The same, as the distance to the last token that is no digit."""
    index = np.arange(1, len(digits) + 1)
    return index - np.maximum.accumulate(np.where(np.array(digits) == 0, index, 0))


def abacus_cases():
    cases = EncodingCases(
        "abacus",
        ["NumPy construction after mcleish7/arithmetic abacus.py"],
        [
            "digits is 1 where the token is a digit, for positions 0, 1, 2 …; the row of the table is the place of the "
            "digit in its number, 1 for the first, plus offset; a token that is no digit gets row 0",
        ],
    )
    sums = [1, 1, 1, 0, 1, 1, 0, 1, 1, 1, 1, 0]
    for seed, (name, digits, offset, positions) in enumerate(
        (
            ("sum", sums, 0, np.arange(12)),
            ("sum-offset", sums, 7, np.arange(12)),
            ("digits-inside", [0, 0, 1, 0, 0, 1, 1, 1], 0, np.arange(8)),
            ("all-digits", [1] * 6, 3, np.arange(6)),
            ("no-digits", [0] * 5, 3, np.arange(5)),
            ("some-positions", sums, 2, np.array([9, 3, 2, 10])),
        ),
        start=40,
    ):
        places = digit_index(digits)
        require_close(name, digit_index_by_gaps(digits), places, 0)
        table = normal(seed, 16, 6)
        rows = np.where(places > 0, places + offset, 0)[positions]
        position = {"type": "abacus", "table": {"$": "table"}, "digits": digits} | (
            {"offset": offset} if offset else {}
        )
        tensors = {"table": table, "positions": positions.astype(np.float32), "expected": table[rows]}
        cases.add(name, "embed", [62], position, tensors, "NumPy construction after mcleish7/arithmetic abacus.py")
    return cases


def tensor_files(golden):
    return [cases().file() for cases in (sinusoidal_cases, learned_cases, abacus_cases)]
