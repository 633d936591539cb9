// Rows that are turned: which channels form pairs, and which encodings turn them so.

import { largest, smallest } from '../boundary/checks.js'
import type { Core } from '../boundary/core.js'
import { frequencies } from '../position/hooks.js'
import type { RopePosition, RopeScaling } from '../position/position.js'
import type { Course } from './course.js'
import { type Form, RIGHT } from './forms.js'
import { counted, type Turned } from './free.js'
import { channelsOf, layoutsFor, type PairLayout } from './pairs.js'
import { average, roundNear } from './round.js'
import type { Rows } from './rows.js'
import { placedIn, ropesOf, type Seen } from './scalings.js'
import { motionOf, offsetOf, type PairMotion, turnsOf, wrapped } from './turns.js'
import type { Conventions } from './types.js'
import { xposOf } from './xpos.js'

/** Channels that are output = factor · input everywhere, and their factor. */
interface Still {
  isStill: boolean[]
  /** The mean factor of still channels; 1 where there is none. */
  factor: number
}

function stillChannels({ input, output, dim }: Rows, tolerance: number): Still {
  const factors = Array.from({ length: dim }, (_, channel) => {
    let [product, power] = [0, 0]
    for (let i = channel; i < input.length; i += dim) {
      product += (input[i] as number) * (output[i] as number)
      power += (input[i] as number) ** 2
    }
    const factor = power > 0 ? product / power : 1
    for (let i = channel; i < input.length; i += dim)
      if (!(Math.abs((output[i] as number) - factor * (input[i] as number)) <= tolerance)) return undefined
    return factor
  })
  const known = factors.filter((factor) => factor !== undefined)
  return {
    isStill: factors.map((factor) => factor !== undefined),
    factor: known.length > 0 ? average(known) : 1,
  }
}

interface Geometry {
  isWidest: boolean
  layout: PairLayout
  motions: PairMotion[]
  misfit: number
}

const MOST_GEOMETRIES = 3

/** How pairs move under each layout, the straightest first. */
async function geometriesOf(
  rows: Rows,
  layouts: readonly PairLayout[],
  form: Form,
  tolerance: number,
  course: Course,
): Promise<Geometry[]> {
  const all = await course.stage('measuring', layouts, (layout): Geometry => {
    const turns = turnsOf(rows, layout, form)
    const motions = channelsOf(layout).map((_, pair) => motionOf(turns, pair))
    const roughness = motions.map((motion) => motion.roughness + motion.bend)
    const misfit =
      average(roughness.map((x) => Math.min(x, 10))) + turns.unexplained / Math.max(tolerance, 1e-30) / 1e3
    return { layout, motions, misfit: Number.isFinite(misfit) ? misfit : 100, isWidest: false }
  })
  const least = smallest(all.map(({ misfit }) => misfit))
  const straight = all.filter(({ misfit }) => misfit <= 4 * least + 1e-3)
  const most = largest(straight.map(({ layout }) => layout.width))
  const widest = straight.filter(({ layout }) => layout.width === most)
  const others = narrowest(straight.filter((one) => !widest.includes(one)))
  return [...widest.map((one) => ({ ...one, isWidest: true })), ...others]
}

// The narrowest of layouts that are equally straight, since wider ones turn pairs that stand still; usual widths are powers of two.
function narrowest(all: readonly Geometry[]): Geometry[] {
  const sorted = [...all].sort((a, b) => a.layout.width - b.layout.width || a.misfit - b.misfit)
  const usual = sorted.filter(({ layout }) => Number.isInteger(Math.log2(layout.width)))
  return [...new Set([...sorted.slice(0, 2), ...usual.slice(0, MOST_GEOMETRIES)])]
}

export interface RowScale {
  tolerance: number
  relative: number
  /** How far from even turns all pairs together may be, in radians; any if absent. */
  mostMisfit?: number
  /** Are only frequencies of 8 bits wanted? */
  isRough?: boolean
}

/** Encodings that may have turned the rows: by few numbers, and by numbers that are those of the rows. */
export interface Rotations {
  named: Conventions[]
  own: Conventions[]
}

/** Every encoding that may have turned the rows, in the right form or a wrong one, to be verified. */
export async function rotationsOf(
  core: Core,
  rows: Rows,
  { tolerance, relative, isRough = false, mostMisfit = Number.POSITIVE_INFINITY }: RowScale,
  course: Course,
  form: Form = RIGHT,
  only?: readonly PairLayout[],
): Promise<Rotations> {
  const still = stillChannels(rows, tolerance)
  if (still.isStill.every((isStill) => isStill)) return { named: [], own: [] }
  const all = layoutsFor(
    rows.dim,
    still.isStill.map((isStill) => !isStill),
  )
  const layouts = only ?? (form === RIGHT ? all : usualOf(all))
  const geometries = await geometriesOf(rows, layouts, form, tolerance, course)
  const even = geometries.filter(({ misfit }) => misfit <= mostMisfit)
  const found = await course.stage('measuring', even, (geometry) =>
    rotationsIn(core, rows, geometry, { still, relative, isRough, course, form }),
  )
  const turned = found.flat()
  const of = (isOwn: boolean) => turned.filter((one) => one.isOwn === isOwn).map(({ how }) => how)
  return { named: of(false), own: of(true) }
}

