// What a rotation does to pairs of channels, measured: the factor and the angle of each pair at each position, and from these the
// frequencies, the factor of all rows, and the positions that the angles belong to.

import { smallest } from '../boundary/checks.js'
import { type Form, type Partner, partnersIn, RIGHT, tablesIn } from './forms.js'
import type { PairLayout } from './pairs.js'
import { channelsOf } from './pairs.js'
import { average, GrowingLine, lineThrough } from './round.js'
import type { Rows } from './rows.js'

/** The complex factor of each pair, [tokens][pairs]: its logarithm is `size` + i · `angle`. */
export interface Turns {
  positions: number[]
  /** The logarithms of the factors, [pairs][tokens]; −Infinity where the row is zero. */
  size: number[][]
  angle: number[][]
  /** What products with the factors do not explain of the whole output, as a root mean square. */
  unexplained: number
}

/**
 * The turns of rows by least squares over heads: each channel is cosine · itself + sine · its partner, with a cosine and a sine for every two
 * channels that share a place in the tables.
 */
export function turnsOf(rows: Rows, layout: PairLayout, form: Form = RIGHT): Turns {
  const { heads, tokens, dim, input, output, positions } = rows
  const shared = channelsOf(tablesIn(layout, form))
  const partners = partnersIn(layout, form)
  const size = shared.map(() => new Array<number>(tokens).fill(Number.NEGATIVE_INFINITY))
  const angle = shared.map(() => new Array<number>(tokens).fill(0))
  let unexplained = 0
  for (const [place, channels] of shared.entries()) {
    for (let token = 0; token < tokens; token++) {
      let [xx, xr, rr, xy, ry, yy] = [0, 0, 0, 0, 0, 0]
      for (let row = token * dim; row < input.length; row += tokens * dim)
        for (const channel of channels) {
          const { partner, sign } = partners[channel] as Partner
          const [x, r] = [input[row + channel] as number, sign * (input[row + partner] as number)]
          const y = output[row + channel] as number
          xx += x * x
          xr += x * r
          rr += r * r
          xy += x * y
          ry += r * y
          yy += y * y
        }
      const determinant = xx * rr - xr * xr
      if (!(determinant > LEAST_DETERMINANT * xx * rr)) continue // such as rows of zeros
      const cosine = (xy * rr - ry * xr) / determinant
      const sine = (ry * xx - xy * xr) / determinant
      unexplained += Math.max(0, yy - cosine * xy - sine * ry)
      ;(size[place] as number[])[token] = Math.log(Math.hypot(cosine, sine))
      ;(angle[place] as number[])[token] = form.isSwapped
        ? Math.atan2(cosine, sine)
        : Math.atan2(sine, cosine)
    }
  }
  const numbers = heads * tokens * Math.max(shared.length * 2, 1)
  return { positions: Array.from(positions), size, angle, unexplained: Math.sqrt(unexplained / numbers) }
}

/** Below it the two equations of a cosine and a sine are nearly one. */
const LEAST_DETERMINANT = 1e-2

/** The turns of one pair of channels in rows that are sines and cosines themselves, without an input. */
export function turnsOfCodes(
  { tokens, width, output, positions }: Rows,
  pair: readonly [number, number],
): Turns {
  const [sine, cosine] = pair
  const size = new Array<number>(tokens)
  const angle = new Array<number>(tokens)
  for (let token = 0; token < tokens; token++) {
    const s = output[token * width + sine] as number
    const c = output[token * width + cosine] as number
    size[token] = Math.log(Math.hypot(s, c))
    angle[token] = Math.atan2(s, c)
  }
  return { positions: Array.from(positions), size: [size], angle: [angle], unexplained: 0 }
}

/** The motion of one pair: angle = frequency · position + phase, ln(factor) = size + growth · position. */
export interface PairMotion {
  frequency: number
  phase: number
  /** The largest distance of an angle from its line. */
  bend: number
  size: number
  growth: number
  /** The largest distance of a logarithm from its line. */
  roughness: number
}

export function motionOf({ positions, size, angle }: Turns, pair: number): PairMotion {
  const known = positions.map((_, i) => i).filter((i) => Number.isFinite(size[pair]?.[i] as number))
  known.sort((a, b) => (positions[a] as number) - (positions[b] as number))
  const x = known.map((i) => positions[i] as number)
  const turned = lineOfAngles(
    x,
    known.map((i) => angle[pair]?.[i] as number),
  )
  const sizes = lineThrough(
    x,
    known.map((i) => size[pair]?.[i] as number),
  )
  return {
    frequency: turned.slope,
    phase: turned.intercept,
    bend: turned.residual,
    size: sizes.intercept,
    growth: sizes.slope,
    roughness: sizes.residual,
  }
}

// The line of angles: those of neighbours give a first frequency; each further angle is unwrapped to where the line so far expects it.
function lineOfAngles(x: readonly number[], angles: readonly number[]) {
  const steps = x.slice(1).map((p, i) => p - (x[i] as number))
  const step = smallest(steps.filter((gap) => gap > 0))
  const turns = steps.flatMap((gap, i) =>
    gap === step ? [wrapped((angles[i + 1] as number) - (angles[i] as number))] : [],
  )
  let slope = circularMean(turns) / step
  const straight: number[] = [angles[0] as number]
  const line = new GrowingLine()
  line.add(x[0] as number, angles[0] as number)
  for (let i = 1; i < x.length; i++) {
    const expected = (straight[i - 1] as number) + slope * ((x[i] as number) - (x[i - 1] as number))
    const angle = expected + wrapped((angles[i] as number) - expected)
    straight.push(angle)
    line.add(x[i] as number, angle)
    if (i > 3) slope = line.slope
  }
  return lineThrough(x, straight)
}

export const wrapped = (angle: number): number => angle - 2 * Math.PI * Math.round(angle / (2 * Math.PI))

function circularMean(angles: readonly number[]): number {
  const sine = average(angles.map(Math.sin))
  const cosine = average(angles.map(Math.cos))
  return Math.atan2(sine, cosine)
}

/**
 * The number to add to the positions so that every phase is 0, from the slowest pair that shows it to the fastest, which is the most exact.
 * undefined: the phases have no such number.
 */
export function offsetOf(motions: readonly PairMotion[], precision: number): number | undefined {
  const shown = motions
    .filter(({ frequency }) => Math.abs(frequency) > precision)
    .sort((a, b) => Math.abs(a.frequency) - Math.abs(b.frequency))
  let offset = Number.NaN
  let error = Number.POSITIVE_INFINITY
  for (const { frequency, phase } of shown) {
    const turn = (2 * Math.PI) / Math.abs(frequency)
    const base = wrapped(phase) / frequency
    const own = (3 * precision) / Math.abs(frequency)
    if (Number.isNaN(offset)) [offset, error] = [base, own]
    else {
      const near = base + turn * Math.round((offset - base) / turn)
      if (error > turn / 2 || Math.abs(near - offset) <= error + own) [offset, error] = [near, own]
      else return undefined
    }
  }
  return Number.isNaN(offset) ? 0 : offset
}
