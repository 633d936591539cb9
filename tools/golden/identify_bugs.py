"""200 arrays with the bugs that programs have and with parameters off their defaults, drawn at random, for identify to name.

Each is computed here in plain NumPy (float64, rounded at the end), by transformers where it has the formula, and in PyTorch's own bfloat16
where the bug is its precision. Inputs are shared: the case says which heads, tokens and channels of the tensor `input` it takes.
"""

import numpy as np
import torch
from transformers import LlamaConfig
from transformers.models.mpt.modeling_mpt import build_mpt_alibi_tensor
from transformers.modeling_rope_utils import ROPE_INIT_FUNCTIONS
from transformers.models.t5.modeling_t5 import T5Attention

from encodings_grid import mrope_float32
from golden_file import GoldenFile, normal

HEADS, TOKENS, DIM = 4, 48, 64
BASES = [10000, 10000, 500000, 1000000, 25000]


class Draw:
    """Cases with one stream of random numbers."""

    def __init__(self):
        self.random = np.random.default_rng(2026)
        self.tensors = {"input": normal(200, HEADS, TOKENS, DIM)}
        self.cases = {}

    def pick(self, values):
        return values[int(self.random.integers(len(values)))]

    def shape(self, dims=(8, 16, 32, 64), heads=(1, 2, 4), tokens=(12, 16, 24)):
        return self.pick(heads), self.pick(tokens), self.pick(dims)

    def input(self, shape):
        heads, tokens, dim = shape
        return self.tensors["input"][:heads, :tokens, :dim].astype(np.float64)

    def rows(self, bug, shape, output, **truth):
        self.add(bug, {"output": output}, input=list(shape), **truth)

    def add(self, bug, tensors, **truth):
        name = f"{bug}-{sum(case['bug'] == bug for case in self.cases.values())}"
        for key, value in tensors.items():
            self.tensors[f"{name}.{key}"] = np.asarray(value, np.float32)
        self.cases[name] = {"bug": bug, **truth}


def rope(layout="half", base=10000, **more):
    return {"type": "rope", **({} if layout == "half" else {"layout": layout}), **({} if base == 10000 else {"base": base}), **more}


