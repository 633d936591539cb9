"""Decoders with LLaMA's names and other norms: without weights, or behind the sublayers alone, with norms of queries and keys."""

from transformers import (
    Exaone4Config,
    Exaone4ForCausalLM,
    Olmo2Config,
    Olmo2ForCausalLM,
    Olmo3Config,
    Olmo3ForCausalLM,
    OlmoConfig,
    OlmoForCausalLM,
)

from decoder_cases import at_positions, decoder
from models_llama_relatives import PLAIN, SIZES, SMALL_INPUT
from tiny_checkpoints import topic

# sharper attention
BEHIND = SMALL_INPUT | {r"[qk]_norm": 1.7}
WITHOUT_EPSILON = {name: size for name, size in SIZES.items() if name != "rms_norm_eps"}
KINDS = ["sliding_attention", "full_attention"]
EPSILON = {"epsilon is the config's": {"rms_norm_eps": 1e-2}}


@decoder("olmo-f32", 551, [at_positions], scales=SMALL_INPUT)
def olmo():
    """Layer norms without weights and biases; biases of attention."""
    return OlmoForCausalLM(OlmoConfig(attention_bias=True, rope_parameters={**PLAIN}, **WITHOUT_EPSILON))


@decoder("olmo2-f32", 252, [at_positions], scales=BEHIND, facts=EPSILON)
def olmo2():
    """Norms behind the sublayers alone; queries and keys are normed over all heads together."""
    return Olmo2ForCausalLM(Olmo2Config(rope_parameters={**PLAIN}, **SIZES))


@decoder(
    "olmo3-f32", 253, [at_positions], scales=BEHIND, facts={"the first layer has a window": {"sliding_window": 100}},
)
def olmo3():
    """OLMo 2 with a window of 5 in the first layer of two; the second is scaled by YaRN."""
    scaled = {"rope_type": "yarn", "rope_theta": 1000.0, "factor": 4.0, "original_max_position_embeddings": 24}
    scaled |= {"beta_fast": 8.0, "beta_slow": 1.0}
    rope = {"sliding_attention": {**PLAIN}, "full_attention": scaled}
    window = {"sliding_window": 5, "layer_types": KINDS}
    return Olmo3ForCausalLM(Olmo3Config(rope_parameters=rope, **window, **SIZES))


@decoder(
    "exaone4-f32", 354, [at_positions], scales=BEHIND,
    facts={"the first layer has a window": {"sliding_window": 100}},
)
def exaone4():
    """Norms behind the sublayers, of each head's queries and keys too; the first layer of two turns and has a window of 5."""
    window = {"sliding_window": 5, "layer_types": KINDS}
    return Exaone4ForCausalLM(Exaone4Config(rope_parameters={**PLAIN}, **window, **SIZES))


@decoder("exaone4-f32-full", 255, [at_positions], scales=BEHIND)
def exaone4_full():
    """Without a window all layers turn, as in the model of 1.2 billion; heads of 6; tied head."""
    full = {"sliding_window": None, "layer_types": ["full_attention"] * 2, "head_dim": 6, "tie_word_embeddings": True}
    return Exaone4ForCausalLM(Exaone4Config(rope_parameters={**PLAIN}, **full, **SIZES))


write_plain_files, tensor_files = topic(__name__)
