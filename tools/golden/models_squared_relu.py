"""Decoders with LLaMA's names and an mlp without a gate: squared ReLU."""

from transformers import (
    ArceeConfig,
    ArceeForCausalLM,
    Jais2Config,
    Jais2ForCausalLM,
    NanoChatConfig,
    NanoChatForCausalLM,
    NemotronConfig,
    NemotronForCausalLM,
)

from decoder_cases import at_positions, decoder
from models_llama_relatives import PLAIN, SIZES, SMALL_INPUT
from tiny_checkpoints import topic

EPSILON = 1e-2
LAYER_NORM_SIZES = {name: size for name, size in SIZES.items() if name != "rms_norm_eps"}


@decoder("arcee-f32", 361, [at_positions], scales=SMALL_INPUT, facts={"squared ReLU": {"hidden_act": "relu"}})
def arcee():
    """RMS norms; heads of 6."""
    return ArceeForCausalLM(ArceeConfig(head_dim=6, rope_parameters={**PLAIN}, **SIZES))


@decoder(
    "nemotron-f32", 962, [at_positions], scales=SMALL_INPUT,
    facts={"epsilon is the config's": {"norm_eps": 1e-5}, "squared ReLU": {"hidden_act": "relu"}},
)
def nemotron():
    """Layer norms, stored less 1; half of each head turns; biases of attention and of the mlp."""
    biases = {"attention_bias": True, "mlp_bias": True}
    rope = PLAIN | {"partial_rotary_factor": 0.5}
    return NemotronForCausalLM(NemotronConfig(head_dim=8, norm_eps=EPSILON, rope_parameters=rope, **biases, **LAYER_NORM_SIZES))


@decoder("jais2-f32", 1263, [at_positions], scales=SMALL_INPUT | {"bias": 0.3}, facts={"epsilon is the config's": {"layer_norm_eps": 1e-5}})
def jais2():
    """Layer norms and biases everywhere."""
    return Jais2ForCausalLM(Jais2Config(layer_norm_eps=EPSILON, rope_parameters={**PLAIN}, **LAYER_NORM_SIZES))


@decoder(
    "nanochat-f32", 564, [at_positions],
    facts={"logits are capped": {"final_logit_softcapping": None}, "epsilon is the config's": {"rms_norm_eps": 1e-5}},
)
def nanochat():
    """Norms without weights, over the embeddings too; queries and keys turn the other way and are normed then; logits capped at 3."""
    sizes = SIZES | {"rms_norm_eps": EPSILON}
    return NanoChatForCausalLM(NanoChatConfig(final_logit_softcapping=3.0, rope_parameters={**PLAIN}, **sizes))


write_plain_files, tensor_files = topic(__name__)
