"""ModernBERT: windows on both sides, two bases, a gate, norms without biases; and the same with every bias."""

from transformers import ModernBertConfig, ModernBertForMaskedLM

from small_encoder_cases import LENGTHS, SIZES, encoder, relative
from tiny_checkpoints import topic

KINDS = ["full_attention", "sliding_attention", "sliding_attention"]
IDS = {"pad_token_id": 0, "bos_token_id": 1, "eos_token_id": 2, "cls_token_id": 1, "sep_token_id": 2}
ROPE = {
    "full_attention": {"rope_type": "default", "rope_theta": 1000.0},
    "sliding_attention": {"rope_type": "default", "rope_theta": 100.0},
}
APART = {r"Wqkv\.weight": 1.4}  # sharper attention
FACTS = {"the config's epsilon": {"norm_eps": 1e-9}, "layers have a window": {"local_attention": 128}}


def modernbert(**changes):
    sizes = SIZES | {"num_hidden_layers": 3}
    own = {"local_attention": 4, "norm_eps": 1e-2, "layer_types": KINDS, "rope_parameters": ROPE}
    return ModernBertForMaskedLM(ModernBertConfig(**own, **sizes, **LENGTHS, **IDS, **changes))


@encoder("modernbert-f32", 271, [relative], scales=APART, facts=FACTS)
def as_released():
    """The first layer of three sees all, the others two tokens on each side; the head alone has a bias."""
    return modernbert()


@encoder(
    "modernbert-f32-biases", 272, [relative], scales=APART,
    facts={"the activation": {"hidden_activation": "gelu"}},
)
def biased():
    """Biases of norms, attention, mlp and of the layer before the head; SiLU; a head of its own."""
    flags = ("norm_bias", "attention_bias", "mlp_bias", "classifier_bias")
    own = {"hidden_activation": "silu", "classifier_activation": "silu", "tie_word_embeddings": False}
    return modernbert(**dict.fromkeys(flags, True), **own)


write_plain_files, tensor_files = topic(__name__)
