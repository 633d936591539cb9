"""Runs a transformers model in float32 with eager attention and collects what a test compares."""

import torch
from transformers import AutoModelForCausalLM
from transformers.utils import logging

logging.disable_progress_bar()

TOLERANCE = {"absolute": 1e-4, "relative": 1e-4}
CONVENTIONS = [
    "ids [n] int32; logits [n, vocab]; attentions [layers, heads, n, n]; hiddenStates [layers+1, n, dModel]",
    "hiddenStates: entry 0 enters the first layer, the last entry is after the final norm",
    "keyMask [n] uint8: 1 = attend; the causal mask applies as well, positions stay 0 … n−1",
    "greedy.ids are the generated tokens without the prompt; greedy.margins the gap between the best two logits",
]


def load(folder):
    """The checkpoint in float32, whatever type it is stored in."""
    return AutoModelForCausalLM.from_pretrained(folder, dtype=torch.float32, attn_implementation="eager").eval()


@torch.no_grad()
def logits(model, ids, **options):
    """[n, vocab]"""
    return model(input_ids=torch.tensor([ids]), use_cache=False, **options).logits[0].numpy()


@torch.no_grad()
def everything(model, ids):
    """ids, logits, attentions and hidden states of one sequence."""
    result = model(input_ids=torch.tensor([ids]), use_cache=False, output_attentions=True, output_hidden_states=True)
    return {
        "ids": ids, "logits": result.logits[0].numpy(), "attentions": torch.cat(result.attentions).numpy(),
        "hiddenStates": torch.cat(result.hidden_states).numpy(),
    }


def shifted(model, ids, shift):
    """Logits of the tokens at positions shift … shift + n − 1."""
    positions = torch.arange(shift, shift + len(ids))
    return {"positions": positions.float().numpy(), "logits": logits(model, ids, position_ids=positions[None])}


def masked(model, ids, hidden):
    """Some keys hidden from everybody."""
    mask = torch.ones(1, len(ids), dtype=torch.long)
    mask[0, hidden] = 0
    positions = torch.arange(len(ids))[None]
    return {
        "keyMask": mask[0].to(torch.uint8).numpy(),
        "logits": logits(model, ids, attention_mask=mask, position_ids=positions),
    }


def require_same_choices(model, sequence, start):
    """One pass over the finished text, without a cache, must choose the same tokens."""
    choices = logits(model, sequence[:-1])[start - 1 :].argmax(axis=-1)
    if choices.tolist() != sequence[start:]:
        raise AssertionError("generating with a cache and reading the whole text choose different tokens")


@torch.no_grad()
def greedy(model, prompt, count):
    """`generate` without sampling; the margins tell how far every choice was from a tie."""
    result = model.generate(
        torch.tensor([prompt]), attention_mask=torch.ones(1, len(prompt), dtype=torch.long), do_sample=False,
        max_new_tokens=count, output_logits=True, return_dict_in_generate=True,
    )
    sequence = result.sequences[0].tolist()
    require_same_choices(model, sequence, len(prompt))
    best = torch.cat(result.logits).topk(2, dim=-1).values
    return {"prompt": prompt, "ids": sequence[len(prompt) :], "margins": (best[:, 0] - best[:, 1]).numpy()}


def prefixed(case, tensors):
    return {f"{case}.{name}": value for name, value in tensors.items()}
