"""The inputs that every tiny checkpoint is run on, and what is kept of the outputs."""

import numpy as np
import torch

from golden_file import require_close

CONVENTIONS = [
    "ids, decoderIds, positions, positionIds, tokenTypeIds int32; attentionMask uint8, 1 = a token, 0 = padding",
    "one sequence: logits [n, vocab]; attentions [layers, heads, n, n]; hiddenStates [layers+1, n, dModel]",
    "batch and batchLeft: two sequences, the second padded: the axis of the sequences comes after that of the layers",
    "rows of padding (attentionMask 0) hold whatever transformers computes there: do not compare them",
]


def tokens(vocabulary, count, seed, avoid=()):
    """Ids that depend on the seed alone."""
    allowed = [token for token in range(vocabulary) if token not in avoid]
    return np.random.default_rng(seed).choice(allowed, count).tolist()


@torch.no_grad()
def run(model, **inputs):
    """The model's outputs for nested lists or tensors; None is left out."""
    given = {name: torch.as_tensor(value) for name, value in inputs.items() if value is not None}
    return model(**given, use_cache=False, output_attentions=True, output_hidden_states=True, return_dict=True)


def layers(parts):
    """[layers, batch, …]"""
    return np.stack([part.numpy() for part in parts])


def of_batch(result, **inputs):
    """Inputs that were given and what came out, the axis of the batch kept."""
    kept = {name: np.asarray(value) for name, value in inputs.items() if value is not None}
    if "logits" in result:
        kept["logits"] = result.logits.numpy()
    return kept | {"attentions": layers(result.attentions), "hiddenStates": layers(result.hidden_states)}


def sentence(model, ids, **more):
    """A single sequence: the axis of the batch removed."""
    result = run(model, input_ids=[ids], **more)
    kept = {"ids": np.asarray(ids)} | ({"logits": result.logits[0].numpy()} if "logits" in result else {})
    return kept | {"attentions": layers(result.attentions)[:, 0], "hiddenStates": layers(result.hidden_states)[:, 0]}


def padded(long, short, pad, left):
    """(ids, mask), both [2, n]."""
    pads, ones = [pad] * (len(long) - len(short)), [1] * len(short)
    zeros = [0] * len(pads)
    row, mask = (pads + short, zeros + ones) if left else (short + pads, ones + zeros)
    return [long, row], [[1] * len(long), mask]


def positions_of(mask):
    """Position ids as `generate` counts them: over the tokens that are not padding; padding gets 0."""
    mask = np.asarray(mask)
    return np.where(mask == 0, 0, np.cumsum(mask, axis=-1) - 1)


def require_as_alone(what, result, mask, alone):
    """The real tokens of the padded row have the hidden states of their sequence alone."""
    got = result.hidden_states[-1][1].numpy()[np.asarray(mask[1]) == 1]
    require_close(what, got, alone.hidden_states[-1][0].numpy(), 1e-4)


def batch(model, long, short, pad, left=False, positions=False, alone=True):
    """Two sequences of unequal lengths; `alone`: padding changes nothing for the tokens beside it."""
    ids, mask = padded(long, short, pad, left)
    given = positions_of(mask) if positions else None
    result = run(model, input_ids=ids, attention_mask=mask, position_ids=given)
    if alone:
        what = f"{type(model).__name__}, padded {'left' if left else 'right'}"
        require_as_alone(what, result, mask, run(model, input_ids=[short]))
    return of_batch(result, ids=ids, attentionMask=np.uint8(mask), positionIds=given)


def with_logits(model, ids, names=None, **more):
    """Logits alone, for further inputs: {tensor name: model's name} says how the inputs are called here."""
    result = run(model, input_ids=[ids], **{name: [value] for name, value in more.items()})
    kept = {(names or {}).get(name, name): np.asarray(value) for name, value in more.items()}
    return {"ids": np.asarray(ids), **kept, "logits": result.logits[0].numpy()}


def shifted(model, ids, positions):
    """Logits of the tokens at positions with gaps; the mask of ones keeps transformers from taking gaps for borders."""
    ones = torch.ones(1, len(ids), dtype=torch.long)
    result = run(model, input_ids=[ids], position_ids=[positions], attention_mask=ones)
    return {"ids": np.asarray(ids), "positions": np.asarray(positions), "logits": result.logits[0].numpy()}


def gaps(count, first=3):
    """Increasing positions that leave some out."""
    return [first + i + i // 4 for i in range(count)]


def require_free_choice(what, tensors):
    """No choice near a tie, and no text that soon repeats one token."""
    margin, ids = float(tensors["margins"].min()), tensors["ids"]
    variety, late = len(set(ids)), len(set(ids[-24:]))
    if len(ids) != len(tensors["margins"]) or not margin >= 1e-3 or variety < 8 or late < 3:
        raise AssertionError(f"{what}: smallest margin {margin}, {variety} different tokens: choose another seed")
