"""Encoder–decoders: T5 v1.0 and v1.1, T5's encoder alone, BART."""

import torch
from torch import nn
from transformers import BartConfig, BartForConditionalGeneration, T5Config, T5EncoderModel, T5ForConditionalGeneration

import encoder_decoder_cases
import model_cases
from encoder_decoder_cases import absolute, encoder_decoder, greedy, relative
from tiny_checkpoints import add, respell, topic

T5 = {
    "vocab_size": 43,
    "d_model": 24,
    "d_kv": 7,
    "d_ff": 37,
    "num_heads": 3,
    "num_layers": 2,
    "relative_attention_num_buckets": 8,
    "relative_attention_max_distance": 11,
    "layer_norm_epsilon": 1e-2,
    "pad_token_id": 0,
    "eos_token_id": None,
    "decoder_start_token_id": 0,
}
BART = {
    "vocab_size": 41, "d_model": 24, "encoder_layers": 2, "decoder_layers": 2, "encoder_attention_heads": 3,
    "decoder_attention_heads": 4, "encoder_ffn_dim": 37, "decoder_ffn_dim": 29, "max_position_embeddings": 80,
    "bos_token_id": 0, "pad_token_id": 1, "eos_token_id": None, "forced_eos_token_id": None,
    "decoder_start_token_id": 2,
}
# no 1/√d in T5: a query smaller by √d_kv keeps scores near 1
UNSCALED = {r"Attention\.q\.weight": 1.3 * 7**-0.5, r"Attention\.o\.weight|wo\.weight": 2.5, r"EncDecAttention\.o": 0.4}
# text that does not soon repeat itself: small biases, large steps
LIVELY = {
    r"embed_positions|fc1\.weight|fc2\.weight|out_proj\.weight": 1.8, r"[qk]_proj\.weight": 1.2,
    r"encoder_attn\.out_proj": 0.5, r"bias$": 0.4,
}
# small embeddings make BART's fixed epsilon matter; a large last norm makes up for it in the tied head
SMALL_INPUT = {r"shared|embed_positions": 0.05, r"decoder\.layers\.1\.final_layer_norm\.weight": 12} | LIVELY
DERIVED = ("scale_decoder_outputs", "dense_act_fn", "is_gated_act")


def publish_t5(folder):
    """The released files hold the shared embeddings three more times, and configs without the derived fields."""
    shared = ("encoder.embed_tokens.weight", "decoder.embed_tokens.weight", "lm_head.weight")
    add(folder, lambda tensors: {name: tensors["shared.weight"].clone() for name in shared})
    respell(folder, *DERIVED, "tie_word_embeddings")


def publish_t5_gated(folder):
    """tie_word_embeddings false, as released; transformers 5 turns it into scale_decoder_outputs false."""
    respell(folder, *DERIVED, tie_word_embeddings=False)


def encoder_alone(model, folder):
    long, short, _ = encoder_decoder_cases.texts(model)
    pad = model.config.pad_token_id
    return {
        "sentence": model_cases.sentence(model, long), "batch": model_cases.batch(model, long, short, pad),
        "batchLeft": model_cases.batch(model, long, short, pad, left=True), "bare": encoder_decoder_cases.bare(model),
    }


@encoder_decoder(
    "t5-f32",
    149,
    [relative],
    scales=UNSCALED | {"shared": 0.6, r"decoder\.final_layer_norm": 10},
    published=publish_t5,
    facts={
        "the decoder output is scaled": {"scale_decoder_outputs": False},
        "epsilon": {"layer_norm_epsilon": 1e-6},
        "the farthest bucket begins at the maximum distance": {"relative_attention_max_distance": 128},
    },
    greedy=greedy,
)
def t5():
    """v1.0: ReLU, tied head, decoder output times d_model^-0.5; three heads of 7 in a model of 24; 3 and 2 layers."""
    return T5ForConditionalGeneration(
        T5Config(feed_forward_proj="relu", num_decoder_layers=2, **T5 | {"num_layers": 3})
    )


@encoder_decoder(
    "t5-v1.1-f32",
    144,
    [relative],
    scales=UNSCALED | {"lm_head": 2.5},
    published=publish_t5_gated,
    facts={
        "the gate is tanh GELU": {"dense_act_fn": "gelu"},
        "the decoder output is not scaled": {"scale_decoder_outputs": True},
        "epsilon": {"layer_norm_epsilon": 1e-6},
    },
    greedy=greedy,
)
def t5_gated():
    """v1.1: gated tanh GELU and a head of its own, so that the decoder output is not scaled."""
    config = T5Config(feed_forward_proj="gated-gelu", tie_word_embeddings=False, **T5)
    model = T5ForConditionalGeneration(config)
    model.lm_head.weight = nn.Parameter(torch.empty(config.vocab_size, config.d_model))
    return model


@encoder_decoder(
    "t5-f16-encoder", 143, [encoder_alone], dtype=torch.float16, scales=UNSCALED, published=publish_t5_gated,
    facts={"epsilon": {"layer_norm_epsilon": 1e-6}},
)
def t5_encoder():
    """The encoder alone, F16: the bare encoder of a text."""
    return T5EncoderModel(T5Config(feed_forward_proj="gated-gelu", tie_word_embeddings=False, **T5))


@encoder_decoder(
    "bart-f32", 165, [absolute], scales=SMALL_INPUT, inert=r"k_proj\.bias",
    facts={"the activation is GELU with erf": {"activation_function": "gelu_new"}}, greedy=greedy,
)
def bart():
    """Position tables with two more rows, a norm after the embeddings, tied head with final_logits_bias, erf GELU."""
    return BartForConditionalGeneration(BartConfig(scale_embedding=False, activation_function="gelu", **BART))


@encoder_decoder(
    "bart-bf16-scaled", 146, [absolute], dtype=torch.bfloat16, scales=LIVELY, inert=r"k_proj\.bias",
    facts={"embeddings are scaled": {"scale_embedding": False}}, greedy=greedy,
)
def bart_scaled():
    """Embeddings times the root of d_model, ReLU; BF16."""
    return BartForConditionalGeneration(BartConfig(scale_embedding=True, activation_function="relu", **BART))


write_plain_files, tensor_files = topic(__name__)
