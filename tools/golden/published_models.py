"""Models that transformers builds from whole config.json files as they are published: their tensors and its rotary frequencies.

Every field that is said to be read by nobody is proved to be: a small model gives the same logits whatever stands there.
"""

import inspect
import json
import re

import torch
import transformers
from transformers.models.auto.configuration_auto import CONFIG_MAPPING

from config_facts import config_of, deep, head_dim_of, layer_facts
from whole_configs import TWICE, WHOLE

FOLDER = "published"
ROTARY = ("llama", "qwen2")
DECODER = {"num_attention_heads": 4, "num_key_value_heads": 2, "num_hidden_layers": 2, "intermediate_size": 16}
ENCODER = {"num_attention_heads": 3, "num_hidden_layers": 2, "intermediate_size": 16, "max_position_embeddings": 64}
STACK = {"layers": 2, "ffn_dim": 16, "attention_heads": 3}
SMALL = {
    "llama": DECODER | {"hidden_size": 64},
    "qwen2": DECODER | {"hidden_size": 64},
    "gpt2": {"n_embd": 24, "n_head": 3, "n_layer": 2},
    "xlm-roberta": ENCODER | {"hidden_size": 24},
    "camembert": ENCODER | {"hidden_size": 24},
    "bart": {f"{side}_{key}": value for side in ("encoder", "decoder") for key, value in STACK.items()}
    | {"d_model": 24, "num_hidden_layers": 2},
}


def build(written):
    """The class that `architectures` names."""
    config = CONFIG_MAPPING[written["model_type"]].from_dict(deep(written))
    return getattr(transformers, written["architectures"][0])(config)


def tensors_of(written):
    """{name with N for the number of a layer: [how many, *shape]}"""
    with torch.device("meta"):
        model = build(written)
    found = {}
    for name, value in model.state_dict().items():
        pattern = re.sub(r"\.\d+\.", ".N.", name)
        count, shape = found.get(pattern, (0, list(value.shape)))[0], list(value.shape)
        found[pattern] = (count + 1, shape)
    return {pattern: [count, *shape] for pattern, (count, shape) in found.items()}


@torch.no_grad()
def logits_of(written):
    torch.manual_seed(1)
    model = build(written).eval()
    return model(torch.arange(7, 41)[None]).logits


def with_another(written, path):
    """The config with something else in a field; in an object, with other numbers."""
    *outer, key = path.split(".")
    inner = written
    for name in outer:
        inner = inner[name]
    value = inner[key]
    if isinstance(value, dict):
        inner[key] = {name: 3.0 * entry if isinstance(entry, float) else entry for name, entry in value.items()}
    elif isinstance(value, bool):
        inner[key] = not value
    else:
        inner[key] = 2 * value + 1
    return written


def require_unread(name, written, fields):
    types = written.get("layer_types")
    small = deep(written) | SMALL[written["model_type"]] | {"vocab_size": 50, "bos_token_id": 1, "eos_token_id": 2}
    if types:
        small["layer_types"] = types[:2]
    wanted = logits_of(deep(small))
    for field in fields:
        if not torch.equal(logits_of(with_another(deep(small), field)), wanted):
            raise AssertionError(f"{name}: {field} is read")


def expected(name, written, fields):
    require_unread(name, written, fields)
    facts = {"ignored": sorted(fields), "modelTensors": tensors_of(written)}
    if written["model_type"] in ROTARY:
        config = config_of(written)
        facts |= {"headDim": head_dim_of(config), "layers": [layer_facts(config, 0)]}
    return facts


def write_plain_files(golden):
    """One JSON file per configuration; name -> manifest entry."""
    folder = golden / FOLDER
    folder.mkdir(exist_ok=True)
    for old in folder.glob("*.json"):
        old.unlink()
    entries = {}
    for name, (written, fields) in (WHOLE | TWICE).items():
        file = f"{FOLDER}/{re.sub(r'[ /]', '-', name.lower())}.json"
        sample = {"config": written, "expected": expected(name, written, fields)}
        (golden / file).write_text(json.dumps(sample, indent=1) + "\n", encoding="utf-8")
        entries[file] = {
            "truth": [" ".join(inspect.getdoc(inspect.getmodule(expected)).split())],
            "tolerance": {"unitsInTheLastPlace": 1},
            "conventions": [
                "modelTensors: how many layers have the tensor, then its shape; N stands for the number of the layer",
                "ignored: fields that transformers does not read; layers as in configs/",
            ],
        }
    return entries
