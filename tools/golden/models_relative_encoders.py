"""Encoders whose positions are distances: DeBERTa v1, v2 and v3, XLNet."""

import numpy as np
import torch
from transformers import (
    DebertaConfig, DebertaForMaskedLM, DebertaV2Config, DebertaV2ForMaskedLM, XLNetConfig, XLNetLMHeadModel,
)

import model_cases
from encoder_cases import absolute, encoder, relative, texts, types
from tiny_checkpoints import respell, topic

SIZES = {"vocab_size": 43, "hidden_size": 24, "num_hidden_layers": 2, "num_attention_heads": 3}
DEBERTA = SIZES | {"intermediate_size": 37, "max_position_embeddings": 40, "relative_attention": True}
BOTH = ["c2p", "p2c"]
TANH_GELU = {"the activation is GELU with erf, not tanh": {"hidden_act": "gelu_new"}}
XLNET_NOTES = [
    "XLNet without tokenTypeIds has no segment term at all, which is not the same as one type for all tokens",
    "predict: permMask [n, n], 1 = i may not attend to j; targetMapping [t, n], one 1 in every row; logits [t, vocab]",
    "predict.hiddenStates [layers+1, n, dModel]: content stream; predict.queryStates [layers+1, t, dModel]: query stream",
    "a token of the content stream always sees itself, whatever permMask and attentionMask say",
]


def deberta_odd(buckets, limit):
    """An odd number of buckets: distances well past max_relative_positions have a row of their own."""
    config = {
        "position_biased_input": False, "share_att_key": True, "norm_rel_ebd": "layer_norm", "layer_norm_eps": 1e-3,
    }
    sizes = DEBERTA | {"position_buckets": buckets, "max_relative_positions": limit, "max_position_embeddings": 120}
    return DebertaV2ForMaskedLM(DebertaV2Config(pos_att_type=BOTH, **config, **sizes))


def publish_deberta(folder):
    """The released spelling of a config: "c2p|p2c", and no word of the head."""
    respell(folder, pos_att_type="c2p|p2c")


def long_text(model, folder):
    """A sentence, and a text as long as the config allows."""
    size, pad = model.config.vocab_size, model.config.pad_token_id
    long = model_cases.tokens(size, model.config.max_position_embeddings, 9, [pad])
    return {"sentence": model_cases.sentence(model, texts(model)[0]), "long": model_cases.with_logits(model, long)}


def predictions(model, folder):
    """Three tokens predicted in a random order of factorisation; the last of them sees token types too."""
    ids, _ = texts(model)
    order = np.random.default_rng(5).permutation(len(ids))
    hidden = order[:, None] <= order[None, :]  # i attends to what comes earlier in the order
    targets = [2, 7, len(ids) - 1]
    given = {"perm_mask": np.float32(hidden), "target_mapping": np.eye(len(ids), dtype=np.float32)[targets]}
    names = {"perm_mask": "permMask", "target_mapping": "targetMapping", "token_type_ids": "tokenTypeIds"}
    types = model_cases.tokens(2, len(ids), 6)
    return {
        "predict": streams(model, ids, names, given),
        "predictTypes": streams(model, ids, names, given | {"token_type_ids": types}),
    }


def streams(model, ids, names, given):
    """Logits of the query stream and the states of both streams after every layer."""
    result = model_cases.run(model, input_ids=[ids], **{name: np.asarray(value)[None] for name, value in given.items()})
    kept = {names[name]: np.asarray(value) for name, value in given.items()}
    return {
        "ids": np.asarray(ids), **kept, "logits": result.logits[0].numpy(),
        "hiddenStates": model_cases.layers(result.hidden_states[0::2])[:, 0],
        "queryStates": model_cases.layers(result.hidden_states[1::2])[:, 0],
    }


def two_types(model, folder):
    """Types of XLNet are compared with one another: two of them are enough."""
    ids, _ = texts(model)
    given = {"token_type_ids": model_cases.tokens(2, len(ids), 3)}
    return {"types": model_cases.with_logits(model, ids, {"token_type_ids": "tokenTypeIds"}, **given)}


@encoder(
    "deberta-f32", 121, [relative], published=publish_deberta,
    facts=TANH_GELU | {"position to content counts": {"pos_att_type": ["c2p"]}},
    notes=["the head of legacy false: lm_predictions.lm_head, tied to the embeddings by use"],
)
def deberta():
    """DeBERTa as released: no input positions, no token types, both disentangled terms, every distance its own row; epsilon 1e-7."""
    config = {"position_biased_input": False, "type_vocab_size": 0, "max_relative_positions": -1, "legacy": False}
    return DebertaForMaskedLM(DebertaConfig(pos_att_type=BOTH, **config, **DEBERTA))


