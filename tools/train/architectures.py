"""The families that are trained, built from their transformers configurations: four of about 0.8 M parameters, two of 0.1 M, one of
0.02 M."""

from transformers import BloomConfig, BloomForCausalLM, GPT2Config, GPT2LMHeadModel, LlamaConfig, LlamaForCausalLM

from bare_decoder import BareDecoder
from learned_decoder import LearnedDecoder
from t5_decoder import T5Decoder


def llama(vocabulary, context):
    """Rotary positions (base 10000), two query heads per key/value head, untied output head."""
    return LlamaForCausalLM(
        LlamaConfig(
            vocab_size=vocabulary,
            hidden_size=128,
            num_hidden_layers=4,
            num_attention_heads=4,
            num_key_value_heads=2,
            intermediate_size=384,
            max_position_embeddings=context,
            rope_parameters={"rope_type": "default", "rope_theta": 10000.0},
            rms_norm_eps=1e-5,
            tie_word_embeddings=False,
            bos_token_id=None,
            eos_token_id=None,
            pad_token_id=None,
        )
    )


def gpt2(vocabulary, context):
    """A learned table of `context` positions, output head tied to the embedding, no dropout."""
    return GPT2LMHeadModel(
        GPT2Config(
            vocab_size=vocabulary,
            n_positions=context,
            n_embd=128,
            n_layer=4,
            n_head=4,
            embd_pdrop=0.0,
            attn_pdrop=0.0,
            resid_pdrop=0.0,
            bos_token_id=None,
            eos_token_id=None,
            pad_token_id=None,
        )
    )


def bloom(vocabulary, context):
    """Linear biases (ALiBi), output head tied to the embedding, no dropout. The context is no part of its architecture."""
    return BloomForCausalLM(
        BloomConfig(
            vocab_size=vocabulary,
            hidden_size=128,
            n_layer=4,
            n_head=4,
            hidden_dropout=0.0,
            attention_dropout=0.0,
            bos_token_id=None,
            eos_token_id=None,
            pad_token_id=None,
        )
    )


def t5(vocabulary, context):
    """The LLaMA above, its rotation replaced by T5's bucket bias (32 buckets up to a distance of 128, one-sided)."""
    return T5Decoder(llama(vocabulary, context))


def small_llama(vocabulary, context, hidden):
    """A LLaMA of two layers and four heads, its feed-forward twice as wide as its states."""
    return LlamaForCausalLM(
        LlamaConfig(
            vocab_size=vocabulary,
            hidden_size=hidden,
            num_hidden_layers=2,
            num_attention_heads=4,
            num_key_value_heads=4,
            intermediate_size=2 * hidden,
            max_position_embeddings=context,
            rope_parameters={"rope_type": "default", "rope_theta": 10000.0},
            rms_norm_eps=1e-5,
            tie_word_embeddings=False,
            bos_token_id=None,
            eos_token_id=None,
            pad_token_id=None,
        )
    )


def small_rope(vocabulary, context):
    """Small enough to be the first thing that a page loads."""
    return small_llama(vocabulary, context, 64)


def small_learned(vocabulary, context):
    """The LLaMA model with a learned table in place of the rotation. The table is drawn last: all other weights start the same."""
    return LearnedDecoder(small_rope(vocabulary, context))


def small_none(vocabulary, context):
    """A LLaMA of half that width without its rotation: it is only looked at, so that a quarter of the bytes is enough."""
    return BareDecoder(small_llama(vocabulary, context, 32))


BUILDERS = {
    "llama": llama,
    "gpt2": gpt2,
    "bloom": bloom,
    "t5": t5,
    "small-rope": small_rope,
    "small-learned": small_learned,
    "small-none": small_none,
}
FAMILIES = tuple(BUILDERS)


def build_model(family, vocabulary, context):
    """A freshly initialised model; the caller seeds torch first."""
    return BUILDERS[family](vocabulary, context)
