"""The fields about positions of config.json files that models were published with, as their authors wrote them.

Most have the form of transformers 4 (rope_theta, rope_scaling beside the rest); some exist in the form of 5 only.
"""

LLAMA_3_1 = {
    "factor": 8.0,
    "low_freq_factor": 1.0,
    "high_freq_factor": 4.0,
    "original_max_position_embeddings": 8192,
    "rope_type": "llama3",
}
DEEPSEEK_YARN = {
    "type": "yarn",
    "factor": 40,
    "beta_fast": 32,
    "beta_slow": 1,
    "original_max_position_embeddings": 4096,
}
MROPE = {"type": "mrope", "mrope_section": [16, 24, 24]}


def sizes(model_type, hidden, heads, layers, length, **more):
    """The fields that most decoders share."""
    return {
        "model_type": model_type, "hidden_size": hidden, "num_attention_heads": heads, "num_hidden_layers": layers,
        "max_position_embeddings": length, **more,
    }


def layer_types(layers, every, other="sliding_attention"):
    return ["full_attention" if (i + 1) % every == 0 else other for i in range(layers)]


# name of the repository -> fields
ROTARY = {
    "meta-llama/Llama-2-7b-hf": sizes("llama", 4096, 32, 32, 4096, rope_scaling=None),
    "codellama/CodeLlama-7b-hf": sizes("llama", 4096, 32, 32, 16384, rope_scaling=None, rope_theta=1000000),
    "meta-llama/Llama-3.1-8B": sizes("llama", 4096, 32, 32, 131072, rope_scaling=LLAMA_3_1, rope_theta=500000.0),
    "meta-llama/Llama-3.2-1B": sizes(
        "llama", 2048, 32, 16, 131072, head_dim=64, rope_scaling=LLAMA_3_1 | {"factor": 32.0}, rope_theta=500000.0
    ),
    "togethercomputer/LLaMA-2-7B-32K": sizes(
        "llama", 4096, 32, 32, 32768, rope_scaling={"factor": 8.0, "type": "linear"}
    ),
    "NousResearch/Yarn-Llama-2-7b-64k": sizes(
        "llama", 4096, 32, 32, 65536,
        rope_scaling={"factor": 16.0, "original_max_position_embeddings": 4096, "type": "yarn", "finetuned": True},
    ),
    "mistralai/Mistral-7B-v0.1": sizes("mistral", 4096, 32, 32, 32768, rope_theta=10000.0, sliding_window=4096),
    "mistralai/Mistral-7B-v0.3": sizes("mistral", 4096, 32, 32, 32768, rope_theta=1000000.0, sliding_window=None),
    "mistralai/Mistral-Nemo-Base-2407": sizes(
        "mistral", 5120, 32, 40, 128000, head_dim=128, rope_theta=1000000.0, sliding_window=None
    ),
    "mistralai/Mixtral-8x7B-v0.1": sizes("mixtral", 4096, 32, 32, 32768, rope_theta=1000000.0, sliding_window=None),
    "bigcode/starcoder2-3b": sizes(
        "starcoder2", 3072, 24, 30, 16384, rope_theta=999999.4420358813, sliding_window=4096
    ),
    "Qwen/Qwen2.5-7B-Instruct": sizes(
        "qwen2", 3584, 28, 28, 32768, max_window_layers=28, rope_theta=1000000.0, sliding_window=131072,
        use_sliding_window=False,
    ),
    "Qwen/Qwen3-8B": sizes(
        "qwen3", 4096, 32, 36, 40960, head_dim=128, max_window_layers=36, rope_scaling=None, rope_theta=1000000,
        sliding_window=None, use_sliding_window=False,
    ),
    "google/gemma-2b": sizes("gemma", 2048, 8, 18, 8192, head_dim=256, rope_scaling=None, rope_theta=10000.0),
    "google/gemma-2-2b": sizes(
        "gemma2", 2304, 8, 26, 8192, attn_logit_softcapping=50.0, head_dim=256, query_pre_attn_scalar=256,
        rope_theta=10000.0, sliding_window=4096,
    ),
    "google/gemma-2-27b": sizes(
        "gemma2", 4608, 32, 46, 8192, attn_logit_softcapping=50.0, head_dim=128, query_pre_attn_scalar=144,
        rope_theta=10000.0, sliding_window=4096,
    ),
    "google/gemma-3-1b-pt": sizes(
        "gemma3_text", 1152, 4, 26, 32768, attn_logit_softcapping=None, head_dim=256, query_pre_attn_scalar=256,
        rope_local_base_freq=10000, rope_scaling=None, rope_theta=1000000, sliding_window=512, sliding_window_pattern=6,
    ),
    "google/gemma-3-4b-it": {
        "model_type": "gemma3",
        "text_config": {
            "hidden_size": 2560, "model_type": "gemma3_text", "num_hidden_layers": 34,
            "rope_scaling": {"factor": 8.0, "rope_type": "linear"}, "sliding_window": 1024,
        },
    },
    "google/embeddinggemma-300m": sizes(
        "gemma3_text", 768, 3, 24, 2048, head_dim=256, layer_types=layer_types(24, 6), query_pre_attn_scalar=256,
        rope_local_base_freq=10000.0, rope_scaling=None, rope_theta=1000000.0, sliding_window=512,
        use_bidirectional_attention=True,
    ),
    "answerdotai/ModernBERT-base": sizes(
        "modernbert", 768, 12, 22, 8192, global_attn_every_n_layers=3, global_rope_theta=160000.0, local_attention=128,
        local_rope_theta=10000.0,
    ),
    "allenai/OLMo-7B-hf": sizes("olmo", 4096, 32, 32, 2048, rope_scaling=None, rope_theta=10000.0),
    "allenai/OLMo-2-1124-7B": sizes("olmo2", 4096, 32, 32, 4096, rope_scaling=None, rope_theta=500000),
    "allenai/Olmo-3-1025-7B": sizes(
        "olmo3",
        4096,
        32,
        32,
        65536,
        layer_types=layer_types(32, 4),
        rope_scaling={
            "attention_factor": 1.2079441541679836,
            "beta_fast": 32.0,
            "beta_slow": 1.0,
            "factor": 8.0,
            "original_max_position_embeddings": 8192,
            "rope_type": "yarn",
        },
        rope_theta=500000,
        sliding_window=4096,
    ),
    "microsoft/phi-1_5": sizes(
        "phi", 2048, 32, 24, 2048, partial_rotary_factor=0.5, rope_scaling=None, rope_theta=10000.0
    ),
    "microsoft/phi-2": sizes(
        "phi", 2560, 32, 32, 2048, partial_rotary_factor=0.4, rope_scaling=None, rope_theta=10000.0
    ),
    "microsoft/Phi-3-mini-4k-instruct": sizes(
        "phi3", 3072, 32, 32, 4096, original_max_position_embeddings=4096, rope_scaling=None, rope_theta=10000.0,
        sliding_window=2047,
    ),
    "zai-org/GLM-4-9B-0414": sizes(
        "glm4", 4096, 32, 40, 32768, head_dim=128, partial_rotary_factor=0.5, rope_theta=10000.0
    ),
    "CohereLabs/c4ai-command-r-v01": sizes("cohere", 8192, 64, 40, 8192, rope_theta=8000000.0),
    "CohereLabs/c4ai-command-r7b-12-2024": sizes(
        "cohere2", 4096, 32, 32, 8192, head_dim=128, rope_theta=50000, sliding_window=4096, sliding_window_pattern=4
    ),
    "stabilityai/stablelm-2-1_6b": sizes(
        "stablelm", 2048, 32, 24, 4096, partial_rotary_factor=0.25, rope_scaling=None, rope_theta=10000
    ),
    "nvidia/Minitron-4B-Base": sizes(
        "nemotron", 3072, 24, 32, 4096, head_dim=128, partial_rotary_factor=0.5, rope_theta=10000.0
    ),
    "adept/persimmon-8b-base": sizes(
        "persimmon", 4096, 64, 36, 16384, partial_rotary_factor=0.5, rope_scaling=None, rope_theta=25000.0
    ),
    "ibm-granite/granite-3.1-2b-base": sizes(
        "granite", 2048, 32, 40, 131072, attention_multiplier=0.015625, rope_scaling=None, rope_theta=5000000.0
    ),
    "EleutherAI/pythia-160m": sizes("gpt_neox", 768, 12, 12, 2048, rotary_emb_base=10000, rotary_pct=0.25),
    "EleutherAI/gpt-neox-20b": sizes("gpt_neox", 6144, 64, 44, 2048, rotary_emb_base=10000, rotary_pct=0.25),
    "tiiuae/falcon-7b": {
        "model_type": "falcon", "alibi": False, "hidden_size": 4544, "num_attention_heads": 71, "num_hidden_layers": 32,
    },
    "openai/gpt-oss-20b": sizes(
        "gpt_oss",
        2880,
        64,
        24,
        131072,
        head_dim=64,
        layer_types=layer_types(24, 2),
        rope_scaling={
            "beta_fast": 32.0,
            "beta_slow": 1.0,
            "factor": 32.0,
            "original_max_position_embeddings": 4096,
            "rope_type": "yarn",
            "truncate": False,
        },
        rope_theta=150000,
        sliding_window=128,
    ),
    "HuggingFaceTB/SmolLM3-3B": sizes(
        "smollm3", 2048, 16, 36, 65536, layer_types=["full_attention"] * 36, no_rope_layer_interval=4,
        no_rope_layers=[int((i + 1) % 4 != 0) for i in range(36)], rope_scaling=None, rope_theta=5000000.0,
        sliding_window=None, use_sliding_window=False,
    ),
    "baidu/ERNIE-4.5-0.3B-PT": sizes("ernie4_5", 1024, 16, 18, 131072, head_dim=128, rope_theta=500000),
    "deepseek-ai/DeepSeek-V2-Lite": sizes(
        "deepseek_v2", 2048, 16, 27, 163840, qk_nope_head_dim=128, qk_rope_head_dim=64,
        rope_scaling=DEEPSEEK_YARN | {"mscale": 0.707, "mscale_all_dim": 0.707}, rope_theta=10000, v_head_dim=128,
    ),
    "deepseek-ai/DeepSeek-V3": sizes(
        "deepseek_v3", 7168, 128, 61, 163840, qk_nope_head_dim=128, qk_rope_head_dim=64,
        rope_scaling=DEEPSEEK_YARN | {"mscale": 1.0, "mscale_all_dim": 1.0}, rope_theta=10000, v_head_dim=128,
    ),
    "meta-llama/Llama-4-Scout-17B-16E": {
        "model_type": "llama4",
        "text_config": sizes(
            "llama4_text",
            5120,
            40,
            48,
            10485760,
            attention_chunk_size=8192,
            attn_scale=0.1,
            attn_temperature_tuning=True,
            floor_scale=8192,
            head_dim=128,
            rope_scaling={
                "factor": 16.0,
                "high_freq_factor": 1.0,
                "low_freq_factor": 1.0,
                "original_max_position_embeddings": 8192,
                "rope_type": "llama3",
            },
            rope_theta=500000.0,
            use_qk_norm=True,
        ),
    },
    "meta-llama/Llama-4-Maverick-17B-128E": {
        "model_type": "llama4",
        "text_config": sizes(
            "llama4_text", 5120, 40, 48, 1048576, attention_chunk_size=8192, attn_scale=0.1,
            attn_temperature_tuning=True, floor_scale=8192, head_dim=128, rope_scaling=None, rope_theta=500000.0,
            use_qk_norm=False,
        ),
    },
    "Qwen/Qwen2-VL-7B-Instruct": sizes(
        "qwen2_vl", 3584, 28, 28, 32768, max_window_layers=28, rope_scaling=MROPE, rope_theta=1000000.0,
        sliding_window=32768, use_sliding_window=False,
    ),
    "Qwen/Qwen2.5-VL-3B-Instruct": sizes(
        "qwen2_5_vl", 2048, 16, 36, 128000, max_window_layers=70, rope_scaling=MROPE, rope_theta=1000000.0,
        sliding_window=32768, use_sliding_window=False,
    ),
    "Qwen/Qwen3-VL-8B-Instruct": {
        "model_type": "qwen3_vl",
        "text_config": sizes(
            "qwen3_vl_text", 4096, 32, 36, 262144, head_dim=128,
            rope_scaling={"mrope_interleaved": True, "mrope_section": [24, 20, 20], "rope_type": "default"},
            rope_theta=5000000,
        ),
    },
    "baidu/ERNIE-4.5-VL-28B-A3B-PT": {
        "model_type": "ernie4_5_vl_moe",
        "text_config": sizes(
            "ernie4_5_vl_moe_text", 2560, 20, 28, 131072, head_dim=128,
            rope_parameters={"mrope_section": [22, 22, 20], "rope_theta": 500000.0, "rope_type": "default"},
        ),
    },
    "zai-org/GLM-4.1V-9B-Thinking": {
        "model_type": "glm4v",
        "text_config": sizes(
            "glm4v_text", 4096, 32, 40, 65536, head_dim=128, partial_rotary_factor=0.5,
            rope_scaling={"mrope_section": [8, 12, 12], "rope_type": "default"}, rope_theta=10000.0,
        ),
    },
}

