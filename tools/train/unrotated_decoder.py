"""A LLaMA whose rotation is switched off, for positions that transformers has no class for.

It is saved under the canonical names of this project, with its ModelSpec as its configuration. What brings position in, and its
tensors, are a subclass's.
"""

import json
from types import SimpleNamespace

import torch
from safetensors.torch import load_file, save_file
from torch import nn


class NoRotation(nn.Module):
    """In the place of LLaMA's rotary embedding: cosine 1, sine 0."""

    def __init__(self, head_dim):
        super().__init__()
        self.head_dim = head_dim

    def forward(self, x, position_ids):
        shape = (*position_ids.shape, self.head_dim)
        return torch.ones(shape, dtype=x.dtype), torch.zeros(shape, dtype=x.dtype)


class UnrotatedDecoder(nn.Module):
    def __init__(self, llama):
        super().__init__()
        self.llama = llama
        self.config = llama.config
        llama.model.rotary_emb = NoRotation(self.config.hidden_size // self.config.num_attention_heads)

    def without_decay(self):
        """Parameters that get no weight decay although they are matrices."""
        return set()

    def position_names(self):
        """Name here -> canonical name, of the tensors of the position."""
        raise NotImplementedError

    def position(self):
        """The position in config.json, with references to its tensors."""
        raise NotImplementedError

    def positions(self):
        """How many positions it has been made for."""
        return self.config.max_position_embeddings

    def save_pretrained(self, folder):
        folder.mkdir(parents=True, exist_ok=True)
        tensors = {canonical: self.state_dict()[name].contiguous() for name, canonical in self.names().items()}
        save_file(tensors, folder / "model.safetensors", metadata={"format": "pt"})
        text = json.dumps(self.description(), indent=2) + "\n"
        (folder / "config.json").write_text(text, encoding="utf-8")

    def load(self, folder):
        """Back from what save_pretrained wrote."""
        tensors = load_file(folder / "model.safetensors")
        self.load_state_dict({name: tensors[canonical].float() for name, canonical in self.names().items()}, strict=False)
        return self.float()

    def names(self):
        """Name here -> canonical name."""
        parts = {
            "input_layernorm": "norm1",
            "self_attn.q_proj": "query",
            "self_attn.k_proj": "key",
            "self_attn.v_proj": "value",
            "self_attn.o_proj": "output",
            "post_attention_layernorm": "norm2",
            "mlp.gate_proj": "mlp.gate",
            "mlp.up_proj": "mlp.up",
            "mlp.down_proj": "mlp.down",
        }
        names = {
            **self.position_names(),
            "llama.model.embed_tokens.weight": "embedding",
            "llama.model.norm.weight": "finalNorm.weight",
            "llama.lm_head.weight": "head.weight",
        }
        for layer in range(self.config.num_hidden_layers):
            for name, canonical in parts.items():
                names[f"llama.model.layers.{layer}.{name}.weight"] = f"layers.{layer}.{canonical}.weight"
        return names

    def description(self):
        """config.json: the ModelSpec and the position."""
        c = SimpleNamespace(**self.config.to_dict())
        spec = {
            "vocab": c.vocab_size,
            "dModel": c.hidden_size,
            "layers": c.num_hidden_layers,
            "heads": c.num_attention_heads,
            "kvHeads": c.num_key_value_heads,
            "headDim": c.hidden_size // c.num_attention_heads,
            "dFf": c.intermediate_size,
            "maxPositions": self.positions(),
            "norm": "rms",
            "normEpsilon": c.rms_norm_eps,
            "activation": "silu",
            "gatedMlp": True,
            # LLaMA's attention divides by the root of the head size; without a word the type t5 does not, as T5's own does not
            "scale": (c.hidden_size // c.num_attention_heads) ** -0.5,
        }
        return {"model_type": "whereformer", "spec": spec, "position": self.position()}
