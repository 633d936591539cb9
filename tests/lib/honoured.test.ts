// Fields of a config.json that a family does not honour are refused, all in one error.

import { describe, expect, test } from 'vitest'
import { recipeOf } from '../../web/lib/families/index.js'
import { expectRefusal } from '../support/errors.js'
import { publishedConfigs } from '../support/published-configs.js'

type Config = Record<string, unknown>
type Name = keyof typeof publishedConfigs

const published = Object.entries(publishedConfigs) as [Name, Config][]
const recipe = (name: Name, more: Config = {}) => recipeOf({ ...publishedConfigs[name], ...more })

describe('fields that are not honoured', () => {
  test('all of them stand in one error', () => {
    const strange = { attn_type: 'uni', bi_data: true, layer_types: ['a', 'b'], dropout: 0.5, nothing: null }
    expectRefusal(
      () => recipe('xlnet', strange),
      'ERR_UNSUPPORTED',
      'attn_type',
      '"uni"',
      'bi_data',
      'layer_types',
      '["a","b"]',
    )
  })

  test.each<[Name, Config, string]>([
    ['gpt2', { scale_attn_by_inverse_layer_idx: true }, 'scale_attn_by_inverse_layer_idx'],
    ['gpt2', { add_cross_attention: true }, 'add_cross_attention'],
    ['gpt2', { pruned_heads: { '0': [1] } }, 'pruned_heads'],
    ['gpt2', { quantization_config: { bits: 4 } }, 'quantization_config'],
    ['bert', { hidden_act: 'quick_gelu' }, 'hidden_act'],
    ['roberta', { hidden_act: 'relu' }, 'hidden_act'],
    ['bart', { normalize_before: true }, 'normalize_before'],
    ['bart', { is_decoder: true }, 'is_decoder'],
    ['bart', { tie_encoder_decoder: true }, 'tie_encoder_decoder'],
    ['t5', { feed_forward_proj: 'gated-wobble' }, 'feed_forward_proj'],
    ['albert', { num_memory_blocks: 1 }, 'num_memory_blocks'],
    ['deberta', { talking_head: true }, 'talking_head'],
    ['deberta', { pos_att_type: 'c2p|p2p' }, 'pos_att_type'],
    ['debertaV2XLarge', { conv_groups: 2 }, 'conv_groups'],
    ['debertaV2XLarge', { attention_head_size: 32 }, 'attention_head_size'],
    ['bloom', { apply_residual_connection_post_layernorm: true }, 'apply_residual_connection_post_layernorm'],
    ['bloom', { slow_but_exact: true, pretraining_tp: 4 }, 'slow_but_exact'],
    ['falcon40B', { parallel_attn: false }, 'parallel_attn'],
    ['falcon7B', { num_ln_in_parallel_attn: 2 }, 'num_ln_in_parallel_attn'],
    ['gptj', { rotary_dim: null }, 'rotary_dim'],
    ['mpt', { no_bias: false }, 'no_bias'],
    ['mpt', { attn_config: { alibi: true, clip_qkv: 6, qk_ln: true } }, 'attn_config.clip_qkv'],
    ['mpt', { attn_config: { alibi: false } }, 'attn_config.alibi'],
    ['gemma3', { attn_logit_softcapping: 50 }, 'attn_logit_softcapping'],
    ['llama4', { moe_layers: [1, 3] }, 'moe_layers'],
    ['llama4', { moe_layers: null }, 'moe_layers'],
    ['llama31', { layer_types: Array(32).fill('linear_attention') }, 'layer_types'],
    ['llama31', { model_type: 'mamba' }, 'model_type'],
  ])('%s %o', (name, more, word) => {
    expectRefusal(() => recipe(name, more), 'ERR_UNSUPPORTED', word)
  })

  test('what transformers does not read is left aside, on the top and inside', () => {
    const rope_scaling = { ...publishedConfigs.llama31.rope_scaling, wobble: 1 }
    expect(recipe('llama31', { rope_scaling }).ignoredFields).toEqual([
      ...recipe('llama31').ignoredFields,
      'rope_scaling.wobble',
    ])
    const neox = recipe('gptNeox', { partial_rotary_factor: 0.5, rope_theta: 7 })
    expect(neox.ignoredFields).toEqual(['partial_rotary_factor', 'rope_theta']) // transformers goes by rotary_pct and rotary_emb_base
    expect(neox.positions).toEqual(recipe('gptNeox').positions)
    expect(recipe('xlnet', { wobble: [1, 2], nothing: null }).ignoredFields).toEqual(['untie_r', 'wobble'])
  })

  test('another name of a field is harmless with the same value, and refused with another', () => {
    const { bart, gpt2 } = publishedConfigs
    expect(recipe('bart', { num_hidden_layers: bart.encoder_layers }).ignoredFields).toEqual(
      recipe('bart').ignoredFields,
    )
    expect(recipe('gpt2', { hidden_size: gpt2.n_embd }).spec).toEqual(recipe('gpt2').spec)
    const fewer = bart.encoder_layers - 1
    expectRefusal(() => recipe('bart', { num_hidden_layers: fewer }), 'ERR_UNSUPPORTED', 'num_hidden_layers')
  })

  test('a million layers are refused before anything is made of them', () => {
    const keys = { num_hidden_layers: 1e6, n_layer: 1e6, n_layers: 1e6, num_layers: 1e6, decoder_layers: 1e6 }
    for (const [name, config] of published) {
      const more = Object.fromEntries(Object.entries(keys).filter(([key]) => key in config))
      expectRefusal(() => recipe(name, more), 'ERR_VALUE', '1000000 layers')
    }
  })
})
