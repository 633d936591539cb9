"""Trains a character-level language model on Tiny Shakespeare and saves it as an ordinary checkpoint.

    python train_tiny_shakespeare.py TEXT --family llama --out ../../web/demo/public/models/tiny-shakespeare-rope

TEXT is the text file (1,115,394 characters; see README.md for where it comes from). The result is what
`save_pretrained` writes (config.json, model.safetensors in F16, tokenizer.json …) and a model card.

A killed run continues where its last checkpoint was, and ends in the same weights as an undisturbed one
(same machine, same number of threads): the checkpoint in --work keeps weights, optimiser, random state and step.
"""

import argparse
import hashlib
import json
import math
import os
import sys
import time
from pathlib import Path

import torch
from transformers import AutoModelForCausalLM
from transformers.utils import logging as transformers_logging

from architectures import FAMILIES, build_model
from character_tokenizer import build_tokenizer, encode_all
from model_card import write_model_card
from unrotated_decoder import UnrotatedDecoder

TRAIN_FRACTION = 0.9
TEXT_SHA256 = "86c4e6aa9db7c042ec79f339dcb96d42b0075e16b8fc2e86bf0ca57e2dc565ed"


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("text", type=Path, help="Tiny Shakespeare as one UTF-8 text file")
    parser.add_argument("--family", choices=FAMILIES, required=True)
    parser.add_argument("--out", type=Path, required=True, help="folder of the finished model")
    parser.add_argument("--work", type=Path, help="folder of the checkpoint (default: ~/.cache/whereformer/train/…)")
    parser.add_argument("--steps", type=int, default=3500)
    parser.add_argument("--warmup", type=int, default=200)
    parser.add_argument("--batch", type=int, default=64, help="windows per step")
    parser.add_argument("--context", type=int, default=64, help="characters per window")
    parser.add_argument("--learning-rate", type=float, default=2e-3)
    parser.add_argument("--weight-decay", type=float, default=0.1)
    parser.add_argument("--seed", type=int, default=1337)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--save-every", type=int, default=250, help="steps between two checkpoints")
    parser.add_argument("--evaluate-every", type=int, default=1000)
    arguments = parser.parse_args()
    if arguments.work is None:
        arguments.work = Path.home() / ".cache/whereformer/train" / f"{arguments.family}-{arguments.steps}"
    return arguments


def read_text(path):
    """Tiny Shakespeare, and nothing else: the model card says what the model was trained on."""
    if not path.is_file():
        sys.exit(f"{path}: no such file. README.md says where the text comes from.")
    content = path.read_bytes()
    if hashlib.sha256(content).hexdigest() != TEXT_SHA256:
        sys.exit(f"{path} is not Tiny Shakespeare as README.md describes it: its SHA-256 differs.")
    return content.decode("utf-8")


def split_in_order(ids):
    """The first 90 % train, the rest validate."""
    boundary = int(len(ids) * TRAIN_FRACTION)
    return ids[:boundary], ids[boundary:]


def draw_batch(ids, batch, context, generator):
    """`batch` random windows: inputs [batch, context] and the same windows one character later."""
    starts = torch.randint(len(ids) - context, (batch, 1), generator=generator)
    offsets = starts + torch.arange(context)
    return ids[offsets], ids[offsets + 1]


def cross_entropy(model, inputs, targets, reduction="mean"):
    """Nats per character over all positions of [windows, tokens]."""
    logits = model(input_ids=inputs, use_cache=False).logits
    return torch.nn.functional.cross_entropy(logits.flatten(0, 1).float(), targets.flatten(), reduction=reduction)


@torch.no_grad()
def validation_loss(model, ids, context):
    """Mean over every predicted character of the split, read in windows that do not overlap."""
    model.eval()
    full = (len(ids) - 1) // context * context
    windows = list(zip(ids[:full].view(-1, context).split(128), ids[1 : full + 1].view(-1, context).split(128)))
    if full < len(ids) - 1:
        windows.append((ids[full:-1].unsqueeze(0), ids[full + 1 :].unsqueeze(0)))
    total = sum(cross_entropy(model, inputs, targets, "sum").item() for inputs, targets in windows)
    model.train()
    return total / (len(ids) - 1)


def learning_rate_at(step, arguments):
    """Linear warm-up, then a cosine down to a tenth of the peak."""
    if step < arguments.warmup:
        return arguments.learning_rate * (step + 1) / arguments.warmup
    progress = (step - arguments.warmup) / max(1, arguments.steps - arguments.warmup)
    return arguments.learning_rate * (0.1 + 0.45 * (1 + math.cos(math.pi * progress)))


def build_optimiser(model, arguments):
    """AdamW; weight decay on matrices only, never on biases and norms, nor on what the model excepts."""
    excepted = model.without_decay() if isinstance(model, UnrotatedDecoder) else set()
    decayed = [p for p in model.parameters() if p.dim() >= 2 and p not in excepted]
    others = [p for p in model.parameters() if p.dim() < 2 or p in excepted]
    groups = [
        {"params": decayed, "weight_decay": arguments.weight_decay},
        {"params": others, "weight_decay": 0.0},
    ]
    return torch.optim.AdamW(groups, lr=arguments.learning_rate, betas=(0.9, 0.99), eps=1e-8)


