"""Tiny checkpoints in the formats that people have: GGUF, pytorch_model.bin and safetensors of the same weights, and blocks of every type.

The numbers of GGUF's blocks are dequantised by the package gguf, those of models come from transformers: run with the weights that were
stored, and again with what transformers' own reader of GGUF makes of the file, where it knows the architecture.
"""

import collections
import functools
import tempfile
from pathlib import Path

import gguf
import numpy as np
import torch
from gguf import GGMLQuantizationType as Type
from gguf.quants import dequantize, quantize
from safetensors.numpy import load_file
from safetensors.torch import save_file
from transformers import AutoModel, AutoModelForCausalLM, BertConfig, FalconConfig, GPT2Config, NomicBertConfig, Starcoder2Config, LlamaConfig, Gemma2Config, Gemma3TextConfig, GemmaConfig
from transformers import Phi3Config, Qwen2Config, Qwen3Config, SmolLM3Config
from transformers.modeling_rope_utils import ROPE_INIT_FUNCTIONS

import gguf_writer
import model_cases
from golden_file import GoldenFile, require_close

FOLDER = "files"
LENGTH = 9
NO_SPECIAL_TOKENS = {"bos_token_id": None, "eos_token_id": None, "pad_token_id": None}
TINY = {
    "vocab_size": 24, "hidden_size": 16, "num_hidden_layers": 2, "num_attention_heads": 2, "num_key_value_heads": 1,
    "intermediate_size": 24, "max_position_embeddings": 32, **NO_SPECIAL_TOKENS,
}
SHORT = TINY | {"num_hidden_layers": 1}
ENCODER = {
    "vocab_size": 24, "hidden_size": 16, "num_attention_heads": 2, "intermediate_size": 40, "max_position_embeddings": 32, "type_vocab_size": 2,
    "pad_token_id": 0,
}
PLAIN = {"rope_type": "default", "rope_theta": 10000.0}
LLAMA3 = {
    "rope_type": "llama3", "rope_theta": 500.0, "factor": 8.0, "low_freq_factor": 1.0, "high_freq_factor": 4.0,
    "original_max_position_embeddings": 16,
}
YARN = {"rope_type": "yarn", "rope_theta": 100.0, "factor": 4.0, "original_max_position_embeddings": 16}
KEPT = {Type.F32, Type.F16, Type.BF16}
BLOCKS = [
    *["F16", "BF16", "Q4_0", "Q4_1", "Q5_0", "Q5_1", "Q8_0", "Q2_K", "Q3_K", "Q4_K", "Q5_K", "Q6_K"],
]
# where the scales of a block are, as float16: other bytes of a block may have any value
SCALES = {"Q2_K": [80, 82], "Q3_K": [108], "Q4_K": [0, 2], "Q5_K": [0, 2], "Q6_K": [208]}

