// The factor of q·k if it is neither 1/√headDim nor defined by the position encoding.

import { choiceOfLayer, isKnown, requireKnown, textConfig, withoutParameters } from './config.js'
import type { ConfigFields } from './config-fields.js'
import { disentangledTerms } from './relative.js'
import { headDimOf } from './rope.js'
import { ropeTypeOf } from './rope-scaling.js'

export interface ScaleFromConfigOptions {
  /** The layer whose scale is wanted, by which GPT-2 may divide it; 0 when absent. */
  layer?: number
  /** With true, the scale of a `model_type` that is not known is taken as the usual one, and the answer says so. */
  guess?: boolean
}

/** The scale of a config; it may be wrong where `assumed` is not empty. */
export interface GuessedScale {
  scale: number | undefined
  /** What was assumed, a sentence each; empty for a `model_type` that is known. */
  assumed: string[]
}

/**
 * The `scale` for attention of a config.json; undefined for the default of its position: 1/√headDim, or that of the encoding. DeepSeek's
 * YaRN scales all of the score by m², m = 0.1 · mscale_all_dim · ln(factor) + 1, not only its rotated channels, so it is not part of the
 * position. A `model_type` that `positionFromConfig` does not know is refused (`ERR_UNSUPPORTED`), unless it is to be guessed.
 */
export function scaleFromConfig(
  config: object,
  options: ScaleFromConfigOptions & { guess: true },
): GuessedScale
export function scaleFromConfig(
  config: object,
  options?: ScaleFromConfigOptions & { guess?: false },
): number | undefined
export function scaleFromConfig(
  config: object,
  options?: ScaleFromConfigOptions,
): number | undefined | GuessedScale {
  const fields = textConfig(config)
  const { layer, guess } = choiceOfLayer(options, fields)
  if (!guess) return scaleOf(fields, layer)
  if (isKnown(fields)) return { scale: scaleOf(fields, layer), assumed: [] }
  const name = JSON.stringify(fields.text('model_type', ''))
  return {
    scale: undefined,
    assumed: [`model_type ${name} is not known: its scale was taken as the usual one`],
  }
}

export function scaleOf(fields: ConfigFields, layer = 0): number | undefined {
  requireKnown(fields)
  return readers[fields.text('model_type', '')]?.(fields, layer)
}

type Reader = (config: ConfigFields, layer: number) => number | undefined

const readers: Readonly<Record<string, Reader>> = {
  __proto__: null as never,
  deepseek_v2: latent(128),
  deepseek_v3: latent(128),
  mistral4: (config, layer) => {
    withoutParameters(config)
    return latent(64)(config, layer)
  },
  gemma2: queryScalar,
  gemma3_text: queryScalar,
  granite: multiplier,
  granitemoe: multiplier,
  granitemoeshared: multiplier,
  gpt2,
  'gpt-sw3': gpt2,
  gpt_bigcode: (c) => (c.flag('scale_attn_weights', true) ? undefined : 1),
  mpt: (c) => {
    const own = c.inner('attn_config')
    return own?.has('softmax_scale') ? own.number('softmax_scale') : undefined
  },
  deberta: withoutRelative,
  'deberta-v2': withoutRelative,
  mpnet: (c) => 1 / Math.sqrt(Math.floor(c.count('hidden_size', 768) / c.count('num_attention_heads', 12))),
  gpt_neo: () => 1,
}

function multiplier(config: ConfigFields): number {
  return config.number('attention_multiplier', 1)
}

// DeBERTa's scale without relative attention: the terms that the config lists still count.
function withoutRelative(config: ConfigFields): number | undefined {
  const terms = disentangledTerms(config).length
  if (config.flag('relative_attention', false) || terms === 0) return undefined
  return 1 / Math.sqrt(headDimOf(config) * (1 + terms))
}

function gpt2(config: ConfigFields, layer: number): number | undefined {
  const plain = config.flag('scale_attn_weights', true)
  const byLayer = config.flag('scale_attn_by_inverse_layer_idx', false)
  if (plain && !byLayer) return undefined
  const headDim = Math.floor(
    config.either('n_embd', 'hidden_size', 768) / config.either('n_head', 'num_attention_heads', 12),
  )
  return (plain ? 1 / Math.sqrt(headDim) : 1) / (byLayer ? layer + 1 : 1)
}

function queryScalar(config: ConfigFields): number {
  return 1 / Math.sqrt(config.positive('query_pre_attn_scalar', 256))
}

// The scale of latent attention; `still`: the channels that are not rotated, if the config does not say.
function latent(still: number): Reader {
  return (config) => {
    const headDim = config.count('qk_nope_head_dim', still) + config.count('qk_rope_head_dim', 64)
    const scaling = config.inner('rope_parameters') ?? config.inner('rope_scaling')
    const all = scaling?.number('mscale_all_dim', 0) ?? 0
    const factor = scaling && ropeTypeOf(scaling) !== 'default' && all ? scaling.number('factor') : 1
    const m = factor > 1 ? 0.1 * all * Math.log(factor) + 1 : 1
    return (m * m) / Math.sqrt(headDim)
  }
}
