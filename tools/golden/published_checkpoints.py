"""Models that transformers builds from the configurations in docs/published: their tensors, rotary frequencies, windows."""

import inspect
import json
import re
from pathlib import Path

import torch
import transformers
from transformers.core_model_loading import revert_weight_conversion
from transformers.models.auto.configuration_auto import CONFIG_MAPPING

from config_facts import config_of, head_dim_of, kind_of, layer_facts, scale_of
from published_models import build

ROTARY = ("llama", "mistral", "qwen2", "qwen3", "gemma3_text", "falcon")
FILE = "published-checkpoints.json"
SOURCE = Path(__file__).resolve().parents[2] / "docs" / "published" / "checkpoints.json"


# Configs that name no class: the bare model, as AutoModel has it.
def named(config):
    if "architectures" in config and hasattr(transformers, config["architectures"][0]):
        return config
    kind = type(CONFIG_MAPPING[config["model_type"]].from_dict(dict(config)))
    return config | {"architectures": [transformers.MODEL_MAPPING[kind].__name__]}


def tensors_of(config):
    """{name with N for the number of the block: [how many, *shape]}; of blocks that differ by the name itself."""
    with torch.device("meta"):
        model = build(config)
    tensors = revert_weight_conversion(model, model.state_dict())  # the names of files
    found = {}
    for name, value in tensors.items():
        pattern = re.sub(r"\.\d+\.", ".N.", name, count=1)
        count, shape = found.get(pattern, (0, list(value.shape)))
        if shape == list(value.shape):
            found[pattern] = (count + 1, shape)
        else:
            found[name] = (1, list(value.shape))
    return {pattern: [count, *shape] for pattern, (count, shape) in found.items()}


def rotary_facts(written):
    """Rotary frequencies of the first layer of each kind."""
    config = config_of(written)
    kinds = [kind_of(config, layer) for layer in range(config.num_hidden_layers)]
    first = sorted(kinds.index(kind) for kind in set(kinds))
    scale = {"scale": scale_of(config)} if hasattr(config, "query_pre_attn_scalar") else {}
    return {"headDim": head_dim_of(config), "layers": [layer_facts(config, layer) for layer in first], **scale}


def facts_of(written):
    rotary = rotary_facts(written) if written["model_type"] in ROTARY else {}
    return {"modelTensors": tensors_of(named(written)), **rotary}


def write_plain_files(golden):
    """{checkpoint: facts}, one checkpoint a line."""
    checkpoints = json.loads(SOURCE.read_text(encoding="utf-8"))
    lines = [f"{json.dumps(each['name'])}: {json.dumps(facts_of(each['config']))}" for each in checkpoints]
    (golden / FILE).write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")
    return {
        FILE: {
            "truth": [" ".join(inspect.getdoc(inspect.getmodule(named)).split())],
            "tolerance": {"unitsInTheLastPlace": 1},
            "conventions": [
                "modelTensors: how many blocks have the tensor, then its shape; N stands for the number of the block",
                "layers: as in configs/, the first of each kind",
            ],
            "reads": ["docs/published/checkpoints.json"],
        }
    }
