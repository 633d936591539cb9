"""Encoders of pictures and the towers beside them: ViT, DeiT, DINOv2, CLIP, SigLIP. Pixels are random; the block sees patches.

Pictures of other sizes have their positions interpolated by the classes themselves.
"""

from functools import partial

import numpy as np
import torch
from transformers import (
    CLIPTextConfig, CLIPTextModel, CLIPVisionConfig, CLIPVisionModel, DeiTConfig, DeiTModel, Dinov2Config, Dinov2Model,
    Dinov2WithRegistersConfig, Dinov2WithRegistersModel,
    SiglipTextConfig, SiglipTextModel, SiglipVisionConfig, SiglipVisionModel, ViTConfig, ViTModel,
)

import model_cases
import tiny_checkpoints
from tiny_checkpoints import rename, topic

SIZES = {"hidden_size": 16, "num_hidden_layers": 2, "num_attention_heads": 2, "intermediate_size": 21}
PICTURE = {"image_size": 6, "patch_size": 2}
TEXT = {"vocab_size": 23, "max_position_embeddings": 13, "pad_token_id": 1, "bos_token_id": 2, "eos_token_id": 3}
APART = {r"query\.weight|key\.weight|[qk]_proj\.weight": 1.4, r"projection\.weight|patch_embedding\.weight": 0.4}
DINO_SIZES = {name: size for name, size in SIZES.items() if name != "intermediate_size"}
LAYER_SCALE = APART | {"lambda1": 3}
KEY_BIAS = r"key\.bias|k_proj\.bias"
EPSILON = {"the config's epsilon": {"layer_norm_eps": 1e-12}}
GELU = {"the activation is GELU, not ReLU": {"hidden_act": "relu"}}
QUICK_GELU = {"the activation is quick_gelu, not GELU": {"hidden_act": "gelu"}}
CONVENTIONS = [
    "pixelValues float32 [channels, height, width], in a batch [pictures, channels, height, width]",
    "one picture: lastHiddenState [tokens, dModel]; attentions [layers, heads, tokens, tokens]",
    "hiddenStates [layers+1, tokens, dModel]: entry 0 enters the first layer, the last one is lastHiddenState",
]

tower = partial(tiny_checkpoints.checkpoint, scales=APART, conventions=CONVENTIONS, truth="transformers: the class of the tower, eager attention")


def states(result):
    """As the block counts them: the last after the norm at the end."""
    return model_cases.layers([*result.hidden_states[:-1], result.last_hidden_state])


def kept(result):
    return {
        "lastHiddenState": result.last_hidden_state.numpy(), "hiddenStates": states(result),
        "attentions": model_cases.layers(result.attentions),
    }


def pixels(model, pictures, *size):
    config = model.config
    shape = (pictures, config.num_channels, *(size or (config.image_size, config.image_size)))
    return torch.from_numpy(np.random.default_rng(7).standard_normal(shape).astype(np.float32))


@torch.no_grad()
def seen(model, given, **more):
    return model(pixel_values=given, output_attentions=True, output_hidden_states=True, **more)


def pictures(model, folder):
    """One picture, and two in a batch."""
    two = pixels(model, 2)
    one, both = kept(seen(model, two[:1])), seen(model, two)
    alone = {name: value[0] if name == "lastHiddenState" else value[:, 0] for name, value in one.items()}
    return {
        "picture": {"pixelValues": two[0].numpy(), **alone},
        "batch": {"pixelValues": two.numpy(), "lastHiddenState": both.last_hidden_state.numpy()},
    }


def interpolated(model, height, width):
    """Two pictures of another size. DINOv2 has no argument for it, since it always interpolates."""
    both = pixels(model, 2, height, width)
    asked = {} if model.config.model_type.startswith("dinov2") else {"interpolate_pos_encoding": True}
    result = seen(model, both, **asked)
    return {
        "pixelValues": both.numpy(), "lastHiddenState": result.last_hidden_state.numpy(),
        "hiddenStates": np.stack([state.numpy() for state in [*result.hidden_states[:-1], result.last_hidden_state]]),
    }


def sizes(model, folder):
    """A larger picture, lying, and a smaller one, standing, whose edges are in no patch."""
    return {"larger": interpolated(model, 8, 11), "smaller": interpolated(model, 7, 4)}


