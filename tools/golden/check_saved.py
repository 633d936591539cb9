"""Does a model that we saved open in transformers, with the same logits?

    python check_saved.py FOLDER RESULT.json [--limit 1e-4]

FOLDER holds config.json and model.safetensors of model_type "gpt2", "llama" or another that transformers has, or
"whereformer", which is run by training_model.py. RESULT.json is { "inputIds": [[…]], "logits": [[[…]]] }: token ids
[batch, length] and the logits that our engine computed from the saved weights, [batch, length, vocab]. Missing,
unexpected or misshapen tensors are errors, a difference above the limit (or NaN) too; the exit code is 1.
"""

import argparse
import json
import sys
from pathlib import Path

import numpy as np
import torch
from safetensors.torch import load_file
from transformers import AutoModelForCausalLM

import training_libraries
import training_model
from training_positions import LEARNED_NUMBERS


class NotTheSame(Exception):
    """What differs."""


def own_logits(folder, config, ids):
    """The logits of a model in its own words."""
    weights = {name: value.double() for name, value in load_file(folder / "model.safetensors").items()}
    position = config.get("position", {"type": "none"})
    if isinstance(position, dict) and "layers" in position:
        first, *others = position["layers"]
        if any(other != first for other in others):
            raise NotTheSame(f"{folder}: layers with different positions are not supported here")
        position = first
    position = position if isinstance(position, list) else [position]
    spec = training_model.spec_of(**config["spec"])
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
        raise NotTheSame(f"{folder}: tensors missing, unexpected or of another shape: {', '.join(sorted(different))}")
    frequencies = training_libraries.frequencies({"spec": spec, "position": position})
    network = training_model.Network(spec, position, weights | parameters, frequencies)
    return network.logits(ids, torch.arange(ids.shape[1]).expand(ids.shape).double())


def library_logits(folder, ids):
    """transformers' own."""
    model, report = AutoModelForCausalLM.from_pretrained(folder, dtype=torch.float32, output_loading_info=True)
    faults = {kind: names for kind, names in report.items() if names}
    if faults:
        raise NotTheSame(f"{folder}: {faults}")
    return model.eval()(ids).logits


@torch.no_grad()
def check_saved(folder, ids, logits, limit=1e-4):
    """The largest difference; raises NotTheSame above the limit."""
    folder = Path(folder)
    ids = torch.as_tensor(np.atleast_2d(np.asarray(ids, np.int64)))
    config = json.loads((folder / "config.json").read_text(encoding="utf-8"))
    own = config["model_type"] == "whereformer"
    wanted = (own_logits(folder, config, ids) if own else library_logits(folder, ids)).double().numpy()
    got = np.asarray(logits, np.float64)
    if got.size != wanted.size:
        raise NotTheSame(f"{folder}: {got.size} logits, wanted {list(wanted.shape)}")
    apart = np.abs(got.reshape(wanted.shape) - wanted).max()
    if not apart <= limit:
        raise NotTheSame(f"{folder}: logits differ by {apart:.3g}, more than {limit:g}")
    return float(apart)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder")
    parser.add_argument("result")
    parser.add_argument("--limit", type=float, default=1e-4)
    arguments = parser.parse_args()
    result = json.loads(Path(arguments.result).read_text(encoding="utf-8"))
    try:
        apart = check_saved(arguments.folder, result["inputIds"], result["logits"], arguments.limit)
    except NotTheSame as difference:
        sys.exit(str(difference))
    print(f"{arguments.folder}: logits within {apart:.3g}")


if __name__ == "__main__":
    main()
