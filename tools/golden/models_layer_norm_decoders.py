"""Decoders with layer norms: GPT's relatives, and those with LLaMA's names."""

import torch
from transformers import (
    BioGptConfig,
    BioGptForCausalLM,
    CodeGenConfig,
    CodeGenForCausalLM,
    Cohere2Config,
    Cohere2ForCausalLM,
    CohereConfig,
    CohereForCausalLM,
    GPTBigCodeConfig,
    GPTBigCodeForCausalLM,
    GPTNeoConfig,
    GPTNeoForCausalLM,
    OpenAIGPTConfig,
    OpenAIGPTLMHeadModel,
    OPTConfig,
    OPTForCausalLM,
    PhiConfig,
    PhiForCausalLM,
    StableLmConfig,
    StableLmForCausalLM,
    Starcoder2Config,
    Starcoder2ForCausalLM,
)

import decoder_cases
import model_cases
from decoder_cases import at_positions, decoder
from models_llama_relatives import PLAIN, SIZES, SMALL_INPUT, TIED
from tiny_checkpoints import NO_SPECIAL_TOKENS, topic

PLAIN_SIZES = {name: size for name, size in SIZES.items() if name not in ("rms_norm_eps", "num_key_value_heads")}
GPT_SIZES = {"vocab_size": 31, "n_embd": 16, "n_layer": 2, "n_head": 4, "n_positions": 96} | NO_SPECIAL_TOKENS
GPT_TIED = {r"wte|tokens_embed": 0.5, r"wpe|positions_embed": 0.5, "c_proj|out_proj": 2, "ln_f": 3}
GPT_SMALL_INPUT = {"wte": 0.1, "lm_head": 2}
FAIRSEQ_TIED = {"embed_tokens": 0.4, "embed_positions": 0.4, "out_proj|fc2": 2, r"(decoder|biogpt)\.(final_)?layer_norm": 3}
# with norms behind the sums, only the last norm makes logits large
POST = {"tokens": 0.5, r"mlp\.c_proj|fc2": 2, r"1\.(ln_2|final_layer_norm)": 6}
# the bias of keys adds the same to a whole row of scores where nothing turns
KEYS = r"k_proj\.bias"


@decoder(
    "gpt-neo-f32", 231, [at_positions], scales=GPT_TIED,
    facts={"a layer has a window": {"window_size": 100}},
)
def gpt_neo():
    """Scores without a scale; the second layer has a window of 5; no biases of query, key and value."""
    sizes = {"vocab_size": 31, "hidden_size": 16, "num_layers": 2, "num_heads": 4, "max_position_embeddings": 96}
    types = [[["global", "local"], 1]]
    return GPTNeoForCausalLM(GPTNeoConfig(attention_types=types, window_size=5, **sizes, **NO_SPECIAL_TOKENS))


@decoder("gpt-bigcode-f32", 232, [at_positions], scales=GPT_TIED, inert="c_attn.bias")
def bigcode():
    """One key head for all; query, key and value are one matrix."""
    return GPTBigCodeForCausalLM(GPTBigCodeConfig(n_inner=22, **GPT_SIZES))


@decoder(
    "gpt-bigcode-f16-heads", 233, [at_positions], dtype=torch.float16, scales=GPT_TIED, inert="c_attn.bias",
    facts={"scores have no scale": {"scale_attn_weights": True}},
)
def bigcode_heads():
    """Keys of its own for each head, fused head by head; no scale; F16."""
    return GPTBigCodeForCausalLM(GPTBigCodeConfig(n_inner=22, multi_query=False, scale_attn_weights=False, **GPT_SIZES))


@decoder("codegen-f32", 234, [at_positions], scales=GPT_SMALL_INPUT)
def codegen():
    """Fused as [query, value, key] in 4 pieces of two heads; the first 4 channels of 6 turn, neighbours together."""
    sizes = GPT_SIZES | {"n_embd": 48, "n_head": 8, "n_layer": 1}
    return CodeGenForCausalLM(CodeGenConfig(rotary_dim=4, n_inner=22, n_ctx=96, **sizes))


@decoder(
    "openai-gpt-f32", 235, [at_positions], scales=POST, inert="c_attn.bias",
    facts={"its gelu is the one with tanh": {"afn": "silu"}},
)
def openai():
    """Norms behind the sums, none at the end; matrices stored as [in, out]."""
    return OpenAIGPTLMHeadModel(OpenAIGPTConfig(**GPT_SIZES))


