"""The tensors of the class that transformers builds of every configuration in docs/published/checkpoints.json."""

import inspect
import json
import re
from pathlib import Path

import torch
import transformers
from transformers import logging
from transformers.models.auto.configuration_auto import CONFIG_MAPPING

from published_models import build

FILE = "published-checkpoints.json"
SOURCE = Path(__file__).resolve().parents[2] / "docs" / "published" / "checkpoints.json"


# Without a class of its own in the config: the bare model, as AutoModel has it.
def named(config):
    if "architectures" in config and hasattr(transformers, config["architectures"][0]):
        return config
    kind = type(CONFIG_MAPPING[config["model_type"]].from_dict(dict(config)))
    return config | {"architectures": [transformers.MODEL_MAPPING[kind].__name__]}


def tensors_of(config):
    """{name with N for the number of the block: [how many, *shape]}"""
    with torch.device("meta"):
        tensors = build(config).state_dict()
    found = {}
    for name, value in tensors.items():
        pattern = re.sub(r"\.\d+\.", ".N.", name, count=1)
        count, shape = found.get(pattern, (0, list(value.shape)))
        found[pattern] = (count + 1, shape)
    return {pattern: [count, *shape] for pattern, (count, shape) in found.items()}


def write_plain_files(golden):
    """{checkpoint: tensors}, one checkpoint a line."""
    logging.set_verbosity_error()
    checkpoints = json.loads(SOURCE.read_text(encoding="utf-8"))
    lines = [f"{json.dumps(each['name'])}: {json.dumps(tensors_of(named(each['config'])))}" for each in checkpoints]
    (golden / FILE).write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")
    return {
        FILE: {
            "truth": [" ".join(inspect.getdoc(inspect.getmodule(named)).split())],
            "conventions": ["how many blocks have the tensor, then its shape; N stands for the number of the block"],
            "reads": ["docs/published/checkpoints.json", "tools/golden/published_models.py"],
        }
    }
