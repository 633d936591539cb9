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
from transformers.models.gpt_oss.modeling_gpt_oss import GptOssRotaryEmbedding
from transformers.models.gptj.modeling_gptj import create_sinusoidal_positions
from transformers.models.llama.modeling_llama import LlamaRotaryEmbedding
from transformers.models.mpt.modeling_mpt import build_mpt_alibi_tensor
from transformers.models.phi.modeling_phi import PhiRotaryEmbedding
from transformers.models.phi3.modeling_phi3 import Phi3RotaryEmbedding
from transformers.models.qwen2.modeling_qwen2 import Qwen2RotaryEmbedding

from rope_scaling import public_scaling

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
MSCALE_SCALING = {  # the keys of DeepSeek-V2 and V3, with two numbers whose factors do not cancel
    "type": "yarn",
    "factor": 40,
    "beta_fast": 32,
    "beta_slow": 1,
    "mscale": 1.0,
    "mscale_all_dim": 0.707,
    "original_max_position_embeddings": 4096,
}
NARROW = {"hidden_size": 512, "num_key_value_heads": 32}  # heads of 16 channels keep a file short
PHI3 = {
    "hidden_size": 32,
    "num_attention_heads": 4,
    "max_position_embeddings": 131072,
    "original_max_position_embeddings": 4096,
}
LONGROPE_LISTS = {"short_factor": [1.0, 1.02, 1.03, 1.05], "long_factor": [1.08, 1.4, 9.2, 64.5]}


def trimmed(config, *keys):
    """The named keys of `to_dict`, with the model type in front."""
    everything = config.to_dict()
    return {"model_type": config.model_type, **{key: everything[key] for key in keys}}


def rope_facts(config, embedding, layout="half", length=None):
    """What the rotary module of the model holds, when given after a sequence of that length."""
    module = embedding(config)
    if length is not None:
        module(torch.zeros(1), torch.arange(length)[None])
    inverse = module.inv_freq
    head_dim = getattr(config, "head_dim", None) or config.hidden_size // config.num_attention_heads
    rotary_dim = 2 * inverse.numel()
    position = {
        "type": "rope",
        "layout": layout,
        "base": config.rope_parameters["rope_theta"],
        "rotaryDim": 0 if rotary_dim == head_dim else rotary_dim,
    }
    if config.rope_parameters["rope_type"] != "default":
        position["scaling"] = public_scaling(config)
    return {
        "position": position,
        "heads": config.num_attention_heads,
        "headDim": head_dim,
        "rotaryDim": rotary_dim,
        "scaling": scaling_facts(config),
        **({} if length is None else {"length": length}),
        "inverseFrequencies": inverse.tolist(),
        "attentionFactor": module.attention_scaling,
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


def llama_v4(scaling, length=None, **changes):
    """rope_theta and rope_scaling side by side, no head_dim, as checkpoints before transformers 5 have it."""
    written = {"model_type": "llama", **LLAMA, "rope_theta": 500000.0, "rope_scaling": scaling, **changes}
    return written, rope_facts(read_back(transformers.LlamaConfig, written), LlamaRotaryEmbedding, length=length)


def read_back(config_class, written):
    """From a copy: the classes add keys to the inner dictionaries."""
    return config_class(**json.loads(json.dumps(written)))


def llama_without_theta():
    """The first LLaMA configurations name no base at all: it is 10000; nor a number of key/value heads."""
    keys = ("hidden_size", "num_attention_heads", "intermediate_size", "num_hidden_layers", "vocab_size")
    written = {"model_type": "llama", **{key: LLAMA[key] for key in keys}}
    return written, rope_facts(transformers.LlamaConfig(**written), LlamaRotaryEmbedding)


def phi3_v4():
    """The original length stands beside the scaling, not in it; the factor is the ratio of the lengths."""
    scaling = {"type": "longrope", **LONGROPE_LISTS}
    written = {"model_type": "phi3", **PHI3, "rope_theta": 10000.0, "rope_scaling": scaling}
    return written, rope_facts(read_back(transformers.Phi3Config, written), Phi3RotaryEmbedding, length=4097)


def phi3_v5():
    """Everything in rope_parameters, half of every head turns; a sequence of the original length."""
    rope = {
        "rope_type": "longrope",
        "rope_theta": 10000.0,
        "partial_rotary_factor": 0.5,
        "factor": 16.0,
        **{name: values[:2] for name, values in LONGROPE_LISTS.items()},
    }
    config = transformers.Phi3Config(**PHI3, rope_parameters=rope)
    return trimmed(config, *PHI3, "rope_parameters"), rope_facts(config, Phi3RotaryEmbedding, length=4096)


def gpt_oss():
    """The published keys of gpt-oss; the bounds of the ramp are not rounded."""
    scaling = {
        "rope_type": "yarn",
        "factor": 32.0,
        "beta_fast": 32.0,
        "beta_slow": 1.0,
        "truncate": False,
        "original_max_position_embeddings": 4096,
    }
    written = {
        "model_type": "gpt_oss",
        "hidden_size": 2880,
        "num_attention_heads": 64,
        "head_dim": 64,
        "max_position_embeddings": 131072,
        "rope_theta": 150000,
        "rope_scaling": scaling,
    }
    return written, rope_facts(read_back(transformers.GptOssConfig, written), GptOssRotaryEmbedding)


def qwen2_yarn():
    """As its model cards say to add it: the maximum stays the original length, the factor alone tells the rest."""
    written = {
        "model_type": "qwen2",
        "hidden_size": 3584,
        "num_attention_heads": 28,
        "max_position_embeddings": 32768,
        "rope_theta": 1000000.0,
        "rope_scaling": {"type": "yarn", "factor": 4.0, "original_max_position_embeddings": 32768},
    }
    return written, rope_facts(read_back(transformers.Qwen2Config, written), Qwen2RotaryEmbedding)


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
        "llama-v4-dynamic": llama_v4({"type": "dynamic", "factor": 4.0}, length=20000, **NARROW),
        "llama-v4-yarn-mscale": llama_v4(MSCALE_SCALING, max_position_embeddings=163840, **NARROW),
        "llama-v4-yarn-without-original": llama_v4({"rope_type": "yarn", "factor": 4.0}, **NARROW),
        "llama-v5": llama_v5(),
        "llama-v5-yarn": llama_v5(**YARN_SCALING),
        "llama-without-theta": llama_without_theta(),
        "gpt-neox-v4": gpt_neox_v4(),
        "gpt-neox-v5": gpt_neox_v5(),
        "phi-v4": phi_v4(),
        "phi3-v4-longrope": phi3_v4(),
        "phi3-v5-longrope": phi3_v5(),
        "gpt-oss-v4-yarn": gpt_oss(),
        "qwen2-v4-yarn": qwen2_yarn(),
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
            "conventions": [
                "rotaryDim 0 in position means all of headDim; scaling null means plain rotary positions",
                "length, when present: inverseFrequencies are those of a sequence of that length",
            ],
            "reads": ["tools/golden/rope_scaling.py"],
        }
    return entries
