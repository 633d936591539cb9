"""Facts that transformers derives from a configuration: frequencies, pairs, windows and tables, from its own classes and modules.

Rotary frequencies are computed by transformers' functions in float64 and rounded once (see rope_frequencies): in float32
their power alone is off by several units in the last place. The largest distance of the two is kept as `float32Error`.
"""

import importlib
import re

import numpy as np
import torch
from transformers import AutoConfig, AutoModel
from transformers.models.auto.configuration_auto import CONFIG_MAPPING

from rope_frequencies import torch_float_is_float64

FLOAT32_RELATIVE = 2e-6


def rounded(values):
    """float32 numbers written as short as they can be."""
    return [float(str(np.float32(x))) for x in values]


def config_of(written):
    """The class's reading of the fields, from a copy: the classes add keys to the inner dictionaries."""
    copy = {key: value for key, value in written.items() if key != "model_type"}
    config = CONFIG_MAPPING[written["model_type"]].from_dict({"model_type": written["model_type"], **deep(copy)})
    return config.get_text_config()


def deep(value):
    if isinstance(value, dict):
        return {key: deep(inner) for key, inner in value.items()}
    return [deep(inner) for inner in value] if isinstance(value, list) else value


def modeling(config):
    name = type(config).__module__.replace("configuration_", "modeling_")
    return importlib.import_module(name)


def rotary_class(config):
    """The rotary module of the text part."""
    module = modeling(config)
    names = [n for n in vars(module) if n.endswith("RotaryEmbedding") and "Vision" not in n]
    own = [n for n in names if vars(module)[n].__module__ == module.__name__]
    if len(own) != 1:
        raise AssertionError(f"{config.model_type}: rotary modules {own}")
    return vars(module)[own[0]]


def frequencies_of(module, kind):
    """(inverse frequencies, attention factor) of one kind of layer."""
    prefix = f"{kind}_" if hasattr(module, f"{kind}_inv_freq") else ""
    return getattr(module, f"{prefix}inv_freq"), getattr(module, f"{prefix}attention_scaling", 1.0)


def module_for(config, length):
    module = rotary_class(config)(config)
    if length is not None:
        module(torch.zeros(1), torch.arange(length)[None])
    return module


def rotary_facts(config, kind, length=None):
    with torch_float_is_float64():
        exact, factor = frequencies_of(module_for(config, length), kind)
    single, single_factor = frequencies_of(module_for(config, length), kind)
    if exact.dtype != torch.float64 or factor != single_factor:
        raise AssertionError(f"{config.model_type}: computed in {exact.dtype}, factors {factor} and {single_factor}")
    error = float(((single.double() - exact).abs() / exact.clamp(min=1e-300)).max()) if exact.numel() else 0.0
    if not error <= FLOAT32_RELATIVE:
        raise AssertionError(f"{config.model_type}: float32 is {error} away")
    return {
        "inverseFrequencies": rounded(exact.tolist()),
        "attentionFactor": float(factor),
        "float32Error": float(f"{error:.2g}"),
    }


def head_dim_of(config):
    if hasattr(config, "qk_nope_head_dim"):
        return config.qk_nope_head_dim + config.qk_rope_head_dim
    return getattr(config, "head_dim", None) or config.hidden_size // config.num_attention_heads


def turned(config, kind, positions):
    """[d, d] float64: what becomes of every unit vector of a head at one position (or three, for M-RoPE)."""
    rotary_dim = config.qk_rope_head_dim if hasattr(config, "qk_rope_head_dim") else head_dim_of(config)
    module = modeling(config)
    with torch_float_is_float64():
        rows = torch.eye(rotary_dim, dtype=torch.float64)[None, None]  # [1, 1, d rows, d]
        at = torch.as_tensor(positions).reshape(-1, 1, 1).expand(-1, 1, rotary_dim)  # [axes, 1, d rows]
        at = at if len(at) > 1 else at[0]
        rotary = rotary_class(config)(config)
        nested = hasattr(rotary, f"{kind}_inv_freq")
        angles = rotary(rows, at, kind) if nested else rotary(rows, at)
        result = apply_rotation(module, config, rows, angles)
    start = head_dim_of(config) - rotary_dim
    matrix = torch.eye(head_dim_of(config), dtype=torch.float64)
    matrix[start:, start:] = result[0, 0].double()
    return matrix.numpy()


