// Mistakes about how RoPE turns one row. Pairs are (2i, 2i + 1) throughout.

import type { Candidate } from '../../../../content/mistakes/candidate.js'
import { list } from '../../../../content/mistakes/numbers.js'
import * as words from '../../../../content/mistakes/rotation.js'
import { dot, frequencies, matrix, range, rope, rowsOf, squares, turned } from './algebra.js'
import { type Library, type Mistake, mistake } from './mistake.js'

type Turn = (x: readonly number[], position: number) => number[]

const INTERLEAVED = { type: 'rope', layout: 'interleaved' } as const
const row = [1, 2, 3, 4]
const before = list(row)

// the row 1, 2, 3, 4 at positions 0, 1, 2 …
async function byPosition(library: Library, formula: Turn, first = 0): Promise<Candidate[]> {
  const positions = range(4, first)
  const { data } = await library.rotate(INTERLEAVED, matrix(positions.map(() => row)), { positions })
  return rowsOf(data, row.length).map((wanted, p) => ({
    at: `x = ${before}, p = ${p + first}`,
    got: formula(row, p + first),
    wanted,
  }))
}

const elementwise: Turn = (x, position) => {
  const waves = frequencies(x.length).flatMap((w) => [Math.cos(position * w), Math.sin(position * w)])
  return x.map((value, i) => value * (waves[i] ?? 0))
}

const elementwiseMistake = mistake<Turn>({
  ...words.elementwiseMistake,
  types: ['rope'],
  margin: 0.1,
  wrong: elementwise,
  correct: rope,
  candidates: byPosition,
  sentence: (found) =>
    words.elementwiseMistake.sentence(found, squares(elementwise(row, 3)), squares(rope(row, 3))),
})

// every channel its own angle, in the form x · cos + rotated(x) · sin
const angleForEachChannel: Turn = (x, position) => {
  const angles = range(x.length).map((j) => position * 10000 ** (-j / x.length))
  return x.map((value, j) => {
    const partner = j % 2 ? (x[j - 1] ?? 0) : -(x[j + 1] ?? 0)
    return value * Math.cos(angles[j] ?? 0) + partner * Math.sin(angles[j] ?? 0)
  })
}

const angles = mistake<Turn>({
  ...words.angles,
  types: ['rope'],
  margin: 0.01,
  wrong: angleForEachChannel,
  correct: rope,
  candidates: byPosition,
  sentence: (found) => words.angles.sentence(found, before, squares(found.got), squares(row)),
})

// each pair (i, i + 1) is turned where the one before it left off writing
const overlapping: Turn = (x, position) => {
  const y = [...x]
  for (let i = 0; i + 1 < x.length; i++) {
    const angle = position * 10000 ** ((-2 * i) / x.length)
    const [a = 0, b = 0] = turned(x.slice(i, i + 2), [angle])
    y[i] = a
    y[i + 1] = b
  }
  return y
}

const pairs = mistake<Turn>({
  ...words.pairs,
  types: ['rope'],
  margin: 0.01,
  wrong: overlapping,
  correct: rope,
  candidates: byPosition,
})

const twice = mistake<Turn>({
  ...words.twice,
  types: ['rope'],
  margin: 0.1,
  wrong: (x, position) => rope(x, position * position),
  correct: rope,
  candidates: byPosition,
})

const added = mistake<Turn>({
  ...words.added,
  types: ['rope', 'sinusoidal'],
  margin: 0.1,
  wrong: (x, position) =>
    rope(
      x.map((_, i) => 1 - (i % 2)),
      position,
    ).map((u, i) => u + (x[i] ?? 0)),
  correct: rope,
  candidates: byPosition,
})

type Angles = (positions: readonly number[], frequencies: readonly number[]) => number | number[]

const outer = (positions: readonly number[], waves: readonly number[]): number[] =>
  positions.flatMap((p) => waves.map((w) => p * w))

