"""The models of training_cases in transformers' and torch.nn's own modules, with our parameters for theirs.

Each function gives the logits as a differentiable function of the parameters by canonical name. transformers names
torch.float32 in norms, softmax and rotation; float64 takes its place, as in rope_frequencies.py.
"""

import torch
import transformers
from torch.func import functional_call
from transformers.modeling_rope_utils import ROPE_INIT_FUNCTIONS

from rope_frequencies import torch_float_is_float64

NO_SPECIAL_TOKENS = {"bos_token_id": None, "eos_token_id": None, "pad_token_id": None}


def kinds(prefix, names, parameters, biased=True):
    """Theirs → ours, weight and bias."""
    return {
        f"{theirs}.{kind}": parameters[f"{prefix}{ours}.{kind}"]
        for theirs, ours in names.items()
        for kind in ("weight", "bias")
        if f"{prefix}{ours}.{kind}" in parameters
    }


def transposed(state, names):
    """transformers' Conv1D keeps [in, out]."""
    return {
        name: value.T if value.dim() == 2 and any(part in name for part in names) else value
        for name, value in state.items()
    }


def built(config, kind):
    with torch_float_is_float64():
        torch.set_default_dtype(torch.float64)
        try:
            return kind(config).eval().double()
        finally:
            torch.set_default_dtype(torch.float32)


def called(model, state, ids, **more):
    with torch_float_is_float64():
        return functional_call(model, state, (ids,), {"use_cache": False, **more})


def gpt2(case, parameters, ids):
    s = case["spec"]
    sizes = {"vocab_size": s["vocab"], "n_positions": 10, "n_embd": s["dModel"], "n_layer": s["layers"]}
    config = transformers.GPT2Config(**sizes, n_head=s["heads"], n_inner=s["dFf"], **NO_SPECIAL_TOKENS)
    state = {"transformer.wte.weight": parameters["embedding"], "transformer.wpe.weight": parameters["position.table"]}
    state |= kinds("", {"transformer.ln_f": "finalNorm"}, parameters)
    for layer in range(s["layers"]):
        ours, theirs = f"layers.{layer}.", f"transformer.h.{layer}."
        for kind in ("weight", "bias"):
            fused = torch.cat([parameters[f"{ours}{name}.{kind}"] for name in ("query", "key", "value")])
            state[f"{theirs}attn.c_attn.{kind}"] = fused
        names = {
            "ln_1": "norm1", "ln_2": "norm2", "attn.c_proj": "output", "mlp.c_fc": "mlp.up", "mlp.c_proj": "mlp.down",
        }
        state |= kinds(ours, {theirs + name: to for name, to in names.items()}, parameters)
    state = transposed(state, ("c_attn", "c_proj", "c_fc"))
    return called(built(config, transformers.GPT2LMHeadModel), state, ids).logits


LLAMA_NAMES = {
    "self_attn.q_proj": "query", "self_attn.k_proj": "key", "self_attn.v_proj": "value", "self_attn.o_proj": "output",
    "mlp.gate_proj": "mlp.gate", "mlp.up_proj": "mlp.up", "mlp.down_proj": "mlp.down",
}


def llama_sizes(s):
    return {
        "vocab_size": s["vocab"], "hidden_size": s["dModel"], "num_hidden_layers": s["layers"],
        "num_attention_heads": s["heads"], "num_key_value_heads": s["kvHeads"], "head_dim": s["headDim"],
        "intermediate_size": s["dFf"], "rms_norm_eps": s["normEpsilon"], "max_position_embeddings": 32,
        "tie_word_embeddings": s["tieHead"], "attn_implementation": "eager", **NO_SPECIAL_TOKENS,
    }


def llama_state(s, parameters, names, norm=lambda weight: weight):
    state = {
        "model.embed_tokens.weight": parameters["embedding"],
        "model.norm.weight": norm(parameters["finalNorm.weight"]),
    }
    if not s["tieHead"]:
        state["lm_head.weight"] = parameters["head.weight"]
    for layer in range(s["layers"]):
        theirs = {f"model.layers.{layer}.{name}": to for name, to in (LLAMA_NAMES | names).items()}
        of_layer = kinds(f"layers.{layer}.", theirs, parameters)
        state |= {name: norm(value) if "norm" in name else value for name, value in of_layer.items()}
    return state


