"""Decoders with LLaMA's block: layers without positions, neighbours that turn together, a temperature."""

from transformers import (
    Ernie4_5Config,
    Ernie4_5ForCausalLM,
    HeliumConfig,
    HeliumForCausalLM,
    Ministral3Config,
    Ministral3ForCausalLM,
    SeedOssConfig,
    SeedOssForCausalLM,
    SmolLM3Config,
    SmolLM3ForCausalLM,
)

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
# the bias of keys adds the same to a whole row of scores where nothing turns
UNTURNED = r"layers\.1\.self_attn\.k_proj\.bias"


@decoder(
    "smollm3-f32", 211, [at_positions], scales=TIED, inert=UNTURNED,
    facts={"a layer has no positions": {"no_rope_layers": [1, 1]}},
)
def smollm3():
    """The second layer has no positions; biases of attention and of the gate; tied head."""
    biases = {"attention_bias": True, "mlp_bias": True}
    return SmolLM3ForCausalLM(SmolLM3Config(rope_parameters=PLAIN, no_rope_layers=[1, 0], **biases, **SIZES))


@decoder("seed-oss-f32", 212, [at_positions], scales=SMALL_INPUT)
def seed_oss():
    """Heads of 6 in a model of 16; biases of query, key and value, none of the output."""
    return SeedOssForCausalLM(SeedOssConfig(head_dim=6, rope_parameters=PLAIN, **SIZES))


@decoder("helium-f32", 213, [at_positions], scales=SMALL_INPUT)
def helium():
    """Neighbouring channels turn together."""
    return HeliumForCausalLM(HeliumConfig(head_dim=4, rope_parameters=PLAIN, **SIZES))


@decoder("ernie4-5-f32", 214, [at_positions], scales=TIED)
def ernie():
    """Neighbouring channels turn together; heads of 6; biases everywhere; tied head."""
    return Ernie4_5ForCausalLM(Ernie4_5Config(head_dim=6, use_bias=True, rope_parameters=PLAIN, **SIZES))


@decoder("ministral3-f32", 215, [at_positions], scales=SMALL_INPUT)
def ministral3():
    """YaRN with both mscales; queries grow with every 5 positions."""
    rope = {"rope_type": "yarn", "rope_theta": 1000.0, "factor": 4.0, "original_max_position_embeddings": 5}
    rope |= {"beta_fast": 8.0, "beta_slow": 1.0, "mscale": 1.0, "mscale_all_dim": 1.0, "llama_4_scaling_beta": 0.5}
    return Ministral3ForCausalLM(Ministral3Config(head_dim=8, rope_parameters=rope, **SIZES))


write_plain_files, tensor_files = topic(__name__)
