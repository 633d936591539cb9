"""One step and fifty steps of training, from PyTorch's autograd in float64.

Models: training_model.py after training_cases.py; where transformers or torch.nn has the model, loss and all gradients
are theirs (training_libraries.py) and ours must agree.
"""

import math
import zlib
from types import SimpleNamespace

import numpy as np
import torch

import training_libraries
from encodings_distance import kerple_bias, tisa_bias
from encodings_gated import cope_logits
from encodings_mlp_bias import fire_bias, mlp_bias
from golden_file import GoldenFile, require_close
from training_cases import CASES
from training_model import Network, loss_of, weight_shapes
from training_positions import ENCODINGS, LEARNED_NUMBERS, LEAST, learned_fields

STEPS = 50
AGREEMENT = 1e-7  # of two float64 implementations, relative to the largest gradient of a tensor
FLOAT32_GRADIENTS = 3e-6  # how far PyTorch's own float32 may be; a case beyond it would test rounding
FLOAT32_LOSSES = 1e-4
FLOAT32_NORMS = 1.5e-3
FLOAT32_AFTER = 2e-4  # parameters that float32 leaves further away are not stored: rounding decides about them


# ---- what is trained ------------------------------------------------------------------------------------------------


def spread(name, shape):
    """Mean and standard deviation of an initial tensor; all of them must matter."""
    part = name.rpartition(".")[0]
    if "norm" in part.lower():
        return (1 if name.endswith("weight") else 0), 0.2
    if name.startswith("position."):
        return (0.8 if name.endswith("sharpness") else 0), (1.0 if name.endswith("center") else 0.4)
    return 0, (0.2 if len(shape) == 1 else 0.8 / math.sqrt(shape[1]) + 0.1)


def initial(case, seed):
    """Name → float32 array: weights by canonical name, learned fields as "position.<field>"."""
    rng = np.random.default_rng(seed)
    shapes = weight_shapes(case["spec"])
    numbers = {}
    for part in case["position"]:
        for field in learned_fields(part):
            value = part[field]
            if isinstance(value, dict):
                shapes[value["tensor"]] = value["shape"]
            else:
                numbers[f"position.{field}"] = np.atleast_1d(np.asarray(value, np.float32))
    drawn = {}
    for name, shape in shapes.items():
        mean, deviation = spread(name, shape)
        drawn[name] = (mean + deviation * rng.standard_normal(shape)).astype(np.float32)
    return drawn | numbers


def batches(case, seed):
    """ids and targets [steps, sequences, length], positions [sequences, length].

    Sequences run through the vocabulary in strides of 1 to 3 and stumble now and then. A causal model predicts the
    next token, an encoder the same sequence backwards; some targets are −100.
    """
    rng = np.random.default_rng(seed)
    vocab, shape = case["spec"]["vocab"], (STEPS, case["sequences"], case["length"] + 1)
    first = rng.integers(0, vocab, (*shape[:2], 1))
    stride = rng.integers(1, 4, (*shape[:2], 1))
    text = (first + stride * np.arange(shape[2])) % vocab
    text = np.where(rng.random(shape) < 0.1, rng.integers(0, vocab, shape), text)
    ids, targets = text[..., :-1], text[..., 1:]
    if not case["spec"]["causal"] and case["position"][-1].get("kind") != "prefix":
        targets = ids[..., ::-1]
    targets = np.where(rng.random(targets.shape) < 0.15, -100, targets)
    targets[:, 0, 0], targets[:, -1, -1] = -100, ids[:, -1, -1]
    positions = np.broadcast_to(np.arange(case["length"]), shape[1:2] + (case["length"],))
    if case.get("positions"):
        positions = np.cumsum(rng.integers(1, 4, positions.shape), -1)
    return ids, np.ascontiguousarray(targets), np.ascontiguousarray(positions)


def leaves(values, kind):
    return {name: torch.tensor(value, dtype=kind, requires_grad=True) for name, value in values.items()}