TABLES = {
    "openai-community/gpt2": {"model_type": "gpt2", "n_embd": 768, "n_head": 12, "n_layer": 12, "n_positions": 1024},
    "openai-community/openai-gpt": {
        "model_type": "openai-gpt", "n_embd": 768, "n_head": 12, "n_layer": 12, "n_positions": 512,
    },
    "bigcode/gpt_bigcode-santacoder": {
        "model_type": "gpt_bigcode", "n_embd": 2048, "n_head": 16, "n_layer": 24, "n_positions": 2048,
    },
    "EleutherAI/gpt-neo-1.3B": {
        "model_type": "gpt_neo", "attention_types": [[["global", "local"], 12]], "hidden_size": 2048,
        "max_position_embeddings": 2048, "num_heads": 16, "num_layers": 24, "window_size": 256,
    },
    "google-bert/bert-base-uncased": sizes("bert", 768, 12, 12, 512, position_embedding_type="absolute"),
    "albert/albert-base-v2": sizes("albert", 768, 12, 12, 512, embedding_size=128),
    "google/electra-small-discriminator": sizes("electra", 256, 4, 12, 512, embedding_size=128),
    "distilbert/distilbert-base-uncased": {
        "model_type": "distilbert", "dim": 768, "max_position_embeddings": 512, "n_heads": 12, "n_layers": 6,
        "sinusoidal_pos_embds": False,
    },
    "FacebookAI/roberta-base": sizes("roberta", 768, 12, 12, 514, pad_token_id=1),
    "FacebookAI/xlm-roberta-base": sizes("xlm-roberta", 768, 12, 12, 514, pad_token_id=1),
    "almanach/camembert-base": sizes("camembert", 768, 12, 12, 514, pad_token_id=1),
    "facebook/bart-base": {
        "model_type": "bart", "d_model": 768, "encoder_attention_heads": 12, "max_position_embeddings": 1024,
    },
    "facebook/mbart-large-50": {
        "model_type": "mbart", "d_model": 1024, "encoder_attention_heads": 16, "max_position_embeddings": 1024,
    },
    "facebook/opt-125m": sizes("opt", 768, 12, 12, 2048, word_embed_proj_dim=768),
    "google/umt5-small": {
        "model_type": "umt5",
        "d_kv": 64,
        "d_model": 512,
        "num_heads": 6,
        "num_layers": 8,
        "relative_attention_max_distance": 128,
        "relative_attention_num_buckets": 32,
    },
    "google/mt5-small": {
        "model_type": "mt5",
        "d_kv": 64,
        "d_model": 512,
        "num_heads": 6,
        "relative_attention_num_buckets": 32,
    },
    "microsoft/deberta-base": sizes(
        "deberta", 768, 12, 12, 512, max_relative_positions=-1, pos_att_type=["c2p", "p2c"],
        position_biased_input=False, relative_attention=True,
    ),
    "microsoft/deberta-v3-base": sizes(
        "deberta-v2", 768, 12, 12, 512, layer_norm_eps=1e-7, max_relative_positions=-1, norm_rel_ebd="layer_norm",
        pos_att_type="p2c|c2p", position_biased_input=False, position_buckets=256, relative_attention=True,
        share_att_key=True,
    ),
    "xlnet/xlnet-base-cased": {
        "model_type": "xlnet", "attn_type": "bi", "bi_data": False, "clamp_len": -1, "d_head": 64, "d_model": 768,
        "n_head": 12, "n_layer": 12,
    },
    "microsoft/swin-tiny-patch4-window7-224": {
        "model_type": "swin", "depths": [2, 2, 6, 2], "embed_dim": 96, "image_size": 224, "num_heads": [3, 6, 12, 24],
        "patch_size": 4, "window_size": 7,
    },
    "microsoft/swinv2-tiny-patch4-window8-256": {
        "model_type": "swinv2", "depths": [2, 2, 6, 2], "embed_dim": 96, "image_size": 256, "num_heads": [3, 6, 12, 24],
        "patch_size": 4, "window_size": 8,
    },
    "microsoft/swinv2-base-patch4-window12to16-192to256-22kto1k-ft": {
        "model_type": "swinv2", "depths": [2, 2, 18, 2], "embed_dim": 128, "image_size": 256,
        "num_heads": [4, 8, 16, 32], "patch_size": 4, "pretrained_window_sizes": [12, 12, 12, 6], "window_size": 16,
    },
}
