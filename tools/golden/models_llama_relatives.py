"""Decoders with RMS norms and a gate: layers without positions, neighbours that turn together, a temperature, fused projections."""

import torch
from transformers import (
    Ernie4_5Config,
    Ernie4_5ForCausalLM,
    Gemma2Config,
    Gemma2ForCausalLM,
    GemmaConfig,
    GemmaForCausalLM,
    Glm4Config,
    Glm4ForCausalLM,
    GlmConfig,
    GlmForCausalLM,
    GraniteConfig,
    GraniteForCausalLM,
    HeliumConfig,
    HeliumForCausalLM,
    Ministral3Config,
    Ministral3ForCausalLM,
    Phi3Config,
    Phi3ForCausalLM,
    SeedOssConfig,
    SeedOssForCausalLM,
    SmolLM3Config,
    SmolLM3ForCausalLM,
)

import growing_text
from decoder_cases import at_positions, decoder
from tiny_checkpoints import NO_SPECIAL_TOKENS, topic

SIZES = {
    "vocab_size": 31, "hidden_size": 16, "intermediate_size": 22, "num_hidden_layers": 2, "num_attention_heads": 4,
    "num_key_value_heads": 2, "max_position_embeddings": 96, "rms_norm_eps": 1e-5,
} | NO_SPECIAL_TOKENS
PLAIN = {"rope_type": "default", "rope_theta": 100.0}
# the embeddings are small beside what the layers add, else a tied head repeats the token it has just read
SMALL_INPUT = {"embed_tokens": 0.1, "lm_head": 2}
TIED = {"embed_tokens": 0.5, r"o_proj|down_proj": 2, r"model\.norm\.": 4}
# norms of what a layer adds are large beside the embeddings
SANDWICH = {"embed_tokens": 0.15, r"post_\w+_layernorm": 6, r"model\.norm\.": 12}
# the bias of keys adds the same to a whole row of scores where nothing turns
UNTURNED = r"layers\.1\.self_attn\.k_proj\.bias"


@decoder(
    "smollm3-f32", 211, [at_positions], scales=TIED, inert=UNTURNED,
    facts={"a layer has no positions": {"no_rope_layers": [1, 1]}},
)
def smollm3():
    """The second layer has no positions; biases of attention and of the gate; tied head."""
    biases = {"attention_bias": True, "mlp_bias": True}
    return SmolLM3ForCausalLM(SmolLM3Config(rope_parameters={**PLAIN}, no_rope_layers=[1, 0], **biases, **SIZES))


@decoder("seed-oss-f32", 312, [at_positions], scales=SMALL_INPUT)
def seed_oss():
    """Heads of 6 in a model of 16; biases of query, key and value, none of the output."""
    return SeedOssForCausalLM(SeedOssConfig(head_dim=6, rope_parameters={**PLAIN}, **SIZES))


MULTIPLIERS = {"embedding_multiplier": 3.0, "residual_multiplier": 0.6, "attention_multiplier": 0.7, "logits_scaling": 2.0}


@decoder(
    "granite-f32", 415, [at_positions], scales=SMALL_INPUT,
    facts={f"the {name}": {name: 1.0} for name in MULTIPLIERS},
)
def granite():
    """Embeddings, scores, logits and what each sublayer adds are multiplied; biases of attention and of the gate."""
    biases = {"attention_bias": True, "mlp_bias": True}
    return GraniteForCausalLM(GraniteConfig(rope_parameters={**PLAIN}, **MULTIPLIERS, **biases, **SIZES))


@decoder("helium-f32", 413, [at_positions], scales=SMALL_INPUT)
def helium():
    """Neighbouring channels turn together."""
    return HeliumForCausalLM(HeliumConfig(head_dim=4, rope_parameters={**PLAIN}, **SIZES))


@decoder("ernie4-5-f32", 414, [at_positions], scales=TIED)
def ernie():
    """Neighbouring channels turn together; heads of 6; biases everywhere; tied head."""
    return Ernie4_5ForCausalLM(Ernie4_5Config(head_dim=6, use_bias=True, rope_parameters={**PLAIN}, **SIZES))


