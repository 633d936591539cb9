"""BERT and RoBERTa under other names: Megatron-BERT, XLM-RoBERTa-XL, data2vec's text model, BigBird with full attention."""

from transformers import (
    BigBirdConfig, BigBirdForMaskedLM, Data2VecTextConfig, Data2VecTextForMaskedLM, MegatronBertConfig,
    MegatronBertForMaskedLM, XLMRobertaXLConfig, XLMRobertaXLForMaskedLM,
)

from small_encoder_cases import (
    APART, EPSILON, KEY_BIAS, LENGTHS, SIZES, TANH_GELU, absolute, encoder, padding_inside, relative, types,
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


write_plain_files, tensor_files = topic(__name__)
