"""Encoders whose positions are added to the input: BERT, RoBERTa, ERNIE, ALBERT."""

import torch
from transformers import (
    AlbertConfig,
    AlbertForMaskedLM,
    AlbertForPreTraining,
    BertConfig,
    BertForMaskedLM,
    BertForPreTraining,
    BertModel,
    ErnieConfig,
    ErnieForMaskedLM,
    ErnieForPreTraining,
    RobertaConfig,
    RobertaForMaskedLM,
)
from transformers.models.roberta.modeling_roberta import RobertaPooler

import encoder_cases
import tiny_checkpoints
from tiny_checkpoints import Checkpoint, rename, respell

HEADS = r"seq_relationship|sop_classifier"
KEY_BIAS = r"\bkey\.bias"
TANH_GELU = {"the activation is GELU with erf, not tanh": {"hidden_act": "gelu_new"}}
EPSILON = {"the config's epsilon, not 1e-12": {"layer_norm_eps": 1e-12}}
# sharper attention and smaller steps: tokens stay different through many applications of the same weights
APART = {r"query\.weight|key\.weight": 1.2, r"attention\.dense\.weight|attention\.output\.dense\.weight": 0.7}
SHARED = {
    "word_embeddings": 1.8,
    r"query\.weight|key\.weight": 1.2,
    r"attention\.dense\.weight|ffn_output\.weight": 0.35,
}
SIZES = {"hidden_size": 24, "num_hidden_layers": 2, "num_attention_heads": 3, "intermediate_size": 37}
LENGTHS = {"max_position_embeddings": 40}


def masked_lm(name):
    """The architecture that published configs name, although the weights hold more heads."""
    return lambda folder: respell(folder, architectures=[name])


def bert():
    """Two token types, a pooler and a head for the next sentence, which the masked language model ignores."""
    return BertForPreTraining(BertConfig(vocab_size=41, layer_norm_eps=1e-3, type_vocab_size=2, **SIZES, **LENGTHS))


def bert_old_names():
    """LayerNorm's tensors called gamma and beta, as in the first BERT checkpoints; epsilon 1e-12, ReLU, BF16."""
    return BertForMaskedLM(BertConfig(vocab_size=37, type_vocab_size=3, hidden_act="relu", **SIZES, **LENGTHS))


def publish_old_names(folder):
    rename(folder, (r"LayerNorm\.weight", "LayerNorm.gamma"), (r"LayerNorm\.bias", "LayerNorm.beta"))


def bert_bare():
    """An encoder for sentences: no head, names without the prefix "bert.", a pooler."""
    return BertModel(BertConfig(vocab_size=43, layer_norm_eps=1e-2, **SIZES, **LENGTHS))


def roberta():
    """Rows of the position table start after the padding id; one token type, as released; a pooler beside the head."""
    config = RobertaConfig(vocab_size=43, type_vocab_size=1, layer_norm_eps=1e-3, **SIZES, **LENGTHS)
    model = RobertaForMaskedLM(config)
    model.roberta.pooler = RobertaPooler(config)
    return model


def roberta_types():
    """Padding id 3, so that positions start at 4; two token types; F16."""
    config = {"vocab_size": 39, "type_vocab_size": 2, "pad_token_id": 3, "layer_norm_eps": 1e-2}
    return RobertaForMaskedLM(RobertaConfig(**config, **SIZES, **LENGTHS))


def ernie():
    """Token types and task types, epsilon 1e-5 like the released ones with task types, a pooler."""
    config = {"vocab_size": 41, "type_vocab_size": 4, "task_type_vocab_size": 3, "use_task_id": True}
    return ErnieForPreTraining(ErnieConfig(**config, layer_norm_eps=1e-5, **SIZES, **LENGTHS))


def ernie_without_tasks():
    """use_task_id false: no table of tasks."""
    return ErnieForMaskedLM(ErnieConfig(vocab_size=37, layer_norm_eps=1e-2, hidden_act="relu", **SIZES, **LENGTHS))


