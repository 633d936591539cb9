"""LED: BART whose encoder has Longformer's windows, without global tokens."""

import numpy as np
from transformers import LEDConfig, LEDForConditionalGeneration

import model_cases
from golden_file import require_close
from models_bart_relatives import SIZES, SMALL, TANH_GELU
from small_encoder_decoder_cases import encoder_decoder, texts
from tiny_checkpoints import topic

ROWS = {"max_encoder_position_embeddings": 24, "max_decoder_position_embeddings": 36}


def states(model, ids, answers, mask=None):
    """[layers, batch, …]; attention maps of the encoder are bands here, each as wide as the window of its layer."""
    result = model_cases.run(model, input_ids=ids, attention_mask=mask, decoder_input_ids=answers)
    return {
        "logits": result.logits.numpy(),
        "encoderHiddenStates": model_cases.layers(result.encoder_hidden_states),
        "decoderHiddenStates": model_cases.layers(result.decoder_hidden_states),
        "decoderAttentions": model_cases.layers(result.decoder_attentions),
        "crossAttentions": model_cases.layers(result.cross_attentions),
    }


def sentence(model, ids, answer):
    result = states(model, [ids], [answer])
    single = {name: value[0] if name == "logits" else value[:, 0] for name, value in result.items()}
    return {"ids": np.asarray(ids), "decoderIds": np.asarray(answer), **single}


def batch(model, left):
    long, short, answers = texts(model)
    ids, mask = model_cases.padded(long, short, model.config.pad_token_id, left)
    result = states(model, ids, answers, mask)
    if not left:
        alone = sentence(model, short, answers[1])["logits"]
        require_close("LED, a padded text", result["logits"][1], alone, 1e-4)
    kept = {"logits": result["logits"]} if left else result
    return {"ids": np.asarray(ids), "attentionMask": np.uint8(mask), "decoderIds": np.asarray(answers), **kept}


def in_windows(model, folder):
    long, _, answers = texts(model)
    found = {"sentence": sentence(model, long, answers[0])}
    return found | {"batch": batch(model, left=False), "batchLeft": batch(model, left=True)}


@encoder_decoder(
    "led-f16", 414, [in_windows], scales=SMALL, inert=r"(k_proj|key)\.bias|_global",
    facts=TANH_GELU | {"windows are narrow": {"attention_window": [8, 8]}, "each layer has its own": {"attention_window": 4}},
)
def led():
    """Windows of two and of four tokens on each side in the encoder, no global tokens; tables of positions without unused rows."""
    sizes = {name: size for name, size in SIZES.items() if name not in ("max_position_embeddings", "forced_eos_token_id")}
    config = LEDConfig(attention_window=[4, 8], **ROWS, **sizes | {"encoder_layers": 2, "decoder_layers": 1})
    return LEDForConditionalGeneration(config)


write_plain_files, tensor_files = topic(__name__)
