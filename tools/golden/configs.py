"""Small config.json dictionaries and what a reader must find in them.

The keys come from the configuration classes of transformers (`to_dict`, trimmed to what describes the model);
the older v4 spelling of rotary parameters, which those classes still read, is written down by hand and read
back through them. The facts come from the modules that transformers builds from the configuration.
"""

import json

import torch
import transformers
from transformers.models.bloom.modeling_bloom import build_alibi_tensor
from transformers.models.falcon.modeling_falcon import FalconRotaryEmbedding
from transformers.models.falcon.modeling_falcon import build_alibi_tensor as build_falcon_alibi
from transformers.models.gpt_neox.modeling_gpt_neox import GPTNeoXRotaryEmbedding
from transformers.models.gptj.modeling_gptj import create_sinusoidal_positions
from transformers.models.llama.modeling_llama import LlamaRotaryEmbedding
from transformers.models.mpt.modeling_mpt import build_mpt_alibi_tensor
from transformers.models.phi.modeling_phi import PhiRotaryEmbedding

FOLDER = "configs"

LLAMA = {
    "vocab_size": 128256,
    "hidden_size": 4096,
    "intermediate_size": 14336,
    "num_hidden_layers": 32,
    "num_attention_heads": 32,
    "num_key_value_heads": 8,
    "max_position_embeddings": 8192,
}
LLAMA_3_SCALING = {
    "rope_type": "llama3",
    "factor": 8.0,
    "low_freq_factor": 1.0,
    "high_freq_factor": 4.0,
    "original_max_position_embeddings": 8192,
}
YARN_SCALING = {"rope_type": "yarn", "factor": 4.0, "original_max_position_embeddings": 2048}


def trimmed(config, *keys):
    """The named keys of `to_dict`, with the model type in front."""
    everything = config.to_dict()
    return {"model_type": config.model_type, **{key: everything[key] for key in keys}}


def rope_facts(config, embedding, layout="half"):
    """What the rotary module of the model holds: base, rotary dimension, inverse frequencies and factor."""
    inverse = embedding(config).inv_freq
    head_dim = getattr(config, "head_dim", None) or config.hidden_size // config.num_attention_heads
    rotary_dim = 2 * inverse.numel()
    position = {
        "type": "rope",
        "layout": layout,
        "base": config.rope_parameters["rope_theta"],
        "rotaryDim": 0 if rotary_dim == head_dim else rotary_dim,
    }
    return {
        "position": position,
        "heads": config.num_attention_heads,
        "headDim": head_dim,
        "rotaryDim": rotary_dim,
        "scaling": scaling_facts(config),
        "inverseFrequencies": inverse.tolist(),
        "attentionFactor": embedding(config).attention_scaling,
    }


def scaling_facts(config):
    """The scaling parameters, or null for plain rotary positions."""
    known = {"rope_type", "type", "rope_theta", "partial_rotary_factor"}
    if config.rope_parameters["rope_type"] == "default":
        return None
    rest = {key: value for key, value in config.rope_parameters.items() if key not in known}
    return {"ropeType": config.rope_parameters["rope_type"], "parameters": rest}


def llama_v5(**rope):
    config = transformers.LlamaConfig(**LLAMA, rope_parameters={"rope_theta": 500000.0, "rope_type": "default"} | rope)
    return trimmed(config, *LLAMA, "head_dim", "rope_parameters"), rope_facts(config, LlamaRotaryEmbedding)


def llama_v4(scaling, **changes):
    """rope_theta and rope_scaling side by side, no head_dim, as checkpoints before transformers 5 have it."""
    written = {"model_type": "llama", **LLAMA, "rope_theta": 500000.0, "rope_scaling": scaling, **changes}
    config = transformers.LlamaConfig(**json.loads(json.dumps(written)))
    return written, rope_facts(config, LlamaRotaryEmbedding)


