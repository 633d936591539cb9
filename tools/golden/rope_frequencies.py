"""Scaled rotary frequencies: transformers' own ROPE_INIT_FUNCTIONS on its configuration objects, run in float64.

The functions ask for torch.float by name; for the duration of a call that name means float64. Their unchanged
float32 result is compared with it, so that the stored numbers hold their formulas and not their rounding.
"""

import math
from contextlib import contextmanager
from unittest import mock

import numpy as np
import torch
from transformers import LlamaConfig
from transformers.modeling_rope_utils import ROPE_INIT_FUNCTIONS
from transformers.models.gpt_neox import modeling_gpt_neox as gpt_neox
from transformers.models.llama import modeling_llama as llama

from encoding_cases import AFTER, HF
from golden_file import normal, require_close

HEADS = 3
ROW_POSITIONS = {"gapped": np.array([0, 3, 4, 40, 41, 511, 4095]), "to127": np.array([0, 1, 5, 31, 32, 100, 127])}
# Their float32 exponent is good to 6e-8 and base raised to it to ln(base) times as much; 9e-7 was seen.
FLOAT32_RELATIVE = 2e-6


def camel_case(key):
    first, *rest = key.split("_")
    return first + "".join(word.capitalize() for word in rest)


def public_scaling(config):
    """The scaling as our position JSON says it: the keys of the configuration, absent where that has none.

    It stands for itself: the factor that longrope leaves to the lengths is worked out as transformers does, and
    dynamic scaling is told the maximum length.
    """
    beside = {"rope_type", "type", "rope_theta", "partial_rotary_factor"}
    rope = config.rope_parameters
    given = {camel_case(key): value for key, value in rope.items() if key not in beside}
    scaling = {"ropeType": rope["rope_type"], **given}
    if rope["rope_type"] == "longrope" and "factor" not in rope:
        scaling["factor"] = config.max_position_embeddings / rope["original_max_position_embeddings"]
    if rope["rope_type"] == "dynamic":
        scaling["maxPositionEmbeddings"] = config.max_position_embeddings
    return scaling


@contextmanager
def torch_float_is_float64():
    with (
        mock.patch.object(torch, "float", torch.float64),
        mock.patch.object(torch, "float32", torch.float64),
        mock.patch.object(torch.Tensor, "float", torch.Tensor.double),
    ):
        yield


def scaled_frequencies(name, config, length):
    """(inverse frequencies [pairs] in float64, attention factor) for a sequence of that length."""
    function = ROPE_INIT_FUNCTIONS[config.rope_parameters["rope_type"]]
    with torch_float_is_float64():
        inverse, factor = function(config, seq_len=length)
    single, single_factor = function(config, seq_len=length)
    if inverse.dtype != torch.float64 or single.dtype != torch.float32 or factor != single_factor:
        raise AssertionError(f"{name}: transformers computed in {inverse.dtype} and {single.dtype}")
    require_close(f"{name}, float32", single / inverse.clamp(min=1e-300), inverse > 0, FLOAT32_RELATIVE)
    return inverse.numpy(), factor


def ntk_frequencies(name, config):
    """NTK-aware scaling with a fixed factor, base·s^(d/(d − 2)), which transformers does not have: NumPy in float64.

    Its dynamic form with factor 1 at s times the maximum length is the same formula.
    """
    rope = config.rope_parameters
    dim = int(config.head_dim * rope.get("partial_rotary_factor", 1.0))
    base = rope["rope_theta"] * rope["factor"] ** (dim / (dim - 2))
    inverse = base ** -(np.arange(0, dim, 2) / dim)
    same = rope_config(config.head_dim, rope | {"rope_type": "dynamic", "factor": 1.0}, 64)
    dynamic, _ = scaled_frequencies(name, same, round(64 * rope["factor"]))
    require_close(f"{name}, dynamic", dynamic / inverse, 1.0, 1e-12)
    return inverse, 1.0


def rope_config(head_dim, rope, max_positions):
    return LlamaConfig(
        hidden_size=head_dim * HEADS, num_attention_heads=HEADS, head_dim=head_dim,
        max_position_embeddings=max_positions, rope_parameters={"rope_theta": 10000.0, **rope},
    )


def rotated(x, positions, inverse, factor):
    """x [heads, tokens, headDim] in float64, half-split; cos and sin carry the attention factor."""
    turns = torch.as_tensor(positions, dtype=torch.float64)[:, None] * torch.from_numpy(inverse)
    turns = torch.cat([turns, turns], dim=-1)[None]
    function = llama.apply_rotary_pos_emb if turns.shape[-1] == x.shape[-1] else gpt_neox.apply_rotary_pos_emb
    return function(x[None], x[None], turns.cos() * factor, turns.sin() * factor)[0][0]


def rotated_float32(x, positions, config):
    """transformers' unchanged module, which finds the length of the sequence itself."""
    cos, sin = gpt_neox.GPTNeoXRotaryEmbedding(config)(x[None], torch.as_tensor(positions)[None])
    return gpt_neox.apply_rotary_pos_emb(x[None], x[None], cos, sin)[0][0]


