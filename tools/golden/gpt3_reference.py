"""GPT-3 in plain PyTorch operations, after the paper (arXiv 2005.14165, section 2.1), for which no class exists.

GPT-2's graph and tensor names with "alternating dense and locally banded sparse attention patterns". The band is
that of GPT-Neo's local layers: a token sees itself and the window − 1 tokens before it. Unlike in GPT-Neo, scores
are divided by √headDim.
"""

import torch

GELU = (2 / torch.pi) ** 0.5


def names(config):
    """Tensor names and shapes of a checkpoint, name -> shape; weights of layers lie as (in, out)."""
    width, feed = config["n_embd"], config["n_inner"]
    found = {
        "transformer.wte.weight": (config["vocab_size"], width),
        "transformer.wpe.weight": (config["n_positions"], width), "transformer.ln_f.weight": (width,),
        "transformer.ln_f.bias": (width,),
    }
    for i in range(config["n_layer"]):
        block = f"transformer.h.{i}."
        for name in ("ln_1", "ln_2"):
            found |= {f"{block}{name}.weight": (width,), f"{block}{name}.bias": (width,)}
        shapes = {
            "attn.c_attn": (width, 3 * width), "attn.c_proj": (width, width), "mlp.c_fc": (width, feed),
            "mlp.c_proj": (feed, width),
        }
        for name, shape in shapes.items():
            found |= {f"{block}{name}.weight": shape, f"{block}{name}.bias": shape[1:]}
    return found


def extra(config, tensors):
    return {}


def kinds(config):
    """ "global" or "local" for every layer, as GPT-Neo expands attention_types."""
    return [kind for group, times in config["attention_types"] for _ in range(times) for kind in group]


def norm(x, tensors, name, epsilon):
    centred = x - x.mean(-1, keepdim=True)
    scaled = centred / torch.sqrt(centred.pow(2).mean(-1, keepdim=True) + epsilon)
    return scaled * tensors[f"{name}.weight"] + tensors[f"{name}.bias"]


def linear(x, tensors, name):
    return x @ tensors[f"{name}.weight"] + tensors[f"{name}.bias"]


def gelu(x):
    return 0.5 * x * (1 + torch.tanh(GELU * (x + 0.044715 * x**3)))


def attention(x, tensors, name, heads, hidden):
    """(output, map [batch, heads, n, n])"""
    batch, n, width = x.shape
    parts = linear(x, tensors, f"{name}.c_attn").split(width, dim=-1)
    q, k, v = (part.view(batch, n, heads, width // heads).transpose(1, 2) for part in parts)
    scores = (q @ k.transpose(-1, -2) / (width // heads) ** 0.5).masked_fill(hidden, torch.finfo(x.dtype).min)
    weights = scores.softmax(-1)
    mixed = (weights @ v).transpose(1, 2).reshape(batch, n, width)
    return linear(mixed, tensors, f"{name}.c_proj"), weights


def forward(tensors, config, ids, mask, positions):
    """ids, mask, positions [batch, n] -> logits, attentions [layers, batch, heads, n, n], hiddenStates."""
    epsilon, n = config["layer_norm_epsilon"], ids.shape[1]
    distance = torch.arange(n)[:, None] - torch.arange(n)
    padding = (mask == 0)[:, None, None, :]
    hidden = {
        "global": (distance < 0) | padding,
        "local": (distance < 0) | (distance >= config["window_size"]) | padding,
    }
    x = tensors["transformer.wte.weight"][ids] + tensors["transformer.wpe.weight"][positions]
    states, maps = [x], []
    for i, kind in enumerate(kinds(config)):
        block = f"transformer.h.{i}."
        normed = norm(x, tensors, f"{block}ln_1", epsilon)
        mixed, weights = attention(normed, tensors, f"{block}attn", config["n_head"], hidden[kind])
        x = x + mixed
        fed = gelu(linear(norm(x, tensors, f"{block}ln_2", epsilon), tensors, f"{block}mlp.c_fc"))
        x = x + linear(fed, tensors, f"{block}mlp.c_proj")
        states.append(x)
        maps.append(weights)
    states[-1] = norm(x, tensors, "transformer.ln_f", epsilon)
    logits = states[-1] @ tensors["transformer.wte.weight"].T
    return {"logits": logits, "attentions": torch.stack(maps), "hiddenStates": torch.stack(states)}
