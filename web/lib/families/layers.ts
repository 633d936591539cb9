// What differs between the layers of one model: sliding windows, chunks, layers without rotation.

import { itemsOf } from '../boundary/checks.js'
import { refuse } from '../boundary/errors.js'
import type { MaskPosition } from '../position/position-types.generated.js'
import type { ConfigFields } from './config-fields.js'
import { ASKED_BY } from './read-rope-fields.generated.js'

export type LayerKind = 'full_attention' | 'sliding_attention' | 'chunked_attention'

/** Which layers slide if `layer_types` is absent: all, those from a number on, or all but every n-th. */
export type SlidingLayers =
  | 'all'
  | { from: string } // the key of the first sliding layer's number
  | {
      every: number
      /** The key of n in the config. */
      key?: string
      /** Are the full layers 0, n, 2n …? Else they are n − 1, 2n − 1 … */
      fullFirst?: boolean
    }

/** Does transformers' model of this type read the field itself? Unknown types do. */
export function asks(config: ConfigFields, key: string): boolean {
  return ASKED_BY[config.text('model_type', '')]?.split(' ').includes(key) ?? true
}

/** The kind of a layer: from the config where the architecture asks it, else its default. */
export function kindOf(config: ConfigFields, layer: number, sliding?: SlidingLayers): LayerKind {
  const kinds = asks(config, 'layer_types') ? config.texts('layer_types') : undefined
  if (kinds) return knownKind(kinds[layer], config, layer)
  const kind = defaultKind(config, layer, sliding)
  requireNoOther(config, layer, kind)
  return kind
}

// Where the architecture does not ask for kinds, transformers' cache does: a layer that slides there alone would forget keys.
function requireNoOther(config: ConfigFields, layer: number, kind: LayerKind): void {
  const kinds = config.peek('layer_types')
  if (kinds === undefined) return
  const named = knownKind(
    itemsOf(kinds, config.path('layer_types'), 'a list of strings')[layer],
    config,
    layer,
  )
  if (named !== 'full_attention' && named !== kind) {
    const wanted = `${kind}, which is what ${config.text('model_type')} computes in every layer`
    throw refuse('ERR_UNSUPPORTED', config.path(`layer_types[${layer}]`), JSON.stringify(named), wanted)
  }
  config.overrule('layer_types')
}

function defaultKind(config: ConfigFields, layer: number, sliding?: SlidingLayers): LayerKind {
  if (sliding === undefined) return 'full_attention'
  if (sliding === 'all') return 'sliding_attention'
  if ('from' in sliding)
    return layer >= config.integer(sliding.from, 28) ? 'sliding_attention' : 'full_attention'
  return isFull(periodOf(config, sliding), layer) ? 'full_attention' : 'sliding_attention'
}

function knownKind(kind: unknown, config: ConfigFields, layer: number): LayerKind {
  if (kind === 'full_attention' || kind === 'sliding_attention' || kind === 'chunked_attention') return kind
  const got = kind === undefined ? `no layer ${layer}` : JSON.stringify(kind)
  const wanted = 'full_attention, sliding_attention or chunked_attention'
  throw refuse('ERR_UNSUPPORTED', config.path(`layer_types[${layer}]`), got, wanted)
}

/** Layers where (layer + shift + 1) % every = 0 are full, the others slide. */
export interface Period {
  every: number
  shift: number
}

function isFull({ every, shift }: Period, layer: number): boolean {
  return (layer + shift + 1) % every === 0
}

/** The period in which full and sliding layers alternate; undefined if there is none. */
export function rhythmOf(config: ConfigFields, sliding?: SlidingLayers): Period | undefined {
  const kinds = asks(config, 'layer_types') ? config.texts('layer_types') : undefined
  if (kinds) return periodOfKinds(kinds)
  return typeof sliding === 'object' && 'every' in sliding ? periodOf(config, sliding) : undefined
}

function periodOf(config: ConfigFields, sliding: Extract<SlidingLayers, { every: number }>): Period {
  const every = sliding.key ? config.count(sliding.key, sliding.every) : sliding.every
  return { every, shift: sliding.fullFirst ? every - 1 : 0 }
}

function periodOfKinds(kinds: readonly string[]): Period | undefined {
  const full = kinds.flatMap((kind, i) => (kind === 'full_attention' ? [i] : []))
  const [first = -1, second] = full
  const every = second === undefined ? first + 1 : second - first
  const period = { every, shift: every - 1 - first }
  const regular = every > 0 && kinds.every((kind, i) => isFull(period, i) === (kind === 'full_attention'))
  return regular ? period : undefined
}

/** Is a layer rotated? `no_rope_layers` is 1 where it is; if absent, every `no_rope_layer_interval`-th is not. */
export function isTurned(config: ConfigFields, layer: number): boolean {
  const flag = config.numbers('no_rope_layers')?.[layer]
  return flag === undefined ? (layer + 1) % config.count('no_rope_layer_interval', 4) !== 0 : flag !== 0
}

/** A window of so many tokens that ends with the query's own; keys after the query are left to the causal mask. */
export function slidingWindow(tokens: number): MaskPosition {
  return { type: 'mask', kind: 'window', left: tokens - 1 }
}
