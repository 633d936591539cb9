"""Inputs of encoder–decoders and the outputs that are kept: a text with the beginning of an answer, batches, and text it writes itself."""

from functools import partial

import numpy as np
import torch

import model_cases
import tiny_checkpoints
from golden_file import require_close

LENGTH = 14
SHORT = 9
ANSWER = 6
GREEDY = 64
CONVENTIONS = [
    *model_cases.CONVENTIONS,
    "decoderIds [m] begin with decoder_start_token_id; logits [m, vocab]; the decoder is causal and sees all its ids",
    "encoderHiddenStates [layers+1, n, dModel]; encoderAttentions [layers, heads, n, n]: entry 0 enters the first layer",
    "decoderHiddenStates [layers+1, m, dModel]; decoderAttentions [layers, heads, m, m]; the same axes otherwise",
    "crossAttentions [layers, heads, m, n]: every decoder token over the encoder's text",
    "T5: the last hidden state of both stacks is after its final norm, before the output is scaled by d_model^-0.5",
    "attentionMask masks the encoder's text, for the encoder and for cross-attention",
    "bare: the encoder alone on ids with attentionMask [n]; lastHiddenState [n, dModel]; meanPooled [dModel]",
    "greedy: encoderIds; ids [64] follow decoderStart; margins: the gap between the best two logits",
]


def texts(model):
    """A text, a shorter one and two answers."""
    size, special = model.config.vocab_size, [model.config.pad_token_id]
    start = model.config.decoder_start_token_id
    answers = [[start, *model_cases.tokens(size, ANSWER - 1, seed, special)] for seed in (3, 4)]
    return model_cases.tokens(size, LENGTH, 1, special), model_cases.tokens(size, SHORT, 2, special), answers


def stacks(result):
    """Hidden states and attention maps of both stacks, [layers, batch, …]."""
    return {
        "logits": result.logits.numpy(),
        "encoderHiddenStates": model_cases.layers(result.encoder_hidden_states),
        "encoderAttentions": model_cases.layers(result.encoder_attentions),
        "decoderHiddenStates": model_cases.layers(result.decoder_hidden_states),
        "decoderAttentions": model_cases.layers(result.decoder_attentions),
        "crossAttentions": model_cases.layers(result.cross_attentions),
    }


def sentence(model, ids, answer):
    result = stacks(model_cases.run(model, input_ids=[ids], decoder_input_ids=[answer]))
    single = {name: value[0] if name == "logits" else value[:, 0] for name, value in result.items()}
    return {"ids": np.asarray(ids), "decoderIds": np.asarray(answer), **single}


def batch(model, left, alone):
    """Two texts of unequal lengths with an answer each; `alone`: padding changes nothing."""
    long, short, answers = texts(model)
    ids, mask = model_cases.padded(long, short, model.config.pad_token_id, left)
    given = {"input_ids": ids, "attention_mask": mask, "decoder_input_ids": answers}
    result = stacks(model_cases.run(model, **given))
    if alone:
        single = sentence(model, short, answers[1])
        require_close(f"{type(model).__name__}, a padded text", result["logits"][1], single["logits"], 1e-4)
    return {"ids": np.asarray(ids), "attentionMask": np.uint8(mask), "decoderIds": np.asarray(answers), **result}


@torch.no_grad()
def bare(model):
    """The encoder with padding on the right, and the mean of its tokens."""
    long, short, _ = texts(model)
    ids, mask = (rows[1] for rows in model_cases.padded(long, short, model.config.pad_token_id, left=False))
    encoder = model.get_encoder()
    states = encoder(input_ids=torch.tensor([ids]), attention_mask=torch.tensor([mask])).last_hidden_state[0].numpy()
    return {
        "ids": np.asarray(ids), "attentionMask": np.uint8(mask), "lastHiddenState": states,
        "meanPooled": states[np.asarray(mask) == 1].mean(axis=0),
    }


def cases(model, left_alone):
    long, _, answers = texts(model)
    return {
        "sentence": sentence(model, long, answers[0]), "batch": batch(model, left=False, alone=True),
        "batchLeft": batch(model, left=True, alone=left_alone), "bare": bare(model),
    }


def relative(model, folder):
    """T5: distances, so that padding on the left changes nothing."""
    return cases(model, left_alone=True)


def absolute(model, folder):
    """BART: rows of a table, which count the padding on the left."""
    return cases(model, left_alone=False)


@torch.no_grad()
def greedy(model):
    """64 tokens without sampling; one pass over the finished answer must choose the same."""
    ids, _, _ = texts(model)
    options = {"do_sample": False, "max_new_tokens": GREEDY, "output_logits": True, "return_dict_in_generate": True}
    result = model.generate(torch.tensor([ids]), attention_mask=torch.ones(1, len(ids), dtype=torch.long), **options)
    answer = result.sequences[0].tolist()
    full = model_cases.run(model, input_ids=[ids], decoder_input_ids=[answer[:-1]]).logits[0]
    if full.argmax(dim=-1).tolist() != answer[1:]:
        raise AssertionError("generating with a cache and reading the whole answer choose different tokens")
    best = torch.cat(result.logits).topk(2, dim=-1).values
    tensors = {
        "encoderIds": np.asarray(ids), "decoderStart": np.asarray(answer[:1]), "ids": answer[1:],
        "margins": (best[:, 0] - best[:, 1]).numpy(),
    }
    model_cases.require_free_choice(type(model).__name__, tensors)
    return tensors


encoder_decoder = partial(tiny_checkpoints.checkpoint, conventions=CONVENTIONS)