def llama(case, parameters, ids):
    config = transformers.LlamaConfig(
        **llama_sizes(case["spec"]), rope_parameters={"rope_type": "default", "rope_theta": 1e4}
    )
    names = {"input_layernorm": "norm1", "post_attention_layernorm": "norm2"}
    state = llama_state(case["spec"], parameters, names)
    return called(built(config, transformers.LlamaForCausalLM), state, ids).logits


SCALING_FIELDS = {"ropeType": str, "factor": float, "originalMaxPositionEmbeddings": int}


def scaled_rope(case):
    """The part with a scaling, or None."""
    return next((part for part in case["position"] if "scaling" in part), None)


def qwen3_config(case):
    rope = scaled_rope(case)
    given = rope["scaling"]
    if set(given) != set(SCALING_FIELDS):
        raise ValueError(f"scaling with {sorted(given)}: only {sorted(SCALING_FIELDS)} are supported here")
    kind, factor, original = (read(given[name]) for name, read in SCALING_FIELDS.items())
    scaling = {
        "rope_type": kind,
        "rope_theta": float(rope.get("base", 1e4)),
        "factor": factor,
        "original_max_position_embeddings": original,
    }
    return transformers.Qwen3Config(**llama_sizes(case["spec"]), rope_parameters=scaling)


def qwen3(case, parameters, ids):
    names = {
        "input_layernorm": "norm1", "post_attention_layernorm": "norm2", "self_attn.q_norm": "queryNorm",
        "self_attn.k_norm": "keyNorm",
    }
    state = llama_state(case["spec"], parameters, names)
    return called(built(qwen3_config(case), transformers.Qwen3ForCausalLM), state, ids).logits


def frequencies(case):
    """Radians per position of a scaled RoPE and the factor of cosine and sine, in float64; None without a scaling."""
    if scaled_rope(case) is None:
        return None
    config = qwen3_config(case)
    with torch_float_is_float64():
        return ROPE_INIT_FUNCTIONS[config.rope_parameters["rope_type"]](config, "cpu")


def gemma2(case, parameters, ids):
    s = case["spec"]
    caps = {"attn_logit_softcapping": case["position"][1]["cap"], "final_logit_softcapping": s["softcap"]}
    config = transformers.Gemma2Config(
        **llama_sizes(s), **caps, query_pre_attn_scalar=round(s["scale"] ** -2),
        sliding_window=case["position"][2]["left"] + 1, layer_types=["sliding_attention"] * s["layers"],
        hidden_activation="gelu_pytorch_tanh", rope_parameters={"rope_type": "default", "rope_theta": 1e4},
    )
    names = {
        "input_layernorm": "norm1", "post_attention_layernorm": "norm1After", "pre_feedforward_layernorm": "norm2",
        "post_feedforward_layernorm": "norm2After",
    }
    state = llama_state(s, parameters, names, lambda weight: weight - 1)
    return called(built(config, transformers.Gemma2ForCausalLM), state, ids).logits


def fused_by_head(s, parameters, prefix, kind):
    """[heads, (query, key, value), headDim] in the rows."""
    rows = [
        parameters[f"{prefix}{name}.{kind}"].unflatten(0, (s["heads"], 1, s["headDim"]))
        for name in ("query", "key", "value")
    ]
    return torch.cat(rows, 1).flatten(0, 2)