class Task:
    """A case with its initial values and its data."""

    def __init__(self, name, seed):
        self.case = CASES[name]
        self.values = initial(self.case, seed)
        ids, targets, positions = batches(self.case, seed + 1)
        self.ids, self.targets, self.positions = (torch.from_numpy(x) for x in (ids, targets, positions))
        self.frequencies = training_libraries.frequencies(self.case)

    def loss(self, parameters, step=0):
        kind = parameters["embedding"].dtype
        network = Network(self.case["spec"], self.case["position"], parameters, self.frequencies)
        return loss_of(network.logits(self.ids[step], self.positions.to(kind)), self.targets[step])

    def library_loss(self, parameters):
        """None where no library has the model."""
        if "library" not in self.case:
            return None
        logits, _ = training_libraries.LOGITS[self.case["library"]]
        return loss_of(logits(self.case, parameters, self.ids[0]), self.targets[0])


# ---- one step -------------------------------------------------------------------------------------------------------


def gradients(loss_of_parameters, values, kind):
    """Loss and name → gradient (numpy)."""
    parameters = leaves(values, kind)
    loss = loss_of_parameters(parameters)
    found = torch.autograd.grad(loss, list(parameters.values()))
    return loss.item(), {name: g.numpy().astype(np.float64) for name, g in zip(parameters, found)}


def difference(got, wanted):
    """The largest, relative to the largest of its tensor; tensors of zeros relative to the largest of all."""
    everything = max(np.abs(g).max() for g in wanted.values())
    apart = {}
    for name, g in wanted.items():
        largest = np.abs(g).max()
        apart[name] = np.abs(got[name] - g).max() / (largest if largest > 1e-9 * everything else everything)
    return max(apart.values())


def step_of(name, task):
    loss, wanted = gradients(task.loss, task.values, torch.float64)
    if "library" in task.case:
        library_loss, theirs = gradients(task.library_loss, task.values, torch.float64)
        require_close(f"{name}: loss", loss, library_loss, AGREEMENT * abs(library_loss))
        require_close(f"{name}: gradients", difference(wanted, theirs), 0, AGREEMENT)
        loss, wanted = library_loss, theirs
    _, rounded = gradients(task.loss, task.values, torch.float32)
    apart = difference(rounded, wanted)
    require_close(f"{name}: gradients in float32 (choose another seed)", apart, 0, FLOAT32_GRADIENTS)
    everything = max(np.abs(g).max() for g in wanted.values())
    without = [tensor for tensor, g in wanted.items() if np.abs(g).max() <= 1e-9 * everything]
    for tensor in without:
        wanted[tensor] = np.zeros_like(wanted[tensor])
    return loss, wanted, without, apart


# ---- fifty steps ----------------------------------------------------------------------------------------------------


def learning_rate(options, step):
    """Learning rate of step 1, 2, …: linear to learningRate at step `warmup`, down to finalRate · learningRate at `steps`."""
    rate, warmup, last = options["learningRate"], options["warmup"], options["finalRate"]
    if step < warmup:
        return rate * step / warmup
    share = (step - warmup) / (options["steps"] - warmup)
    if options["schedule"] == "cosine":
        return rate * (last + (1 - last) * (1 + math.cos(math.pi * share)) / 2)
    return rate * (1 - (1 - last) * share) if options["schedule"] == "linear" else rate


def groups(parameters, options):
    """Decay for matrices and embeddings; none for vectors and position parameters (GPT-2's practice)."""

    def decays(name, value):
        return value.dim() == 2 and not name.startswith("position.")

    decayed = [value for name, value in parameters.items() if decays(name, value)]
    others = [value for name, value in parameters.items() if not decays(name, value)]
    return [{"params": decayed, "weight_decay": options["weightDecay"]}, {"params": others, "weight_decay": 0}]


def keep_in_range(task, parameters):
    """KERPLE's numbers stay at least 0.01."""
    with torch.no_grad():
        for part in task.case["position"]:
            for field in LEARNED_NUMBERS["kerple"] if part["type"] == "kerple" else ():
                parameters[f"position.{field}"].clamp_(min=LEAST)