const dotProduct = mistake<Angles>({
  ...words.dotProduct,
  types: ['rope'],
  margin: 0.1,
  wrong: (positions, waves) => dot(positions, waves),
  correct: outer,
  async candidates(library, formula) {
    const { inverse } = await library.frequencies(INTERLEAVED, { dim: 4 })
    return [[0], [0, 1]].map((positions) => ({
      at: `d = 4, p = ${list(positions)}`,
      got: [formula(positions, frequencies(4))].flat(),
      wanted: outer(positions, [...inverse]),
    }))
  },
})

type Angle = (position: number) => number

const FULL = 2 * Math.PI

const notPeriodic = mistake<Angle>({
  ...words.notPeriodic,
  types: ['rope', 'sinusoidal'],
  margin: 0.1,
  wrong: (position) => position,
  correct: (position) => position % FULL,
  async candidates(library, formula) {
    const positions = range(9)
    const { data } = await library.rotate(INTERLEAVED, matrix(positions.map(() => [1, 0])), { positions })
    return rowsOf(data, 2).map(([c = 0, s = 0], p) => ({
      at: `p = ${p}`,
      got: [formula(p)],
      wanted: [(Math.atan2(s, c) + FULL) % FULL],
    }))
  },
})

// each channel times the cosine of its place in the tables, and its partner times the sine
const byTables =
  (angleOf: (channel: number, waves: readonly number[]) => number, minus = -1): Turn =>
  (x, position) => {
    const waves = frequencies(x.length)
    return x.map((value, c) => {
      const partner = c % 2 ? (x[c - 1] ?? 0) : minus * (x[c + 1] ?? 0)
      const angle = position * angleOf(c, waves)
      return value * Math.cos(angle) + partner * Math.sin(angle)
    })
  }

const inHalves = byTables((channel, waves) => waves[channel % waves.length] ?? 0)

const mixedLayouts = mistake<Turn>({
  ...words.mixedLayouts,
  types: ['rope'],
  margin: 0.01,
  wrong: inHalves,
  correct: rope,
  candidates: byPosition,
  sentence: (found) => words.mixedLayouts.sentence(found, squares(found.got), squares(row)),
})

const withoutMinus = mistake<Turn>({
  ...words.withoutMinus,
  types: ['rope'],
  margin: 0.1,
  wrong: byTables((channel, waves) => waves[channel >> 1] ?? 0, 1),
  correct: rope,
  candidates: byPosition,
  sentence: (found) => words.withoutMinus.sentence(found, squares(found.got), squares(row)),
})

const swapped = mistake<Turn>({
  ...words.swapped,
  types: ['rope'],
  margin: 0.1,
  wrong: (x, position) =>
    turned(
      x,
      frequencies(x.length).map((w) => Math.PI / 2 - position * w),
    ),
  correct: rope,
  candidates: byPosition,
})

const headAxis = mistake<Turn>({
  ...words.headAxis,
  types: ['rope'],
  margin: 0.1,
  wrong: (x) => rope(x, 0),
  correct: rope,
  candidates: byPosition,
})

const restarts = mistake<Turn>({
  ...words.restarts,
  types: ['rope'],
  margin: 0.1,
  wrong: (x, position) => rope(x, position % 2),
  correct: rope,
  candidates: byPosition,
})

const roundedAngles = mistake<Turn>({
  ...words.roundedAngles,
  types: ['rope'],
  margin: 0.1,
  wrong: (x, position) => rope(x, position > 256 ? 2 * Math.floor(position / 2) : position),
  correct: rope,
  candidates: (library, formula) => byPosition(library, formula, 256),
})

export const rotationMistakes: readonly Mistake[] = [
  elementwiseMistake,
  angles,
  pairs,
  twice,
  dotProduct,
  added,
  notPeriodic,
  mixedLayouts,
  withoutMinus,
  swapped,
  headAxis,
  restarts,
  roundedAngles,
]
