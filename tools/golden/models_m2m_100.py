"""M2M-100 (NLLB): sinusoids counted from the id of the padding."""

from transformers import M2M100Config, M2M100ForConditionalGeneration

from models_bart_relatives import KEY_BIAS, LIVELY, SCALED, SIZES
from small_encoder_decoder_cases import after_padding, encoder_decoder
from tiny_checkpoints import topic

# tokens that do not repeat what is read: small embeddings and a large last norm for the tied head
FAINT = LIVELY | {
    r"shared": 0.05, r"decoder\.layer_norm\.weight": 15, r"encoder_attn_layer_norm\.bias": 5,
    r"encoder_attn\.[qv]_proj\.bias": 3,
}


@encoder_decoder("m2m-100-f16", 2252, [after_padding], scales=FAINT, inert=KEY_BIAS, facts=SCALED, greedy=None)
def m2m_100():
    """Sinusoids that start behind the padding id and end at the endpoint; norms before; ReLU; no bias of the logits."""
    return M2M100ForConditionalGeneration(M2M100Config(scale_embedding=True, activation_function="relu", **SIZES))


write_plain_files, tensor_files = topic(__name__)