def bloom(case, parameters, ids):
    s = case["spec"]
    sizes = {"vocab_size": s["vocab"], "hidden_size": s["dModel"], "n_layer": s["layers"], "n_head": s["heads"]}
    config = transformers.BloomConfig(**sizes, **NO_SPECIAL_TOKENS)
    state = {"transformer.word_embeddings.weight": parameters["embedding"]}
    names = {"transformer.word_embeddings_layernorm": "embeddingNorm", "transformer.ln_f": "finalNorm"}
    state |= kinds("", names, parameters)
    for layer in range(s["layers"]):
        ours, theirs = f"layers.{layer}.", f"transformer.h.{layer}."
        for kind in ("weight", "bias"):
            state[f"{theirs}self_attention.query_key_value.{kind}"] = fused_by_head(s, parameters, ours, kind)
        names = {
            "input_layernorm": "norm1", "post_attention_layernorm": "norm2", "self_attention.dense": "output",
            "mlp.dense_h_to_4h": "mlp.up", "mlp.dense_4h_to_h": "mlp.down",
        }
        state |= kinds(ours, {theirs + name: to for name, to in names.items()}, parameters)
    return called(built(config, transformers.BloomForCausalLM), state, ids).logits


def gpt_neox(case, parameters, ids):
    s, rope = case["spec"], case["position"][0]
    config = transformers.GPTNeoXConfig(
        vocab_size=s["vocab"],
        hidden_size=s["dModel"],
        num_hidden_layers=s["layers"],
        num_attention_heads=s["heads"],
        intermediate_size=s["dFf"],
        layer_norm_eps=s["normEpsilon"],
        hidden_act="gelu",
        attn_implementation="eager",
        rope_parameters={
            "rope_type": "default",
            "rope_theta": float(rope["base"]),
            "partial_rotary_factor": rope["rotaryDim"] / s["headDim"],
        },
        **NO_SPECIAL_TOKENS,
    )
    state = {"gpt_neox.embed_in.weight": parameters["embedding"], "embed_out.weight": parameters["head.weight"]}
    state |= kinds("", {"gpt_neox.final_layer_norm": "finalNorm"}, parameters)
    for layer in range(s["layers"]):
        ours, theirs = f"layers.{layer}.", f"gpt_neox.layers.{layer}."
        for kind in ("weight", "bias"):
            state[f"{theirs}attention.query_key_value.{kind}"] = fused_by_head(s, parameters, ours, kind)
        names = {
            "input_layernorm": "norm1", "post_attention_layernorm": "norm2", "attention.dense": "output",
            "mlp.dense_h_to_4h": "mlp.up", "mlp.dense_4h_to_h": "mlp.down",
        }
        state |= kinds(ours, {theirs + name: to for name, to in names.items()}, parameters)
    model = built(config, transformers.GPTNeoXForCausalLM)
    ours_of_head = "lm_head.weight" if "lm_head.weight" in dict(model.named_parameters()) else "embed_out.weight"
    state[ours_of_head] = state.pop("embed_out.weight")
    return called(model, state, ids).logits


def gptj(case, parameters, ids):
    s = case["spec"]
    sizes = {"vocab_size": s["vocab"], "n_positions": 32, "n_embd": s["dModel"], "n_layer": s["layers"]}
    more = {"n_head": s["heads"], "n_inner": s["dFf"], "rotary_dim": case["position"][0]["rotaryDim"]}
    config = transformers.GPTJConfig(**sizes, **more, tie_word_embeddings=False, **NO_SPECIAL_TOKENS)
    state = {"transformer.wte.weight": parameters["embedding"]}
    state |= kinds("", {"transformer.ln_f": "finalNorm", "lm_head": "head"}, parameters)
    for layer in range(s["layers"]):
        names = {
            "ln_1": "norm1", "attn.q_proj": "query", "attn.k_proj": "key", "attn.v_proj": "value",
            "attn.out_proj": "output", "mlp.fc_in": "mlp.up", "mlp.fc_out": "mlp.down",
        }
        theirs = {f"transformer.h.{layer}.{name}": to for name, to in names.items()}
        state |= kinds(f"layers.{layer}.", theirs, parameters)
    return called(built(config, transformers.GPTJForCausalLM), state, ids).logits


