"""PaLM and GPT-3, which have no class in transformers: tiny checkpoints computed by palm_reference and gpt3_reference."""

import json
from dataclasses import dataclass, field
from types import ModuleType

import numpy as np
import torch
from safetensors.torch import load_file, save_file
from transformers import GPT2Config, GPT2LMHeadModel

import decoder_cases
import gpt3_reference
import model_cases
import model_run
import palm_reference
from golden_file import GoldenFile, checkpoint_files, require_close

FOLDER = "models"
SPECIAL = {"bos_token_id": None, "eos_token_id": None, "pad_token_id": None, "tie_word_embeddings": True}


@dataclass
class Construction:
    """A checkpoint without a class; scales: part of a tensor's name -> factor on its spread."""

    name: str
    about: str
    reference: ModuleType
    seed: int
    config: dict
    dtype: torch.dtype = torch.float32
    scales: dict = field(default_factory=dict)


CONSTRUCTIONS = [
    Construction(
        "palm-f32",
        "PaLM: parallel blocks with one scale-only norm, one key and value for three heads, SwiGLU, RoPE, tied head; "
        "tensors as PaLM-rlhf-pytorch stores them.",
        palm_reference,
        222,
        SPECIAL
        | {
            "model_type": "palm", "architectures": ["PaLMForCausalLM"], "vocab_size": 43, "hidden_size": 24,
            "num_hidden_layers": 3, "num_attention_heads": 3, "head_dim": 10, "intermediate_size": 37,
            "max_position_embeddings": 96, "layer_norm_eps": 1e-3, "torch_dtype": "float32",
        },
        scales={"token_emb": 0.5, "out": 2},
    ),
    Construction(
        "gpt3-bf16",
        "GPT-3: GPT-2's graph and names, dense and local layers by turns, a window of 5; BF16.",
        gpt3_reference,
        224,
        SPECIAL
        | {
            "model_type": "gpt3", "architectures": ["GPT3LMHeadModel"], "vocab_size": 41, "n_positions": 96,
            "n_embd": 24, "n_layer": 4, "n_head": 3, "n_inner": 37, "activation_function": "gelu_new",
            "layer_norm_epsilon": 1e-3, "attention_types": [[["global", "local"], 2]], "window_size": 5,
            "torch_dtype": "bfloat16",
        },
        torch.bfloat16,
        {"wte": 0.5, "c_proj.weight": 2},
    ),
]


def drawn(construction):
    """Every tensor at random: norms around 1, biases around 0, weights by what flows into them."""
    generator, tensors = torch.Generator().manual_seed(construction.seed), {}
    for name, shape in construction.reference.names(construction.config).items():
        noise = torch.randn(shape, generator=generator)
        scale = np.prod([factor for part, factor in construction.scales.items() if part in name])
        tensors[name] = (centre(name) + noise * spread(name, shape) * float(scale)).to(construction.dtype)
    last = [name for name in tensors if name in ("norm.gamma", "transformer.ln_f.weight")]
    return tensors | {name: tensors[name] * 4 for name in last}


def centre(name):
    return 1.0 if name.endswith("gamma") or ("ln_" in name and name.endswith("weight")) else 0.0


def spread(name, shape):
    if any(table in name for table in ("token_emb", "wte", "wpe")):
        return 0.6
    if len(shape) == 1:
        return 0.3
    return 1.2 * (shape[0] if "transformer" in name else shape[1]) ** -0.5


def write_plain_files(golden):
    """config.json and model.safetensors of both; name -> manifest entry."""
    entries = {}
    for construction in CONSTRUCTIONS:
        folder = golden / FOLDER / construction.name
        folder.mkdir(parents=True, exist_ok=True)
        tensors = drawn(construction)
        tensors |= construction.reference.extra(construction.config, tensors)
        save_file(tensors, folder / "model.safetensors", metadata={"format": "pt"})
        text = json.dumps(dict(sorted(construction.config.items())), indent=2)
        (folder / "config.json").write_text(text + "\n", encoding="utf-8")
        (folder / "model.safetensors").chmod(0o644)
        for file in ("config.json", "model.safetensors"):
            about = {"truth": ["torch: random numbers"], "about": construction.about}
            entries[f"{FOLDER}/{construction.name}/{file}"] = about
    return entries


def run(construction, tensors, ids, mask=None, positions=None):
    """Numpy arrays of the reference for nested lists [batch, n]."""
    ids = torch.as_tensor(ids)
    mask = torch.ones_like(ids) if mask is None else torch.as_tensor(mask)
    positions = torch.arange(ids.shape[1]).expand(ids.shape) if positions is None else torch.as_tensor(positions)
    result = construction.reference.forward(tensors, construction.config, ids, mask, positions)
    return {name: value.numpy() for name, value in result.items()}


