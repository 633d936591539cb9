"""What transformers computes with models that our trainer saved: the files of tests/saved, opened as anyone would open them.

A missing, unexpected or misshapen tensor is an error. model_type "whereformer", which transformers has not, is run by
training_model.py. The files are input, as a stranger's would be; their numbers are compared with nothing here.
"""

import json

import numpy as np
import torch
from safetensors.torch import load_file
from transformers import AutoModelForCausalLM

import model_cases
import training_libraries
import training_model
from golden_file import GoldenFile
from training_positions import LEARNED_NUMBERS

LENGTH, SEQUENCES = 12, 3


def own_logits(folder, config, ids):
    """The logits of a model in its own words."""
    weights = {name: value.double() for name, value in load_file(folder / "model.safetensors").items()}
    position = config.get("position", {"type": "none"})
    if isinstance(position, dict) and "layers" in position:
        first, *others = position["layers"]
        if any(other != first for other in others):
            raise ValueError(f"{folder}: layers with different positions are not supported here")
        position = first
    position = position if isinstance(position, list) else [position]
    spec = training_model.spec_of(**{"normEpsilon": 1e-6} | config["spec"])  # the default of the format
    wanted = training_model.weight_shapes(spec)
    parameters = {}
    for part in position:
        for field, value in part.items():
            if isinstance(value, dict) and "tensor" in value:
                parameters[f"position.{field}"] = weights[value["tensor"]].reshape(value["shape"])
                wanted[value["tensor"]] = value["shape"]
        for field in LEARNED_NUMBERS.get(part["type"], ()):
            parameters[f"position.{field}"] = torch.tensor(np.atleast_1d(part[field]), dtype=torch.float64)
    stored = {name: list(value.shape) for name, value in weights.items()}
    different = [name for name in {**wanted, **stored} if stored.get(name) != wanted.get(name)]
    if different:
        raise ValueError(f"{folder}: tensors missing, unexpected or of another shape: {', '.join(sorted(different))}")
    frequencies = training_libraries.frequencies({"spec": spec, "position": position})
    network = training_model.Network(spec, position, weights | parameters, frequencies)
    return network.logits(ids, torch.arange(ids.shape[1]).expand(ids.shape).double())


def library_logits(folder, ids):
    """transformers' own."""
    model, report = AutoModelForCausalLM.from_pretrained(folder, dtype=torch.float32, output_loading_info=True)
    faults = {kind: names for kind, names in report.items() if names}
    if faults:
        raise ValueError(f"{folder}: {faults}")
    return model.eval()(ids).logits


@torch.no_grad()
def case(folder, seed):
    config = json.loads((folder / "config.json").read_text(encoding="utf-8"))
    ids = [model_cases.tokens(config_vocab(config), LENGTH, seed + i, []) for i in range(SEQUENCES)]
    given = torch.tensor(ids)
    own = config["model_type"] == "whereformer"
    logits = own_logits(folder, config, given) if own else library_logits(folder, given)
    return {"ids": np.array(ids, np.int32), "logits": logits.float().numpy()}


def config_vocab(config):
    return config["spec"]["vocab"] if "spec" in config else config["vocab_size"]


def tensor_files(golden):
    folders = sorted(folder for folder in (golden.parent / "saved").iterdir())
    cases = {folder.name: case(folder, 10 * i) for i, folder in enumerate(folders)}
    yield GoldenFile(
        name="saved-models.safetensors",
        tensors={f"{name}.{key}": value for name, tensors in cases.items() for key, value in tensors.items()},
        truth=["transformers: the class that config.json names, from_pretrained without any report of tensors", "PyTorch: training_model.py, float64"],
        precision="float32",
        tolerance={"absolute": 1e-4, "relative": 0},
        conventions=["a case is a folder of tests/saved: ids [3, 12], logits [3, 12, vocab]"],
        cases={name: {} for name in cases},
        reads=[
            *(f"tools/golden/{name}.py" for name in ("model_cases", "training_libraries", "training_model", "training_positions")),
            *(f"tests/saved/{folder.name}/{file.name}" for folder in folders for file in sorted(folder.iterdir())),
        ],
    )
