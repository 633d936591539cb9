// Rotary positions of a config.json: one set of parameters for the model (v4: rope_theta, rope_scaling; v5:
// rope_parameters), or one per kind of layer.

import { refuse } from '../boundary/errors.js'
import type {
  LogNPosition,
  MaskPosition,
  MropePosition,
  PositionEncoding,
  RopePosition,
} from '../position/position-types.generated.js'
import type { TableReference } from '../position/table-reference.js'
import type { ConfigFields } from './config-fields.js'
import {
  asks,
  isTurned,
  kindOf,
  type LayerKind,
  rhythmOf,
  type SlidingLayers,
  slidingWindow,
} from './layers.js'
import { ropeScaling, ropeTypeOf } from './rope-scaling.js'

type Part = PositionEncoding<TableReference>

/** Differences of an architecture from the common form: half-split pairs over whole heads, base 10000, equal layers. */
export interface RopeHabit {
  layout?: 'interleaved'
  reversed?: true
  /** What unscaled frequencies may be called beside "default". */
  plain?: 'mrope'
  /** The base if the config has none, as in transformers 5. */
  base?: number
  baseKey?: string
  partial?: number
  partialKey?: string
  /** What an odd number of rotated channels means: one frequency more than pairs, and one rotated channel more. */
  odd?: 'next even'
  sliding?: SlidingLayers
  /** The base of sliding layers, which are not scaled, and its key if it has one. */
  local?: { key?: string; base?: number }
  /** The soft cap if the config names none; null is none. */
  softcap?: number
  /** The mask of a sliding layer. */
  window?: (config: ConfigFields) => MaskPosition | undefined
  /** Are the layers of this kind rotated at all? */
  rotates?: (config: ConfigFields, layer: number, kind: LayerKind) => boolean
}

export function ropeParts(config: ConfigFields, layer: number, habit: RopeHabit = {}): Part[] {
  requireKnownLayers(config, habit)
  const kind = kindOf(config, layer, habit.sliding)
  const rotates = habit.rotates?.(config, layer, kind) ?? true
  const turn: Part[] = rotates ? [ropeOf(config, layer, kind, habit)] : []
  const parts = [...turn, ...softcapOf(config, habit), ...windowParts(config, kind, habit)]
  return parts.length ? parts : [{ type: 'none' }]
}

/** The part that a sliding layer adds to its position. */
function windowParts(config: ConfigFields, kind: LayerKind, { window = causalWindow }: RopeHabit): Part[] {
  const mask = kind === 'sliding_attention' ? window(config) : undefined
  return mask ? [mask] : []
}

// The window of a sliding layer, if it is used: Qwen's configs have windows that are not.
function causalWindow(config: ConfigFields): MaskPosition | undefined {
  const used = config.flag('use_sliding_window', !config.has('max_window_layers'))
  if (!used || !config.has('sliding_window')) return undefined
  return slidingWindow(config.count('sliding_window'))
}

function softcapOf(config: ConfigFields, { softcap }: RopeHabit): Part[] {
  const key = 'attn_logit_softcapping'
  if (softcap !== undefined && !config.names(key)) return [{ type: 'softcap', cap: softcap }]
  return asks(config, key) && config.has(key) ? [{ type: 'softcap', cap: config.number(key) }] : []
}

// Refuses a second set of parameters without layer_types, since its layers are unknown.
function requireKnownLayers(config: ConfigFields, habit: RopeHabit): void {
  const known = (asks(config, 'layer_types') && config.has('layer_types')) || habit.sliding !== undefined
  const parameters = parametersOf(config, 'full_attention', habit)
  const [nested] = kindsIn(parameters)
  const second = nested && parameters?.path(nested)
  if (second && !known) {
    throw refuse(
      'ERR_UNSUPPORTED',
      second,
      'parameters per kind of layer',
      'layer_types, or one set for all layers',
    )
  }
  if (config.has('rope_local_base_freq') && !habit.local) {
    throw refuse('ERR_UNSUPPORTED', 'config.rope_local_base_freq', 'a second base', 'one base for all layers')
  }
}

