"""Rotation by more than one coordinate: 2-D axial and mixed RoPE, multimodal RoPE.

Rows are turned by turned_pairs.py in float64; rotary-embedding-torch and transformers' modules are held against them.
"""

import numpy as np
import torch
from rotary_embedding_torch import RotaryEmbedding as LucidRotary
from rotary_embedding_torch import apply_rotary_emb
from transformers import (
    DINOv3ViTConfig,
    Ernie4_5_VLMoeTextConfig,
    Llama4VisionConfig,
    PixtralVisionConfig,
    Qwen2_5_VLTextConfig,
    Qwen2VLTextConfig,
    Qwen3VLTextConfig,
)
from transformers.models.dinov3_vit import modeling_dinov3_vit as dinov3
from transformers.models.ernie4_5_vl_moe import modeling_ernie4_5_vl_moe as ernie
from transformers.models.llama4 import modeling_llama4 as llama4
from transformers.models.pixtral import modeling_pixtral as pixtral
from transformers.models.qwen2_5_vl import modeling_qwen2_5_vl as qwen2_5_vl
from transformers.models.qwen2_vl import modeling_qwen2_vl as qwen2_vl
from transformers.models.qwen2_vl.configuration_qwen2_vl import Qwen2VLVisionConfig
from transformers.models.qwen3_vl import modeling_qwen3_vl as qwen3_vl

from encoding_calls import scene
from encoding_cases import AFTER, HF, EncodingCases
from golden_file import normal, require_close
from rope_frequencies import public_scaling, rope_config, scaled_frequencies
from turned_pairs import frequencies, turn

ROPE_VIT = f"{AFTER} naver-ai/rope-vit"

# Two coordinates of an image


def coordinates(positions, width, prefix):
    """x (column) and y (row) of every token; both 0 for the prefix, which is not turned."""
    place = np.maximum(np.asarray(positions) - prefix, 0)
    return place % width, place // width