/** The layouts over all channels, and over the fewest that change. */
function usualOf(layouts: readonly PairLayout[]): PairLayout[] {
  const widths = layouts.map(({ width }) => width)
  const usual = [largest(widths), smallest(widths)]
  return layouts.filter(({ width }) => usual.includes(width))
}

/** The layouts of pairs that rows may have, all channels or the fewest that change. */
export function usualLayouts(rows: Rows, tolerance: number): PairLayout[] {
  const { isStill } = stillChannels(rows, tolerance)
  return usualOf(
    layoutsFor(
      rows.dim,
      isStill.map((one) => !one),
    ),
  )
}

export const isRope = ({ position }: Conventions): boolean => (position as RopePosition).type === 'rope'

interface Measured {
  course: Course
  still: Still
  relative: number
  isRough: boolean
  form: Form
}

async function rotationsIn(
  core: Core,
  rows: Rows,
  geometry: Geometry,
  { still, relative, isRough, course, form }: Measured,
): Promise<Turned[]> {
  const { layout, motions, isWidest } = geometry
  const farthest = largest(rows.positions)
  const range = Math.max(farthest - smallest(rows.positions), 1)
  const errors = motions.map(({ bend }) => (2 * bend + relative) / range)
  const isReversed = isTurnedBack(motions, errors)
  const sign = isReversed ? -1 : 1
  const forward = motions.map((motion) => ({
    ...motion,
    frequency: sign * motion.frequency,
    phase: sign * motion.phase,
  }))
  const first = smallest(rows.positions)
  // phases of frequencies in fewer bits say nothing of an offset
  const measured = isRough ? [0] : await offsetsOf(forward, errors, relative, course)
  const offsets = measured.filter((offset) => offset + first >= 0)
  const found = await course.map(offsets, async (offset) => {
    const placing: Conventions = {
      ...(form.mistake ? { mistake: form.mistake } : {}),
      ...(offset === 0 ? {} : { offset }),
      ...(isReversed ? { reversed: true } : {}),
    }
    const from = { offset, first, last: farthest }
    const all = { rows, layout, motions: forward, errors, still, relative, isRough, isWidest, course, form }
    const placed = await fromOffset(core, all, from)
    return placed.map(({ how, isOwn }) => ({ how: { ...how, ...placing }, isOwn }))
  })
  return found.flat()
}

interface Forward extends Measured {
  isWidest: boolean
  rows: Rows
  layout: PairLayout
  motions: readonly PairMotion[]
  errors: readonly number[]
}

interface From {
  offset: number
  first: number
  last: number
}

async function fromOffset(core: Core, forward: Forward, from: From): Promise<Turned[]> {
  const { rows, layout, motions, errors, still, relative, isRough, course, form } = forward
  const range = Math.max(from.last - from.first, 1)
  const refined = isRough
    ? motions
    : motions.map((motion) => ({ ...motion, frequency: throughZero(motion, from) }))
  const noise = average(motions.map(({ bend }) => Math.min(bend, 0.1)))
  const growth = largest(motions.map((motion) => Math.abs(motion.growth))) * range
  const isRight = form === RIGHT
  if (growth > 4 * relative + 4 * noise)
    return isRight ? xposOf(rows, layout, refined, from.offset).map((how) => ({ how, isOwn: false })) : []
  const seen: Seen = {
    core,
    course,
    layout,
    dim: rows.dim,
    length: Math.max(1, Math.ceil(from.last + from.offset + 1)),
    frequency: refined.map(({ frequency }) => frequency),
    error: isRough ? errors : errors.map((error) => (error * range) / Math.max(from.last + from.offset, 1)),
    period: (2 * Math.PI) / leastStep(rows.positions),
    factor: Math.exp(average(motions.map(({ size }) => size))),
    factorError: relative,
    isWidest: forward.isWidest && isRight,
    isRough,
  }
  const ropes = await ropesOf(seen)
  const all = ropes.flatMap((position) => [
    ...withFactor(seen, position, still),
    ...(isRight ? hiddenXpos(position, seen) : []),
  ])
  return all.map((how) => counted(how, seen, from.offset))
}

function leastStep(positions: Float32Array): number {
  const sorted = positions.slice().sort()
  const steps = Array.from(sorted, (p, i) => (i === 0 ? 0 : p - (sorted[i - 1] as number)))
  return smallest(steps.filter((step) => step > 0))
}

