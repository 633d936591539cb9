"""Tiny checkpoints with random weights: how they are drawn, written, proved to matter and described in the manifest.

A topic decorates the functions that build its models, and ends in `write_plain_files, tensor_files = topic(__name__)`.
"""

import contextlib
import inspect
import json
import re
from collections.abc import Callable, Sequence
from dataclasses import KW_ONLY, dataclass, field
from functools import partial

import torch
from huggingface_hub import split_torch_state_dict_into_shards
from safetensors.torch import load_file, save_file
from torch import nn
from transformers.pytorch_utils import Conv1D
from transformers.utils import logging

from golden_file import GoldenFile

logging.disable_progress_bar()

FOLDER = "models"
NO_SPECIAL_TOKENS = {"bos_token_id": None, "eos_token_id": None, "pad_token_id": None}
WEIGHTS = "model.safetensors"
LEAST_EFFECT = 1e-2
LEAST_EFFECT_OF_A_FACT = 1e-3


CHECKPOINTS = {}  # module -> its checkpoints


@dataclass
class Checkpoint:
    """One checkpoint and everything that is computed from it.

    name         folder below tests/golden/models
    seed         of the weights
    cases        functions (model, folder) -> {case: {tensor: array}}; greedy text apart, see `greedy`
    reads_as     the class that computes the expected numbers; None: the class that was saved
    dtype        stored type
    scales       pattern of parameter names -> factor on centre and spread of its numbers
    inert        pattern of parameters that cannot change any number (the bias of keys adds the same to a whole row of scores)
    published    (folder) -> None: respells config and tensor names as the well-known checkpoints are spelled
    shard        bytes of the largest file; None: one file
    facts        sentence -> changes of the config that must change the numbers
    around       context in which transformers has to run
    greedy       (model) -> {tensor: array}; None: nothing is generated
    notes        conventions of this checkpoint alone
    truth        what computed the numbers
    conventions  of the family
    build        () -> the transformers model that is saved; its docstring describes the checkpoint
    """

    name: str
    seed: int
    cases: Sequence
    reads_as: type | None = None
    _: KW_ONLY
    dtype: torch.dtype = torch.float32
    scales: dict = field(default_factory=dict)
    inert: str = "$^"
    published: Callable | None = None
    shard: int | None = None
    facts: dict = field(default_factory=dict)
    around: Callable = contextlib.nullcontext
    greedy: Callable | None = None
    notes: Sequence = ()
    truth: str = "transformers: the class of the checkpoint, eager attention"
    conventions: Sequence = ()
    build: Callable | None = None


def checkpoint(*given, **named):
    """Decorates the function that builds the model; the arguments are the fields of Checkpoint."""

    def register(build):
        CHECKPOINTS.setdefault(build.__module__, []).append(Checkpoint(*given, **named, build=build))
        return build

    return register


def topic(module):
    """(write_plain_files, tensor_files) of the checkpoints that a module registered."""
    return partial(write_plain_files, checkpoints=CHECKPOINTS[module]), partial(
        tensor_files, checkpoints=CHECKPOINTS[module]
    )


def spread(model, name, parameter):
    """(centre, standard deviation) of the numbers of one parameter: scores and activations of about 1."""
    owner = model.get_submodule(name.rpartition(".")[0])
    kind = type(owner).__name__
    if "Norm" in kind:
        one_plus = "Gemma" in kind  # stores w of (1 + w)
        return (1.0 if name.endswith("weight") and not one_plus else 0.0), 0.3 if name.endswith("weight") else 0.2
    if isinstance(owner, nn.Embedding):
        return 0.0, 0.6
    if parameter.dim() == 1 or name.endswith(("_bias", "seg_embed")):
        return 0.0, 0.3
    fan_in = parameter.shape[0] if isinstance(owner, Conv1D) or parameter.dim() == 3 else parameter.shape[-1]
    if isinstance(owner, nn.Conv1d):
        fan_in = parameter.shape[1] * parameter.shape[2]
    return 0.0, 1.2 * fan_in**-0.5


def tensors_of(model):
    """Parameters, and buffers that are stored (BART's bias of the logits); tied ones once."""
    stored = set(model.state_dict())
    yield from model.named_parameters()
    yield from (
        (name, buffer) for name, buffer in model.named_buffers() if name in stored and buffer.is_floating_point()
    )


@torch.no_grad()
def fill_randomly(model, seed, scales):
    """Every number is drawn: nothing stays at the zeros and ones it starts with."""
    generator = torch.Generator().manual_seed(seed)
    for name, tensor in tensors_of(model):
        centre, deviation = spread(model, name, tensor)
        for pattern, factor in scales.items():
            if re.search(pattern, name):
                centre, deviation = centre * factor, deviation * factor
        tensor.copy_(centre + deviation * torch.randn(tensor.shape, generator=generator))


def rename(folder, *pairs):
    """Tensors of a stored checkpoint under other names, by regular expression."""
    tensors = load_file(folder / WEIGHTS)
    for pattern, name in pairs:
        tensors = {re.sub(pattern, name, old): tensor for old, tensor in tensors.items()}
    save_file(tensors, folder / WEIGHTS, metadata={"format": "pt"})


def add(folder, extra):
    """Tensors that published checkpoints hold and the model does not need, or holds twice."""
    tensors = load_file(folder / WEIGHTS)
    save_file(tensors | extra(tensors), folder / WEIGHTS, metadata={"format": "pt"})


