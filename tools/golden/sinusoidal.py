"""Sinusoidal embeddings, in both layouts.

Two truths that must agree: the table of transformers' Marian (concatenated layout) and the formula of the
paper in float64 NumPy. Far and fractional positions come from the formula alone, which Marian's integer
table does not reach.
"""

import numpy as np
from transformers.models.marian.modeling_marian import MarianSinusoidalPositionalEmbedding

from golden_file import GoldenFile, require_close

NEAR = np.concatenate([np.arange(33), [63, 64, 511]])
FAR = np.array([0.5, 7.25, 1000.0, 4095.0, 65536.0, 1000003.0, 16777216.0])
DIMENSIONS = (8, 64, 130)


def concatenated_from_formula(positions, dim, base=10000.0):
    """[n, dim] in float64: sin(p·base^(−2i/dim)) for all i, then the cosines."""
    angles = positions[:, None].astype(np.float64) * base ** (-np.arange(0, dim, 2, dtype=np.float64) / dim)
    return np.concatenate([np.sin(angles), np.cos(angles)], axis=1)


def concatenated_from_marian(positions, dim):
    table = MarianSinusoidalPositionalEmbedding(int(positions.max()) + 1, dim).create_weight().numpy()
    return table[positions]


def interleaved_from(concatenated):
    """The same numbers in the paper's order: sin, cos, sin, cos …"""
    half = concatenated.shape[1] // 2
    return np.stack([concatenated[:, :half], concatenated[:, half:]], axis=2).reshape(concatenated.shape)


def add_case(tensors, case, positions, concatenated):
    tensors[f"{case}.positions"] = positions.astype(np.float32)
    tensors[f"{case}.concatenated"] = concatenated
    tensors[f"{case}.interleaved"] = interleaved_from(concatenated)


def tensor_files(golden):
    tensors, cases = {}, {}
    for dim in DIMENSIONS:
        marian = concatenated_from_marian(NEAR, dim)
        require_close(f"Marian and the formula, dim {dim}", marian, concatenated_from_formula(NEAR, dim), 6e-8)
        add_case(tensors, f"near{dim}", NEAR, marian)
        add_case(tensors, f"far{dim}", FAR, concatenated_from_formula(FAR, dim))
        cases[f"near{dim}"] = {"dim": dim, "base": 10000, "truth": "Marian"}
        cases[f"far{dim}"] = {"dim": dim, "base": 10000, "truth": "formula"}
    add_case(tensors, "base500", NEAR, concatenated_from_formula(NEAR, 24, base=500.0))
    cases["base500"] = {"dim": 24, "base": 500, "truth": "formula"}
    return [
        GoldenFile(
            name="sinusoidal.safetensors",
            tensors=tensors,
            truth=[
                "transformers.models.marian.modeling_marian.MarianSinusoidalPositionalEmbedding.create_weight",
                "numpy: sin and cos of p·base^(−2i/dim)",
            ],
            precision="float64, rounded to float32",
            tolerance={"absolute": 2e-7, "relative": 0},
            conventions=[
                "positions [n]; concatenated and interleaved [n, dim]",
                "interleaved: channel 2i = sin(p·base^(−2i/dim)), channel 2i+1 = cos of the same angle",
                "concatenated: channel i = sin(p·base^(−2i/dim)), channel dim/2+i = cos of the same angle",
                "positions may be fractional; the far ones need angles in double precision",
            ],
            cases=cases,
        )
    ]