@decoder("ministral3-f32", 315, [at_positions], scales=SMALL_INPUT)
def ministral3():
    """YaRN with both mscales; queries grow with every 5 positions."""
    rope = {"rope_type": "yarn", "rope_theta": 1000.0, "factor": 4.0, "original_max_position_embeddings": 5}
    rope |= {"beta_fast": 8.0, "beta_slow": 1.0, "mscale": 1.0, "mscale_all_dim": 1.0, "llama_4_scaling_beta": 0.5}
    return Ministral3ForCausalLM(Ministral3Config(head_dim=8, rope_parameters=rope, **SIZES))


# its `generate` computes the text again when it grows beyond the original length
ALONE = "no greedy text: transformers' generate computes the text again there, with the other list"


@decoder("phi3-f32", 216, [growing_text.cases], scales=SMALL_INPUT, greedy=None, notes=[*growing_text.CONVENTIONS, ALONE])
def phi3():
    """Query, key and value are one matrix, gate and up another; three quarters of each head turn, by LongRoPE: a list of
    factors for texts up to 10 tokens, and one for longer ones."""
    rope = {"rope_type": "longrope", "rope_theta": 100.0, "short_factor": [1.0, 1.1, 1.3], "long_factor": [1.0, 2.0, 3.5]}
    rope |= {"partial_rotary_factor": 0.75, "original_max_position_embeddings": 10}
    sizes = SIZES | {"hidden_size": 32}
    return Phi3ForCausalLM(Phi3Config(rope_parameters=rope, original_max_position_embeddings=10, **sizes))


@decoder("phi3-f16-window", 417, [at_positions], dtype=torch.float16, scales=SMALL_INPUT, facts={"layers have a window": {"sliding_window": None}})
def phi3_window():
    """A window of 5 in every layer; whole heads turn; F16."""
    return Phi3ForCausalLM(Phi3Config(rope_parameters={**PLAIN}, sliding_window=5, **SIZES))


HALF = PLAIN | {"partial_rotary_factor": 0.5}


@decoder("glm-f32", 518, [at_positions], scales=SMALL_INPUT)
def glm():
    """Neighbours turn together in half of each head; gate and up are one matrix; biases of query, key and value."""
    return GlmForCausalLM(GlmConfig(head_dim=8, rope_parameters={**HALF}, **SIZES))


@decoder("glm4-f32", 219, [at_positions], scales=SMALL_INPUT | {r"post_(self_attn|mlp)_layernorm": 2})
def glm4():
    """GLM with a norm behind each sublayer, too; no biases."""
    return Glm4ForCausalLM(Glm4Config(head_dim=8, attention_bias=False, rope_parameters={**HALF}, **SIZES))


@decoder(
    "gemma-f32", 820, [at_positions], scales=TIED | {"embed_tokens": 0.2},
    facts={"the gate is GELU with tanh": {"hidden_act": "gelu"}},
)
def gemma():
    """Norms are stored less 1; embeddings are scaled; one key head of 6; tied head."""
    sizes = SIZES | {"num_key_value_heads": 1}
    return GemmaForCausalLM(GemmaConfig(head_dim=6, rope_parameters={**PLAIN}, **sizes))


@decoder(
    "gemma2-f32", 521, [at_positions], scales=SANDWICH | {"gate_proj": 2},
    facts={
        "the first layer has a window": {"sliding_window": 100},
        "scores are scaled by query_pre_attn_scalar": {"query_pre_attn_scalar": 10},
        "scores are capped": {"attn_logit_softcapping": 50.0},
        "logits are capped": {"final_logit_softcapping": None},
    },
)
def gemma2():
    """Four norms a layer, a window of 5 in the first of two, scores capped at 1 and logits at 5."""
    caps = {"attn_logit_softcapping": 1.0, "final_logit_softcapping": 5.0}
    window = {"sliding_window": 5, "query_pre_attn_scalar": 7}
    return Gemma2ForCausalLM(Gemma2Config(head_dim=6, rope_parameters={**PLAIN}, **SIZES | caps | window))


write_plain_files, tensor_files = topic(__name__)