def split(folder, largest):
    """Several files of at most `largest` bytes and the index that names them."""
    tensors = load_file(folder / WEIGHTS)
    plan = split_torch_state_dict_into_shards(tensors, max_shard_size=largest)
    for file, names in plan.filename_to_tensors.items():
        save_file({name: tensors[name] for name in names}, folder / file, metadata={"format": "pt"})
    index = {"metadata": plan.metadata, "weight_map": plan.tensor_to_filename}
    (folder / f"{WEIGHTS}.index.json").write_text(json.dumps(index, indent=2, sort_keys=True) + "\n", encoding="utf-8")
    (folder / WEIGHTS).unlink()


def respell(folder, *dropped, **changes):
    """Fields of config.json removed, then added or replaced."""
    path = folder / "config.json"
    config = json.loads(path.read_text(encoding="utf-8"))
    config = {name: value for name, value in config.items() if name not in dropped} | changes
    path.write_text(json.dumps(dict(sorted(config.items())), indent=2) + "\n", encoding="utf-8")


def save(folder, checkpoint):
    """Writes config.json and the weights; the names of the files."""
    for old in files_of(folder):
        (folder / old).unlink()
    model = checkpoint.build()
    fill_randomly(model, checkpoint.seed, checkpoint.scales)
    model.to(checkpoint.dtype).save_pretrained(folder)
    (folder / "generation_config.json").unlink(missing_ok=True)
    if checkpoint.published:
        checkpoint.published(folder)
    if checkpoint.shard:
        split(folder, checkpoint.shard)
    for file in folder.iterdir():
        file.chmod(0o644)
    return files_of(folder)


def files_of(folder):
    """The files of a checkpoint: all but what is computed from them."""
    return sorted(file.name for file in folder.glob("*") if file.name != "expected.safetensors")


def load(folder, checkpoint, **changes):
    """The model in float32 with eager attention, its config changed on the way."""
    kind = checkpoint.reads_as or type(checkpoint.build())
    options = {"dtype": torch.float32, "attn_implementation": "eager"}
    config = kind.config_class.from_pretrained(folder, attn_implementation="eager")
    for name, value in changes.items():
        setattr(config, name, value)
    return kind.from_pretrained(folder, config=config, **options).eval()


def numbers(checkpoint, model, folder):
    """All computed numbers as {case.tensor: array}."""
    with checkpoint.around():
        cases = [case for function in checkpoint.cases for case in function(model, folder).items()]
    return {f"{case}.{name}": value for case, tensors in cases for name, value in tensors.items()}


def largest_change(before, after):
    """Over the logits of all cases; over everything when a checkpoint has no head."""
    has_logits = any(name.endswith(".logits") for name in before)
    names = [name for name in before if name.endswith((".logits", ".pooled"))] if has_logits else list(before)
    changes = [abs(after[name].astype("float64") - before[name]).max() for name in names]
    return float(max(changes))


@torch.no_grad()
def require_every_tensor_matters(checkpoint, model, folder, wanted):
    """Replacing any parameter by what it is initialised with (0, or 1 for a norm) must change the numbers."""
    for name, tensor in tensors_of(model):
        if re.search(checkpoint.inert, name):
            continue
        kept = tensor.clone()
        tensor.fill_(spread(model, name, tensor)[0])
        effect = largest_change(wanted, numbers(checkpoint, model, folder))
        tensor.copy_(kept)
        if not effect >= LEAST_EFFECT:
            raise AssertionError(f"{checkpoint.name}: {name} changes the logits by {effect} only")


def effects_of_facts(checkpoint, folder, wanted):
    """sentence -> largest change of the logits when the fact is switched off in the config."""
    effects = {}
    for sentence, changes in checkpoint.facts.items():
        other = load(folder, checkpoint, **changes)
        effects[sentence] = round(largest_change(wanted, numbers(checkpoint, other, folder)), 5)
        if not effects[sentence] >= LEAST_EFFECT_OF_A_FACT:
            raise AssertionError(f"{checkpoint.name}: {sentence}: {effects[sentence]}")
    return effects


def write_plain_files(golden, checkpoints):
    """Config and weights of every checkpoint; name -> manifest entry."""
    entries = {}
    for checkpoint in checkpoints:
        for file in save(golden / FOLDER / checkpoint.name, checkpoint):
            entries[f"{FOLDER}/{checkpoint.name}/{file}"] = {
                "truth": ["transformers: save_pretrained of a model with random weights"],
                "about": " ".join(inspect.getdoc(checkpoint.build).split()),
            }
    return entries


def tensor_files(golden, checkpoints):
    """The numbers that transformers computes from the saved files, checkpoint by checkpoint."""
    for checkpoint in checkpoints:
        folder = golden / FOLDER / checkpoint.name
        model = load(folder, checkpoint)
        tensors = numbers(checkpoint, model, folder)
        require_every_tensor_matters(checkpoint, model, folder, tensors)
        facts = effects_of_facts(checkpoint, folder, tensors)
        if checkpoint.greedy:
            with checkpoint.around():
                tensors |= {f"greedy.{name}": value for name, value in checkpoint.greedy(model).items()}
        yield GoldenFile(
            name=f"{FOLDER}/{checkpoint.name}/expected.safetensors",
            tensors=tensors,
            truth=[checkpoint.truth + ("; generate(do_sample=False)" if checkpoint.greedy else "")],
            precision="float32",
            tolerance={"absolute": 1e-4, "relative": 0},
            conventions=[*checkpoint.conventions, *checkpoint.notes],
            cases={case: {} for case in dict.fromkeys(name.split(".")[0] for name in tensors)} | {"facts": facts},
            reads=[f"tests/golden/{FOLDER}/{checkpoint.name}/{file}" for file in files_of(folder)],
        )
