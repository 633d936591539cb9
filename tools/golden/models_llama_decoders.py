"""LLaMA's graph: its RoPE scalings, Vicuna's and Alpaca's added token, Mistral, Qwen2, Qwen3."""

import torch
from transformers import (
    LlamaConfig, LlamaForCausalLM, MistralConfig, MistralForCausalLM, Qwen2Config, Qwen2ForCausalLM, Qwen3Config,
    Qwen3ForCausalLM,
)

import growing_text
from decoder_cases import at_positions, decoder
from tiny_checkpoints import NO_SPECIAL_TOKENS, add, respell, topic

SIZES = {
    "vocab_size": 43, "hidden_size": 24, "num_hidden_layers": 2, "num_attention_heads": 6, "num_key_value_heads": 2,
    "intermediate_size": 37, "max_position_embeddings": 96, "rms_norm_eps": 1e-5,
} | NO_SPECIAL_TOKENS
# embeddings so small that epsilon matters; later layers make up for it
SMALL_INPUT = {"embed_tokens": 0.05, "lm_head": 2}
# a tied head prefers the token it has just read: large steps hide it
TIED = {"embed_tokens": 0.5, r"o_proj|down_proj": 2, r"model\.norm\.": 4}
EPSILON = {"epsilon is the config's": {"rms_norm_eps": 1e-6}}
VICUNA = {
    "rope_scaling": {"type": "linear", "factor": 4.0}, "torch_dtype": "float32", "pad_token_id": 40,
    "transformers_version": "4.31.0",
}


def llama(scaling, **changes):
    return LlamaForCausalLM(LlamaConfig(rope_parameters=scaling, **SIZES | {"head_dim": 8} | changes))


def publish_vicuna(folder):
    """The spelling of the first LLaMA conversions: rope_scaling with "type", inverse frequencies in every layer."""
    frequencies = 10000.0 ** (-torch.arange(0, 4, 2) / 4)
    add(folder, lambda _: {f"model.layers.{i}.self_attn.rotary_emb.inv_freq": frequencies.clone() for i in range(2)})
    respell(folder, "rope_parameters", "head_dim", "dtype", **VICUNA)


def publish_alpaca(folder):
    """A config of the spring of 2023, before grouping, bases and scalings had fields."""
    later = (
        "num_key_value_heads", "rope_parameters", "head_dim", "attention_bias", "mlp_bias", "pretraining_tp", "dtype",
    )
    version = {"torch_dtype": "float16", "transformers_version": "4.27.1"}
    respell(folder, *later, "attention_dropout", "tie_word_embeddings", pad_token_id=42, **version)


def publish_v4(folder):
    """rope_theta and rope_scaling apart, torch_dtype: as transformers 4 wrote it."""
    scaling = {"rope_type": "yarn", "factor": 4.0, "original_max_position_embeddings": 24}
    scaling |= {"beta_fast": 8.0, "beta_slow": 1.0}
    respell(folder, "rope_parameters", "dtype", rope_theta=1000.0, rope_scaling=scaling, torch_dtype="bfloat16")


@decoder("llama-f32-llama3", 161, [at_positions], scales=SMALL_INPUT, facts=EPSILON)
def llama3():
    """Grouped heads of 8 (24/6 is 4); RoPE scaled as in Llama 3.1: all three ranges of frequencies occur."""
    rope = {"rope_type": "llama3", "rope_theta": 500.0, "factor": 8.0, "original_max_position_embeddings": 24}
    return llama(rope | {"low_freq_factor": 1.0, "high_freq_factor": 4.0})


@decoder("llama-bf16-yarn", 162, [at_positions], dtype=torch.bfloat16, scales=TIED, published=publish_v4)
def llama_yarn():
    """YaRN with its attention factor, spelled as before transformers 5; tied head; BF16."""
    rope = {"rope_type": "yarn", "rope_theta": 1000.0, "factor": 4.0, "original_max_position_embeddings": 24}
    return llama(rope | {"beta_fast": 8.0, "beta_slow": 1.0}, tie_word_embeddings=True)


@decoder(
    "llama-f32-dynamic", 163, [growing_text.cases], scales=SMALL_INPUT, greedy=growing_text.greedy,
    notes=growing_text.CONVENTIONS,
)
def llama_dynamic():
    """Dynamic NTK: the text is longer than max_position_embeddings."""
    return llama({"rope_type": "dynamic", "rope_theta": 10000.0, "factor": 2.0}, max_position_embeddings=8)


@decoder(
    "llama-f32-longrope", 164, [growing_text.cases], scales=SMALL_INPUT, greedy=growing_text.greedy,
    notes=growing_text.CONVENTIONS,
)
def llama_long():
    """LongRoPE: a list of factors for texts up to the original length, 10, and one for longer texts."""
    lists = {"short_factor": [1.0, 1.1, 1.3, 1.5], "long_factor": [1.0, 2.0, 3.5, 5.0]}
    rope = {"rope_type": "longrope", "rope_theta": 10000.0, "factor": 9.6, "original_max_position_embeddings": 10}
    return llama(rope | lists)


@decoder("vicuna-f32", 166, [at_positions], scales=SMALL_INPUT, published=publish_vicuna, facts=EPSILON)
def vicuna():
    """LLaMA with one token added for padding, linear scaling, and tensors of frequencies that nobody needs."""
    rope = {"rope_type": "linear", "rope_theta": 10000.0, "factor": 4.0}
    model = LlamaForCausalLM(LlamaConfig(rope_parameters=rope, **SIZES | {"vocab_size": 40, "num_key_value_heads": 6}))
    model.resize_token_embeddings(41, mean_resizing=False)
    return model


@decoder(
    "alpaca-f16", 172, [at_positions], dtype=torch.float16, scales=SMALL_INPUT, published=publish_alpaca,
    facts={"epsilon is the config's": {"rms_norm_eps": 1e-5}},
)
def alpaca():
    """LLaMA 1 with one token added for padding: no grouping, epsilon 1e-6, F16."""
    sizes = SIZES | {"vocab_size": 42, "num_key_value_heads": 6, "rms_norm_eps": 1e-6}
    model = LlamaForCausalLM(LlamaConfig(rope_parameters={"rope_type": "default", "rope_theta": 10000.0}, **sizes))
    model.resize_token_embeddings(43, mean_resizing=False)
    return model


@decoder(
    "mistral-f32", 171, [at_positions], scales=SMALL_INPUT, facts={"layers have a window": {"sliding_window": None}}
)
def mistral():
    """Every layer sees a window of 5 tokens."""
    rope = {"rope_type": "default", "rope_theta": 1000.0}
    return MistralForCausalLM(MistralConfig(sliding_window=5, head_dim=8, rope_parameters=rope, **SIZES))


@decoder("qwen2-f32", 174, [at_positions], scales=TIED)
def qwen2():
    """Biases of query, key and value, none of the output; tied head."""
    rope = {"rope_type": "default", "rope_theta": 1000.0}
    return Qwen2ForCausalLM(Qwen2Config(tie_word_embeddings=True, rope_parameters=rope, **SIZES))


@decoder("qwen3-f32", 172, [at_positions], scales=TIED)
def qwen3():
    """Norms of queries and keys, grouped heads of 10 in a model of 24, tied head."""
    rope = {"rope_type": "default", "rope_theta": 1000.0}
    return Qwen3ForCausalLM(Qwen3Config(head_dim=10, tie_word_embeddings=True, rope_parameters=rope, **SIZES))


write_plain_files, tensor_files = topic(__name__)
