"""Arrays whose convention is to be named: rows before and after an encoding, vectors that are added, matrices of biases and scores.

They come out of unchanged modules of transformers, x-transformers and rotary-embedding-torch in the precision of each module, and for the
mistakes and for what is no encoding at all out of NumPy in float64.
"""

import numpy as np
import torch
from rotary_embedding_torch import RotaryEmbedding as LucidRotary
from transformers import GPTNeoXConfig, LlamaConfig, T5Config
from transformers.models.bart.modeling_bart import BartLearnedPositionalEmbedding
from transformers.models.bloom.modeling_bloom import build_alibi_tensor as bloom_alibi
from transformers.models.cohere import modeling_cohere as cohere
from transformers.models.falcon.modeling_falcon import build_alibi_tensor as falcon_alibi
from transformers.models.fsmt.modeling_fsmt import SinusoidalPositionalEmbedding as FairseqSinusoid
from transformers.models.gpt_neox import modeling_gpt_neox as gpt_neox
from transformers.models.gptj import modeling_gptj as gptj
from transformers.models.llama import modeling_llama as llama
from transformers.models.marian.modeling_marian import MarianSinusoidalPositionalEmbedding
from transformers.models.mpt.modeling_mpt import build_mpt_alibi_tensor
from transformers.models.swin.modeling_swin import SwinRelativePositionBias
from transformers.models.t5.modeling_t5 import T5Attention
from x_transformers.x_transformers import AlibiPositionalBias, PolarEmbedding, RelativePositionBias
from x_transformers.x_transformers import RotaryEmbedding as XRotary
from x_transformers.x_transformers import ScaledSinusoidalEmbedding, apply_polar_pos_emb, apply_rotary_pos_emb

from golden_file import GoldenFile, normal

HF, XT, RET = "transformers", "x-transformers", "rotary-embedding-torch"
FACTORS = [1.0, 1.25, 1.5, 2.0, 3.0, 4.5, 6.0, 8.0]


class Arrays:
    def __init__(self):
        self.tensors, self.cases = {}, {}

    def add(self, name, of, source, tensors, **truth):
        """`truth`: the explanation that has to be among those found; none at all for `nothing`."""
        for key, value in tensors.items():
            if key == "positions" and np.array_equal(value, np.arange(len(value))):
                continue  # as when absent
            value = value.detach().float().numpy() if isinstance(value, torch.Tensor) else value
            self.tensors[f"{name}.{key}"] = np.asarray(value, np.float32)
        self.cases[name] = {"of": of, "source": source, **truth}


def rope(layout="half", **more):
    return {"type": "rope", **({} if layout == "half" else {"layout": layout}), **more}


# Rotations of transformers


def llama_config(dim, parameters, longest):
    parameters = {"rope_theta": 10000.0, "rope_type": "default", **parameters}
    return LlamaConfig(
        hidden_size=dim, num_attention_heads=1, head_dim=dim, max_position_embeddings=longest, rope_parameters=parameters
    )


def llama_rows(seed, shape, parameters, longest=4096, positions=None, dtype=torch.float32, module=llama):
    """(input, output, positions) of LlamaRotaryEmbedding and its apply_rotary_pos_emb."""
    heads, tokens, dim = shape
    x = torch.from_numpy(normal(seed, 1, heads, tokens, dim)).to(dtype)
    positions = torch.arange(tokens) if positions is None else torch.as_tensor(positions)
    classes = {llama: "LlamaRotaryEmbedding", cohere: "CohereRotaryEmbedding"}
    rotary = getattr(module, classes[module])(llama_config(dim, parameters, longest))
    cos, sin = rotary(x, positions[None])
    return {"input": x[0], "output": module.apply_rotary_pos_emb(x, x, cos, sin)[0][0], "positions": positions}


def longrope(**more):
    return {"rope_type": "longrope", "original_max_position_embeddings": 8, "factor": 4.0, **more}


