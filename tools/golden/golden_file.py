"""The form in which a topic hands its numbers to generate.py: named tensors with the story of where they come from."""

from dataclasses import dataclass, field

import numpy as np


@dataclass
class GoldenFile:
    """One safetensors file of tests/golden and everything a test needs to know about it.

    name         path below tests/golden
    tensors      name -> numpy array; float32, int32 or uint8 only
    truth        the library functions that produced the numbers
    precision    in which arithmetic they were computed
    tolerance    {"absolute": …, "relative": …}: |got − golden| ≤ absolute + relative·|golden|
    conventions  sentences that fix axes, signs and layouts
    cases        case name -> its parameters; the tensors of a case are called "<case>.<tensor>"
    reads        files of the repository the numbers depend on (a checkpoint, for instance)
    """

    name: str
    tensors: dict
    truth: list
    precision: str
    tolerance: dict
    conventions: list
    cases: dict = field(default_factory=dict)
    reads: list = field(default_factory=list)


def stored(array):
    """A contiguous array of one of the three stored types; integers and booleans become int32 and uint8."""
    array = np.asarray(array)
    if array.dtype == np.bool_:
        array = array.astype(np.uint8)
    elif array.dtype.kind in "iu" and array.dtype != np.uint8:
        array = array.astype(np.int32)
    elif array.dtype.kind == "f":
        array = array.astype(np.float32)
    return np.ascontiguousarray(array)


def checkpoint_files(*names):
    """Files of tiny checkpoints that numbers depend on, for `reads`."""
    return [f"tests/golden/models/{name}/{file}" for name in names for file in ("config.json", "model.safetensors")]


def normal(seed, *shape):
    """Standard normal float32 numbers that depend on the seed alone."""
    return np.random.default_rng(seed).standard_normal(shape).astype(np.float32)


def require_close(what, got, wanted, absolute):
    """Stops the generator when two independent truths disagree (NaN included)."""
    difference = np.abs(np.asarray(got, np.float64) - np.asarray(wanted, np.float64))
    if not np.all(difference <= absolute):
        raise AssertionError(f"{what}: two sources differ by {np.max(difference)}, more than {absolute}")