// The rope parameters of a kind of layer. A non-empty rope_scaling (v4) replaces rope_parameters (v5), as in transformers. Sliding layers
// with their own base are not scaled.
function parametersOf(config: ConfigFields, kind: LayerKind, { local }: RopeHabit): ConfigFields | undefined {
  if (local) {
    const v4 = kind === 'sliding_attention' ? undefined : 'rope_scaling'
    return config.inner('rope_parameters') ?? (v4 && config.inner(v4))
  }
  const v4 = config.inner('rope_scaling')
  if (!v4?.keys().length) return config.inner('rope_parameters')
  config.overrule('rope_parameters')
  return v4
}

function kindsIn(parameters: ConfigFields | undefined): string[] {
  return parameters?.keys().filter((key) => key.endsWith('_attention') && parameters.isObject(key)) ?? []
}

function ropeOf(config: ConfigFields, layer: number, kind: LayerKind, habit: RopeHabit): RopePosition {
  const [full, sliding] = [
    turnsOf(config, 'full_attention', habit),
    turnsOf(config, 'sliding_attention', habit),
  ]
  const rhythm = rhythmOf(config, habit.sliding)
  const apart = JSON.stringify(full) !== JSON.stringify(sliding)
  if (!apart || !rhythm || sliding.scaling || full.rotaryDim !== sliding.rotaryDim) {
    return kind === 'sliding_attention' ? sliding : full
  }
  return {
    ...full,
    localBase: sliding.base ?? 10000,
    globalEvery: rhythm.every,
    layer: layer + rhythm.shift,
  }
}

// The rotation of one kind of layer.
function turnsOf(config: ConfigFields, kind: LayerKind, habit: RopeHabit): RopePosition {
  const parameters = parametersOf(config, kind, habit)
  const nested = kindsIn(parameters).length > 0
  const own = nested ? parameters?.inner(kind) : parameters
  const local = kind === 'sliding_attention' ? habit.local : undefined
  const apart = nested || habit.local !== undefined
  const scaling = ropeTypeOf(own) === habit.plain ? undefined : ropeScaling(config, own, apart)
  const rotaryDim = rotaryDimOf(config, partialOf(config, own, habit))
  const position: RopePosition = { type: 'rope', base: baseOf(config, own, habit, local) }
  if (habit.layout) position.layout = habit.layout
  if (habit.reversed) position.reversed = true
  if (rotaryDim) position.rotaryDim = rotaryDim
  if (scaling) position.scaling = scaling
  return habit.odd && rotaryDim % 2 ? evened(position, rotaryDim, config) : position
}

// A rotation of r channels, r odd, as in GPT-NeoX: frequencies base^(−2i/r) for i up to (r − 1)/2, which turn r + 1 channels. They are those
// of r + 1 channels under the base^((r + 1)/r).
function evened(position: RopePosition, channels: number, config: ConfigFields): RopePosition {
  const type = position.scaling?.ropeType
  if (type !== undefined && type !== 'linear' && type !== 'llama3') {
    const wanted = `an even number of rotated channels with rope_type ${type}`
    throw refuse('ERR_UNSUPPORTED', config.path(PARTIAL), `${channels} channels`, wanted)
  }
  const rotaryDim = channels + 1
  return { ...position, rotaryDim, base: (position.base ?? 10000) ** (rotaryDim / channels) }
}

// The base of the frequencies. Values inside the parameters have precedence over those beside them.
function baseOf(
  config: ConfigFields,
  own: ConfigFields | undefined,
  habit: RopeHabit,
  local: RopeHabit['local'],
): number {
  const key = local?.key ?? habit.baseKey ?? 'rope_theta'
  if (own?.names('rope_theta')) {
    config.overrule(key)
    config.overrule('rope_theta')
    return own.number('rope_theta')
  }
  if (local?.base && !local.key) return local.base
  if (key !== 'rope_theta' && !local) config.overrule('rope_theta') // GPT-NeoX: as with the rotated fraction
  return config.number(key, local?.base ?? habit.base ?? 10000)
}

const PARTIAL = 'partial_rotary_factor'

function partialOf(config: ConfigFields, parameters: ConfigFields | undefined, habit: RopeHabit): number {
  if (!asks(config, PARTIAL)) return unasked(config, parameters)
  const beside = habit.partialKey ?? PARTIAL
  if (beside !== PARTIAL) config.overrule(PARTIAL) // GPT-NeoX: written by transformers 4, never read
  if (!parameters?.has(PARTIAL)) return config.number(beside, habit.partial ?? 1)
  config.overrule(beside)
  return parameters.number(PARTIAL)
}

