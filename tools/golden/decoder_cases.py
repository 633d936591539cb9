"""Inputs of decoders and the outputs that are kept: a text, batches, positions with gaps, and text it writes itself."""

from functools import partial

import model_cases
import model_run
import tiny_checkpoints

LENGTH = 13
SHORT = 8
GREEDY = 64
CONVENTIONS = [
    *model_cases.CONVENTIONS,
    "hiddenStates: entry 0 enters the first layer, the last entry is after the final norm",
    "batchLeft.positionIds [2, n]: as `generate` counts them, 0 for padding; absent where the class takes none",
    "shifted.positions [n]: increasing with gaps; the causal mask and windows go by place in the text, not by position",
    "greedy.ids [64] are the tokens after the prompt; greedy.margins the gap between the best two logits",
]


def texts(model):
    """A text and a shorter one."""
    size = model.config.vocab_size
    return model_cases.tokens(size, LENGTH, 1), model_cases.tokens(size, SHORT, 2)


def cases(model, positions, alone=True, left_alone=True):
    """`alone`: padding, on the left too, changes nothing for the tokens beside it."""
    long, short = texts(model)
    left = model_cases.batch(model, long, short, 0, left=True, positions=positions, alone=alone and left_alone)
    found = {
        "sentence": model_cases.sentence(model, long), "batch": model_cases.batch(model, long, short, 0, alone=alone),
        "batchLeft": left,
    }
    if positions:
        found["shifted"] = model_cases.shifted(model, long, model_cases.gaps(len(long)))
    return found


def at_positions(model, folder):
    """Learned positions and RoPE: the class takes position ids."""
    return cases(model, positions=True)


def at_positions_of_a_length(model, folder):
    """Frequencies follow the longest text so far: a text of one token makes the model forget the ones before."""
    model_cases.run(model, input_ids=[[0]])
    return cases(model, positions=True, alone=False)


def by_distance(model, folder):
    """ALiBi: distances alone."""
    return cases(model, positions=False)


def greedy(model):
    """64 tokens without sampling; one pass over the finished text must choose the same."""
    tensors = model_run.greedy(model, model_cases.tokens(model.config.vocab_size, 4, 7), GREEDY)
    model_cases.require_free_choice(type(model).__name__, tensors)
    return tensors


decoder = partial(tiny_checkpoints.checkpoint, conventions=CONVENTIONS, greedy=greedy)
