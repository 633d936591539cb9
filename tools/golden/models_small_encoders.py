"""BERT made smaller or taught otherwise: MPNet, ELECTRA's generator, DistilBERT, XLM, FlauBERT."""

from transformers import (
    DistilBertConfig, DistilBertForMaskedLM, ElectraConfig, ElectraForMaskedLM, FlaubertConfig, FlaubertWithLMHeadModel,
    MPNetConfig, MPNetForMaskedLM, XLMConfig, XLMWithLMHeadModel,
)

import model_cases
from small_encoder_cases import (
    APART, EPSILON, KEY_BIAS, LENGTHS, SIZES, TANH_GELU, absolute, encoder, padding_inside, relative, types,
)
from tiny_checkpoints import topic


def long_text(model, folder):
    """Distances beyond the exact buckets."""
    special = [model.config.pad_token_id]
    ids = model_cases.tokens(model.config.vocab_size, model.config.max_position_embeddings - 2, 9, special)
    return {"long": model_cases.with_logits(model, ids)}


@encoder(
    "mpnet-f32", 201, [relative, padding_inside, long_text], scales=APART | {"relative_attention_bias": 1.5}, inert=KEY_BIAS,
    facts=TANH_GELU | EPSILON,
)
def mpnet():
    """A table of positions after the padding, and T5's buckets with one table for all layers; two heads of 8."""
    return MPNetForMaskedLM(MPNetConfig(layer_norm_eps=1e-3, max_position_embeddings=42, **SIZES))


@encoder("electra-f32", 202, [absolute, types], scales=APART, inert=KEY_BIAS, facts=EPSILON)
def electra():
    """The generator: embeddings of size 11, projected once to 16; its head is narrow, too."""
    return ElectraForMaskedLM(ElectraConfig(embedding_size=11, layer_norm_eps=1e-3, **SIZES, **LENGTHS))


@encoder(
    "distilbert-f32", 203, [absolute], scales=APART, inert=KEY_BIAS,
    facts={"the activation is GELU with erf, not tanh": {"activation": "gelu_new"}},
)
def distilbert():
    """No token types; epsilon 1e-12, which its config does not say."""
    sizes = {"vocab_size": 23, "dim": 16, "n_layers": 2, "n_heads": 2, "hidden_dim": 21}
    return DistilBertForMaskedLM(DistilBertConfig(**sizes, **LENGTHS))


XLM = {
    "vocab_size": 23, "emb_dim": 16, "n_layers": 2, "n_heads": 2, "pad_token_id": 2, "bos_token_id": 0, "eos_token_id": 1,
    "layer_norm_eps": 1e-3,
}


@encoder(
    "xlm-f32", 213, [absolute], scales=APART, inert=KEY_BIAS,
    facts=EPSILON | {"the activation is GELU, not ReLU": {"gelu_activation": False}},
)
def xlm():
    """A norm over the embeddings, a head that is one matrix; no languages."""
    return XLMWithLMHeadModel(XLMConfig(**XLM, **LENGTHS))


@encoder(
    "flaubert-f32", 214, [absolute], scales=APART, inert=KEY_BIAS,
    facts=EPSILON | {"the activation is ReLU": {"gelu_activation": True}},
)
def flaubert():
    """XLM's layers, with ReLU."""
    return FlaubertWithLMHeadModel(FlaubertConfig(gelu_activation=False, **XLM, **LENGTHS))


write_plain_files, tensor_files = topic(__name__)
