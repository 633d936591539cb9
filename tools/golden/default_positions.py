"""What each class of transformers assumes where a config.json says nothing: the defaults of every model type whose positions are known.

Only fields with a value, and neither those of training and generation nor sizes that no position depends on.
"""

import json

from transformers.models.auto.configuration_auto import CONFIG_MAPPING

FILE = "default-positions.json"
TYPES = """
clip_text_model clip_vision_model clipseg_text_model clipseg_vision_model deit dinov2 dinov2_with_registers siglip_text_model siglip_vision_model vit whisper
afmoe albert arcee aria_text bart bert big_bird biogpt blenderbot bloom camembert codegen cohere cohere2 cohere2_moe data2vec-text deberta
deberta-v2 deepseek_v2 deepseek_v3 distilbert electra ernie ernie4_5 ernie4_5_moe esm esmc eurobert exaone4 exaone_moe falcon flaubert gemma
gemma2 gemma3_text glm glm4 gpt2 gpt_bigcode gpt_neo gpt_neox gptj granite granitemoe granitemoeshared helium hyperclovax internlm3
jais2 led llama longformer m2m_100 marian mbart megatron-bert ministral mistral mixtral modernbert mpnet mpt mt5 nanochat nemotron nomic_bert olmo olmo2 olmo3
olmoe openai-gpt opt pegasus persimmon phi phi3 phimoe plbart qwen2 qwen2_moe qwen3 qwen3_moe roberta roformer seed_oss smollm3 stablelm
starcoder2 switch_transformers t5 umt5 xglm xlm xlm-roberta xlm-roberta-xl xlnet
falcon_h1 gpt_oss higgs_audio_v2 iquestcoder laguna lfm3 llama4_text mellum ministral3 mistral4 molmo2_text qwen2_5_vl_text qwen2_vl_text
qwen3_vl_text qwen3_vl_moe_text glm4v_text ernie4_5_vl_moe_text
""".split()
READ = """
model_type hidden_size n_embd d_model emb_dim dim embedding_size d_kv d_head head_dim num_attention_heads n_head n_heads num_heads attention_heads
encoder_attention_heads decoder_attention_heads num_key_value_heads num_hidden_layers n_layer n_layers num_layers
max_position_embeddings n_positions n_ctx max_seq_len rope_theta rope_parameters rope_scaling partial_rotary_factor rotary_dim rotary_pct
rotary_emb_base rotary_value sliding_window layer_types use_sliding_window max_window_layers sliding_window_pattern attn_logit_softcapping
query_pre_attn_scalar no_rope_layers no_rope_layer_interval global_attn_every_n_layers local_attention attention_layers attention_types
window_size attention_window alibi attn_config relative_attention_num_buckets relative_attention_max_distance relative_attention position_biased_input
pos_att_type max_relative_positions position_buckets share_att_key position_embedding_type sinusoidal_embeddings sinusoidal_pos_embds
pad_token_id use_bidirectional_attention qk_rope_head_dim qk_nope_head_dim v_head_dim kv_lora_rank attention_multiplier scale_embedding
clamp_len bi_data use_qk_norm qk_layernorm attention_type block_size feed_forward_proj num_decoder_layers decoder_layers encoder_layers
image_size patch_size num_register_tokens max_source_positions max_target_positions max_encoder_position_embeddings max_decoder_position_embeddings attention_chunk_size attn_temperature_tuning mlp_only_layers moe_layers floor_scale attn_scale scale_attn_weights scale_attn_by_inverse_layer_idx logit_scale
""".split()


def defaults(kind):
    fields = CONFIG_MAPPING[kind]().to_dict()
    return {key: fields[key] for key in READ if fields.get(key) is not None}


def write_plain_files(golden):
    lines = [json.dumps(defaults(kind), separators=(",", ":")) for kind in sorted(TYPES)]
    (golden / FILE).write_text("[\n" + ",\n".join(lines) + "\n]\n", encoding="utf-8")
    return {
        FILE: {
            "truth": ["transformers: config classes, without arguments"],
            "conventions": ["an entry is the config of a class by default: of its fields those that positions and scales depend on"],
        }
    }
