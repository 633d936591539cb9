// The architectures of GGUF files: metadata → config.json as transformers writes it, and the names of tensors.

import type { Fields } from './fields.js'

type Config = Record<string, unknown>

/** What of the tensors a config depends on. */
export interface Stored {
  /** Is there a tensor of this name? */
  has(name: string): boolean
  /** The number of tokens in the table of embeddings. */
  vocab: number
  /** The number of rows of a tensor; 0 if there is none of that name. */
  rows(name: string): number
  /** The numbers by which the frequencies of rotary pairs are divided, if the file has them. */
  divisors?: readonly number[]
}

export interface Architecture {
  /** The model types whose config.json may come with such a file; the first is that of a config from metadata. */
  types: readonly string[]
  /** Refuses files whose rows are in an order that nothing here knows, whatever config is given. */
  require?(fields: Fields): void
  /** The fields of this architecture besides those that all have. */
  config(fields: Fields, stored: Stored): Config
  /** Names in the checkpoint of transformers by those in the file, without .weight and .bias; those of a layer under `layer`. */
  names: Readonly<Record<string, string>>
  layer: Readonly<Record<string, string>>
  /** The prefix of a layer's names, before its number. */
  layers: string
  /** Tensors whose rows are in pairs of neighbours within a head, where those of transformers are half a head apart. */
  paired?: Readonly<Record<string, 'heads' | 'keyHeads'>>
  /** Matrices that transformers stores as [in, out]. */
  turned?: readonly string[]
  /** Norms that hold weight + 1 where transformers stores the weight. */
  raisedNorms?: boolean
}

/** Fields of a model with LLaMA's names. */
function llamaLike(fields: Fields, stored: Stored): Config {
  const hidden = fields.count('.embedding_length')
  const heads = fields.count('.attention.head_count')
  const headDim = fields.count('.attention.key_length', hidden / heads)
  fields.require('.attention.value_length', headDim)
  fields.require('.rope.dimension_count', headDim)
  return {
    ...common(fields, stored),
    hidden_size: hidden,
    intermediate_size: fields.count('.feed_forward_length'),
    num_hidden_layers: fields.count('.block_count'),
    num_attention_heads: heads,
    num_key_value_heads: fields.count('.attention.head_count_kv', heads),
    head_dim: headDim,
    max_position_embeddings: fields.count('.context_length'),
    rms_norm_eps: fields.number('.attention.layer_norm_rms_epsilon'),
    rope_theta: fields.number('.rope.freq_base', 10000),
    ...ropeScaling(fields, stored),
  }
}

/** What all files say: the head, the ids of tokens, and that nothing else is in them. */
function common(fields: Fields, stored: Stored, causal = true): Config {
  for (const key of [
    '.expert_count',
    '.expert_used_count',
    '.rope.scaling.finetuned',
    '.nextn_predict_layers',
  ])
    fields.require(key, 0, false, true)
  fields.require('.attention.causal', causal)
  for (const key of ['.vocab_size', '.tensor_data_layout']) fields.get(key) // the table of tokens says it; how old files were made
  return {
    vocab_size: stored.vocab,
    tie_word_embeddings: !stored.has('output.weight'),
    ...ids(fields),
  }
}

/** The ids of tokens; texts end with two kinds of them. */
function ids(fields: Fields): Config {
  const idOf = (name: string) => fields.get(`tokenizer.ggml.${name}_token_id`)
  const ends = new Set([idOf('eos'), idOf('eot')].filter((id) => typeof id === 'number'))
  const named = { bos_token_id: idOf('bos'), pad_token_id: idOf('padding') }
  const present = Object.entries(named).filter(([, id]) => typeof id === 'number')
  const [end] = ends
  const eos = end === undefined ? {} : { eos_token_id: ends.size === 1 ? end : [...ends] }
  return { ...Object.fromEntries(present), ...eos }
}