def t5(case, parameters, ids):
    s, position = case["spec"], case["position"][0]
    config = transformers.T5Config(
        vocab_size=s["vocab"], d_model=s["dModel"], d_kv=s["headDim"], d_ff=s["dFf"], num_layers=s["layers"],
        num_heads=s["heads"], relative_attention_num_buckets=position["table"]["shape"][0],
        relative_attention_max_distance=position["maxDistance"], layer_norm_epsilon=s["normEpsilon"], dropout_rate=0,
        feed_forward_proj="relu",
    )
    state = {
        "shared.weight": parameters["embedding"],
        "encoder.block.0.layer.0.SelfAttention.relative_attention_bias.weight": parameters["position.table"],
        "encoder.final_layer_norm.weight": parameters["finalNorm.weight"],
    }
    for layer in range(s["layers"]):
        names = {
            "0.layer_norm": "norm1", "0.SelfAttention.q": "query", "0.SelfAttention.k": "key",
            "0.SelfAttention.v": "value", "0.SelfAttention.o": "output", "1.layer_norm": "norm2",
            "1.DenseReluDense.wi": "mlp.up", "1.DenseReluDense.wo": "mlp.down",
        }
        theirs = {f"encoder.block.{layer}.layer.{name}": to for name, to in names.items()}
        state |= kinds(f"layers.{layer}.", theirs, parameters)
    with torch_float_is_float64():
        model = built(config, transformers.T5EncoderModel)
        hidden = functional_call(model, state, (ids,)).last_hidden_state
    return (hidden * s["dModel"] ** -0.5) @ parameters["embedding"].T  # as T5ForConditionalGeneration does when tied


def torch_encoder(case, parameters, ids):
    """torch.nn.TransformerEncoderLayer between our embeddings and our head."""
    s, length = case["spec"], ids.shape[1]
    layer = torch.nn.TransformerEncoderLayer(
        s["dModel"], s["heads"], s["dFf"], 0.0, s["activation"], layer_norm_eps=s["normEpsilon"], batch_first=True,
        norm_first=s["normPlace"] == "pre",
    ).double()
    x = parameters["embedding"][ids] * s["embeddingScale"]
    if "position.table" in parameters:
        first = case["position"][0]["offset"]
        x = x + parameters["position.table"][first : first + length]
    else:
        rates = torch.exp(
            torch.arange(0, s["dModel"], 2).double() * (-torch.log(torch.tensor(1e4).double()) / s["dModel"])
        )
        codes = torch.zeros(length, s["dModel"], dtype=torch.float64)
        codes[:, 0::2] = torch.sin(torch.arange(length).double()[:, None] * rates)
        codes[:, 1::2] = torch.cos(torch.arange(length).double()[:, None] * rates)
        x = x + codes
    mask = torch.nn.Transformer.generate_square_subsequent_mask(length, dtype=torch.float64) if s["causal"] else None
    for number in range(s["layers"]):
        ours = f"layers.{number}."
        names = {
            "self_attn.out_proj": "output", "linear1": "mlp.up", "linear2": "mlp.down", "norm1": "norm1",
            "norm2": "norm2",
        }
        state = kinds(ours, names, parameters)
        for kind in ("weight", "bias"):
            fused = torch.cat([parameters[f"{ours}{name}.{kind}"] for name in ("query", "key", "value")])
            state[f"self_attn.in_proj_{kind}"] = fused
        x = functional_call(layer, state, (x,), {"src_mask": mask})
    words = parameters["embedding" if s["tieHead"] else "head.weight"]
    return torch.nn.functional.linear(x, words, parameters.get("head.bias"))


LOGITS = {
    "gpt2": (gpt2, "transformers GPT2LMHeadModel"), "llama": (llama, "transformers LlamaForCausalLM"),
    "qwen3": (qwen3, "transformers Qwen3ForCausalLM"), "gemma2": (gemma2, "transformers Gemma2ForCausalLM"),
    "bloom": (bloom, "transformers BloomForCausalLM"), "gpt_neox": (gpt_neox, "transformers GPTNeoXForCausalLM"),
    "gptj": (gptj, "transformers GPTJForCausalLM"), "t5": (t5, "transformers T5EncoderModel"),
    "torch_encoder": (torch_encoder, "torch.nn.TransformerEncoderLayer"),
}
