// What <wf-arrows> shows of a state: a query and a key, pair by pair, before and after their rotation, and the scores and weights of
// that query for the key at every distance. All products are computed by the library.

import type { RopePosition, Tensor } from 'whereformer'
import type { AnyLibrary } from '../../parts/engine/library.js'
import type { StateOf } from '../../parts/figure/fields.js'
import type { Refused } from '../../parts/figure/figure-state.js'
import { type Prepared, prepare } from '../../parts/trained/passage.js'
import type { TrainedModel } from '../../parts/trained/trained-models.js'
import type { SmallName } from '../../parts/trained/trained-names.js'
import { type arrowsFields, EXAMPLE, MOST_PARTS, SPAN } from './arrows-fields.js'
import { ARROWS, arrowsIn, textOf } from './changed-arrows.js'
import { type HeadVectors, headVectors } from './head-vectors.js'
import { madeVectors } from './made-vectors.js'
import { type Word, wordsOf } from './words-of-text.js'

export type ArrowsState = StateOf<typeof arrowsFields>

export type Vector = readonly [x: number, y: number]

interface Side {
  /** In the list of words, counted from 0. */
  word: number
  text: string
  /** Its position. */
  at: number
}

/** One pair of channels. */
export interface Pair {
  /** Radians per position. */
  turn: number
  /** Positions per turn. */
  wavelength: number
  query: Vector
  key: Vector
  /** As rotated by the library. */
  turnedQuery: Vector
  turnedKey: Vector
  /** Dot products. */
  before: number
  after: number
  /** The length that fills the plane. */
  reach: number
}

export interface ArrowsDrawing {
  prepared: Prepared
  words: readonly Word[]
  query: Side
  key: Side
  pairs: readonly Pair[]
  pair: number
  layer: number
  head: number
  /** Of the model. */
  layers: number
  heads: number
  /** By distance, 0 … SPAN: what the query's score and weight would be, did a key like this one stand at each. */
  scores: Float32Array
  weights: Float32Array
  /** Settings that are none here. */
  refused: readonly (OutOfRange | NoArrows)[]
}

type Limited = 'queryWord' | 'keyWord' | 'keyAt' | 'layer' | 'head' | 'pair'
type OutOfRange = { [Name in Limited]: Refused & { name: Name; used: number } }[Limited]
type NoArrows = { [Name in Drawn]: Refused & { name: Name; used: string } }[Drawn]
type Drawn = 'queryArrows' | 'keyArrows'

/** Characters that are read at most: each has a position on the axis. */
export const LONGEST_LINE = SPAN

/** Of both small models, and of the vectors that are made up. */
const ROPE: RopePosition = { type: 'rope', base: 10_000, layout: 'half' }
const WIDTH = 16

export async function drawArrows(
  library: AnyLibrary,
  state: ArrowsState,
  openModel: () => Promise<TrainedModel<SmallName>>,
): Promise<ArrowsDrawing> {
  const trained = state.vectors === 'made' ? undefined : await openModel()
  const { prepared, words } = sentenceOf(state.text, trained?.characters)
  const { layers, heads } = trained?.model.spec ?? { layers: MOST_PARTS, heads: MOST_PARTS }
  const limits = limited(state, words, { layers, heads })
  const { query, key, layer, head, pair } = limits
  const turns = (await library.frequencies(ROPE, { dim: WIDTH, length: 1 })).inverse
  const tokens = { query: words[query.word]?.at ?? 0, key: words[key.word]?.at ?? 0 }
  const given =
    trained === undefined
      ? madeVectors(turns, state.peak)
      : await headVectors(library, trained, prepared.characters.join(''), { layer, head }, tokens)
  const vectors = {
    query: changed(given.query, state.queryArrows),
    key: changed(given.key, state.keyArrows),
  }
  const [pairs, row] = await Promise.all([
    pairsOf(library, vectors, given, turns, query.at, key.at),
    rowOf(library, vectors, query.at),
  ])
  return {
    ...{ prepared, words, query, key, pairs, pair, layer, head, layers, heads },
    ...row,
    refused: [...limits.refused, ...noArrows('queryArrows', state), ...noArrows('keyArrows', state)],
  }
}

/** A text without words gives way to the default one. */
function sentenceOf(text: string, known: readonly string[] = Array.from(text)) {
  const read = (given: string) => prepare(given, known, LONGEST_LINE, EXAMPLE)
  const prepared = read(text)
  const words = wordsOf(prepared.characters)
  if (words.length > 0) return { prepared, words }
  const instead = { ...prepared, ...read(''), length: prepared.length, strangers: prepared.strangers }
  return { prepared: instead, words: wordsOf(instead.characters) }
}

type Limit = Pick<ArrowsDrawing, 'query' | 'key' | 'layer' | 'head' | 'pair' | 'refused'>

