"""The text models of those that read pictures as well: Qwen's with three coordinates of a place, Gemma 3, LLaVA, Mistral 3. Pictures are not read."""

import json
from functools import partial

from transformers import (
    Gemma3Config, Gemma3ForConditionalGeneration, LlavaConfig, LlavaForConditionalGeneration, LlavaNextConfig,
    LlavaNextForConditionalGeneration, Mistral3Config, Mistral3ForConditionalGeneration, Qwen2_5_VLConfig,
    Qwen2_5_VLForConditionalGeneration, Qwen2VLConfig, Qwen2VLForConditionalGeneration, Qwen3VLConfig,
    Qwen3VLForConditionalGeneration,
)

import decoder_cases
from tiny_checkpoints import NO_SPECIAL_TOKENS, checkpoint, respell, topic

SIZES = {
    "vocab_size": 31, "hidden_size": 16, "intermediate_size": 22, "num_hidden_layers": 2, "num_attention_heads": 2,
    "num_key_value_heads": 1, "max_position_embeddings": 96, "rms_norm_eps": 1e-5,
} | NO_SPECIAL_TOKENS
PLAIN = {"rope_type": "default", "rope_theta": 100.0}
SECTIONS = PLAIN | {"mrope_section": [2, 1, 1]}
SMALL_INPUT = {"embed_tokens": 0.1, "lm_head": 2}
SANDWICH = {"embed_tokens": 0.15, r"post_\w+_layernorm": 6, r"language_model\.norm\.": 12}
PICTURES = r"visual|vision_tower|projector|image_newline"
# the towers, as small as they can be: nothing of them is read
QWEN = {"depth": 1, "hidden_size": 4, "num_heads": 1, "patch_size": 2, "spatial_merge_size": 1, "temporal_patch_size": 1}
CLIP = {
    "model_type": "clip_vision_model", "hidden_size": 4, "intermediate_size": 4, "num_hidden_layers": 1,
    "num_attention_heads": 1, "image_size": 2, "patch_size": 1,
}


def known_vocabulary(model):
    model.config.vocab_size = model.config.text_config.vocab_size
    return model


def texts(model, folder):
    return decoder_cases.at_positions(known_vocabulary(model), folder)


part = partial(
    checkpoint, inert=PICTURES, conventions=decoder_cases.CONVENTIONS,
    greedy=lambda model: decoder_cases.greedy(known_vocabulary(model)),
    truth="transformers: the class of texts and pictures, eager attention, texts alone",
)


def flat(folder):
    """As transformers 4 saved it: the fields of the text model beside the config of the tower."""
    config = json.loads((folder / "config.json").read_text(encoding="utf-8"))
    text = {name: value for name, value in config["text_config"].items() if name not in ("model_type", "layer_types", "rope_parameters")}
    parameters = config["text_config"]["rope_parameters"]
    scaling = {"type": "mrope", "mrope_section": parameters["mrope_section"]}
    respell(folder, "text_config", **text, rope_theta=parameters["rope_theta"], rope_scaling=scaling)


@part("qwen2-vl-f32", 430, [texts], scales=SMALL_INPUT, published=flat)
def qwen2_vl():
    """A config of transformers 4: the fields of the text model are the outer ones."""
    return Qwen2VLForConditionalGeneration(
        Qwen2VLConfig(
            text_config=SIZES | {"rope_parameters": SECTIONS},
            vision_config={"depth": 1, "embed_dim": 4, "hidden_size": 16, "num_heads": 1, "patch_size": 2, "spatial_merge_size": 1, "temporal_patch_size": 1, "mlp_ratio": 1},
        )
    )


@part("qwen2-5-vl-f32", 430, [texts], scales=SMALL_INPUT)
def qwen2_5_vl():
    """Biases of query, key and value; the config of the text model is inside."""
    tower = QWEN | {"intermediate_size": 4, "out_hidden_size": 16, "fullatt_block_indexes": [0]}
    return Qwen2_5_VLForConditionalGeneration(
        Qwen2_5_VLConfig(text_config=SIZES | {"rope_parameters": SECTIONS}, vision_config=tower)
    )


@part("qwen3-vl-f32", 430, [texts], scales=SMALL_INPUT)
def qwen3_vl():
    """Coordinates take turns; norms of queries and keys; heads of 8."""
    tower = QWEN | {"intermediate_size": 4, "out_hidden_size": 16, "num_position_embeddings": 4, "deepstack_visual_indexes": []}
    return Qwen3VLForConditionalGeneration(
        Qwen3VLConfig(text_config=SIZES | {"head_dim": 8, "rope_parameters": SECTIONS}, vision_config=tower)
    )


@part("gemma3-vision-f32", 430, [texts], scales=SANDWICH)
def gemma3():
    """Sliding layers; the outer config ties the head."""
    text = SIZES | {
        "head_dim": 8, "sliding_window": 5, "query_pre_attn_scalar": 8, "layer_types": ["sliding_attention", "full_attention"],
        "rope_parameters": {"sliding_attention": PLAIN, "full_attention": PLAIN | {"rope_theta": 1000.0}},
    }
    tower = CLIP | {"model_type": "siglip_vision_model"}
    return Gemma3ForConditionalGeneration(Gemma3Config(text_config=text, vision_config=tower, mm_tokens_per_image=4))


@part("llava-f32", 431, [texts], scales=SMALL_INPUT)
def llava():
    """LLaMA beside CLIP."""
    text = SIZES | {"model_type": "llama", "rope_parameters": PLAIN}
    return LlavaForConditionalGeneration(LlavaConfig(text_config=text, vision_config=CLIP))


@part("llava-next-f32", 426, [texts], scales=SMALL_INPUT)
def llava_next():
    """Mistral beside CLIP: a window of four tokens."""
    text = SIZES | {"model_type": "mistral", "sliding_window": 4, "rope_parameters": PLAIN}
    return LlavaNextForConditionalGeneration(LlavaNextConfig(text_config=text, vision_config=CLIP))


@part("mistral3-f32", 427, [texts], scales=SMALL_INPUT)
def mistral3():
    """Mistral beside Pixtral's tower."""
    text = SIZES | {"model_type": "mistral", "head_dim": 6, "sliding_window": None, "rope_parameters": PLAIN}
    tower = CLIP | {"model_type": "pixtral", "head_dim": 4}
    return Mistral3ForConditionalGeneration(
        Mistral3Config(text_config=text, vision_config=tower, tie_word_embeddings=False)
    )


write_plain_files, tensor_files = topic(__name__)
