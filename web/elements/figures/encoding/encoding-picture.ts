// The map of an encoding: which hook is drawn, and on what input.

import type { EncodingEntry, Position, PositionEncoding } from 'whereformer'
import type { AnyLibrary } from '../../parts/engine/library.js'
import type { ColorMapName } from '../../parts/matrix/color-maps.js'
import type { Matrix, Range } from '../../parts/matrix/matrix.js'
import {
  type EncodingChoice,
  knownChoice,
  parameterOf,
  positionOf,
  type Tables,
  tablesOf,
} from '../../parts/positions/drawn-position.js'
import {
  addedScores,
  distancesThatCount,
  type Hook,
  hookOf,
  needsCausal,
  scoresOfProducts,
  turnedProbe,
  visibleCells,
} from '../../parts/positions/encoding-numbers.js'
import type { ExampleSizes } from '../../parts/positions/example-positions.js'
import { biasHead, headOf, rangeOf } from './head-maps.js'

export interface EncodingPicture {
  type: string
  hook: Hook | undefined
  matrix: Matrix
  colors: ColorMapName
  range: Range
  /** Rows are queries and columns keys; otherwise positions and dimensions. */
  relative: boolean
  causal: boolean
  /** How many heads to choose from; 1 where all are the same. */
  heads: number
  tables: Tables
  /** The scores before what the picture shows was done to them. */
  before?: Matrix
  /** Scaled frequencies: positions per turn of the fastest and the slowest pair, and what multiplies cosines and sines. */
  waves?: { pairs: number; fast: number; slow: number; factor: number }
  /** Masks: how many cells are seen. */
  seen?: number
  /** A linear bias: what it changes by per step of distance. */
  slope?: number
}

/** Heads of every picture that has some. */
export const HEADS = 8

/** The width of a head where the picture does not show its channels. */
const HEAD_DIM = 16

/** Is the map drawn for causal attention? */
const looksBack = ({ causal }: EncodingEntry, position: PositionEncoding): boolean =>
  causal !== undefined && !('symmetric' in position && position.symmetric)

interface Drawing {
  library: AnyLibrary
  entry: EncodingEntry
  position: PositionEncoding
  sizes: ExampleSizes
  choice: EncodingChoice
}

type Part = Pick<EncodingPicture, 'matrix'> & Partial<EncodingPicture>

export async function drawEncoding(
  library: AnyLibrary,
  entry: EncodingEntry,
  choice: EncodingChoice,
): Promise<EncodingPicture> {
  const { type } = entry
  const hook = hookOf(entry)
  const relative = hook !== undefined && hook !== 'embed' && hook !== 'rotate'
  const sizes = sizesFor(entry, choice)
  const position = positionOf(entry, sizes, choice)
  const part = await drawings[hook ?? 'embed']({ library, entry, position, sizes, choice })
  const rows = part.colors === 'sequential' && (hook === 'bias' || hook === 'content')
  return {
    type,
    hook,
    relative,
    colors: 'signed',
    heads: 1,
    causal: false,
    tables: tablesOf(entry, position, rows),
    ...part,
    range: rangeOf(part.matrix, part.colors !== 'sequential', part.causal === true),
  }
}

/** The sizes at which an encoding is shown: narrow heads where the picture does not show its channels, one head where all turn alike. */
export function sizesFor(
  { tokens, doors, parameters }: EncodingEntry,
  { length, dim, own }: EncodingChoice,
): ExampleSizes {
  if (own) return own.sizes
  const hook = hookOf({ doors })
  const alike = hook === 'rotate' && !parameters.some(({ shape }) => shape?.includes('heads'))
  const width = hasWidth({ doors }) ? widthFor(tokens, dim) : HEAD_DIM
  const cells = length * Math.max(length, width)
  const fitting = hook === 'bias' ? HEADS : Math.floor(MOST_NUMBERS / cells) // a bias comes in bands
  return { tokens: length, dim: width, heads: alike ? 1 : Math.max(1, Math.min(HEADS, fitting)) }
}

