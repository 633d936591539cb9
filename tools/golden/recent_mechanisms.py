"""Scores of mechanisms published since 2024, by formulas written after the authors' code, in float64.

docs/recent.md says each of them with what the package has; tests/wasm/recent.test.ts compares.
"""

import numpy as np
import torch

from golden_file import GoldenFile, normal, require_close

HEADS, TOKENS, DIM = 2, 7, 8
PAIRS = DIM // 2
AT = np.arange(TOKENS)
APART = AT[:, None] - AT[None]  # query − key
VISIBLE = APART >= 0


def products(query, key):
    return np.einsum("hid,hjd->hij", query, key) / np.sqrt(DIM)


def rotate_half(x):
    return np.concatenate([-x[..., PAIRS:], x[..., :PAIRS]], -1)


def turned(x, cos, sin):
    """Halves of x, turned by cos and sin [tokens, pairs] or [heads, tokens, pairs]."""
    cos, sin = (np.concatenate([table, table], -1) for table in (cos, sin))
    return x * cos + rotate_half(x) * sin


def softplus(x):
    return np.logaddexp(0, x)


def along(steps):
    """What lies between key and query: Σ over l = key + 1 … query of steps[…, query, l] or steps[…, l]."""
    rows = np.broadcast_to(steps if steps.ndim == 3 else steps[:, None], (HEADS, TOKENS, TOKENS))
    seen = np.where(VISIBLE, rows, 0)
    return seen.sum(-1, keepdims=True) - seen.cumsum(-1)


# ArthurSBianchessi/BAM models/bam_ssmax.py: a generalised Gaussian prior, and scores times s ln n.
def bam(query, key):
    shape, scale, location = np.array([0.7, 1.6]), np.array([0.5, 0.02]), np.array([0.0, 0.3])
    sharpness = np.array([0.4, 0.6])
    away = np.abs(-APART - (np.exp(location) - np.exp(-location))[:, None, None]) + 1e-5
    prior = -(away ** shape[:, None, None]) * scale[:, None, None]
    scores = (products(query, key) + prior) * np.log(AT + 1)[:, None] * sharpness[:, None, None]
    return scores, {"shape": shape, "scale": scale, "location": location, "sharpness": sharpness}


# axiomlab/Cable src/Cable.py: what tokens between key and query say, added up.
def cable(query, key):
    gates = normal(9010, TOKENS, HEADS)
    return products(query, key) + along(-softplus(gates.T.astype(np.float64))), {"gates": gates}


# model-architectures/GRAPE model/llama-mha-grape-m-nonctx.py: a frequency of its own for each pair.
def grape_m(query, key):
    frequencies = np.exp(normal(9020, PAIRS).astype(np.float64)).astype(np.float32)
    angles = np.outer(AT, frequencies.astype(np.float64))
    turn = lambda x: turned(x, np.cos(angles), -np.sin(angles))  # x1 cos + x2 sin, −x1 sin + x2 cos
    return products(turn(query), turn(key)), {"frequencies": frequencies}


# model-architectures/GRAPE model/llama-mha-grape-a-keygated.py: ALiBi whose slope the key chooses.
def grape_a(query, key):
    slopes, direction = np.array([0.5, 0.1]), normal(9030, HEADS, DIM)
    unit = direction / np.linalg.norm(direction.astype(np.float64), axis=-1, keepdims=True)
    gates = softplus(np.einsum("hjd,hd->hj", key, unit) / np.sqrt(DIM))
    bias = -APART * slopes[:, None, None] * gates[:, None]
    return products(query, key) + bias, {"slopes": slopes, "direction": direction}


# model-architectures/GRAPE model/llama-mha-grape-ap-v1.py: steps that the query weighs; one side alone is rotated, all its pairs by one
# radian for each token (Rotary of base 1, line 120).
def grape_ap(query, key):
    slopes, places = np.array([1.0, 0.25]), normal(9040, HEADS, TOKENS, DIM)
    p = places.astype(np.float64)
    unit = p / np.sqrt((p**2).mean(-1, keepdims=True) + np.finfo(np.float32).eps)
    angles = np.outer(AT, np.ones(PAIRS))
    steps = np.einsum("hid,hjd->hij", p, turned(unit, np.cos(angles), -np.sin(angles))) / DIM
    return products(query, key) + along(-softplus(-steps) * slopes[:, None, None]), {"slopes": slopes, "places": places}


# OpenMOSS/rope_pp: a head more for each, whose queries are those of the first times −i.
def rope_pp(query, key):
    angles = np.outer(AT, 10000.0 ** (-np.arange(PAIRS) / PAIRS))
    cos, sin = (np.concatenate([table, table], -1) for table in (np.cos(angles), np.sin(angles)))
    real, imaginary = query * cos + rotate_half(query) * sin, query * sin - rotate_half(query) * cos
    both = np.stack([real, imaginary], 1).reshape(2 * HEADS, TOKENS, DIM)
    return products(both, np.repeat(turned(key, np.cos(angles), np.sin(angles)), 2, 0)), {}


