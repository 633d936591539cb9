// xPos among rows that are turned and whose pairs grow or shrink with position:
// ln(factor) = ±(p − center) · ln((2i/d + gamma) / (1 + gamma)) / scaleBase, falling for queries, growing for keys.

import { largest } from '../boundary/checks.js'
import type { XposPosition } from '../position/position.js'
import type { PairLayout } from './pairs.js'
import { lineThrough, roundNear } from './round.js'
import type { Rows } from './rows.js'
import type { PairMotion } from './turns.js'
import type { Conventions } from './types.js'

export function xposOf(
  rows: Rows,
  layout: PairLayout,
  motions: readonly PairMotion[],
  offset: number,
): Conventions[] {
  const { dim } = rows
  if (layout.width !== dim) return []
  const growths = motions.map(({ growth }) => growth)
  const total = sum(growths)
  const gamma = gammaOf(growths, dim)
  const scaleBase = Math.abs(sum(decaysOf(gamma, growths.length, dim)) / total)
  const position = (base: number, scale: number): XposPosition => ({
    type: 'xpos',
    ...(base === 10000 ? {} : { base }),
    ...(layout.layout === 'interleaved' ? {} : { layout: layout.layout }),
    ...(scale === 512 ? {} : { scaleBase: scale }),
    ...(gamma === USUAL_GAMMA ? {} : { gamma }),
    ...unlessInMiddle(centerOf(motions, offset), rows, offset),
  })
  const side = total > 0 ? ('key' as const) : ('query' as const)
  return roundOnly(roundNear(baseOf(motions, dim), 0.01, [10000])).flatMap((base) =>
    roundOnly(roundNear(scaleBase, 0.01, [512])).map((scale) => ({ position: position(base, scale), side })),
  )
}

const USUAL_GAMMA = 0.4
const GAMMAS = [
  USUAL_GAMMA,
  ...Array.from({ length: 60 }, (_, i) => Math.round(1e3 * 0.05 * 1.08 ** i) / 1e3),
]

/** The growth of each pair over that of the others says gamma; a gamma that is not the usual one has to fit twice as well. */
function gammaOf(growths: readonly number[], dim: number): number {
  const misfit = (gamma: number) => {
    const shape = decaysOf(gamma, growths.length, dim)
    const scale = Math.abs(sum(growths)) / Math.abs(sum(shape))
    return largest(growths.map((g, i) => Math.abs(Math.abs(g) - scale * Math.abs(shape[i] as number))))
  }
  return GAMMAS.reduce((best, x) => (misfit(x) < 0.5 * misfit(best) ? x : best), USUAL_GAMMA)
}

/** scaleBase · ln(factor) per position, by pair. */
const decaysOf = (gamma: number, pairs: number, dim: number) =>
  Array.from({ length: pairs }, (_, i) => Math.log(((2 * i) / dim + gamma) / (1 + gamma)))

/** The position where no pair is scaled: sizes against growths lie on a line whose slope it is. */
function centerOf(motions: readonly PairMotion[], offset: number): number {
  const growing = motions.filter(({ growth }) => growth !== 0)
  const growths = growing.map(({ growth }) => growth)
  const sizes = growing.map(({ size }) => -size)
  return offset + lineThrough(growths, sizes).slope
}

/** The usual center is the middle of the text. */
function unlessInMiddle(center: number, { positions }: Rows, offset: number): Pick<XposPosition, 'center'> {
  const middle = Math.floor((largest(positions) + offset + 1) / 2)
  return Math.abs(center - middle) < 0.1 ? {} : { center: Math.round(center * 100) / 100 }
}

/** The base of the frequencies, base^(−2i/d). */
function baseOf(motions: readonly PairMotion[], dim: number): number {
  const exponents = motions.map((_, i) => (2 * i) / dim)
  const logs = motions.map(({ frequency }) => Math.log(Math.max(frequency, 1e-300)))
  const weights = motions.map(({ frequency }) => frequency ** 2)
  return Math.exp(-lineThrough(exponents, logs, weights).slope)
}

/** Without the estimate, which is the last, if something round is near. */
const roundOnly = (near: readonly number[]): readonly number[] => (near.length > 1 ? near.slice(0, -1) : near)

const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0)