@decoder("phi-f32", 336, [at_positions], scales=SMALL_INPUT)
def phi():
    """One norm for attention and mlp side by side; half of each head turns; a head with a bias."""
    sizes = PLAIN_SIZES | {"num_key_value_heads": 4, "hidden_size": 32}
    return PhiForCausalLM(PhiConfig(rope_parameters=PLAIN | {"partial_rotary_factor": 0.5}, **sizes))


@decoder(
    "starcoder2-f32", 1537, [at_positions], scales=TIED | {r"c_proj": 2},
    facts={"layers have a window": {"sliding_window": None}},
)
def starcoder2():
    """Layer norms, no gate, biases everywhere, a window of 5, tied head."""
    sizes = PLAIN_SIZES | {"num_key_value_heads": 2}
    return Starcoder2ForCausalLM(Starcoder2Config(sliding_window=5, rope_parameters={**PLAIN}, **sizes))


QUARTER = PLAIN | {"partial_rotary_factor": 0.25}


@decoder("stablelm-f32", 1038, [at_positions], scales=SMALL_INPUT)
def stablelm():
    """Layer norms and a gate; a quarter of each head turns; biases of query, key and value."""
    sizes = PLAIN_SIZES | {"num_attention_heads": 2, "num_key_value_heads": 1, "hidden_size": 32}
    return StableLmForCausalLM(StableLmConfig(use_qkv_bias=True, rope_parameters={**QUARTER}, **sizes))


@decoder("stablelm-f16-parallel", 439, [at_positions], dtype=torch.float16, scales=SMALL_INPUT)
def stablelm_parallel():
    """Attention and mlp side by side behind one norm; F16."""
    sizes = PLAIN_SIZES | {"num_attention_heads": 2, "num_key_value_heads": 2, "hidden_size": 32}
    return StableLmForCausalLM(StableLmConfig(use_parallel_residual=True, rope_parameters={**QUARTER}, **sizes))


@decoder("cohere-f32", 240, [at_positions], scales=TIED, facts={"logits are scaled": {"logit_scale": 1.0}})
def cohere():
    """Layer norms without a bias; attention and mlp side by side; neighbours turn together; scaled logits."""
    sizes = PLAIN_SIZES | {"num_key_value_heads": 2}
    return CohereForCausalLM(CohereConfig(logit_scale=0.7, rope_parameters={**PLAIN}, **sizes))


@decoder(
    "cohere2-f32", 241, [at_positions], scales=TIED,
    facts={"layers that turn have a window": {"sliding_window": 100}},
)
def cohere2():
    """The first layer turns and has a window of 5, the second has no positions."""
    sizes = PLAIN_SIZES | {"num_key_value_heads": 2}
    types = ["sliding_attention", "full_attention"]
    config = Cohere2Config(logit_scale=0.7, sliding_window=5, layer_types=types, rope_parameters={**PLAIN}, **sizes)
    return Cohere2ForCausalLM(config)


def by_mask(model, folder):
    """Where no positions are given, the mask counts them."""
    long, short = decoder_cases.texts(model)
    counted = model_cases.batch(model, long, short, 0, left=True)
    return at_positions(model, folder) | {"batchCounted": counted}


OPT_SIZES = {name: size for name, size in PLAIN_SIZES.items() if name != "intermediate_size"} | {"ffn_dim": 22}


@decoder("opt-f32", 3442, [by_mask], scales=FAIRSEQ_TIED, inert=KEYS)
def opt():
    """A table that begins with two unused rows, positions counted by the mask; ReLU; tied head."""
    return OPTForCausalLM(OPTConfig(word_embed_proj_dim=16, **OPT_SIZES))


@decoder("opt-f16-post", 243, [by_mask], dtype=torch.float16, scales=POST, inert=KEYS)
def opt_post():
    """Norms behind the sums, none at the end, as in the model of 350 million; F16."""
    return OPTForCausalLM(OPTConfig(word_embed_proj_dim=16, do_layer_norm_before=False, **OPT_SIZES))


@decoder("biogpt-f32", 1244, [at_positions], scales=FAIRSEQ_TIED | {"embed_tokens": 0.15, "fc1": 2, r"\.fc2": 3}, inert=KEYS)
def biogpt():
    """Scaled embeddings, a table that begins with two unused rows, GELU; its norms do not read the epsilon."""
    return BioGptForCausalLM(BioGptConfig(layer_norm_eps=1e-3, **PLAIN_SIZES))


write_plain_files, tensor_files = topic(__name__)
