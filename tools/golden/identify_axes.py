"""Rows that are turned by places on a grid, for identify to name: images counted from 1, three axes, normalised coordinates.

Vision towers of transformers in their own precision where they have the form, NumPy in float64 after FLUX and Wan otherwise. Inputs are
shared: the case says which heads, tokens and channels of the tensor `input` it takes.
"""

import numpy as np
import torch
from transformers import DINOv3ViTConfig, Llama4VisionConfig, PixtralVisionConfig
from transformers.models.dinov3_vit import modeling_dinov3_vit as dinov3
from transformers.models.llama4 import modeling_llama4 as llama4
from transformers.models.pixtral import modeling_pixtral as pixtral

from encodings_grid import axial_series
from golden_file import GoldenFile, normal
from turned_pairs import turn

HEADS, TOKENS, DIM = 2, 64, 64
SEED = 640


class Cases:
    def __init__(self):
        self.tensors, self.cases = {"input": normal(SEED, HEADS, TOKENS, DIM)}, {}

    def rows(self, heads, tokens, dim):
        return torch.from_numpy(self.tensors["input"][:heads, :tokens, :dim].copy())

    def add(self, name, rows, output, places=None, **truth):
        """`places` [axes, tokens]; without them no answer may be certain."""
        self.tensors[f"{name}.output"] = np.asarray(output, np.float32)
        if places is not None:
            self.tensors[f"{name}.places"] = np.asarray(places, np.float32)
        self.cases[name] = {"input": list(rows.shape), **truth}


def grid(*sizes):
    """The indices of places row by row, [axes, places]."""
    return np.stack([axis.ravel() for axis in np.meshgrid(*map(np.arange, sizes), indexing="ij")]).astype(np.float64)


def with_class(places, before=1, after=0):
    return np.pad(places, [(0, 0), (before, after)])


def axial(layout="half", base=10000, **more):
    return {
        "type": "mrope", **({} if base == 10000 else {"base": base}), **({} if layout == "half" else {"layout": layout}),
        "order": "axial", **more,
    }


