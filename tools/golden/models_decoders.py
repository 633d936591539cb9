"""Decoders with graphs of their own: GPT-2, BLOOM, MPT, GPT-NeoX, GPT-J."""

import torch
from transformers import (
    BloomConfig, BloomForCausalLM, GPT2Config, GPT2LMHeadModel, GPTJConfig, GPTJForCausalLM, GPTNeoXConfig,
    GPTNeoXForCausalLM, MptConfig, MptForCausalLM,
)

from decoder_cases import at_positions, by_distance, decoder
from tiny_checkpoints import NO_SPECIAL_TOKENS, add, rename, respell, topic

POSITIONS = 96
TANH_GELU = "the activation is GELU with tanh"
ERF_GELU = "the activation is GELU with erf"
SMALL_INPUT = {"embed_in|wte": 0.05, "embed_out|lm_head": 2}
# a tied head prefers the token it has just read: large steps hide it
TIED = {
    r"wte|word_embeddings\.weight": 0.5,
    r"c_proj\.weight|dense\.weight|dense_4h_to_h\.weight|out_proj|down_proj": 2,
}
LAST_NORM = {r"ln_f\.weight|norm_f\.weight": 4}


def publish_gpt2(folder):
    """The released names, and the masks that its files carry."""
    mask = torch.tril(torch.ones(POSITIONS, POSITIONS)).view(1, 1, POSITIONS, POSITIONS)
    add(folder, lambda _: {"transformer.h.0.attn.bias": mask})
    rename(folder, (r"^transformer\.", ""))


def publish_bloom(folder):
    rename(folder, (r"^transformer\.", ""))


def neox(**changes):
    sizes = {"vocab_size": 43, "hidden_size": 24, "num_hidden_layers": 2, "num_attention_heads": 3}
    config = {"intermediate_size": 37, "max_position_embeddings": POSITIONS} | NO_SPECIAL_TOKENS
    rope = {"rope_type": "default", "rope_theta": 1000.0, "partial_rotary_factor": 0.5}
    return GPTNeoXForCausalLM(GPTNeoXConfig(rope_parameters=rope, **sizes | config | changes))


def publish_neox(folder):
    extra = {
        "attention.bias": torch.tril(torch.ones(8, 8, dtype=torch.bool)).view(1, 1, 8, 8),
        "attention.masked_bias": torch.tensor(-1e9),
        "attention.rotary_emb.inv_freq": 1000.0 ** (-torch.arange(0, 4, 2) / 4),
    }
    names = [(layer, name) for layer in range(2) for name in extra]
    add(folder, lambda _: {f"gpt_neox.layers.{layer}.{name}": extra[name].clone() for layer, name in names})
    respell(folder, "rope_parameters", "dtype", rotary_pct=0.5, rotary_emb_base=1000, torch_dtype="float32")


@decoder(
    "gpt2-f32-shards", 184, [at_positions], scales=TIED | LAST_NORM, published=publish_gpt2, shard=80_000,
    facts={TANH_GELU: {"activation_function": "gelu"}, "epsilon": {"layer_norm_epsilon": 1e-5}},
)
def gpt2():
    """GPT-2 as released: names without "transformer.", the causal masks stored as attn.bias; two shards with an index."""
    sizes = {"vocab_size": 43, "n_positions": POSITIONS, "n_embd": 24, "n_layer": 3, "n_head": 3}
    return GPT2LMHeadModel(GPT2Config(layer_norm_epsilon=1e-2, **sizes, **NO_SPECIAL_TOKENS))


@decoder(
    "gpt2-bf16", 182, [at_positions], dtype=torch.bfloat16, scales=TIED | LAST_NORM,
    facts={"the activation is ReLU": {"activation_function": "gelu_new"}},
)
def gpt2_relu():
    """ReLU, a feed-forward size of its own, four heads; BF16."""
    sizes = {"vocab_size": 41, "n_positions": POSITIONS, "n_embd": 24, "n_layer": 2, "n_head": 4, "n_inner": 37}
    return GPT2LMHeadModel(GPT2Config(activation_function="relu", **sizes, **NO_SPECIAL_TOKENS))


