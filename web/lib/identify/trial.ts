// Explanations on trial: each is computed and compared with what was given. Those that fit are grouped by what they are.

import { smallest } from '../boundary/checks.js'
import type { Position, PositionEncoding, RopePosition } from '../position/position.js'
import { changesOf, isReversible } from './changes.js'
import type { Trial } from './compare.js'
import { nameOf } from './names.js'
import { BASES, FACTORS, LENGTHS } from './round.js'
import type { Conventions, Explanation, Identification } from './types.js'

interface Tried {
  how: Conventions
  difference: number
}

const MOST = 8
/** How many numbers more an explanation may have than the simplest. */
const MORE = 1.5

/** Tries one tier after the other, the simplest kind of explanation first: a table is named only where no formula fits. */
export async function explained(tiers: readonly Tier[], trial: Trial): Promise<Explanation[]> {
  for (const tier of tiers) {
    const fits = await fitting(await tier(), trial)
    if (fits.length === 0) continue
    const groups = await grouped(fits, trial)
    return trial.course.stage('comparing', groups, async (one) => ({
      ...one,
      changes: await changesOf(one, trial),
    }))
  }
  return []
}

/** A search for explanations of one kind, equally simple. */
export type Tier = () => readonly Conventions[] | Promise<readonly Conventions[]>

/** The explanations that fit, and not far worse than the best. */
async function fitting(all: readonly Conventions[], { course, measure, tolerance }: Trial): Promise<Tried[]> {
  const tried = await course.stage('comparing', distinct(all.map(inOwnWords)), async (how) => ({
    how,
    difference: await measure(how, tolerance),
  }))
  const least = smallest(tried.map(({ difference }) => difference))
  if (!(least <= tolerance)) return []
  const limit = limitOf(least, { tolerance })
  return tried.filter(({ difference }) => difference <= limit)
}

/** What differs so much at most is as good as the best. */
const limitOf = (least: number, { tolerance }: Pick<Trial, 'tolerance'>): number =>
  Math.min(tolerance, 2.5 * least + 0.05 * tolerance)

/** The explanations that come nearest, of all that can be computed. */
export async function nearestOf(
  all: readonly Conventions[],
  { course, measure }: Pick<Trial, 'course' | 'measure'>,
): Promise<Explanation[]> {
  const tried = await course.stage('comparing', distinct(all.map(inOwnWords)), async (how) => ({
    how,
    difference: await measure(how),
  }))
  return tried
    .filter(({ difference }) => Number.isFinite(difference))
    .sort((a, b) => a.difference - b.difference)
    .slice(0, 3)
    .map(({ how, difference }) => ({ ...how, name: nameOf(how), difference, same: [], changes: [] }))
}

/** The direction is a parameter of the encoding, where it has one. */
function inOwnWords(how: Conventions): Conventions {
  if (!how.reversed || !isReversible(how.position)) return how
  const { reversed, ...rest } = how
  return { ...rest, position: { ...how.position, reversed } as PositionEncoding }
}

function distinct(all: readonly Conventions[]): Conventions[] {
  return [...new Map(all.map((how) => [keyOf(how), how])).values()]
}

const keyOf = (how: Conventions): string =>
  JSON.stringify(how, (_, value) => (ArrayBuffer.isView(value) ? Array.from(value as Float32Array) : value))

/**
 * One explanation for each encoding and convention, unless another says the same with fewer numbers; other parameters of the same encoding
 * go to `same`.
 */
async function grouped(fits: readonly Tried[], trial: Trial): Promise<Explanation[]> {
  const sorted = fits
    .map((one) => ({ ...one, cost: costOf(one.how) }))
    .sort((a, b) => a.cost - b.cost || a.difference - b.difference)
  const limit = (sorted[0]?.cost ?? 0) + MORE
  const groups = new Map<string, Tried[]>()
  for (const one of sorted.filter(({ cost }) => cost <= limit)) {
    const name = groupOf(one.how)
    groups.set(name, [...(groups.get(name) ?? []), one])
  }
  return trial.course.map([...groups.values()].slice(0, MOST), async (group) => {
    const first = (group.find(({ how }) => how.free === undefined) ?? group[0]) as Tried
    const rest = group.filter((one) => one !== first)
    const { how, difference } = first
    const others = rest.filter((other) => !isLessRound(other.how, how))
    const hidden = await hiddenScalings(how, trial, 2.5 * difference)
    const bases = await otherBases(how, trial, limitOf(difference, trial))
    const same = [...others.flatMap((other) => other.how.position ?? []).slice(0, MOST), ...hidden, ...bases]
    const free = bases.length > 0 ? { free: how.free ?? 1 } : {}
    return { ...how, ...free, name: nameOf(how), difference, same, changes: [] }
  })
}

/** Has `a` the parameters of `b`, with numbers that are less round? */
function isLessRound(a: Conventions, b: Conventions): boolean {
  const names = ({ position }: Conventions) =>
    JSON.stringify(position, (_, x) => (typeof x === 'number' ? 0 : x))
  return names(a) === names(b) && costOf(a) > costOf(b)
}