def add_rows(cases, name, given, seed, where, config, inverse, factor):
    positions = ROW_POSITIONS[where]
    x = normal(seed, HEADS, len(positions), config.head_dim)
    output = rotated(torch.from_numpy(x).double(), positions, inverse, factor).numpy()
    single = rotated_float32(torch.from_numpy(x), positions, config)
    require_close(f"{name}, rows", single, output, 1e-5 + 5e-7 * float(max(positions)))
    cases.rotate(f"rows-{name}", given, x, positions, output)


def add_scaling(cases, name, seed, head_dim, rope, length=None, max_positions=131072, rows=None):
    """The frequencies of one scaling and, where asked for, rows that they turn."""
    config = rope_config(head_dim, rope, max_positions)
    if rope["rope_type"] == "ntk":
        inverse, factor = ntk_frequencies(name, config)
    else:
        inverse, factor = scaled_frequencies(name, config, length)
    given = {"base": config.rope_parameters["rope_theta"], "scaling": public_scaling(config)}
    partial = config.rope_parameters.get("partial_rotary_factor", 1.0)
    if partial != 1:
        given["rotaryDim"] = int(head_dim * partial)
    cases.frequencies(f"frequencies-{name}", given, head_dim, inverse, factor, length)
    if rows:
        add_rows(cases, name, given, seed, rows, config, inverse, factor)


ROW_OF_TYPE = {"linear": 27, "ntk": 28, "dynamic": 29, "yarn": 31, "longrope": 33, "llama3": 34, "proportional": 35}


def add_frequencies(cases):
    wanted = linear_and_base_cases() | yarn_cases() | longrope_cases() | llama3_cases()
    for seed, (name, arguments) in enumerate(wanted.items(), start=500):
        kind = arguments["rope"]["rope_type"]
        source = (
            f"{AFTER} jquesnelle/yarn; {HF} dynamic agrees" if kind == "ntk" else f"{HF} ROPE_INIT_FUNCTIONS in float64"
        )
        add_scaling(cases.of([ROW_OF_TYPE[kind]], source), name, seed, **arguments)


def half(rope):
    return rope | {"partial_rotary_factor": 0.5}


def linear(factor, **more):
    return {"rope_type": "linear", "factor": factor, **more}


def dynamic(factor, **more):
    return {"rope_type": "dynamic", "factor": factor, **more}


def ntk(factor, **more):
    return {"rope_type": "ntk", "factor": factor, **more}


def proportional(part, **more):
    return {"rope_type": "proportional", "partial_rotary_factor": part, **more}


def yarn(factor, original, **more):
    return {"rope_type": "yarn", "factor": factor, "original_max_position_embeddings": original, **more}


def longrope(pairs, original, **more):
    """Lists that grow with the pair, as the published ones do."""
    steps = range(pairs)
    return {
        "rope_type": "longrope",
        "short_factor": [round(1 + 0.03125 * i, 5) for i in steps],
        "long_factor": [round(1 + 0.25 * i * math.sqrt(i), 3) for i in steps],
        "original_max_position_embeddings": original,
        **more,
    }


def llama3(factor, original=8192, base=500000.0):
    return {
        "rope_type": "llama3",
        "rope_theta": base,
        "factor": factor,
        "low_freq_factor": 1.0,
        "high_freq_factor": 4.0,
        "original_max_position_embeddings": original,
    }


def linear_and_base_cases():
    """name -> arguments of scaling_case"""
    return {
        "linear-dim8": dict(head_dim=8, rope=linear(4.0)),
        "linear-dim64-half": dict(head_dim=64, rope=half(linear(2.5))),
        "linear-dim128": dict(head_dim=128, rope=linear(8.0, rope_theta=1000000.0)),
        "ntk-dim8": dict(head_dim=8, rope=ntk(4.0)),
        "ntk-dim64-half": dict(head_dim=64, rope=half(ntk(8.0))),
        "ntk-dim96": dict(head_dim=96, rope=ntk(2.5)),
        "ntk-dim128": dict(head_dim=128, rope=ntk(32.0, rope_theta=500000.0)),
        "dynamic-below": dict(head_dim=8, rope=dynamic(4.0), length=20, max_positions=32),
        "dynamic-at": dict(head_dim=8, rope=dynamic(4.0), length=32, max_positions=32),
        "dynamic-one-above": dict(head_dim=8, rope=dynamic(4.0), length=33, max_positions=32),
        "dynamic-above": dict(head_dim=8, rope=dynamic(4.0), length=128, max_positions=32, rows="to127"),
        "dynamic-without-length": dict(head_dim=8, rope=dynamic(4.0), max_positions=32),
        "dynamic-factor1": dict(head_dim=64, rope=dynamic(1.0), length=5000, max_positions=2048),
        "dynamic-dim96-half": dict(head_dim=96, rope=half(dynamic(2.0)), length=10000, max_positions=4096),
        "dynamic-dim128": dict(head_dim=128, rope=dynamic(8.0, rope_theta=500000.0), length=16384, max_positions=8192),
        "proportional-quarter": dict(head_dim=64, rope=proportional(0.25, rope_theta=1000000.0), rows="gapped"),
        "proportional-half-factor8": dict(head_dim=8, rope=proportional(0.5, factor=8.0)),
        "proportional-dim96-third": dict(head_dim=96, rope=proportional(1 / 3)),
        "proportional-whole": dict(head_dim=128, rope=proportional(1.0, factor=2.0)),
    }