def texts(model, folder):
    """A text, and a batch of two: the shorter is padded at its end."""
    special = [model.config.pad_token_id]
    long, short = model_cases.tokens(23, 9, 1, special), model_cases.tokens(23, 6, 2, special)
    one = kept(model_cases.run(model, input_ids=[long]))
    alone = {name: value[0] if name == "lastHiddenState" else value[:, 0] for name, value in one.items()}
    ids, mask = model_cases.padded(long, short, model.config.pad_token_id, left=False)
    both = model_cases.run(model, input_ids=ids, attention_mask=mask)
    return {
        "sentence": {"ids": np.asarray(long), **alone},
        "batch": {"ids": np.asarray(ids), "attentionMask": np.uint8(mask), "lastHiddenState": both.last_hidden_state.numpy()},
    }


@tower("vit-f32", 301, [pictures, sizes], inert=KEY_BIAS + "|pooler", facts=GELU | EPSILON)
def vit():
    """A token for the whole, then nine patches; norms before the sublayers and at the end."""
    return ViTModel(ViTConfig(layer_norm_eps=1e-2, **SIZES, **PICTURE))


@tower("vit-f32-grey", 302, [pictures, sizes], inert=KEY_BIAS + "|pooler")
def grey():
    """One channel; queries, keys and values without biases."""
    return ViTModel(ViTConfig(num_channels=1, qkv_bias=False, **SIZES, **PICTURE))


@tower("deit-f32", 303, [pictures, sizes], inert=KEY_BIAS + "|pooler", facts=GELU)
def deit():
    """Two tokens before the patches: the second is for distillation."""
    return DeiTModel(DeiTConfig(**SIZES, **PICTURE))


@tower(
    "dinov2-f32", 304, [pictures, sizes], inert=KEY_BIAS + "|mask_token", facts=GELU | EPSILON,
    scales=LAYER_SCALE,
)
def dinov2():
    """LayerScale: what each sublayer adds is multiplied by a learned vector."""
    return Dinov2Model(Dinov2Config(layer_norm_eps=1e-2, mlp_ratio=2, **DINO_SIZES, **PICTURE))


@tower(
    "dinov2-f32-swiglu", 309, [pictures], inert=KEY_BIAS + "|mask_token", scales=LAYER_SCALE,
)
def swiglu():
    """As the largest of its models: SwiGLU, of two thirds of the size, up to a multiple of 8."""
    return Dinov2Model(Dinov2Config(mlp_ratio=2, use_swiglu_ffn=True, **DINO_SIZES, **PICTURE))


@tower(
    "dinov2-registers-f32", 310, [pictures, sizes], inert=KEY_BIAS + "|mask_token", facts=GELU, scales=LAYER_SCALE,
)
def registers():
    """Tokens without a position after the first; the table is smoothed for coarser grids."""
    return Dinov2WithRegistersModel(Dinov2WithRegistersConfig(mlp_ratio=2, num_register_tokens=3, **DINO_SIZES, **PICTURE))


def as_part_of_both(prefix):
    """As in the file of both towers."""
    return lambda folder: rename(folder, ("^", prefix))


@tower(
    "clip-vision-f32", 305, [pictures, sizes], inert=KEY_BIAS + "|post_layernorm", facts=QUICK_GELU | EPSILON,
    published=as_part_of_both("vision_model."),
)
def clip_vision():
    """A norm over the embeddings, none at the end; patches without a bias; quick_gelu."""
    return CLIPVisionModel(CLIPVisionConfig(layer_norm_eps=1e-2, **SIZES, **PICTURE))


@tower("siglip-vision-f32", 306, [pictures, sizes], inert=KEY_BIAS + "|^head|\\.head\\.", facts=EPSILON)
def siglip_vision():
    """No token for the whole; the last row and column of pixels are in no patch."""
    return SiglipVisionModel(SiglipVisionConfig(layer_norm_eps=1e-2, **SIZES, image_size=7, patch_size=2))


@tower(
    "clip-text-f32", 307, [texts], inert=KEY_BIAS, facts=QUICK_GELU | EPSILON,
    published=as_part_of_both("text_model."),
)
def clip_text():
    """A decoder without a head."""
    return CLIPTextModel(CLIPTextConfig(layer_norm_eps=1e-2, **SIZES, **TEXT))


@tower("siglip-text-f32", 308, [texts], inert=KEY_BIAS + "|^head|\\.head\\.", facts=EPSILON)
def siglip_text():
    """An encoder: each token sees all."""
    return SiglipTextModel(SiglipTextConfig(layer_norm_eps=1e-2, **SIZES, **TEXT))


write_plain_files, tensor_files = topic(__name__)
