"""Layouts that transformers 5.23 saves and reads, and that its older versions, or a config alone, do not explain.

Embeddings that config unties and the class ties again, or the other way round; relative attention without terms; an odd number of
rotated channels.
"""

import torch
from torch import nn
from transformers import (
    BartConfig, BartForConditionalGeneration, DebertaConfig, DebertaForMaskedLM, DebertaV2Config, DebertaV2ForMaskedLM,
    GPTNeoXConfig, GPTNeoXForCausalLM, MT5Config, MT5ForConditionalGeneration, T5Config, T5EncoderModel,
    T5ForConditionalGeneration,
)

import decoder_cases
import encoder_decoder_cases
import model_cases
from decoder_cases import decoder
from encoder_cases import absolute, encoder, relative
from encoder_decoder_cases import encoder_decoder
from models_encoder_decoders import BART, LIVELY, T5, UNSCALED, encoder_alone
from models_relative_encoders import BOTH, DEBERTA
from tiny_checkpoints import NO_SPECIAL_TOKENS, respell, topic

PLAIN_DEBERTA = {"position_biased_input": False, "type_vocab_size": 0, "layer_norm_eps": 1e-3}
UNREAD_TABLE = r"rel_embeddings|key_proj\.bias"


def own_table(part, config):
    part.weight = nn.Parameter(torch.empty(config.vocab_size, config.d_model))


def neox(rope):
    sizes = {"vocab_size": 37, "hidden_size": 30, "num_hidden_layers": 2, "num_attention_heads": 3}
    sizes |= {"intermediate_size": 41, "max_position_embeddings": 96, "layer_norm_eps": 1e-5}
    return GPTNeoXForCausalLM(GPTNeoXConfig(rope_parameters={"rope_theta": 900.0} | rope, **sizes, **NO_SPECIAL_TOKENS))


def publish_neox(folder):
    """Config with the names that transformers 4 gives to the rotary fields."""
    respell(folder, "rope_parameters", rotary_pct=0.3, rotary_emb_base=900)


def of_decoder(model, folder):
    long, short = decoder_cases.texts(model)
    return {
        "sentence": model_cases.sentence(model, long), "batch": model_cases.batch(model, long, short, 0),
        "shifted": model_cases.shifted(model, long, model_cases.gaps(len(long))),
    }


@encoder_decoder(
    "t5-f32-without-head", 301, [encoder_decoder_cases.relative], scales=UNSCALED,
    facts={"the decoder output is not scaled": {"scale_decoder_outputs": True}},
)
def t5_without_head():
    """Gated, tie_word_embeddings false: transformers 5 saves no head, ties it again when it loads, and does not scale."""
    return T5ForConditionalGeneration(T5Config(feed_forward_proj="gated-gelu", tie_word_embeddings=False, **T5))


@encoder_decoder("mt5-f32-with-head", 302, [encoder_decoder_cases.relative], scales=UNSCALED)
def mt5_with_head():
    """A head of its own, as the released mT5 have it, saved again by transformers 5, whose config says that it is tied."""
    config = MT5Config(feed_forward_proj="gated-gelu", **T5)
    model = MT5ForConditionalGeneration(config)
    own_table(model.lm_head, config)
    return model


@encoder_decoder("t5-f32-untied", 310, [encoder_decoder_cases.relative], scales=UNSCALED, inert=r"shared")
def t5_untied():
    """Tables that differ are not tied by transformers 5, whatever config says: each stack and the head read their own, none the shared one."""
    model = T5ForConditionalGeneration(T5Config(**T5))
    for part in (model.encoder.embed_tokens, model.decoder.embed_tokens, model.lm_head):
        own_table(part, model.config)
    return model


@encoder_decoder("t5-f32-encoder-untied", 311, [encoder_alone], scales=UNSCALED, inert=r"shared")
def t5_encoder_untied():
    """The encoder alone reads its own table, not the shared one."""
    model = T5EncoderModel(T5Config(**T5))
    own_table(model.encoder.embed_tokens, model.config)
    return model


@encoder_decoder(
    "bart-f32-untied", 309, [encoder_decoder_cases.absolute], scales=LIVELY, inert=r"k_proj\.bias|model\.shared"
)
def bart_untied():
    """tie_word_embeddings false: both stacks and the head have tables of their own, and the shared one is stored and not read."""
    return BartForConditionalGeneration(BartConfig(tie_word_embeddings=False, **BART))


@encoder("deberta-f32-tied-anyway", 303, [relative])
def deberta_tied_anyway():
    """legacy false multiplies with the embeddings, whatever tie_word_embeddings says."""
    config = {"legacy": False, "tie_word_embeddings": False, "max_relative_positions": -1}
    return DebertaForMaskedLM(DebertaConfig(pos_att_type=BOTH, **config, **PLAIN_DEBERTA, **DEBERTA))


@encoder("deberta-v2-f32-tied-anyway", 304, [relative])
def deberta_v2_tied_anyway():
    """DeBERTa-v2 with legacy false multiplies with the embeddings, whatever tie_word_embeddings says."""
    config = {"legacy": False, "tie_word_embeddings": False, "position_buckets": 8, "share_att_key": True}
    return DebertaV2ForMaskedLM(DebertaV2Config(pos_att_type=BOTH, **config, **PLAIN_DEBERTA, **DEBERTA))


@encoder("deberta-f32-without-terms", 305, [relative], inert=UNREAD_TABLE)
def deberta_without_terms():
    """relative_attention without c2p and p2c: the table is stored and not read, scores are divided by the root of d."""
    return DebertaForMaskedLM(DebertaConfig(pos_att_type=[], **PLAIN_DEBERTA, **DEBERTA))


@encoder("deberta-v2-f32-without-terms", 306, [absolute], inert=UNREAD_TABLE)
def deberta_v2_without_terms():
    """relative_attention in DeBERTa-v2 whose config has no pos_att_type, beside a table of absolute positions."""
    config = PLAIN_DEBERTA | {"position_biased_input": True}
    return DebertaV2ForMaskedLM(DebertaV2Config(pos_att_type=None, **config, **DEBERTA))


@decoder("gpt-neox-f32-3-channels", 307, [of_decoder], published=publish_neox, greedy=None)
def neox_3_channels():
    """rotary_pct 0.3 of 10 channels: 3 of them make two frequencies, base^0 and base^(−2/3), which turn 4 channels."""
    return neox({"rope_type": "default", "partial_rotary_factor": 0.3})


@decoder("gpt-neox-f32-5-channels", 308, [of_decoder], greedy=None)
def neox_5_channels():
    """Half of 10 channels: three frequencies, which turn 6 channels, at positions divided by 2."""
    return neox({"rope_type": "linear", "factor": 2.0, "partial_rotary_factor": 0.5})


write_plain_files, tensor_files = topic(__name__)