@encoder("deberta-f32-position-biased", 122, [absolute, types], facts=TANH_GELU)
def deberta_biased():
    """Input positions and token types on; distances beyond 6 share a row; the older head with its own LayerNorm."""
    config = {"position_biased_input": True, "type_vocab_size": 2, "max_relative_positions": 6, "layer_norm_eps": 1e-2}
    return DebertaForMaskedLM(DebertaConfig(pos_att_type=BOTH, **config, **DEBERTA))


@encoder("deberta-f16-c2p", 123, [relative], dtype=torch.float16, facts=TANH_GELU)
def deberta_c2p():
    """One disentangled term only: the scale is the root of 2d; F16."""
    config = {"position_biased_input": False, "type_vocab_size": 0, "max_relative_positions": 5}
    return DebertaForMaskedLM(DebertaConfig(pos_att_type=["c2p"], layer_norm_eps=1e-3, **config, **DEBERTA))


@encoder(
    "deberta-v3-f32",
    124,
    [relative],
    published=publish_deberta,
    facts=TANH_GELU
    | {
        "the table of distances is normalised": {"norm_rel_ebd": "none"},
        "no max_relative_positions means max_position_embeddings": {"max_relative_positions": 13},
    },
)
def deberta_v3():
    """DeBERTa-v3 as released: shared keys, logarithmic buckets, normalised table of distances, no input positions."""
    config = {"position_biased_input": False, "share_att_key": True, "norm_rel_ebd": "layer_norm", "legacy": False}
    buckets = {"position_buckets": 8, "max_relative_positions": -1}
    return DebertaV2ForMaskedLM(DebertaV2Config(pos_att_type=BOTH, **config, **buckets, **DEBERTA))


@encoder(
    "deberta-v2-f32-convolution", 125, [relative, types],
    facts={"the convolution has its own activation": {"conv_act": "tanh"}},
)
def deberta_v2_convolution():
    """DeBERTa-v2 as released: shared keys and a convolution over three tokens beside the first layer, tanh GELU after it."""
    config = {"position_biased_input": False, "share_att_key": True, "norm_rel_ebd": "layer_norm", "type_vocab_size": 2}
    convolution = {"conv_kernel_size": 3, "conv_act": "gelu", "layer_norm_eps": 1e-3}
    buckets = {"position_buckets": 5, "max_relative_positions": 12}
    return DebertaV2ForMaskedLM(DebertaV2Config(pos_att_type=BOTH, **config, **convolution, **buckets, **DEBERTA))


@encoder("deberta-v2-bf16", 126, [absolute], dtype=torch.bfloat16, inert=r"pos_key_proj\.bias", facts=TANH_GELU)
def deberta_v2_plain():
    """Own projections for the distances, no buckets, table not normalised, input positions on; BF16."""
    config = {"position_biased_input": True, "share_att_key": False, "norm_rel_ebd": "none", "layer_norm_eps": 1e-2}
    return DebertaV2ForMaskedLM(DebertaV2Config(pos_att_type=BOTH, max_relative_positions=9, **config, **DEBERTA))


@encoder("deberta-v2-f32-7-buckets", 129, [long_text])
def deberta_7_buckets():
    """Seven buckets up to 24: the farthest row begins at distance 64."""
    return deberta_odd(7, 24)


@encoder("deberta-v2-f32-9-buckets", 130, [long_text])
def deberta_9_buckets():
    """Nine buckets up to 40: the farthest row begins at distance 84."""
    return deberta_odd(9, 40)


@encoder(
    "xlnet-f32", 127, [relative, predictions, two_types],
    facts={"the activation is GELU with erf": {"ff_activation": "gelu_new"}}, notes=XLNET_NOTES,
)
def xlnet():
    """Both streams; the table of distances is not clamped; tied head with a bias."""
    sizes = {"vocab_size": 43, "d_model": 24, "n_layer": 2, "n_head": 3, "d_inner": 37}
    return XLNetLMHeadModel(XLNetConfig(layer_norm_eps=1e-3, pad_token_id=5, **sizes))


@encoder(
    "xlnet-bf16-clamped", 128, [relative, predictions, two_types], dtype=torch.bfloat16,
    facts={"distances are clamped": {"clamp_len": -1}}, notes=XLNET_NOTES,
)
def xlnet_clamped():
    """Distances beyond 4 are clamped, tanh GELU, three layers; BF16."""
    sizes = {"vocab_size": 37, "d_model": 24, "n_layer": 3, "n_head": 4, "d_inner": 29}
    return XLNetLMHeadModel(XLNetConfig(clamp_len=4, ff_activation="gelu_new", layer_norm_eps=1e-2, **sizes))


write_plain_files, tensor_files = topic(__name__)