def llama_without_theta():
    """The first LLaMA configurations name no base at all: it is 10000; nor a number of key/value heads."""
    keys = ("hidden_size", "num_attention_heads", "intermediate_size", "num_hidden_layers", "vocab_size")
    written = {"model_type": "llama", **{key: LLAMA[key] for key in keys}}
    return written, rope_facts(transformers.LlamaConfig(**written), LlamaRotaryEmbedding)


def gpt_neox_v4():
    written = {
        "model_type": "gpt_neox",
        "hidden_size": 512,
        "num_attention_heads": 8,
        "rotary_pct": 0.25,
        "rotary_emb_base": 10000,
        "max_position_embeddings": 2048,
    }
    return written, rope_facts(transformers.GPTNeoXConfig(**written), GPTNeoXRotaryEmbedding)


def gpt_neox_v5():
    rope = {"rope_theta": 10000.0, "rope_type": "default", "partial_rotary_factor": 0.25}
    config = transformers.GPTNeoXConfig(hidden_size=512, num_attention_heads=8, rope_parameters=rope)
    keys = ("hidden_size", "num_attention_heads", "max_position_embeddings", "rope_parameters")
    return trimmed(config, *keys), rope_facts(config, GPTNeoXRotaryEmbedding)


def phi_v4():
    """partial_rotary_factor beside rope_theta; the rotated part is rounded down to whole channels."""
    written = {
        "model_type": "phi",
        "hidden_size": 2560,
        "num_attention_heads": 32,
        "partial_rotary_factor": 0.4,
        "rope_theta": 10000.0,
        "rope_scaling": None,
        "max_position_embeddings": 2048,
    }
    return written, rope_facts(transformers.PhiConfig(**written), PhiRotaryEmbedding)


def gptj():
    config = transformers.GPTJConfig()
    table = create_sinusoidal_positions(2, config.rotary_dim)
    facts = {
        "position": {"type": "rope", "layout": "interleaved", "base": 10000, "rotaryDim": table.shape[1]},
        "heads": config.n_head,
        "headDim": config.n_embd // config.n_head,
        "rotaryDim": table.shape[1],
        "scaling": None,
    }
    return trimmed(config, "n_embd", "n_head", "n_layer", "n_positions", "rotary_dim"), facts


def falcon(alibi):
    """With ALiBi, Falcon rounds the slopes to bfloat16 and adds the bias before the scores are scaled."""
    config = transformers.FalconConfig(alibi=alibi)
    keys = ["hidden_size", "num_attention_heads", "alibi", "multi_query", "parallel_attn", "new_decoder_architecture"]
    if not alibi:
        return trimmed(config, *keys, "rope_parameters"), rope_facts(config, FalconRotaryEmbedding)
    heads = config.num_attention_heads
    rounded = build_falcon_alibi(torch.ones(1, 2, dtype=torch.long), heads, torch.float32)[:, 0, 1].tolist()
    facts = {"biasBeforeScaling": True, "slopesRounded": rounded}
    return trimmed(config, *keys), alibi_facts(heads, bloom_slopes(heads)) | facts


def bloom_slopes(heads):
    return build_alibi_tensor(torch.ones(1, 2, dtype=torch.long), heads, torch.float32)[:, 0, 1].tolist()


def alibi_facts(heads, slopes):
    return {"position": {"type": "alibi"}, "heads": heads, "slopes": slopes, "biasBeforeScaling": False}


def bloom():
    config = transformers.BloomConfig(hidden_size=1024, n_layer=24, n_head=16)
    return trimmed(config, "hidden_size", "n_layer", "n_head"), alibi_facts(16, bloom_slopes(16))


def mpt(bias_max):
    """With alibi_bias_max other than 8 the slopes differ from BLOOM's."""
    config = transformers.MptConfig(d_model=768, n_heads=12, attn_config={"alibi": True, "alibi_bias_max": bias_max})
    slopes = (-build_mpt_alibi_tensor(12, 2, bias_max)[:, 0, 0]).tolist()
    written = trimmed(config, "d_model", "n_heads", "n_layers", "max_seq_len")
    return written | {"attn_config": {"alibi": True, "alibi_bias_max": bias_max}}, alibi_facts(12, slopes)


