"""GGUF files of transformers' models, as llama.cpp's converter writes them: names, layouts and metadata by the package gguf."""

import gguf
import numpy as np

FLOAT16 = gguf.GGMLQuantizationType.F16
FLOAT32 = gguf.GGMLQuantizationType.F32


def paired(rows, heads):
    """Rows of each head in pairs of neighbours, as ggml turns them for some architectures."""
    halves = rows.reshape(heads, 2, rows.shape[0] // heads // 2, *rows.shape[1:])
    return halves.swapaxes(1, 2).reshape(rows.shape)


def head_size(config):
    return getattr(config, "head_dim", None) or config.hidden_size // config.num_attention_heads


def write_metadata(writer, config, kind):
    """The fields of an architecture; `kind` is its name in GGUF."""
    heads = config.num_attention_heads
    writer.add_block_count(config.num_hidden_layers)
    writer.add_context_length(config.max_position_embeddings)
    if kind == "falcon":
        writer.add_tensor_data_layout("jploski")
        writer.add_feed_forward_length(config.ffn_hidden_size)
        writer.add_head_count_kv(1)
        writer.add_layer_norm_eps(config.layer_norm_epsilon)
        writer.add_rope_freq_base(config.rope_parameters["rope_theta"])
    writer.add_embedding_length(config.hidden_size)
    writer.add_head_count(heads)
    writer.add_file_type(gguf.LlamaFileType.MOSTLY_F16)
    if kind == "falcon":
        return
    if kind in ("bert", "nomic-bert"):
        writer.add_feed_forward_length(config.intermediate_size)
        writer.add_layer_norm_eps(config.layer_norm_eps)
        writer.add_causal_attention(False)
        writer.add_pooling_type(gguf.PoolingType.MEAN)
        writer.add_token_type_count(config.type_vocab_size)
        if kind == "nomic-bert":
            writer.add_rope_freq_base(config.rope_parameters["rope_theta"])
        return
    if kind == "gpt2":
        writer.add_feed_forward_length(config.n_inner or 4 * config.n_embd)
        writer.add_layer_norm_eps(config.layer_norm_epsilon)
        return
    writer.add_feed_forward_length(config.intermediate_size)
    writer.add_head_count_kv(config.num_key_value_heads)
    if kind == "starcoder2":
        writer.add_layer_norm_eps(config.norm_epsilon)
    else:
        writer.add_layer_norm_rms_eps(config.rms_norm_eps)
    writer.add_vocab_size(config.vocab_size)
    rope = config.rope_parameters
    writer.add_rope_freq_base(rope.get("full_attention", rope)["rope_theta"])
    if kind in ("llama", "smollm3", "phi3"):
        writer.add_rope_dimension_count(head_size(config))
    if kind in ("qwen3", "gemma", "gemma2", "gemma3"):
        writer.add_key_length(head_size(config))
        writer.add_value_length(head_size(config))
    if kind in ("gemma2", "gemma3"):
        writer.add_sliding_window(config.sliding_window)
    if kind == "gemma2":
        writer.add_attn_logit_softcapping(config.attn_logit_softcapping)
        writer.add_final_logit_softcapping(config.final_logit_softcapping)
    if kind == "phi3":
        writer.add_sliding_window(config.sliding_window)
        writer.add_rope_scaling_orig_ctx_len(config.original_max_position_embeddings)
    if rope.get("rope_type") in ("linear", "yarn"):
        writer.add_rope_scaling_type(gguf.RopeScalingType(rope["rope_type"]))
        writer.add_rope_scaling_factor(rope["factor"])
        if rope["rope_type"] == "yarn":
            writer.add_rope_scaling_orig_ctx_len(rope["original_max_position_embeddings"])


def in_file(name, value, config, kind):
    """A tensor of transformers in the layout of GGUF."""
    if kind in ("llama", "smollm3") and ".q_proj." in name:
        return paired(value, config.num_attention_heads)
    if kind in ("llama", "smollm3") and ".k_proj." in name:
        return paired(value, config.num_key_value_heads)
    if kind.startswith("gemma") and name.endswith("norm.weight"):
        return value + np.float32(1)
    if kind == "gpt2" and ".h." in name and value.ndim == 2:
        return np.ascontiguousarray(value.T)
    return value


def write(path, kind, config, tensors, stored, frequencies=None, words=None):
    """`words`: what the file says of its tokenizer. `stored`: (name in GGUF, array) -> (bytes or numbers, type) for matrices; vectors are float32."""
    architecture = next(one for one, name in gguf.MODEL_ARCH_NAMES.items() if name == kind)
    names = gguf.get_tensor_name_map(architecture, config.num_hidden_layers)
    writer = gguf.GGUFWriter(path, kind)
    writer.add_type("model")
    writer.add_name("tiny")
    write_metadata(writer, config, kind)
    for key, add in (words or {}).items():
        getattr(writer, f"add_{key}")(add)
    if frequencies is not None:
        writer.add_tensor("rope_freqs.weight", np.asarray(frequencies, np.float32))
    for name, value in tensors.items():
        ours = names.get_name(name, try_suffixes=(".weight", ".bias"))
        value = np.ascontiguousarray(in_file(name, value, config, kind), dtype=np.float32)
        if value.ndim == 1:
            writer.add_tensor(ours, value)
            continue
        data, type_ = stored(ours, value)
        writer.add_tensor(ours, data, raw_dtype=type_)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()


def as_float16(_name, value):
    return value.astype(np.float16), FLOAT16
