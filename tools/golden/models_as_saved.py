"""Layouts that transformers 5.23 saves and reads, and that its older versions, or a config alone, do not explain.

Embeddings that config unties and the class ties again, or the other way round; relative attention without terms; an odd number of
rotated channels.
"""

import torch
from torch import nn
from transformers import (
    BartConfig,
    BartForConditionalGeneration,
    DebertaConfig,
    DebertaForMaskedLM,
    DebertaV2Config,
    DebertaV2ForMaskedLM,
    GPTNeoXConfig,
    GPTNeoXForCausalLM,
    MT5Config,
    MT5ForConditionalGeneration,
    T5Config,
    T5EncoderModel,
    T5ForConditionalGeneration,
)

import decoder_cases
import encoder_cases
import encoder_decoder_cases
import model_cases
import tiny_checkpoints
from models_encoder_decoders import BART, LIVELY, T5, UNSCALED, encoder_alone
from models_relative_encoders import BOTH, DEBERTA
from tiny_checkpoints import NO_SPECIAL_TOKENS, Checkpoint, respell

PLAIN_DEBERTA = {"position_biased_input": False, "type_vocab_size": 0, "layer_norm_eps": 1e-3}


def own_table(part, config):
    part.weight = nn.Parameter(torch.empty(config.vocab_size, config.d_model))


def t5_without_head():
    """Gated, tie_word_embeddings false: transformers 5 saves no head, ties it again when it loads, and does not scale."""
    return T5ForConditionalGeneration(T5Config(feed_forward_proj="gated-gelu", tie_word_embeddings=False, **T5))


def mt5_with_head():
    """A head of its own, as the released mT5 have it, saved again by transformers 5, whose config says that it is tied."""
    config = MT5Config(feed_forward_proj="gated-gelu", **T5)
    model = MT5ForConditionalGeneration(config)
    own_table(model.lm_head, config)
    return model


def t5_untied():
    """Tables that differ are not tied by transformers 5, whatever config says: each stack and the head read their own, none the shared one."""
    model = T5ForConditionalGeneration(T5Config(**T5))
    for part in (model.encoder.embed_tokens, model.decoder.embed_tokens, model.lm_head):
        own_table(part, model.config)
    return model


def t5_encoder_untied():
    """The encoder alone reads its own table, not the shared one."""
    model = T5EncoderModel(T5Config(**T5))
    own_table(model.encoder.embed_tokens, model.config)
    return model


def bart_untied():
    """tie_word_embeddings false: both stacks and the head have tables of their own, and the shared one is stored and not read."""
    return BartForConditionalGeneration(BartConfig(tie_word_embeddings=False, **BART))


def deberta_tied_anyway():
    """legacy false multiplies with the embeddings, whatever tie_word_embeddings says."""
    config = {"legacy": False, "tie_word_embeddings": False, "max_relative_positions": -1}
    return DebertaForMaskedLM(DebertaConfig(pos_att_type=BOTH, **config, **PLAIN_DEBERTA, **DEBERTA))


def deberta_v2_tied_anyway():
    """The same in version 2."""
    config = {"legacy": False, "tie_word_embeddings": False, "position_buckets": 8, "share_att_key": True}
    return DebertaV2ForMaskedLM(DebertaV2Config(pos_att_type=BOTH, **config, **PLAIN_DEBERTA, **DEBERTA))


def deberta_without_terms():
    """relative_attention without c2p and p2c: the table is stored and not read, scores are divided by the root of d."""
    return DebertaForMaskedLM(DebertaConfig(pos_att_type=[], **PLAIN_DEBERTA, **DEBERTA))


def deberta_v2_without_terms():
    """The same in version 2, where config has no pos_att_type, beside a table of absolute positions."""
    config = PLAIN_DEBERTA | {"position_biased_input": True}
    return DebertaV2ForMaskedLM(DebertaV2Config(pos_att_type=None, **config, **DEBERTA))


def neox(rope):
    sizes = {"vocab_size": 37, "hidden_size": 30, "num_hidden_layers": 2, "num_attention_heads": 3}
    sizes |= {"intermediate_size": 41, "max_position_embeddings": 96, "layer_norm_eps": 1e-5}
    return GPTNeoXForCausalLM(GPTNeoXConfig(rope_parameters={"rope_theta": 900.0} | rope, **sizes, **NO_SPECIAL_TOKENS))


def neox_3_channels():
    """rotary_pct 0.3 of 10 channels: 3 of them make two frequencies, base^0 and base^(−2/3), which turn 4 channels."""
    return neox({"rope_type": "default", "partial_rotary_factor": 0.3})


def neox_5_channels():
    """Half of 10 channels: three frequencies, which turn 6 channels, at positions divided by 2."""
    return neox({"rope_type": "linear", "factor": 2.0, "partial_rotary_factor": 0.5})


def publish_neox(folder):
    """As transformers 4 writes it."""
    respell(folder, "rope_parameters", rotary_pct=0.3, rotary_emb_base=900)


def of_decoder(model, folder):
    long, short = decoder_cases.texts(model)
    return {
        "sentence": model_cases.sentence(model, long),
        "batch": model_cases.batch(model, long, short, 0),
        "shifted": model_cases.shifted(model, long, model_cases.gaps(len(long))),
    }


UNREAD_TABLE = r"rel_embeddings|key_proj\.bias"
CHECKPOINTS = [
    Checkpoint(
        "t5-f32-without-head",
        t5_without_head,
        301,
        encoder_decoder_cases.relative,
        scales=UNSCALED,
        facts={"the decoder output is not scaled": {"scale_decoder_outputs": True}},
    ),
    Checkpoint("mt5-f32-with-head", mt5_with_head, 302, encoder_decoder_cases.relative, scales=UNSCALED),
    Checkpoint("t5-f32-untied", t5_untied, 310, encoder_decoder_cases.relative, scales=UNSCALED, inert=r"shared"),
    Checkpoint("t5-f32-encoder-untied", t5_encoder_untied, 311, encoder_alone, scales=UNSCALED, inert=r"shared"),
    Checkpoint("bart-f32-untied", bart_untied, 309, encoder_decoder_cases.absolute, scales=LIVELY, inert=r"k_proj\.bias|model\.shared"),
    Checkpoint("deberta-f32-tied-anyway", deberta_tied_anyway, 303, encoder_cases.relative),
    Checkpoint("deberta-v2-f32-tied-anyway", deberta_v2_tied_anyway, 304, encoder_cases.relative),
    Checkpoint("deberta-f32-without-terms", deberta_without_terms, 305, encoder_cases.relative, inert=UNREAD_TABLE),
    Checkpoint("deberta-v2-f32-without-terms", deberta_v2_without_terms, 306, encoder_cases.absolute, inert=UNREAD_TABLE),
    Checkpoint("gpt-neox-f32-3-channels", neox_3_channels, 307, of_decoder, published=publish_neox),
    Checkpoint("gpt-neox-f32-5-channels", neox_5_channels, 308, of_decoder),
]


def write_plain_files(golden):
    return tiny_checkpoints.write_plain_files(golden, CHECKPOINTS)


def tensor_files(golden):
    return tiny_checkpoints.tensor_files(
        golden,
        CHECKPOINTS,
        [*model_cases.CONVENTIONS, "hiddenStates and the tensors of encoder–decoders: as in the other topics"],
        ["transformers: the class of the checkpoint, eager attention"],
        ["decoder_cases", "encoder_cases", "encoder_decoder_cases", "models_encoder_decoders", "models_relative_encoders"],
    )