# name -> its name in GGUF, config
MODELS = {
    "llama": ("llama", LlamaConfig(**TINY, rms_norm_eps=1e-5, rope_parameters=PLAIN)),
    "llama-biases": ("llama", LlamaConfig(**SHORT | {"tie_word_embeddings": True}, attention_bias=True, mlp_bias=True, rope_parameters=PLAIN)),
    "llama3": ("llama", LlamaConfig(**SHORT, rope_parameters=LLAMA3)),
    "qwen2": ("qwen2", Qwen2Config(**SHORT, rope_parameters=YARN)),
    "qwen3": ("qwen3", Qwen3Config(**SHORT, head_dim=12, rope_parameters=PLAIN)),
    "smollm3": ("smollm3", SmolLM3Config(**TINY | {"num_hidden_layers": 4, "intermediate_size": 8}, rope_parameters=PLAIN)),
    "phi3": ("phi3", Phi3Config(**SHORT, sliding_window=5, rope_parameters=PLAIN, original_max_position_embeddings=32)),
    "gemma": ("gemma", GemmaConfig(**SHORT, head_dim=12, rope_parameters=PLAIN)),
    "gemma2": ("gemma2", Gemma2Config(**TINY, head_dim=12, query_pre_attn_scalar=12, sliding_window=5, rope_parameters=PLAIN)),
    "gemma3": ("gemma3", Gemma3TextConfig(**TINY | {"num_hidden_layers": 6, "intermediate_size": 8}, head_dim=8, query_pre_attn_scalar=8, sliding_window=5)),
    "gpt2": ("gpt2", GPT2Config(vocab_size=24, n_embd=16, n_layer=1, n_head=2, n_positions=32, n_inner=40, **NO_SPECIAL_TOKENS)),
    "blocks": ("llama", LlamaConfig(**SHORT | {"hidden_size": 32, "intermediate_size": 256}, rope_parameters=PLAIN)),
    "bert": ("bert", BertConfig(**ENCODER, num_hidden_layers=1)),
    "nomic-bert": ("nomic-bert", NomicBertConfig(**ENCODER, num_hidden_layers=1, rope_parameters={"rope_type": "default", "rope_theta": 1000.0})),
    "starcoder2": ("starcoder2", Starcoder2Config(**SHORT, use_bias=True, sliding_window=None, rope_parameters=PLAIN)),
    "falcon": ("falcon", FalconConfig(**{"vocab_size": 24, "hidden_size": 16, "num_hidden_layers": 1, "num_attention_heads": 2, "ffn_hidden_size": 40, "multi_query": True, "parallel_attn": True, "bias": False, "alibi": False, "new_decoder_architecture": False, "max_position_embeddings": 32, "rope_parameters": PLAIN, **NO_SPECIAL_TOKENS})),
    "llama-words": ("llama", LlamaConfig(**SHORT | {"vocab_size": 24, "intermediate_size": 8}, rope_parameters=PLAIN)),
    "q8": ("llama", LlamaConfig(**SHORT | {"hidden_size": 64, "intermediate_size": 96}, rope_parameters=PLAIN)),
}
# what each matrix of the model "blocks" is stored as
MIXED = {
    "token_embd": "Q8_0", "output": "Q5_1", "attn_q": "Q4_0", "attn_k": "Q4_1", "attn_v": "Q5_0", "attn_output": "BF16",
    "ffn_gate": "Q8_0", "ffn_up": "Q4_0", "ffn_down": "Q4_K",
}
# architectures for which transformers has no reader, or one that reads no biases
UNREAD = {"smollm3", "llama-biases", "gemma", "bert", "nomic-bert", "starcoder2", "falcon", "llama-words"}
ENCODERS = {"bert", "nomic-bert"}
# a tokenizer in a file with weights: letters, pairs of them, and words
LETTERS = ["<unk>", "<s>", "</s>", "▁", "t", "h", "e", "w", "o", "r", "d", "s", "▁t", "he", "▁the", "or", "▁w", "▁wor", "ds", "▁words", "n", "i", "a", "▁a"]
WORDS = {
    "tokenizer_model": "llama", "token_list": LETTERS, "token_scores": [0.0] * 3 + [float(-i) for i in range(21)],
    "token_types": [2, 3, 3] + [1] * 21, "bos_token_id": 1, "eos_token_id": 2, "unk_token_id": 0, "add_bos_token": True,
}


def random_blocks(name, count, seed):
    """Blocks with any bytes but for their scales, which are small numbers."""
    generator = np.random.default_rng(seed)
    _, size = gguf.GGML_QUANT_SIZES[Type[name]]
    blocks = generator.integers(0, 256, (count, size), dtype=np.uint8)
    for at in SCALES[name]:
        scales = (generator.standard_normal(count) * 1e-2).astype(np.float16)
        blocks[:, at : at + 2] = scales.view(np.uint8).reshape(count, 2)
    return blocks