def albert():
    """Four layers that share one set of weights; embeddings of size 11 mapped once to 24; tanh GELU."""
    sizes = SIZES | {"num_hidden_layers": 4}
    return AlbertForPreTraining(AlbertConfig(vocab_size=47, embedding_size=11, layer_norm_eps=1e-3, **sizes, **LENGTHS))


def albert_groups():
    """Two groups for four layers, each of two inner layers: eight applications of four sets of weights."""
    sizes = SIZES | {"num_hidden_layers": 4, "num_hidden_groups": 2, "inner_group_num": 2}
    return AlbertForMaskedLM(AlbertConfig(vocab_size=31, embedding_size=8, hidden_act="gelu", **sizes, **LENGTHS))


def single_type(model, folder):
    return encoder_cases.absolute(model, folder) | encoder_cases.padding_inside(model)


def two_types(model, folder):
    return encoder_cases.absolute(model, folder) | encoder_cases.types(model)


def types_and_padding(model, folder):
    return two_types(model, folder) | encoder_cases.padding_inside(model)


def types_and_tasks(model, folder):
    return encoder_cases.absolute(model, folder) | encoder_cases.types(model, tasks=3)


CHECKPOINTS = [
    Checkpoint(
        "bert-f32",
        bert,
        101,
        two_types,
        BertForMaskedLM,
        scales=APART,
        inert=f"{HEADS}|{KEY_BIAS}",
        published=masked_lm("BertForMaskedLM"),
        facts=TANH_GELU | EPSILON,
    ),
    Checkpoint(
        "bert-bf16-gamma-beta",
        bert_old_names,
        102,
        two_types,
        scales=APART,
        dtype=torch.bfloat16,
        inert=KEY_BIAS,
        published=publish_old_names,
        facts={"the activation is ReLU": {"hidden_act": "gelu"}},
    ),
    Checkpoint("bert-f32-bare", bert_bare, 103, encoder_cases.absolute, scales=APART, inert=KEY_BIAS, facts=EPSILON),
    Checkpoint(
        "roberta-f32",
        roberta,
        104,
        single_type,
        RobertaForMaskedLM,
        scales=APART,
        inert=KEY_BIAS,
        facts=TANH_GELU | EPSILON,
    ),
    Checkpoint(
        "roberta-f16-types",
        roberta_types,
        105,
        types_and_padding,
        scales=APART,
        dtype=torch.float16,
        inert=KEY_BIAS,
        facts=TANH_GELU | EPSILON,
    ),
    Checkpoint(
        "ernie-f32-tasks",
        ernie,
        106,
        types_and_tasks,
        ErnieForMaskedLM,
        scales=APART,
        inert=f"{HEADS}|{KEY_BIAS}",
        published=masked_lm("ErnieForMaskedLM"),
        facts=TANH_GELU,
    ),
    Checkpoint(
        "ernie-f32",
        ernie_without_tasks,
        107,
        two_types,
        scales=APART,
        inert=KEY_BIAS,
        facts={"the activation is ReLU": {"hidden_act": "gelu"}} | EPSILON,
    ),
    Checkpoint(
        "albert-f32",
        albert,
        108,
        two_types,
        AlbertForMaskedLM,
        scales=SHARED,
        inert=f"{HEADS}|{KEY_BIAS}",
        published=masked_lm("AlbertForMaskedLM"),
        facts={"the activation is GELU with tanh, not erf": {"hidden_act": "gelu"}} | EPSILON,
    ),
    Checkpoint(
        "albert-f32-groups",
        albert_groups,
        109,
        two_types,
        scales=SHARED,
        inert=KEY_BIAS,
        facts=TANH_GELU,
        notes=["hiddenStates and attentions: one entry for every application of an inner layer, 8 of them"],
    ),
]


def write_plain_files(golden):
    return tiny_checkpoints.write_plain_files(golden, CHECKPOINTS)


def tensor_files(golden):
    return encoder_cases.tensor_files(golden, CHECKPOINTS)
