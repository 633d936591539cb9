"""Inputs of encoder–decoders that differ from BART in little: short texts, so that a checkpoint with its numbers stays below 60 kB."""

from functools import partial

import numpy as np
import torch

import encoder_decoder_cases
import model_cases
import tiny_checkpoints
from golden_file import require_close

LENGTH = 9
SHORT = 6
ANSWER = 4
GREEDY = 32
CONVENTIONS = [text for text in encoder_decoder_cases.CONVENTIONS if not text.startswith("greedy:")]
CONVENTIONS += ["greedy: encoderIds; ids [32] follow decoderStart; margins: the gap between the best two logits"]


def texts(model):
    """A text, a shorter one and two answers, whose start may be the padding id."""
    config = model.config
    special = [config.pad_token_id]
    answers = [
        [config.decoder_start_token_id, *model_cases.tokens(config.vocab_size, ANSWER - 1, seed, special)]
        for seed in (3, 4)
    ]
    return *(model_cases.tokens(config.vocab_size, n, i + 1, special) for i, n in enumerate((LENGTH, SHORT))), answers


def batch(model, left, alone):
    long, short, answers = texts(model)
    ids, mask = model_cases.padded(long, short, model.config.pad_token_id, left)
    given = {"input_ids": ids, "attention_mask": mask, "decoder_input_ids": answers}
    result = encoder_decoder_cases.stacks(model_cases.run(model, **given))
    if alone:
        single = encoder_decoder_cases.sentence(model, short, answers[1])
        require_close(f"{type(model).__name__}, a padded text", result["logits"][1], single["logits"], 1e-4)
    kept = result if alone else {"logits": result["logits"]}
    return {"ids": np.asarray(ids), "attentionMask": np.uint8(mask), "decoderIds": np.asarray(answers), **kept}


def cases(model, folder, left_alone=False):
    """`left_alone`: positions are counted after the padding, so that padding on the left changes nothing."""
    long, _, answers = texts(model)
    return {
        "sentence": encoder_decoder_cases.sentence(model, long, answers[0]),
        "batch": batch(model, left=False, alone=True), "batchLeft": batch(model, left=True, alone=left_alone),
    }


after_padding = partial(cases, left_alone=True)


@torch.no_grad()
def greedy(model):
    """32 tokens without sampling; one pass over the finished answer must choose the same."""
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


encoder_decoder = partial(tiny_checkpoints.checkpoint, conventions=CONVENTIONS, greedy=greedy, dtype=torch.float16)
