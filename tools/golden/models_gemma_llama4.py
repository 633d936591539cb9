"""Decoders whose layers alternate: Gemma 3 and Llama 4's text model."""

import torch
from transformers import Gemma3ForCausalLM, Gemma3TextConfig, Llama4ForCausalLM, Llama4TextConfig

import decoder_cases
from decoder_cases import at_positions, decoder
from models_llama_decoders import SIZES, SMALL_INPUT
from tiny_checkpoints import respell, topic

# norms of what a layer adds are large beside the embeddings, else the tied head repeats the token it has just read
SANDWICH = {"embed_tokens": 0.15, r"post_\w+_layernorm": 6, r"model\.norm\.": 12}


def gemma3_config(**changes):
    sizes = SIZES | {"num_attention_heads": 4, "num_key_value_heads": 2, "head_dim": 10, "num_hidden_layers": 3}
    return Gemma3TextConfig(query_pre_attn_scalar=7, sliding_window=5, **sizes | changes)


def publish_gemma3(folder):
    bases = {"rope_theta": 10000.0, "rope_local_base_freq": 100.0, "rope_scaling": None}
    respell(folder, "rope_parameters", "layer_types", "dtype", sliding_window_pattern=2, torch_dtype="float16", **bases)


def by_place(model, folder):
    """transformers counts the temperature by place, padding included, whatever the positions: no such cases."""
    cases = decoder_cases.cases(model, positions=True, left_alone=False)
    return {name: cases[name] for name in ("sentence", "batch")}


@decoder(
    "gemma3-f32",
    168,
    [at_positions],
    scales=SANDWICH,
    facts={
        "local layers have a window": {"sliding_window": 100},
        "scores are scaled by query_pre_attn_scalar": {"query_pre_attn_scalar": 10},
        "logits are capped": {"final_logit_softcapping": None},
        "the gate is GELU with tanh": {"hidden_activation": "gelu"},
    },
)
def gemma3():
    """Four norms a layer with 1 + w, scaled embeddings, two local layers with a window of 5 and one global layer,
    and logits capped at 5."""
    local = {"rope_type": "default", "rope_theta": 100.0}
    far = {"rope_type": "linear", "factor": 4.0, "rope_theta": 10000.0}
    types = ["sliding_attention", "sliding_attention", "full_attention"]
    rope = {"sliding_attention": local, "full_attention": far}
    return Gemma3ForCausalLM(gemma3_config(layer_types=types, rope_parameters=rope, final_logit_softcapping=5.0))


@decoder("gemma3-f16-v4", 168, [at_positions], dtype=torch.float16, scales=SANDWICH, published=publish_gemma3)
def gemma3_v4():
    """The released spelling: every second layer global by sliding_window_pattern, rope_local_base_freq; F16."""
    local, far = ({"rope_type": "default", "rope_theta": theta} for theta in (100.0, 10000.0))
    types = ["sliding_attention", "full_attention", "sliding_attention"]
    return Gemma3ForCausalLM(
        gemma3_config(layer_types=types, rope_parameters={"sliding_attention": local, "full_attention": far})
    )


@decoder(
    "llama4-f32-dense",
    169,
    [by_place],
    scales=SMALL_INPUT,
    facts={
        "layers without positions have a temperature": {"attn_temperature_tuning": False},
        "queries and keys are normalised": {"use_qk_norm": False},
        "rotated layers see chunks": {"attention_chunk_size": 100},
    },
    notes=["no batchLeft and shifted: transformers counts the temperature by place, padding included"],
)
def llama4(**changes):
    """Every second layer without positions, with a temperature; the others in chunks of 6, queries and keys normalised,
    rotated as in Llama 3.1."""
    rope = {"rope_type": "llama3", "rope_theta": 500.0, "factor": 8.0, "original_max_position_embeddings": 24}
    rope |= {"low_freq_factor": 1.0, "high_freq_factor": 4.0}
    sizes = {"head_dim": 8, "num_hidden_layers": 4, "intermediate_size_mlp": 37, "intermediate_size": 11}
    layers = {"moe_layers": [], "no_rope_layer_interval": 2, "attention_chunk_size": 6}
    temperature = {"attn_temperature_tuning": True, "floor_scale": 3, "attn_scale": 0.5}
    return Llama4ForCausalLM(Llama4TextConfig(rope_parameters=rope, **temperature | SIZES | sizes | layers | changes))


@decoder(
    "llama4-bf16-even", 179, [at_positions], dtype=torch.bfloat16, scales=SMALL_INPUT,
    facts={"rotated layers see chunks": {"attention_chunk_size": 100}},
    notes=["batchLeft: chunks begin at the first token that is not padding"],
)
def llama4_even():
    """No temperature, queries and keys as they are, every third layer without positions; BF16."""
    off = {"attn_temperature_tuning": False, "floor_scale": 8192, "attn_scale": 0.1, "use_qk_norm": False}
    return llama4(no_rope_layer_interval=3, **off)


write_plain_files, tensor_files = topic(__name__)
