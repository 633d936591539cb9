"""Encoder–decoders with BART's layers: Marian, mBART, Pegasus, PLBART, Blenderbot; and UMT5, with T5's."""

import torch
from safetensors.torch import load_file, save_file
from torch import nn
from transformers import (
    BlenderbotConfig, BlenderbotForConditionalGeneration, MarianConfig,
    MarianMTModel, MBartConfig, MBartForConditionalGeneration, PegasusConfig, PegasusForConditionalGeneration,
    PLBartConfig, PLBartForConditionalGeneration, UMT5Config, UMT5ForConditionalGeneration,
)

from small_encoder_decoder_cases import after_padding, cases, encoder_decoder
from tiny_checkpoints import WEIGHTS, topic

SIZES = {
    "vocab_size": 31, "d_model": 16, "encoder_layers": 1, "decoder_layers": 2, "encoder_attention_heads": 2,
    "decoder_attention_heads": 4, "encoder_ffn_dim": 21, "decoder_ffn_dim": 19, "max_position_embeddings": 36,
    "bos_token_id": 0, "pad_token_id": 1, "eos_token_id": None, "forced_eos_token_id": None, "decoder_start_token_id": 2,
}
# text that does not soon repeat itself: small biases, large steps
LIVELY = {
    r"embed_positions|fc1\.weight|fc2\.weight|out_proj\.weight": 1.8, r"[qk]_proj\.weight": 1.2,
    r"encoder_attn\.out_proj": 0.5, r"bias$": 0.4,
}
# tokens that do not repeat what is read: small embeddings, and a large last norm for the tied head
SMALL = LIVELY | {r"shared": 0.3, r"decoder\.layers\.1\.final_layer_norm\.weight": 6}
KEY_BIAS = r"k_proj\.bias"
TANH_GELU = {"the activation is GELU with erf": {"activation_function": "gelu_new"}}
SCALED = {"embeddings are scaled": {"scale_embedding": False}}


def without_sinusoids(folder):
    """Sinusoids are computed where a file has none."""
    tensors = load_file(folder / WEIGHTS)
    kept = {name: tensor for name, tensor in tensors.items() if "embed_positions" not in name}
    save_file(kept, folder / WEIGHTS, metadata={"format": "pt"})


@encoder_decoder(
    "marian-f16", 861, [cases], scales=LIVELY, inert=KEY_BIAS, published=without_sinusoids,
    facts=SCALED | {"the activation is SiLU": {"activation_function": "gelu"}},
)
def marian():
    """Sines in one half, cosines in the other; no norm over the embeddings; answers start with the padding id."""
    own = {"activation_function": "swish", "scale_embedding": True, "decoder_start_token_id": 1, "pad_token_id": 1}
    return MarianMTModel(MarianConfig(decoder_vocab_size=31, **SIZES | own))


@encoder_decoder("mbart-f16", 253, [cases], scales=LIVELY, inert=KEY_BIAS, facts=SCALED | TANH_GELU)
def mbart():
    """Norms before the sublayers, one at the end of each stack and one over its embeddings."""
    return MBartForConditionalGeneration(MBartConfig(scale_embedding=True, activation_function="gelu", **SIZES))


@encoder_decoder(
    "pegasus-f16", 224, [cases], scales=LIVELY, inert=KEY_BIAS, published=without_sinusoids, facts=SCALED, greedy=None,
    notes=["nothing is generated: no seed gave a text without repetition"],
)
def pegasus():
    """Marian's sinusoids with mBART's norms, without the one over the embeddings."""
    return PegasusForConditionalGeneration(PegasusConfig(scale_embedding=True, activation_function="relu", **SIZES))


@encoder_decoder("plbart-f16", 1125, [cases], scales=SMALL, inert=KEY_BIAS, facts=SCALED | TANH_GELU)
def plbart():
    """BART with scaled embeddings."""
    return PLBartForConditionalGeneration(PLBartConfig(scale_embedding=True, activation_function="gelu", **SIZES))


@encoder_decoder("blenderbot-f16", 336, [cases], scales=LIVELY, inert=KEY_BIAS, facts=TANH_GELU)
def blenderbot():
    """Norms before the sublayers; a table of positions without unused rows."""
    config = BlenderbotConfig(scale_embedding=False, activation_function="gelu", **SIZES)
    return BlenderbotForConditionalGeneration(config)


# no 1/√d in T5: a query smaller by √d_kv keeps scores near 1
UNSCALED = {r"Attention\.q\.weight": 1.3 * 8**-0.5, r"Attention\.o\.weight|wo\.weight": 2.5, r"EncDecAttention\.o": 0.4}


@encoder_decoder(
    "umt5-f16", 337, [after_padding], scales=UNSCALED | {"shared": 0.6, r"decoder\.final_layer_norm": 10},
    facts={"the gate is tanh GELU": {"dense_act_fn": "gelu"}, "epsilon": {"layer_norm_epsilon": 1e-6}},
)
def umt5():
    """A table of distances in every layer of both stacks; the output is scaled by d_model^-0.5; a head of its own, as released."""
    sizes = {
        "vocab_size": 31, "d_model": 16, "d_kv": 8, "d_ff": 13, "num_heads": 2, "num_layers": 2, "num_decoder_layers": 2,
        "relative_attention_num_buckets": 8, "relative_attention_max_distance": 11, "layer_norm_epsilon": 1e-2,
        "pad_token_id": 0, "eos_token_id": None, "decoder_start_token_id": 0,
    }
    model = UMT5ForConditionalGeneration(UMT5Config(**sizes))
    model.lm_head.weight = nn.Parameter(torch.empty(31, 16))
    return model


write_plain_files, tensor_files = topic(__name__)