def batch(construction, tensors, long, short, left):
    ids, mask = model_cases.padded(long, short, 0, left)
    positions = model_cases.positions_of(mask) if left else None
    result = run(construction, tensors, ids, mask, positions)
    real = np.asarray(mask[1]) == 1
    alone = run(construction, tensors, [short])["logits"][0]
    require_close(f"{construction.name}, padded", result["logits"][1][real], alone, 1e-9)
    given = {"ids": ids, "attentionMask": np.uint8(mask)} | ({"positionIds": positions} if left else {})
    return given | result


def greedy(construction, tensors, count):
    """The best token again and again, every time from the whole text."""
    prompt = model_cases.tokens(construction.config["vocab_size"], 4, 7)
    text, margins = list(prompt), []
    for _ in range(count):
        best = torch.as_tensor(run(construction, tensors, [text])["logits"][0, -1]).topk(2)
        text.append(int(best.indices[0]))
        margins.append(float(best.values[0] - best.values[1]))
    found = {"prompt": prompt, "ids": text[len(prompt) :], "margins": np.asarray(margins)}
    model_cases.require_free_choice(construction.name, found)
    return found


def cases(construction, tensors):
    size = construction.config["vocab_size"]
    long, short = (
        model_cases.tokens(size, n, seed) for n, seed in ((decoder_cases.LENGTH, 1), (decoder_cases.SHORT, 2))
    )
    single = run(construction, tensors, [long])
    positions = model_cases.gaps(len(long))
    return {
        "sentence": {
            "ids": long, "logits": single["logits"][0], "attentions": single["attentions"][:, 0],
            "hiddenStates": single["hiddenStates"][:, 0],
        },
        "batch": batch(construction, tensors, long, short, left=False),
        "batchLeft": batch(construction, tensors, long, short, left=True),
        "shifted": {
            "ids": long,
            "positions": positions,
            "logits": run(construction, tensors, [long], positions=[positions])["logits"][0],
        },
    }


def require_every_tensor_matters(construction, tensors, wanted):
    for name, tensor in tensors.items():
        other = tensors | {name: torch.full_like(tensor, centre(name))}
        effect = abs(cases(construction, other)["shifted"]["logits"] - wanted["shifted"]["logits"]).max()
        if not effect >= 1e-2:
            raise AssertionError(f"{construction.name}: {name} changes the logits by {effect} only")


def require_like_gpt2(construction, tensors):
    """With dense layers alone, GPT-3 is GPT-2: transformers must compute the same."""
    dense = dict(construction.config, attention_types=[[["global"], construction.config["n_layer"]]])
    keys = ("vocab_size", "n_positions", "n_embd", "n_layer", "n_head", "n_inner", "layer_norm_epsilon")
    model = (
        GPT2LMHeadModel(GPT2Config(**{key: dense[key] for key in keys}, attn_implementation="eager")).eval().double()
    )
    model.load_state_dict(tensors, strict=False)
    ids = model_cases.tokens(dense["vocab_size"], 20, 9)
    with torch.no_grad():
        logits = model(torch.tensor([ids])).logits.numpy()
    positions = torch.arange(len(ids))[None]
    got = gpt3_reference.forward(tensors, dense, torch.tensor([ids]), torch.ones(1, len(ids)), positions)["logits"]
    require_close("GPT-3 with dense layers and GPT-2", got.numpy(), logits, 1e-6)


def tensor_files(golden):
    for construction in CONSTRUCTIONS:
        folder = golden / FOLDER / construction.name
        stored = load_file(folder / "model.safetensors")
        tensors = {name: stored[name].double() for name in construction.reference.names(construction.config)}
        found = cases(construction, tensors)
        require_every_tensor_matters(construction, tensors, found)
        if construction.reference is gpt3_reference:
            require_like_gpt2(construction, tensors)
        found["greedy"] = greedy(construction, tensors, decoder_cases.GREEDY)
        yield GoldenFile(
            name=f"{FOLDER}/{construction.name}/expected.safetensors",
            tensors={
                name: value
                for case, values in found.items()
                for name, value in model_run.prefixed(case, values).items()
            },
            truth=[f"torch operations in float64 after the paper: tools/golden/{construction.reference.__name__}.py"],
            precision="float64, stored as float32",
            tolerance={"absolute": 1e-4, "relative": 0},
            conventions=decoder_cases.CONVENTIONS,
            cases={case: {} for case in found},
            reads=checkpoint_files(construction.name),
        )