def yarn_cases():
    both = {"mscale": 0.707, "mscale_all_dim": 0.707}
    return {
        "yarn-dim8": dict(head_dim=8, rope=yarn(4.0, 32)),
        "yarn-dim64": dict(head_dim=64, rope=yarn(4.0, 2048), rows="gapped"),
        "yarn-dim64-half": dict(head_dim=64, rope=half(yarn(4.0, 2048)), rows="gapped"),
        "yarn-dim96": dict(head_dim=96, rope=yarn(32.0, 4096)),
        "yarn-dim128": dict(head_dim=128, rope=yarn(4.0, 32768, rope_theta=1000000.0)),
        "yarn-attention-factor": dict(head_dim=64, rope=yarn(4.0, 2048, attention_factor=0.875)),
        "yarn-attention-factor-over-mscale": dict(
            head_dim=64, rope=yarn(4.0, 2048, attention_factor=1.25, mscale=1.0, mscale_all_dim=0.5)
        ),
        "yarn-mscale-equal": dict(head_dim=64, rope=yarn(40.0, 4096, **both)),
        "yarn-mscale": dict(head_dim=64, rope=yarn(40.0, 4096, mscale=1.0, mscale_all_dim=0.707)),
        "yarn-mscale-alone": dict(head_dim=64, rope=yarn(40.0, 4096, mscale=0.707)),
        "yarn-mscale-all-dim-zero": dict(head_dim=64, rope=yarn(40.0, 4096, mscale=0.707, mscale_all_dim=0)),
        "yarn-not-truncated": dict(head_dim=64, rope=yarn(32.0, 4096, truncate=False, rope_theta=150000.0)),
        "yarn-truncated": dict(head_dim=64, rope=yarn(32.0, 4096, truncate=True, rope_theta=150000.0)),
        "yarn-not-truncated-half": dict(head_dim=128, rope=half(yarn(4.0, 2048, truncate=False))),
        "yarn-betas": dict(head_dim=128, rope=yarn(4.0, 2048, beta_fast=16.0, beta_slow=2.0)),
        "yarn-betas-not-truncated": dict(
            head_dim=96, rope=yarn(32.0, 4096, beta_fast=64.0, beta_slow=0.5, truncate=False)
        ),
        "yarn-equal-bounds": dict(head_dim=64, rope=yarn(4.0, 2048, beta_fast=8.0, beta_slow=8.0, truncate=False)),
        "yarn-bounds-at-zero": dict(head_dim=8, rope=yarn(4.0, 6)),
        "yarn-ramp-past-the-last-pair": dict(head_dim=8, rope=yarn(4.0, 1024, beta_slow=0.05, rope_theta=100.0)),
        "yarn-factor1": dict(head_dim=8, rope=yarn(1.0, 32)),
    }


def longrope_cases():
    small = longrope(4, 32, factor=4.0)
    return {
        "longrope-short": dict(head_dim=8, rope=small, length=20),
        "longrope-at": dict(head_dim=8, rope=small, length=32),
        "longrope-one-above": dict(head_dim=8, rope=small, length=33),
        "longrope-long": dict(head_dim=8, rope=small, length=128, rows="to127"),
        "longrope-without-length": dict(head_dim=8, rope=small),
        "longrope-attention-factor": dict(head_dim=8, rope=small | {"attention_factor": 1.5}, length=64),
        "longrope-factor-from-lengths": dict(head_dim=96, rope=longrope(48, 4096), length=5000),
        "longrope-attention-factor-alone": dict(head_dim=8, rope=longrope(4, 32, attention_factor=1.25), length=64),
        "longrope-factor1": dict(head_dim=8, rope=longrope(4, 32), length=64, max_positions=32),
        "longrope-dim128-half": dict(head_dim=128, rope=half(longrope(32, 4096, factor=32.0)), length=4097),
    }


def llama3_cases():
    return {
        "llama3-dim8": dict(head_dim=8, rope=llama3(4.0, 128, 10000.0)),
        "llama3-three-branches": dict(head_dim=16, rope=llama3(8.0, 256, 10000.0)),
        "llama3-factor8": dict(head_dim=128, rope=llama3(8.0), rows="gapped"),
        "llama3-factor32": dict(head_dim=64, rope=llama3(32.0)),
        "llama3-dim96": dict(head_dim=96, rope=llama3(8.0)),
        "llama3-dim128-half": dict(head_dim=128, rope=half(llama3(8.0))),
        "llama3-other-bounds": dict(head_dim=64, rope=llama3(8.0) | {"low_freq_factor": 2.0, "high_freq_factor": 16.0}),
    }