def apply_rotation(module, config, rows, angles):
    """transformers' own function; some rotate in complex numbers, some only the first channels."""
    if config.model_type == "llama4_text":  # [batch, tokens, heads, d]
        return module.apply_rotary_emb(rows.transpose(1, 2), rows.transpose(1, 2), angles)[0].transpose(1, 2)
    if config.model_type == "deepseek_v2":
        return module.apply_rotary_emb(rows, rows, angles)[0]
    interleave = getattr(config, "rope_interleave", False)
    function = module.apply_rotary_pos_emb_interleave if interleave else module.apply_rotary_pos_emb
    cos, sin = angles
    try:
        return function(rows, rows, cos, sin)[0]
    except RuntimeError:  # the attention module splits the head
        first = rows[..., : cos.shape[-1]]
        return torch.cat([function(first, first, cos, sin)[0], rows[..., cos.shape[-1] :]], dim=-1)


def pair_facts(matrix):
    """The first channel that turns, and the one that ends up in the same two places (some reorder channels)."""
    places = [set(np.flatnonzero(row)) for row in matrix]
    start = next(i for i, where in enumerate(places) if where != {i})
    partners = [j for j in range(len(matrix)) if j != start and places[j] == places[start]]
    if len(partners) != 1:
        raise AssertionError(f"channel {start} turns with {partners}")
    return {"start": start, "partner": partners[0]}


def kind_of(config, layer):
    kinds = getattr(config, "layer_types", None)
    return kinds[layer] if kinds else "full_attention"


def window_of(config, layer):
    """[left, right] keys that a sliding layer sees besides its own; null on the right is what causality leaves."""
    window = getattr(config, "sliding_window", None)
    kinds = getattr(config, "layer_types", None)
    if window is None or (kinds and kinds[layer] != "sliding_attention"):
        return None
    if config.model_type == "modernbert":  # |i − j| ≤ sliding_window
        return [window, window]
    if getattr(config, "use_bidirectional_attention", False):  # |i − j| < sliding_window
        return [window - 1, window - 1]
    return [window - 1, None]


def is_rotated(config, layer):
    if config.model_type == "cohere2":
        return kind_of(config, layer) == "sliding_attention"
    flags = getattr(config, "no_rope_layers", None)
    return bool(flags[layer]) if flags else True


def layer_facts(config, layer, length=None):
    facts = {"layer": layer, "window": window_of(config, layer), "rotates": is_rotated(config, layer)}
    return facts | kind_facts(config, kind_of(config, layer), length) if facts["rotates"] else facts


def kind_facts(config, kind, length):
    """Facts that all layers of one kind share."""
    if "mrope_section" in (getattr(config, "rope_parameters", None) or {}):
        matrix = turned(config, kind, [1, 2, 3])
        return pair_facts(matrix) | {"grid": [1, 2, 3], "cosines": rounded(np.diag(matrix))}
    return pair_facts(turned(config, kind, [1])) | rotary_facts(config, kind, length)


def scale_of(config):
    """The factor by which the attention module multiplies q·k."""
    module = modeling(config)
    names = [n for n in vars(module) if n.endswith("Attention") and "Vision" not in n]
    with torch.device("meta"):
        return vars(module)[names[0]](config, layer_idx=0).scaling


def v5_form(written, config):
    """The configuration as transformers 5 writes it: the fields that were there, and rope_parameters."""
    everything = config.to_dict()
    beside = {"rope_theta", "rope_scaling", "rope_local_base_freq", "global_rope_theta", "local_rope_theta"}
    beside |= {"rotary_pct", "rotary_emb_base", "partial_rotary_factor", "sliding_window_pattern"}
    fields = written.get("text_config", written)
    kept = {key: everything[key] for key in fields if key in everything and key not in beside}
    extra = {key: everything[key] for key in ("layer_types", "rope_parameters") if everything.get(key) is not None}
    form = {"model_type": config.model_type, **kept, **extra}
    return {**written, "text_config": form} if "text_config" in written else form


def tensors_of(written, pattern):
    """name -> shape of the parameters that the pattern finds in the whole model, built without memory."""
    config = AutoConfig.for_model(**deep(written))
    with torch.device("meta"):
        model = AutoModel.from_config(config)
    found = {name: list(value.shape) for name, value in model.state_dict().items() if re.search(pattern, name)}
    if not found:
        raise AssertionError(f"{written['model_type']}: no tensor matches {pattern}")
    return found
