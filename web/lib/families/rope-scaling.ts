// RoPE scaling of a config.json: rope_scaling (v4) or rope_parameters (v5), with the fallbacks of transformers.

import { oneOf } from '../boundary/checks.js'
import { refuse } from '../boundary/errors.js'
import type { RopeScaling } from '../position/position.js'
import type { ConfigFields } from './config-fields.js'
import { READ_BY_ROPE } from './read-rope-fields.generated.js'

type Reader = (scaling: ConfigFields, config: ConfigFields, apart: boolean) => RopeScaling

const ORIGINAL = 'original_max_position_embeddings'

export function ropeTypeOf(scaling: ConfigFields | undefined): string {
  return scaling?.text('rope_type', scaling.text('type', 'default')) ?? 'default'
}

/** The scaling of a config, undefined if frequencies are not scaled. `apart`: kinds of layers have separate parameters. */
export function ropeScaling(
  config: ConfigFields,
  scaling: ConfigFields | undefined,
  apart = false,
): RopeScaling | undefined {
  const type = ropeTypeOf(scaling)
  overruleUnread(config, scaling, type, apart)
  if (!scaling || type === 'default') return undefined
  if (!Object.hasOwn(readers, type)) {
    const known = ['default', ...Object.keys(readers)]
    throw refuse('ERR_UNSUPPORTED', scaling.path('rope_type'), JSON.stringify(type), oneOf(known))
  }
  return readers[type]?.(scaling, config, apart)
}

// Overrules fields that transformers does not read for this method. The original length of the model has precedence over the one inside,
// unless kinds of layers have separate parameters.
function overruleUnread(
  config: ConfigFields,
  scaling: ConfigFields | undefined,
  type: string,
  apart: boolean,
): void {
  const read = Object.hasOwn(READ_BY_ROPE, type) ? (READ_BY_ROPE[type] as string).split(' ') : []
  const unread = scaling?.keys().filter((key) => !read.includes(key)) ?? []
  for (const key of unread) scaling?.overrule(key)
  if (apart || !read.includes(ORIGINAL)) config.overrule(ORIGINAL)
  else if (config.has(ORIGINAL)) scaling?.overrule(ORIGINAL)
}

/** The factor of cosines and sines under a scaling. */
export function attentionFactorOf(scaling: RopeScaling | undefined): number {
  const { ropeType, factor = 1, originalMaxPositionEmbeddings = 1 } = scaling ?? {}
  if (scaling?.attentionFactor !== undefined) return scaling.attentionFactor
  if (ropeType === 'longrope')
    return factor <= 1 ? 1 : Math.sqrt(1 + Math.log(factor) / Math.log(originalMaxPositionEmbeddings))
  if (ropeType !== 'yarn') return 1
  const { mscale = 0, mscaleAllDim = 0 } = scaling ?? {}
  const growth = (by: number) => (factor <= 1 ? 1 : 0.1 * by * Math.log(factor) + 1)
  return mscale > 0 && mscaleAllDim > 0 ? growth(mscale) / growth(mscaleAllDim) : growth(1)
}

const readers: Readonly<Record<string, Reader>> = {
  linear: (scaling) => ({ ropeType: 'linear', factor: scaling.number('factor') }),
  dynamic: (scaling, config) => ({
    ropeType: 'dynamic',
    factor: scaling.number('factor'),
    maxPositionEmbeddings: config.number('max_position_embeddings'),
  }),
  yarn: (scaling, config, apart) => ({
    ropeType: 'yarn',
    ...lengths(scaling, config, apart),
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
  llama3: (scaling, config, apart) => ({
    ropeType: 'llama3',
    factor: scaling.number('factor'),
    lowFreqFactor: scaling.number('low_freq_factor'),
    highFreqFactor: scaling.number('high_freq_factor'),
    originalMaxPositionEmbeddings: originalMax(scaling, config, apart),
  }),
  proportional: (scaling) => ({ ropeType: 'proportional', ...given(scaling, { factor: 'factor' }) }),
}

function longrope(scaling: ConfigFields, config: ConfigFields, apart: boolean): RopeScaling {
  return {
    ropeType: 'longrope',
    ...lengths(scaling, config, apart),
    ...given(scaling, { attentionFactor: 'attention_factor' }),
    shortFactor: scaling.numbers('short_factor') ?? [],
    longFactor: scaling.numbers('long_factor') ?? [],
  }
}

// LongRoPE's original length and factor. Phi-3 has the length outside of the scaling, with precedence, and no factor: that is the
// quotient of the lengths.
function lengths(
  scaling: ConfigFields,
  config: ConfigFields,
  apart: boolean,
): Pick<RopeScaling, 'factor' | 'originalMaxPositionEmbeddings'> {
  const original = originalMax(scaling, config, apart)
  const longest = config.number('max_position_embeddings', original)
  const factor = scaling.has('factor') ? scaling.number('factor') : longest / original
  return { factor, originalMaxPositionEmbeddings: original }
}

function originalMax(scaling: ConfigFields, config: ConfigFields, apart: boolean): number {
  if (!apart && config.has(ORIGINAL)) return config.number(ORIGINAL)
  return scaling.has(ORIGINAL) ? scaling.number(ORIGINAL) : config.number('max_position_embeddings')
}

// The numbers of a scaling that are present, under their public names.
function given(scaling: ConfigFields, names: Partial<Record<keyof RopeScaling, string>>): RopeScaling {
  const present = Object.entries(names).filter(([, key]) => scaling.has(key))
  return Object.fromEntries(present.map(([name, key]) => [name, scaling.number(key)]))
}
