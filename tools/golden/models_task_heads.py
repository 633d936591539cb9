"""Models that were published for a task: their bodies, as AutoModel reads them, without the heads."""

from transformers import (
    BartConfig, BartForConditionalGeneration, BartForSequenceClassification, BertConfig, BertForSequenceClassification,
    BertModel, DebertaV2Config, DebertaV2ForSequenceClassification, DebertaV2Model, RobertaConfig,
    RobertaForTokenClassification, RobertaModel,
)

import encoder_decoder_cases
from encoder_cases import absolute, encoder, relative
from encoder_decoder_cases import encoder_decoder
from models_encoder_decoders import BART, LIVELY
from models_encoders import APART, EPSILON, KEY_BIAS, LENGTHS, SIZES
from models_relative_encoders import BOTH, DEBERTA
from tiny_checkpoints import topic


@encoder("bert-f32-classifier", 131, [absolute], BertModel, scales=APART, inert=KEY_BIAS, facts=EPSILON)
def bert():
    """A classifier of pairs, as cross-encoders are: three labels, a pooler."""
    config = {"vocab_size": 41, "num_labels": 3, "layer_norm_eps": 1e-2}
    return BertForSequenceClassification(BertConfig(**config, **SIZES, **LENGTHS))


@encoder("roberta-f32-labels", 132, [absolute], RobertaModel, scales=APART, inert=f"{KEY_BIAS}|pooler", facts=EPSILON)
def roberta():
    """A label per token, no pooler."""
    config = {"vocab_size": 43, "num_labels": 5, "type_vocab_size": 1, "layer_norm_eps": 1e-2}
    return RobertaForTokenClassification(RobertaConfig(**config, **SIZES, **LENGTHS))


@encoder("deberta-v3-f32-classifier", 133, [relative], DebertaV2Model, facts=EPSILON)
def deberta_v3():
    """An entailment model as they are released: a pooler and a classifier after the layers."""
    config = {"position_biased_input": False, "share_att_key": True, "norm_rel_ebd": "layer_norm", "num_labels": 3}
    buckets = {"position_buckets": 8, "max_relative_positions": -1, "layer_norm_eps": 1e-2}
    return DebertaV2ForSequenceClassification(DebertaV2Config(pos_att_type=BOTH, **config, **buckets, **DEBERTA))


@encoder_decoder(
    "bart-f32-classifier", 134, [encoder_decoder_cases.absolute], BartForConditionalGeneration, scales=LIVELY,
    inert=r"final_logits_bias|k_proj\.bias",
    facts={"the activation is GELU with erf": {"activation_function": "gelu_new"}},
    truth="transformers: the class for conditional generation, whose head is tied, eager attention",
)
def bart():
    """A classifier after the decoder; the logits are those of its tied embeddings."""
    return BartForSequenceClassification(BartConfig(num_labels=3, **{**BART, "eos_token_id": 2}))


write_plain_files, tensor_files = topic(__name__)
