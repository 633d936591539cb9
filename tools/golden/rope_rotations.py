"""Cases of RoPE whose rows are turned by transformers' own functions: half-split, interleaved and partial.

The functions get x, cos and sin in float64, so that far positions test the rotation and not the rounding of
a float32 angle. At near positions the result is compared with transformers' float32 modules as they are.
"""

import numpy as np
import torch
from transformers import GPTNeoXConfig, RoFormerConfig
from transformers.models.gpt_neox import modeling_gpt_neox as gpt_neox
from transformers.models.gptj import modeling_gptj as gptj
from transformers.models.llama import modeling_llama as llama
from transformers.models.roformer import modeling_roformer as roformer

from encoding_cases import HF
from golden_file import normal, require_close
from rope_frequencies import rope_config

HEADS = 3
POSITIONS = {
    "start": np.arange(7),
    "shifted": np.arange(7) + 1000,
    "gapped": np.array([0, 3, 4, 40, 41, 511, 4095]),
    "far": np.array([65536.0, 1000003.0, 1000004.0, 8388607.0, 16777215.0]),
    "fractional": np.array([0.0, 0.25, 0.5, 1.75, 100.125]),
}


def angles(positions, rotary_dim, base):
    """[tokens, rotary_dim/2] in float64."""
    exponents = torch.arange(0, rotary_dim, 2, dtype=torch.float64) / rotary_dim
    return torch.as_tensor(positions, dtype=torch.float64)[:, None] / base**exponents


def rotate_half_split(x, positions, rotary_dim, base):
    """x [heads, tokens, headDim]; the first rotary_dim channels turn, channel i with channel i + rotary_dim/2."""
    turns = angles(positions, rotary_dim, base)
    turns = torch.cat([turns, turns], dim=-1)[None]
    function = llama.apply_rotary_pos_emb if rotary_dim == x.shape[-1] else gpt_neox.apply_rotary_pos_emb
    return function(x[None], x[None], turns.cos(), turns.sin())[0][0]


def rotate_interleaved(x, positions, rotary_dim, base):
    """The first rotary_dim channels turn, channel 2i with channel 2i+1; GPT-J has the token axis before the heads."""
    turns = angles(positions, rotary_dim, base)[None]
    tokens_first = x.transpose(0, 1)[None]
    turned = gptj.apply_rotary_pos_emb(tokens_first[..., :rotary_dim], turns.sin(), turns.cos())
    return torch.cat([turned, tokens_first[..., rotary_dim:]], dim=-1)[0].transpose(0, 1)


def llama_float32(x, positions, base):
    """transformers' unchanged module, as LlamaForCausalLM uses it."""
    config = rope_config(x.shape[-1], {"rope_type": "default", "rope_theta": base}, 2048)
    cos, sin = llama.LlamaRotaryEmbedding(config)(x[None], torch.as_tensor(positions)[None])
    return llama.apply_rotary_pos_emb(x[None], x[None], cos, sin)[0][0]


def gpt_neox_float32(x, positions, fraction, base):
    rope = {"rope_type": "default", "rope_theta": base, "partial_rotary_factor": fraction}
    config = GPTNeoXConfig(hidden_size=x.shape[-1] * HEADS, num_attention_heads=HEADS, rope_parameters=rope)
    cos, sin = gpt_neox.GPTNeoXRotaryEmbedding(config)(x[None], torch.as_tensor(positions)[None])
    return gpt_neox.apply_rotary_pos_emb(x[None], x[None], cos, sin)[0][0]


