// The wrong computations of docs/mistakes.md that rows show, by their ids. Pairs are (2i, 2i + 1), as on that page.

import { largest } from '../boundary/checks.js'
import type { Core } from '../boundary/core.js'
import { WhereformerError } from '../boundary/errors.js'
import { frequencies } from '../position/hooks.js'
import type { RopePosition } from '../position/position.js'
import { type Angles, RIGHT, turnedIn, WRONG_FORMS } from './forms.js'
import { layoutOf } from './pairs.js'
import { type Kind, rounded, roundedAngle } from './roundings.js'
import type { Rows } from './rows.js'
import type { Conventions } from './types.js'

/** Turns a row at a position wrongly. */
type WrongRow = (x: Float32Array, position: number, base: number) => Float32Array | number[]

const angle = (position: number, pair: number, width: number, base: number): number =>
  position * base ** ((-2 * pair) / width)

function rotated(x: ArrayLike<number>, angles: (pair: number) => number): number[] {
  const y = Array.from(x)
  for (let i = 0; i + 1 < x.length; i += 2) {
    const [c, s] = [Math.cos(angles(i / 2)), Math.sin(angles(i / 2))]
    const [a, b] = [x[i] as number, x[i + 1] as number]
    y[i] = a * c - b * s
    y[i + 1] = a * s + b * c
  }
  return y
}

const WRONG_ROWS: Readonly<Record<string, WrongRow>> = {
  'rope-elementwise': (x, position, base) =>
    x.map((value, j) => {
      const turn = angle(position, Math.floor(j / 2), x.length, base)
      return value * (j % 2 === 0 ? Math.cos(turn) : Math.sin(turn))
    }),
  'rope-d-angles': (x, position, base) =>
    x.map((value, j) => {
      const turn = position * base ** (-j / x.length)
      const partner = j % 2 === 0 ? -(x[j + 1] as number) : (x[j - 1] as number)
      return value * Math.cos(turn) + partner * Math.sin(turn)
    }),
  'rope-overlapping-pairs': (x, position, base) => {
    const y = Array.from(x)
    for (let i = 0; i + 1 < x.length; i++) {
      const [c, s] = [
        Math.cos(angle(position, i, x.length, base)),
        Math.sin(angle(position, i, x.length, base)),
      ]
      y[i] = (x[i] as number) * c - (x[i + 1] as number) * s
      y[i + 1] = (x[i] as number) * s + (x[i + 1] as number) * c
    }
    return y
  },
  'rope-position-twice': (x, position, base) =>
    rotated(x, (pair) => angle(position * position, pair, x.length, base)),
  'rope-added': (x, position, base) => {
    const turned = rotated(
      x.map((_, j) => 1 - (j % 2)),
      (pair) => angle(position, pair, x.length, base),
    )
    return x.map((value, j) => value + (turned[j] as number))
  },
}

export const wrongRowNames: readonly string[] = Object.keys(WRONG_ROWS)

/** The mistakes that are found by measuring angles, by their ids. */
export const measuredNames: readonly string[] = [
  ...WRONG_FORMS.map(({ mistake }) => mistake as string),
  'rope-head-axis',
  'rope-position-restarts',
  'rope-rounded',
]

/** The output of a mistake over all rows; undefined if its positions alone are wrong. */
export function wrongRows(core: Core, how: Conventions, rows: Rows): Float32Array | undefined {
  const { mistake = '', rounding } = how
  if (mistake === 'rope-position-restarts') return undefined
  if (rounding || measuredNames.includes(mistake)) return wronglyTurned(core, how, rows)
  const wrong = WRONG_ROWS[mistake]
  if (!wrong) throw new WhereformerError('ERR_VALUE', `no computation of rows for ${mistake}`)
  const { base = 10000 } = (how.position ?? {}) as { base?: number }
  const { heads, tokens, dim, input, positions } = rows
  const output = new Float32Array(input.length)
  for (let row = 0; row < heads * tokens; row++) {
    const x = input.subarray(row * dim, (row + 1) * dim)
    output.set(wrong(x, positions[row % tokens] as number, base), row * dim)
  }
  return output
}

/** Rows turned by the frequencies of a position, in a wrong form, by the wrong axis, or by rounded angles. */
function wronglyTurned(
  core: Core,
  { mistake, position, offset = 0, reversed, rounding }: Conventions,
  rows: Rows,
): Float32Array {
  const { dim, positions, heads } = rows
  const length = Math.ceil(largest(positions)) + 1
  const { inverse, attentionFactor } = frequencies(core, position as RopePosition, { dim, length })
  const form = WRONG_FORMS.find((one) => one.mistake === mistake) ?? RIGHT
  const sign = reversed ? -1 : 1
  const anglesAt = (at: number) =>
    inverse.map((w) => sign * (rounding ? roundedAngle(rounding, at, w) : at * w))
  const each =
    mistake === 'rope-head-axis'
      ? Array.from({ length: heads }, (_, head) =>
          anglesAt((((rows.firstHead ?? 0) + head) % (rows.headsEach ?? Number.POSITIVE_INFINITY)) + offset),
        )
      : Array.from(positions, anglesAt)
  const layout = layoutOf(position as RopePosition, dim)
  const angles: Angles = (head, token) => each[mistake === 'rope-head-axis' ? head : token] as Float32Array
  const [part, kind] = (rounding ?? '').split(' ')
  const stored = part === 'tables' ? (x: number) => rounded(x, kind as Kind) : undefined
  return turnedIn(form, layout, rows, angles, attentionFactor, stored)
}