def stored_as(name, value, seed):
    """Bytes of a matrix in a type; its rows, dequantised."""
    kind = Type[name]
    if name in SCALES:
        numbers, size = gguf.GGML_QUANT_SIZES[kind]
        raw = random_blocks(name, value.size // numbers, seed).reshape(value.shape[0], -1)
    elif name == "F16":
        raw = value.astype(np.float16)
    else:
        raw = quantize(value, kind)
    return raw, kind, dequantize(raw.view(np.uint8) if name == "F16" else raw, kind).reshape(value.shape)


@torch.no_grad()
def model_of(config, seed):
    """Weights that float16 has, biases and norms included."""
    kind = AutoModel if config.model_type.endswith("bert") else AutoModelForCausalLM
    model = kind.from_config(config, attn_implementation="eager").eval()
    generator = torch.Generator().manual_seed(seed)
    for name, parameter in model.named_parameters():
        noise = torch.randn(parameter.shape, generator=generator) * 0.3
        centre = 1 if "norm" in name and name.endswith("weight") and not config.model_type.startswith("gemma") else 0
        parameter.copy_((centre + noise).half().float())
    return model


@torch.no_grad()
def logits_of(model, ids):
    if model.config.model_type.endswith("bert"):
        return model(torch.tensor([ids])).last_hidden_state[0].numpy()
    return model(torch.tensor([ids]), use_cache=False).logits[0].numpy()


def as_saved(model):
    """The tensors by the names of a saved checkpoint; llama.cpp's converter leaves out what pools states."""
    with tempfile.TemporaryDirectory() as place:
        model.save_pretrained(place)
        saved = load_file(Path(place) / "model.safetensors")
    return {name: value for name, value in saved.items() if "pooler" not in name}


def tensors_of(model):
    tied = model.config.tie_word_embeddings
    return {name: value.numpy() for name, value in model.state_dict().items() if not (tied and name == "lm_head.weight")}


def divisors(config):
    """By how much LLaMA 3 divides each frequency."""
    scaled, _ = ROPE_INIT_FUNCTIONS["llama3"](config, "cpu")
    size = gguf_writer.head_size(config)
    plain = 1 / config.rope_parameters["rope_theta"] ** (np.arange(0, size, 2, dtype=np.float32) / np.float32(size))
    return plain / scaled.numpy()


def mixed(tensors_seen, kinds):
    """Stores matrices by `kinds`, and remembers the numbers that they stand for."""

    def stored(name, value):
        stem = name.removesuffix(".weight")
        kind = kinds[stem.split(".")[-1]]
        raw, type_, numbers = stored_as(kind, value, len(name) + int("".join(filter(str.isdigit, stem)) or 7))
        tensors_seen[name] = numbers
        return raw, type_

    return stored


def unpaired(rows, heads):
    halves = rows.reshape(heads, rows.shape[0] // heads // 2, 2, *rows.shape[1:])
    return halves.swapaxes(1, 2).reshape(rows.shape)


@torch.no_grad()
def with_stored(model, seen):
    """The model with the numbers that the file of blocks holds."""
    names = gguf.get_tensor_name_map(gguf.MODEL_ARCH.LLAMA, model.config.num_hidden_layers)
    heads = {"q_proj": model.config.num_attention_heads, "k_proj": model.config.num_key_value_heads}
    for name, parameter in model.named_parameters():
        numbers = seen.get(names.get_name(name, try_suffixes=(".weight", ".bias")))
        if numbers is None:
            continue
        count = heads.get(name.split(".")[-2])
        parameter.copy_(torch.tensor(unpaired(numbers, count) if count else numbers))
    return model


def views(state):
    """The same tensors as others would leave them: turned, inside of a larger storage, shared, as parameters, in bfloat16 where that is exact."""
    found = {}
    for i, (name, value) in enumerate(state.items()):
        if value.dim() == 2 and i % 3 == 0:
            found[name] = value.T.contiguous().T
        elif value.dim() == 2 and i % 3 == 1:
            around = torch.zeros(value.shape[0] + 3, value.shape[1] + 2, dtype=value.dtype)
            around[2:-1, 1:-1] = value
            found[name] = around[2:-1, 1:-1]
        else:
            found[name] = torch.nn.Parameter(value, requires_grad=False)
    both = torch.cat([found.pop("model.layers.0.input_layernorm.weight"), found.pop("model.layers.1.input_layernorm.weight")])
    half = both.shape[0] // 2
    return found | {
        "model.layers.0.input_layernorm.weight": both[:half],
        "model.layers.1.input_layernorm.weight": both[half:],
        "model.layers.0.self_attn.rotary_emb.inv_freq": torch.ones(4, dtype=torch.float64),
        "steps": torch.tensor(7),
    }


def checked_by_reader(folder, file, config, ids, logits):
    """transformers' own reader of GGUF gives the same; the config it makes leaves some fields out."""
    read = AutoModelForCausalLM.from_pretrained(folder, gguf_file=file, config=config, dtype=torch.float32, attn_implementation="eager")
    require_close(f"{file}, read by transformers", logits_of(read.eval(), ids), logits, 1e-4)


@functools.cache
def write_models(folder):
    """All files; (name -> logits)."""
    logits = {}
    for i, (name, (kind, config)) in enumerate(MODELS.items()):
        model = model_of(config, 100 + i)
        seen = {}
        stored = mixed(seen, MIXED) if name == "blocks" else mixed(seen, collections.defaultdict(lambda: "Q8_0")) if name == "q8" else gguf_writer.as_float16
        frequencies = divisors(config) if name == "llama3" else None
        tensors = as_saved(model) if name in ENCODERS else tensors_of(model)
        gguf_writer.write(folder / f"{name}.gguf", kind, config, tensors, stored, frequencies, WORDS if name == "llama-words" else None)
        ids = model_cases.tokens(config.vocab_size, LENGTH, 200 + i)
        if name == "q8":
            logits["q8.exact"] = logits_of(model, ids)
        logits[name] = logits_of(with_stored(model, seen) if seen else model, ids)
        logits[f"{name}.ids"] = np.asarray(ids)
        if name not in UNREAD:
            checked_by_reader(folder, f"{name}.gguf", config, ids, logits[name])
        if name == "llama":
            write_other_formats(folder, model)
    return logits


def write_other_formats(folder, model):
    state = {name: value.half() for name, value in model.state_dict().items()}
    (folder / "llama.json").write_text(model.config.to_json_string(use_diff=False), encoding="utf-8")
    save_file(state, folder / "llama.safetensors")
    torch.save(state, folder / "llama.bin")
    torch.save(state, folder / "llama-before-zip.bin", _use_new_zipfile_serialization=False)
    torch.save(views(state), folder / "llama-views.bin")


def write_plain_files(golden):
    folder = golden / FOLDER
    folder.mkdir(exist_ok=True)
    write_models(folder)
    about = {"truth": ["package gguf, torch.save, safetensors"], "conventions": ["weights of tiny models; config.json of llama beside them"]}
    return {f"{FOLDER}/{path.name}": dict(about) for path in sorted(folder.iterdir())}


def tensor_files(golden):
    tensors = {}
    for i, name in enumerate(BLOCKS):
        numbers, _ = gguf.GGML_QUANT_SIZES[Type[name]]
        value = np.random.default_rng(300 + i).standard_normal((2, max(numbers, 32))).astype(np.float32)
        raw, _, values = stored_as(name, value, 400 + i)
        tensors |= {f"{name}.bytes": raw.view(np.uint8), f"{name}.values": values}
    for name, value in write_models(golden / FOLDER).items():
        tensors[name if "." in name else f"{name}.logits"] = value
    yield GoldenFile(
        name="weight-files.safetensors",
        tensors=tensors,
        truth=["gguf.quants.dequantize", "transformers: the class of each model, eager attention", "transformers: from_pretrained(gguf_file=…)"],
        precision="float32",
        tolerance={"absolute": 1e-4, "relative": 0},
        conventions=[
            "<type>.bytes: blocks of a type of GGUF, <type>.values: their numbers, to the bit",
            "q8.exact: the logits before matrices were rounded; bert and nomic-bert: the last states instead of logits",
            "<model>.ids [n], <model>.logits [n, vocab] of files/<model>.gguf; llama also of the other files",
        ],
        cases={name: {"kind": kind} for name, (kind, _) in MODELS.items()},
    )