def run(task, kind):
    """Loss and gradient norm before each step, its learning rate; the parameters at the end."""
    options, parameters = task.case["optimizer"], leaves(task.values, kind)
    optimizer = torch.optim.AdamW(
        groups(parameters, options), betas=options["betas"], eps=options["epsilon"], foreach=False
    )
    losses, norms, rates = [], [], []
    for step in range(STEPS):
        optimizer.zero_grad()
        loss = task.loss(parameters, step)
        loss.backward()
        norm = torch.nn.utils.clip_grad_norm_(parameters.values(), options["clip"] or math.inf)
        rates.append(learning_rate(options, step + 1))
        for group in optimizer.param_groups:
            group["lr"] = rates[-1]
        optimizer.step()
        keep_in_range(task, parameters)
        losses.append(loss.item())
        norms.append(norm.item())
    return np.array(losses), np.array(norms), np.array(rates), parameters


def run_of(name, task):
    losses, norms, rates, parameters = run(task, torch.float64)
    rounded, rounded_norms, _, other = run(task, torch.float32)
    apart = np.abs(rounded / losses - 1).max()
    require_close(f"{name}: norms in float32 (choose another seed)", rounded_norms / norms, 1, FLOAT32_NORMS)
    require_close(f"{name}: 50 losses in float32 (choose another seed)", apart, 0, FLOAT32_LOSSES)
    if not losses[-10:].mean() < 0.97 * losses[:10].mean():
        raise AssertionError(f"{name}: does not learn")
    after = {tensor: value.detach().numpy() for tensor, value in parameters.items()}
    steady = {
        tensor: value
        for tensor, value in after.items()
        if np.abs(other[tensor].detach().numpy() - value).max() < FLOAT32_AFTER
    }
    return losses, norms, rates, steady, apart


# ---- against the constructions of the other topics ------------------------------------------------------------------


def require_known_biases():
    """These biases are those of encodings_distance and encodings_mlp_bias, which follow the same sources."""
    ids = np.arange(9.0)
    positions = torch.from_numpy(ids)[None]
    distance = positions[:, None, :] - positions[:, :, None]
    for name in ("kerple", "kerple-power", "tisa", "fire", "mlp-bias", "mlp-bias-log"):
        task = Task(name, 1)
        network = Network(task.case["spec"], task.case["position"], leaves(task.values, torch.float64))
        got = network.encodings[0].bias(positions, distance, 1.0)[0].detach().numpy()
        position = task.case["position"][0]
        tables = {field: task.values[f"position.{field}"] for field in learned_fields(position)}
        layers = {field: tables[field] for field in tables if field.startswith(("weight", "bias"))}
        wanted = {
            "kerple": lambda: kerple_bias(position["kind"], position["r1"], position["r2"], distance[0].numpy()),
            "tisa": lambda: tisa_bias(tables, distance[0].numpy()),
            "fire": lambda: fire_bias(
                layers, ids, ids, *(position[field] for field in ("c", "threshold", "multiplier"))
            ),
            "mlpBias": lambda: mlp_bias(layers, ids, ids, position.get("log", False)),
        }[position["type"]]()
        require_close(f"{name}: bias", got, wanted, 1e-9)


def require_known_content():
    """CoPE's content is that of encodings_gated, which is held against x-transformers."""
    tokens, dim = 9, 4
    query, key = torch.from_numpy(np.random.default_rng(2).standard_normal((2, 1, 2, tokens, dim)))
    table, seen = initial(CASES["cope"], 3)["position.table"], torch.ones(tokens, tokens).tril().bool()
    call = SimpleNamespace(double=(query.numpy(), key.numpy(), None), dim=dim, visible=seen.numpy())
    encoding = ENCODINGS["cope"]({"type": "cope"}, {"table": torch.from_numpy(table).double()}, 2)
    got = encoding.content_row(query, query @ key.mT, seen, dim**-0.5)
    require_close("cope: content", got.numpy()[..., seen], cope_logits(call, table)[..., seen], 1e-12)


