"""Numbers that transformers computes with the shipped checkpoints, read from their F16 files in float32."""

import copy
import importlib.util
import sys
from pathlib import Path

import numpy as np
import torch
from tokenizers import Tokenizer
from transformers.models.bloom import modeling_bloom
from transformers.models.marian.modeling_marian import MarianSinusoidalPositionalEmbedding

import model_run
from golden_file import GoldenFile

ROOT = Path(__file__).resolve().parent.parent.parent
CHECKPOINTS = "web/demo/public/models"
TRAIN = ROOT / "tools/train"

SENTENCE = "To be, or not to be, that is the question:"
PROMPT = "ROMEO:"
SHIFT = 17
BEYOND = 64  # where the rows of the small learned table begin that training never read
HIDDEN_KEYS = [3, 4, 5, 11, 20]
CONTEXT = 64


def architectures():
    """tools/train/architectures.py, whose name a topic of this folder has too."""
    sys.path.append(str(TRAIN))  # for its own imports
    spec = importlib.util.spec_from_file_location("trained_architectures", TRAIN / "architectures.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


build_model = architectures().build_model


def encoder_of(folder):
    return Tokenizer.from_file(str(folder / "tokenizer.json"))


def encode(folder, text):
    return encoder_of(folder).encode(text).ids


def decode(folder, ids):
    return encoder_of(folder).decode(ids, skip_special_tokens=False)


def with_base(model, base):
    """A copy of the model with another rotary base."""
    config = copy.deepcopy(model.config)
    config.rope_parameters = {"rope_type": "default", "rope_theta": base}
    other = type(model)(config).eval()
    other.load_state_dict(model.state_dict())
    return other


def with_table(model, table):
    """A copy of the model with another table of positions."""
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


def alibi_surgery(model, ids):
    """Logits without the linear biases."""
    slopes = modeling_bloom._get_alibi_slopes
    modeling_bloom._get_alibi_slopes = lambda heads, device: torch.zeros(heads, device=device)
    try:
        return {"none.logits": model_run.logits(model, ids)}
    finally:
        modeling_bloom._get_alibi_slopes = slopes


def small_table_surgery(model, ids):
    """Logits without the learned table."""
    changed = copy.deepcopy(model)
    torch.nn.init.zeros_(changed.table.weight)
    return {"none.logits": model_run.logits(changed, ids)}


def bias_surgery(model, ids):
    """Logits without the biases of the buckets."""
    changed = copy.deepcopy(model)
    torch.nn.init.zeros_(changed.bias.weight)
    return {"none.logits": model_run.logits(changed, ids)}


def load_t5_decoder(folder):
    """The decoder that transformers has no class for: its LLaMA, with the buckets of its T5 as an additive mask."""
    model = build_model("t5", len(encoder_of(folder).get_vocab()), CONTEXT).load(folder).eval()
    model.llama.set_attn_implementation("eager")
    return model


def load_learned_decoder(folder):
    """The decoder that transformers has no class for: its LLaMA without rotation, fed with embeddings and rows of the table."""
    model = build_model("small-learned", len(encoder_of(folder).get_vocab()), CONTEXT).load(folder).eval()
    model.llama.set_attn_implementation("eager")
    return model


def load_bare_decoder(folder):
    """The decoder that transformers has no class for: its LLaMA with a rotation by nothing."""
    model = build_model("small-none", len(encoder_of(folder).get_vocab()), CONTEXT).load(folder).eval()
    model.llama.set_attn_implementation("eager")
    return model


def greedy_by_passes(model, prompt, count):
    """Greedy text of a model without `generate`: one pass over the whole text for each token."""
    sequence, margins = list(prompt), []
    for _ in range(count):
        best = torch.tensor(model_run.logits(model, sequence)[-1]).topk(2)
        sequence.append(int(best.indices[0]))
        margins.append(float(best.values[0] - best.values[1]))
    return {"prompt": prompt, "ids": sequence[len(prompt) :], "margins": np.array(margins, dtype=np.float32)}


def given_positions(model, ids):
    """Position ids and masks, where the model's forward takes them."""
    return {
        **model_run.prefixed("shifted", model_run.shifted(model, ids, SHIFT)),
        **model_run.prefixed("masked", model_run.masked(model, ids, HIDDEN_KEYS)),
    }


def given_positions_beyond(model, ids):
    """Position ids that no training text had, and masks."""
    return {**given_positions(model, ids), **model_run.prefixed("shifted", model_run.shifted(model, ids, BEYOND))}


def no_positions(model, ids):
    return {}


def no_surgery(model, ids):
    return {}


POSITION_CASES = {
    "shifted": {"text": SENTENCE, "shift": SHIFT},
    "masked": {"text": SENTENCE, "hiddenKeys": HIDDEN_KEYS},
}
POSITION_CASES_BEYOND = POSITION_CASES | {"shifted": {"text": SENTENCE, "shift": BEYOND}}
ROPE_CASES = {"none": {"position": []}, "base500": {"position": [{"type": "rope", "layout": "half", "base": 500}]}}
BY_CLASS = {
    "load": model_run.load, "made_by": [], "greedy": model_run.greedy,
    "truth": "transformers: AutoModelForCausalLM, eager attention; generate(do_sample=False)",
}
UNROTATED = ["tools/train/architectures.py", "tools/train/unrotated_decoder.py"]
BY_T5_DECODER = {
    "load": load_t5_decoder,
    "made_by": [*UNROTATED, "tools/train/t5_decoder.py"],
    "greedy": greedy_by_passes,
    "truth": "transformers: LlamaForCausalLM, eager attention, and T5Attention's buckets; the largest logit of each pass",
}
BY_LEARNED_DECODER = {
    "load": load_learned_decoder, "made_by": [*UNROTATED, "tools/train/learned_decoder.py"], "greedy": greedy_by_passes,
    "truth": "transformers: LlamaForCausalLM without rotation, eager attention; the largest logit of each pass",
}
BY_BARE_DECODER = {
    "load": load_bare_decoder, "made_by": [*UNROTATED, "tools/train/bare_decoder.py"], "greedy": greedy_by_passes,
    "truth": "transformers: LlamaForCausalLM without rotation, eager attention; the largest logit of each pass",
}
MODELS = {
    "tiny-shakespeare-rope": {
        **BY_CLASS, "positions": given_positions, "surgery": rope_surgery, "tokens": 200,
        "cases": POSITION_CASES | ROPE_CASES,
    },
    "tiny-shakespeare-learned": {
        **BY_CLASS,
        "positions": given_positions,
        "surgery": table_surgery,
        "tokens": CONTEXT - len(PROMPT),
        "cases": POSITION_CASES
        | {
            "none": {"position": []},
            "sinusoidal": {"position": [{"type": "sinusoidal", "layout": "concatenated", "base": 10000}]},
        },
    },
    "tiny-shakespeare-alibi": {
        **BY_CLASS, "positions": no_positions, "surgery": alibi_surgery, "tokens": 200,
        "cases": {"none": {"position": []}},
    },
    "tiny-shakespeare-t5": {
        **BY_T5_DECODER, "positions": no_positions, "surgery": bias_surgery, "tokens": 200,
        "cases": {"none": {"position": []}},
    },
    "tiny-shakespeare-small-rope": {
        **BY_CLASS, "positions": given_positions_beyond, "surgery": rope_surgery, "tokens": 200,
        "cases": POSITION_CASES_BEYOND | ROPE_CASES,
    },
    "tiny-shakespeare-small-learned": {
        **BY_LEARNED_DECODER, "positions": given_positions_beyond, "surgery": small_table_surgery,
        "tokens": CONTEXT - len(PROMPT), "cases": POSITION_CASES_BEYOND | {"none": {"position": []}},
    },
    "tiny-shakespeare-small-none": {
        **BY_BARE_DECODER, "positions": no_positions, "surgery": no_surgery, "tokens": CONTEXT - len(PROMPT), "cases": {},
    },
}


def expected(folder, name):
    about = MODELS[name]
    model, ids = about["load"](folder), encode(folder, SENTENCE)
    return {
        **model_run.prefixed("sentence", model_run.everything(model, ids)), **about["positions"](model, ids),
        **model_run.prefixed("greedy", about["greedy"](model, encode(folder, PROMPT), about["tokens"])),
        **about["surgery"](model, ids),
    }


def golden_of(name):
    folder = ROOT / CHECKPOINTS / name
    tensors = expected(folder, name)
    cases = {
        "sentence": {"text": SENTENCE},
        "greedy": {
            "prompt": PROMPT, "text": decode(folder, tensors["greedy.ids"]),
            "smallestMargin": float(tensors["greedy.margins"].min()),
        },
    }
    return GoldenFile(
        name=f"models/{name}.safetensors",
        tensors=tensors,
        truth=[MODELS[name]["truth"]],
        precision="float32",
        tolerance=model_run.TOLERANCE,
        conventions=model_run.CONVENTIONS,
        cases=cases | MODELS[name]["cases"],
        reads=[
            *MODELS[name]["made_by"],
            *(f"{CHECKPOINTS}/{name}/{file}" for file in ("config.json", "model.safetensors", "tokenizer.json")),
        ],
    )


def tensor_files(golden):
    return [golden_of(name) for name in MODELS]
