"""Tokens hidden before, after and between the others: how each family counts positions then."""

import torch
from transformers import AutoConfig, AutoModelForCausalLM, AutoModelForMaskedLM, AutoModelForSeq2SeqLM

import model_cases
import model_run
from golden_file import GoldenFile

LENGTH = 13
MASKS = [
    [1] * LENGTH, [0] * 4 + [1] * 9, [1] * 8 + [0] * 5, [1, 1, 0, 1, 0, 0, 1, 1, 1, 0, 1, 1, 1],
    [0, 0, 1, 1, 0, 1, 1, 0, 0, 1, 1, 1, 0],
]
DECODERS = (
    "bloom-f32", "bloom-f16", "mpt-f32", "falcon-rw-f32", "falcon-rw-f32-rounded", "falcon-7b-f32", "gpt2-f32",
    "gpt-neox-f32", "gptj-f32", "llama-f32-llama3", "llama-f32-dynamic", "mistral-f32", "qwen3-f32", "gemma3-f32",
)
ENCODERS = ("bert-f32", "roberta-f32", "albert-f32", "ernie-f32", "deberta-f32", "deberta-v3-f32", "xlnet-f32")
ENCODER_DECODERS = ("t5-f32", "bart-f32")
KINDS = (AutoModelForCausalLM, DECODERS), (AutoModelForMaskedLM, ENCODERS), (AutoModelForSeq2SeqLM, ENCODER_DECODERS)


def load(kind, folder):
    fused = folder.name.startswith("falcon-rw")  # eager attention adds ALiBi twice there
    config = AutoConfig.from_pretrained(folder, attn_implementation="sdpa" if fused else "eager")
    if config.model_type == "xlnet":
        kind = AutoModelForCausalLM
    return kind.from_pretrained(folder, config=config, dtype=torch.float32).eval()


@torch.no_grad()
def case(model):
    """Logits of the visible tokens of five sequences; in an encoder–decoder, of all tokens of the decoder."""
    size, pad = model.config.vocab_size, model.config.pad_token_id
    ids = [model_cases.tokens(size, LENGTH, 20 + i, [pad]) for i in range(len(MASKS))]
    given = {"input_ids": ids, "attention_mask": MASKS}
    kept = {"ids": ids, "attentionMask": torch.tensor(MASKS, dtype=torch.uint8).numpy()}
    if model.config.is_encoder_decoder:
        kept["decoderIds"] = given["decoder_input_ids"] = [row[:5] for row in reversed(ids)]
    given = {name: torch.tensor(value) for name, value in given.items()}
    return kept | {"logits": model(**given, use_cache=False).logits.numpy()}


def tensor_files(golden):
    folders = {name: kind for kind, names in KINDS for name in names}
    tensors = {}
    for name, kind in folders.items():
        tensors |= model_run.prefixed(name, case(load(kind, golden / "models" / name)))
    yield GoldenFile(
        name="hidden-tokens.safetensors",
        tensors=tensors,
        truth=["transformers: the class of the checkpoint, eager attention (Falcon with ALiBi: sdpa), attention_mask alone"],
        precision="float32",
        tolerance={"absolute": 1e-4, "relative": 0},
        conventions=[
            "a case is a checkpoint of models/: ids, attentionMask [5, n], 1 = a token, 0 = hidden; logits [5, n, vocab]",
            "no position ids are given: each class counts as it does by itself, with or without the mask",
            "rows of hidden tokens hold whatever transformers computes there: do not compare them",
            "encoder–decoders: the mask is the encoder's; decoderIds [5, m], logits [5, m, vocab]",
        ],
        cases={name: {} for name in folders},
        reads=[
            *(
                f"tests/golden/models/{name}/{file.name}"
                for name in folders
                for file in sorted((golden / "models" / name).iterdir())
                if file.name != "expected.safetensors"
            ),
        ],
    )
