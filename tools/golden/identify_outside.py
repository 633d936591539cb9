"""Arrays that other people's code makes, right and with the bugs it has had, drawn at random over all sizes, for identify to name.

Every array comes out of a module of transformers, x-transformers or rotary-embedding-torch in its own precision, or of its parts put together
as the bug puts them: tables of one library given to the rotation of the other, cosines where sines belong, tokens and heads exchanged. Where
the libraries lack a mechanism (Sandwich), NumPy computes it after the authors' code. An array that cannot show its bug, because it differs
from the right one by less than the rounding of its type, is drawn again. `LIMIT` numbers at most: inputs are the first numbers of the tensor
`input`, `input.float16` or `input.bfloat16`.

Another draw, of any size, with all cases: python3 tools/golden/identify_outside.py SEED LIMIT FOLDER
"""

import json
import pathlib
import sys

import numpy as np
import torch
from rotary_embedding_torch import RotaryEmbedding as LucidRotary
from transformers import DINOv3ViTConfig, GPTNeoXConfig, Llama4VisionConfig, LlamaConfig, T5Config
from transformers.models.bart.modeling_bart import BartLearnedPositionalEmbedding
from transformers.models.bloom.modeling_bloom import build_alibi_tensor as bloom_alibi
from transformers.models.cohere import modeling_cohere as cohere
from transformers.models.dinov3_vit import modeling_dinov3_vit as dinov3
from transformers.models.fsmt.modeling_fsmt import SinusoidalPositionalEmbedding as FairseqSinusoid
from transformers.models.gpt_neox import modeling_gpt_neox as gpt_neox
from transformers.models.gptj import modeling_gptj as gptj
from transformers.models.llama import modeling_llama as llama
from transformers.models.llama4 import modeling_llama4 as llama4
from transformers.models.marian.modeling_marian import MarianSinusoidalPositionalEmbedding
from transformers.models.mpt.modeling_mpt import build_mpt_alibi_tensor
from transformers.models.qwen2_vl import modeling_qwen2_vl as qwen2_vl
from transformers.models.qwen2_vl.configuration_qwen2_vl import Qwen2VLVisionConfig
from transformers.models.t5.modeling_t5 import T5Attention
from x_transformers.x_transformers import AlibiPositionalBias, ScaledSinusoidalEmbedding
from x_transformers.x_transformers import RotaryEmbedding as XRotary
from x_transformers.x_transformers import apply_rotary_pos_emb as x_apply

from encodings_grid import mrope_float32
from golden_file import GoldenFile, normal

SEED, LIMIT, SHARE = 54, 320, 0.7
TYPES = {"float32": torch.float32, "float16": torch.float16, "bfloat16": torch.bfloat16}
ROUNDING = {"float32": 1e-5, "float16": 6 * 2.0**-11, "bfloat16": 6 * 2.0**-8}
BASES = [10000, 10000, 10000, 500000, 1000000, 8000, 20000, 150000, 5000000]