function ropeScaling(fields: Fields, { divisors }: Stored): Config {
  const type = fields.text('.rope.scaling.type', 'none')
  const linear = fields.get('.rope.scale_linear') // in old files
  const factor = fields.number('.rope.scaling.factor', typeof linear === 'number' ? linear : 1)
  const original = fields.get('.rope.scaling.original_context_length')
  fields.require('.rope.scaling.attn_factor', 1)
  if (divisors) {
    if (factor !== 1) fields.require('.rope.scaling.type', 'none')
    return { rope_scaling: dividing(divisors, fields.count('.context_length')) }
  }
  if (type === 'none' && factor === 1) return {}
  if (type === 'none' || type === 'linear')
    return factor === 1 ? {} : { rope_scaling: { rope_type: 'linear', factor } }
  if (type !== 'yarn' || typeof original !== 'number')
    throw fields.bad('.rope.scaling.type', type, 'none, linear, or yarn with its original_context_length')
  return { rope_scaling: { rope_type: 'yarn', factor, original_max_position_embeddings: original } }
}

/** LLaMA 3 scales each frequency by a number of its own; the file has these, and not the numbers that they are made from. */
const dividing = (divisors: readonly number[], length: number): Config => ({
  rope_type: 'longrope',
  short_factor: divisors,
  long_factor: divisors,
  attention_factor: 1,
  original_max_position_embeddings: length,
})

const LLAMA = {
  names: { token_embd: 'model.embed_tokens', output_norm: 'model.norm', output: 'lm_head' },
  layers: 'model.layers.',
  layer: {
    attn_norm: 'input_layernorm',
    attn_q: 'self_attn.q_proj',
    attn_k: 'self_attn.k_proj',
    attn_v: 'self_attn.v_proj',
    attn_output: 'self_attn.o_proj',
    attn_q_norm: 'self_attn.q_norm',
    attn_k_norm: 'self_attn.k_norm',
    ffn_norm: 'post_attention_layernorm',
    ffn_gate: 'mlp.gate_proj',
    ffn_up: 'mlp.up_proj',
    ffn_down: 'mlp.down_proj',
  },
} as const

const PAIRED = { attn_q: 'heads', attn_k: 'keyHeads' } as const

const biases = ({ has }: Stored) => ({
  attention_bias: has('blk.0.attn_q.bias'),
  mlp_bias: has('blk.0.ffn_up.bias'),
})

const withFour = {
  ...LLAMA,
  layer: {
    ...LLAMA.layer,
    post_attention_norm: 'post_attention_layernorm',
    ffn_norm: 'pre_feedforward_layernorm',
    post_ffw_norm: 'post_feedforward_layernorm',
  },
}

/** The scale of Gemma's scores: by the width of a head, but in its largest models by the width of the model for each head. */
function gemmaScale(fields: Fields, largest: number): Config {
  const [hidden, heads] = [fields.count('.embedding_length'), fields.count('.attention.head_count')]
  const byModel = fields.count('.block_count') === largest
  return {
    query_pre_attn_scalar: byModel ? hidden / heads : fields.count('.attention.key_length', hidden / heads),
  }
}

/** Fields of encoders with BERT's names. How vectors of texts are made of states is what embed() is told. */
function bertLike(fields: Fields, stored: Stored): Config {
  fields.get('.pooling_type')
  const { tie_word_embeddings: _, ...own } = common(fields, stored, false)
  return {
    ...own,
    hidden_size: fields.count('.embedding_length'),
    intermediate_size: fields.count('.feed_forward_length'),
    num_hidden_layers: fields.count('.block_count'),
    num_attention_heads: heads(fields),
    max_position_embeddings: fields.count('.context_length'),
    layer_norm_eps: fields.number('.attention.layer_norm_epsilon'),
    type_vocab_size: stored.rows('token_types.weight'),
  }
}

/** The number of heads of a model whose keys have as many. */
function heads(fields: Fields): number {
  const count = fields.count('.attention.head_count')
  fields.require('.attention.head_count_kv', count)
  return count
}

