"""Rotation of pairs of channels in float64, as multiplication of complex numbers: NumPy alone."""

import numpy as np


def frequencies(width, base=10000.0):
    """[width/2]: base^(−2i/width)"""
    return base ** (-2.0 * np.arange(width // 2) / width)


def angles(positions, inverse):
    """[tokens, pairs]"""
    return np.asarray(positions, np.float64)[:, None] * inverse


def turn(x, by, layout="half", start=0, factor=1.0):
    """x [..., tokens, dim] with the pairs from channel `start` on turned by the angles [..., tokens, pairs].

    half: channel i turns with i + pairs; interleaved: 2i with 2i + 1. `factor` scales the turned channels.
    """
    x, pairs = np.array(x, np.float64), by.shape[-1]
    part = x[..., start : start + 2 * pairs]
    first, second = (part[..., :pairs], part[..., pairs:]) if layout == "half" else (part[..., 0::2], part[..., 1::2])
    turned = (first + 1j * second) * np.exp(1j * by) * factor
    axis = (turned.real, turned.imag)
    together = np.concatenate(axis, -1) if layout == "half" else np.stack(axis, -1).reshape(part.shape)
    x[..., start : start + 2 * pairs] = together
    return x