class Draws:
    def __init__(self, seed, limit, share=1.0):
        self.share = share
        self.random = np.random.default_rng(seed)
        self.limit = limit
        pool = torch.from_numpy(normal(seed, limit))
        self.pools = {name: pool.to(kind) for name, kind in TYPES.items()}
        self.tensors = {("input" if name == "float32" else f"input.{name}"): pool for name, pool in self.pools.items()}
        self.tensors = {name: pool.float().numpy() for name, pool in self.tensors.items()}
        self.cases = {}

    def some(self, count):
        return round(self.share * count)

    def pick(self, values):
        return values[int(self.random.integers(len(values)))]

    def between(self, low, high):
        """A whole number, evenly in its logarithm."""
        return int(np.round(np.exp(self.random.uniform(np.log(low), np.log(high)))))

    def shape(self, heads=(1, 40), tokens=(3, 200), dim=(4, 256), of=2):
        """heads, tokens, dim; `dim` a multiple of `of`. What is too large gives up numbers on an axis at random."""
        low = [heads[0], tokens[0], -(-dim[0] // of)]
        sizes = [self.between(*heads), self.between(*tokens), max(low[2], self.between(*dim) // of)]
        while sizes[0] * sizes[1] * sizes[2] * of > self.limit:
            axis = int(self.random.integers(3))
            sizes[axis] = max(low[axis], sizes[axis] * 2 // 3)
        return sizes[0], sizes[1], sizes[2] * of

    def kind(self):
        return self.pick(["float32", "float32", "float32", "float16", "bfloat16"])

    def input(self, shape, kind="float32"):
        """[1, heads, tokens, dim]"""
        return self.pools[kind][: int(np.prod(shape))].reshape(1, *shape).clone()

    def rows(self, bug, shape, kind, output, positions=None, places=None, **truth):
        """`places` [tokens] or [axes, tokens]: where the tokens stand, if not at their indices."""
        given = {"output": output.reshape(shape).float().numpy()}
        if places is not None:
            given["places"] = places
        if positions is not None and not np.array_equal(positions, np.arange(shape[1])):
            given["positions"] = np.asarray(positions)
        self.add(bug, given, input=list(shape), **({} if kind == "float32" else {"type": kind}), **truth)

    def add(self, bug, tensors, **truth):
        name = f"{bug}-{sum(case['bug'] == bug for case in self.cases.values())}"
        for key, value in tensors.items():
            value = value.detach().float().numpy() if isinstance(value, torch.Tensor) else value
            self.tensors[f"{name}.{key}"] = np.asarray(value, np.float32)
        self.cases[name] = {"bug": bug, **truth}

    def shown(self, make, kind="float32"):
        """What `make` draws, whose first two arrays differ by ten times what counts as rounding."""
        for _ in range(200):
            output, right, *rest = make()
            if float((output.double() - right.double()).abs().max()) > 10 * ROUNDING[kind] * float(output.abs().max()):
                return (output, *rest)
        raise AssertionError("nothing that shows")


def rope(layout="half", base=10000, **more):
    return {"type": "rope", **({} if layout == "half" else {"layout": layout}), **({} if base == 10000 else {"base": base}), **more}


def config_of(dim, base, parameters=None, longest=131072):
    parameters = {"rope_theta": float(base), "rope_type": "default", **(parameters or {})}
    return LlamaConfig(
        hidden_size=dim, num_attention_heads=1, head_dim=dim, max_position_embeddings=longest, rope_parameters=parameters
    )


def tables(x, base, positions=None, parameters=None, longest=131072, module=llama):
    """Cosines and sines of a rotary module of transformers, [1, tokens, dim]."""
    made = {llama: "LlamaRotaryEmbedding", cohere: "CohereRotaryEmbedding"}[module]
    positions = torch.arange(x.shape[2]) if positions is None else torch.as_tensor(positions)
    return getattr(module, made)(config_of(x.shape[-1], base, parameters, longest))(x, positions[None])


def llama_turned(x, base, *more, module=llama):
    cos, sin = tables(x, base, *more, module=module)
    return module.apply_rotary_pos_emb(x, x, cos, sin)[0]


BY_LAYOUT = {"half": llama, "interleaved": cohere}


# Wrong forms


def add_mixed(d):
    for layout in ("interleaved", "half"):
        for _ in range(d.some(11)):
            shape, base, kind = d.shape(dim=(8, 256)), d.pick(BASES), d.kind()
            x = d.input(shape, kind)
            # the rotation of one library with the tables of the other
            cos, sin = tables(x, base, module=llama if layout == "interleaved" else cohere)
            partner = gptj.rotate_every_two(x) if layout == "interleaved" else llama.rotate_half(x)
            d.rows(f"{layout}-mixed", shape, kind, x * cos + partner * sin, mistake="rope-mixed-layouts", position=rope(layout, base))


def add_swapped(d):
    for _ in range(d.some(16)):
        shape, base, kind, layout = d.shape(), d.pick(BASES), d.kind(), d.pick(["half", "interleaved"])
        x, module = d.input(shape, kind), BY_LAYOUT[layout]
        cos, sin = tables(x, base, module=module)
        d.rows("swapped", shape, kind, module.apply_rotary_pos_emb(x, x, sin, cos)[0], mistake="rope-swapped", position=rope(layout, base))


def add_no_minus(d):
    for _ in range(d.some(16)):
        shape, base, kind, layout = d.shape(), d.pick(BASES), d.kind(), d.pick(["half", "interleaved"])
        x = d.input(shape, kind)
        cos, sin = tables(x, base, module=BY_LAYOUT[layout])
        if layout == "half":
            partner = torch.cat(x.chunk(2, -1)[::-1], -1)
        else:
            partner = torch.stack([x[..., 1::2], x[..., 0::2]], -1).flatten(-2)
        d.rows("no-minus", shape, kind, x * cos + partner * sin, mistake="rope-no-minus", position=rope(layout, base))


def add_head_axis(d):
    for _ in range(d.some(14)):
        shape = d.shape(heads=(3, 40))
        base, kind, library = d.pick(BASES), d.kind(), d.pick(["lucid", "transformers"])
        x = d.input(shape, kind)
        across = x.transpose(1, 2).contiguous()  # [batch, tokens, heads, dim], as a layer that does not transpose it
        if library == "lucid":
            y, layout = LucidRotary(dim=shape[2], theta=base).rotate_queries_or_keys(across), "interleaved"
        else:
            y, layout = llama_turned(across, base), "half"
        d.rows("head-axis", shape, kind, y.transpose(1, 2), mistake="rope-head-axis", position=rope(layout, base))


# Wrong positions


def add_restarts(d):
    for _ in range(d.some(16)):
        shape = d.shape(tokens=(12, 200))
        base, kind, offset = d.pick(BASES), d.kind(), d.pick([0, 0, 1, 5])
        chunk, library = max(3, d.between(3, shape[1] // 2)), d.pick(["lucid", "transformers"])
        x = d.input(shape, kind)
        parts = x.split(chunk, 2)
        if library == "lucid":
            each = [LucidRotary(dim=shape[2], theta=base).rotate_queries_or_keys(part, offset=offset) for part in parts]
        else:
            each = [llama_turned(part, base, torch.arange(part.shape[2]) + offset) for part in parts]
        layout, positions = ("interleaved" if library == "lucid" else "half"), np.arange(shape[1]) % chunk + offset
        d.rows("restart", shape, kind, torch.cat(each, 2), mistake="rope-position-restarts", position=rope(layout, base), places=positions)


def add_offsets(d):
    """A cache whose length is forgotten, or counted twice: one offset for all rows. And positions of left padding, given."""
    for _ in range(d.some(8)):
        shape, base, kind, offset = d.shape(tokens=(4, 200)), d.pick(BASES[:5]), d.kind(), d.pick([1, 2, 7, 31])
        x, layout = d.input(shape, kind), d.pick(["half", "interleaved"])
        y = llama_turned(x, base, torch.arange(shape[1]) + offset, module=BY_LAYOUT[layout])
        d.rows("offset", shape, kind, y, position=rope(layout, base), offset=offset)
    for _ in range(d.some(6)):
        shape, base, kind = d.shape(tokens=(6, 200)), d.pick(BASES), d.kind()
        x, pad = d.input(shape, kind), d.pick([1, 2, 3])
        positions = np.concatenate([np.ones(pad), np.arange(shape[1] - pad)]).astype(int)  # transformers' ids of padding are 1
        d.rows("left-padding", shape, kind, llama_turned(x, base, positions), positions=positions, position=rope(base=base))


def tf32(x):
    """Rounded to 10 bits after the point, as tensor cores take float32."""
    bits = x.float().view(torch.int32).long()
    return ((bits + 0x0FFF + ((bits >> 13) & 1)) & ~0x1FFF).int().view(torch.float32)


ROUNDED = {"bfloat16": lambda x: x.to(torch.bfloat16), "float16": lambda x: x.to(torch.float16), "tf32": tf32}


def rounded_angles(part, kind, positions, inverse):
    """torch.outer(t, inv_freq) with what is cast before it, and after it."""
    cast = ROUNDED[kind]
    if part == "positions":
        return torch.outer(cast(positions).float(), inverse)
    if part == "frequencies":
        return torch.outer(positions, cast(inverse).float())
    if part == "factors":
        return torch.outer(cast(positions).float(), cast(inverse).float())
    return torch.outer(cast(positions), cast(inverse)).float()


def add_roundings(d):
    for part, kind in (
        ("positions", "bfloat16"), ("frequencies", "bfloat16"), ("angles", "bfloat16"), ("factors", "bfloat16"), ("factors", "tf32"),
        ("angles", "float16"), ("tables", "bfloat16"),
    ):
        for _ in range(d.some(5)):
            layout = d.pick(["half", "interleaved"])

            def make():
                shape, base, first = d.shape(tokens=(8, 200), dim=(8, 256)), d.pick(BASES[:5]), d.pick([0, 0, 100, 300, 1000])
                positions = torch.arange(shape[1]).float() + first
                inverse = 1.0 / base ** (torch.arange(0, shape[2], 2).float() / shape[2])
                angles, right = torch.outer(positions, inverse), torch.outer(positions, inverse)
                if part != "tables":
                    angles = rounded_angles(part, kind, positions, inverse)
                cos, sin = ((torch.cat([a, a], -1) if layout == "half" else a.repeat_interleave(2, -1)) for a in (angles.cos(), angles.sin()))
                if part == "tables":
                    cos, sin = cos.to(torch.bfloat16).float(), sin.to(torch.bfloat16).float()
                x = d.input(shape)
                output = BY_LAYOUT[layout].apply_rotary_pos_emb(x, x, cos[None], sin[None])[0]
                return output, llama_turned(x, base, positions, module=BY_LAYOUT[layout]), shape, base, positions

            output, shape, base, positions = d.shown(make)
            truth = {"rounding": f"{part} {kind}", "position": rope(layout, base)}
            truth |= {} if part == "tables" else {"mistake": "rope-rounded"}
            d.rows(f"rounded-{part}-{kind}", shape, "float32", output, positions=positions.numpy(), **truth)


# Scalings


def add_scaled(d, name, count, draw, longest=lambda: 131072, tokens=(8, 200)):
    for _ in range(d.some(count)):
        kind = d.kind()

        def make():
            shape, base = d.shape(tokens=tokens, dim=(16, 256)), d.pick(BASES[:5])
            parameters, scaling = draw()
            most = longest()
            x = d.input(shape, kind)
            scaling = {**scaling, **({"maxPositionEmbeddings": most} if name == "dynamic" else {})}
            return llama_turned(x, base, None, parameters, most), llama_turned(x, base), shape, base, scaling

        output, shape, base, scaling = d.shown(make, kind)
        d.rows(name, shape, kind, output, position=rope(base=base, scaling=scaling))


def add_scalings(d):
    def yarn():
        factor, (fast, slow) = d.pick([2.0, 3.0, 4.0, 10.0, 40.0]), d.pick([(32, 1), (16, 1), (64, 2), (24, 2), (48, 4), (8, 1), (20, 3)])
        length = d.pick([64, 256, 512, 1024, 4096])
        more = {"beta_fast": float(fast), "beta_slow": float(slow), "original_max_position_embeddings": length}
        named = {"betaFast": fast, "betaSlow": slow, "originalMaxPositionEmbeddings": length}
        return {"rope_type": "yarn", "factor": factor, **more}, {"ropeType": "yarn", "factor": factor, **named}

    def llama3():
        factor, (low, high) = d.pick([2.0, 4.0, 8.0, 32.0, 6.0]), d.pick([(1, 4), (1, 8), (2, 4), (1, 2), (2, 8), (0.5, 4), (3, 5)])
        length = d.pick([32, 64, 128, 256, 512])
        more = {"low_freq_factor": float(low), "high_freq_factor": float(high), "original_max_position_embeddings": length}
        named = {"lowFreqFactor": low, "highFreqFactor": high, "originalMaxPositionEmbeddings": length}
        return {"rope_type": "llama3", "factor": factor, **more}, {"ropeType": "llama3", "factor": factor, **named}

    def linear():
        factor = d.pick([2.0, 4.0, 8.0, 3.0, 2.5])
        return {"rope_type": "linear", "factor": factor}, {"ropeType": "linear", "factor": factor}

    def dynamic():
        factor = d.pick([2.0, 4.0, 8.0])
        return {"rope_type": "dynamic", "factor": factor}, {"ropeType": "dynamic", "factor": factor}

    add_scaled(d, "yarn", 14, yarn)
    add_scaled(d, "llama3", 14, llama3)
    add_scaled(d, "linear", 6, linear)
    add_scaled(d, "dynamic", 6, dynamic, lambda: d.pick([5, 6, 7]), tokens=(9, 200))


# Images


def image_positions(d, tokens):
    """t, h and w of some text, an image, and more text, as Qwen2-VL counts them."""
    text, width, height = d.pick([1, 2, 4]), d.pick([2, 3, 4]), d.pick([2, 3])
    cell = np.arange(width * height)
    image = [np.full_like(cell, text), text + cell // width, text + cell % width]
    after = text + max(width, height)
    rest = after + np.arange(max(0, tokens - text - len(cell)))
    return np.stack([np.concatenate([np.arange(text), axis, rest])[:tokens] for axis in image])


def add_mrope(d):
    for _ in range(d.some(12)):
        shape = d.shape(tokens=(14, 200), dim=(16, 128), of=16)
        base, (order, layout) = d.pick(BASES[:5]), d.pick([("chunked", "half"), ("chunked", "half"), ("interleaved", "half"), ("hwt", "interleaved")])
        part, rest = shape[2] // 16, shape[2] // 2
        image = {"chunked": 3, "interleaved": 2, "hwt": 3}[order] * part
        sections = [image, image, rest - 2 * image] if order == "hwt" else [rest - 2 * image, image, image]
        grid = image_positions(d, shape[1])
        output = mrope_float32(d.input(shape)[0].numpy(), np.arange(shape[1]), grid, order, sections, float(base))
        truth = {"type": "mrope", "sections": sections, **({} if base == 10000 else {"base": base})}
        truth |= {**({} if order == "chunked" else {"order": order}), **({} if layout == "half" else {"layout": layout})}
        d.rows("mrope", shape, "float32", torch.as_tensor(output), position=truth, places=grid)


def places_of(*sizes):
    return np.stack([axis.ravel() for axis in np.meshgrid(*map(np.arange, sizes), indexing="ij")]).astype(np.float64)


def axial_truths(sections, base, layout, width=None, prefix=0):
    """Axial rotation has two names: rope2d, whose first pairs turn by columns, and mrope of any grid."""
    more = {**({} if layout == "half" else {"layout": layout}), **({} if base == 10000 else {"base": base})}
    truths = [{"type": "mrope", "order": "axial", "sections": sections, **more}]
    if width is not None:
        more = {**({} if layout == "interleaved" else {"layout": layout}), **({} if base == 100 else {"base": base})}
        truths.append({"type": "rope2d", "width": width, **({"prefix": prefix} if prefix else {}), **more})
    return truths


def grid_size(d, most):
    height = d.between(2, 12)
    width = d.between(2, 14)
    while height * width > most:
        height, width = max(2, height * 2 // 3), max(2, width * 2 // 3)
    return height, width


def add_axial(d):
    for i in range(d.some(18)):
        source = ["dinov3", "qwen", "llama4", "lucid"][i % 4] if i % 5 else "dinov3"
        dim, heads = d.pick([8, 16, 32, 64]), d.pick([1, 1, 2, 3])
        height, width = grid_size(d, max(6, d.limit // (dim * heads)) - 1)
        quarter, grid = dim // 4, places_of(height, width)
        tokens = height * width + (source in ("dinov3", "llama4"))
        if heads * tokens * dim > d.limit:
            heads, dim, quarter = 1, 8, 2
        shape = (heads, tokens, dim)
        x = d.input(shape)
        if source == "dinov3":
            config = DINOv3ViTConfig(hidden_size=2 * dim, num_attention_heads=2, image_size=64, patch_size=8)
            cos, sin = dinov3.DINOv3ViTRopePositionEmbedding(config).eval()(torch.zeros(1, 3, 8 * height, 8 * width))
            output = dinov3.apply_rotary_pos_emb(x, x, cos, sin)[0]
            middles = [2 * np.pi * (2 * (np.arange(n) + 0.5) / n - 1) for n in (height, width)]
            places = np.pad(np.stack([part.ravel() for part in np.meshgrid(*middles, indexing="ij")]), [(0, 0), (1, 0)])
            truths = axial_truths([quarter, quarter], 100, "half")
        elif source == "qwen":
            base = d.pick([10000, 10000, 100, 1000])
            config = Qwen2VLVisionConfig(embed_dim=dim, num_heads=1, rope_parameters={"rope_type": "axial", "rope_theta": float(base)})
            cos, sin = qwen2_vl.Qwen2VLVisionRotaryEmbedding(config)(torch.zeros(1), torch.from_numpy(grid.T.astype(np.int64)))
            rows = x[0].transpose(0, 1)
            output = qwen2_vl.apply_rotary_pos_emb_vision(rows, rows, cos, sin)[0].transpose(0, 1)
            # its first pairs turn by rows: an image of that many columns, counted column by column
            places, truths = grid, axial_truths([quarter, quarter], base, "half", height)
        elif source == "llama4":
            side = max(2, min(height, width))
            shape = (heads, side * side + 1, dim)
            x = d.input(shape)
            config = Llama4VisionConfig(hidden_size=2 * dim, num_attention_heads=2, image_size=8 * side, patch_size=8)
            turns = llama4.Llama4VisionRotaryEmbedding(config)(torch.zeros(1))
            output = llama4.vision_apply_rotary_emb(x.transpose(1, 2), x.transpose(1, 2), turns)[0].transpose(1, 2)
            places = np.pad(places_of(side, side)[::-1] + 1, [(0, 0), (0, 1)])
            truths = axial_truths([quarter, quarter], 10000, "interleaved")
        else:
            frequencies = LucidRotary(dim=dim // 2, theta=10000).get_axial_freqs(height, width).reshape(height * width, dim)
            cos, sin = frequencies.cos().detach(), frequencies.sin().detach()
            output = x * cos + torch.stack([-x[..., 1::2], x[..., 0::2]], -1).flatten(-2) * sin
            places, truths = grid, axial_truths([quarter, quarter], 10000, "interleaved", height)
        d.rows(f"axial-{source}", shape, "float32", torch.as_tensor(np.asarray(output)), position=truths, places=places)


# Right rotations


def add_right(d):
    for _ in range(d.some(8)):
        shape, base, kind = d.shape(), d.pick(BASES), d.kind()
        d.rows("llama", shape, kind, llama_turned(d.input(shape, kind), base), position=rope(base=base))
    for _ in range(d.some(5)):
        shape, base, kind = d.shape(), d.pick(BASES), d.kind()
        d.rows("cohere", shape, kind, llama_turned(d.input(shape, kind), base, module=cohere), position=rope("interleaved", base))
    for _ in range(d.some(5)):
        shape, kind, part = d.shape(dim=(16, 256), of=8), d.kind(), d.pick([0.25, 0.5])
        config = GPTNeoXConfig(
            hidden_size=shape[2], num_attention_heads=1,
            rope_parameters={"rope_theta": 10000.0, "rope_type": "default", "partial_rotary_factor": part},
        )
        x = d.input(shape, kind)
        cos, sin = gpt_neox.GPTNeoXRotaryEmbedding(config)(x, torch.arange(shape[1])[None])
        d.rows("gpt-neox", shape, kind, gpt_neox.apply_rotary_pos_emb(x, x, cos, sin)[0], position=rope(rotaryDim=int(shape[2] * part)))
    for _ in range(d.some(5)):
        shape, library, part = d.shape(dim=(8, 256), of=4), d.pick(["x", "lucid"]), d.pick([1, 1, 2])
        rotated, x = shape[2] // part, d.input(shape)
        if library == "x":
            y = x_apply(x, XRotary(rotated).forward_from_seq_len(shape[1])[0])
        else:
            y = LucidRotary(dim=rotated).rotate_queries_or_keys(x)
        d.rows(library, shape, "float32", y.detach(), position=rope("interleaved", **({} if part == 1 else {"rotaryDim": rotated})))
    for _ in range(d.some(4)):
        shape = d.shape(tokens=(8, 200), dim=(8, 128))
        x = d.input(shape)
        q, k = LucidRotary(dim=shape[2], use_xpos=True).rotate_queries_and_keys(x, x)
        side = d.pick(["query", "key"])
        d.rows("xpos", shape, "float32", (q if side == "query" else k).detach(), position={"type": "xpos"}, side=side)
    for _ in range(d.some(4)):
        shape, base, kind, layout = d.shape(), d.pick(BASES[:5]), d.kind(), d.pick(["half", "interleaved"])
        y = llama_turned(d.input(shape, kind), base, -torch.arange(shape[1]), module=BY_LAYOUT[layout])
        d.rows("reversed", shape, kind, y, position=rope(layout, base, reversed=True))


# Biases


def bias_shape(d, heads=(1, 40), keys=(6, 200)):
    """heads, queries, keys: the last queries only where all of them are too many."""
    heads, keys = d.between(*heads), d.between(*keys)
    while heads > 1 and 3 * heads * keys > d.limit:
        heads = max(1, heads * 2 // 3)
    while 2 * heads * keys > d.limit:
        keys = keys * 3 // 4
    return heads, min(keys, d.limit // (heads * keys)), keys


def apart(queries, keys):
    return torch.arange(keys)[None] - torch.arange(keys - queries, keys)[:, None]


def cast(bias, kind):
    return bias.to(TYPES[kind]).float()


def hidden(bias):
    """Causal, as most code adds it: the smallest number of the type, or −∞."""
    heads, queries, keys = bias.shape
    return bias.masked_fill(apart(queries, keys) > 0, float("-inf"))


def add_t5(d):
    for _ in range(d.some(16)):
        both, kind = d.pick([True, False]), d.kind()
        heads, queries, keys = bias_shape(d, heads=(1, 12), keys=(24, 200))
        buckets, farthest = d.pick([(32, 128), (32, 100), (32, 40), (32, 200), (16, 60), (16, 30), (64, 90), (32, 77)])
        config = T5Config(
            d_model=8, d_kv=4, num_heads=heads, is_decoder=not both, relative_attention_num_buckets=buckets,
            relative_attention_max_distance=farthest,
        )
        module = T5Attention(config, has_relative_attention_bias=True, layer_idx=0)
        torch.nn.init.normal_(module.relative_attention_bias.weight, generator=torch.Generator().manual_seed(int(d.random.integers(1 << 30))))
        bias = cast(module.compute_bias(keys, keys)[0].detach()[:, keys - queries :], kind)
        truth = {"type": "t5", **({} if farthest == 128 else {"maxDistance": farthest}), **({} if both else {"bidirectional": False})}
        causal = {} if both else {"isCausal": True}
        d.add("t5", {"bias": bias if both else hidden(bias)}, position=truth, buckets=buckets, **causal)


def add_sandwich(d):
    for _ in range(d.some(10)):
        heads, queries, keys = bias_shape(d, heads=(1, 12), keys=(8, 120))
        dim, base = d.pick([16, 32, 64, 128, 48, 256]), d.pick([10000, 500, 1000, 5000, 20000, 500000])
        distance = apart(queries, keys).double()
        # chijames/KERPLE and the paper: products of sinusoids, divided among the heads
        waves = torch.cos(distance[..., None] * float(base) ** (-2 * torch.arange(dim // 2) / dim)).sum(-1)
        bias = waves[None] * (heads / 8 / torch.arange(1, heads + 1))[:, None, None]
        truth = {"type": "sandwich", **({} if dim == 128 else {"dim": dim}), **({} if base == 10000 else {"base": base})}
        d.add("sandwich", {"bias": bias}, position=truth)


def alibi_slopes(heads):
    return bloom_alibi(torch.ones(1, 2, dtype=torch.long), heads, torch.float32)[:, 0, 1]


def add_alibi(d):
    for _ in range(d.some(8)):
        heads, _, keys = bias_shape(d, heads=(1, 40), keys=(6, 100))
        queries = max(1, min(keys, d.limit // (heads * keys)))
        bias = build_mpt_alibi_tensor(heads, keys).expand(heads, queries, keys)
        # slope · (j − n + 1): of the last query the distance, of all queries a bias by keys
        truth = {"type": "alibi"} if queries == 1 else {"type": "alibi", "keyed": "key"}
        d.add("mpt", {"bias": bias}, position=truth, **({} if queries == 1 else {"offset": 1 - keys}))
    for _ in range(d.some(8)):
        heads, queries, keys = bias_shape(d, heads=(1, 40), keys=(6, 100))
        offset = d.pick([-3, -1, 2, 7, 30])
        bias = (alibi_slopes(heads)[:, None, None] * (torch.arange(keys) + offset)).expand(heads, max(queries, 2), keys)
        d.add("keyed", {"bias": bias}, position={"type": "alibi", "keyed": "key"}, offset=offset)
    for _ in range(d.some(6)):
        heads, queries, keys = bias_shape(d, heads=(1, 40), keys=(6, 100))
        kind = d.kind()
        bias = cast(AlibiPositionalBias(heads)(keys, keys)[:, keys - queries :], kind)
        d.add("alibi-symmetric", {"bias": bias}, position={"type": "alibi", "symmetric": True})
    for _ in range(d.some(6)):
        heads, queries, keys = bias_shape(d, heads=(3, 40), keys=(6, 100))
        wrong = d.pick(["alibi-sign", "alibi-slope-off-by-one", "alibi-slope-rule"])
        if wrong == "alibi-slope-rule" and (heads & (heads - 1)) == 0:
            heads = max(3, heads - 1)  # of a power of two the rule is right
        queries = max(1, min(queries, d.limit // (heads * keys)))
        slopes = {
            "alibi-sign": -alibi_slopes(heads), "alibi-slope-off-by-one": 2.0 ** (-8 * torch.arange(heads) / heads),
            "alibi-slope-rule": 2.0 ** (-8 * torch.arange(1, heads + 1) / heads),  # MLX until 2026
        }[wrong]
        bias = hidden(slopes[:, None, None] * apart(queries, keys))
        d.add("alibi-wrong", {"bias": bias}, mistake=wrong, **({"isCausal": True} if queries > 1 else {}))


def add_added(d):
    for _ in range(d.some(4)):
        _, tokens, dim = d.shape(heads=(1, 1))
        kind = d.kind()
        marian = MarianSinusoidalPositionalEmbedding(256, dim)
        marian.weight = torch.nn.Parameter(marian.create_weight(), requires_grad=False)
        d.add("marian", {"added": cast(marian((1, tokens)), kind)}, position={"type": "sinusoidal", "layout": "concatenated"})
    for _ in range(d.some(4)):
        _, tokens, dim = d.shape(heads=(1, 1), dim=(8, 256))
        first = d.pick([2, 3, 10])
        code = FairseqSinusoid.get_embedding(256, dim, 1)[first : tokens + first]
        d.add("fsmt", {"added": code}, position={"type": "sinusoidal", "layout": "concatenated", "spacing": "endpoint"}, offset=first)
    for _ in range(d.some(4)):
        _, tokens, dim = d.shape(heads=(1, 1), dim=(8, 256))
        module = ScaledSinusoidalEmbedding(dim, theta=d.pick([10000, 1000]))
        base = {} if abs(float(module.inv_freq[1]) - 10000 ** (-2 / dim)) < 1e-6 else {"base": 1000}
        code = module(torch.zeros(1, tokens, dim)).detach()
        d.add("scaled", {"added": code}, position={"type": "sinusoidal", "layout": "concatenated", "scale": dim**-0.5, **base})
    for _ in range(d.some(4)):
        _, tokens, dim = d.shape(heads=(1, 1))
        bart = BartLearnedPositionalEmbedding(256, dim)
        torch.nn.init.normal_(bart.weight, generator=torch.Generator().manual_seed(int(d.random.integers(1 << 30))))
        code = bart(torch.zeros(1, tokens, dtype=torch.long))[0]
        d.add("learned", {"added": code}, position={"type": "learned"})


ALL = (
    *(add_mixed, add_swapped, add_no_minus, add_head_axis, add_restarts, add_offsets, add_roundings, add_scalings),
    *(add_mrope, add_axial, add_right, add_t5, add_sandwich, add_alibi, add_added),
)


def drawn(seed, limit, share=1.0):
    d = Draws(seed, limit, share)
    with torch.no_grad():
        for add in ALL:
            add(d)
    return d


def tensor_files(golden):
    d = drawn(SEED, LIMIT, SHARE)
    return [
        GoldenFile(
            name="identify-outside.safetensors",
            tensors=d.tensors,
            truth=[
                "rotary modules of transformers LLaMA, Cohere, GPT-NeoX, GPT-J, Qwen2-VL, Qwen3-VL, ERNIE-4.5-VL, DINOv3, Llama 4; rotary-embedding-torch; x-transformers",
                "transformers T5Attention, BLOOM and MPT, Marian, FSMT, BART; x-transformers AlibiPositionalBias, ScaledSinusoidalEmbedding; PyTorch for Sandwich",
            ],
            precision="that of each module: float32, float16 or bfloat16",
            tolerance={"absolute": 0, "relative": 1e-5},
            conventions=[
                "input [heads, tokens, dim]: the first numbers of the tensor `input`, of `input.float16` or `input.bfloat16` where the case has that type",
                "position (one of several), mistake, rounding, offset, side, isCausal: the fields that one explanation has to have",
                "places [tokens], or [axes, tokens]: its positions, or its grid where it has one",
            ],
            cases=d.cases,
        )
    ]


if __name__ == "__main__":
    from safetensors.numpy import save_file

    seed, limit, folder = int(sys.argv[1]), int(sys.argv[2]), pathlib.Path(sys.argv[3])
    made = drawn(seed, limit)
    folder.mkdir(parents=True, exist_ok=True)
    save_file({name: np.ascontiguousarray(np.asarray(x, np.float32)) for name, x in made.tensors.items()}, folder / "outside.safetensors")
    (folder / "outside.json").write_text(json.dumps(made.cases))
    print(len(made.cases), "cases,", (folder / "outside.safetensors").stat().st_size, "bytes")