/** What the text, the model and the axis leave of the settings. */
function limited(
  state: ArrowsState,
  words: readonly Word[],
  { layers, heads }: { layers: number; heads: number },
): Limit {
  const refused: OutOfRange[] = []
  const within = (name: Limited, value: number, low: number, high: number) => {
    const used = Math.min(high, Math.max(low, value))
    const wanted = low === high ? `${low}` : `${low} … ${high}`
    if (used !== value) refused.push({ name, wanted, used } as OutOfRange)
    return used
  }
  const queryWord = within('queryWord', state.queryWord, 0, words.length - 1)
  const keyWord = within('keyWord', state.keyWord, 0, queryWord)
  const queryAt = state.queryAt ?? words[queryWord]?.at ?? 0
  const nearest = Math.max(0, queryAt - SPAN)
  const standing = Math.min(queryAt, Math.max(nearest, words[keyWord]?.at ?? 0))
  const keyAt = state.keyAt === undefined ? standing : within('keyAt', state.keyAt, nearest, queryAt)
  return {
    query: { word: queryWord, text: words[queryWord]?.text ?? '', at: queryAt },
    key: { word: keyWord, text: words[keyWord]?.text ?? '', at: keyAt },
    layer: within('layer', state.layer, 0, layers - 1),
    head: within('head', state.head, 0, heads - 1),
    pair: within('pair', state.pair, 0, WIDTH / 2 - 1),
    refused,
  }
}

/** Parts of the text that are no arrows of this head. */
function noArrows(name: Drawn, state: ArrowsState): NoArrows[] {
  const given = state[name]
  const known = new Map([...arrowsIn(given)].filter(([pair]) => pair < WIDTH / 2))
  const parts = given.split(',').filter((part) => part.trim() !== '')
  return known.size === parts.length ? [] : [{ name, wanted: ARROWS, used: textOf(known) } as NoArrows]
}

/** With the reader's arrows in the place of those that came. */
function changed(vector: Float32Array, arrows: string): Float32Array {
  const made = vector.slice()
  const half = vector.length / 2
  for (const [pair, { length, angle }] of arrowsIn(arrows)) {
    if (pair >= half) continue // refused
    made[pair] = length * Math.cos((angle * Math.PI) / 180)
    made[pair + half] = length * Math.sin((angle * Math.PI) / 180)
  }
  return made
}

async function pairsOf(
  library: AnyLibrary,
  vectors: HeadVectors,
  given: HeadVectors,
  turns: Float32Array,
  queryAt: number,
  keyAt: number,
): Promise<Pair[]> {
  const both = { data: Float32Array.of(...vectors.query, ...vectors.key), shape: [1, 2, WIDTH] } // spread: two heads' width
  const rotated = await library.rotate(ROPE, both, { positions: [queryAt, keyAt] })
  const [turnedQuery, turnedKey] = [rotated.data.subarray(0, WIDTH), rotated.data.subarray(WIDTH)]
  const [before, after] = await Promise.all([
    products(library, vectors.query, vectors.key),
    products(library, turnedQuery, turnedKey),
  ])
  return Array.from(turns, (turn, i) => {
    const lengths = [given, vectors].flatMap(({ query, key }) => [query, key].map((one) => lengthOf(one, i)))
    return {
      ...{ turn, wavelength: (2 * Math.PI) / turn, reach: Math.max(...lengths) }, // spread: four lengths
      ...{ query: vectorOf(vectors.query, i), key: vectorOf(vectors.key, i) },
      ...{ turnedQuery: vectorOf(turnedQuery, i), turnedKey: vectorOf(turnedKey, i) },
      ...{ before: before[i] ?? Number.NaN, after: after[i] ?? Number.NaN },
    }
  })
}

/** Of each pair of channels: [pairs, 1, 2] · [pairs, 2, 1]. */
async function products(library: AnyLibrary, query: Float32Array, key: Float32Array): Promise<Float32Array> {
  const pairs = query.length / 2
  const left = { data: interleaved(query), shape: [pairs, 1, 2] }
  const right = { data: interleaved(key), shape: [pairs, 2, 1] }
  return (await library.matmul(left, right)).data
}

function interleaved(vector: Float32Array): Float32Array {
  const half = vector.length / 2
  return vector.map((_, i) => vector[Math.floor(i / 2) + (i % 2) * half] ?? 0)
}

const vectorOf = (vector: Float32Array, pair: number): Vector => [
  vector[pair] ?? 0,
  vector[pair + vector.length / 2] ?? 0,
]

const lengthOf = (vector: Float32Array, pair: number): number => Math.hypot(...vectorOf(vector, pair)) // spread: x and y

/** One query, and the key at each distance from it; near the start of the axis the query moves on, so that there is room. */
async function rowOf(library: AnyLibrary, vectors: HeadVectors, queryAt: number) {
  const at = Math.max(SPAN, queryAt)
  const positions = { query: [at], key: Array.from({ length: SPAN + 1 }, (_, distance) => at - distance) }
  const query: Tensor = { data: vectors.query, shape: [1, 1, WIDTH] }
  const data = Float32Array.from({ length: (SPAN + 1) * WIDTH }, (_, i) => vectors.key[i % WIDTH] ?? 0)
  const keys: Tensor = { data, shape: [1, SPAN + 1, WIDTH] }
  const { scores, weights } = await library.attention(query, keys, keys, {
    ...{ position: ROPE, positions, return: ['scores', 'weights'] },
  })
  return { scores: scores.data, weights: weights.data }
}
