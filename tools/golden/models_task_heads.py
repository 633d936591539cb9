"""Models that were published for a task: their bodies, as AutoModel reads them, without the heads."""

from transformers import (
    BartConfig,
    BartForConditionalGeneration,
    BartForSequenceClassification,
    BertConfig,
    BertForSequenceClassification,
    BertModel,
    DebertaV2Config,
    DebertaV2ForSequenceClassification,
    DebertaV2Model,
    RobertaConfig,
    RobertaForTokenClassification,
    RobertaModel,
)

import encoder_cases
import encoder_decoder_cases
import tiny_checkpoints
from models_encoder_decoders import BART, LIVELY
from models_encoders import APART, EPSILON, KEY_BIAS, LENGTHS, SIZES
from models_relative_encoders import BOTH, DEBERTA
from tiny_checkpoints import Checkpoint


def bert():
    """A classifier of pairs, as cross-encoders are: three labels, a pooler."""
    config = {"vocab_size": 41, "num_labels": 3, "layer_norm_eps": 1e-2}
    return BertForSequenceClassification(BertConfig(**config, **SIZES, **LENGTHS))


def roberta():
    """A label per token, no pooler."""
    config = {"vocab_size": 43, "num_labels": 5, "type_vocab_size": 1, "layer_norm_eps": 1e-2}
    return RobertaForTokenClassification(RobertaConfig(**config, **SIZES, **LENGTHS))


def deberta_v3():
    """As entailment models are released: a pooler and a classifier after the layers."""
    config = {"position_biased_input": False, "share_att_key": True, "norm_rel_ebd": "layer_norm", "num_labels": 3}
    buckets = {"position_buckets": 8, "max_relative_positions": -1, "layer_norm_eps": 1e-2}
    return DebertaV2ForSequenceClassification(DebertaV2Config(pos_att_type=BOTH, **config, **buckets, **DEBERTA))


def bart():
    """A classifier after the decoder; the logits are those of its tied embeddings."""
    return BartForSequenceClassification(BartConfig(num_labels=3, **{**BART, "eos_token_id": 2}))


CHECKPOINTS = [
    Checkpoint(
        "bert-f32-classifier",
        bert,
        131,
        encoder_cases.absolute,
        BertModel,
        scales=APART,
        inert=KEY_BIAS,
        facts=EPSILON,
    ),
    Checkpoint(
        "roberta-f32-labels",
        roberta,
        132,
        encoder_cases.absolute,
        RobertaModel,
        scales=APART,
        inert=f"{KEY_BIAS}|pooler",
        facts=EPSILON,
    ),
    Checkpoint("deberta-v3-f32-classifier", deberta_v3, 133, encoder_cases.relative, DebertaV2Model, facts=EPSILON),
]
DECODING = [
    Checkpoint(
        "bart-f32-classifier",
        bart,
        134,
        encoder_decoder_cases.absolute,
        BartForConditionalGeneration,
        scales=LIVELY,
        inert=r"final_logits_bias|k_proj\.bias",
        facts={"the activation is GELU with erf": {"activation_function": "gelu_new"}},
    ),
]


def write_plain_files(golden):
    return tiny_checkpoints.write_plain_files(golden, CHECKPOINTS + DECODING)


def tensor_files(golden):
    yield from encoder_cases.tensor_files(golden, CHECKPOINTS)
    yield from tiny_checkpoints.tensor_files(
        golden,
        DECODING,
        encoder_decoder_cases.CONVENTIONS,
        ["transformers: the class for conditional generation, whose head is tied, eager attention"],
        ["encoder_decoder_cases"],
    )
