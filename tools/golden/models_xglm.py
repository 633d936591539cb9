"""XGLM: a decoder with fairseq's sinusoids, whose first two rows no token has."""

from transformers import XGLMConfig, XGLMForCausalLM

import decoder_cases
import model_cases
from decoder_cases import decoder
from tiny_checkpoints import topic

FIRST = 2
CONVENTIONS = [
    *decoder_cases.CONVENTIONS,
    "shifted.positions [n]: rows of the sinusoids, which are transformers' position_ids + 2",
]
SCALES = {"embed_tokens": 0.15, "out_proj": 2, "fc1": 1.3, r"\.fc2": 8, r"model\.layer_norm": 3}


def in_rows(model, folder):
    """Indices count also the padding on the left; positions that are given are rows."""
    long, _ = decoder_cases.texts(model)
    gaps = model_cases.gaps(len(long))
    shifted = model_cases.shifted(model, long, gaps)
    shifted["positions"] = shifted["positions"] + FIRST
    found = decoder_cases.cases(model, positions=False, left_alone=False) | {"shifted": shifted}
    for name in ("attentions", "hiddenStates"):
        del found["batchLeft"][name]  # a checkpoint with its numbers stays below 60 kB
    return found


@decoder(
    "xglm-f32", 1246, [in_rows], scales=SCALES, inert=r"k_proj\.bias", greedy=None, conventions=CONVENTIONS,
    facts={
        "embeddings are scaled": {"scale_embedding": False},
        "the row of the padding's id is zeros": {"pad_token_id": 1},
    },
)
def xglm():
    """Scaled embeddings, norms before, sinusoids that reach the endpoint; the row of id 5, which pads, is zeros."""
    sizes = {"vocab_size": 31, "d_model": 16, "ffn_dim": 22, "num_layers": 2, "attention_heads": 4}
    special = {"bos_token_id": None, "eos_token_id": None, "pad_token_id": 5, "decoder_start_token_id": 2}
    return XGLMForCausalLM(XGLMConfig(max_position_embeddings=96, **sizes, **special))


write_plain_files, tensor_files = topic(__name__)
