"""Verdicts of transformers on config.json with changed fields: a few hundred, over the tiny checkpoints.

Each is loaded over the weights that belong to the unchanged one, and run on a short text: it is refused (where, and by which error), has
weights that do not fit, gives numbers that are not finite, the same logits, or others.
"""

import json
import random
import re
import tempfile
import warnings
from pathlib import Path

import torch
import transformers
from transformers import AutoConfig

import changed_fields
import model_cases
from golden_file import checkpoint_files

FILE = "config-verdicts.json"
PER_MODEL = 12
# Nothing here computes a number of a forward pass.
NOT_OF_THE_MODEL = re.compile(
    "architectures|(torch_)?dtype|transformers_version|model_type|_name_or_path|use_cache|initializer|(bos|eos|start)_token|drop|pdrop"
)
MODELS = (
    ["albert-f32", "bart-f32", "bert-f32", "bloom-f32", "deberta-f32", "deberta-v2-f32-convolution", "ernie-f32-tasks"]
    + ["falcon-7b-f32", "falcon-rw-f32", "gemma3-f32", "gpt-neox-f32", "gpt2-f32", "gptj-f32", "llama-f32-dynamic"]
    + ["llama-f32-llama3", "llama-f32-longrope", "llama-bf16-yarn", "llama4-f32-dense", "mistral-f32", "mpt-f32"]
    + ["mt5-f32-with-head", "qwen2-f32", "qwen3-f32", "roberta-f32", "t5-f32", "t5-v1.1-f32", "xlnet-f32"]
)
LENGTH = 11


def other_values(value, draw):
    """Values that stand in place of a value; with "absent" the field is left out."""
    if isinstance(value, bool):
        return [not value, None, "true", 1]
    if isinstance(value, int):
        return [0, -1, value + 1, 2 * value + 2, value + 0.5, str(value), None, [value]]
    if isinstance(value, float):
        return [0.0, -value, 2 * value, 1e9, str(value), None, [value]]
    if isinstance(value, str):
        return ["unknown", "gelu", "relu", "silu", "gelu_new", "", None, 3]
    if isinstance(value, list):
        return [value[:-1], value + value[-1:], value[::-1], None, "list", []]
    if isinstance(value, dict):
        key = draw.choice(sorted(value)) if value else ""
        changed = draw.choice(other_values(value[key], draw)) if value else 1
        return [{}, None, "object", value | {key: changed}, value | {key: changed}, value | {key: changed}]
    return [0, 1, True, "word", 0.5]


def changes_of(config, name):
    draw = random.Random(name)
    fields = sorted(field for field in config if not NOT_OF_THE_MODEL.search(field))
    seen = []
    while len(seen) < PER_MODEL:
        field = draw.choice(fields)
        # json: no tuples, and 1 is not True
        change = json.dumps({field: draw.choice(other_values(config[field], draw))})
        if change not in seen and json.loads(change)[field] != config[field]:
            seen.append(change)
    return [json.loads(change) for change in seen]


def refused(stage, error):
    return {"verdict": "refused", "at": stage, "by": type(error).__name__}


@torch.no_grad()
def run(folder, ids):
    """(verdict, logits or None)"""
    try:
        config = AutoConfig.from_pretrained(folder, attn_implementation="eager")
        kind = getattr(transformers, config.architectures[0])
    except Exception as error:
        return refused("config", error), None
    try:
        model, told = kind.from_pretrained(
            folder, config=config, dtype=torch.float32, output_loading_info=True, ignore_mismatched_sizes=True
        )
    except Exception as error:
        return refused("build", error), None
    if told["missing_keys"] or told["mismatched_keys"]:
        return {"verdict": "refused", "at": "weights", "by": "missing" if told["missing_keys"] else "shape"}, None
    inputs = {"input_ids": torch.tensor([ids]), "use_cache": False}
    if config.is_encoder_decoder:
        inputs["decoder_input_ids"] = torch.tensor([ids])
    try:
        logits = model.eval()(**inputs).logits[0]
    except Exception as error:
        return refused("forward", error), None
    return {"verdict": "runs"}, logits


def judged(folder, changes, ids, before):
    with tempfile.TemporaryDirectory() as scratch:
        verdict, after = run(changed_fields.with_changes(folder, changes, Path(scratch)), ids)
    if after is None:
        return verdict
    if not torch.isfinite(after).all():
        return {"verdict": "not finite"}
    if after.shape == before.shape and torch.allclose(after, before, rtol=1e-5, atol=1e-5):
        return {"verdict": "same"}
    return {"verdict": "other", "shape": list(after.shape), "last": [round(x, 5) for x in after[-1].tolist()]}


def cases_of(models, name):
    folder = models / name
    config = json.loads((folder / "config.json").read_text(encoding="utf-8"))
    ids = model_cases.tokens(config["vocab_size"], LENGTH, 5)
    told, before = run(folder, ids)
    if before is None:
        raise AssertionError(f"{name}: {told}")
    return [{"model": name, "ids": ids, "changes": c} | judged(folder, c, ids, before) for c in changes_of(config, name)]


def write_plain_files(golden):
    warnings.simplefilter("ignore")
    cases = [case for name in MODELS for case in cases_of(golden / "models", name)]
    (golden / FILE).write_text("[\n" + ",\n".join(json.dumps(case) for case in cases) + "\n]\n", encoding="utf-8")
    about = {
        "truth": ["transformers: the class of the checkpoint over a changed config.json, eager attention"],
        "precision": "float32",
        "tolerance": {"absolute": 1e-4, "relative": 1e-4},
        "conventions": [
            "changes: fields of config.json, over the weights of the unchanged checkpoint, on ids (the decoder's too)",
            "refused: at = config, build, weights or forward; by = the class of the error",
            "same: the logits are those of the unchanged checkpoint; other: their shape, and the row of the last token",
        ],
    }
    return {FILE: about | {"reads": checkpoint_files(*MODELS)}}
