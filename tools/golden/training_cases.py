"""The trained models: specs, positions and options of the optimizer. Sizes are tiny and odd."""

from training_model import spec_of

BIASED = {name: True for name in ("queryBias", "keyBias", "valueBias", "outputBias", "mlpBias")}
GPT = {"norm": "layer", "activation": "gelu_tanh", "gatedMlp": False}
SMALL = {"layers": 2, "heads": 2, "dModel": 8, "dFf": 14}

PAPER = {
    "learningRate": 0.01, "schedule": "cosine", "warmup": 5, "steps": 50, "finalRate": 0.1, "weightDecay": 0.1,
    "betas": [0.9, 0.95], "epsilon": 1e-8, "clip": 1,
}
PLAIN = PAPER | {"schedule": "constant", "warmup": 0, "weightDecay": 0, "betas": [0.9, 0.999], "clip": 0}
LINEAR = PAPER | {"schedule": "linear", "warmup": 10, "finalRate": 0, "weightDecay": 0.01, "clip": 0.5}
CONSTANT = PAPER | {"schedule": "constant", "warmup": 8, "betas": [0.8, 0.99], "epsilon": 1e-6, "clip": 2}


def table(name, *shape):
    return {"tensor": f"position.{name}", "shape": list(shape)}


def network(*widths):
    layers = enumerate(zip(widths, widths[1:]), start=1)
    return {
        key: value
        for n, (inputs, outputs) in layers
        for key, value in (
            (f"weight{n}", table(f"weight{n}", outputs, inputs)),
            (f"bias{n}", table(f"bias{n}", 1, outputs)),
        )
    }


def case(about, spec, position, optimizer, batch=(2, 7), **more):
    """more: `library`, a name of training_libraries; `positions`: own per sequence; `seed`, added to the name's."""
    given = {"vocab": 13} | SMALL | spec
    return {
        "about": about, "spec": spec_of(**given), "position": position if isinstance(position, list) else [position],
        "optimizer": optimizer, "sequences": batch[0], "length": batch[1], **more,
    }


