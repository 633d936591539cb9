"""Texts that grow under frequencies that follow the length (dynamic NTK, LongRoPE), with transformers' cache."""

import torch

import decoder_cases
import model_cases

SHORTER = (1, 3, 4, 5, 6, 7, 40)
LONG_PROMPT, AFTER_LONG = 70, 24
CONVENTIONS = [
    "frequencies follow the largest position of the call, for all sequences of a batch: shifted follows its own largest",
    "greedy, cached: every step has the frequencies of its length; keys in the cache stay as they were rotated",
    "a text of fewer new tokens is the beginning of greedy.ids; greedy.long*: a prompt beyond the original length",
    "cached.logits [n, vocab]: cached.ids read one by one",
    "leftAlone: one sequence, padded on the left; its frequencies are those of its last position, not of its width",
]


def forget(model):
    """A text of one token takes dynamic frequencies back to the original ones."""
    model_cases.run(model, input_ids=[[0]])


@torch.no_grad()
def cached(model, ids):
    """Token by token."""
    forget(model)
    past, rows = None, []
    for token in ids:
        result = model(input_ids=torch.tensor([[token]]), past_key_values=past, use_cache=True)
        past = result.past_key_values
        rows.append(result.logits[0, -1])
    return {"ids": ids, "logits": torch.stack(rows).numpy()}


def left_alone(model, ids, padding):
    """Padded on the left so that the width is above the original length and the last position is not."""
    forget(model)
    row, mask = [0] * padding + ids, [0] * padding + [1] * len(ids)
    given = {"attention_mask": [mask], "position_ids": model_cases.positions_of([mask])}
    result = model_cases.run(model, input_ids=[row], **given)
    inputs = {"ids": [row], "attentionMask": [mask], "positionIds": given["position_ids"]}
    return model_cases.of_batch(result, **inputs)


def cases(model, folder):
    """Those of every decoder, and what has to do with the length."""
    long, short = decoder_cases.texts(model)
    found = decoder_cases.at_positions_of_a_length(model, folder)
    return found | {"leftAlone": left_alone(model, short, len(long) - len(short)), "cached": cached(model, long)}


@torch.no_grad()
def generated(model, prompt, count):
    """`generate` without sampling from fresh frequencies."""
    forget(model)
    mask = torch.ones(1, len(prompt), dtype=torch.long)
    options = {"do_sample": False, "max_new_tokens": count, "output_logits": True, "return_dict_in_generate": True}
    result = model.generate(torch.tensor([prompt]), attention_mask=mask, **options)
    best = torch.cat(result.logits).topk(2, dim=-1).values
    ids = result.sequences[0].tolist()[len(prompt) :]
    return {"prompt": prompt, "ids": ids, "margins": (best[:, 0] - best[:, 1]).numpy()}


def require_crossing(model, prompt, ids):
    """Stale keys matter: one pass over the finished text chooses other tokens."""
    forget(model)
    logits = model(input_ids=torch.tensor([prompt + ids[:-1]]), use_cache=False).logits[0]
    if logits[len(prompt) - 1 :].argmax(dim=-1).tolist() == ids:
        raise AssertionError("a cache with old keys and reading the whole text choose the same tokens")


def greedy(model):
    """Texts that begin below the original length, and one that begins above it."""
    size = model.config.vocab_size
    text = generated(model, model_cases.tokens(size, 4, 7), decoder_cases.GREEDY)
    model_cases.require_free_choice(type(model).__name__, text)
    require_crossing(model, text["prompt"], text["ids"])
    for count in SHORTER:
        if generated(model, text["prompt"], count)["ids"] != text["ids"][:count]:
            raise AssertionError(f"{count} tokens are not the beginning of {decoder_cases.GREEDY}")
    long = generated(model, model_cases.tokens(size, LONG_PROMPT, 8), AFTER_LONG)
    model_cases.require_free_choice(type(model).__name__, long)
    return text | {f"long{name.capitalize()}": value for name, value in long.items()}