// The rotated fraction in architectures that do not ask for it. Their plain frequencies are those of whole heads. Scaled ones follow the
// fraction, and transformers cannot multiply them with whole heads, except for proportional ones.
function unasked(config: ConfigFields, parameters: ConfigFields | undefined): number {
  const type = ropeTypeOf(parameters)
  if (type === 'default') {
    config.overrule(PARTIAL)
    parameters?.overrule(PARTIAL)
    return 1
  }
  const owner = parameters?.has(PARTIAL) ? parameters : config
  const partial = owner.number(PARTIAL, 1)
  if (partial === 1 || type === 'proportional') return partial
  const wanted = `1 with rope_type ${type}: ${config.text('model_type')} rotates whole heads`
  throw refuse('ERR_UNSUPPORTED', owner.path(PARTIAL), String(partial), wanted)
}

// The number of rotated channels; 0 = whole heads, as in the core.
function rotaryDimOf(config: ConfigFields, partial: number): number {
  if (partial === 1) return 0
  if (!(partial > 0 && partial < 1)) {
    throw refuse(
      'ERR_VALUE',
      config.path('partial_rotary_factor'),
      String(partial),
      'a number above 0, at most 1',
    )
  }
  return Math.floor(headDimOf(config) * partial)
}

export function headDimOf(config: ConfigFields): number {
  if (config.has('head_dim')) return config.count('head_dim')
  return Math.floor(config.count('hidden_size') / config.count('num_attention_heads'))
}

/** M-RoPE: three position ids per token, whose sections divide the pairs of a head among time, height and width. */
export function mropeParts(
  config: ConfigFields,
  layer: number,
  { order, sections, ...habit }: RopeHabit & Required<Pick<MropePosition, 'order' | 'sections'>>,
): Part[] {
  const kind = kindOf(config, layer, habit.sliding)
  const own = parametersOf(config, kind, habit)
  const { type: _, ...turn } = turnsOf(config, kind, { ...habit, plain: 'mrope' })
  const turned: MropePosition = {
    type: 'mrope',
    ...turn,
    sections: own?.numbers('mrope_section') ?? sections,
    order,
  }
  return [turned as Part, ...windowParts(config, kind, habit)]
}

/** Rotated layers whose queries grow with their position as well. */
export function temperedParts(config: ConfigFields, parts: Part[]): Part[] {
  const own = parametersOf(config, 'full_attention', {})
  const { scaling } = parts[0] as RopePosition
  return [
    ...parts,
    {
      type: 'logN',
      temperature: own?.number('llama_4_scaling_beta'),
      trainLength: scaling?.originalMaxPositionEmbeddings ?? own?.number('original_max_position_embeddings'),
    } as LogNPosition,
  ]
}

/** Multi-head latent attention: only the last channels of a head are rotated. */
export function decoupledParts(config: ConfigFields, layer: number, still = 128): Part[] {
  const rotaryStart = config.count('qk_nope_head_dim', still)
  const rotaryDim = config.count('qk_rope_head_dim', 64)
  const layout = config.flag('rope_interleave', true) ? 'interleaved' : 'half'
  return ropeParts(config, layer).map((part) =>
    part.type === 'rope' ? { ...part, layout, rotaryDim, rotaryStart } : part,
  )
}

/** Llama 4: rotation and attention within chunks, except in every n-th layer, which has neither. */
export function iropeParts(config: ConfigFields, layer: number): Part[] {
  const [rope] = ropeParts(config, layer, { base: 500000, layout: 'interleaved' }) as [RopePosition]
  const nopeEvery = config.count('no_rope_layer_interval', 4)
  const tempered = config.flag('attn_temperature_tuning', true)
  const regular =
    config.numbers('no_rope_layers')?.every((flag, i) => !flag === !((i + 1) % nopeEvery)) ?? true
  return [
    {
      type: 'irope',
      base: rope.base ?? 500000,
      nopeEvery: regular ? nopeEvery : Number(!isTurned(config, layer)), // else of this layer alone: 0 turns, 1 does not
      layer,
      chunk: config.count('attention_chunk_size', 8192),
      temperature: tempered ? config.number('attn_scale', 0.1) : 0,
      floorScale: tempered ? config.count('floor_scale', 8192) : 8192,
      qkNorm: config.flag('use_qk_norm', true),
      normEpsilon: config.number('rms_norm_eps', 1e-5),
      ...(rope.scaling ? { scaling: rope.scaling } : {}),
    },
  ]
}
