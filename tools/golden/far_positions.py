"""LLaMA far from the start: transformers' angles, a float32 product of frequency and position, and angles in float64.

The logits of the same text at far positions, by transformers as it is, and with the angles of its rotary embedding computed in float64.
"""

import numpy as np
import torch
from transformers import AutoModelForCausalLM

import model_cases
from golden_file import GoldenFile, checkpoint_files

FOLDER = "llama-f32-gqa-biases"
LENGTH = 13
STARTS = (0, 500, 1000, 2000, 5000, 10000, 50000, 100000, 1000000)


class ExactAngles(torch.nn.Module):
    """cos and sin of position · base^(−2i/d), computed in float64."""

    def __init__(self, width, base):
        super().__init__()
        self.frequencies = float(base) ** (-torch.arange(0, width, 2, dtype=torch.float64) / width)

    def forward(self, x, position_ids):
        angles = position_ids[..., None].double() * self.frequencies
        angles = torch.cat((angles, angles), dim=-1)
        return angles.cos().to(x.dtype), angles.sin().to(x.dtype)


@torch.no_grad()
def logits(model, ids, start):
    positions = torch.arange(start, start + LENGTH)[None]
    return model(input_ids=torch.tensor([ids]), position_ids=positions, use_cache=False).logits[0].numpy()


def tensor_files(golden):
    folder = golden / "models" / FOLDER
    model = AutoModelForCausalLM.from_pretrained(folder, dtype=torch.float32, attn_implementation="eager").eval()
    config = model.config
    ids = model_cases.tokens(config.vocab_size, LENGTH, 41)
    width = getattr(config, "head_dim", None) or config.hidden_size // config.num_attention_heads
    own = {start: logits(model, ids, start) for start in STARTS}
    model.model.rotary_emb = ExactAngles(width, config.rope_parameters["rope_theta"])
    tensors = {"ids": np.asarray(ids)}
    for start in STARTS:
        tensors |= {f"{start}.float32": own[start], f"{start}.float64": logits(model, ids, start)}
    yield GoldenFile(
        name="far-positions.safetensors",
        tensors=tensors,
        truth=["transformers: LlamaForCausalLM as it is (float32), and with the angles of its rotary embedding in float64"],
        precision="float32 but for the angles",
        tolerance={"absolute": 1e-4, "relative": 0},
        conventions=["ids [n] at positions start … start + n − 1; <start>.float32 and <start>.float64: logits [n, vocab]"],
        cases={str(start): {} for start in STARTS},
        reads=checkpoint_files(FOLDER),
    )
