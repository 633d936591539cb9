"""Encoders that turn queries and keys: RoFormer, Nomic BERT, EuroBERT, ESM; and ESM with a table of positions."""

import re

from safetensors.torch import load_file, save_file
from transformers import (
    EsmConfig, EsmForMaskedLM, EuroBertConfig, EuroBertForMaskedLM, NomicBertConfig, NomicBertForMaskedLM, RoFormerConfig,
    RoFormerForMaskedLM,
)

from small_encoder_cases import APART, EPSILON, KEY_BIAS, LENGTHS, SIZES, TANH_GELU, absolute, encoder, relative, types
from tiny_checkpoints import WEIGHTS, topic

ESM = SIZES | LENGTHS | {"mask_token_id": 21, "pad_token_id": 1}


def without_angles(folder):
    """Sinusoids and frequencies are computed where a file has none."""
    tensors = load_file(folder / WEIGHTS)
    kept = {name: tensor for name, tensor in tensors.items() if not re.search("embed_positions|inv_freq", name)}
    save_file(kept, folder / WEIGHTS, metadata={"format": "pt"})


@encoder(
    "roformer-f32", 212, [absolute, types], scales=APART, inert=KEY_BIAS, published=without_angles,
    facts=TANH_GELU | EPSILON | {"values are turned, too": {"rotary_value": False}},
)
def roformer():
    """Neighbouring channels turn, those of values as well, so that padding on the left counts; embeddings of size 11."""
    config = {"embedding_size": 11, "rotary_value": True, "layer_norm_eps": 1e-3}
    return RoFormerForMaskedLM(RoFormerConfig(**config, **SIZES, **LENGTHS))


@encoder(
    "nomic-bert-f32", 204, [relative, types], scales=APART,
    facts=EPSILON | {"the gate is SiLU, not GELU": {"hidden_act": "gelu"}},
)
def nomic_bert():
    """Halves of heads turn with base 1000 in BERT's block; SwiGLU."""
    return NomicBertForMaskedLM(NomicBertConfig(layer_norm_eps=1e-3, **SIZES, **LENGTHS))


@encoder("eurobert-f32", 209, [relative], scales=APART, facts={"the config's epsilon": {"rms_norm_eps": 1e-9}})
def eurobert():
    """LLaMA's layers without a causal mask, two heads that share one key; a head of its own."""
    config = {
        "num_key_value_heads": 1, "head_dim": 8, "rms_norm_eps": 1e-2, "pad_token_id": 0, "bos_token_id": 1,
        "eos_token_id": 2,
    }
    return EuroBertForMaskedLM(EuroBertConfig(**config, **SIZES, **LENGTHS))


@encoder(
    "esm-f32", 210, [relative], scales=APART, inert=f"{KEY_BIAS}|contact_head", published=without_angles,
    facts=EPSILON | {"embeddings are scaled where none is masked": {"token_dropout": False}},
)
def esm():
    """As released: rotary, masked tokens dropped in training, no norm over the embeddings."""
    own = {"position_embedding_type": "rotary", "token_dropout": True, "emb_layer_norm_before": False}
    return EsmForMaskedLM(EsmConfig(layer_norm_eps=1e-3, **own, **ESM))


@encoder("esm-f32-absolute", 211, [relative], scales=APART, inert=f"{KEY_BIAS}|contact_head", facts=EPSILON)
def esm_absolute():
    """ESM-1b: a table of positions after the padding, a norm over the embeddings."""
    own = {"position_embedding_type": "absolute", "token_dropout": False, "emb_layer_norm_before": True}
    return EsmForMaskedLM(EsmConfig(layer_norm_eps=1e-3, **own, **ESM))


write_plain_files, tensor_files = topic(__name__)