def add_llama(a):
    def add(name, seed, shape, parameters, truth, **more):
        rows = llama_rows(seed, shape, parameters, **more)
        a.add(name, "rows", f"{HF} LlamaRotaryEmbedding", rows, position=truth)

    for dim, tokens in ((8, 8), (8, 16), (16, 12), (64, 8)):
        add(f"llama-{dim}x{tokens}", dim + tokens, (1, tokens, dim), {}, rope())
    add("llama-base-500000", 1, (2, 12, 16), {"rope_theta": 500000.0}, rope(base=500000))
    add("llama-base-1000000", 2, (1, 12, 32), {"rope_theta": 1e6}, rope(base=1000000))
    add("llama-base-8500", 3, (1, 24, 16), {"rope_theta": 8500.0}, rope(base=8500))
    gaps = [0, 3, 4, 7, 31, 32, 100, 101, 300]
    add("llama-gaps", 4, (2, 9, 16), {}, rope(), positions=gaps)
    add("llama-bfloat16", 5, (2, 16, 16), {}, rope(), dtype=torch.bfloat16)
    add("llama-float16", 6, (2, 16, 16), {}, rope(), dtype=torch.float16)
    add("llama-base-500000-bfloat16", 7, (2, 16, 16), {"rope_theta": 5e5}, rope(base=500000), dtype=torch.bfloat16)
    scaled = {
        "linear": ({"rope_type": "linear", "factor": 4.0}, {"ropeType": "linear", "factor": 4}),
        "dynamic": ({"rope_type": "dynamic", "factor": 4.0}, {"ropeType": "dynamic", "factor": 4, "maxPositionEmbeddings": 8}),
        "yarn": (
            {"rope_type": "yarn", "factor": 4.0, "original_max_position_embeddings": 32},
            {"ropeType": "yarn", "factor": 4, "originalMaxPositionEmbeddings": 32},
        ),
        "yarn-2048": (
            {"rope_type": "yarn", "factor": 8.0, "original_max_position_embeddings": 2048},
            {"ropeType": "yarn", "factor": 8, "originalMaxPositionEmbeddings": 2048},
        ),
        "llama3": (
            {
                "rope_type": "llama3",
                "rope_theta": 500000.0,
                "factor": 8.0,
                "low_freq_factor": 1.0,
                "high_freq_factor": 4.0,
                "original_max_position_embeddings": 8192,
            },
            {"ropeType": "llama3", "factor": 8, "originalMaxPositionEmbeddings": 8192},
        ),
    }
    for name, (parameters, scaling) in scaled.items():
        base = {"base": 500000} if name == "llama3" else {}
        longest = 8 if name == "dynamic" else 4096
        for dim in (8, 16, 32):
            add(f"{name}-{dim}", 10 + dim, (1, 16, dim), parameters, rope(**base, scaling=scaling), longest=longest)
    for dim in (8, 16):
        factors = FACTORS[: dim // 2]
        parameters = longrope(short_factor=factors, long_factor=[2 * x for x in factors])
        scaling = {"ropeType": "longrope"}
        add(f"longrope-{dim}", 40 + dim, (2, 16, dim), parameters, rope(scaling=scaling))


def add_other_rotations(a):
    shape, positions = (2, 12, 16), np.arange(12)
    rows = llama_rows(60, shape, {}, module=cohere)
    a.add("cohere", "rows", f"{HF} CohereRotaryEmbedding", rows, position=rope("interleaved"))
    for name, dim, rotated, offset in (("gptj", 16, 16, 0), ("gptj-partial", 16, 8, 0), ("gptj-cached", 16, 8, 7)):
        x = torch.from_numpy(normal(61, 1, 12, 2, dim))
        table = gptj.create_sinusoidal_positions(64, rotated)[offset : offset + 12][None]
        sin, cos = torch.split(table, rotated // 2, dim=-1)
        y = torch.cat([gptj.apply_rotary_pos_emb(x[..., :rotated], sin, cos), x[..., rotated:]], -1)
        truth = rope("interleaved", **({} if rotated == dim else {"rotaryDim": rotated}))
        rows = {"input": x[0].transpose(0, 1), "output": y[0].transpose(0, 1)}
        a.add(name, "rows", f"{HF} GPT-J", rows, position=truth, **({"offset": offset} if offset else {}))
    for dim, part in ((16, 0.25), (16, 0.5)):
        config = GPTNeoXConfig(
            hidden_size=2 * dim, num_attention_heads=2,
            rope_parameters={"rope_theta": 10000.0, "rope_type": "default", "partial_rotary_factor": part},
        )
        x = torch.from_numpy(normal(62, 1, 2, 12, dim))
        cos, sin = gpt_neox.GPTNeoXRotaryEmbedding(config)(x, torch.arange(12)[None])
        y = gpt_neox.apply_rotary_pos_emb(x, x, cos, sin)[0]
        truth = rope(rotaryDim=int(dim * part))
        a.add(f"gpt-neox-{truth['rotaryDim']}", "rows", f"{HF} GPT-NeoX", {"input": x[0], "output": y[0]}, position=truth)
    one = llama_rows(63, (2, 12, 16), {}, positions=positions + 1)
    a.add("offset-1", "rows", f"{HF} LLaMA", {k: one[k] for k in ("input", "output")}, position=rope(), offset=1)
    back = llama_rows(64, (2, 12, 16), {}, positions=-positions)
    a.add("turned-back", "rows", f"{HF} LLaMA", {k: back[k] for k in ("input", "output")}, position=rope(reversed=True))
    after = llama_rows(65, (2, 12, 16), {})
    after["output"] = after["output"] / 4
    a.add("scaled-after", "rows", f"{HF} LLaMA", after, position=rope(), scale=0.25)
    packed = llama_rows(66, (4, 10, 8), {})
    rows = {k: packed[k].transpose(0, 1).reshape(10, 32) for k in ("input", "output")}
    a.add("packed-heads", "rows", f"{HF} LLaMA", rows, position=rope(), heads=4)


def add_rotations_of_libraries(a):
    x = torch.from_numpy(normal(70, 1, 2, 12, 16))
    half = torch.from_numpy(normal(71, 1, 2, 12, 8))
    for name, more, truth in (
        ("x-rotary", {}, rope("interleaved")),
        ("x-rotary-interpolated", {"interpolation_factor": 4.0}, rope("interleaved", scaling={"ropeType": "linear", "factor": 4})),
        (
            "x-rotary-ntk", {"base_rescale_factor": 4.0}, rope("interleaved", scaling={"ropeType": "ntk", "factor": 4}),
        ),
    ):
        frequencies, _ = XRotary(16, **more).forward_from_seq_len(12)
        a.add(name, "rows", f"{XT} RotaryEmbedding", {"input": x[0], "output": apply_rotary_pos_emb(x, frequencies)[0]}, position=truth)
    frequencies, power = XRotary(16, use_xpos=True).forward_from_seq_len(12)
    for side, scale in (("query", power), ("key", power**-1)):
        y = apply_rotary_pos_emb(x, frequencies, scale)
        a.add(f"x-xpos-{side}", "rows", f"{XT} RotaryEmbedding, use_xpos", {"input": x[0], "output": y[0]}, position={"type": "xpos"}, side=side)
    frequencies, _ = XRotary(8).forward_from_seq_len(12)
    y = apply_rotary_pos_emb(x, frequencies)
    a.add("x-rotary-partial", "rows", f"{XT} RotaryEmbedding", {"input": x[0], "output": y[0]}, position=rope("interleaved", rotaryDim=8))
    polar = PolarEmbedding(dim=8, heads=2)
    with torch.no_grad():
        y = apply_polar_pos_emb(half, polar(torch.arange(12))[0])
    a.add("x-polar", "rows", f"{XT} PolarEmbedding", {"input": half[0], "output": y[0]}, position={"type": "pope"})
    for name, more, truth in (
        ("lucid", {}, rope("interleaved")),
        ("lucid-theta", {"theta": 500000}, rope("interleaved", base=500000)),
        ("lucid-interpolated", {"interpolate_factor": 2.0}, rope("interleaved", scaling={"ropeType": "linear", "factor": 2})),
        ("lucid-ntk", {"theta_rescale_factor": 8.0}, rope("interleaved", scaling={"ropeType": "ntk", "factor": 8})),
    ):
        y = LucidRotary(dim=16, **more).rotate_queries_or_keys(x)
        a.add(name, "rows", f"{RET} RotaryEmbedding", {"input": x[0], "output": y[0]}, position=truth)
    y = LucidRotary(dim=16).rotate_queries_or_keys(x, offset=5)
    a.add("lucid-offset", "rows", f"{RET} RotaryEmbedding", {"input": x[0], "output": y[0]}, position=rope("interleaved"), offset=5)
    y = LucidRotary(dim=8).rotate_queries_or_keys(x)
    a.add("lucid-partial", "rows", f"{RET} RotaryEmbedding", {"input": x[0], "output": y[0]}, position=rope("interleaved", rotaryDim=8))
    y = LucidRotary(dim=16, freqs_for="pixel").rotate_queries_or_keys(x)
    own = rope("interleaved", scaling={"ropeType": "longrope"})
    a.add("lucid-pixel", "rows", f"{RET} RotaryEmbedding, pixel", {"input": x[0], "output": y[0]}, position=own)
    q, k = LucidRotary(dim=16, use_xpos=True).rotate_queries_and_keys(x, x)
    for side, y in (("query", q), ("key", k)):
        position = {"type": "xpos"}
        a.add(f"lucid-xpos-{side}", "rows", f"{RET} use_xpos", {"input": x[0], "output": y[0]}, position=position, side=side)


# Additions


def add_additions(a):
    tokens, dim = 12, 16
    x = torch.from_numpy(normal(80, 2, tokens, dim))
    marian = MarianSinusoidalPositionalEmbedding(64, dim)
    marian.weight = torch.nn.Parameter(marian.create_weight(), requires_grad=False)
    code = marian((1, tokens))
    concatenated = {"type": "sinusoidal", "layout": "concatenated"}
    a.add("marian", "added", f"{HF} Marian", {"added": code}, position=concatenated)
    a.add("marian-rows", "rows", f"{HF} Marian", {"input": x, "output": x + code}, position=concatenated)
    a.add("marian-scaled-rows", "rows", f"{HF} Marian, scale_embedding", {"input": x, "output": 4 * x + code}, position=concatenated, inputScale=4)
    one = {"input": x[0], "output": x[0] + code}
    a.add("marian-one-row", "rows", f"{HF} Marian", one, position=concatenated)
    code = FairseqSinusoid.get_embedding(64, dim, 1)[2 : tokens + 2]  # positions count from the padding id + 1
    position = {"type": "sinusoidal", "layout": "concatenated", "spacing": "endpoint"}
    a.add("fsmt", "added", f"{HF} FSMT", {"added": code}, position=position, offset=2)
    scaled = ScaledSinusoidalEmbedding(dim)
    code = scaled(x).detach()
    position = {"type": "sinusoidal", "layout": "concatenated", "scale": 0.25}
    a.add("x-scaled-sinusoidal", "added", f"{XT} ScaledSinusoidalEmbedding", {"added": code}, position=position)
    angles = np.arange(tokens)[:, None] * 10000.0 ** (-2 * np.arange(dim // 2) / dim)
    paper = np.stack([np.sin(angles), np.cos(angles)], 2).reshape(tokens, dim)
    a.add("paper", "added", "NumPy float64", {"added": paper}, position={"type": "sinusoidal"})
    a.add("paper-rows", "rows", "NumPy float64", {"input": x, "output": x.numpy() + paper}, position={"type": "sinusoidal"})
    bart = BartLearnedPositionalEmbedding(64, dim)
    torch.nn.init.normal_(bart.weight, generator=torch.Generator().manual_seed(1))
    code = bart(torch.zeros(1, tokens, dtype=torch.long))[0]
    a.add("bart-rows", "rows", f"{HF} BART", {"input": x, "output": x + code}, position={"type": "learned"})


# Biases


def add_alibis(a):
    for heads in (4, 8, 6):
        alibi = bloom_alibi(torch.ones(1, 12, dtype=torch.long), heads, torch.float32)
        a.add(f"bloom-{heads}", "bias", f"{HF} BLOOM", {"bias": alibi}, position={"type": "alibi", "keyed": "key"})
        alibi = build_mpt_alibi_tensor(heads, 12)
        a.add(f"mpt-{heads}", "bias", f"{HF} MPT", {"bias": alibi}, position={"type": "alibi"})
        alibi = AlibiPositionalBias(heads)(12, 12)
        a.add(f"x-alibi-{heads}", "bias", f"{XT} AlibiPositionalBias", {"bias": alibi}, position={"type": "alibi", "symmetric": True})
    alibi = build_mpt_alibi_tensor(8, 12, 16)
    a.add("mpt-16", "bias", f"{HF} MPT alibi_bias_max 16", {"bias": alibi}, position={"type": "alibi", "largestExponent": 16})
    alibi = falcon_alibi(torch.ones(1, 100, dtype=torch.long), 8, torch.float32)
    a.add("falcon", "bias", f"{HF} Falcon", {"bias": alibi}, position={"type": "alibi", "keyed": "roundedKey"})
    causal = torch.full((12, 12), float("-inf")).triu(1)
    alibi = build_mpt_alibi_tensor(8, 12) + causal
    square = torch.stack([torch.arange(12)[None] - torch.arange(12)[:, None]] * 8) * bloom_slopes(8)[:, None, None] + causal
    a.add("alibi-causal", "bias", f"{HF} BLOOM slopes", {"bias": square}, position={"type": "alibi"}, isCausal=True)
    given = bloom_slopes(8).flip(0)[:, None, None] * (torch.arange(12)[None] - torch.arange(12)[:, None]) + causal
    slopes = [float(x) for x in bloom_slopes(8).flip(0)]
    a.add("alibi-reversed-heads", "bias", f"{HF} BLOOM slopes", {"bias": given}, position={"type": "alibi", "slopes": slopes}, isCausal=True)


def bloom_slopes(heads):
    return bloom_alibi(torch.ones(1, 2, dtype=torch.long), heads, torch.float32)[:, 0, 1]


def add_tables(a):
    for bidirectional in (True, False):
        for tokens in (12, 36):
            heads = 2 if tokens == 12 else 1
            config = T5Config(d_model=8, d_kv=4, num_heads=heads, is_decoder=not bidirectional)
            module = T5Attention(config, has_relative_attention_bias=True, layer_idx=0)
            torch.nn.init.normal_(module.relative_attention_bias.weight, generator=torch.Generator().manual_seed(2))
            bias = module.compute_bias(tokens, tokens)[0].detach()
            if not bidirectional:
                bias = bias + torch.full((tokens, tokens), float("-inf")).triu(1)
            truth = {"type": "t5"} | ({} if bidirectional else {"bidirectional": False})
            name = f"t5-{'both' if bidirectional else 'causal'}-{tokens}"
            a.add(name, "bias", f"{HF} T5", {"bias": bias}, position=truth, **({} if bidirectional else {"isCausal": True}))
    module = RelativePositionBias(1.0, heads=1)
    torch.nn.init.normal_(module.relative_attention_bias.weight, generator=torch.Generator().manual_seed(3))
    truth = {"type": "t5"}
    a.add("x-relative", "bias", f"{XT} RelativePositionBias", {"bias": module(36, 36).detach()}, position=truth)
    swin = SwinRelativePositionBias(2, (3, 4))
    torch.nn.init.normal_(swin.relative_position_bias_table, generator=torch.Generator().manual_seed(4))
    a.add("swin", "bias", f"{HF} Swin", {"bias": swin().detach().reshape(2, 12, 12)}, position={"type": "swin"})
    distances = np.arange(16)[None] - np.arange(16)[:, None]
    kerple = -np.array([0.5, 2.0])[:, None, None] * np.log1p(np.array([0.25, 1.5])[:, None, None] * np.abs(distances))
    a.add("kerple-log", "bias", "NumPy float64", {"bias": kerple}, position={"type": "kerple"})
    power = -np.array([0.5, 2.0])[:, None, None] * np.abs(distances) ** np.array([0.75, 1.25])[:, None, None]
    a.add("kerple-power", "bias", "NumPy float64", {"bias": power}, position={"type": "kerple", "kind": "power"})
    waves = 10000.0 ** (-np.arange(0, 32, 2) / 32)
    sandwich = np.cos(distances[:16, :16, None] * waves).sum(-1)[None] * 4 / (8 * np.arange(1, 5))[:, None, None]
    a.add("sandwich", "bias", "NumPy float64", {"bias": sandwich}, position={"type": "sandwich", "dim": 32})
    table = normal(90, 23, 2)
    scalar = table[distances[:12, :12] + 11].transpose(2, 0, 1)
    a.add("scalar-per-distance", "bias", "NumPy float64", {"bias": scalar}, position={"type": "relativeBias"})


# Mistakes of docs/mistakes.md, and scores


def waves(dim):
    return 10000.0 ** (-2 * np.arange(dim // 2) / dim)


def turned(x, angles):
    y = np.empty_like(x)
    c, s = np.cos(angles), np.sin(angles)
    y[..., 0::2] = x[..., 0::2] * c - x[..., 1::2] * s
    y[..., 1::2] = x[..., 0::2] * s + x[..., 1::2] * c
    return y


def add_wrong_rows(a):
    x = normal(100, 2, 12, 8).astype(np.float64)
    positions = np.arange(12)[:, None]
    angles = positions * waves(8)
    outputs = {"rope-position-twice": turned(x, positions * angles)}
    outputs["rope-elementwise"] = x * np.stack([np.cos(angles), np.sin(angles)], 2).reshape(12, 8)
    each = positions * 10000.0 ** (-np.arange(8) / 8)
    partner = np.stack([-x[..., 1::2], x[..., 0::2]], 3).reshape(x.shape)
    outputs["rope-d-angles"] = x * np.cos(each) + partner * np.sin(each)
    overlapping = x.copy()
    for i in range(7):
        turn = positions[:, 0] * 10000.0 ** (-2 * i / 8)
        overlapping[..., i] = x[..., i] * np.cos(turn) - x[..., i + 1] * np.sin(turn)
        overlapping[..., i + 1] = x[..., i] * np.sin(turn) + x[..., i + 1] * np.cos(turn)
    outputs["rope-overlapping-pairs"] = overlapping
    outputs["rope-added"] = x + turned(np.tile([1.0, 0.0], (12, 4)), angles)
    for mistake, output in outputs.items():
        a.add(mistake, "rows", "NumPy float64", {"input": x, "output": output}, mistake=mistake)


def add_wrong_biases(a):
    distances = np.arange(10)[None] - np.arange(10)[:, None]
    causal = np.where(distances > 0, -np.inf, 0.0)
    paper = 2.0 ** -np.arange(1, 9)
    slopes = {
        "alibi-one-slope": np.full(8, 0.5), "alibi-slope-off-by-one": 2.0 * paper, "alibi-sign": -paper,
        "alibi-before-scale": paper / 8, "alibi-slope-rule": 2.0 ** (-8 * np.arange(1, 7) / 6),
    }
    for mistake, each in slopes.items():
        bias = each[:, None, None] * distances + causal
        scale = {"scale": 0.125} if mistake == "alibi-before-scale" else {}
        a.add(mistake, "bias", "NumPy float64", {"bias": bias}, mistake=mistake, isCausal=True, **scale)
    table = normal(101, 10)
    a.add("table-rows", "bias", "NumPy float64", {"bias": table[distances]}, mistake="table-rows")
    far = np.arange(140)[None] - 139
    table = normal(102, 32)
    bucket = T5Attention._relative_position_bucket
    clipped = bucket(torch.as_tensor(np.clip(far, -33, 33)), True, 32, 128).numpy()
    a.add("t5-32-is-distance", "bias", "NumPy float64", {"bias": table[clipped]}, mistake="t5-32-is-distance")


def add_scores(a):
    q, k = normal(110, 2, 10, 16), normal(111, 2, 10, 16)
    dots = np.einsum("hid,hjd->hij", q.astype(np.float64), k)
    distances = np.arange(10)[None] - np.arange(10)[:, None]
    alibi = np.array([0.0625, 0.00390625])[:, None, None] * distances
    given = {"query": q, "key": k}
    a.add("scores-plain", "scores", "NumPy float64", {"scores": dots / 4, **given}, position={"type": "none"}, scoreScale=0.25)
    a.add("score-without-scale", "scores", "NumPy float64", {"scores": dots, **given}, mistake="score-without-scale", scoreScale=1)
    a.add("score-scale-is-width", "scores", "NumPy float64", {"scores": dots / 16, **given}, mistake="score-scale-is-width", scoreScale=0.0625)
    a.add("scores-alibi", "scores", "NumPy float64", {"scores": dots / 4 + alibi, **given}, position={"type": "alibi"}, scoreScale=0.25)
    turn = np.arange(10)[:, None] * waves(16)
    turned_scores = np.einsum("hid,hjd->hij", turned(q.astype(np.float64), turn), turned(k.astype(np.float64), turn)) / 4
    a.add("scores-rope", "scores", "NumPy float64", {"scores": turned_scores, **given}, position=rope("interleaved"), scoreScale=0.25)
    alike = 1.75 + alibi
    a.add("scores-alike", "scores", "NumPy float64", {"scores": alike}, position={"type": "alibi"})


def add_nothing(a):
    x, y = normal(120, 2, 12, 8), normal(121, 2, 12, 8)
    a.add("other-rows", "rows", "random numbers", {"input": x, "output": y}, nothing=True)
    rotated = llama_rows(122, (2, 12, 8), {})
    shuffled = {**rotated, "output": rotated["output"][:, torch.randperm(12, generator=torch.Generator().manual_seed(5))]}
    a.add("shuffled-tokens", "rows", f"{HF} LLaMA, tokens in another order", shuffled, nothing=True)
    noisy = {**rotated, "output": rotated["output"] + 0.02 * torch.from_numpy(y)}
    a.add("noisy-rows", "rows", f"{HF} LLaMA and noise", noisy, nothing=True)
    a.add("any-orthogonal", "rows", "one orthogonal matrix for all rows", {"input": x, "output": x @ np.linalg.qr(normal(123, 8, 8))[0]}, nothing=True)
    a.add("random-bias", "bias", "random numbers", {"bias": normal(124, 2, 12, 12)}, nothing=True)
    distances = np.arange(12)[None] - np.arange(12)[:, None]
    a.add("product-bias", "bias", "i · j", {"bias": np.arange(12.0)[None] * np.arange(12.0)[:, None] / 7 + 0 * distances}, nothing=True)
    a.add("half-ramp", "added", "NumPy", {"added": np.linspace(0, 1, 12)[:, None] * normal(125, 1, 8)}, position={"type": "learned"})


def tensor_files(golden):
    a = Arrays()
    for add in (
        *(add_llama, add_other_rotations, add_rotations_of_libraries, add_additions),
        *(add_alibis, add_tables, add_wrong_rows, add_wrong_biases, add_scores, add_nothing),
    ):
        add(a)
    return [
        GoldenFile(
            name="identify.safetensors",
            tensors=a.tensors,
            truth=[
                "rotary modules of transformers LLaMA, Cohere, GPT-J, GPT-NeoX; of x-transformers; of rotary-embedding-torch",
                "transformers Marian, FSMT, BART, BLOOM, MPT, Falcon, T5, Swin; x-transformers AlibiPositionalBias, RelativePositionBias",
                "NumPy in float64 for KERPLE, Sandwich, the mistakes of docs/mistakes.md and what is no encoding",
            ],
            precision="that of each module: float32, float16 or bfloat16",
            tolerance={"absolute": 0, "relative": 1e-5},
            conventions=[
                "a case is a request of identify: input and output [heads, tokens, dim], added [tokens, dim], bias and scores [heads, queries, keys]",
                "position, offset, reversed, scale, side, mistake: the fields that one of the explanations has to have; nothing: there is none",
            ],
            cases=a.cases,
        )
    ]
