"""Inputs of encoders and the outputs that are kept: a text, batches, positions, types, and the bare class without its head."""

from functools import partial

import numpy as np
import torch
from transformers import AutoModel

import model_cases
import tiny_checkpoints

LENGTH = 13
SHORT = 8
HIDDEN = 3  # padding at the end of the text of the bare class
CONVENTIONS = [
    *model_cases.CONVENTIONS,
    "hiddenStates: entry 0 enters the first layer, the last one is the input of the head",
    "batchLeft: no position ids are given, so learned positions count the padding on the left (RoBERTa's do not)",
    "shifted.positions: rows of the position table as they are given to transformers (RoBERTa: offset included)",
    "types.taskTypeIds [n]; padInside: RoBERTa's padding id amid the text and no mask: it keeps the position of padding",
    "bare: the class without head on ids with attentionMask [n]; lastHiddenState [n, dModel]",
    "bare.meanPooled [dModel]: mean over the tokens with attentionMask 1; bare.pooled [dModel]: tanh(dense(first token))",
]


def texts(model):
    """A text and a shorter one; no padding id in them."""
    size, pad = model.config.vocab_size, model.config.pad_token_id
    return model_cases.tokens(size, LENGTH, 1, [pad]), model_cases.tokens(size, SHORT, 2, [pad])


def with_sentence_and_batches(model, folder, left_alone):
    long, short = texts(model)
    pad = model.config.pad_token_id
    return {
        "sentence": model_cases.sentence(model, long), "batch": model_cases.batch(model, long, short, pad),
        "batchLeft": model_cases.batch(model, long, short, pad, left=True, alone=left_alone),
        "bare": bare(model, folder, long, pad),
    }


def relative(model, folder):
    """Positions are distances: padding on the left changes nothing."""
    return with_sentence_and_batches(model, folder, left_alone=True)


def absolute(model, folder):
    """Positions are rows of a table, and can be given."""
    cases = with_sentence_and_batches(model, folder, left_alone=model.config.model_type == "roberta")
    ids, _ = texts(model)
    if hasattr(model, "get_output_embeddings") and model.get_output_embeddings() is not None:
        cases["shifted"] = model_cases.shifted(model, ids, model_cases.gaps(len(ids)))
    return cases


def types(model, folder, tasks=0):
    """Token types, and ERNIE's task types."""
    ids, _ = texts(model)
    names = {"token_type_ids": "tokenTypeIds", "task_type_ids": "taskTypeIds"}
    more = {"token_type_ids": model_cases.tokens(model.config.type_vocab_size, len(ids), 3)}
    if tasks:
        more["task_type_ids"] = model_cases.tokens(tasks, len(ids), 4)
    return {"types": model_cases.with_logits(model, ids, names, **more)}


def padding_inside(model, folder):
    ids, _ = texts(model)
    ids[2] = ids[3] = ids[9] = model.config.pad_token_id
    return {"padInside": model_cases.with_logits(model, ids)}


@torch.no_grad()
def bare(model, folder, ids, pad):
    """The headless class of the same checkpoint, as encoders for sentences use it."""
    options = {"config": model.config, "dtype": torch.float32, "output_loading_info": True}
    encoder, loaded = AutoModel.from_pretrained(folder, **options)
    share_weights(encoder.eval(), model)
    ids, mask = ids[:-HIDDEN] + [pad] * HIDDEN, [1] * (len(ids) - HIDDEN) + [0] * HIDDEN
    result = encoder(input_ids=torch.tensor([ids]), attention_mask=torch.tensor([mask]))
    states = result.last_hidden_state[0].numpy()
    kept = {
        "ids": np.asarray(ids), "attentionMask": np.uint8(mask), "lastHiddenState": states,
        "meanPooled": states[np.asarray(mask) == 1].mean(axis=0),
    }
    stored_pooler = hasattr(encoder, "pooler") and not any("pooler" in name for name in loaded["missing_keys"])
    return kept | ({"pooled": result.pooler_output[0].numpy()} if stored_pooler else {})


def share_weights(encoder, model):
    """Copies the parameters of the model, which a caller may have changed, to its bare class."""
    own = getattr(model, model.base_model_prefix, model)
    encoder.load_state_dict(own.state_dict(), strict=False)


encoder = partial(
    tiny_checkpoints.checkpoint, conventions=CONVENTIONS,
    truth="transformers: the class of the masked language model and AutoModel, eager attention",
)
