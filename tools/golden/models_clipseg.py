"""The towers of CLIPSeg, which are CLIP's under a decoder of masks. Pixels are random; the block sees patches."""

from transformers import CLIPSegTextConfig, CLIPSegTextModel, CLIPSegVisionConfig, CLIPSegVisionModel

from models_vision import EPSILON, KEY_BIAS, PICTURE, QUICK_GELU, SIZES, TEXT, pictures, texts, tower
from tiny_checkpoints import topic


@tower(
    "clipseg-vision-f32", 451, [pictures], inert=KEY_BIAS + "|post_layernorm", facts=QUICK_GELU | EPSILON,
)
def clipseg_vision():
    """CLIP's tower of pictures."""
    return CLIPSegVisionModel(CLIPSegVisionConfig(layer_norm_eps=1e-2, **SIZES, **PICTURE))


@tower("clipseg-text-f32", 452, [texts], inert=KEY_BIAS, facts=QUICK_GELU | EPSILON)
def clipseg_text():
    """CLIP's tower of texts."""
    return CLIPSegTextModel(CLIPSegTextConfig(layer_norm_eps=1e-2, **SIZES, **TEXT))


write_plain_files, tensor_files = topic(__name__)
