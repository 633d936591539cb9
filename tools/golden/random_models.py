"""Tiny checkpoints with random weights and odd sizes, so that every stored type and option is read once.

F32, F16 and BF16; grouped heads; a head size that is not hidden/heads; biases; a tied head; the v4 spelling of
the configuration; GPT-2 with and without the "transformer." prefix of its tensor names.
"""

import json

import torch
from transformers import GPT2Config, GPT2LMHeadModel, GPT2Model, LlamaConfig, LlamaForCausalLM

import model_run
from golden_file import GoldenFile, checkpoint_files

FOLDER = "models"
NO_SPECIAL_TOKENS = {"bos_token_id": None, "eos_token_id": None, "pad_token_id": None}
IDS = [3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5]
HIDDEN_KEYS = [2, 3, 7]
SHIFT = 5


def llama_float32():
    """One key/value head for three query heads, every bias, an odd feed-forward size."""
    config = LlamaConfig(
        vocab_size=31, hidden_size=24, num_hidden_layers=2, num_attention_heads=3, num_key_value_heads=1,
        intermediate_size=37, attention_bias=True, mlp_bias=True, rms_norm_eps=1e-5, max_position_embeddings=32,
        rope_parameters={"rope_type": "default", "rope_theta": 10000.0}, **NO_SPECIAL_TOKENS,
    )
    return LlamaForCausalLM(config), torch.float32


def llama_bfloat16():
    """Tied head, head size 6 although 24/3 = 8, base 500, no grouping."""
    config = LlamaConfig(
        vocab_size=29, hidden_size=24, num_hidden_layers=2, num_attention_heads=3, num_key_value_heads=3, head_dim=6,
        intermediate_size=41, tie_word_embeddings=True, rms_norm_eps=1e-6, max_position_embeddings=32,
        rope_parameters={"rope_type": "default", "rope_theta": 500.0}, **NO_SPECIAL_TOKENS,
    )
    return LlamaForCausalLM(config), torch.bfloat16


def llama_float16():
    """Two key/value heads for six query heads, three layers."""
    config = LlamaConfig(
        vocab_size=23, hidden_size=36, num_hidden_layers=3, num_attention_heads=6, num_key_value_heads=2,
        intermediate_size=19, rms_norm_eps=1e-5, max_position_embeddings=32,
        rope_parameters={"rope_type": "default", "rope_theta": 10000.0}, **NO_SPECIAL_TOKENS,
    )
    return LlamaForCausalLM(config), torch.float16


def gpt2_config(**changes):
    sizes = {"vocab_size": 27, "n_positions": 70, "n_embd": 24, "n_layer": 2, "n_head": 3}
    return GPT2Config(**sizes | NO_SPECIAL_TOKENS | changes)


def gpt2_float32():
    """Its own feed-forward size; names start with "transformer."."""
    return GPT2LMHeadModel(gpt2_config(n_inner=50)), torch.float32


def gpt2_bare_names():
    """Saved without a head, as the well-known checkpoint is: names start with "wte." and "h.0."; exact GELU."""
    return GPT2Model(gpt2_config(activation_function="gelu")), torch.float16


BUILDERS = {
    "llama-f32-gqa-biases": llama_float32, "llama-bf16-tied-v4": llama_bfloat16, "llama-f16-gqa": llama_float16,
    "gpt2-f32": gpt2_float32, "gpt2-f16-bare-names": gpt2_bare_names,
}


@torch.no_grad()
def fill_randomly(model, seed):
    """Every parameter gets values that matter, biases and norms included, which start as zeros and ones."""
    generator = torch.Generator().manual_seed(seed)
    for parameter in model.parameters():
        noise = torch.randn(parameter.shape, generator=generator)
        if parameter.dim() == 2:
            parameter.copy_(noise * 0.3)
        else:
            parameter.copy_(parameter + noise * 0.2)


def to_v4_spelling(path):
    """rope_parameters → rope_theta and rope_scaling, dtype → torch_dtype, as written before transformers 5."""
    config = json.loads(path.read_text(encoding="utf-8"))
    config["rope_theta"] = config.pop("rope_parameters")["rope_theta"]
    config["rope_scaling"] = None
    config["torch_dtype"] = config.pop("dtype")
    config["transformers_version"] = "4.45.0"
    path.write_text(json.dumps(dict(sorted(config.items())), indent=2) + "\n", encoding="utf-8")


def save(folder, name, seed):
    """Writes config.json and model.safetensors of one checkpoint."""
    model, dtype = BUILDERS[name]()
    fill_randomly(model, seed)
    model.to(dtype).save_pretrained(folder)
    (folder / "generation_config.json").unlink(missing_ok=True)
    (folder / "model.safetensors").chmod(0o644)
    if name.endswith("-v4"):
        to_v4_spelling(folder / "config.json")


def write_plain_files(golden):
    """The checkpoints themselves; name -> manifest entry."""
    entries = {}
    for seed, name in enumerate(BUILDERS, start=40):
        save(golden / FOLDER / name, name, seed)
        for file in ("config.json", "model.safetensors"):
            entries[f"{FOLDER}/{name}/{file}"] = {
                "truth": ["transformers: save_pretrained of a model with random weights"],
                "about": " ".join(BUILDERS[name].__doc__.split()),
            }
    return entries


def expected(golden, name):
    """The numbers that transformers computes from the saved files."""
    model = model_run.load(golden / FOLDER / name)
    vocabulary = model.config.vocab_size
    ids = [token % vocabulary for token in IDS]
    return {
        **model_run.prefixed("sentence", model_run.everything(model, ids)),
        **model_run.prefixed("shifted", model_run.shifted(model, ids, SHIFT)),
        **model_run.prefixed("masked", model_run.masked(model, ids, HIDDEN_KEYS)),
        **model_run.prefixed("greedy", model_run.greedy(model, ids[:3], 64)),
    }


def tensor_files(golden):
    files = []
    for name in BUILDERS:
        golden_file = GoldenFile(
            name=f"{FOLDER}/{name}/expected.safetensors", tensors=expected(golden, name),
            truth=["transformers: AutoModelForCausalLM, eager attention"], precision="float32",
            tolerance=model_run.TOLERANCE, conventions=model_run.CONVENTIONS,
            cases={"shifted": {"shift": SHIFT}, "masked": {"hiddenKeys": HIDDEN_KEYS}}, reads=checkpoint_files(name),
        )
        files.append(golden_file)
    return files