def table_facts(weight, heads):
    """A learned table: its values are in the checkpoint, the configuration gives the shape."""
    return {"position": {"type": "learned"}, "heads": heads, "rows": weight.shape[0], "columns": weight.shape[1]}


def gpt2():
    config = transformers.GPT2Config(n_layer=1)
    weight = transformers.GPT2Model(config).wpe.weight
    return trimmed(config, "n_embd", "n_head", "n_layer", "n_positions", "vocab_size"), table_facts(weight, config.n_head)


def bert():
    """Up to transformers 4 position_embedding_type says which encoding; transformers 5 knows the table only."""
    config = transformers.BertConfig(num_hidden_layers=1)
    weight = transformers.BertModel(config).embeddings.position_embeddings.weight
    written = trimmed(config, "hidden_size", "num_attention_heads", "num_hidden_layers", "max_position_embeddings")
    return written | {"position_embedding_type": "absolute"}, table_facts(weight, config.num_attention_heads)


def t5():
    config = transformers.T5Config(num_layers=1)
    table = transformers.T5EncoderModel(config).encoder.block[0].layer[0].SelfAttention.relative_attention_bias.weight
    buckets = {"type": "t5", "maxDistance": config.relative_attention_max_distance}
    facts = {
        "encoder": buckets | {"bidirectional": True},
        "decoder": buckets | {"bidirectional": False},
        "heads": table.shape[1],
        "buckets": table.shape[0],
        "scale": 1.0,
    }
    keys = ("d_model", "d_kv", "num_heads", "relative_attention_num_buckets", "relative_attention_max_distance")
    return trimmed(config, *keys), facts


def marian():
    config = transformers.MarianConfig(d_model=512, encoder_attention_heads=8)
    facts = {"position": {"type": "sinusoidal", "layout": "concatenated", "base": 10000}, "heads": 8}
    return trimmed(config, "d_model", "encoder_attention_heads", "max_position_embeddings"), facts


def all_configs():
    """file stem -> (config, facts)"""
    return {
        "llama-v4": llama_v4(None),
        "llama-v4-linear": llama_v4({"type": "linear", "factor": 2.0}),
        "llama-v4-llama3": llama_v4(LLAMA_3_SCALING, max_position_embeddings=131072),
        "llama-v5": llama_v5(),
        "llama-v5-yarn": llama_v5(**YARN_SCALING),
        "llama-without-theta": llama_without_theta(),
        "gpt-neox-v4": gpt_neox_v4(),
        "gpt-neox-v5": gpt_neox_v5(),
        "phi-v4": phi_v4(),
        "gptj": gptj(),
        "falcon-rope": falcon(False),
        "falcon-alibi": falcon(True),
        "bloom": bloom(),
        "mpt": mpt(8),
        "mpt-bias-max-4": mpt(4),
        "gpt2": gpt2(),
        "bert": bert(),
        "t5": t5(),
        "marian": marian(),
    }


def write_plain_files(golden):
    """One JSON file per configuration; name -> manifest entry."""
    (golden / FOLDER).mkdir(exist_ok=True)
    entries = {}
    for stem, (config, facts) in all_configs().items():
        name = f"{FOLDER}/{stem}.json"
        text = json.dumps({"config": config, "expected": facts}, indent=2)
        (golden / name).write_text(text + "\n", encoding="utf-8")
        entries[name] = {
            "truth": [f"transformers: configuration and modules of {config['model_type']}"],
            "tolerance": {"absolute": 0, "relative": 1e-6},
            "conventions": ["rotaryDim 0 in position means all of headDim; scaling null means plain rotary positions"],
        }
    return entries