export function verdictOf(explanations: readonly Explanation[]): Identification['verdict'] {
  if (explanations.length === 0) return 'none'
  return explanations.length === 1 && explanations[0]?.free === undefined ? 'one' : 'several'
}

function groupOf({
  position,
  mistake,
  rounding,
  positions,
  rowPositions,
  offset,
  reversed,
  scale,
  side,
  scoreScale,
  inputScale,
}: Conventions): string {
  const parts = [position ?? []].flat().map((part) => {
    const { type, layout, rotaryDim, rotaryStart, scaling, keyed, spacing, symmetric, reversed } =
      part as unknown as Record<string, unknown>
    const { ropeType } = (scaling ?? {}) as { ropeType?: string }
    return [type, layout, rotaryDim, rotaryStart, ropeType, keyed, spacing, symmetric, reversed]
  })
  return JSON.stringify([
    parts,
    mistake,
    rounding,
    positions,
    rowPositions,
    offset,
    reversed,
    scale,
    side,
    scoreScale,
    inputScale,
  ])
}

/** How much an explanation says that is not usual: parameters, more for those that are no round numbers. */
function costOf(how: Conventions): number {
  const fields = [how.position ?? []].flat().flatMap(costsOfPart)
  const besides = [how.offset, how.reversed, how.scale, how.inputScale, how.side].filter(
    (x) => x !== undefined,
  )
  return fields.reduce((a, b) => a + b, 0) + 2 * besides.length
}

const USUAL: ReadonlySet<number> = new Set<number>([...BASES, ...FACTORS, ...LENGTHS, 0, 1])

function costsOfPart(part: PositionEncoding): number[] {
  const { type, ...fields } = part as unknown as Record<string, unknown>
  // xPos says one thing more than RoPE: that pairs decay
  return [type === 'xpos' ? 1 : 0, ...Object.entries(fields).flatMap(costOfField)]
}

// The cost of a number: usual ones first, then those of two digits, then others.
function costOfNumber(value: number): number {
  if (USUAL.has(value)) return 1
  return Number(value.toPrecision(2)) === value ? 2 : 3
}

const LENGTH_NAMES: ReadonlySet<string> = new Set([
  'maxPositionEmbeddings',
  'originalMaxPositionEmbeddings',
  'maxDistance',
])

// The costs of a parameter and those inside it. Rotated widths are usually powers of two.
function costOfField([name, value]: readonly [string, unknown]): number[] {
  if (name === 'rotaryDim' || name === 'rotaryStart')
    return [Number.isInteger(Math.log2(value as number)) ? 1 : 3]
  if (LENGTH_NAMES.has(name)) return [1]
  if (typeof value === 'number') return [costOfNumber(value)]
  if (Array.isArray(value)) return [4]
  if (typeof value !== 'object' || value === null) return [1]
  if ('shape' in value) return [4 + ((value.shape as number[])[0] ?? 0) / 24]
  return Object.entries(value).flatMap(costOfField)
}

/** How far apart bases are that arrays have to tell from each other: 5 %. */
const APART = 1.05

/** RoPE by bases on both sides, where they fit as well: then the base is a guess. */
async function otherBases(how: Conventions, { course, measure }: Trial, limit: number): Promise<Position[]> {
  const { position } = how
  if (!position || Array.isArray(position) || (position as PositionEncoding).type !== 'rope') return []
  const rope = position as RopePosition
  const { base = 10000 } = rope
  const found = await course.map([base / APART, base * APART], async (other) => {
    const position = { ...rope, base: Number(other.toPrecision(3)) }
    return (await measure({ ...how, position }, limit)) <= limit ? [position] : []
  })
  return found.flat()
}

/** Scalings that change only pairs too slow to be seen here, each with the shortest original length for which that is so. */
async function hiddenScalings(
  how: Conventions,
  { course, measure, areEqual }: Trial,
  limit: number,
): Promise<Position[]> {
  const { position, ...rest } = how
  if (!position || Array.isArray(position)) return []
  const plain = position as PositionEncoding
  if (plain.type !== 'rope' || plain.scaling || rest.mistake || !areEqual) return []
  const lengths = [...LENGTHS].sort((a, b) => a - b)
  const found = await course.map(HIDING, async (scaling) => {
    for (const originalMaxPositionEmbeddings of lengths) {
      const position = { ...plain, scaling: { ...scaling, originalMaxPositionEmbeddings } }
      if ((await measure({ ...rest, position }, limit)) <= limit)
        return areEqual(how, { ...rest, position }) ? [] : [position]
    }
    return []
  })
  return found.flat()
}

/** Scalings that may be hidden; YaRN with a factor of cosines of 1, since its own would be seen. */
const HIDING = [
  { ropeType: 'llama3', factor: 8 },
  { ropeType: 'yarn', factor: 4, attentionFactor: 1 },
  { ropeType: 'ntkByParts', factor: 4 },
] as const
