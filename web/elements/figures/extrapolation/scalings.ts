// RoPE for texts longer than those of training: the library's position of each method, at a factor.

import type { ModelPosition, Position, StackPosition } from 'whereformer'

type RopePosition = Extract<Position, { type: 'rope' }>

export const SCALINGS = ['none', 'linear', 'ntk', 'dynamic', 'yarn', 'longrope', 'llama3'] as const
export type Scaling = (typeof SCALINGS)[number]

/** The rotation of the trained model: its head width, base and context. */
export const TRAINED_ROPE = { dim: 32, base: 10_000, context: 64 } as const

/** A frequency counts as seen in training if it makes this many turns within the training length. */
const OFTEN = 4

/** Parameters of RoPE: those of the loaded model, if there is one. */
interface Rope {
  base: number
  context: number
  /** Width of a head. */
  dim: number
}

export function ropeScaledBy(scaling: Scaling, factor: number, rope: Partial<Rope> = {}): RopePosition {
  const { base, context, dim } = { ...TRAINED_ROPE, ...rope }
  if (scaling === 'none') return { type: 'rope', base }
  const lengths = { originalMaxPositionEmbeddings: context, maxPositionEmbeddings: context }
  const factors = scaling === 'longrope' ? longropeFactors(factor, { base, context, dim }) : {}
  return { type: 'rope', base, scaling: { ropeType: scaling, factor, ...lengths, ...factors } }
}

/**
 * LongRoPE searches a divisor for every pair by the model's loss. Here instead: 1 for pairs that turn often within the
 * training length, the whole factor for those that make no turn, in between even steps of the logarithm. Short texts stay as they are.
 */
function longropeFactors(factor: number, { base, context, dim }: Rope) {
  const pairs = dim / 2
  const longFactor = Array.from({ length: pairs }, (_, i) => {
    const turns = context / (2 * Math.PI * base ** ((2 * i) / dim))
    const rare = 1 - Math.log(turns) / Math.log(OFTEN)
    return factor ** Math.max(0, Math.min(1, rare))
  })
  return { longFactor, shortFactor: longFactor.map(() => 1) }
}

/** A model's position with its rotation scaled; undefined where nothing rotates. */
export function scaledIn(
  position: ModelPosition,
  scaling: Scaling,
  factor: number,
  context: number,
): StackPosition | undefined {
  let turns = false
  const ofLayer = (layer: Position) =>
    ([layer].flat() as Exclude<Position, readonly unknown[]>[]).map((part) => {
      if (part.type !== 'rope') return part
      turns = true
      return { ...part, scaling: ropeScaledBy(scaling, factor, { context }).scaling } as typeof part
    })
  const changed =
    'layers' in position ? { layers: position.layers.map(ofLayer) } : ofLayer(position as Position)
  return turns ? changed : undefined
}

/** The base of the rotation in a model's position; undefined where there is none. */
export function baseOf(position: unknown): number | undefined {
  const parts = [position].flat() as readonly { type?: unknown; base?: unknown }[]
  const base = parts.find((part) => part?.type === 'rope')?.base
  return typeof base === 'number' ? base : undefined
}