def add_dinov3(cases):
    for height, width, dim in ((4, 5, 16), (7, 8, 64), (3, 6, 64), (2, 7, 32), (6, 6, 8), (3, 5, 8), (7, 3, 8), (3, 3, 8)):
        config = DINOv3ViTConfig(hidden_size=2 * dim, num_attention_heads=2, image_size=64, patch_size=8)
        cos, sin = dinov3.DINOv3ViTRopePositionEmbedding(config).eval()(torch.zeros(1, 3, 8 * height, 8 * width))
        rows = cases.rows(2, 1 + height * width, dim)
        output = dinov3.apply_rotary_pos_emb(rows[None], rows[None], cos, sin)[0][0]
        middles = [2 * np.pi * (2 * (np.arange(n) + 0.5) / n - 1) for n in (height, width)]
        places = with_class(np.stack([part.ravel() for part in np.meshgrid(*middles, indexing="ij")]))
        cases.add(f"dinov3-{height}x{width}-{dim}", rows, output, places,
                  position=axial(base=100, sections=[dim // 4, dim // 4]))


def add_llama4_vision(cases):
    for side, dim in ((4, 16), (6, 32), (7, 64)):
        config = Llama4VisionConfig(hidden_size=2 * dim, num_attention_heads=2, image_size=8 * side, patch_size=8)
        turns = llama4.Llama4VisionRotaryEmbedding(config)(torch.zeros(1))
        rows = cases.rows(2, side * side + 1, dim)
        ordered = rows[None].transpose(1, 2)
        output = llama4.vision_apply_rotary_emb(ordered, ordered, turns)[0][0].transpose(0, 1)
        places = with_class(grid(side, side)[::-1] + 1, before=0, after=1)
        cases.add(f"llama4-vision-{side}-{dim}", rows, output, places,
                  position=axial("interleaved", sections=[dim // 4, dim // 4]))


def add_three_axes(cases):
    """FLUX: text at 0, 0, 0 before an image whose first axis stands still. Wan and HunyuanVideo: frames, rows, columns."""
    flux = with_class(np.stack([np.zeros(30), *grid(5, 6)]), before=4)
    draws = [
        ("flux", flux, [4, 14, 14], 10000, "interleaved"),
        ("wan", grid(3, 4, 5), [12, 10, 10], 10000, "interleaved"),
        ("hunyuan-video", with_class(grid(2, 4, 6), before=0, after=8), [4, 14, 14], 256, "interleaved"),
        ("frames-from-1", grid(4, 3, 4) + 1, [8, 4, 4], 10000, "half"),
        ("frames-normalised", np.pi * (2 * grid(3, 4, 4) / np.array([[2], [3], [3]]) - 1), [8, 8, 8], 100, "half"),
    ]
    for name, places, sections, base, layout in draws:
        rows = cases.rows(2, places.shape[1], 2 * sum(sections))
        output = turn(rows.numpy(), axial_series(places, sections, float(base)), layout)
        cases.add(name, rows, output, places, position=axial(layout, base, sections=sections))


def add_hunyuan_image(cases):
    """HunyuanImage 3.0 (vllm-project/vllm-omni interleaved 2-D rotary): one series of frequencies, whose pairs take rows and columns in turn."""
    for height, width, dim in ((4, 6, 16), (5, 5, 32)):
        rows, pairs = cases.rows(2, height * width, dim), dim // 2
        places = np.concatenate([np.zeros((1, height * width)), grid(height, width)])
        by = places[1 + np.arange(pairs) % 2].T * 10000.0 ** (-np.arange(pairs) / pairs)
        truth = {"type": "mrope", "sections": [pairs // 2, pairs // 2, 0], "order": "hwt"}
        cases.add(f"hunyuan-image-{height}x{width}-{dim}", rows, turn(rows.numpy(), by), places, position=truth)


def add_drawn(cases):
    """Images counted from 1 at random sizes, bases, layouts and precisions, and their rows times a factor."""
    random = np.random.default_rng(SEED)
    types = [torch.float32, torch.float32, torch.float16, torch.bfloat16]
    for i in range(8):
        height, width, pairs = random.integers(3, 8), random.integers(3, 9), int(random.choice([4, 8, 16]))
        base, layout = int(random.choice([100, 10000, 50, 300])), str(random.choice(["half", "interleaved"]))
        places, factor = grid(height, width)[::-1] + 1, float(random.choice([1, 1, 0.5]))
        rows = cases.rows(2, places.shape[1], 4 * pairs)
        output = factor * turn(rows.numpy(), axial_series(places, [pairs, pairs], float(base)), layout)
        stored = torch.from_numpy(output).to(types[i % 4]).float()
        cases.add(f"from-1-{i}", rows, stored, places, position=axial(layout, base, sections=[pairs, pairs]),
                  **({} if factor == 1 else {"scale": factor}))


def add_uncertain(cases):
    """Coordinates off any grid, images that are moved and stretched, and one series of frequencies for both axes."""
    random = np.random.default_rng(SEED + 1)
    moved = with_class(2 * np.pi * np.array([[1.13], [0.91]]) * (2 * (grid(6, 6) + 0.5) / 6 - 1) + np.array([[0.21], [-0.3]]))
    draws = [
        ("jittered", grid(6, 7) + random.uniform(-0.2, 0.2, (2, 42))),
        ("scattered", random.uniform(-3, 3, (2, 40))),
        ("stretched", moved),
    ]
    for name, places in draws:
        rows = cases.rows(2, places.shape[1], 32)
        cases.add(name, rows, turn(rows.numpy(), axial_series(places, [8, 8], 100.0)))
    config = PixtralVisionConfig(hidden_size=64, num_attention_heads=2)
    cos, sin = pixtral.PixtralVisionRotaryEmbedding(config)(torch.zeros(1), torch.from_numpy(grid(5, 6).T.astype(np.int64)))
    rows = cases.rows(2, 30, 32)
    cases.add("pixtral", rows, pixtral.apply_rotary_pos_emb(rows[None], rows[None], cos, sin, unsqueeze_dim=0)[0][0])


def tensor_files(golden):
    cases = Cases()
    for add in (add_dinov3, add_llama4_vision, add_three_axes, add_hunyuan_image, add_drawn, add_uncertain):
        add(cases)
    return [
        GoldenFile(
            name="identify-axes.safetensors",
            tensors=cases.tensors,
            truth=[
                "transformers DINOv3ViTRopePositionEmbedding, Llama4VisionRotaryEmbedding, PixtralVisionRotaryEmbedding in float32",
                "NumPy in float64 after black-forest-labs/flux EmbedND, Wan-Video/Wan2.1 rope_apply, vllm-project/vllm-omni HunyuanImage 3.0",
            ],
            precision="float32 of transformers; float64, rounded to float32, and where drawn so to float16 or bfloat16",
            tolerance={"absolute": 0, "relative": 1e-5},
            conventions=[
                "input: the heads, tokens and channels of the tensor `input` that a case takes, from the first on; output [heads, tokens, dim]",
                "places [axes, tokens]: the coordinates of each token; without them no answer may be certain",
            ],
            cases=cases.cases,
        )
    ]
