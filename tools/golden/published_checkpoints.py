"""The tensors of the class that transformers builds of every configuration in docs/published/checkpoints.json."""

import inspect
import json
from pathlib import Path

import transformers
from transformers import logging
from transformers.models.auto.configuration_auto import CONFIG_MAPPING

from published_models import tensors_of

FILE = "published-checkpoints.json"
SOURCE = Path(__file__).resolve().parents[2] / "docs" / "published" / "checkpoints.json"


# Without a class of its own in the config: the bare model, as AutoModel has it.
def named(config):
    if "architectures" in config and hasattr(transformers, config["architectures"][0]):
        return config
    kind = type(CONFIG_MAPPING[config["model_type"]].from_dict(dict(config)))
    return config | {"architectures": [transformers.MODEL_MAPPING[kind].__name__]}


def write_plain_files(golden):
    """{checkpoint: tensors}, one checkpoint a line."""
    logging.set_verbosity_error()
    checkpoints = json.loads(SOURCE.read_text(encoding="utf-8"))
    lines = [f"{json.dumps(name)}: {json.dumps(tensors_of(named(config)))}" for name, config in
             ((each["name"], each["config"]) for each in checkpoints)]
    (golden / FILE).write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")
    return {
        FILE: {
            "truth": [" ".join(inspect.getdoc(inspect.getmodule(named)).split())],
            "conventions": ["how many layers have the tensor, then its shape; N stands for the number of the layer"],
            "reads": ["docs/published/checkpoints.json", "tools/golden/published_models.py"],
        }
    }
