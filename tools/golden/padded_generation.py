"""Batches that transformers' generate continues: two texts, the shorter one padded on the left."""

import numpy as np
import torch
from transformers import AutoModelForCausalLM, AutoModelForSeq2SeqLM

import model_cases
from golden_file import GoldenFile, checkpoint_files
from model_run import prefixed

LENGTH = 9
SHORT = 5
COUNT = 12
DECODERS = ("gpt2-f32", "llama-f32-llama3", "llama-f32-gqa-biases", "mistral-f32", "bloom-f32", "mpt-f32", "gpt-neox-f32", "gptj-f32")
ENCODER_DECODERS = ("t5-f32", "bart-f32")
LEAST_MARGIN = 1e-3


@torch.no_grad()
def case(model, seed):
    size, pad = model.config.vocab_size, model.config.pad_token_id or 0
    long, short = (model_cases.tokens(size, count, seed + i, [pad]) for i, count in enumerate((LENGTH, SHORT)))
    ids, mask = model_cases.padded(long, short, pad, left=True)
    result = model.generate(
        torch.tensor(ids), attention_mask=torch.tensor(mask), do_sample=False, max_new_tokens=COUNT, pad_token_id=pad,
        output_logits=True, return_dict_in_generate=True,
    )
    best = torch.stack(result.logits).topk(2, dim=-1).values
    if not (best[..., 0] - best[..., 1]).min() >= LEAST_MARGIN:
        return None
    return {"ids": np.asarray(ids), "attentionMask": np.uint8(mask), "sequences": result.sequences.numpy()}


def first_free(model):
    """With the first seed whose choices are not near a tie."""
    found = (case(model, seed) for seed in range(50, 90))
    return next(tensors for tensors in found if tensors is not None)


def tensor_files(golden):
    tensors = {}
    kinds = dict.fromkeys(DECODERS, AutoModelForCausalLM) | dict.fromkeys(ENCODER_DECODERS, AutoModelForSeq2SeqLM)
    for name, kind in kinds.items():
        folder = golden / "models" / name
        model = kind.from_pretrained(folder, dtype=torch.float32, attn_implementation="eager").eval()
        model.generation_config.eos_token_id = None
        tensors |= prefixed(name, first_free(model))
    yield GoldenFile(
        name="padded-generation.safetensors",
        tensors=tensors,
        truth=["transformers: generate(do_sample=False) of a batch with attention_mask, eager attention"],
        precision="float32",
        tolerance={"absolute": 0, "relative": 0},
        conventions=[
            "a case is a checkpoint of models/: ids, attentionMask [2, n], the second padded on the left; no end token",
            "sequences: [2, n + 12] of a decoder; of an encoder–decoder what the decoder says, [2, 13]",
        ],
        cases={name: {} for name in kinds},
        reads=checkpoint_files(*kinds),
    )