def axial_angles(positions, width, prefix, dim, base=100.0):
    """[tokens, dim/2]: the first half of the pairs by x, the second by y, base^(−4i/dim)."""
    x, y = coordinates(positions, width, prefix)
    inverse = frequencies(dim // 2, base)
    return np.concatenate([x[:, None] * inverse, y[:, None] * inverse], -1)


def mixed_angles(positions, width, prefix, x_table, y_table):
    """[heads, tokens, pairs]: x·fx + y·fy with learned frequencies per head."""
    x, y = coordinates(positions, width, prefix)
    return x[None, :, None] * np.float64(x_table)[:, None] + y[None, :, None] * np.float64(y_table)[:, None]


def rope_vit_tables(seed, heads, dim, base=10.0):
    """x and y frequencies [heads, dim/2] as rope-vit starts them: two crossed directions at a random angle."""
    angle = np.random.default_rng(seed).random((heads, 1)) * 2 * np.pi
    size = frequencies(dim // 2, base)
    x = np.concatenate([size * np.cos(angle), size * np.cos(np.pi / 2 + angle)], -1)
    y = np.concatenate([size * np.sin(angle), size * np.sin(np.pi / 2 + angle)], -1)
    return x.astype(np.float32), y.astype(np.float32)


def check_axial(height, width, dim):
    """rotary-embedding-torch (interleaved, rows of the image first) and Qwen2-VL's vision tower (half, float32)."""
    x = normal(400, 1, height * width, dim)
    wanted = turn(x, axial_angles(np.arange(height * width), width, 0, dim), "interleaved")
    lucid = LucidRotary(dim=dim // 2, theta=100).get_axial_freqs(height, width).reshape(height * width, dim)
    swapped = np.concatenate([x[..., dim // 2 :], x[..., : dim // 2]], -1)
    found = apply_rotary_emb(lucid, torch.from_numpy(swapped)).detach().numpy()
    require_close("axial", np.concatenate([found[..., dim // 2 :], found[..., : dim // 2]], -1), wanted, 1e-5)
    rope = {"rope_type": "axial", "rope_theta": 100.0}
    config = Qwen2VLVisionConfig(embed_dim=dim, num_heads=1, rope_parameters=rope)
    places = torch.from_numpy(np.stack(coordinates(np.arange(height * width), width, 0), 1))
    cos, sin = qwen2_vl.Qwen2VLVisionRotaryEmbedding(config)(torch.zeros(1), places)
    rows = torch.from_numpy(x[0])[:, None]
    found = qwen2_vl.apply_rotary_pos_emb_vision(rows, rows, cos, sin)[0][:, 0]
    require_close("qwen2_vl", found, turn(x, axial_angles(np.arange(height * width), width, 0, dim))[0], 1e-5)


def rope2d_cases():
    cases = EncodingCases(
        "rope2d",
        [
            "NumPy float64 after naver-ai/rope-vit deit/models_v2_rope.py",
            "axial compared with rotary_embedding_torch.get_axial_freqs and Qwen2VLVisionRotaryEmbedding",
        ],
        ["token p stands at x = (p − prefix) mod width, y = ⌊(p − prefix)/width⌋; the first prefix tokens do not turn"],
    )
    check_axial(3, 5, 16)
    add_axial(cases)
    add_mixed(cases)
    add_scaled_grid(cases)
    add_grid_attention(cases)
    return cases


def add_scaled_grid(cases):
    """Both axes have the frequencies of a head half as wide; dynamic scaling sees the longer axis."""
    own = cases.of([40], f"{ROPE_VIT} (RoPE-Axial) with {HF} ROPE_INIT_FUNCTIONS in float64")
    positions, width, prefix, dim = np.array([0, 1, 2, 7, 30, 71]), 7, 1, 16
    for seed, (name, rope, length) in enumerate(
        (
            ("linear", {"rope_type": "linear", "factor": 4.0}, None),
            ("yarn", {"rope_type": "yarn", "factor": 4.0, "original_max_position_embeddings": 16}, None),
            ("dynamic", {"rope_type": "dynamic", "factor": 2.0}, 11),
        ),
        start=440,
    ):
        config = rope_config(dim // 2, rope | {"rope_theta": 100.0}, 4)
        inverse, factor = scaled_frequencies(name, config, length)
        x, y = coordinates(positions, width, prefix)
        by = np.concatenate([x[:, None] * inverse, y[:, None] * inverse], -1)
        rows = normal(seed, 2, len(positions), dim)
        turned = turn(rows, by, "interleaved", factor=factor)
        expected = np.where((positions < prefix)[:, None], np.float64(rows), turned)
        own.rotate(f"axial-{name}", {"width": width, "prefix": prefix, "scaling": public_scaling(config)}, rows,
                   positions, expected)
    given = {"width": 5, "frequencies": [1.0, 0.25, 0.0, 0.0], "reversed": True}
    x, y = coordinates(np.arange(12), 5, 0)
    by = -np.concatenate([x[:, None] * given["frequencies"], y[:, None] * given["frequencies"]], -1)
    rows = normal(445, 2, 12, 16)
    construction = cases.of([40], f"{ROPE_VIT} (RoPE-Axial) with other frequencies, in float64")
    construction.rotate("axial-given-reversed", given, rows, np.arange(12), turn(rows, by, "interleaved"))


def unturned_prefix(by, positions, prefix):
    """Angles 0 where the token belongs to the prefix."""
    return np.where((np.asarray(positions) < prefix)[:, None], 0.0, by)


def add_axial(cases):
    for seed, (name, positions, width, prefix, dim, base, layout) in enumerate(
        (
            ("axial", np.arange(15), 5, 0, 8, 100.0, "interleaved"),
            ("axial-class-token", np.arange(13), 4, 1, 8, 100.0, "interleaved"),
            ("axial-some", np.array([0, 2, 7, 30, 49]), 7, 2, 16, 100.0, "interleaved"),
            ("axial-base", np.arange(9), 3, 0, 12, 10000.0, "interleaved"),
            ("axial-half", np.arange(12), 4, 0, 8, 100.0, "half"),
        ),
        start=401,
    ):
        x = normal(seed, 2, len(positions), dim)
        by = unturned_prefix(axial_angles(positions, width, prefix, dim, base), positions, prefix)
        given = {"width": width} | ({"prefix": prefix} if prefix else {}) | ({"base": base} if base != 100 else {})
        vit, qwen = f"{ROPE_VIT} (RoPE-Axial)", f"{HF} Qwen2VLVisionRotaryEmbedding, in float64"
        if layout == "half":
            given |= {"layout": "half"}
        own = cases.of([40], qwen if layout == "half" else vit)
        own.rotate(name, given, x, positions, turn(x, by, layout))


MIXED = {"x": {"$": "x_table"}, "y": {"$": "y_table"}}


def add_mixed(cases):
    for seed, (name, positions, width, prefix) in enumerate(
        (("mixed", np.arange(12), 4, 0), ("mixed-class-token", np.array([0, 1, 5, 9, 16]), 4, 1)), start=420
    ):
        x_table, y_table = rope_vit_tables(seed, 3, 8)
        x = normal(seed, 3, len(positions), 8)
        by = unturned_prefix(mixed_angles(positions, width, prefix, x_table, y_table), positions, prefix)
        given = {"width": width} | MIXED | ({"prefix": prefix} if prefix else {})
        tables = {"x_table": x_table, "y_table": y_table}
        own = cases.of([41], f"{ROPE_VIT} (RoPE-Mixed)")
        own.rotate(name, given, x, positions, turn(x, by, "interleaved"), tables=tables)
    size, zero = frequencies(4, 100.0)[None], np.zeros((1, 2))
    crossed = mixed_angles(positions, 4, 0, np.concatenate([size, zero], -1), np.concatenate([zero, size], -1))
    require_close("axial is a mixed table", crossed[0], axial_angles(positions, 4, 0, 8), 1e-6)


def add_grid_attention(cases):
    x_table, y_table = rope_vit_tables(430, 2, 8)
    for name, call, row, prefix in (
        ("axial", scene(431, 10, heads=4, kv_heads=2), 40, 1), ("axial-padding", scene(432, 9, padded=[-2, -9]), 40, 0),
        ("mixed", scene(433, 10), 41, 1), ("mixed-some-queries", scene(434, 4, 9, query_positions=[0, 3, 4, 8]), 41, 0),
        ("mixed-causal", scene(435, 4, 9, causal=True), 41, 1),
    ):

        def turned(rows, places, _, row=row, prefix=prefix):
            by = mixed_angles(places, 3, prefix, x_table, y_table) if row == 41 else axial_angles(places, 3, prefix, 8)
            return turn(rows, unturned_prefix(by, places, prefix), "interleaved")

        mixed, tables = (MIXED, {"x_table": x_table, "y_table": y_table}) if row == 41 else ({}, {})
        given = {"width": 3} | mixed | ({"prefix": prefix} if prefix else {})
        cases.of([row], ROPE_VIT).attention(f"attention-{name}", given, call, tables, **call.turned(turned))


# Time, height and width


def axis_of_pair(order, sections, pairs):
    """[pairs]: 0 = t, 1 = h, 2 = w. sections are (t, h, w), for hwt (h, w, t)."""
    pair = np.arange(pairs)
    if order == "chunked":
        return np.repeat([0, 1, 2], sections)
    if order == "interleaved":
        axis = pair % 3
        return np.where(pair < 3 * np.asarray(sections)[axis], axis, 0)
    return np.where(pair < sections[0] + sections[1], 1 + pair % 2, 0)


def mrope_angles(positions, grid, order, sections, dim, base):
    """[tokens, pairs]; grid [3, ids] or nothing: t = h = w = position."""
    ids = np.asarray(positions)
    places = np.stack([ids] * 3) if grid is None else np.asarray(grid)[:, ids.astype(int)]
    axis = axis_of_pair(order, sections, dim // 2)
    return places.astype(np.float64)[axis].T * frequencies(dim, base)


def mrope_float32(x, positions, grid, order, sections, base):
    """transformers' module of the model that has this order."""
    config_class, module_class, source = {
        "chunked": (Qwen2VLTextConfig, qwen2_vl.Qwen2VLRotaryEmbedding, qwen2_vl),
        "interleaved": (Qwen3VLTextConfig, qwen3_vl.Qwen3VLTextRotaryEmbedding, qwen3_vl),
        "hwt": (Ernie4_5_VLMoeTextConfig, ernie.Ernie4_5_VLMoeTextRotaryEmbedding, ernie),
    }[order]
    heads, dim = x.shape[0], x.shape[-1]
    rope = {"rope_type": "default", "rope_theta": base, "mrope_section": list(sections)}
    config = config_class(
        hidden_size=heads * dim, num_attention_heads=heads, num_key_value_heads=heads, head_dim=dim,
        rope_parameters=rope,
    )
    ids = np.asarray(positions)
    places = np.stack([ids] * 3) if grid is None else grid[:, ids]
    cos, sin = module_class(config)(torch.zeros(1), torch.from_numpy(places)[:, None])
    rows = torch.from_numpy(x)[None]
    return source.apply_rotary_pos_emb(rows, rows, cos, sin)[0][0]


def text_image_text():
    """[3, 14]: three words, an image of 2 × 3 patches at time 3, two frames of 1 × 1 at times 6 and 7, three words."""
    words = [(i, i, i) for i in range(3)]
    image = [(3, 3 + row, 3 + column) for row in range(2) for column in range(3)]
    frames = [(6, 6, 6), (7, 6, 6)]
    return np.array(words + image + frames + [(8 + i,) * 3 for i in range(3)]).T


MODELS = {
    "qwen2-vl": ([42], "chunked", [2, 3, 3], [16, 24, 24]), "qwen3-vl": ([43], "interleaved", [4, 2, 2], [24, 20, 20]),
    "ernie-4.5-vl": ([42], "hwt", [3, 3, 2], [22, 22, 20]),
}
MROPE_SOURCE = {
    "chunked": f"{HF} Qwen2VLRotaryEmbedding, in float64",
    "interleaved": f"{HF} Qwen3VLTextRotaryEmbedding, in float64",
    "hwt": f"{HF} Ernie4_5_VLMoeTextRotaryEmbedding, in float64",
}


def mrope_given(order, sections, base):
    given = {"sections": sections, "base": base} | ({"order": order} if order != "chunked" else {})
    return given | ({"layout": "interleaved"} if order == "hwt" else {})


def layout_of(order):
    return "interleaved" if order == "hwt" else "half"


def add_mrope(cases, name, rows, order, sections, dim, positions, grid, base, seed):
    x = normal(seed, 2 if dim < 64 else 1, len(positions), dim)
    expected = turn(x, mrope_angles(positions, grid, order, sections, dim, base), layout_of(order))
    require_close(name, mrope_float32(x, positions, grid, order, sections, base), expected, 2e-5)
    tables = {} if grid is None else {"grid": grid.astype(np.float32)}
    own = cases.of(rows, MROPE_SOURCE[order])
    own.rotate(name, mrope_given(order, sections, base), x, positions, expected, tables=tables)


def mrope_cases():
    cases = EncodingCases(
        "mrope",
        [
            "NumPy float64, compared with transformers' rotary modules of Qwen2-VL, Qwen2.5-VL, Qwen3-VL, ERNIE-4.5-VL, "
            "DINOv3, Llama 4's and Pixtral's vision towers in float32"
        ],
        [
            "grid [3, ids]: t, h, w of each position id; without it all three are the position id",
            "sections count pairs for t, h, w (order hwt: h, w, t); chunked: in this order; interleaved: t h w t h w … "
            "as long as h and w have pairs left, then t; hwt: h w h w …, then t, and pairs are channels 2i and 2i + 1",
            "pair i turns with base^(−2i/headDim) whatever its axis; order axial: pair i of the s pairs of an axis with "
            "base^(−i/s)",
        ],
    )
    grid = text_image_text()
    for seed, (model, (rows, order, small, full)) in enumerate(MODELS.items()):
        add_mrope(cases, model, rows, order, small, 16, np.arange(14), grid, 10000.0, 500 + seed)
        add_mrope(cases, f"{model}-text", rows, order, small, 16, np.array([0, 1, 5, 60]), None, 10000.0, 510 + seed)
        add_mrope(cases, f"{model}-full", rows, order, full, 128, np.array([1, 8, 10, 13]), grid, 1000000.0, 520 + seed)
        add_mrope_attention(cases, model, rows, order, small, grid, 530 + 10 * seed)
    add_scaled_mrope(cases, grid)
    add_dinov3(cases)
    add_llama4_vision(cases)
    add_pixtral(cases)
    add_flux(cases)
    odd = [1, 4, 3]
    add_mrope(cases, "chunked-uneven", [42], "chunked", odd, 16, np.arange(14), grid, 10000.0, 525)
    return cases


def add_mrope_attention(cases, model, rows, order, sections, grid, seed):
    for name, call in (
        ("causal", scene(seed, 14, heads=4, kv_heads=2, dim=16, value_dim=4, causal=True)),
        ("last-queries", scene(seed + 3, 3, 14, dim=16, value_dim=4, causal=True, padded=[0, 14])),
    ):

        def turned(part, places, _):
            return turn(part, mrope_angles(places, grid, order, sections, 16, 10000.0), layout_of(order))

        given, tables = mrope_given(order, sections, 10000.0), {"grid": grid.astype(np.float32)}
        own = cases.of(rows, MROPE_SOURCE[order])
        own.attention(f"attention-{model}-{name}", given, call, tables, **call.turned(turned))


def add_scaled_mrope(cases, grid):
    """Qwen2.5-VL with YaRN: the unchanged module in float32, its frequencies in float64."""
    sections, dim = [2, 3, 3], 16
    yarn = {"rope_type": "yarn", "factor": 4.0, "original_max_position_embeddings": 32, "rope_theta": 10000.0}
    dynamic = {"rope_type": "dynamic", "factor": 4.0, "rope_theta": 10000.0}
    positions, x = np.arange(14), normal(550, 2, 14, dim)
    axis = axis_of_pair("chunked", sections, dim // 2)
    places = grid[:, positions].astype(np.float64)
    tables = {"grid": grid.astype(np.float32)}
    for name, rope, length in (("yarn", yarn, None), ("dynamic", dynamic, int(grid.max()) + 1)):
        config = rope_config(dim, rope, 8)
        inverse, factor = scaled_frequencies(name, config, length)
        expected = turn(x, places[axis].T * inverse, factor=factor)
        own_config = Qwen2_5_VLTextConfig(
            hidden_size=2 * dim, num_attention_heads=2, num_key_value_heads=2, max_position_embeddings=8,
            rope_parameters=rope | {"mrope_section": sections},
        )
        module = qwen2_5_vl.Qwen2_5_VLRotaryEmbedding(own_config)
        cos, sin = module(torch.zeros(1), torch.from_numpy(grid[:, positions])[:, None])
        rows = torch.from_numpy(x)[None]
        require_close(name, qwen2_5_vl.apply_rotary_pos_emb(rows, rows, cos, sin)[0][0], expected, 2e-5)
        given = {"sections": sections, "scaling": public_scaling(config)}
        own = cases.of([42], f"{HF} Qwen2_5_VLRotaryEmbedding, in float64")
        own.rotate(f"qwen2.5-vl-{name}", given, x, positions, expected, tables=tables)


def axial_series(places, sections, base):
    """[tokens, pairs] of places [axes, tokens]: each axis has frequencies of its own."""
    return np.concatenate([place[:, None] * frequencies(2 * n, base) for place, n in zip(places, sections)], -1)


def add_placed(cases, name, given, places, by, x, source, attention_layout="half"):
    positions, tables = np.arange(places.shape[1]), {"grid": places.astype(np.float32)}
    cases.of([40], source).rotate(name, given, x, positions, turn(x, by, attention_layout), tables=tables)


def add_dinov3(cases):
    """2 × 3 patches behind a class token and a register; the prefix does not turn."""
    height, width, prefix, dim = 2, 3, 2, 16
    config = DINOv3ViTConfig(hidden_size=2 * dim, num_attention_heads=2, image_size=64, patch_size=8)
    module = dinov3.DINOv3ViTRopePositionEmbedding(config).eval()
    cos, sin = module(torch.zeros(1, 3, 8 * height, 8 * width))
    x = normal(560, 2, prefix + height * width, dim)
    rows = torch.from_numpy(x)[None]
    centres = [2 * (np.arange(n) + 0.5) / n - 1 for n in (height, width)]
    places = 2 * np.pi * np.stack([part.ravel() for part in np.meshgrid(*centres, indexing="ij")])
    places = np.concatenate([np.zeros((2, prefix)), places], -1)
    by = axial_series(np.float64(np.float32(places)), [4, 4], 100.0)
    found = dinov3.apply_rotary_pos_emb(rows, rows, cos, sin)[0][0]
    require_close("dinov3", found, turn(x, by), 2e-5)
    given = {"base": 100.0, "sections": [4, 4], "order": "axial"}
    add_placed(cases, "dinov3", given, places, by, x, f"{HF} DINOv3ViTRopePositionEmbedding, in float64")


def add_llama4_vision(cases):
    """3 × 3 patches, then the class token: columns first, counted from 1."""
    side, dim = 3, 16
    config = Llama4VisionConfig(hidden_size=2 * dim, num_attention_heads=2, image_size=8 * side, patch_size=8)
    turns = llama4.Llama4VisionRotaryEmbedding(config)(torch.zeros(1))
    x = normal(561, 2, side * side + 1, dim)
    rows = torch.from_numpy(x).transpose(0, 1)[None]
    found = llama4.vision_apply_rotary_emb(rows, rows, turns)[0][0].transpose(0, 1)
    index = np.arange(side * side)
    places = np.concatenate([np.stack([index % side + 1, index // side + 1]), np.zeros((2, 1))], -1)
    base = config.rope_parameters["rope_theta"]
    by = axial_series(places, [4, 4], base)
    require_close("llama4 vision", found, turn(x, by, "interleaved"), 2e-5)
    given = {"base": base, "sections": [4, 4], "order": "axial", "layout": "interleaved"}
    add_placed(cases, "llama4-vision", given, places, by, x, f"{HF} Llama4VisionRotaryEmbedding, in float64",
               "interleaved")


def add_pixtral(cases):
    """Even frequencies turn by the row, odd ones by the column."""
    dim, places = 16, np.stack(coordinates(np.arange(12), 4, 0)[::-1])
    config = PixtralVisionConfig(hidden_size=2 * dim, num_attention_heads=2)
    cos, sin = pixtral.PixtralVisionRotaryEmbedding(config)(torch.zeros(1), torch.from_numpy(places.T))
    x = normal(562, 2, 12, dim)
    rows = torch.from_numpy(x)[None]
    base = config.rope_parameters["rope_theta"]
    series = frequencies(dim, base)
    inverse = np.concatenate([series[0::2], series[1::2]])
    by = np.repeat(places, 4, 0).T * inverse
    found = pixtral.apply_rotary_pos_emb(rows, rows, cos, sin, unsqueeze_dim=0)[0][0]
    require_close("pixtral", found, turn(x, by), 2e-5)
    given = {"sections": [4, 4], "frequencies": inverse.tolist()}
    add_placed(cases, "pixtral", given, places, by, x, f"{HF} PixtralVisionRotaryEmbedding, in float64")


def add_flux(cases):
    """Three axes of unequal width, text at 0, 0, 0; and four equal ones with a smaller base."""
    words, image = np.zeros((3, 2)), np.stack([np.zeros(6), *coordinates(np.arange(6), 3, 0)[::-1]])
    places = np.concatenate([words, image], -1)
    by = axial_series(places, [1, 4, 3], 10000.0)
    given = {"sections": [1, 4, 3], "order": "axial", "layout": "interleaved"}
    source = f"{AFTER} black-forest-labs/flux EmbedND"
    add_placed(cases, "flux", given, places, by, normal(563, 2, 8, 16), source, "interleaved")
    places = np.concatenate([places, np.arange(8)[None]])
    by = axial_series(places, [2, 2, 2, 2], 2000.0)
    given = {"base": 2000.0, "sections": [2, 2, 2, 2], "order": "axial", "layout": "interleaved"}
    add_placed(cases, "flux2", given, places, by, normal(564, 2, 8, 16), source, "interleaved")
    call = scene(565, 8, heads=4, kv_heads=2, dim=16, value_dim=4)
    turned = call.turned(lambda rows, at, _: turn(rows, by[np.asarray(at)], "interleaved"))
    own = cases.of([40], source)
    own.attention("attention-flux2", given, call, {"grid": places.astype(np.float32)}, **turned)


def tensor_files(golden):
    return [cases().file() for cases in (rope2d_cases, mrope_cases)]