def recipe_of(arguments):
    """The recipe that decides the result; a checkpoint of another recipe is refused."""
    names = ("family", "steps", "warmup", "batch", "context", "learning_rate", "weight_decay", "seed", "threads")
    return {name: getattr(arguments, name) for name in names}


def save_checkpoint(path, state):
    """Written beside and renamed, so that a kill never leaves half a file."""
    path.parent.mkdir(parents=True, exist_ok=True)
    partial = path.with_suffix(".partial")
    torch.save(state, partial)
    os.replace(partial, path)


def restore_checkpoint(path, recipe, model, optimiser, generator):
    """(step, seconds already spent); (0, 0) when there is nothing to continue."""
    if not path.exists():
        return 0, 0.0
    state = torch.load(path, weights_only=True)
    if state["recipe"] != recipe:
        sys.exit(f"{path} belongs to another recipe: {json.dumps(state['recipe'])}. Delete it or choose another --work.")
    model.load_state_dict(state["model"])
    optimiser.load_state_dict(state["optimiser"])
    torch.set_rng_state(state["torch_random"])
    generator.set_state(state["batch_random"])
    print(f"continuing at step {state['step']}", flush=True)
    return state["step"], state["seconds"]


def train_step(model, optimiser, batch, rate):
    for group in optimiser.param_groups:
        group["lr"] = rate
    optimiser.zero_grad(set_to_none=True)
    loss = cross_entropy(model, *batch)
    loss.backward()
    torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
    optimiser.step()
    return loss.item()


def report(step, loss, rate, seconds, first_step, first_seconds, arguments):
    """One progress line; the time left is estimated from this run's own speed."""
    per_step = (seconds - first_seconds) / max(1, step - first_step)
    speed = arguments.batch * arguments.context / per_step
    left = (arguments.steps - step) * per_step
    print(
        f"step {step:5d}/{arguments.steps}  loss {loss:.4f}  rate {rate:.2e}  "
        f"{speed:7.0f} tokens/s  left {left / 60:5.1f} min",
        flush=True,
    )


def train(model, train_ids, validation_ids, arguments):
    """Runs (or continues) the training in place; the seconds it took over all runs."""
    generator = torch.Generator().manual_seed(arguments.seed)
    optimiser = build_optimiser(model, arguments)
    recipe, path = recipe_of(arguments), arguments.work / "checkpoint.pt"
    first_step, first_seconds = restore_checkpoint(path, recipe, model, optimiser, generator)
    started, seconds = time.monotonic(), first_seconds
    model.train()
    for step in range(first_step, arguments.steps):
        batch = draw_batch(train_ids, arguments.batch, arguments.context, generator)
        rate = learning_rate_at(step, arguments)
        loss = train_step(model, optimiser, batch, rate)
        done, seconds = step + 1, first_seconds + time.monotonic() - started
        if done % 50 == 0:
            report(done, loss, rate, seconds, first_step, first_seconds, arguments)
        if done % arguments.evaluate_every == 0:
            print(f"step {done:5d}  validation {validation_loss(model, validation_ids, arguments.context):.4f}", flush=True)
        if done % arguments.save_every == 0 or done == arguments.steps:
            state = {
                "recipe": recipe,
                "step": done,
                "seconds": seconds,
                "model": model.state_dict(),
                "optimiser": optimiser.state_dict(),
                "torch_random": torch.get_rng_state(),
                "batch_random": generator.get_state(),
            }
            save_checkpoint(path, state)
    return seconds


def read_back(model, folder):
    """The saved F16 weights in float32."""
    if isinstance(model, UnrotatedDecoder):
        return model.load(folder)
    return AutoModelForCausalLM.from_pretrained(folder, dtype=torch.float32)


def main():
    arguments = parse_arguments()
    transformers_logging.disable_progress_bar()
    torch.set_num_threads(arguments.threads)
    torch.use_deterministic_algorithms(True)
    torch.manual_seed(arguments.seed)

    text = read_text(arguments.text)
    tokenizer = build_tokenizer(text, arguments.context)
    train_ids, validation_ids = split_in_order(torch.tensor(encode_all(tokenizer, text)))
    model = build_model(arguments.family, len(tokenizer), arguments.context)
    parameters = sum(p.numel() for p in model.parameters())
    print(f"{arguments.family}: {parameters} parameters, {len(train_ids)} + {len(validation_ids)} characters", flush=True)

    seconds = train(model, train_ids, validation_ids, arguments)
    model.half().save_pretrained(arguments.out)
    tokenizer.save_pretrained(arguments.out)
    (arguments.out / "model.safetensors").chmod(0o644)

    # The shipped F16 file is the one that is measured: it is read back and computed in float32.
    shipped = read_back(model, arguments.out)
    loss = validation_loss(shipped, validation_ids, arguments.context)
    write_model_card(arguments, text, parameters, len(train_ids), len(validation_ids), loss, seconds)
    print(f"saved to {arguments.out}: validation loss {loss:.4f} nats per character, {seconds / 60:.1f} min", flush=True)


if __name__ == "__main__":
    main()
