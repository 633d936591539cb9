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


# model-architectures/GRAPE model/llama-mha-grape-ap-v1.py: steps that the query weighs; one side alone is rotated.
def grape_ap(query, key):
    slopes, places = np.array([1.0, 0.25]), normal(9040, HEADS, TOKENS, DIM)
    p = places.astype(np.float64)
    unit = p / np.sqrt((p**2).mean(-1, keepdims=True) + np.finfo(np.float32).eps)
    angles = np.outer(AT, 10000.0 ** (-np.arange(PAIRS) / PAIRS))
    steps = np.einsum("hid,hjd->hij", p, turned(unit, np.cos(angles), -np.sin(angles))) / DIM
    return products(query, key) + along(-softplus(-steps) * slopes[:, None, None]), {"slopes": slopes, "places": places}


# OpenMOSS/rope_pp: a head more for each, whose queries are those of the first times −i.
def rope_pp(query, key):
    angles = np.outer(AT, 10000.0 ** (-np.arange(PAIRS) / PAIRS))
    cos, sin = (np.concatenate([table, table], -1) for table in (np.cos(angles), np.sin(angles)))
    real, imaginary = query * cos + rotate_half(query) * sin, query * sin - rotate_half(query) * cos
    both = np.stack([real, imaginary], 1).reshape(2 * HEADS, TOKENS, DIM)
    return products(both, np.repeat(turned(key, np.cos(angles), np.sin(angles)), 2, 0)), {}


# vLLM fope.py, after the authors' appendix: each pair has a series of frequencies, and those too slow for training stand still.
def fope(query, key):
    kept = 3
    cosines, sines = (normal(9050 + i, kept, kept) / 2 + np.eye(kept, dtype=np.float32) for i in range(2))
    angles = np.outer(AT, 10000.0 ** (-np.arange(kept) / PAIRS))
    cos = np.pad(np.cos(angles) @ cosines.astype(np.float64), [(0, 0), (0, PAIRS - kept)], constant_values=1)
    sin = np.pad(np.sin(angles) @ sines.astype(np.float64), [(0, 0), (0, PAIRS - kept)])
    return products(turned(query, cos, sin), turned(key, cos, sin)), {"cosines": cosines, "sines": sines}


# Movahedi et al. 2025, arXiv 2511.17388: angles that tokens choose, added up.
def selective(query, key):
    steps = normal(9060, HEADS, TOKENS, PAIRS)
    angles = steps.astype(np.float64).cumsum(1)
    turn = lambda x: turned(x, np.cos(angles), np.sin(angles))
    return products(turn(query), turn(key)), {"steps": steps}


# Longin-Yu/ComRoPE and StanfordMIMI/LieRE on one axis: exp(p A) for a skew-symmetric A, here over the whole head.
def skew(query, key):
    made = normal(9070, DIM, DIM)
    generator = (made - made.T).astype(np.float32) / 4
    turns = torch.matrix_exp(torch.from_numpy(AT)[:, None, None] * torch.from_numpy(generator).double()).numpy()
    turn = lambda x: np.einsum("tij,htj->hti", turns, x)
    frequencies, planes = planes_of(generator.astype(np.float64))
    given = {"generator": generator, "planes": planes, "frequencies": frequencies}
    return products(turn(query), turn(key)), given


def planes_of(generator):
    """Its frequencies, and the orthogonal matrix whose columns i and i + PAIRS span the plane of frequency i."""
    values, vectors = np.linalg.eigh(1j * generator)
    found = np.argsort(-values)[:PAIRS]  # one of each pair ±ω
    columns = vectors[:, found] * np.sqrt(2)
    planes = np.concatenate([columns.real, columns.imag], 1)
    require_close("orthogonal planes", planes.T @ planes, np.eye(DIM), 1e-12)
    return values[found], planes


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
    made.__name__: made for made in (bam, cable, grape_m, grape_a, grape_ap, rope_pp, fope, selective, skew, path)
}
SOURCES = {
    "bam": "ArthurSBianchessi/BAM models/bam_ssmax.py",
    "cable": "axiomlab/Cable src/Cable.py",
    "grape_m": "model-architectures/GRAPE model/llama-mha-grape-m-nonctx.py",
    "grape_a": "model-architectures/GRAPE model/llama-mha-grape-a-keygated.py",
    "grape_ap": "model-architectures/GRAPE model/llama-mha-grape-ap-v1.py",
    "rope_pp": "OpenMOSS/rope_pp llama_variants/modeling_llama_rope_pp.py",
    "fope": "vllm-project/vllm rotary_embedding/fope.py",
    "selective": "Movahedi et al. 2025, arXiv 2511.17388",
    "skew": "Longin-Yu/ComRoPE model.py, StanfordMIMI/LieRE, with torch.matrix_exp",
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