def series(frequencies, cosines, sines, still):
    """Tables [heads, tokens, pairs] of FoPE: sums over the frequencies kept, and `still`, cosine and sine of the other pairs."""
    angles = np.outer(AT, frequencies)
    kept = (np.cos(angles) @ cosines.astype(np.float64), np.sin(angles) @ sines.astype(np.float64))
    rest = [(0, 0)] * (cosines.ndim - 1) + [(0, PAIRS - cosines.shape[-1])]
    return [np.pad(table, rest, constant_values=value) for table, value in zip(kept, still)]


def by_series(query, key, shape, still):
    cosines, sines = (normal(9050 + i, *shape) / 2 + np.eye(*shape[-2:], dtype=np.float32) for i in range(2))
    cos, sin = series(10000.0 ** (-np.arange(shape[-2]) / PAIRS), cosines, sines, still)
    return products(turned(query, cos, sin), turned(key, cos, sin)), {"cosines": cosines, "sines": sines}


# The paper, and vllm-project/vllm fope.py: frequencies too slow for training are 0, whose cosine is 1 and whose sine is 0.
def fope(query, key):
    return by_series(query, key, (3, 3), (1, 0))


# TsinghuaC3I/Fourier-Position-Embedding olmo/model.py, FourierEmbedding: coefficients for each head, at most half of the pairs have a series
# (line 661), and the sines of the others are 1 as their cosines are (line 713).
def fope_published(query, key):
    return by_series(query, key, (HEADS, 3, PAIRS // 2), (1, 1))


# The authors' timurcarstensen/selective-rope src/selective_rope/modules/rotary.py (Movahedi et al. 2025, arXiv 2511.17388): unit rows of each head, a projection
# of low rank, a causal convolution over four tokens, a gate of each head, RoPE's frequencies of base 500000, and the sum over tokens.
def selective(query, key):
    width, rank, taps = HEADS * DIM, 3, 4
    hidden = normal(9060, TOKENS, HEADS, DIM).astype(np.float64)
    unit = (hidden / np.sqrt((hidden**2).sum(-1, keepdims=True) + 1e-6)).reshape(TOKENS, width)
    phases = unit @ normal(9061, width, rank).astype(np.float64) @ normal(9062, rank, HEADS * PAIRS).astype(np.float64)
    filters, before = normal(9063, taps, HEADS * PAIRS).astype(np.float64), np.pad(phases, [(taps - 1, 0), (0, 0)])
    mixed = sum(before[tap : tap + TOKENS] * filters[tap] for tap in range(taps)).reshape(TOKENS, HEADS, PAIRS)
    gates = 1 / (1 + np.exp(-(unit @ normal(9064, width, HEADS).astype(np.float64))))
    steps = (mixed * gates[..., None] * 500000.0 ** (-np.arange(PAIRS) / PAIRS)).transpose(1, 0, 2)
    steps = steps.astype(np.float32)
    angles = steps.astype(np.float64).cumsum(1)
    turn = lambda x: turned(x, np.cos(angles), np.sin(angles))
    return products(turn(query), turn(key)), {"steps": steps}


# StanfordMIMI/LieRE, and Longin-Yu/ComRoPE, on one axis: exp(p A) for a skew-symmetric A, here over the whole head.
def skew(query, key):
    made = normal(9070, DIM, DIM)
    generator = (made - made.T).astype(np.float32) / 4
    turns = torch.matrix_exp(torch.from_numpy(AT)[:, None, None] * torch.from_numpy(generator).double()).numpy()
    turn = lambda x: np.einsum("tij,htj->hti", turns, x)
    frequencies, planes = planes_of(generator.astype(np.float64))
    given = {"generator": generator, "planes": planes, "frequencies": frequencies}
    return products(turn(query), turn(key)), given


def planes_of(generator):
    """Its frequencies, and the orthogonal matrix whose columns i and i + pairs span the plane of frequency i."""
    size = len(generator)
    values, vectors = np.linalg.eigh(1j * generator)
    found = np.argsort(-values)[: size // 2]  # one of each pair ±ω
    columns = vectors[:, found] * np.sqrt(2)
    planes = np.concatenate([columns.real, columns.imag], 1)
    require_close("orthogonal planes", planes.T @ planes, np.eye(size), 1e-12)
    return values[found], planes


def patches():
    """A class token in the middle, then 2 × 3 patches, each axis from 0 to 1 [2, tokens]: CustomVITConfig.get_positions, lines 53 to 71."""
    rows, columns = np.meshgrid((np.arange(2) + 0.5) / 2, (np.arange(3) + 0.5) / 3, indexing="ij")
    return np.stack([np.concatenate([[0.5], axis.ravel()]) for axis in (rows, columns)])


def by_blocks(query, key, shares, seed):
    """exp(Σ over axes of place · share · A) in blocks of four channels, shares [axes, blocks]: get_rotation_matrix, lines 134 to 157."""
    blocks, size = shares.shape[1], DIM // shares.shape[1]
    made = normal(seed, blocks, size, size)
    generators = made - made.transpose(0, 2, 1)
    by = np.einsum("at,ab->tb", patches(), shares)
    exponents = torch.from_numpy(by[:, :, None, None] * generators.astype(np.float64))
    turns = torch.matrix_exp(exponents).numpy()
    turn = lambda x: np.einsum("tbij,htbj->htbi", turns, x.reshape(HEADS, TOKENS, blocks, size)).reshape(x.shape)
    frequencies, planes = zip(*map(planes_of, generators.astype(np.float64)))
    laid = np.zeros((DIM, DIM))
    half = size // 2
    for b, plane in enumerate(planes):  # pairs of one block beside each other, in the layout of halves
        rows = slice(b * size, (b + 1) * size)
        laid[rows, b * half : (b + 1) * half] = plane[:, :half]
        laid[rows, PAIRS + b * half : PAIRS + (b + 1) * half] = plane[:, half:]
    given = {"planes": laid, "frequencies": np.concatenate(frequencies), "grid": by.T, "sections": np.full(blocks, half)}
    return products(turn(query), turn(key)), given


# Longin-Yu/ComRoPE model.py, ComRoPEAPAttention (lines 344 to 397): blocks take axes in turn.
def com_rope_ap(query, key):
    return by_blocks(query, key, np.eye(2), 9090)


# Longin-Yu/ComRoPE model.py, ComRoPELDAttention (lines 311 to 342): one matrix in each block, times a number for each axis.
def com_rope_ld(query, key):
    return by_blocks(query, key, normal(9092, 2, 2).astype(np.float64), 9091)


# fla-org/flash-linear-attention ops/path_attn/naive.py: reflections between key and query, one after the other.
def path(query, key):
    directions, strengths = normal(9080, HEADS, TOKENS, DIM), 2 / (1 + np.exp(-normal(9081, HEADS, TOKENS).astype(np.float64)))
    w = directions / np.linalg.norm(directions.astype(np.float64), axis=-1, keepdims=True)
    scores = np.zeros((HEADS, TOKENS, TOKENS))
    for h in range(HEADS):
        for j in range(TOKENS):
            state = key[h, j].copy()
            scores[h, j, j] = query[h, j] @ state
            for i in range(j + 1, TOKENS):
                state = state - strengths[h, i] * w[h, i] * (w[h, i] @ state)
                scores[h, i, j] = query[h, i] @ state
    return scores / np.sqrt(DIM), {"directions": w, "strengths": strengths}


MECHANISMS = {
    made.__name__: made
    for made in (
        bam, cable, grape_m, grape_a, grape_ap, rope_pp, fope, fope_published, selective, skew, com_rope_ap, com_rope_ld, path
    )
}
GRAPE = "model-architectures/GRAPE f5b539f model"
SOURCES = {
    "bam": "ArthurSBianchessi/BAM models/bam_ssmax.py",
    "cable": "axiomlab/Cable src/Cable.py",
    "grape_m": f"{GRAPE}/llama-mha-grape-m-nonctx.py lines 27–159",
    "grape_a": f"{GRAPE}/llama-mha-grape-a-keygated.py lines 41–114",
    "grape_ap": f"{GRAPE}/llama-mha-grape-ap-v1.py lines 19–45, 120, 160–178",
    "rope_pp": "OpenMOSS/rope_pp 91ba335 rope_pp/modeling_llama_rope_pp.py lines 131–277",
    "fope": "vllm-project/vllm 151a2c7 rotary_embedding/fope.py",
    "fope_published": "TsinghuaC3I/Fourier-Position-Embedding bd94b20 olmo/model.py lines 647–722",
    "selective": "timurcarstensen/selective-rope d12e825 src/selective_rope/modules/rotary.py, with use_gate",
    "skew": "StanfordMIMI/LieRE b27b41b on one axis, with torch.matrix_exp",
    "com_rope_ap": "Longin-Yu/ComRoPE 7aeef08 model.py lines 134–157, 344–397",
    "com_rope_ld": "Longin-Yu/ComRoPE 7aeef08 model.py lines 134–157, 311–342",
    "path": "fla-org/flash-linear-attention fla/ops/path_attn/naive.py",
}


def tensor_files(golden):
    query, key = normal(9000, HEADS, TOKENS, DIM), normal(9001, HEADS, TOKENS, DIM)
    tensors = {"query": query, "key": key}
    for name, made in MECHANISMS.items():
        scores, given = made(query.astype(np.float64), key.astype(np.float64))
        tensors[f"{name}.scores"] = np.where(VISIBLE, scores, 0)
        tensors |= {f"{name}.{field}": value for field, value in given.items()}
    return [
        GoldenFile(
            name="recent_mechanisms.safetensors",
            tensors=tensors,
            truth=[f"NumPy construction after {source}" for source in SOURCES.values()],
            precision="float64",
            tolerance={"absolute": 4e-6},
            conventions=[
                f"query and key [heads {HEADS}, tokens {TOKENS}, dim {DIM}]; scores [heads, queries, keys] before the softmax",
                "0 where the key is after the query; rope_pp has two heads for each",
            ],
            cases={name: {"source": source} for name, source in SOURCES.items()},
        )
    ]
