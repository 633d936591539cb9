"""What transformers' logits processors leave of logits, in the order in which generate() applies them, and texts that it generates with them."""

import numpy as np
import torch
from transformers import AutoModelForCausalLM, GenerationConfig

import model_cases
from golden_file import GoldenFile, checkpoint_files, normal

VOCAB = 48
IDS = [5, 6, 7, 5, 6, 9, 6, 7, 40, 5, 6]
COUNT = 24
LEAST_MARGIN = 1e-3
MODELS = ("gpt2-f32", "llama-f32-llama3")
GREEDY = {"penalty": {"repetition_penalty": 1.3}, "ngram": {"no_repeat_ngram_size": 2}, "both": {"repetition_penalty": 1.2, "no_repeat_ngram_size": 3}}
CASES = {
    "temperature": {"temperature": 0.7},
    "topK": {"top_k": 7},
    "topKOfTies": {"top_k": 3},
    "topP": {"top_p": 0.6},
    "topPOfOne": {"top_p": 0.01},
    "minP": {"min_p": 0.1},
    "minPAll": {"min_p": 1.0},
    "penalty": {"repetition_penalty": 1.7},
    "penaltyBelowOne": {"repetition_penalty": 0.6},
    "ngram1": {"no_repeat_ngram_size": 1},
    "ngram2": {"no_repeat_ngram_size": 2},
    "ngram3": {"no_repeat_ngram_size": 3},
    "ngramLonger": {"no_repeat_ngram_size": 20},
    "topKThenTopP": {"top_k": 10, "top_p": 0.7},
    "topPThenMinP": {"top_p": 0.9, "min_p": 0.2},
    "hotMinP": {"temperature": 1.9, "min_p": 0.3},
    "coldMinP": {"temperature": 0.4, "min_p": 0.02},
    "all": {"repetition_penalty": 1.2, "no_repeat_ngram_size": 2, "temperature": 1.4, "top_k": 20, "top_p": 0.85, "min_p": 0.08},
}


def logits():
    """Both signs; the three largest but one are equal."""
    values = 2 * normal(17, VOCAB)
    order = np.argsort(-values)
    values[order[2:4]] = values[order[1]]
    return values


def processors(model, options):
    """Those that generate() makes, in its order; options that are not given are off."""
    config = GenerationConfig(**{"do_sample": True, "top_k": 0, "top_p": 1.0, "temperature": 1.0} | options)
    return model._get_logits_processor(config, input_ids_seq_length=len(IDS), encoder_input_ids=None, prefix_allowed_tokens_fn=None, logits_processor=[])


@torch.no_grad()
def greedy(model, options):
    """A text whose choices are not near a tie."""
    size = model.config.vocab_size
    for seed in range(60, 90):
        prompt = model_cases.tokens(size, 5, seed)
        result = model.generate(
            torch.tensor([prompt]), do_sample=False, max_new_tokens=COUNT, output_scores=True, return_dict_in_generate=True, **options,
        )
        best = torch.cat(result.scores).topk(2, dim=-1).values
        if (best[:, 0] - best[:, 1]).min() >= LEAST_MARGIN:
            return {"prompt": prompt, "ids": result.sequences[0].tolist()}
    raise AssertionError(f"{options}: each text has a choice near a tie")


def tensor_files(golden):
    given = logits()
    tensors, cases = {"logits": given, "ids": IDS}, {}
    models = {name: AutoModelForCausalLM.from_pretrained(golden / "models" / name, dtype=torch.float32, attn_implementation="eager").eval() for name in MODELS}
    for name, options in CASES.items():
        left = processors(models["gpt2-f32"], options)(torch.tensor([IDS]), torch.tensor(given[None].copy()))
        tensors[f"{name}.probabilities"] = torch.softmax(left[0], dim=-1).numpy()
        cases[name] = {"options": options}
    for name, model in models.items():
        model.generation_config.eos_token_id = None
        for kind, options in GREEDY.items():
            made = greedy(model, options)
            tensors |= {f"{name}.{kind}.{key}": value for key, value in made.items()}
            cases[f"{name}.{kind}"] = {"model": name, "options": options}
    yield GoldenFile(
        name="sampling.safetensors",
        tensors=tensors,
        truth=["transformers: the logits processors of generate(), and generate(do_sample=False) with them"],
        precision="float32",
        tolerance={"absolute": 1e-6, "relative": 1e-5},
        conventions=[
            "options are fields of generation_config.json; those that a case lacks are off",
            "a case: probabilities [vocab] of the processed logits, 0 where a token was removed; logits [vocab] after ids [n] are those of all cases",
            "a case of a model of models/: prompt, and ids with it, without an end token",
        ],
        cases=cases,
        reads=checkpoint_files(*MODELS),
    )