def waves(dim, base):
    return float(base) ** (-2 * np.arange(dim // 2) / dim)


def laid(angles, layout):
    """A number for each channel: that of its pair."""
    return np.concatenate([angles, angles], -1) if layout == "half" else np.repeat(angles, 2, -1)


def quarter(x, layout, minus=True):
    """The rows turned by a quarter, rotate_half or rotate_every_two."""
    y = np.empty_like(x)
    sign = -1 if minus else 1
    half = x.shape[-1] // 2
    if layout == "half":
        y[..., :half], y[..., half:] = sign * x[..., half:], x[..., :half]
    else:
        y[..., 0::2], y[..., 1::2] = sign * x[..., 1::2], x[..., 0::2]
    return y


def turned(x, angles, layout="half", table=None, minus=True):
    angles = laid(angles, table or layout)
    return x * np.cos(angles) + quarter(x, layout, minus) * np.sin(angles)


OTHER = {"half": "interleaved", "interleaved": "half"}


def by_transformers(d, ropeType, dim, base, **parameters):
    config = LlamaConfig(
        hidden_size=dim, num_attention_heads=1, head_dim=dim, max_position_embeddings=131072,
        rope_parameters={"rope_theta": float(base), "rope_type": ropeType, **parameters},
    )
    inverse, factor = ROPE_INIT_FUNCTIONS[ropeType](config, "cpu")
    return inverse.double().numpy(), factor


def add_scalings(d):
    for _ in range(20):
        shape = d.shape(dims=(32, 64))
        base, factor = d.pick([10000, 1000000]), d.pick([4.0, 8.0, 40.0, 3.0])
        fast, slow = d.pick([(16, 1), (64, 1), (32, 2), (24, 2), (48, 4), (8, 1)])
        length = d.pick([512, 1024])
        inverse, by = by_transformers(
            d, "yarn", shape[2], base, factor=factor, beta_fast=float(fast), beta_slow=float(slow),
            original_max_position_embeddings=length,
        )
        output = by * turned(d.input(shape), np.arange(shape[1])[:, None] * inverse)
        scaling = {"ropeType": "yarn", "factor": factor, "originalMaxPositionEmbeddings": length, "betaFast": fast, "betaSlow": slow}
        d.rows("yarn", shape, output, position=rope(base=base, scaling=scaling))
    for _ in range(20):
        shape = d.shape(dims=(32, 64))
        base, factor = d.pick([10000, 500000]), d.pick([4.0, 8.0, 32.0])
        low, high = d.pick([(1, 8), (2, 4), (1, 2), (2, 8), (0.5, 4), (1, 6)])
        length = d.pick([256, 512, 1024])
        inverse, by = by_transformers(
            d, "llama3", shape[2], base, factor=factor, low_freq_factor=float(low), high_freq_factor=float(high),
            original_max_position_embeddings=length,
        )
        output = by * turned(d.input(shape), np.arange(shape[1])[:, None] * inverse)
        scaling = {
            "ropeType": "llama3", "factor": factor, "originalMaxPositionEmbeddings": length,
            "lowFreqFactor": low, "highFreqFactor": high,
        }
        d.rows("llama3", shape, output, position=rope(base=base, scaling=scaling))


def add_wrong_formulas(d):
    for layout in ("interleaved", "half"):
        for _ in range(13):
            shape, base = d.shape(), d.pick(BASES)
            output = turned(d.input(shape), np.arange(shape[1])[:, None] * waves(shape[2], base), layout, OTHER[layout])
            d.rows(f"{layout}-mixed", shape, output, mistake="rope-mixed-layouts", position=rope(layout, base))
    for _ in range(14):
        shape, base, layout = d.shape(), d.pick(BASES), d.pick(["half", "interleaved"])
        angles = np.pi / 2 - np.arange(shape[1])[:, None] * waves(shape[2], base)
        d.rows("swapped", shape, turned(d.input(shape), angles, layout), mistake="rope-swapped", position=rope(layout, base))
    for _ in range(14):
        shape, base, layout = d.shape(heads=(2, 4)), d.pick(BASES), d.pick(["half", "interleaved"])
        output = turned(d.input(shape), np.arange(shape[1])[:, None] * waves(shape[2], base), layout, minus=False)
        d.rows("no-minus", shape, output, mistake="rope-no-minus", position=rope(layout, base))


def add_wrong_positions(d):
    for _ in range(12):
        shape, base, layout = d.shape(heads=(4,)), d.pick(BASES), d.pick(["half", "interleaved"])
        output = turned(d.input(shape), np.arange(shape[0])[:, None, None] * waves(shape[2], base), layout)
        d.rows("head-axis", shape, output, mistake="rope-head-axis", position=rope(layout, base))
    for _ in range(14):
        shape, base, layout = d.shape(tokens=(24, 48)), d.pick(BASES), d.pick(["half", "interleaved"])
        chunk, offset = d.pick([4, 5, 8, 16]), d.pick([0, 0, 1])
        positions = np.arange(shape[1]) % chunk + offset
        output = turned(d.input(shape), positions[:, None] * waves(shape[2], base), layout)
        d.rows("restart", shape, output, mistake="rope-position-restarts", position=rope(layout, base), positions=positions.tolist())


def tf32(x):
    """Rounded to 10 bits after the point, as tensor cores take float32."""
    bits = np.float32(x).view(np.uint32).astype(np.uint64)
    return ((bits + 0x0FFF + ((bits >> 13) & 1)) & 0xFFFFE000).astype(np.uint32).view(np.float32).astype(np.float64)


def bfloat16(x):
    return torch.as_tensor(np.asarray(x, np.float32)).to(torch.bfloat16)


def plain(x):
    return x.double().numpy()


def add_roundings(d):
    for kind in ("positions bfloat16", "frequencies bfloat16", "angles bfloat16", "factors tf32"):
        for _ in range(6):
            shape, base, layout = d.shape(dims=(16, 32, 64), tokens=(24, 48)), d.pick(BASES[:4]), d.pick(["half", "interleaved"])
            first = d.pick([300, 1000]) if kind.startswith("positions") else d.pick([0, 0, 100])
            positions = np.arange(shape[1])[:, None] + first
            frequencies = waves(shape[2], base)
            if kind == "positions bfloat16":
                angles = plain(bfloat16(positions)) * frequencies
            elif kind == "frequencies bfloat16":
                angles = positions * plain(bfloat16(frequencies))
            elif kind == "angles bfloat16":
                angles = plain(bfloat16(positions) * bfloat16(frequencies))
            else:
                angles = tf32(positions) * tf32(frequencies)
            output = turned(d.input(shape), angles, layout)
            given = {"output": output, **({"positions": positions[:, 0]} if first else {})}
            d.add(kind.replace(" ", "-"), given, input=list(shape), mistake="rope-rounded", rounding=kind, position=rope(layout, base))


def image_positions(d, tokens):
    """t, h and w of some text, an image, and more text, as Qwen2-VL counts them."""
    text, width, height = d.pick([3, 4, 6]), d.pick([2, 3]), d.pick([2, 3, 4])
    t = [*range(text), *[text] * (width * height)]
    h = [*range(text), *(text + i // width for i in range(width * height))]
    w = [*range(text), *(text + i % width for i in range(width * height))]
    after = max(t[-1], h[-1], w[-1]) + 1
    rest = [after + i for i in range(tokens - len(t))]
    return np.array([(axis + rest)[:tokens] for axis in (t, h, w)])


def add_grids(d):
    for _ in range(12):
        shape, base = d.shape(dims=(32, 64), tokens=(24, 48)), d.pick([10000, 1000000])
        order, layout = d.pick([("chunked", "half"), ("chunked", "half"), ("interleaved", "half"), ("hwt", "interleaved")])
        part = shape[2] // 32
        sections = {"chunked": [4, 6, 6], "interleaved": [6, 5, 5], "hwt": [6, 6, 4]}[order]
        sections = [part * count for count in sections]
        grid = image_positions(d, shape[1])
        output = mrope_float32(d.input(shape).astype(np.float32), np.arange(shape[1]), grid, order, sections, float(base))
        truth = {"type": "mrope", "sections": sections, **({} if base == 10000 else {"base": base})}
        truth |= {**({} if order == "chunked" else {"order": order}), **({} if layout == "half" else {"layout": layout})}
        d.rows("mrope", shape, output, position=truth)
    for _ in range(12):
        width, height = d.pick([(4, 4), (6, 4), (5, 5), (7, 6), (3, 8)])
        prefix, layout = d.pick([0, 1]), d.pick(["half", "interleaved"])
        base = d.pick([100, 10000, 50, 1000, 300])
        shape = (d.pick([1, 2, 4]), width * height + prefix, d.pick([8, 16, 32, 64]))
        cell = np.arange(width * height)
        each = float(base) ** (-4 * np.arange(shape[2] // 4) / shape[2])
        x, y = (cell % width)[:, None] * each, (cell // width)[:, None] * each
        angles = np.concatenate([np.zeros((prefix, shape[2] // 2)), np.concatenate([x, y], 1)])
        truth = {"type": "rope2d", "width": width, **({} if base == 100 else {"base": base})}
        truth |= {**({"prefix": 1} if prefix else {}), **({} if layout == "interleaved" else {"layout": layout})}
        d.rows("axial", shape, turned(d.input(shape), angles, layout), position=truth)


def add_biases(d):
    for _ in range(9):
        tokens, heads, both = d.pick([24, 40, 48]), d.pick([1, 2]), d.pick([True, False])
        buckets, farthest = d.pick([(32, 100), (32, 40), (32, 200), (16, 60), (16, 30), (64, 90)])
        distance = torch.arange(tokens)[None] - torch.arange(tokens)[:, None]
        bucket = T5Attention._relative_position_bucket(distance, both, buckets, farthest).numpy()
        bias = d.random.standard_normal((heads, buckets))[:, bucket]
        causal = {}
        if not both:
            bias, causal = np.where(distance.numpy() > 0, -np.inf, bias), {"isCausal": True}
        truth = {"type": "t5", "maxDistance": farthest, **({} if both else {"bidirectional": False})}
        d.add("t5", {"bias": bias}, position=truth, **causal)
    for _ in range(10):
        tokens, heads = d.pick([16, 24, 40]), d.pick([2, 4, 8])
        dim, base = d.pick([16, 32, 64, 128, 48]), d.pick([500, 1000, 5000, 20000, 500000, 1234])
        distance = np.arange(tokens)[None] - np.arange(tokens)[:, None]
        shape = np.cos(distance[..., None] * float(base) ** (-2 * np.arange(dim // 2) / dim)).sum(-1)
        bias = shape[None] * (heads / 8 / np.arange(1, heads + 1))[:, None, None]
        d.add("sandwich", {"bias": bias}, position={"type": "sandwich", "base": base, **({} if dim == 128 else {"dim": dim})})
    for _ in range(7):
        tokens, heads = d.pick([12, 20, 33]), d.pick([2, 4, 8, 6])
        bias = build_mpt_alibi_tensor(heads, tokens).expand(heads, tokens, tokens)
        d.add("mpt", {"bias": bias}, position={"type": "alibi", "keyed": "key"}, offset=1 - tokens)
    for _ in range(6):
        tokens, heads, offset = d.pick([12, 20]), d.pick([4, 8]), d.pick([-3, 2, 7])
        keys = np.broadcast_to(np.arange(tokens) + offset, (tokens, tokens))
        bias = (2.0 ** (-8 * np.arange(1, heads + 1) / heads))[:, None, None] * keys
        d.add("keyed", {"bias": bias}, position={"type": "alibi", "keyed": "key"}, offset=offset)


def tensor_files(golden):
    d = Draw()
    for add in (add_scalings, add_wrong_formulas, add_wrong_positions, add_roundings, add_grids, add_biases):
        add(d)
    if len(d.cases) != 200:
        raise AssertionError(f"{len(d.cases)} cases, wanted 200")
    return [
        GoldenFile(
            name="identify-bugs.safetensors",
            tensors=d.tensors,
            truth=[
                "NumPy in float64 for bugs of rotations, axial RoPE and Sandwich",
                "transformers ROPE_INIT_FUNCTIONS (YaRN, Llama 3), Qwen2-VL, MPT and T5; torch.bfloat16 for positions, frequencies and angles",
            ],
            precision="float64, rounded to float32; bfloat16 and TF32 where the case says so",
            tolerance={"absolute": 0, "relative": 1e-5},
            conventions=[
                "input: the heads, tokens and channels of the tensor `input` that a case takes, from the first on; output [heads, tokens, dim]",
                "position, mistake, rounding, positions, offset, isCausal: the fields that one of the explanations has to have",
            ],
            cases=d.cases,
        )
    ]
