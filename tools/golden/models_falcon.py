"""Falcon: 7B, 40B and 11B with RoPE, RW with ALiBi."""

import contextlib
import functools

import torch
from transformers import FalconConfig, FalconForCausalLM
from transformers.models.falcon import modeling_falcon

import decoder_cases
from decoder_cases import at_positions, decoder
from golden_file import require_close
from tiny_checkpoints import NO_SPECIAL_TOKENS, respell, topic

POSITIONS = 96
ROPE = {"rope_parameters": {"rope_type": "default", "rope_theta": 1000.0}}
# a tied head prefers the token it has just read: large steps hide it
TIED = {r"word_embeddings": 0.5, r"dense\.weight|dense_4h_to_h\.weight": 2, r"ln_f\.weight": 4}
FACTS = {"the activation is GELU with erf": {"activation": "gelu_new"}, "epsilon": {"layer_norm_epsilon": 1e-5}}
WHOLE_ALIBI = modeling_falcon.build_alibi_tensor
RW_NOTES = [
    "Falcon rounds the slope to bfloat16, then slope · place of the key, and divides by √headDim after",
    "logits: equal to sdpa attention of transformers within 1e-4; its eager attention adds ALiBi twice",
]


def falcon(**changes):
    sizes = {"vocab_size": 43, "hidden_size": 24, "num_hidden_layers": 2, "max_position_embeddings": POSITIONS}
    return FalconForCausalLM(FalconConfig(**sizes | {"layer_norm_epsilon": 1e-3} | NO_SPECIAL_TOKENS | changes))


def publish(folder):
    """The released config names no base of 10000 and none of the sizes that follow from others."""
    respell(folder, "ffn_hidden_size", "num_ln_in_parallel_attn", "activation", "rope_parameters", rope_theta=1000.0)


@contextlib.contextmanager
def alibi_times(factor):
    """transformers 5.23 adds ALiBi twice in eager attention, inside the mask and again to the scores.

    Half of it, which is exact, makes it once; `rw_cases` compares with the other attention, which adds it once.
    """
    before = modeling_falcon.build_alibi_tensor
    modeling_falcon.build_alibi_tensor = lambda *given, **named: WHOLE_ALIBI(*given, **named) * factor
    try:
        yield
    finally:
        modeling_falcon.build_alibi_tensor = before


@torch.no_grad()
def rw_cases(model, folder):
    cases = decoder_cases.by_distance(model, folder)
    model.config._attn_implementation = "sdpa"
    with alibi_times(1):
        logits = model(input_ids=torch.tensor(cases["sentence"]["ids"])[None], use_cache=False).logits[0].numpy()
    model.config._attn_implementation = "eager"
    require_close(
        "Falcon with ALiBi: half of it in eager attention, all of it in sdpa", cases["sentence"]["logits"], logits, 1e-4
    )
    return cases


@decoder("falcon-7b-f32", 203, [at_positions], scales=TIED, published=publish, facts=FACTS)
def falcon_7b():
    """Attention and feed-forward side by side after one norm, one key and value for three heads, RoPE."""
    return falcon(num_attention_heads=3, **ROPE)


@decoder("falcon-40b-f32", 203, [at_positions], scales=TIED, published=publish, facts=FACTS)
def falcon_40b():
    """Two norms side by side, six heads in two groups whose qkv are interleaved, RoPE."""
    return falcon(num_attention_heads=6, num_kv_heads=2, new_decoder_architecture=True, **ROPE)


@decoder("falcon-11b-f16", 204, [at_positions], dtype=torch.float16, scales=TIED, facts=FACTS)
def falcon_11b():
    """The grouped layout with one norm, a feed-forward size of its own and an untied head; F16."""
    sizes = {"num_attention_heads": 6, "num_kv_heads": 3, "ffn_hidden_size": 37, "num_ln_in_parallel_attn": 1}
    return falcon(new_decoder_architecture=True, tie_word_embeddings=False, **sizes, **ROPE)


@decoder(
    "falcon-rw-f32", 221, [rw_cases], scales=TIED, facts=FACTS, around=functools.partial(alibi_times, 0.5),
    notes=RW_NOTES,
)
def falcon_rw(heads=8):
    """One after the other with two norms, biases, ALiBi before the scale, qkv head by head; slopes are powers of 2."""
    config = {"alibi": True, "multi_query": False, "parallel_attn": False, "bias": True}
    return falcon(num_attention_heads=heads, **config)


@decoder(
    "falcon-rw-f32-rounded", 208, [rw_cases], scales=TIED, around=functools.partial(alibi_times, 0.5), notes=RW_NOTES
)
def falcon_rw_rounded():
    """Falcon RW with twelve heads: four slopes, and their multiples, are rounded to bfloat16."""
    return falcon_rw(heads=12)


write_plain_files, tensor_files = topic(__name__)
