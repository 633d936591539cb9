"""Times a training step of a GPT-2-like model in PyTorch eager with one thread: what `npm run bench` is compared with.

    python time_training.py [--peak GFLOPS] [--seconds 8] [--out tests/bench/pytorch-training.json]

Sizes S, M and L: layer norm, tanh GELU, learned positions, tied head, fused causal attention, fused AdamW, float32. A
step is zero_grad, forward, cross-entropy, backward and update. Counted are 6 · weights · tokens + 12 · layers ·
batch · length² · width / 2 operations. Times are the processor's, so that waiting for it does not count; caches and
clock are still shared: measure on a quiet machine. --peak is the register-only SIMD peak that `npm run bench` prints on this machine; the
record then holds the share of it. Without it the record holds the share of PyTorch's own 1024³ product alone. --out
adds the record to a file by kind of processor, or replaces it there.
"""

import argparse
import json
import time
from datetime import datetime, timezone
from pathlib import Path

import torch
from torch import nn
from torch.nn import functional

SIZES = {
    "S": {"layers": 2, "heads": 4, "width": 64, "length": 32, "sequences": 64},
    "M": {"layers": 4, "heads": 4, "width": 128, "length": 64, "sequences": 16},
    "L": {"layers": 6, "heads": 6, "width": 192, "length": 128, "sequences": 16},
}
VOCAB = 64


class Block(nn.Module):
    def __init__(self, width, heads):
        super().__init__()
        self.heads = heads
        self.norm1, self.norm2 = nn.LayerNorm(width), nn.LayerNorm(width)
        self.fused, self.output = nn.Linear(width, 3 * width), nn.Linear(width, width)
        self.up, self.down = nn.Linear(width, 4 * width), nn.Linear(4 * width, width)

    def forward(self, x):
        rows = self.fused(self.norm1(x)).unflatten(-1, (3, self.heads, -1)).permute(2, 0, 3, 1, 4)
        heads = functional.scaled_dot_product_attention(*rows, is_causal=True)
        x = x + self.output(heads.transpose(1, 2).flatten(2))
        return x + self.down(functional.gelu(self.up(self.norm2(x)), approximate="tanh"))


class Gpt(nn.Module):
    def __init__(self, layers, heads, width, length, sequences):
        super().__init__()
        self.words, self.positions = nn.Embedding(VOCAB, width), nn.Embedding(length, width)
        self.blocks = nn.Sequential(*(Block(width, heads) for _ in range(layers)))
        self.norm = nn.LayerNorm(width)

    def forward(self, ids):
        x = self.words(ids) + self.positions.weight
        return functional.linear(self.norm(self.blocks(x)), self.words.weight)


def operations(model, size):
    tokens = size["sequences"] * size["length"]
    weights = sum(parameter.numel() for parameter in model.parameters())
    attention = 12 * size["layers"] * size["sequences"] * size["length"] ** 2 * size["width"] / 2
    return weights, 6 * weights * tokens + attention


def quickest(work, seconds):
    """Milliseconds: the quickest and the median of as many runs as fit, after a tenth of the time to warm up."""
    until = time.perf_counter() + seconds / 10
    while time.perf_counter() < until:
        work()
    times, until = [], time.perf_counter() + seconds
    while time.perf_counter() < until or len(times) < 3:
        start = time.process_time()
        work()
        times.append((time.process_time() - start) * 1000)
    times.sort()
    return times[0], times[len(times) // 2]


def timed(size, seconds):
    torch.manual_seed(1)
    model = Gpt(**size)
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3, fused=True)
    ids = torch.randint(0, VOCAB, (size["sequences"], size["length"] + 1))

    def step():
        optimizer.zero_grad(set_to_none=True)
        logits = model(ids[:, :-1])
        functional.cross_entropy(logits.flatten(0, 1), ids[:, 1:].flatten()).backward()
        optimizer.step()

    best, median = quickest(step, seconds)
    weights, count = operations(model, size)
    result = {"weights": weights, "operations": int(count), "ms": round(best, 2), "medianMs": round(median, 2)}
    return {**size, "vocab": VOCAB, **result}


def product_rate():
    """GFLOP/s of a product of 1024 × 1024 matrices."""
    a, b = torch.randn(1024, 1024), torch.randn(1024, 1024)
    return 2 * 1024**3 / quickest(lambda: a @ b, 1)[0] / 1e6


def processor():
    """Name of the processor, written as tests/bench/machine.mjs writes it."""
    facts = {}
    for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").split("\n\n")[0].splitlines():
        name, _, value = line.partition(":")
        facts[name.strip()] = value.strip()
    return f"{facts['model name']} family {facts['cpu family']} model {facts['model']}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "--peak",
        type=float,
        metavar="GFLOPS",
        help="10⁹ operations per second of the register-only SIMD peak on this machine",
    )
    parser.add_argument("--seconds", type=float, default=8, help="per size")
    parser.add_argument("--out", type=Path, help="a JSON file, one record for each kind of processor")
    arguments = parser.parse_args()
    torch.set_num_threads(1)
    rate = product_rate()
    record = {
        "date": datetime.now(timezone.utc).strftime("%Y-%m-%d %H:%M"), "torch": torch.__version__, "threads": 1,
        "capability": torch.backends.cpu.get_cpu_capability(), "productGflops": round(rate, 1),
        "peakGflops": arguments.peak, "steps": {},
    }
    machine = f"{processor()}, PyTorch {record['torch']} ({record['capability']}), one thread"
    print(f"{machine}; 1024³: {rate:.1f} GFLOP/s", flush=True)
    for name, size in SIZES.items():
        result = timed(size, arguments.seconds)
        speed = result["operations"] / result["ms"] / 1e6
        result |= {"gflops": round(speed, 1), "ofProduct": round(speed / rate, 3)}
        if arguments.peak:
            result["ofPeak"] = round(speed / arguments.peak, 3)
        record["steps"][name] = result
        share = f", {speed / arguments.peak:.0%} of the peak" if arguments.peak else ""
        print(f"{name}: {result['ms']} ms (median {result['medianMs']}), {speed:.1f} GFLOP/s{share}", flush=True)
    if arguments.out:
        known = json.loads(arguments.out.read_text(encoding="utf-8")) if arguments.out.exists() else {}
        known[processor()] = record
        text = json.dumps(dict(sorted(known.items())), indent=2, ensure_ascii=False)
        arguments.out.write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
