// Changes by an operation, per output and per weight.

import type { Matrix } from '../../parts/matrix/matrix.js'
import { PAD, type Plan } from './operations.js'

/** Attention output and weights of one sequence. */
export interface Outcome {
  /** [rows, width]: a token's output, all heads together. */
  output: Float32Array
  width: number
  /** The weights of the chosen head; NaN where a key is hidden. */
  map: Matrix
}

export interface Change {
  /** By token: how far its output moved, as a share of its length. */
  outputs: Float32Array
  /** Weights by token: NaN where two tokens were in different sequences. */
  before: Matrix
  /** Weights in the order of the sequence, pads and all. */
  after: Matrix
  /** After minus before, by token. */
  difference: Matrix
}

export function changeOf(
  { before: sequences, after }: Plan,
  before: readonly Outcome[],
  later: Outcome | undefined,
): Change {
  if (!later) throw new TypeError('nothing to compare with')
  const count = sequences.reduce((sum, { tokens }) => sum + tokens.length, 0)
  const outputs = new Float32Array(count)
  const early = square(count)
  const difference = square(count)
  const places = placesOf(after.tokens, count)
  sequences.forEach(({ tokens }, s) => {
    const outcome = before[s] as Outcome
    tokens.forEach((token, row) => {
      outputs[token] = distance(outcome, row, later, places[token] ?? 0)
      tokens.forEach((other, column) => {
        early.data[token * count + other] = at(outcome.map, row, column)
      })
    })
  })
  for (let i = 0; i < count * count; i++) {
    const [token, other] = [Math.floor(i / count), i % count]
    const now = at(later.map, places[token] ?? 0, places[other] ?? 0)
    const then = early.data[i] ?? Number.NaN
    difference.data[i] = hiddenAsNothing(now, then)
  }
  return { outputs, before: early, after: later.map, difference }
}

/** Place of each token in the sequence. */
function placesOf(tokens: readonly number[], count: number): number[] {
  const places = new Array<number>(count).fill(0)
  tokens.forEach((token, place) => {
    if (token !== PAD) places[token] = place
  })
  return places
}

function square(count: number): Matrix {
  return { data: new Float32Array(count * count).fill(Number.NaN), rows: count, columns: count }
}

const at = ({ data, columns }: Matrix, row: number, column: number): number =>
  data[row * columns + column] ?? Number.NaN

/** A weight that is hidden on one side only is 0 there. */
function hiddenAsNothing(now: number, then: number): number {
  if (Number.isNaN(now) && Number.isNaN(then)) return Number.NaN
  return (Number.isNaN(now) ? 0 : now) - (Number.isNaN(then) ? 0 : then)
}

/** ‖b − a‖ / ‖a‖ */
function distance(a: Outcome, row: number, b: Outcome, place: number): number {
  let [apart, length] = [0, 0]
  for (let i = 0; i < a.width; i++) {
    const [x, y] = [a.output[row * a.width + i] ?? Number.NaN, b.output[place * b.width + i] ?? Number.NaN]
    apart += (y - x) ** 2
    length += x ** 2
  }
  return Math.sqrt(apart / length)
}