@decoder(
    "bloom-f32", 237, [by_distance], scales=TIED | LAST_NORM, published=publish_bloom,
    facts={"epsilon": {"layer_norm_epsilon": 1e-5}},
)
def bloom():
    """A norm after the embeddings, fused qkv head by head, three heads (slopes beyond a power of 2); bare names."""
    sizes = {"vocab_size": 43, "hidden_size": 24, "n_layer": 2, "n_head": 3}
    return BloomForCausalLM(BloomConfig(layer_norm_epsilon=1e-3, **sizes, **NO_SPECIAL_TOKENS))


@decoder(
    "bloom-f16", 209, [by_distance], dtype=torch.float16, scales=TIED | LAST_NORM | {"word_embeddings_layernorm": 0.4},
    facts={"epsilon": {"layer_norm_epsilon": 1e-5}},
)
def bloom_prefixed():
    """Four heads, names with "transformer.", as transformers saves it; F16."""
    sizes = {"vocab_size": 37, "hidden_size": 24, "n_layer": 2, "n_head": 4}
    return BloomForCausalLM(BloomConfig(layer_norm_epsilon=1e-2, **sizes, **NO_SPECIAL_TOKENS))


@decoder("mpt-f32", 185, [by_distance], scales=TIED | LAST_NORM, facts={"epsilon": {"layer_norm_epsilon": 1e-5}})
def mpt():
    """ALiBi over six heads, no biases, norms with a weight alone."""
    sizes = {"vocab_size": 43, "d_model": 24, "n_layers": 2, "n_heads": 6, "max_seq_len": POSITIONS}
    return MptForCausalLM(MptConfig(layer_norm_epsilon=1e-3, **sizes, **NO_SPECIAL_TOKENS))


@decoder("mpt-f16", 201, [by_distance], dtype=torch.float16, scales=TIED | LAST_NORM)
def mpt_scaled():
    """A softmax scale of its own, four heads; F16."""
    sizes = {"vocab_size": 37, "d_model": 24, "n_layers": 2, "n_heads": 4, "max_seq_len": POSITIONS}
    return MptForCausalLM(MptConfig(attn_config={"softmax_scale": 0.7}, **sizes, **NO_SPECIAL_TOKENS))


@decoder(
    "gpt-neox-f32", 188, [at_positions], scales=SMALL_INPUT, published=publish_neox,
    facts={ERF_GELU: {"hidden_act": "gelu_new"}, "epsilon": {"layer_norm_eps": 1e-6}},
)
def neox_parallel():
    """Side by side with two norms, 4 of 8 dimensions rotated, qkv head by head; the released names and extra tensors."""
    return neox(layer_norm_eps=1e-5)


@decoder(
    "gpt-neox-f16-sequential",
    191,
    [at_positions],
    dtype=torch.float16,
    scales={"embed_out|lm_head": 3, r"dense\.weight|dense_4h_to_h\.weight": 2},
    facts={
        "one after the other": {"use_parallel_residual": True}, TANH_GELU: {"hidden_act": "gelu"},
        "epsilon": {"layer_norm_eps": 1e-5},
    },
)
def neox_sequential():
    """use_parallel_residual false, tanh GELU; F16."""
    return neox(layer_norm_eps=1e-2, use_parallel_residual=False, hidden_act="gelu_new")


@decoder(
    "gptj-f32", 189, [at_positions], scales=SMALL_INPUT,
    facts={TANH_GELU: {"activation_function": "gelu"}, "epsilon": {"layer_norm_epsilon": 1e-6}},
)
def gptj():
    """Interleaved rotation of 4 of 8 dimensions, one norm side by side, no biases in attention, a head with bias."""
    sizes = {"vocab_size": 43, "n_positions": POSITIONS, "n_embd": 24, "n_layer": 2, "n_head": 3, "n_inner": 37}
    return GPTJForCausalLM(GPTJConfig(rotary_dim=4, **sizes, **NO_SPECIAL_TOKENS))


write_plain_files, tensor_files = topic(__name__)
