// RoPE scaling as a config.json says it: rope_scaling (v4) or rope_parameters (v5), with the fallbacks of transformers.

import { oneOf } from '../checks.js'
import { refuse } from '../errors.js'
import type { RopeScaling } from '../position.js'
import type { ConfigFields } from './config-fields.js'

type Reader = (scaling: ConfigFields, config: ConfigFields) => RopeScaling

/** undefined where the frequencies are not scaled. */
export function ropeScaling(
  config: ConfigFields,
  scaling: ConfigFields | undefined,
): RopeScaling | undefined {
  if (!scaling) return undefined
  const type = scaling.text('rope_type', scaling.text('type', 'default'))
  if (type === 'default') return undefined
  if (!Object.hasOwn(readers, type)) {
    const known = ['default', ...Object.keys(readers)]
    throw refuse('ERR_UNSUPPORTED', scaling.path('rope_type'), JSON.stringify(type), oneOf(known))
  }
  return readers[type]?.(scaling, config)
}

const readers: Readonly<Record<string, Reader>> = {
  linear: (scaling) => ({ ropeType: 'linear', factor: scaling.number('factor') }),
  dynamic: (scaling, config) => ({
    ropeType: 'dynamic',
    factor: scaling.number('factor'),
    maxPositionEmbeddings: config.number('max_position_embeddings'),
  }),
  yarn: (scaling, config) => ({
    ropeType: 'yarn',
    ...lengths(scaling, config),
    ...given(scaling, {
      attentionFactor: 'attention_factor',
      betaFast: 'beta_fast',
      betaSlow: 'beta_slow',
      mscale: 'mscale',
      mscaleAllDim: 'mscale_all_dim',
    }),
    ...(scaling.has('truncate') ? { truncate: scaling.flag('truncate', true) } : {}),
  }),
  longrope,
  su: longrope, // its name in the first Phi-3 configs
  llama3: (scaling, config) => ({
    ropeType: 'llama3',
    factor: scaling.number('factor'),
    lowFreqFactor: scaling.number('low_freq_factor'),
    highFreqFactor: scaling.number('high_freq_factor'),
    originalMaxPositionEmbeddings: originalMax(scaling, config),
  }),
  proportional: (scaling) => ({ ropeType: 'proportional', ...given(scaling, { factor: 'factor' }) }),
}

function longrope(scaling: ConfigFields, config: ConfigFields): RopeScaling {
  return {
    ropeType: 'longrope',
    ...lengths(scaling, config),
    ...given(scaling, { attentionFactor: 'attention_factor' }),
    shortFactor: scaling.numbers('short_factor') ?? [],
    longFactor: scaling.numbers('long_factor') ?? [],
  }
}

// Phi-3 writes the original length beside the scaling, where it wins, and leaves the factor to be the quotient of the lengths.
function lengths(
  scaling: ConfigFields,
  config: ConfigFields,
): Pick<RopeScaling, 'factor' | 'originalMaxPositionEmbeddings'> {
  const original = originalMax(scaling, config)
  const longest = config.number('max_position_embeddings', original)
  const factor = scaling.has('factor') ? scaling.number('factor') : longest / original
  return { factor, originalMaxPositionEmbeddings: original }
}

function originalMax(scaling: ConfigFields, config: ConfigFields): number {
  const key = 'original_max_position_embeddings'
  if (config.has(key)) return config.number(key)
  return scaling.has(key) ? scaling.number(key) : config.number('max_position_embeddings')
}

// The numbers that are there, under their public names.
function given(scaling: ConfigFields, names: Partial<Record<keyof RopeScaling, string>>): RopeScaling {
  const present = Object.entries(names).filter(([, key]) => scaling.has(key))
  return Object.fromEntries(present.map(([name, key]) => [name, scaling.number(key)]))
}
