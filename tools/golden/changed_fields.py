"""Tiny checkpoints with other fields in their config.json.

Most of these fields are read by no class: the logits stay the same, bit for bit. The others change them.
"""

import json
import tempfile
from pathlib import Path

import torch
from transformers import AutoConfig, AutoModelForCausalLM, AutoModelForMaskedLM, AutoModelForSeq2SeqLM

import model_cases
from golden_file import checkpoint_files

LEAST_EFFECT = 0.1
FILE = "changed-fields.json"
FULL = {"layer_types": ["full_attention", "full_attention"]}
HALF = {"partial_rotary_factor": 0.5}
CAP = {"attn_logit_softcapping": 1.5}
BLOOM = {
    "attention_softmax_in_fp32": True, "bias_dropout_fusion": True, "masked_softmax_fusion": True, "offset_alibi": 100,
    "skip_bias_add": True, "skip_bias_add_qkv": False, "n_inner": 50,
}
BART = {
    "add_bias_logits": False, "add_final_layer_norm": False, "normalize_before": False, "normalize_embedding": True,
    "static_position_embeddings": False,
}
# Llama 4: queries and keys are normalised after the rotation, so that what multiplies cosine and sine cancels.
YARN = {"rope_type": "yarn", "rope_theta": 500.0, "factor": 16.0, "original_max_position_embeddings": 6, "beta_fast": 4.0}
LONGROPE = {"rope_type": "longrope", "rope_theta": 500.0, "factor": 16.0, "original_max_position_embeddings": 6}
LONGROPE |= {"short_factor": [1.0, 1.1, 1.3, 1.6], "long_factor": [1.0, 2.0, 4.0, 8.0]}
GROWN = (YARN, YARN | {"mscale": 2.0, "mscale_all_dim": 0.5}, YARN | {"attention_factor": 3.0}, LONGROPE)
LLAMA4 = tuple({"rope_parameters": rope, "use_qk_norm": norm} for rope in GROWN for norm in (True, False))
# small queries and keys, beside which epsilon counts
LLAMA4 += ({"rope_parameters": YARN | {"attention_factor": 0.1}, "rms_norm_eps": 1e-2},)
THREE_LAYERS = {
    "num_hidden_layers": 3, "layer_types": ["chunked_attention", "full_attention", "chunked_attention"],
    "no_rope_layers": [1, 0, 1],
}
UNREAD = (
    ("alpaca-f16", CAP | HALF | FULL),
    ("alpaca-f16", {"rope_parameters": {"rope_type": "default", "rope_theta": 10000.0} | HALF}),
    ("mistral-f32", CAP | HALF | {"attention_bias": True}), ("qwen2-f32", CAP | HALF), ("qwen3-f32", CAP | HALF),
    ("gemma3-f16-v4", HALF), ("falcon-7b-f32", CAP | HALF | FULL), ("gpt-neox-f32", CAP | FULL), ("bloom-f32", BLOOM),
    ("bart-f32", BART), ("bert-f32", {"directionality": "bidi", "pooler_fc_size": 7}),
    ("gpt2-f32", {"n_ctx": 3, "n_special": 2}), ("gptj-f32", {"n_ctx": 3, "rotary": True}),
    ("mpt-f32", {"embedding_fraction": 0.5, "norm_type": "layernorm", "no_bias": True}),
    ("deberta-v2-f32-7-buckets", {"conv_act": "gelu", "conv_groups": 2, "conv_kernel_size": 0}),
    ("falcon-7b-f32", {"num_kv_heads": 2}), ("falcon-rw-f32", {"num_ln_in_parallel_attn": 2}),
    ("xlnet-f32", {"same_length": True}), ("llama4-bf16-even", {"attn_temperature_tuning": False, "floor_scale": 0}),
)
# Fields without effect in the models that they are changed in, and switches of such fields: known, so that they are not reported as ignored.
KNOWN = {"attn_temperature_tuning", "conv_kernel_size", "floor_scale", "num_kv_heads", "num_ln_in_parallel_attn"}
KNOWN |= {"same_length"}
# AutoConfig takes Mistral with kinds of layers for Ministral.
READ = (
    ("mistral-f32", {"layer_types": ["sliding_attention", "full_attention"]}), ("llama4-f32-dense", THREE_LAYERS),
    *(("llama4-f32-dense", changes) for changes in LLAMA4),
)
KINDS = {"bart": AutoModelForSeq2SeqLM, "bert": AutoModelForMaskedLM, "deberta-v2": AutoModelForMaskedLM}


@torch.no_grad()
def logits(folder):
    config = AutoConfig.from_pretrained(folder, attn_implementation="eager")
    kind = KINDS.get(config.model_type, AutoModelForCausalLM)
    model = kind.from_pretrained(folder, config=config, dtype=torch.float32).eval()
    return model(input_ids=torch.tensor([text_of(config.vocab_size)]), use_cache=False).logits


def text_of(vocabulary):
    return model_cases.tokens(vocabulary, 13, 1)


def with_changes(folder, changes, scratch):
    """The checkpoint with other fields, in a folder of its own."""
    for file in folder.iterdir():
        (scratch / file.name).symlink_to(file)
    config = json.loads((folder / "config.json").read_text(encoding="utf-8"))
    (scratch / "config.json").unlink()
    (scratch / "config.json").write_text(json.dumps(config | changes), encoding="utf-8")
    return scratch


def paths_of(changes):
    """The fields that change and have no effect: inside rope_parameters, the one that the model does not have."""
    names = sorted(changes.keys() - KNOWN)
    return ["rope_parameters.partial_rotary_factor" if key == "rope_parameters" else key for key in names]


def logits_with(folder, changes):
    with tempfile.TemporaryDirectory() as scratch:
        return logits(with_changes(folder, changes, Path(scratch)))


def unread(models, name, changes):
    if not torch.equal(logits_with(models / name, changes), logits(models / name)):
        raise AssertionError(f"{name}: transformers reads one of {changes}")
    return {"model": name, "changes": changes, "ignored": paths_of(changes)}


def read(models, name, changes):
    after = logits_with(models / name, changes)
    if not (after - logits(models / name)).abs().max() >= LEAST_EFFECT:
        raise AssertionError(f"{name}: transformers does not read {changes}")
    rows = [[round(x, 6) for x in row] for row in after[0].tolist()]
    return {"model": name, "changes": changes, "ids": text_of(after.shape[-1]), "logits": rows}


def write_plain_files(golden):
    cases = [unread(golden / "models", *case) for case in UNREAD] + [read(golden / "models", *case) for case in READ]
    (golden / FILE).write_text("[" + ",\n".join(json.dumps(case) for case in cases) + "]\n", encoding="utf-8")
    names = dict.fromkeys(name for name, _ in UNREAD + READ)
    about = {
        "truth": ["transformers: the class of the checkpoint, eager attention, with and without the changes"],
        "precision": "float32",
        "tolerance": {"absolute": 1e-4, "relative": 0},
        "conventions": [
            "changes: fields of config.json; with `ignored` the expected values of the checkpoint stay as they are",
            "logits [n, vocab] of ids, where they do not",
        ],
    }
    return {FILE: about | {"reads": checkpoint_files(*names)}}
