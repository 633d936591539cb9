"""Checkpoints that carry what nobody reads: fields of config.json, tensors, and the position table of BERT with relative keys.

transformers 5 has no relative keys in BERT: they are written down after BertSelfAttention and BertEmbeddings of transformers 4.57.1,
which loads the same files without a missing tensor and is within 6e-6 of the logits written here.
"""

from functools import partial

import torch
from torch import nn
from transformers import BertConfig, BertForMaskedLM, LlamaConfig, LlamaForCausalLM
from transformers.models.bert.modeling_bert import BertSelfAttention

import model_cases
from tiny_checkpoints import NO_SPECIAL_TOKENS, add, checkpoint, respell, topic

SIZES = {"num_hidden_layers": 2, "num_attention_heads": 3, "intermediate_size": 19}
ROPE = {"rope_theta": 500.0, "rope_type": "llama3", "factor": 8.0, "low_freq_factor": 1.0, "high_freq_factor": 4.0}
ORIGINAL = "original_max_position_embeddings"
UNREAD = {
    "is_llama_config": True, "n_special": 0, "pretraining_tp": 4, "rope_interleaved": True, "type_vocab_size": 16,
    "use_mrope": False,
}
UNUSED_TABLE = r"\bkey\.bias|embeddings\.position_embeddings"


unread = partial(
    checkpoint,
    conventions=[
        *model_cases.CONVENTIONS,
        "hiddenStates: entry 0 enters the first layer; LLaMA's last entry is after the final norm",
    ],
    truth="transformers: the class of the checkpoint, eager attention; relative keys after transformers 4.57",
)


class RelativeSelfAttention(BertSelfAttention):
    """scores += query·row(i − j), with keys too += key·row(i − j), before the division by √d."""

    def __init__(self, config, layer_idx=None):
        super().__init__(config, layer_idx=layer_idx)
        self.most = config.max_position_embeddings
        self.with_keys = config.position_embedding_type == "relative_key_query"
        self.distance_embedding = nn.Embedding(2 * self.most - 1, self.attention_head_size)

    def forward(self, hidden_states, attention_mask=None, **_):
        shape = (*hidden_states.shape[:-1], -1, self.attention_head_size)
        query, key, value = (
            part(hidden_states).view(shape).transpose(1, 2) for part in (self.query, self.key, self.value)
        )
        places = torch.arange(hidden_states.shape[1])
        rows = self.distance_embedding(places[:, None] - places[None] + self.most - 1)  # [n, n, d]
        scores = query @ key.transpose(2, 3) + torch.einsum("bhld,lrd->bhlr", query, rows)
        if self.with_keys:
            scores = scores + torch.einsum("bhrd,lrd->bhlr", key, rows)
        scores = scores * self.scaling
        weights = (scores if attention_mask is None else scores + attention_mask).softmax(dim=-1)
        return (weights @ value).transpose(1, 2).reshape(hidden_states.shape), weights


class Unused(nn.Embedding):
    """A table that is stored and not added."""

    def forward(self, positions):
        return torch.zeros(*positions.shape, self.embedding_dim)


class RelativeBert(BertForMaskedLM):
    def __init__(self, config):
        super().__init__(config)
        self.bert.embeddings.position_embeddings = Unused(config.max_position_embeddings, config.hidden_size)
        for index, layer in enumerate(self.bert.encoder.layer):
            layer.attention.self = RelativeSelfAttention(config, index)


def relative(terms):
    config = {"vocab_size": 29, "hidden_size": 18, "max_position_embeddings": 17, "layer_norm_eps": 1e-3}
    return RelativeBert(BertConfig(position_embedding_type=terms, **config, **SIZES))


def publish_bert(folder):
    version = {"torch_dtype": "float32", "transformers_version": "4.57.1", "output_past": True}
    respell(folder, "dtype", architectures=["BertForMaskedLM"], **version)


def publish_llama(folder):
    """Fields of other classes, a bias that the config switches off, a layer too many and inverse frequencies."""
    inside = {name: value for name, value in ROPE.items() if name != "rope_theta"} | {ORIGINAL: 6, "finetuned": True}
    respell(folder, "rope_parameters", rope_theta=500.0, rope_scaling=inside, **{ORIGINAL: 24}, **UNREAD)
    add(
        folder,
        lambda tensors: {
            "model.layers.0.self_attn.rotary_emb.inv_freq": torch.tensor([9.0, 8.0, 7.0, 6.0]),
            "model.layers.1.self_attn.q_proj.bias": torch.full((24,), 3.0),
            "model.layers.2.input_layernorm.weight": tensors["model.norm.weight"] * 2,
            "score.weight": torch.ones(2, 18),
        },
    )


def cases(model, folder):
    """One text, and two sequences of which the shorter is padded."""
    size, pad = model.config.vocab_size, model.config.pad_token_id
    long, short = (model_cases.tokens(size, count, seed, [pad]) for count, seed in ((13, 1), (8, 2)))
    return {"sentence": model_cases.sentence(model, long), "batch": model_cases.batch(model, long, short, pad or 0)}


@unread(
    "bert-f32-relative-key", 281, [cases], inert=UNUSED_TABLE, published=publish_bert,
    facts={"keys are not asked": {"position_embedding_type": "relative_key_query"}},
)
def bert_relative_key():
    """position_embedding_type relative_key as transformers 4 stores it: with a table of absolute positions that is not added."""
    return relative("relative_key")


@unread(
    "bert-f32-relative-key-query", 282, [cases], inert=r"embeddings\.position_embeddings", published=publish_bert,
    facts={"keys are asked too": {"position_embedding_type": "relative_key"}},
)
def bert_relative_key_query():
    """position_embedding_type relative_key_query as transformers 4 stores it."""
    return relative("relative_key_query")


@unread(
    "llama-f32-unread", 283, [cases], published=publish_llama,
    facts={"the original length at the top wins over the one inside": {ORIGINAL: 6}},
)
def llama_original():
    """Scaled as Llama 3.1; the original length stands at the top, 24, and inside rope_scaling, 6. Fields and tensors that LLaMA's class does not have."""
    rope = ROPE | {ORIGINAL: 24}
    sizes = {"vocab_size": 31, "hidden_size": 18, "max_position_embeddings": 96, "rms_norm_eps": 1e-5, "head_dim": 8}
    return LlamaForCausalLM(LlamaConfig(rope_parameters=rope, **sizes, **SIZES, **NO_SPECIAL_TOKENS))


write_plain_files, tensor_files = topic(__name__)