// The frequency of a pair without a phase, angle = frequency · (position + offset), from the positions at both ends of the line.
function throughZero({ frequency, phase }: PairMotion, { offset, first, last }: From): number {
  const rest = wrapped(phase - frequency * offset)
  const [low, high] = [first + offset, last + offset]
  return frequency + (rest * (low + high)) / Math.max(low * low + high * high, 1)
}

// xPos whose decay is not seen: over a few positions it is below the rounding of 16 bits.
function hiddenXpos({ base, scaling }: RopePosition, { layout, dim }: Seen): Conventions[] {
  if (scaling || layout.width !== dim) return []
  const half = layout.layout === 'half' ? { layout: layout.layout } : {}
  return [{ position: { type: 'xpos', ...(base === undefined ? {} : { base }), ...half } }]
}

// Are rows turned backwards? Only if every pair that visibly turns does so: at whole positions a frequency beyond π looks negative.
function isTurnedBack(motions: readonly PairMotion[], errors: readonly number[]): boolean {
  const moving = motions.filter(({ frequency }, i) => Math.abs(frequency) > 3 * (errors[i] as number))
  return moving.length > 0 && moving.every(({ frequency }) => frequency < 0)
}

const MOST_OFFSETS = 4096

/** The whole offsets whose phases agree best with those measured, and the one that slow pairs show. */
async function offsetsOf(
  motions: readonly PairMotion[],
  errors: readonly number[],
  relative: number,
  course: Course,
): Promise<number[]> {
  const misfit = (offset: number) =>
    motions.reduce((sum, { frequency, phase, bend }, i) => {
      const spread = bend + relative / 2 + offset * (errors[i] as number) * 0.5
      return sum + (1 - Math.cos(phase - frequency * offset)) / spread ** 2
    }, 0)
  const found: { offset: number; misfit: number }[] = []
  await course.pieces(MOST_OFFSETS, motions.length, (first, end) => {
    for (let offset = first; offset < end; offset++) found.push({ offset, misfit: misfit(offset) })
  })
  const best = [...found].sort((a, b) => a.misfit - b.misfit)
  const least = (best[0] as { misfit: number }).misfit
  const alike = found.filter((one) => one.misfit <= 4 * least + motions.length).map(({ offset }) => offset)
  const whole = [...alike.sort((a, b) => a - b).slice(0, 2), (best[0] as { offset: number }).offset]
  const measured = offsetOf(motions, relative)
  const isWhole = measured === undefined || Math.abs(measured - Math.round(measured)) < 0.05
  return [...new Set([...whole, ...(isWhole ? [] : [Math.round(measured * 1000) / 1000])])]
}

/**
 * A rotation with the factor of its channels: the scaling's own, an attention factor, or that of the whole output. Channels that are not
 * turned tell which.
 */
function withFactor(seen: Seen, position: RopePosition, still: Still): Conventions[] {
  const { core, layout, dim, length, factor, factorError } = seen
  const placed = placedIn(position, layout, dim)
  const whole = layout.width < dim ? roundFactor(still.factor, dim, factorError) : 1
  const own = frequencies(core, placed, { dim, length }).attentionFactor
  const rest = factor / whole
  const at = scaleOf(whole)
  if (Math.abs(rest / own - 1) <= 2 * factorError) return [{ position: placed, ...at }]
  const chosen = roundFactor(rest, dim, factorError)
  const { scaling } = placed
  if (scaling && takesFactor(scaling.ropeType))
    return [{ position: { ...placed, scaling: { ...scaling, attentionFactor: chosen } }, ...at }]
  if (layout.width === dim)
    return [{ position: placed, ...scaleOf(roundFactor(rest / own, dim, factorError)) }]
  return scaling ? [] : [{ position: { ...placed, scaling: factorAlone(seen, chosen) }, ...at }]
}

const takesFactor = (ropeType: string | undefined) =>
  ropeType === 'yarn' || ropeType === 'longrope' || ropeType === 'dynamicYarn'

/** A factor of cosines and sines alone: LongRoPE that divides nothing. */
function factorAlone({ layout, length }: Seen, attentionFactor: number): RopeScaling {
  const ones = new Array<number>(layout.width / 2).fill(1)
  const divisors = { shortFactor: ones, longFactor: ones }
  return {
    ropeType: 'longrope',
    originalMaxPositionEmbeddings: Math.max(length, 2),
    ...divisors,
    attentionFactor,
  }
}

export const scaleOf = (scale: number): Conventions => (Math.abs(scale - 1) < 1e-4 ? {} : { scale })

/** A factor, rounded; 1/√d and √d count as round. */
export function roundFactor(factor: number, dim: number, error: number): number {
  const usual = [1, 1 / Math.sqrt(dim), Math.sqrt(dim), 1 / dim, 0.5, 2]
  return roundNear(factor, error, usual)[0] as number
}