/** Whether there is a column for each dimension, as many as the reader likes. */
export function hasWidth(entry: Pick<EncodingEntry, 'doors'>): boolean {
  const hook = hookOf(entry)
  return hook === undefined || hook === 'embed' || hook === 'rotate'
}

/** The most numbers that one answer of the engine holds, all heads together. */
const MOST_NUMBERS = 2 ** 23

const drawings: Record<Hook, (drawing: Drawing) => Promise<Part>> = {
  embed: drawRows,
  rotate: drawTurns,
  bias: drawBias,
  content: drawContent,
  positions: drawDistances,
  mask: drawMask,
  score: drawScores,
}

/** The two axes of a grid share the channels of a head: each needs pairs. */
function widthFor(tokens: EncodingEntry['tokens'], dim: number): number {
  return dim - (dim % (tokens === 'grid' ? 4 : 2))
}

async function drawRows({ library, position, sizes: { tokens, dim } }: Drawing): Promise<Part> {
  const { data } = await library.embed(position, { length: tokens, dim })
  return { matrix: { data, rows: tokens, columns: dim } }
}

async function drawTurns({ library, entry, position, sizes, choice }: Drawing): Promise<Part> {
  const layout = knownChoice(entry, 'layout', choice.layout)
  const [rotated, waves] = await Promise.all([
    turnedProbe(library, position, layout, sizes),
    parameterOf(entry, 'scaling.ropeType') ? wavesOf(library, position, sizes) : undefined,
  ])
  const columns = rotated.shape.at(-1) ?? 0
  const picture = headOf(rotated.data, sizes.tokens, columns, choice.head)
  return waves ? { ...picture, waves } : picture
}

async function wavesOf(library: AnyLibrary, position: Position, { dim, tokens }: ExampleSizes) {
  const { inverse, attentionFactor } = await library.frequencies(position, { dim, length: tokens })
  const [fast, slow] = [inverse[0], inverse.at(-1)].map((angle) => (2 * Math.PI) / (angle ?? Number.NaN))
  return { pairs: inverse.length, fast: fast as number, slow: slow as number, factor: attentionFactor }
}

async function drawBias({ library, entry, position, sizes, choice }: Drawing): Promise<Part> {
  const map = await biasHead(library, position, sizes, choice.head)
  const { data } = map.matrix
  const numbered = parameterOf(entry, 'table') !== undefined && data.every(Number.isInteger)
  return {
    ...map,
    causal: looksBack(entry, position),
    colors: numbered ? 'sequential' : 'signed',
    ...(entry.linearBias ? { slope: data[sizes.tokens] ?? 0 } : {}),
  }
}

async function drawContent({ library, entry, position, sizes, choice }: Drawing): Promise<Part> {
  const causal = needsCausal(entry)
  const data = await addedScores(library, position, sizes, causal)
  return { ...headOf(data, sizes.tokens, sizes.tokens, choice.head), causal }
}

async function drawDistances({ library, entry, position, sizes: { tokens } }: Drawing): Promise<Part> {
  const ids = Array.from({ length: tokens }, (_, i) => i)
  const data = await distancesThatCount(library, position, ids, ids)
  const causal = looksBack(entry, position)
  return { matrix: { data, rows: tokens, columns: tokens }, colors: 'sequential', causal }
}

async function drawMask({ library, position, sizes: { tokens } }: Drawing): Promise<Part> {
  const data = await visibleCells(library, position, tokens)
  let seen = 0
  for (const value of data) seen += Number(value === 1)
  return { matrix: { data, rows: tokens, columns: tokens }, seen }
}

// Queries and keys that count up, on both sides of 0: their products are the scores before.
async function drawScores({ library, position, sizes: { tokens } }: Drawing): Promise<Part> {
  const ruler = Array.from({ length: tokens }, (_, i) => (4 * i) / (tokens - 1) - 2)
  const products = new Float32Array(tokens * tokens)
  ruler.forEach((a, row) => {
    ruler.forEach((b, column) => {
      products[row * tokens + column] = a * b
    })
  })
  const data = await scoresOfProducts(library, position, ruler, ruler)
  const size = { rows: tokens, columns: tokens }
  return { matrix: { data, ...size }, before: { data: products, ...size } }
}
