"""Whole config.json files of well-known models, as they are published: with fields that other programs or older versions wrote.

Each with the fields that transformers' class does not read, apart from those of training, storage and generation. Sources: copies of these files in
public repositories; for camembert-base and xlm-roberta-base those of their large sisters with base sizes, for bart-large-cnn two copies
joined, for tiny-random-Llama a reconstruction from its fields.
"""

GENERATION = {"do_sample": True, "max_length": 50}
SUMMARY = {
    "summary_activation": None, "summary_first_dropout": 0.1, "summary_proj_to_labels": True,
    "summary_type": "cls_index", "summary_use_proj": True,
}
SMOLLM2 = {
    "architectures": ["LlamaForCausalLM"], "attention_bias": False, "attention_dropout": 0.0, "bos_token_id": 0,
    "eos_token_id": 0, "hidden_act": "silu", "hidden_size": 576, "initializer_range": 0.041666666666666664,
    "intermediate_size": 1536, "is_llama_config": True, "max_position_embeddings": 8192, "model_type": "llama",
    "num_attention_heads": 9, "num_hidden_layers": 30, "num_key_value_heads": 3, "pretraining_tp": 1,
    "rms_norm_eps": 1e-05, "rope_interleaved": False, "rope_scaling": None, "rope_theta": 100000,
    "tie_word_embeddings": True, "torch_dtype": "bfloat16", "transformers_version": "4.40.1", "use_cache": True,
    "vocab_size": 49152,
}
QWEN = {
    "architectures": ["Qwen2ForCausalLM"], "attention_dropout": 0.0, "bos_token_id": 151643, "eos_token_id": 151643,
    "hidden_act": "silu", "hidden_size": 896, "initializer_range": 0.02, "intermediate_size": 4864,
    "max_position_embeddings": 32768, "max_window_layers": 24, "model_type": "qwen2", "num_attention_heads": 14,
    "num_hidden_layers": 24, "num_key_value_heads": 2, "rms_norm_eps": 1e-06, "rope_theta": 1000000.0,
    "sliding_window": 32768, "tie_word_embeddings": True, "torch_dtype": "bfloat16", "transformers_version": "4.40.1",
    "use_cache": True, "use_mrope": False, "use_sliding_window": False, "vocab_size": 151936,
}
LLAMA = {
    "architectures": ["LlamaForCausalLM"], "bos_token_id": 0, "eos_token_id": 1, "hidden_act": "silu",
    "hidden_size": 16, "initializer_range": 0.02, "intermediate_size": 64, "max_position_embeddings": 2048,
    "model_type": "llama", "num_attention_heads": 4, "num_hidden_layers": 2, "pad_token_id": -1, "rms_norm_eps": 1e-06,
    "tie_word_embeddings": False, "torch_dtype": "float32", "transformers_version": "4.28.0.dev0",
    "type_vocab_size": 16, "use_cache": True, "vocab_size": 32000,
}
ROBERTA = {
    "attention_probs_dropout_prob": 0.1,
    "hidden_act": "gelu",
    "hidden_dropout_prob": 0.1,
    "hidden_size": 768,
    "initializer_range": 0.02,
    "intermediate_size": 3072,
    "layer_norm_eps": 1e-05,
    "max_position_embeddings": 514,
    "num_attention_heads": 12,
    "num_hidden_layers": 12,
    "output_past": True,
    "pad_token_id": 1,
    "type_vocab_size": 1,
}