# ---- files ----------------------------------------------------------------------------------------------------------

CONVENTIONS = [
    "step.weight.<name>: initial parameters by canonical name; learned fields of the position are position.<field>, "
    "numbers as a vector",
    "step.gradient.<name>: of the mean cross-entropy over all targets of the batch that are not −100",
    "gradients are compared relative to the largest of their tensor, |got − golden| ≤ relative · max |golden|; tensors "
    "of cases.step.zero, whose gradient is mathematically zero, relative to cases.step.largest",
    "run.ids, run.targets [50, sequences, length]; the step is of the first batch; step.positions [sequences, length] "
    "of every batch, or absent: 0, 1, …",
    "run.losses, run.norms: before the update of each step; the norm is global and before clipping; losses within "
    "cases.run.relative, norms within cases.run.norms, both relative",
    "run.rates: the learning rate of each step. cases.*.float32: how far PyTorch's own float32 is from these numbers",
    "run.after.<name>: the parameters after the last step, each within ± cases.run.after; absent where rounding "
    "decides (the loss hardly depends on them)",
    "update: g·min(1, clip / (norm + 1e-6)), clip 0 = off; m, v with bias correction; w ← w·(1 − rate·decay) − "
    "rate·m̂/(√v̂ + epsilon); decay for matrices and embeddings, none for vectors and position parameters",
    "rate of step k = 1, 2, …: learningRate·k/warmup up to k = warmup; then with p = (k − warmup)/(steps − warmup) "
    "constant: learningRate, linear: learningRate·(1 − (1 − finalRate)·p), cosine: learningRate·(finalRate + "
    "(1 − finalRate)·(1 + cos πp)/2)",
    "kerple: r1 and r2 are kept ≥ 0.01 after each update",
]


def figures(number):
    return float(f"{number:.9g}")


def file_of(name):
    task = Task(name, zlib.crc32(name.encode()) + CASES[name].get("seed", 0))
    loss, wanted, without, gradients_apart = step_of(name, task)
    losses, norms, rates, after, losses_apart = run_of(name, task)
    case = task.case
    tensors = {f"step.weight.{tensor}": value for tensor, value in task.values.items()}
    tensors |= {f"step.gradient.{tensor}": value for tensor, value in wanted.items()}
    if case.get("positions"):
        tensors["step.positions"] = task.positions.numpy()
    tensors |= {
        "run.ids": task.ids.numpy().astype(np.uint8), "run.targets": task.targets.numpy(), "run.losses": losses,
        "run.norms": norms, "run.rates": rates,
    }
    tensors |= {f"run.after.{tensor}": value for tensor, value in after.items()}
    step = {
        "about": case["about"], "spec": case["spec"], "position": case["position"], "sequences": case["sequences"],
        "length": case["length"], "loss": figures(loss),
        "gradientNorm": figures(math.sqrt(sum((g**2).sum() for g in wanted.values()))),
        "largest": figures(max(np.abs(g).max() for g in wanted.values())), "zero": without,
        "float32": float(f"{gradients_apart:.1e}"),
    }
    library = [training_libraries.LOGITS[case["library"]][1]] if "library" in case else []
    return GoldenFile(
        name=f"training/{name}.safetensors",
        tensors=tensors,
        truth=[
            *library,
            "torch autograd over a Transformer of PyTorch operations",
            "torch.optim.AdamW, clip_grad_norm_",
        ],
        precision="float64",
        tolerance={"absolute": 0, "relative": 1e-5},
        conventions=CONVENTIONS,
        cases={
            "step": step,
            "run": {
                "optimizer": case["optimizer"], "relative": 1e-3, "norms": 5e-3, "after": 1e-3,
                "float32": float(f"{losses_apart:.1e}"),
            },
        },
    )


def tensor_files(golden):
    require_known_biases()
    require_known_content()
    return [file_of(name) for name in CASES]
