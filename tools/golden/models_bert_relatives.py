"""BERT and RoBERTa under other names: Megatron-BERT, XLM-RoBERTa-XL, data2vec's text model, BigBird with full attention, Longformer without global tokens."""

import numpy as np
from transformers import (
    BigBirdConfig, BigBirdForMaskedLM, Data2VecTextConfig, Data2VecTextForMaskedLM, LongformerConfig,
    LongformerForMaskedLM, MegatronBertConfig, MegatronBertForMaskedLM, XLMRobertaXLConfig, XLMRobertaXLForMaskedLM,
)

import model_cases
from small_encoder_cases import (
    APART, EPSILON, KEY_BIAS, LENGTHS, SIZES, TANH_GELU, absolute, bare, encoder,
    padding_inside, relative, texts, types,
)
from tiny_checkpoints import topic


@encoder("megatron-bert-f32", 205, [absolute, types], scales=APART, inert=KEY_BIAS, facts=TANH_GELU | EPSILON)
def megatron_bert():
    """BERT with norms before the sublayers and one at the end; none over the embeddings."""
    return MegatronBertForMaskedLM(MegatronBertConfig(layer_norm_eps=1e-3, **SIZES, **LENGTHS))


@encoder("xlm-roberta-xl-f32", 206, [relative, padding_inside], scales=APART, inert=KEY_BIAS, facts=EPSILON)
def xlm_roberta_xl():
    """RoBERTa with norms before the sublayers and one at the end."""
    config = XLMRobertaXLConfig(layer_norm_eps=1e-3, type_vocab_size=1, **SIZES, **LENGTHS)
    return XLMRobertaXLForMaskedLM(config)


@encoder("data2vec-text-f32", 207, [relative, types], scales=APART, inert=KEY_BIAS, facts=TANH_GELU | EPSILON)
def data2vec_text():
    """RoBERTa's layers."""
    config = Data2VecTextConfig(layer_norm_eps=1e-3, type_vocab_size=2, **SIZES, **LENGTHS)
    return Data2VecTextForMaskedLM(config)


@encoder(
    "big-bird-f32", 208, [absolute, types], scales=APART, inert=f"{KEY_BIAS}|pooler",
    facts=EPSILON | {"embeddings are scaled": {"rescale_embeddings": False}},
)
def big_bird():
    """Full attention; embeddings times the root of the width; GELU with tanh."""
    config = {"attention_type": "original_full", "rescale_embeddings": True, "layer_norm_eps": 1e-3}
    return BigBirdForMaskedLM(BigBirdConfig(**config, **SIZES, **LENGTHS))


def states(model, ids, mask=None):
    """Logits and hidden states: attention maps are bands here, each as wide as the window of its layer."""
    result = model_cases.run(model, input_ids=ids, attention_mask=mask)
    return {"logits": result.logits.numpy(), "hiddenStates": model_cases.layers(result.hidden_states)}


def in_windows(model, folder):
    long, short = texts(model)
    pad = model.config.pad_token_id
    one = states(model, [long])
    found = {"sentence": {"ids": np.asarray(long), "logits": one["logits"][0], "hiddenStates": one["hiddenStates"][:, 0]}}
    for case, left in (("batch", False), ("batchLeft", True)):
        ids, mask = model_cases.padded(long, short, pad, left)
        found[case] = {"ids": np.asarray(ids), "attentionMask": np.uint8(mask), "logits": states(model, ids, mask)["logits"]}
    return found | {"bare": bare(model, folder, long, pad)}


@encoder(
    "longformer-f32", 413, [in_windows, types, padding_inside], scales=APART, inert=f"{KEY_BIAS}|_global|pooler",
    facts=TANH_GELU | EPSILON | {"windows are narrow": {"attention_window": [8, 8]}},
)
def longformer():
    """Windows of two and of four tokens on each side, no global tokens; RoBERTa's layers and positions."""
    config = LongformerConfig(attention_window=[4, 8], layer_norm_eps=1e-3, type_vocab_size=2, **SIZES, **LENGTHS)
    return LongformerForMaskedLM(config)


write_plain_files, tensor_files = topic(__name__)
