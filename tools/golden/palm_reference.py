"""PaLM in plain PyTorch operations, after the paper (arXiv 2204.02311, section 2), for which no class exists.

One scale-only LayerNorm a block feeds attention and feed-forward side by side; many query heads share one key and
one value; the feed-forward is SwiGLU; positions rotate pairs (i, i + d/2); no biases; the head is the embedding.
Tensors are named and fused as in lucidrains/PaLM-rlhf-pytorch: query, key, value, x and gate lie one below the other.
Its xPos decay, which the paper does not have, is left out.
"""

import torch


def names(config):
    """Tensor names and shapes of a checkpoint, name -> shape."""
    width, vocabulary = config["hidden_size"], config["vocab_size"]
    inner, feed = config["num_attention_heads"] * config["head_dim"], config["intermediate_size"]
    found = {"token_emb.weight": (vocabulary, width), "norm.gamma": (width,)}
    for i in range(config["num_hidden_layers"]):
        block = f"layers.{i}.fn."
        found[f"{block}norm.gamma"] = (width,)
        found[f"{block}fused_attn_ff_proj.weight"] = (inner + 2 * config["head_dim"] + 2 * feed, width)
        found[f"{block}attn_out.weight"] = (width, inner)
        found[f"{block}ff_out.2.weight"] = (width, feed)
    return found


def extra(config, tensors):
    """Tensors that the repository stores beside the weights: zeros in place of biases, frequencies, the tied head."""
    blocks = [f"layers.{i}.fn." for i in range(config["num_hidden_layers"])]
    zeros = {f"{block}norm.beta": torch.zeros(config["hidden_size"]) for block in [*blocks, ""]}
    turning = {f"{block}rotary_emb.inv_freq": frequencies(config["head_dim"]).float() for block in blocks}
    return zeros | turning | {"to_logits.weight": tensors["token_emb.weight"].clone()}


def frequencies(size):
    return 10000.0 ** (-torch.arange(0, size, 2, dtype=torch.float64) / size)


def norm(x, gamma, epsilon):
    centred = x - x.mean(-1, keepdim=True)
    return centred / torch.sqrt(centred.pow(2).mean(-1, keepdim=True) + epsilon) * gamma


def rotate(x, positions):
    """x [batch, heads, n, d]; pairs (i, i + d/2) turned by position · frequency i."""
    angle = (positions[:, :, None] * frequencies(x.shape[-1]))[:, None]
    first, second = x.chunk(2, dim=-1)
    return torch.cat((first * angle.cos() - second * angle.sin(), second * angle.cos() + first * angle.sin()), dim=-1)


def forward(tensors, config, ids, mask, positions):
    """ids, mask, positions [batch, n] -> logits, attentions [layers, batch, heads, n, n], hiddenStates."""
    heads, size, feed = config["num_attention_heads"], config["head_dim"], config["intermediate_size"]
    batch, n = ids.shape
    hidden = torch.ones(n, n, dtype=torch.bool).triu(1)[None, None] | (mask == 0)[:, None, None, :]
    x = tensors["token_emb.weight"][ids]
    states, maps = [x], []
    for i in range(config["num_hidden_layers"]):
        block = f"layers.{i}.fn."
        normed = norm(x, tensors[f"{block}norm.gamma"], config["layer_norm_eps"])
        fused = normed @ tensors[f"{block}fused_attn_ff_proj.weight"].T
        q, k, v, up, gate = fused.split((heads * size, size, size, feed, feed), dim=-1)
        q = rotate(q.view(batch, n, heads, size).transpose(1, 2), positions)
        k = rotate(k[:, None], positions)
        scores = (q @ k.transpose(-1, -2) / size**0.5).masked_fill(hidden, torch.finfo(x.dtype).min)
        maps.append(scores.softmax(-1))
        mixed = (maps[-1] @ v[:, None]).transpose(1, 2).reshape(batch, n, heads * size)
        fed = gate * gate.sigmoid() * up
        x = x + mixed @ tensors[f"{block}attn_out.weight"].T + fed @ tensors[f"{block}ff_out.2.weight"].T
        states.append(x)
    states[-1] = norm(x, tensors["norm.gamma"], config["layer_norm_eps"])
    logits = states[-1] @ tensors["token_emb.weight"].T
    return {"logits": logits, "attentions": torch.stack(maps), "hiddenStates": torch.stack(states)}
