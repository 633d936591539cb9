"""Tiny configurations of any model type: small sizes, everything else as its class has it, and changes of one field after the other."""

import re

from transformers import PreTrainedConfig
from transformers.models.auto.configuration_auto import CONFIG_MAPPING

LAYERS = 8
WIDTH, HEADS, HEAD_DIM, LENGTH = 32, 2, 16, 64
SIZES = {
    "hidden_size": WIDTH,
    "num_hidden_layers": LAYERS,
    "num_attention_heads": HEADS,
    "num_key_value_heads": 1,
    "num_kv_heads": 1,
    "max_position_embeddings": LENGTH,
    "vocab_size": 32,
    "intermediate_size": 16,
    "sliding_window": 6,
    "head_dim": HEAD_DIM,
    "pad_token_id": 0,
    "local_attention": 8,
    "attention_chunk_size": 8,
    "global_head_dim": 2 * HEAD_DIM,
    "rotary_dim": 8,
    "attention_types": [[["global", "local"], LAYERS // 2]],
    "window_size": 5,
    "embedding_size": WIDTH,
    "word_embed_proj_dim": WIDTH,
    "n_inner": 16,
    # encoders beside decoders
    "encoder_layers": LAYERS,
    "decoder_layers": LAYERS,
    "encoder_attention_heads": HEADS,
    "decoder_attention_heads": HEADS,
    "encoder_ffn_dim": 16,
    "decoder_ffn_dim": 16,
    "ffn_dim": 16,
    "num_decoder_layers": LAYERS,
    "d_kv": HEAD_DIM,
    "d_ff": 16,
    # latent attention
    "q_lora_rank": 8,
    "kv_lora_rank": 8,
    "qk_nope_head_dim": 8,
    "qk_rope_head_dim": 8,
    "v_head_dim": 8,
    # experts
    "num_experts": 4,
    "num_local_experts": 4,
    "n_routed_experts": 4,
    "num_experts_per_tok": 1,
    "moe_intermediate_size": 8,
    "n_group": 1,
    "topk_group": 1,
    "shared_expert_intermediate_size": 8,
    "moe_num_experts": 4,
    "moe_k": 1,
    "intermediate_size_mlp": 16,
    # Gemma 3n and 4
    "hidden_size_per_layer_input": 8,
    "vocab_size_per_layer_input": 32,
    "num_kv_shared_layers": 0,
    "laurel_rank": 4,
}
# three axes of positions: how the pairs of a head are divided
SECTIONS = {
    "qwen2_vl": [2, 3, 3], "qwen2_vl_text": [2, 3, 3], "qwen2_5_vl": [2, 3, 3], "qwen2_5_vl_text": [2, 3, 3],
    "qwen3_vl_text": [4, 2, 2], "qwen3_vl_moe_text": [4, 2, 2], "ernie4_5_vl_moe_text": [3, 3, 2],
    "glm4v_text": [2, 3, 3], "glm4v_moe_text": [1, 1, 2], "glm_ocr_text": [2, 3, 3], "glm_image_text": [2, 3, 3],
}
OWN_SIZES = {
    "codegen": {"num_attention_heads": 4, "rotary_dim": 4},
    "mpt": {"max_seq_len": LENGTH},
    "esm": {"mask_token_id": 31},
    "esmc": {"num_key_value_heads": HEADS},
    "dots1": {"n_shared_experts": 1, "first_k_dense_replace": 1},
    "longcat_flash": {"num_layers": LAYERS // 2, "num_hidden_layers": LAYERS, "ffn_hidden_size": 16, "expert_ffn_hidden_size": 8, "zero_expert_num": 2},
    "ernie4_5_vl_moe_text": {"moe_intermediate_size": [8, 8]},
    "longt5": {"encoder_attention_type": "local", "local_radius": 31},
}
OWN_SIZES["deberta"] = {"relative_attention": True, "pos_att_type": ["c2p", "p2c"], "max_relative_positions": 8, "position_biased_input": False}
OWN_SIZES["deberta-v2"] = OWN_SIZES["deberta"] | {"position_buckets": 8, "max_relative_positions": 16}
OWN_CHANGES = {
    "deberta": {
        "content to position": {"pos_att_type": "c2p"}, "position to content": {"pos_att_type": ["p2c"]},
        "longer distances": {"max_relative_positions": 12}, "distances of the table": {"max_relative_positions": -1},
    },
    "deberta-v2": {
        "content to position": {"pos_att_type": "c2p"}, "shared projections": {"share_att_key": True},
        "normed": {"norm_rel_ebd": "layer_norm"}, "without buckets": {"position_buckets": -1},
    },
    "mpt": {
        "own scale": {"attn_config": {"softmax_scale": 0.3}},
        "without ALiBi": {"attn_config": {"alibi": False}},
    },
    "hunyuan_v1_dense": {"alpha in parameters": {"rope_parameters": {"rope_type": "dynamic", "rope_theta": 10000.0, "factor": 1.0, "alpha": 1000.0}}},
    "longt5": {"global blocks": {"encoder_attention_type": "transient-global"}},
}

# Fields that make no difference to where position enters.
IGNORED = re.compile(
    r"_.*|.*(dropout|initializer|init_std|init_|_act|act_fn|activation|_eps|epsilon|token_id|token_type|vocab|expert|moe|mlp|router"
    r"|intermediate|ffn|ff_|d_ff|tie_|use_cache|labels|layerdrop|pretraining|dtype|architectures|chunk_size_feed|gradient|return_"
    r"|output_|attn_implementation|transformers_version|problem_type|label|problem|is_encoder_decoder|is_decoder|cross|id2|_layers"
    r"|model_type|lora|_bias|bias_|laurel|altup|per_layer|resid_pdrop|attn_pdrop|embd_pdrop|summary|num_groups|layer_groups|classifier"
    r"|n_layer|inner_group|embedding_multiplier|residual_multiplier|logits_scaling|rank|final_logit|scale_embedding).*|bias|hidden_size"
    r"|pad_token_id|topk.*|n_group|norm_topk.*|vocab_size|d_model|embedding_size|routed.*|n_shared.*|scoring_func|aux.*|n_inner|type_vocab.*"
)
PARAMETERS = {"rope_type": "default", "rope_theta": 500.0}
LONG = {"short_factor": [1.0, 1.1, 1.3, 1.6, 2.0, 2.5, 3.1, 3.8], "long_factor": [1.2, 1.5, 1.9, 2.4, 3.0, 3.7, 4.5, 5.4]}
SCALINGS = {
    "linear": {"rope_type": "linear", "factor": 4.0},
    "dynamic": {"rope_type": "dynamic", "factor": 4.0},
    "yarn": {"rope_type": "yarn", "factor": 4.0, "original_max_position_embeddings": 16},
    "yarn mscale": {
        "rope_type": "yarn",
        "factor": 8.0,
        "original_max_position_embeddings": 8,
        "mscale": 1.0,
        "mscale_all_dim": 0.7,
        "beta_fast": 4,
        "beta_slow": 0.5,
    },
    "yarn all": {"type": "yarn", "factor": 8.0, "original_max_position_embeddings": 8, "mscale_all_dim": 1.0, "mscale": 1.0},
    "yarn factor": {"rope_type": "yarn", "factor": 4.0, "original_max_position_embeddings": 16, "attention_factor": 1.5, "truncate": False},
    "llama3": {
        "rope_type": "llama3",
        "factor": 8.0,
        "low_freq_factor": 1.0,
        "high_freq_factor": 4.0,
        "original_max_position_embeddings": 16,
    },
    "longrope": {"rope_type": "longrope", "factor": 4.0, "original_max_position_embeddings": 16, **LONG},
    "longrope short": {"rope_type": "longrope", "factor": 2.0, "original_max_position_embeddings": 32, **LONG},
    "longrope half": {"rope_type": "longrope", "factor": 4.0, "original_max_position_embeddings": 16, **{k: v[:4] for k, v in LONG.items()}},
    "proportional": {"rope_type": "proportional", "partial_rotary_factor": 0.5},
    "alpha": {"rope_type": "dynamic", "factor": 1.0, "alpha": 100.0},
    "temperature": {
        "rope_type": "yarn",
        "factor": 4.0,
        "original_max_position_embeddings": 8,
        "llama_4_scaling_beta": 0.3,
        "mscale": 1.0,
        "mscale_all_dim": 1.0,
        "beta_fast": 32.0,
        "beta_slow": 1.0,
    },
}
TEMPERED = {  # Ministral 3 and Mistral 4: queries grow every 8 positions
    "temperature inside": {"rope_parameters": PARAMETERS | SCALINGS["temperature"]},
    "temperature of plain rotations": {
        "rope_parameters": PARAMETERS | {"llama_4_scaling_beta": 0.2, "original_max_position_embeddings": 8}
    },
    "temperature and mscale": {"rope_parameters": PARAMETERS | SCALINGS["yarn mscale"] | {"llama_4_scaling_beta": 0.1}},
}
OWN_CHANGES |= {"ministral3": TEMPERED, "mistral4": TEMPERED}
KINDS = ("full_attention", "sliding_attention")


def fields_of(cls):
    """Names that the class takes, those of its attribute map included."""
    return set(getattr(cls, "__dataclass_fields__", {})) | set(cls.attribute_map)


def written_fields(model_type):
    cls = CONFIG_MAPPING[model_type]
    known = fields_of(cls)
    if model_type in SECTIONS and "text_config" in cls.sub_configs:  # as first published: the text's fields at the top
        known = fields_of(cls.sub_configs["text_config"])
    written = {key: value for key, value in SIZES.items() if key in known}
    if "num_key_value_heads" in known and "q_lora_rank" in known:
        written["num_key_value_heads"] = HEADS
    if model_type in SECTIONS:
        written["rope_parameters"] = {"rope_type": "default", "rope_theta": 10000.0, "mrope_section": SECTIONS[model_type]}
    return {"model_type": model_type, **written, **OWN_SIZES.get(model_type, {})}


def config_of(written):
    """`...` stands for a field that is not written."""
    cls = CONFIG_MAPPING[written["model_type"]]
    return cls.from_dict(deep({key: value for key, value in written.items() if value is not ...})).get_text_config()


def deep(value):
    if isinstance(value, dict):
        return {key: deep(inner) for key, inner in value.items()}
    return [deep(inner) for inner in value] if isinstance(value, list) else value


COMMON = PreTrainedConfig().to_dict()


def saved_form(config):
    """Fields that transformers writes, without those of every configuration and without infinities, which JSON does not have."""
    fields = {key: value for key, value in config.to_dict().items() if not key.startswith("_")}
    return {key: value for key, value in fields.items() if key == "model_type" or is_telling(key, value)}


def is_telling(key, value):
    return not (key in COMMON and COMMON[key] == value) and "inf" not in re.findall(r"\w+", str(value))


def changes_of(saved, cls):
    """name -> other fields"""
    known = fields_of(cls) | set(saved)
    kinds = [KINDS[i % 2] for i in range(LAYERS)]
    changes = {}
    if saved.get("rope_parameters") is not None or "rope_parameters" in known or "rope_theta" in known:
        changes["base"] = {"rope_theta": 500.0}
        changes["parameters"] = {"rope_parameters": PARAMETERS}
        changes["partial"] = {"partial_rotary_factor": 0.5}
        changes["partial inside"] = {"rope_parameters": PARAMETERS | {"partial_rotary_factor": 0.5}}
        changes |= {name: {"rope_scaling": scaling} for name, scaling in SCALINGS.items()}
        changes["dynamic"] = {"rope_scaling": SCALINGS["dynamic"], "max_position_embeddings": 16}
        changes |= {f"{name} inside": {"rope_parameters": PARAMETERS | SCALINGS[name]} for name in ("yarn", "linear")}
        both = {KINDS[0]: PARAMETERS, KINDS[1]: {"rope_type": "default", "rope_theta": 90.0}}
        changes["per kind"] = {"rope_parameters": both}
        changes["per kind scaled"] = {"rope_parameters": both | {KINDS[0]: PARAMETERS | SCALINGS["yarn"]}}
        changes["local base"] = {"rope_local_base_freq": 70.0}
    changes["alternating"] = {"layer_types": kinds}
    changes["alternating other"] = {"layer_types": kinds[::-1]}
    changes["all full"] = {"layer_types": [KINDS[0]] * LAYERS}
    changes["all sliding"] = {"layer_types": [KINDS[1]] * LAYERS}
    changes["windows used"] = {"use_sliding_window": True, "sliding_window": 4, "max_window_layers": 3}
    changes["no window"] = {"sliding_window": None}
    changes["capped"] = {"attn_logit_softcapping": 2.0}
    if "no_rope_layers" in known:
        changes["no rotation"] = {"no_rope_layers": [1, 0, 0, 1, 1, 1, 0, 1]}
        changes["no rotation in every fourth"] = {"no_rope_layers": [1, 1, 1, 0] * 2}
    if saved["model_type"] in SECTIONS:
        changes |= sectioned(SECTIONS[saved["model_type"]])
    changes |= OWN_CHANGES.get(saved["model_type"], {})
    return changes | {f"{key} = {other}": {key: other} for key, value in saved.items() for other in others(key, value)}


def sectioned(sections):
    """Three axes in both forms of a config.json, with another base and in half of the channels."""
    inside = {"rope_type": "default", "mrope_section": sections}
    half = {"rope_theta": 10000.0, "partial_rotary_factor": 0.5}
    return {
        "axes": {"rope_parameters": inside | {"rope_theta": 500.0}},
        "axes beside": {"rope_parameters": ..., "rope_theta": 500.0, "rope_scaling": {"type": "mrope", "mrope_section": sections}},
        "axes in half": {"rope_parameters": inside | half | {"mrope_section": [1, 1, 2]}},
        "axes scaled": {"rope_parameters": inside | {"rope_type": "linear", "factor": 2.0, "rope_theta": 500.0}},
        "axes in both": {"rope_theta": 70.0, "rope_scaling": {"type": "default", "mrope_section": sections}},
        **{f"axes {name}": {"rope_parameters": inside | PARAMETERS | SCALINGS[name]} for name in ("yarn", "llama3", "longrope")},
        "axes dynamic": {"rope_parameters": inside | PARAMETERS | SCALINGS["dynamic"], "max_position_embeddings": 16},
        "axes yarn beside": {
            "rope_parameters": ..., "rope_theta": 500.0, "rope_scaling": {"type": "yarn", "mrope_section": sections, "factor": 2.0, "original_max_position_embeddings": 32},
        },
    }


def others(key, value):
    """Values that a field of this kind may have instead."""
    if IGNORED.fullmatch(key) or key in ("layer_types", "sliding_window"):
        return []
    if isinstance(value, bool):
        return [not value]
    if isinstance(value, int):
        return [2 * value] if value else [2]
    if isinstance(value, float):
        return [0.5 * value + 0.125]
    if value is None:
        return [2.5, 4]
    if isinstance(value, str) and "position" in key:
        return [word for word in ("absolute", "rotary", "relative_key", "relative_key_query", "alibi", "rope", "nope") if word != value]
    return []