# name of the repository -> (config.json, fields that nobody reads)
WHOLE = {
    "HuggingFaceTB/SmolLM2-135M": (SMOLLM2, ["is_llama_config", "pretraining_tp", "rope_interleaved"]),
    "Qwen/Qwen2.5-0.5B": (QWEN, ["use_mrope"]),
    "Qwen/Qwen2.5-0.5B in the form of transformers 5": (
        {key: value for key, value in QWEN.items() if key not in ("rope_theta", "torch_dtype")}
        | {
            "dtype": "bfloat16", "layer_types": ["full_attention"] * 24,
            "rope_parameters": {"rope_theta": 1000000.0, "rope_type": "default"}, "sliding_window": None,
            "transformers_version": "5.17.0",
        },
        ["use_mrope"],
    ),
    "openai-community/gpt2-medium": (
        {
            "activation_function": "gelu_new", "architectures": ["GPT2LMHeadModel"], "attn_pdrop": 0.1,
            "bos_token_id": 50256, "embd_pdrop": 0.1, "eos_token_id": 50256, "initializer_range": 0.02,
            "layer_norm_epsilon": 1e-05, "model_type": "gpt2", "n_ctx": 1024, "n_embd": 1024, "n_head": 16,
            "n_layer": 24, "n_positions": 1024, "n_special": 0, "predict_special_tokens": True, "resid_pdrop": 0.1,
            **SUMMARY, "task_specific_params": {"text-generation": GENERATION}, "vocab_size": 50257,
        },
        ["n_ctx", "n_special", "predict_special_tokens"],
    ),
    "FacebookAI/xlm-roberta-base": (
        {
            "architectures": ["XLMRobertaForMaskedLM"], **ROBERTA, "bos_token_id": 0, "eos_token_id": 2,
            "model_type": "xlm-roberta", "position_embedding_type": "absolute", "transformers_version": "4.17.0.dev0",
            "use_cache": True, "vocab_size": 250002,
        },
        ["output_past"],
    ),
    "almanach/camembert-base": (
        {
            "architectures": ["CamembertForMaskedLM"], **ROBERTA, "bos_token_id": 5, "eos_token_id": 6,
            "model_type": "camembert", "vocab_size": 32005,
        },
        ["output_past"],
    ),
    "facebook/bart-large-cnn": (
        {
            "_num_labels": 3,
            "activation_dropout": 0.0,
            "activation_function": "gelu",
            "add_final_layer_norm": False,
            "architectures": ["BartForConditionalGeneration"],
            "attention_dropout": 0.0,
            "bos_token_id": 0,
            "classif_dropout": 0.0,
            "classifier_dropout": 0.0,
            "d_model": 1024,
            "decoder_attention_heads": 16,
            "decoder_ffn_dim": 4096,
            "decoder_layerdrop": 0.0,
            "decoder_layers": 12,
            "decoder_start_token_id": 2,
            "dropout": 0.1,
            "early_stopping": True,
            "encoder_attention_heads": 16,
            "encoder_ffn_dim": 4096,
            "encoder_layerdrop": 0.0,
            "encoder_layers": 12,
            "eos_token_id": 2,
            "force_bos_token_to_be_generated": True,
            "forced_bos_token_id": 0,
            "forced_eos_token_id": 2,
            "gradient_checkpointing": False,
            "id2label": {"0": "LABEL_0", "1": "LABEL_1", "2": "LABEL_2"},
            "init_std": 0.02,
            "is_encoder_decoder": True,
            "label2id": {"LABEL_0": 0, "LABEL_1": 1, "LABEL_2": 2},
            "length_penalty": 2.0,
            "max_length": 142,
            "max_position_embeddings": 1024,
            "min_length": 56,
            "model_type": "bart",
            "no_repeat_ngram_size": 3,
            "normalize_before": False,
            "num_beams": 4,
            "num_hidden_layers": 12,
            "output_past": True,
            "pad_token_id": 1,
            "prefix": " ",
            "scale_embedding": False,
            "task_specific_params": {"summarization": {"early_stopping": True, "max_length": 142}},
            "transformers_version": "4.7.0.dev0",
            "use_cache": True,
            "vocab_size": 50264,
        },
        ["add_final_layer_norm", "force_bos_token_to_be_generated", "normalize_before", "output_past"],
    ),
    "hf-internal-testing/tiny-random-LlamaForCausalLM": (LLAMA, ["type_vocab_size"]),
}
ORIGINAL = "original_max_position_embeddings"
INSIDE = {"factor": 8.0, "high_freq_factor": 4.0, "low_freq_factor": 1.0, ORIGINAL: 8192, "rope_type": "llama3"}
YARN = {"factor": 4.0, ORIGINAL: 8192, "rope_type": "yarn", "rope_theta": 500000.0}
LONG = LLAMA | {"max_position_embeddings": 32768, "pad_token_id": None, "hidden_size": 64}

# Made up: what stands twice.
TWICE = {
    "length at the top and in rope_scaling": (
        LONG | {ORIGINAL: 2048, "rope_scaling": INSIDE, "rope_theta": 500000.0},
        [f"rope_scaling.{ORIGINAL}", "type_vocab_size"],
    ),
    "length at the top and in rope_parameters": (
        LONG | {ORIGINAL: 2048, "rope_parameters": YARN},
        [f"rope_parameters.{ORIGINAL}", "type_vocab_size"],
    ),
    "length at the top of a model without scaling": (LONG | {ORIGINAL: 2048}, [ORIGINAL, "type_vocab_size"]),
    "rope_scaling and rope_parameters": (
        LONG | {"rope_scaling": INSIDE, "rope_parameters": YARN, "rope_theta": 10000.0},
        ["rope_parameters", "type_vocab_size"],
    ),
    "base at the top and in rope_parameters": (
        LONG | {"rope_parameters": {"rope_theta": 300.0, "rope_type": "default"}, "rope_theta": 7000.0},
        ["rope_theta", "type_vocab_size"],
    ),
    "base at the top alone": (
        LONG | {"rope_parameters": {"factor": 2.0, "rope_type": "linear"}, "rope_theta": 7000.0},
        ["type_vocab_size"],
    ),
    "parameters of another kind of frequencies": (
        LONG | {"rope_scaling": INSIDE | {"type": "linear", "rope_type": "linear", "finetuned": True}},
        [*(f"rope_scaling.{key}" for key in ("high_freq_factor", "low_freq_factor", ORIGINAL, "finetuned")), "type_vocab_size"],
    ),
}
