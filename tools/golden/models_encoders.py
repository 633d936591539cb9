"""Encoders whose positions are added to the input: BERT, RoBERTa, ERNIE, ALBERT."""

from functools import partial

import torch
from transformers import (
    AlbertConfig, AlbertForMaskedLM, AlbertForPreTraining, BertConfig, BertForMaskedLM, BertForPreTraining, BertModel,
    ErnieConfig, ErnieForMaskedLM, ErnieForPreTraining, RobertaConfig, RobertaForMaskedLM,
)
from transformers.models.roberta.modeling_roberta import RobertaPooler

from encoder_cases import absolute, encoder, padding_inside, types
from tiny_checkpoints import rename, respell, topic

HEADS = r"seq_relationship|sop_classifier"
KEY_BIAS = r"\bkey\.bias"
TANH_GELU = {"the activation is GELU with erf, not tanh": {"hidden_act": "gelu_new"}}
EPSILON = {"the config's epsilon, not 1e-12": {"layer_norm_eps": 1e-12}}
# sharper attention and smaller steps: tokens stay different through many applications of the same weights
APART = {r"query\.weight|key\.weight": 1.2, r"attention\.dense\.weight|attention\.output\.dense\.weight": 0.7}
SHARED = {
    "word_embeddings": 1.8, r"query\.weight|key\.weight": 1.2, r"attention\.dense\.weight|ffn_output\.weight": 0.35,
}
SIZES = {"hidden_size": 24, "num_hidden_layers": 2, "num_attention_heads": 3, "intermediate_size": 37}
LENGTHS = {"max_position_embeddings": 40}


def masked_lm(name):
    """The architecture that published configs name, although the weights hold more heads."""
    return lambda folder: respell(folder, architectures=[name])


def publish_old_names(folder):
    rename(folder, (r"LayerNorm\.weight", "LayerNorm.gamma"), (r"LayerNorm\.bias", "LayerNorm.beta"))


@encoder(
    "bert-f32", 101, [absolute, types], BertForMaskedLM, scales=APART, inert=f"{HEADS}|{KEY_BIAS}",
    published=masked_lm("BertForMaskedLM"), facts=TANH_GELU | EPSILON,
)
def bert():
    """Two token types, a pooler and a head for the next sentence, which the masked language model ignores."""
    return BertForPreTraining(BertConfig(vocab_size=41, layer_norm_eps=1e-3, type_vocab_size=2, **SIZES, **LENGTHS))


@encoder(
    "bert-bf16-gamma-beta", 102, [absolute, types], scales=APART, dtype=torch.bfloat16, inert=KEY_BIAS,
    published=publish_old_names, facts={"the activation is ReLU": {"hidden_act": "gelu"}},
)
def bert_old_names():
    """LayerNorm's tensors called gamma and beta, as in the first BERT checkpoints; epsilon 1e-12, ReLU, BF16."""
    return BertForMaskedLM(BertConfig(vocab_size=37, type_vocab_size=3, hidden_act="relu", **SIZES, **LENGTHS))


@encoder("bert-f32-bare", 103, [absolute], scales=APART, inert=KEY_BIAS, facts=EPSILON)
def bert_bare():
    """An encoder for sentences: no head, names without the prefix "bert.", a pooler."""
    return BertModel(BertConfig(vocab_size=43, layer_norm_eps=1e-2, **SIZES, **LENGTHS))


@encoder(
    "roberta-f32", 104, [absolute, padding_inside], RobertaForMaskedLM, scales=APART, inert=KEY_BIAS,
    facts=TANH_GELU | EPSILON,
)
def roberta():
    """Rows of the position table start after the padding id; one token type, as released; a pooler beside the head."""
    config = RobertaConfig(vocab_size=43, type_vocab_size=1, layer_norm_eps=1e-3, **SIZES, **LENGTHS)
    model = RobertaForMaskedLM(config)
    model.roberta.pooler = RobertaPooler(config)
    return model


@encoder(
    "roberta-f16-types", 105, [absolute, types, padding_inside], scales=APART, dtype=torch.float16, inert=KEY_BIAS,
    facts=TANH_GELU | EPSILON,
)
def roberta_types():
    """Padding id 3, so that positions start at 4; two token types; F16."""
    config = {"vocab_size": 39, "type_vocab_size": 2, "pad_token_id": 3, "layer_norm_eps": 1e-2}
    return RobertaForMaskedLM(RobertaConfig(**config, **SIZES, **LENGTHS))


@encoder(
    "ernie-f32-tasks", 106, [absolute, partial(types, tasks=3)], ErnieForMaskedLM, scales=APART,
    inert=f"{HEADS}|{KEY_BIAS}", published=masked_lm("ErnieForMaskedLM"), facts=TANH_GELU,
)
def ernie():
    """Token types and task types, epsilon 1e-5 like the released ones with task types, a pooler."""
    config = {"vocab_size": 41, "type_vocab_size": 4, "task_type_vocab_size": 3, "use_task_id": True}
    return ErnieForPreTraining(ErnieConfig(**config, layer_norm_eps=1e-5, **SIZES, **LENGTHS))


@encoder(
    "ernie-f32", 107, [absolute, types], scales=APART, inert=KEY_BIAS,
    facts={"the activation is ReLU": {"hidden_act": "gelu"}} | EPSILON,
)
def ernie_without_tasks():
    """use_task_id false: no table of tasks."""
    return ErnieForMaskedLM(ErnieConfig(vocab_size=37, layer_norm_eps=1e-2, hidden_act="relu", **SIZES, **LENGTHS))


@encoder(
    "albert-f32", 108, [absolute, types], AlbertForMaskedLM, scales=SHARED, inert=f"{HEADS}|{KEY_BIAS}",
    published=masked_lm("AlbertForMaskedLM"),
    facts={"the activation is GELU with tanh, not erf": {"hidden_act": "gelu"}} | EPSILON,
)
def albert():
    """Four layers that share one set of weights; embeddings of size 11 mapped once to 24; tanh GELU."""
    sizes = SIZES | {"num_hidden_layers": 4}
    return AlbertForPreTraining(AlbertConfig(vocab_size=47, embedding_size=11, layer_norm_eps=1e-3, **sizes, **LENGTHS))


@encoder(
    "albert-f32-groups", 109, [absolute, types], scales=SHARED, inert=KEY_BIAS, facts=TANH_GELU,
    notes=["hiddenStates and attentions: one entry for every application of an inner layer, 8 of them"],
)
def albert_groups():
    """Two groups for four layers, each of two inner layers: eight applications of four sets of weights."""
    sizes = SIZES | {"num_hidden_layers": 4, "num_hidden_groups": 2, "inner_group_num": 2}
    return AlbertForMaskedLM(AlbertConfig(vocab_size=31, embedding_size=8, hidden_act="gelu", **sizes, **LENGTHS))


write_plain_files, tensor_files = topic(__name__)