def gptj_float32(x, positions, rotary_dim):
    table = gptj.create_sinusoidal_positions(int(max(positions)) + 1, rotary_dim)[torch.as_tensor(positions)][None]
    sin, cos = torch.split(table, rotary_dim // 2, dim=-1)
    tokens_first = x.transpose(0, 1)[None]
    turned = gptj.apply_rotary_pos_emb(tokens_first[..., :rotary_dim], sin, cos)
    return torch.cat([turned, tokens_first[..., rotary_dim:]], dim=-1)[0].transpose(0, 1)


def roformer_float32(x, positions):
    """The second interleaved implementation; full rotation only."""
    config = RoFormerConfig(hidden_size=x.shape[-1] * HEADS, num_attention_heads=HEADS)
    table = roformer.RoFormerSinusoidalPositionalEmbedding(int(max(positions)) + 1, x.shape[-1]).create_weight()
    sincos = table[torch.as_tensor(positions)][None, None]
    rotate = roformer.RoFormerSelfAttention(config).apply_rotary_position_embeddings
    return rotate(sincos, x[None], x[None])[0][0]


def cross_check(name, layout, x, positions, rotary_dim, base, output):
    """Compares with the float32 modules; their angles are good to about position × 1e-7."""
    tolerance = 1e-5 + 5e-7 * float(max(positions))
    rows = torch.from_numpy(x)
    if layout == "half" and rotary_dim == x.shape[-1]:
        require_close(f"llama, {name}", llama_float32(rows, positions, base), output, tolerance)
    elif layout == "half":
        fraction = rotary_dim / x.shape[-1]
        require_close(f"gpt_neox, {name}", gpt_neox_float32(rows, positions, fraction, base), output, tolerance)
    elif base == 10000.0:
        require_close(f"gptj, {name}", gptj_float32(rows, positions, rotary_dim), output, tolerance)
        if rotary_dim == x.shape[-1]:
            require_close(f"roformer, {name}", roformer_float32(rows, positions), output, tolerance)


def case_list():
    """(name, layout, head_dim, rotary_dim, base, positions)"""
    for where in POSITIONS:
        yield f"half-{where}", "half", 16, 16, 10000.0, where
        yield f"interleaved-{where}", "interleaved", 16, 16, 10000.0, where
    yield "half-dim2", "half", 2, 2, 10000.0, "gapped"
    yield "half-dim10", "half", 10, 10, 10000.0, "gapped"
    yield "half-dim66", "half", 66, 66, 10000.0, "gapped"
    yield "half-base500000", "half", 12, 12, 500000.0, "gapped"
    yield "half-quarter", "half", 24, 6, 10000.0, "gapped"
    yield "half-quarter-far", "half", 64, 16, 10000.0, "far"
    yield "interleaved-dim6", "interleaved", 6, 6, 10000.0, "gapped"
    yield "interleaved-partial", "interleaved", 20, 12, 10000.0, "gapped"
    yield "interleaved-partial-far", "interleaved", 20, 12, 10000.0, "far"


def add_rotations(cases):
    """Rows turned by transformers, and the frequencies of every width and base."""
    rotations, seen = {"half": rotate_half_split, "interleaved": rotate_interleaved}, set()
    for seed, (name, layout, head_dim, rotary_dim, base, where) in enumerate(case_list(), start=100):
        positions = POSITIONS[where]
        x = normal(seed, HEADS, len(positions), head_dim)
        output = rotations[layout](torch.from_numpy(x).double(), positions, rotary_dim, base).numpy()
        if where in ("start", "shifted", "gapped"):
            cross_check(name, layout, x, positions, rotary_dim, base, output)
        given = {"layout": layout, "base": base} | ({} if rotary_dim == head_dim else {"rotaryDim": rotary_dim})
        row = 25 if rotary_dim != head_dim else 24 if layout == "half" else 23
        own = cases.of([row], f"{HF} llama, gpt_neox, gptj apply_rotary_pos_emb")
        own.rotate(name, given, x, positions, output)
        if (key := (layout, head_dim, rotary_dim, base)) not in seen:
            inverse = 1 / base ** (np.arange(0, rotary_dim, 2) / rotary_dim)
            tolerance = {"absolute": 0, "relative": 1e-7}
            own.frequencies(f"frequencies-{name}", given, head_dim, inverse, tolerance=tolerance)
        seen.add(key)