export const architectures: Readonly<Record<string, Architecture>> = {
  __proto__: null as never,
  llama: {
    ...LLAMA,
    types: ['llama', 'mistral'],
    paired: PAIRED,
    config: (fields, stored) => ({
      architectures: ['LlamaForCausalLM'],
      ...llamaLike(fields, stored),
      ...biases(stored),
    }),
  },
  qwen2: {
    ...LLAMA,
    types: ['qwen2'],
    config: (fields, stored) => ({ architectures: ['Qwen2ForCausalLM'], ...llamaLike(fields, stored) }),
  },
  qwen3: {
    ...LLAMA,
    types: ['qwen3'],
    config: (fields, stored) => ({
      architectures: ['Qwen3ForCausalLM'],
      ...llamaLike(fields, stored),
      attention_bias: stored.has('blk.0.attn_q.bias'),
    }),
  },
  smollm3: {
    ...LLAMA,
    types: ['smollm3'],
    paired: PAIRED,
    config: (fields, stored) => ({
      architectures: ['SmolLM3ForCausalLM'],
      ...llamaLike(fields, stored),
      ...biases(stored),
      no_rope_layer_interval: 4,
    }),
  },
  gemma: {
    ...LLAMA,
    types: ['gemma'],
    raisedNorms: true,
    config: (fields, stored) => ({
      architectures: ['GemmaForCausalLM'],
      ...llamaLike(fields, stored),
      hidden_act: 'gelu_pytorch_tanh',
    }),
  },
  gemma2: {
    ...withFour,
    types: ['gemma2'],
    raisedNorms: true,
    config: (fields, stored) => ({
      architectures: ['Gemma2ForCausalLM'],
      ...llamaLike(fields, stored),
      ...gemmaScale(fields, 46),
      attn_logit_softcapping: fields.number('.attn_logit_softcapping'),
      final_logit_softcapping: fields.number('.final_logit_softcapping'),
      sliding_window: fields.count('.attention.sliding_window'),
    }),
  },
  gemma3: {
    ...withFour,
    types: ['gemma3_text'],
    raisedNorms: true,
    config: (fields, stored) => ({
      architectures: ['Gemma3ForCausalLM'],
      ...llamaLike(fields, stored),
      ...gemmaScale(fields, 62),
      sliding_window: fields.count('.attention.sliding_window'),
      rope_local_base_freq: fields.number('.rope.freq_base_swa', 10000),
    }),
  },
  phi3: {
    ...LLAMA,
    layer: {
      ...LLAMA.layer,
      attn_qkv: 'self_attn.qkv_proj',
      ffn_up: 'mlp.gate_up_proj',
    },
    types: ['phi3'],
    config: (fields, stored) => ({
      architectures: ['Phi3ForCausalLM'],
      ...llamaLike(fields, stored),
      ...(fields.get('.attention.sliding_window')
        ? { sliding_window: fields.count('.attention.sliding_window') }
        : {}),
    }),
  },
  bert: {
    names: {
      token_embd: 'embeddings.word_embeddings',
      token_types: 'embeddings.token_type_embeddings',
      position_embd: 'embeddings.position_embeddings',
      token_embd_norm: 'embeddings.LayerNorm',
    },
    layers: 'encoder.layer.',
    layer: {
      attn_q: 'attention.self.query',
      attn_k: 'attention.self.key',
      attn_v: 'attention.self.value',
      attn_output: 'attention.output.dense',
      attn_output_norm: 'attention.output.LayerNorm',
      ffn_up: 'intermediate.dense',
      ffn_down: 'output.dense',
      layer_output_norm: 'output.LayerNorm',
    },
    types: ['bert'],
    config: (fields, stored) => ({
      architectures: ['BertModel'],
      ...bertLike(fields, stored),
      hidden_act: 'gelu',
    }),
  },
  'nomic-bert': {
    names: {
      token_embd: 'embeddings.word_embeddings',
      token_types: 'embeddings.token_type_embeddings',
      token_embd_norm: 'emb_ln',
    },
    layers: 'encoder.layers.',
    layer: {
      attn_qkv: 'attn.Wqkv',
      attn_output: 'attn.out_proj',
      attn_output_norm: 'norm1',
      ffn_up: 'mlp.fc11',
      ffn_gate: 'mlp.fc12',
      ffn_down: 'mlp.fc2',
      layer_output_norm: 'norm2',
    },
    types: ['nomic_bert'],
    config: (fields, stored) => ({
      architectures: ['NomicBertModel'],
      ...bertLike(fields, stored),
      hidden_act: 'silu',
      rope_parameters: { rope_type: 'default', rope_theta: fields.number('.rope.freq_base') },
    }),
  },
  starcoder2: {
    ...LLAMA,
    layer: { ...LLAMA.layer, ffn_up: 'mlp.c_fc', ffn_down: 'mlp.c_proj' },
    types: ['starcoder2'],
    config: (fields, stored) => {
      const hidden = fields.count('.embedding_length')
      const count = fields.count('.attention.head_count')
      fields.require('.rope.dimension_count', hidden / count)
      return {
        architectures: ['Starcoder2ForCausalLM'],
        ...common(fields, stored),
        hidden_size: hidden,
        intermediate_size: fields.count('.feed_forward_length'),
        num_hidden_layers: fields.count('.block_count'),
        num_attention_heads: count,
        num_key_value_heads: fields.count('.attention.head_count_kv', count),
        max_position_embeddings: fields.count('.context_length'),
        norm_epsilon: fields.number('.attention.layer_norm_epsilon'),
        rope_theta: fields.number('.rope.freq_base', 10000),
        ...ropeScaling(fields, stored),
        sliding_window: fields.get('.attention.sliding_window') ?? null,
        use_bias: stored.has('blk.0.attn_q.bias'),
        hidden_act: 'gelu_pytorch_tanh',
      }
    },
  },
  falcon: {
    names: { token_embd: 'transformer.word_embeddings', output_norm: 'transformer.ln_f', output: 'lm_head' },
    layers: 'transformer.h.',
    layer: {
      attn_norm: 'input_layernorm',
      attn_qkv: 'self_attention.query_key_value',
      attn_output: 'self_attention.dense',
      ffn_up: 'mlp.dense_h_to_4h',
      ffn_down: 'mlp.dense_4h_to_h',
    },
    types: ['falcon'],
    // llama.cpp puts all queries first, then all keys; transformers has them in groups. Such models (11B, 40B, 180B) are larger than memory
    require(fields) {
      const [key, keys] = ['.attention.head_count_kv', fields.count('.attention.head_count_kv', 1)]
      if (keys !== 1) throw fields.unsupported(key, keys, '1, without groups of keys: take its safetensors')
    },
    config: (fields, stored) => {
      return {
        architectures: ['FalconForCausalLM'],
        ...common(fields, stored),
        hidden_size: fields.count('.embedding_length'),
        ffn_hidden_size: fields.count('.feed_forward_length'),
        num_hidden_layers: fields.count('.block_count'),
        num_attention_heads: fields.count('.attention.head_count'),
        max_position_embeddings: fields.count('.context_length'),
        layer_norm_epsilon: fields.number('.attention.layer_norm_epsilon'),
        rope_theta: fields.number('.rope.freq_base', 10000),
        alibi: false,
        bias: false,
        multi_query: true,
        new_decoder_architecture: false,
        parallel_attn: true,
      }
    },
  },
  gpt2: {
    names: {
      token_embd: 'transformer.wte',
      position_embd: 'transformer.wpe',
      output_norm: 'transformer.ln_f',
      output: 'lm_head',
    },
    layers: 'transformer.h.',
    layer: {
      attn_norm: 'ln_1',
      attn_qkv: 'attn.c_attn',
      attn_output: 'attn.c_proj',
      ffn_norm: 'ln_2',
      ffn_up: 'mlp.c_fc',
      ffn_down: 'mlp.c_proj',
    },
    turned: ['attn_qkv', 'attn_output', 'ffn_up', 'ffn_down'],
    types: ['gpt2'],
    config: (fields, stored) => ({
      architectures: ['GPT2LMHeadModel'],
      ...common(fields, stored),
      n_embd: fields.count('.embedding_length'),
      n_inner: fields.count('.feed_forward_length'),
      n_layer: fields.count('.block_count'),
      n_head: heads(fields),
      n_positions: fields.count('.context_length'),
      layer_norm_epsilon: fields.number('.attention.layer_norm_epsilon'),
      activation_function: 'gelu_new',
    }),
  },
}
