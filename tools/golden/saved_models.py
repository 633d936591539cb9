"""Numbers that transformers computes with models that we saved: the files of tests/saved, opened as anyone would open them.

A missing, unexpected or misshapen tensor is an error. model_type "whereformer", which transformers has not, is run by
training_model.py. The files are input, as a stranger's would be. Those of a model that was trained are compared with nothing here;
those of a checkpoint of tests/golden/models that was loaded and saved again have to give the logits of that checkpoint.
"""

import json

import numpy as np
import torch
import transformers
from safetensors.torch import load_file
from transformers import AutoConfig

import model_cases
import training_libraries
import training_model
from golden_file import GoldenFile, require_close
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


def opened(folder):
    """The model of transformers that config.json names, and its report of tensors."""
    config = AutoConfig.from_pretrained(folder, attn_implementation="eager")
    kind = getattr(transformers, config.architectures[0])
    model, report = kind.from_pretrained(folder, config=config, dtype=torch.float32, output_loading_info=True)
    return model.eval(), {kind: names for kind, names in report.items() if names}


def logits_of(model, ids):
    decoder = {"decoder_input_ids": ids} if model.config.is_encoder_decoder else {}
    return model(ids, **decoder).logits


def library_logits(folder, ids):
    """transformers' own."""
    model, faults = opened(folder)
    if faults:
        raise ValueError(f"{folder}: {faults}")
    return logits_of(model, ids)


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


@torch.no_grad()
def require_the_checkpoint(folder, original):
    """transformers opens both and computes the same; Gemma's norms are read as weight + 1, rounded to float32."""
    model, _ = opened(original)  # may have tensors that nothing reads
    saved = case(folder, 1)
    wanted = logits_of(model, torch.tensor(saved["ids"]).long()).numpy()
    require_close(folder.name, saved["logits"], wanted, 1e-6 * np.abs(wanted).max())


def tensor_files(golden):
    folders = sorted(folder for folder in (golden.parent / "saved").iterdir())
    loaded = [folder for folder in folders if (golden / "models" / folder.name).exists()]
    for folder in loaded:
        require_the_checkpoint(folder, golden / "models" / folder.name)
    trained = [folder for folder in folders if folder not in loaded]
    cases = {folder.name: case(folder, 10 * i) for i, folder in enumerate(trained)}
    yield GoldenFile(
        name="saved-models.safetensors",
        tensors={f"{name}.{key}": value for name, tensors in cases.items() for key, value in tensors.items()},
        truth=[
            "transformers: the class that config.json names, from_pretrained without any report of tensors",
            "PyTorch: training_model.py, float64",
        ],
        precision="float32",
        tolerance={"absolute": 1e-4, "relative": 0},
        conventions=[
            "a case is a folder of tests/saved: ids [3, 12], logits [3, 12, vocab]",
            f"opened, with the logits of the checkpoint of that name: {', '.join(folder.name for folder in loaded)}",
        ],
        cases={name: {} for name in cases},
        reads=[*(f"tests/saved/{folder.name}/{file.name}" for folder in folders for file in sorted(folder.iterdir()))],
    )
