"""RotaryEmbedding of ONNX (opset 23) on [batch, tokens, heads · headDim], run by ONNX's own reference evaluator."""

import numpy as np
from onnx import TensorProto, helper
from onnx.reference import ReferenceEvaluator

from golden_file import GoldenFile, normal

BATCH, TOKENS, HEADS, HEAD_DIM = 2, 3, 2, 8
ROWS = 5  # of the tables
POSITIONS = np.array([[4, 0, 2], [1, 1, 3]], dtype=np.int64)
CASES = {  # layout, pairs that turn
    "half": {"layout": "half", "pairs": 4},
    "interleaved": {"layout": "interleaved", "pairs": 4},
    "half-partial": {"layout": "half", "pairs": 2},
    "interleaved-partial": {"layout": "interleaved", "pairs": 2},
}


def node_of(layout, pairs):
    """A model of the one operator; rotary_embedding_dim 0 means the whole head."""
    names = ["x", "cos", "sin", "positions"]
    node = helper.make_node(
        "RotaryEmbedding", names, ["y"], interleaved=int(layout == "interleaved"), num_heads=HEADS,
        rotary_embedding_dim=0 if 2 * pairs == HEAD_DIM else 2 * pairs,
    )
    types = [TensorProto.FLOAT] * 3 + [TensorProto.INT64]
    inputs = [helper.make_tensor_value_info(name, type, None) for name, type in zip(names, types)]
    outputs = [helper.make_tensor_value_info("y", TensorProto.FLOAT, None)]
    graph = helper.make_graph([node], "rotary", inputs, outputs)
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 23)])


def tensor_files(golden):
    x = normal(1, BATCH, TOKENS, HEADS * HEAD_DIM)
    tensors = {"x": x, "positions": POSITIONS}
    for name, case in CASES.items():
        turns = np.arange(ROWS)[:, None] / 10.0 ** (np.arange(case["pairs"]) / case["pairs"])
        cos, sin = np.cos(turns).astype(np.float32), np.sin(turns).astype(np.float32)
        given = {"x": x, "cos": cos, "sin": sin, "positions": POSITIONS}
        tensors |= {f"{name}.cos": cos, f"{name}.sin": sin}
        tensors[f"{name}.output"] = ReferenceEvaluator(node_of(**case)).run(None, given)[0]
    return [
        GoldenFile(
            name="onnx_rotary.safetensors",
            tensors=tensors,
            truth=["onnx.reference.ReferenceEvaluator: RotaryEmbedding, opset 23"],
            precision="float32",
            tolerance={"absolute": 2e-6},
            conventions=[
                f"x and output [batch {BATCH}, tokens {TOKENS}, heads {HEADS} · headDim {HEAD_DIM}]; positions [batch, tokens]",
                "cos and sin [rows, pairs]; the first 2 · pairs channels of each head turn",
            ],
            cases=CASES,
        )
    ]
