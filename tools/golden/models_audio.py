"""Encoders of sound: Wav2Vec2 and HuBERT over random samples, and Whisper over a random spectrogram."""

from functools import partial

import numpy as np
import torch
from transformers import (
    HubertConfig, HubertModel, Wav2Vec2Config, Wav2Vec2ForCTC, Wav2Vec2Model, WhisperConfig, WhisperForConditionalGeneration,
)

import encoder_decoder_cases
import model_cases
import tiny_checkpoints
from models_vision import EPSILON, kept
from tiny_checkpoints import rename, topic

SAMPLES = 197
SIZES = {
    "hidden_size": 16, "num_hidden_layers": 2, "num_attention_heads": 2, "intermediate_size": 21, "vocab_size": 7,
    "conv_dim": (5, 6, 4), "conv_kernel": (10, 3, 2), "conv_stride": (5, 2, 2), "layer_norm_eps": 1e-2,
}
APART = {r"[qk]_proj\.weight": 1.4, r"output_dense\.weight": 4, r"original1": 0.5, r"bias$": 0.5}
# the bias of keys adds the same to a row of scores; masks are for training; directions without a length have none
INERT = r"k_proj\.bias|masked_spec_embed|original1"
GELU = {"the activation is GELU, not ReLU": {"hidden_act": "relu"}}
STABLE = {"norms are before the sublayers": {"do_stable_layer_norm": False}}
CONVENTIONS = [
    "inputValues float32 [samples], in a batch [sounds, samples]; inputFeatures [mels, frames], in a batch [sounds, mels, frames]",
    "one sound: lastHiddenState [frames, dModel]; attentions [layers, heads, frames, frames]",
    "hiddenStates [layers+1, frames, dModel]: entry 0 enters the first layer, the last one is lastHiddenState",
]

hearing = partial(tiny_checkpoints.checkpoint, scales=APART, inert=INERT, conventions=CONVENTIONS)


def drawn(*shape):
    return torch.from_numpy(np.random.default_rng(7).standard_normal(shape).astype(np.float32))


@torch.no_grad()
def heard(model, samples):
    """Of a model with a head the states are those of the bare one."""
    bare = model.base_model(samples, output_attentions=True, output_hidden_states=True)
    return kept(bare) | ({"logits": model(samples).logits.numpy()} if hasattr(model, "lm_head") else {})


def sounds(model, folder):
    """One sound, and two in a batch, each normed for itself."""
    two = drawn(2, SAMPLES)
    one, both = heard(model, two[:1]), heard(model, two)
    alone = {name: value[:, 0] if name in ("hiddenStates", "attentions") else value[0] for name, value in one.items()}
    batch = {name: both[name] for name in ("lastHiddenState", "logits") if name in both}
    return {"sound": {"inputValues": two[0].numpy(), **alone}, "batch": {"inputValues": two.numpy(), **batch}}


@hearing("wav2vec2-f32", 501, [sounds], facts=GELU | EPSILON)
def wav2vec2():
    """Norms behind the sublayers; in the first convolution a norm of each channel over time; letters."""
    return Wav2Vec2ForCTC(Wav2Vec2Config(num_conv_pos_embeddings=6, num_conv_pos_embedding_groups=4, **SIZES))


@hearing("wav2vec2-f32-stable", 502, [sounds], facts=GELU | EPSILON)
def stable():
    """As XLSR: norms before the sublayers, and of each row behind every convolution, which has a bias; an odd number of taps."""
    own = {"feat_extract_norm": "layer", "do_stable_layer_norm": True, "conv_bias": True}
    return Wav2Vec2Model(Wav2Vec2Config(num_conv_pos_embeddings=5, num_conv_pos_embedding_groups=2, **own, **SIZES))


def as_before_torch_2(folder):
    """The names that a weight norm had."""
    home = r"pos_conv_embed\.conv\."
    names = {"original0": "weight_g", "original1": "weight_v"}
    rename(folder, *((rf"{home}parametrizations\.weight\.{new}", f"pos_conv_embed.conv.{old}") for new, old in names.items()))


@hearing("hubert-f32", 513, [sounds], facts=GELU | EPSILON, published=as_before_torch_2)
def hubert():
    """Wav2Vec2 without a norm before the projection."""
    own = {"feat_proj_layer_norm": False}
    return HubertModel(HubertConfig(num_conv_pos_embeddings=4, num_conv_pos_embedding_groups=1, **own, **SIZES))


FRAMES = 12
ANSWER = 4
GREEDY = 32


def answers(model):
    config = model.config
    return [
        [config.decoder_start_token_id, *model_cases.tokens(config.vocab_size, ANSWER - 1, seed, [config.pad_token_id])]
        for seed in (3, 4)
    ]


def spectrograms(model, folder):
    """One spectrogram with the beginning of an answer, and two in a batch."""
    two, ids = drawn(2, model.config.num_mel_bins, FRAMES), answers(model)

    def of(count):
        given = {"input_features": two[:count], "decoder_input_ids": ids[:count]}
        return encoder_decoder_cases.stacks(model_cases.run(model, **given))

    one = {name: value[0] if name == "logits" else value[:, 0] for name, value in of(1).items()}
    return {
        "sound": {"inputFeatures": two[0].numpy(), "decoderIds": np.asarray(ids[0]), **one},
        "batch": {"inputFeatures": two.numpy(), "decoderIds": np.asarray(ids), "logits": of(2)["logits"]},
    }


@torch.no_grad()
def greedy(model):
    """32 tokens without sampling, of one pass over all of them each."""
    sound, ids, margins = drawn(1, model.config.num_mel_bins, FRAMES), [model.config.decoder_start_token_id], []
    for _ in range(GREEDY):
        best = model_cases.run(model, input_features=sound, decoder_input_ids=[ids]).logits[0, -1].topk(2)
        ids.append(int(best.indices[0]))
        margins.append(float(best.values[0] - best.values[1]))
    tensors = {
        "inputFeatures": sound[0].numpy(), "decoderStart": np.asarray(ids[:1]), "ids": ids[1:],
        "margins": np.asarray(margins, dtype=np.float32),
    }
    model_cases.require_free_choice(type(model).__name__, tensors)
    return tensors


# text that does not soon repeat itself
LIVELY = {
    r"embed_positions|fc1\.weight|fc2\.weight|out_proj\.weight": 1.8, r"[qk]_proj\.weight": 1.2, r"encoder_attn\.out_proj": 0.5,
    r"bias$": 0.4,
}


@hearing(
    "whisper-f32", 504, [spectrograms], greedy=greedy, scales=LIVELY, inert="$^",
    facts={"the activation is GELU, not ReLU": {"activation_function": "relu"}},
    conventions=[*CONVENTIONS[:1], *encoder_decoder_cases.CONVENTIONS[1:5], "greedy: ids [32] follow decoderStart; margins: the gap between the best two logits"],
)
def whisper():
    """Two convolutions, then norms before the sublayers; keys without a bias; the head is the table of tokens."""
    config = WhisperConfig(
        vocab_size=31, num_mel_bins=5, d_model=16, encoder_layers=1, decoder_layers=2, encoder_attention_heads=2, decoder_attention_heads=4,
        encoder_ffn_dim=21, decoder_ffn_dim=19, max_source_positions=FRAMES // 2, max_target_positions=36, bos_token_id=0, pad_token_id=1,
        eos_token_id=None, decoder_start_token_id=2, begin_suppress_tokens=None,
    )
    return WhisperForConditionalGeneration(config)


write_plain_files, tensor_files = topic(__name__)
