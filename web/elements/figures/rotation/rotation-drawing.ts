// The rotation of every pair at two positions, and its part of the score; computed with the library.

import type { RopePosition } from 'whereformer'
import type { AnyLibrary } from '../../parts/engine/library.js'
import type { StateOf } from '../../parts/figure/fields.js'
import type { rotationFields, Scaling } from './rotation-fields.js'

export type RotationState = StateOf<typeof rotationFields>

interface Pair {
  index: number
  /** Positions per turn. */
  wavelength: number
  /** Cosine and sine of the angles: (1, 0) as rotated by the library. */
  query: Hand
  key: Hand
  /** The cosine of the angle between them: this pair's part of the score. */
  product: number
}

export type Hand = readonly [cosine: number, sine: number]

export interface RotationDrawing {
  position: RopePosition
  /** The query's position and the key's. */
  at: readonly [query: number, key: number]
  pairs: readonly Pair[]
  /** The clocks that are drawn, from the fastest to the slowest. */
  clocks: readonly Pair[]
  /** Without scaling. */
  wavelengths: Float32Array
  /** With it. */
  scaled: Float32Array
  scaling: Scaling
  trainLength: number
  /** Score of an equal query and key, as a share of their score at the same position. */
  score: number
  /** Multiplied into sines and cosines (YaRN). */
  attentionFactor: number
}

/** More clocks than this could not be told apart. */
const MOST_CLOCKS = 12

export async function drawRotation(library: AnyLibrary, state: RotationState): Promise<RotationDrawing> {
  const { dim } = state
  const at = [state.position, Math.max(0, state.position - state.distance)] as const
  const plain: RopePosition = { type: 'rope', base: state.base, layout: 'half' }
  const position = scaledPosition(plain, state)
  const length = state.position + 1
  const [usual, scaled, rotated, apart, together] = await Promise.all([
    library.frequencies(plain, { dim, length }),
    library.frequencies(position, { dim, length }),
    library.rotate(position, probe(dim), { positions: at }),
    scoreOf(library, position, at, dim),
    scoreOf(library, position, [at[0], at[0]], dim),
  ])
  const wavelengths = wavesOf(usual.inverse)
  const waves = wavesOf(scaled.inverse)
  const { attentionFactor } = scaled
  const pairs = Array.from(waves, (wavelength, index) =>
    pairOf(rotated.data, index, dim, wavelength, attentionFactor),
  )
  return {
    position,
    at,
    pairs,
    wavelengths,
    attentionFactor,
    score: apart / together,
    clocks: spread(pairs, MOST_CLOCKS),
    scaled: waves,
    scaling: state.scaling,
    trainLength: state.trainLength,
  }
}

function scaledPosition(plain: RopePosition, state: RotationState): RopePosition {
  const { scaling: ropeType, factor, trainLength, position } = state
  if (ropeType === 'default') return plain
  const shared = { ropeType, factor, originalMaxPositionEmbeddings: trainLength }
  const more = {
    linear: {},
    ntk: {},
    dynamic: { currentLength: position + 1, maxPositionEmbeddings: trainLength },
    yarn: {},
    llama3: { lowFreqFactor: 1, highFreqFactor: 4 },
  }[ropeType]
  return { ...plain, scaling: { ...shared, ...more } }
}

/** Every pair of the layout "half" starts as (1, 0), once per position: [1, 2, dim]. */
function probe(dim: number) {
  const data = Float32Array.from({ length: 2 * dim }, (_, i) => (i % dim < dim / 2 ? 1 : 0))
  return { data, shape: [1, 2, dim] }
}

async function scoreOf(
  library: AnyLibrary,
  position: RopePosition,
  [query, key]: RotationDrawing['at'],
  dim: number,
) {
  const ones = { data: new Float32Array(dim).fill(1), shape: [1, 1, dim] }
  const { scores } = await library.attention(ones, ones, ones, {
    position,
    scale: 1 / dim,
    return: ['scores'],
    causalAlignment: 'top-left',
    positions: { query: [query], key: [key] },
  })
  return scores.data[0] ?? Number.NaN
}

const wavesOf = (inverse: Float32Array): Float32Array => inverse.map((angle) => (2 * Math.PI) / angle)

function pairOf(data: Float32Array, index: number, dim: number, wavelength: number, factor: number): Pair {
  const hand = (row: number): Hand => [
    (data[row * dim + index] as number) / factor,
    (data[row * dim + dim / 2 + index] as number) / factor,
  ]
  const [query, key] = [hand(0), hand(1)]
  return { index, wavelength, query, key, product: query[0] * key[0] + query[1] * key[1] }
}

/** So many of a list, evenly, with both ends. */
function spread<T>(list: readonly T[], most: number): T[] {
  if (list.length <= most) return [...list]
  return Array.from({ length: most }, (_, i) => list[Math.round((i * (list.length - 1)) / (most - 1))] as T)
}
