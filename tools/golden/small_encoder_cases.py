"""Inputs of encoders that differ from BERT in little: short texts, so that a checkpoint with its numbers stays below 60 kB."""

from functools import partial

import numpy as np
import torch
from transformers import AutoModel

import encoder_cases
import model_cases
import tiny_checkpoints

LENGTH = 9
SHORT = 6


def texts(model):
    """A text and a shorter one; no padding id and no id of a mask in them."""
    special = [model.config.pad_token_id, getattr(model.config, "mask_token_id", None)]
    size = model.config.vocab_size
    return model_cases.tokens(size, LENGTH, 1, special), model_cases.tokens(size, SHORT, 2, special)


def with_sentence_and_batches(model, folder, left_alone):
    long, short = texts(model)
    pad = model.config.pad_token_id
    left = model_cases.batch(model, long, short, pad, left=True, alone=left_alone)
    return {
        "sentence": model_cases.sentence(model, long), "batch": model_cases.batch(model, long, short, pad),
        "batchLeft": {name: left[name] for name in ("ids", "attentionMask", "logits") if name in left},
        "bare": bare(model, folder, long, pad),
    }


@torch.no_grad()
def bare(model, folder, ids, pad):
    """The class without a head, on a text with padding at its end."""
    encoder = AutoModel.from_pretrained(folder, config=model.config, dtype=torch.float32).eval()
    encoder_cases.share_weights(encoder, model)
    hidden = encoder_cases.HIDDEN
    ids, mask = ids[:-hidden] + [pad] * hidden, [1] * (len(ids) - hidden) + [0] * hidden
    states = encoder(input_ids=torch.tensor([ids]), attention_mask=torch.tensor([mask])).last_hidden_state[0].numpy()
    return {
        "ids": np.asarray(ids), "attentionMask": np.uint8(mask), "lastHiddenState": states,
        "meanPooled": states[np.asarray(mask) == 1].mean(axis=0),
    }


def relative(model, folder):
    """Positions are distances, or are counted after the padding: padding on the left changes nothing."""
    return with_sentence_and_batches(model, folder, left_alone=True)


def absolute(model, folder):
    """Positions are rows of a table, which count the padding on the left."""
    return with_sentence_and_batches(model, folder, left_alone=False)


def types(model, folder):
    ids, _ = texts(model)
    given = {"token_type_ids": model_cases.tokens(model.config.type_vocab_size, len(ids), 3)}
    return {"types": model_cases.with_logits(model, ids, {"token_type_ids": "tokenTypeIds"}, **given)}


def padding_inside(model, folder):
    ids, _ = texts(model)
    ids[2] = ids[6] = model.config.pad_token_id
    return {"padInside": model_cases.with_logits(model, ids)}


encoder = partial(
    tiny_checkpoints.checkpoint, conventions=encoder_cases.CONVENTIONS,
    truth="transformers: the class of the masked language model and AutoModel, eager attention",
)

SIZES = {
    "vocab_size": 23, "hidden_size": 16, "num_hidden_layers": 2, "num_attention_heads": 2, "intermediate_size": 21,
}
LENGTHS = {"max_position_embeddings": 19}
KEY_BIAS = r"\bkey\.bias|\bk\.bias|k_lin\.bias"
TANH_GELU = {"the activation is GELU with erf, not tanh": {"hidden_act": "gelu_new"}}
EPSILON = {"the config's epsilon, not 1e-12": {"layer_norm_eps": 1e-12}}
APART = {r"query\.weight|key\.weight|\.[qk]\.weight|[qk]_lin\.weight|[qk]_proj\.weight": 1.4}  # sharper attention
