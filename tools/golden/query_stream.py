"""XLNet's query stream: a target that sees nothing, padding beside a permutation, and the last hidden states of the targets."""

import numpy as np
import torch
from transformers import XLNetLMHeadModel, XLNetModel

import model_cases
from golden_file import GoldenFile, checkpoint_files
from model_run import prefixed

FOLDER = "xlnet-f32"
LENGTH = 9


@torch.no_grad()
def outputs(folder, ids, order, targets, hidden=None):
    """Logits and last hidden states of the targets; i attends to what comes earlier in the order."""
    perm = order[:, :, None] <= order[:, None, :]
    mapping = np.eye(LENGTH, dtype=np.float32)[targets]  # [batch, targets, n]
    given = {"input_ids": torch.tensor(ids), "perm_mask": torch.tensor(perm).float(), "target_mapping": torch.tensor(mapping)}
    kept = {"ids": np.asarray(ids), "permMask": perm, "targets": np.asarray(targets)}
    if hidden is not None:
        kept["attentionMask"] = np.uint8(hidden)
        given["attention_mask"] = torch.tensor(hidden)
    load = {"dtype": torch.float32, "attn_implementation": "eager"}
    model = XLNetLMHeadModel.from_pretrained(folder, **load).eval()
    states = XLNetModel.from_pretrained(folder, **load).eval()(**given).last_hidden_state
    return kept | {"logits": model(**given).logits.numpy(), "lastHiddenState": states.numpy()}


def cases(folder):
    """first: two sequences, each predicts the token that is first in its order; padded: the same beside padding on the left or right."""
    ids = [model_cases.tokens(43, LENGTH, seed, [5]) for seed in (31, 32)]
    order = np.stack([np.random.default_rng(seed).permutation(LENGTH) for seed in (33, 34)])
    first = [[int(row.argmin()), int(row.argmax())] for row in order]
    masks = [[0, 0, 0] + [1] * 6, [1] * 7 + [0, 0]]
    shown = [[int(np.where(mask, row, LENGTH).argmin()), 4] for row, mask in zip(order, masks, strict=True)]
    return {
        "first": outputs(folder, ids, order, first),
        "padded": outputs(folder, ids, order, shown, masks),
    }


def tensor_files(golden):
    folder = golden / "models" / FOLDER
    tensors = {}
    for name, case in cases(folder).items():
        tensors |= prefixed(name, case)
    yield GoldenFile(
        name="query-stream.safetensors",
        tensors=tensors,
        truth=["transformers: XLNetLMHeadModel and XLNetModel, eager attention"],
        precision="float32",
        tolerance={"absolute": 1e-4, "relative": 0},
        conventions=[
            "ids, attentionMask [2, n]; permMask [2, n, n], 1 = i may not attend to j; targets [2, t]",
            "logits [2, t, vocab] and lastHiddenState [2, t, dModel] of the targets; a target without visible tokens attends to all evenly",
        ],
        cases={"first": {}, "padded": {}},
        reads=checkpoint_files(FOLDER),
    )
