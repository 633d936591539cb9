// The factor of q·k if it is neither 1/√headDim nor defined by the position encoding.

import { textConfig } from './config.js'
import type { ConfigFields } from './config-fields.js'

/**
 * The `scale` for attention of a config.json; undefined for the default. DeepSeek's YaRN scales all of
 * the score by m², m = 0.1 · mscale_all_dim · ln(factor) + 1, not only its rotated channels, so it is not part of the position.
 */
export function scaleFromConfig(config: object): number | undefined {
  return scaleOf(textConfig(config))
}

export function scaleOf(fields: ConfigFields): number | undefined {
  return readers[fields.text('model_type', '')]?.(fields)
}

type Reader = (config: ConfigFields) => number | undefined

const readers: Readonly<Record<string, Reader>> = {
  __proto__: null as never,
  deepseek_v2: deepseek,
  deepseek_v3: deepseek,
  gemma2: queryScalar,
  gemma3_text: queryScalar,
  granite: (c) => c.number('attention_multiplier', 1),
  gpt_neo: () => 1,
}

function queryScalar(config: ConfigFields): number {
  return 1 / Math.sqrt(config.positive('query_pre_attn_scalar', 256))
}

function deepseek(config: ConfigFields): number {
  const headDim = config.count('qk_nope_head_dim', 128) + config.count('qk_rope_head_dim', 64)
  const scaling = config.inner('rope_parameters') ?? config.inner('rope_scaling')
  const type = scaling?.text('rope_type', scaling.text('type', 'default')) ?? 'default'
  const all = scaling?.number('mscale_all_dim', 0) ?? 0
  const factor = scaling && type !== 'default' && all ? scaling.number('factor') : 1
  const m = factor > 1 ? 0.1 * all * Math.log(factor) + 1 : 1
  return (m * m) / Math.sqrt(headDim)
}
