"""ALiBi slopes and biases from transformers' BLOOM, cross-checked with its MPT.

BLOOM adds slope·j and relies on softmax not minding a constant per row; the bias stored here is the paper's
slope·(j − i), which gives the same attention and means something by itself.
"""

import numpy as np
import torch
from transformers.models.bloom.modeling_bloom import build_alibi_tensor
from transformers.models.mpt.modeling_mpt import build_mpt_alibi_tensor

from golden_file import GoldenFile, require_close

HEAD_COUNTS = (1, 2, 3, 4, 6, 8, 12, 16, 71)
QUERY_POSITIONS = np.array([0, 1, 5, 6, 30])
KEY_POSITIONS = np.array([0, 1, 2, 5, 6, 7, 29, 30, 31])


def slopes_from_bloom(heads):
    """[heads]: the tensor of BLOOM at key position 1 is the slope itself."""
    return build_alibi_tensor(torch.ones(1, 2, dtype=torch.long), heads, torch.float32)[:, 0, 1].numpy()


def slopes_from_mpt(heads):
    """[heads]: the last row of MPT is slope·(j − (n − 1))."""
    return -build_mpt_alibi_tensor(heads, 2)[:, 0, 0].numpy()


def bias_from(slopes, distances):
    """[heads, queries, keys]"""
    return slopes.astype(np.float64)[:, None, None] * distances[None]


def tensor_files(golden):
    distances = KEY_POSITIONS[None, :] - QUERY_POSITIONS[:, None]
    tensors = {"queryPositions": QUERY_POSITIONS.astype(np.float32), "keyPositions": KEY_POSITIONS.astype(np.float32)}
    for heads in HEAD_COUNTS:
        slopes = slopes_from_bloom(heads)
        require_close(f"BLOOM and MPT slopes, {heads} heads", slopes_from_mpt(heads), slopes, 1e-7)
        tensors[f"heads{heads}.slopes"] = slopes
        tensors[f"heads{heads}.bias"] = bias_from(slopes, distances)
        tensors[f"heads{heads}.symmetric"] = bias_from(slopes, -np.abs(distances))
    return [
        GoldenFile(
            name="alibi.safetensors",
            tensors=tensors,
            truth=[
                "transformers.models.bloom.modeling_bloom.build_alibi_tensor",
                "cross-checked with transformers.models.mpt.modeling_mpt.build_mpt_alibi_tensor",
            ],
            precision="float32 slopes; products in float64, rounded to float32",
            tolerance={"absolute": 0, "relative": 1e-6},
            conventions=[
                "slopes [heads]; bias and symmetric [heads, queries, keys]",
                "bias = slope·(key − query): negative for the past, positive for the future (a causal mask hides those)",
                "symmetric = −slope·|key − query|",
                "the bias is added after the scores are scaled",
                "heads not a power of two: the slopes of the power below, then every second slope of the power above",
            ],
            cases={f"heads{heads}": {"heads": heads} for heads in HEAD_COUNTS},
        )
    ]
