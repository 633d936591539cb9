"""GTE's encoders ("new"), which have no class in transformers: a tiny checkpoint, computed by PyTorch's operations in float64 after the code beside its checkpoints."""

import json
import math

import numpy as np
import torch
from safetensors.torch import save_file
from torch.nn.functional import gelu, layer_norm, linear, softmax

import model_cases
from golden_file import GoldenFile, checkpoint_files

FOLDER = "models/new-f32"
ABOUT = "GTE: BERT's block with rotary positions under ntk scaling and a gate; no bias of the gate; token types."
CONFIG = {
    "architectures": ["NewModel"], "hidden_act": "gelu", "hidden_size": 16, "intermediate_size": 21, "layer_norm_eps": 1e-3,
    "layer_norm_type": "layer_norm", "logn_attention_clip1": False, "logn_attention_scale": False,
    "max_position_embeddings": 19, "model_type": "new", "num_attention_heads": 2, "num_hidden_layers": 2, "pack_qkv": True,
    "pad_token_id": 0, "position_embedding_type": "rope", "rope_scaling": {"factor": 2.0, "type": "ntk"}, "rope_theta": 100,
    "torch_dtype": "float32", "type_vocab_size": 2, "unpad_inputs": False, "use_memory_efficient_attention": False,
    "vocab_size": 23,
}
WIDTH, INNER, HEADS, LAYERS = 16, 21, 2, 2
HEAD = WIDTH // HEADS


def shapes():
    yield "embeddings.word_embeddings.weight", (23, WIDTH)
    yield "embeddings.token_type_embeddings.weight", (2, WIDTH)
    norms = ["embeddings.LayerNorm"]
    for i in range(LAYERS):
        at = f"encoder.layer.{i}."
        for name, out, into, bias in (
            ("attention.qkv_proj", 3 * WIDTH, WIDTH, True), ("attention.o_proj", WIDTH, WIDTH, True),
            ("mlp.up_gate_proj", 2 * INNER, WIDTH, False), ("mlp.down_proj", WIDTH, INNER, True),
        ):
            yield f"{at}{name}.weight", (out, into)
            if bias:
                yield f"{at}{name}.bias", (out,)
        norms += [f"{at}attn_ln", f"{at}mlp_ln"]
    for name in norms:
        yield f"{name}.weight", (WIDTH,)
        yield f"{name}.bias", (WIDTH,)


def drawn():
    generator = torch.Generator().manual_seed(441)
    tensors = {}
    for name, shape in shapes():
        noise = torch.randn(shape, generator=generator)
        is_norm = "Norm" in name or "_ln." in name
        spread = 0.3 if len(shape) == 1 else 0.6 if "embeddings" in name else 1.2 * shape[1] ** -0.5
        tensors[name] = float(is_norm and name.endswith("weight")) + spread * noise
    return tensors


def turned(x):
    """[batch, heads, n, head]: channel j together with channel j + half."""
    base, factor = float(CONFIG["rope_theta"]), CONFIG["rope_scaling"]["factor"]
    pairs = torch.arange(0, HEAD, 2, dtype=torch.float64) / HEAD
    frequencies = (base * factor) ** -pairs / factor ** (2 / HEAD)
    angles = torch.arange(x.shape[2], dtype=torch.float64)[:, None] * frequencies
    cos, sin = (torch.cat([part, part], -1) for part in (angles.cos(), angles.sin()))
    half = torch.cat([-x[..., HEAD // 2 :], x[..., : HEAD // 2]], -1)
    return x * cos + half * sin


def forward(tensors, ids, mask, types):
    w = {name: value.double() for name, value in tensors.items()}
    norm = lambda x, name: layer_norm(x, (WIDTH,), w[f"{name}.weight"], w[f"{name}.bias"], CONFIG["layer_norm_eps"])
    dense = lambda x, name: linear(x, w[f"{name}.weight"], w.get(f"{name}.bias"))
    x = norm(w["embeddings.word_embeddings.weight"][ids] + w["embeddings.token_type_embeddings.weight"][types], "embeddings.LayerNorm")
    states, maps = [x], []
    hidden = torch.where(mask[:, None, None, :] == 1, 0.0, -math.inf)
    for i in range(LAYERS):
        at = f"encoder.layer.{i}."
        q, k, v = (part.unflatten(-1, (HEADS, HEAD)).transpose(1, 2) for part in dense(x, f"{at}attention.qkv_proj").chunk(3, -1))
        weights = softmax(turned(q) @ turned(k).transpose(2, 3) / math.sqrt(HEAD) + hidden, -1)
        x = norm(x + dense((weights @ v).transpose(1, 2).flatten(2), f"{at}attention.o_proj"), f"{at}attn_ln")
        up, gate = dense(x, f"{at}mlp.up_gate_proj").split(INNER, -1)
        x = norm(x + dense(gelu(gate) * up, f"{at}mlp.down_proj"), f"{at}mlp_ln")
        states.append(x)
        maps.append(weights)
    as_float = lambda parts: torch.stack(parts).float().numpy()
    return {"hiddenStates": as_float(states), "attentions": as_float(maps), "lastHiddenState": x.float().numpy()}


def run(tensors, ids, mask=None, types=None):
    ids = torch.as_tensor(ids)
    mask = torch.ones_like(ids) if mask is None else torch.as_tensor(mask)
    types = torch.zeros_like(ids) if types is None else torch.as_tensor(types)
    return forward(tensors, ids, mask, types)


def write_plain_files(golden):
    folder = golden / FOLDER
    folder.mkdir(parents=True, exist_ok=True)
    save_file(drawn(), folder / "model.safetensors", metadata={"format": "pt"})
    (folder / "config.json").write_text(json.dumps(CONFIG, indent=2, sort_keys=True) + "\n", encoding="utf-8")
    (folder / "model.safetensors").chmod(0o644)
    return {f"{FOLDER}/{file}": {"truth": ["torch: random numbers"], "about": ABOUT} for file in ("config.json", "model.safetensors")}


def tensor_files(golden):
    tensors = drawn()
    long, short = model_cases.tokens(23, 9, 1, [0]), model_cases.tokens(23, 6, 2, [0])
    one, types = run(tensors, [long]), model_cases.tokens(2, 9, 3)
    ids, mask = model_cases.padded(long, short, 0, left=False)
    found = {
        "sentence": {"ids": np.asarray(long), "lastHiddenState": one["lastHiddenState"][0], "hiddenStates": one["hiddenStates"][:, 0], "attentions": one["attentions"][:, 0]},
        "batch": {"ids": np.asarray(ids), "attentionMask": np.uint8(mask), "lastHiddenState": run(tensors, ids, mask)["lastHiddenState"]},
        "types": {"ids": np.asarray(long), "tokenTypeIds": np.asarray(types), "lastHiddenState": run(tensors, [long], types=[types])["lastHiddenState"][0]},
    }
    yield GoldenFile(
        name=f"{FOLDER}/expected.safetensors",
        tensors={f"{case}.{name}": value for case, values in found.items() for name, value in values.items()},
        truth=["PyTorch operations in float64, after the code beside GTE's checkpoints"],
        precision="float64, stored as float32",
        tolerance={"absolute": 1e-4, "relative": 0},
        conventions=model_cases.CONVENTIONS,
        cases={case: {} for case in found},
        reads=checkpoint_files("new-f32"),
    )
