// RoPE for texts longer than those of training: the library's position of each method, at a factor.

import type { Position } from 'whereformer'

export const SCALINGS = ['none', 'linear', 'ntk', 'dynamic', 'yarn', 'longrope', 'llama3'] as const
export type Scaling = (typeof SCALINGS)[number]

/** The rotation of the trained model: its head width, base and context. */
export const TRAINED_ROPE = { dim: 32, base: 10_000, context: 64 } as const

/** A frequency counts as seen in training if it makes this many turns within the training length. */
const OFTEN = 4

/** `base` is that of the model, if one is loaded. */
export function ropeScaledBy(scaling: Scaling, factor: number, base: number = TRAINED_ROPE.base): Position {
  const { context } = TRAINED_ROPE
  if (scaling === 'none') return { type: 'rope', base }
  const lengths = { originalMaxPositionEmbeddings: context, maxPositionEmbeddings: context }
  const factors = scaling === 'longrope' ? longropeFactors(factor, base) : {}
  return { type: 'rope', base, scaling: { ropeType: scaling, factor, ...lengths, ...factors } }
}

/**
 * LongRoPE searches a divisor for every pair by the model's loss. Here instead: 1 for pairs that turn often within the
 * training length, the whole factor for those that make no turn, in between even steps of the logarithm. Short texts stay as they are.
 */
function longropeFactors(factor: number, base: number) {
  const { dim, context } = TRAINED_ROPE
  const pairs = dim / 2
  const longFactor = Array.from({ length: pairs }, (_, i) => {
    const turns = context / (2 * Math.PI * base ** ((2 * i) / dim))
    const rare = 1 - Math.log(turns) / Math.log(OFTEN)
    return factor ** Math.max(0, Math.min(1, rare))
  })
  return { longFactor, shortFactor: longFactor.map(() => 1) }
}

/** The base of the rotation in a model's position; undefined where there is none. */
export function baseOf(position: unknown): number | undefined {
  const parts = [position].flat() as readonly { type?: unknown; base?: unknown }[]
  const base = parts.find((part) => part?.type === 'rope')?.base
  return typeof base === 'number' ? base : undefined
}
