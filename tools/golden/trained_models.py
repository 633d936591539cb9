"""What transformers computes with the two shipped checkpoints, read from their F16 files in float32."""

import copy
from pathlib import Path

import torch
from tokenizers import Tokenizer
from transformers.models.marian.modeling_marian import MarianSinusoidalPositionalEmbedding

import model_run
from golden_file import GoldenFile

ROOT = Path(__file__).resolve().parent.parent.parent
CHECKPOINTS = "web/demo/public/models"
SENTENCE = "To be, or not to be, that is the question:"
PROMPT = "ROMEO:"
SHIFT = 17
HIDDEN_KEYS = [3, 4, 5, 11, 20]


def encode(folder, text):
    return Tokenizer.from_file(str(folder / "tokenizer.json")).encode(text).ids


def decode(folder, ids):
    return Tokenizer.from_file(str(folder / "tokenizer.json")).decode(ids, skip_special_tokens=False)


def with_base(model, base):
    """The same weights under another rotary base."""
    config = copy.deepcopy(model.config)
    config.rope_parameters = {"rope_type": "default", "rope_theta": base}
    other = type(model)(config).eval()
    other.load_state_dict(model.state_dict())
    return other


def with_table(model, table):
    """The same weights with another table of positions."""
    other = copy.deepcopy(model)
    with torch.no_grad():
        other.transformer.wpe.weight.copy_(table)
    return other


def without_rotation(model):
    changed = copy.deepcopy(model)
    changed.model.rotary_emb.inv_freq.zero_()
    return changed


def rope_surgery(model, ids):
    """Logits under position none (every frequency 0: nothing turns) and under base 500.

    Not by position ids that are all 0: transformers takes repeated ids for packed sequences and hides them from one another.
    """
    return {
        "none.logits": model_run.logits(without_rotation(model), ids),
        "base500.logits": model_run.logits(with_base(model, 500.0), ids),
    }


def table_surgery(model, ids):
    """Logits without positions and with a sinusoidal table in place of the learned one."""
    table = model.transformer.wpe.weight
    sinusoidal = MarianSinusoidalPositionalEmbedding(*table.shape).create_weight()
    return {
        "none.logits": model_run.logits(with_table(model, torch.zeros_like(table)), ids),
        "sinusoidal.logits": model_run.logits(with_table(model, sinusoidal), ids),
    }


MODELS = {
    "tiny-shakespeare-rope": {
        "surgery": rope_surgery,
        "tokens": 200,
        "cases": {
            "none": {"position": []},
            "base500": {"position": [{"type": "rope", "layout": "half", "base": 500}]},
        },
    },
    "tiny-shakespeare-learned": {
        "surgery": table_surgery,
        "tokens": 64 - len(PROMPT),
        "cases": {
            "none": {"position": []},
            "sinusoidal": {"position": [{"type": "sinusoidal", "layout": "concatenated", "base": 10000}]},
        },
    },
}


def expected(folder, name):
    model, ids = model_run.load(folder), encode(folder, SENTENCE)
    return {
        **model_run.prefixed("sentence", model_run.everything(model, ids)),
        **model_run.prefixed("shifted", model_run.shifted(model, ids, SHIFT)),
        **model_run.prefixed("masked", model_run.masked(model, ids, HIDDEN_KEYS)),
        **model_run.prefixed("greedy", model_run.greedy(model, encode(folder, PROMPT), MODELS[name]["tokens"])),
        **MODELS[name]["surgery"](model, ids),
    }


def golden_of(name):
    folder = ROOT / CHECKPOINTS / name
    tensors = expected(folder, name)
    cases = {
        "sentence": {"text": SENTENCE},
        "shifted": {"text": SENTENCE, "shift": SHIFT},
        "masked": {"text": SENTENCE, "hiddenKeys": HIDDEN_KEYS},
        "greedy": {
            "prompt": PROMPT,
            "text": decode(folder, tensors["greedy.ids"]),
            "smallestMargin": float(tensors["greedy.margins"].min()),
        },
    }
    return GoldenFile(
        name=f"models/{name}.safetensors",
        tensors=tensors,
        truth=["transformers: AutoModelForCausalLM, eager attention; generate(do_sample=False)"],
        precision="float32",
        tolerance=model_run.TOLERANCE,
        conventions=model_run.CONVENTIONS,
        cases=cases | MODELS[name]["cases"],
        reads=[
            "tools/golden/model_run.py",
            *(f"{CHECKPOINTS}/{name}/{file}" for file in ("config.json", "model.safetensors", "tokenizer.json")),
        ],
    )


def tensor_files(golden):
    return [golden_of(name) for name in MODELS]
