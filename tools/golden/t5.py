"""T5 buckets and the bias they select, from transformers' T5Attention."""

import numpy as np
import torch
from transformers import T5Config
from transformers.models.t5.modeling_t5 import T5Attention

from golden_file import GoldenFile, normal

DISTANCES = np.arange(-300, 301)
SETTINGS = ((32, 128), (16, 64), (12, 50), (8, 20), (9, 20), (31, 128))
QUERIES, KEYS, HEADS = 9, 150, 3


def buckets(bidirectional, count, max_distance):
    """[distances]: the bucket of every key − query from −300 to 300."""
    relative = torch.from_numpy(DISTANCES)
    return T5Attention._relative_position_bucket(relative, bidirectional, count, max_distance).numpy()


def attention_module(bidirectional, count, max_distance, table):
    """A T5Attention whose table [buckets, heads] is ours; a decoder is the causal one."""
    config = T5Config(
        d_model=12,
        d_kv=4,
        num_heads=HEADS,
        relative_attention_num_buckets=count,
        relative_attention_max_distance=max_distance,
        is_decoder=not bidirectional,
    )
    module = T5Attention(config, has_relative_attention_bias=True, layer_idx=0)
    with torch.no_grad():
        module.relative_attention_bias.weight.copy_(torch.from_numpy(table))
    return module


def bias(bidirectional, count, max_distance, table, past):
    """[heads, queries, keys]; query i stands at position past + i."""
    module = attention_module(bidirectional, count, max_distance, table)
    return module.compute_bias(QUERIES, KEYS, past_seen_tokens=past).detach().numpy()[0]


def t5_case(seed, bidirectional, count, max_distance):
    """(tensors without their prefix, parameters)"""
    table = normal(seed, count, HEADS)
    past = 60 if bidirectional else KEYS - QUERIES
    tensors = {
        "buckets": buckets(bidirectional, count, max_distance),
        "table": table,
        "queryPositions": np.arange(past, past + QUERIES, dtype=np.float32),
        "keyPositions": np.arange(KEYS, dtype=np.float32),
        "bias": bias(bidirectional, count, max_distance, table, past),
    }
    parameters = {"bidirectional": bidirectional, "buckets": count, "maxDistance": max_distance, "heads": HEADS}
    return tensors, parameters


def tensor_files(golden):
    tensors, cases = {"distances": DISTANCES}, {}
    for seed, (count, max_distance) in enumerate(SETTINGS, start=300):
        for bidirectional in (True, False):
            name = f"{'bidirectional' if bidirectional else 'causal'}-{count}-{max_distance}"
            case_tensors, cases[name] = t5_case(seed, bidirectional, count, max_distance)
            tensors |= {f"{name}.{key}": value for key, value in case_tensors.items()}
    return [
        GoldenFile(
            name="t5.safetensors",
            tensors=tensors,
            truth=[
                "transformers.models.t5.modeling_t5.T5Attention._relative_position_bucket",
                "transformers.models.t5.modeling_t5.T5Attention.compute_bias",
            ],
            precision="integers; the bias is a lookup in a float32 table",
            tolerance={"absolute": 0, "relative": 0},
            conventions=[
                "distances [601] = key − query from −300 to 300; buckets [601]; table [buckets, heads]",
                "bias [heads, queries, keys] = table[bucket(keyPosition − queryPosition), head]",
                "bidirectional: keys after the query use the upper half of the buckets; causal: they all use bucket 0",
                "T5 adds the bias to scores that are not divided by √headDim",
            ],
            cases=cases,
        )
    ]