CASES = {
    "gpt2": case(
        "GPT-2: pre-norm layer norm with biases, tanh GELU, tied head, learned positions",
        {"dModel": 12, "heads": 3, "dFf": 20, "tieHead": True} | GPT | BIASED,
        {"type": "learned", "table": table("table", 10, 12)},
        PAPER,
        (3, 8),
        library="gpt2",
    ),
    "llama": case(
        "LLaMA: RMS norm, gated SiLU, two key/value heads for four query heads, untied, RoPE",
        {"dModel": 16, "heads": 4, "kvHeads": 2, "dFf": 22, "vocab": 17},
        {"type": "rope"},
        PAPER,
        (2, 9),
        library="llama",
    ),
    "bloom": case(
        "Bloom: norm after the embeddings, ALiBi by key, tied head, every bias, four heads",
        {"dModel": 16, "heads": 4, "dFf": 64, "embeddingNorm": True, "tieHead": True} | GPT | BIASED,
        {"type": "alibi", "keyed": "key"},
        LINEAR,
        library="bloom",
    ),
    "gpt-neox": case(
        "GPT-NeoX: parallel with two norms, exact GELU, half of each head rotated, every bias, untied",
        {"dModel": 16, "parallel": True, "dFf": 18} | GPT | BIASED | {"activation": "gelu"},
        {"type": "rope", "rotaryDim": 4, "base": 1000},
        CONSTANT,
        library="gpt_neox",
    ),
    "gptj": case(
        "GPT-J: parallel with one norm, RoPE interleaved on the first channels, a head with a bias",
        {"dModel": 12, "parallel": True, "sharedNorm": True, "mlpBias": True, "headBias": True} | GPT,
        {"type": "rope", "layout": "interleaved", "rotaryDim": 4},
        PLAIN,
        (2, 6),
        library="gptj",
    ),
    "gemma2": case(
        "Gemma 2: norms before and after, gated tanh GELU, both soft caps, a window, grouped heads, a scale of its own",
        {
            "dModel": 12, "heads": 4, "kvHeads": 1, "headDim": 6, "dFf": 10, "normPlace": "both",
            "activation": "gelu_tanh", "embeddingScale": 12**0.5, "tieHead": True, "scale": 5**-0.5, "softcap": 3.0,
        },
        [{"type": "rope"}, {"type": "softcap", "cap": 2.0}, {"type": "mask", "kind": "window", "left": 3, "right": 0}],
        PAPER,
        (2, 8),
        library="gemma2",
    ),
    "qwen3-yarn": case(
        "Qwen3: RMS norm of queries and keys, grouped heads; RoPE scaled by YaRN",
        {"heads": 2, "kvHeads": 1, "headDim": 8, "queryKeyNorm": "rms", "normEpsilon": 1e-6},
        {"type": "rope", "scaling": {"ropeType": "yarn", "factor": 4, "originalMaxPositionEmbeddings": 8}},
        CONSTANT,
        (3, 6),
        library="qwen3",
    ),
    "t5-encoder": case(
        "T5's encoder: bidirectional buckets, RMS norm, ReLU, heads wider than the model, unscaled scores",
        {
            "headDim": 5, "dFf": 18, "activation": "relu", "gatedMlp": False, "normEpsilon": 1e-6, "causal": False,
            "tieHead": True, "headScale": 8**-0.5,
        },
        {"type": "t5", "table": table("table", 8, 2), "maxDistance": 10},
        LINEAR,
        library="t5",
    ),
    "post-norm-encoder": case(
        "an encoder with post-norm, exact GELU, learned positions, no final norm",
        {"normPlace": "post", "finalNorm": False, "causal": False} | GPT | BIASED | {"activation": "gelu"},
        {"type": "learned", "table": table("table", 9, 8), "offset": 2},
        PAPER,
        library="torch_encoder",
    ),
    "post-norm-sinusoidal": case(
        "Attention Is All You Need as a decoder: post-norm, ReLU, sinusoids, scaled embeddings, a head with a bias",
        {"normPlace": "post", "finalNorm": False, "embeddingScale": 8**0.5, "tieHead": True, "headBias": True}
        | GPT
        | BIASED
        | {"activation": "relu"},
        {"type": "sinusoidal"},
        PLAIN,
        (3, 5),
        library="torch_encoder",
    ),
    "none": case(
        "no position at all (NoPE), gated ReLU, some biases, one layer norm without bias",
        {"norm": "layer", "normBias": False, "activation": "relu", "queryBias": True, "valueBias": True},
        {"type": "none"},
        LINEAR,
    ),
    "sinks": case(
        "attention sinks as in gpt-oss: a logit per head in each softmax; RoPE, a key for two heads",
        {"kvHeads": 1, "sinks": True, "queryBias": True},
        {"type": "rope"},
        PAPER,
    ),
    "prefix": case(
        "a prefix that all tokens see, RoPE, layer norm; causal through the mask",
        {"causal": False} | GPT,
        [{"type": "rope"}, {"type": "mask", "kind": "prefix", "prefix": 3}],
        PLAIN,
    ),
    "rope-positions": case(
        "RoPE at positions of its own for each sequence, from the third channel of a head on",
        {"dModel": 12, "heads": 2, "outputBias": True},
        {"type": "rope", "rotaryStart": 2},
        CONSTANT,
        (3, 6),
        positions=True,
    ),
    "xpos": case(
        "xPos with a strong decay", {"dModel": 8, "heads": 2, "keyBias": True}, {"type": "xpos", "scaleBase": 8}, PAPER
    ),
    "alibi": case(
        "ALiBi by distance, three heads (not a power of two), symmetric in an encoder",
        {"dModel": 9, "heads": 3, "causal": False},
        {"type": "alibi", "symmetric": True},
        LINEAR,
    ),
    "fire": case(
        "FIRE with its network, c and multiplier learned",
        {"heads": 4, "kvHeads": 2},
        {"type": "fire", "c": 0.5, "multiplier": 1.25, "threshold": 3} | network(1, 5, 4),
        PAPER,
        (2, 9),
    ),
    "kerple": case(
        "KERPLE, logarithmic, three heads",
        {"dModel": 9, "heads": 3},
        {"type": "kerple", "kind": "log", "r1": [1.5, 0.75, 0.5], "r2": [0.5, 1.25, 2]},
        PAPER,
    ),
    "kerple-power": case(
        "KERPLE, power", {}, {"type": "kerple", "kind": "power", "r1": [0.75, 0.5], "r2": [0.5, 1.25]}, PLAIN, (2, 6)
    ),
    "mlp-bias": case(
        "a network of the distance with three layers, in an encoder",
        {"causal": False},
        {"type": "mlpBias"} | network(1, 6, 5, 2),
        CONSTANT,
        seed=1,
    ),
    "mlp-bias-log": case(
        "a network of the distance's logarithm with two layers, tanh in the feed-forward network",
        {"activation": "tanh", "gatedMlp": False},
        {"type": "mlpBias", "log": True} | network(1, 4, 2),
        PLAIN,
        (2, 6),
    ),
    "tisa": case(
        "TISA with three Gaussians per head, in an encoder",
        {"causal": False},
        {"type": "tisa"} | {name: table(name, 2, 3) for name in ("amplitude", "sharpness", "center")},
        PAPER,
    ),
    "shaw": case(
        "Shaw's vectors for keys and values, clipped at 3, in an encoder with grouped heads",
        {"causal": False, "dModel": 12, "heads": 4, "kvHeads": 2},
        {"type": "shaw"} | {name: table(name, 7, 3) for name in ("keyTable", "valueTable")},
        PAPER,
        seed=1,
    ),
    "relative-key": case(
        "BERT's relative keys, with the product with the key, post-norm encoder",
        {"causal": False, "normPlace": "post", "finalNorm": False, "embeddingNorm": True} | GPT | BIASED,
        {"type": "relativeKey", "table": table("table", 13, 4), "terms": "keyQuery"},
        PAPER,
    ),
    "log-n": case(
        "RoPE, queries past the fourth token scaled by the logarithm of the length",
        {"heads": 4, "headDim": 4, "kvHeads": 2, "activation": "gelu"},
        [{"type": "rope"}, {"type": "logN", "trainLength": 4}],
        CONSTANT,
    ),
    "sandwich": case(
        "Sandwich beside learned positions, layer norm before and after the sublayers",
        {"normPlace": "both"} | GPT,
        [{"type": "learned", "table": table("table", 7, 8)}, {"type": "sandwich", "dim": 8}],
        LINEAR,
    ),
    "transformer-xl": case(
        "Transformer-XL: projected sinusoids, u and v, grouped heads",
        {"heads": 2, "kvHeads": 1},
        {"type": "transformerXl", "weight": table("weight", 8, 6)}
        | {name: table(name, 2, 4) for name in ("contentBias", "positionBias")},
        PAPER,
    ),
    "deberta": case(
        "DeBERTa v1: content to position and position to content, post-norm encoder",
        {"causal": False, "normPlace": "post", "finalNorm": False} | GPT | BIASED,
        {"type": "deberta"} | {name: table(name, 8, 8) for name in ("positionKey", "positionQuery")},
        LINEAR,
    ),
    "cope": case(
        "CoPE: positions counted by gates, clamped at the fourth row; grouped heads",
        {"heads": 4, "headDim": 4, "kvHeads": 2},
        {"type": "cope", "table": table("table", 4, 4)},
        PAPER,
    ),
    "rope-cope": case(
        "CoPE after the scale, over keys that RoPE turned, within a window; layer norm, tanh GELU",
        {"headDim": 6} | GPT,
        [
            {"type": "rope"},
            {"type": "cope", "table": table("table", 9, 6), "where": "afterScale"},
            {"type": "mask", "kind": "window", "left": 4, "right": 0},
        ],
        CONSTANT,
    ),
    "relative-bias": case(
        "a scalar per distance, clipped at 4; l2 norm of queries and keys",
        {"queryKeyNorm": "l2"},
        {"type": "relativeBias", "table": table("table", 9, 2)},
        CONSTANT,
        seed=2,
    ),
    "buckets": case(
        "buckets of distances with direction, together with RoPE, in an encoder",
        {"causal": False, "tieHead": True},
        [{"type": "rope"}, {"type": "buckets", "table": table("table", 7, 2), "edges": [1, 2, 4], "directional": True}],
        PLAIN,
        seed=5,
    ),
}
