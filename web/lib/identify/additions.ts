// Vectors that are added to rows: sinusoidal codes, or a table.

import { largest, smallest } from '../boundary/checks.js'
import type { Core } from '../boundary/core.js'
import { embed } from '../position/hooks.js'
import type { PositionEncoding, SinusoidalPosition } from '../position/position.js'
import { Largest, largestDifference } from './compare.js'
import type { Course } from './course.js'
import { channelsOf, type PairLayout } from './pairs.js'
import { MOST_NUMBERS } from './request.js'
import { average, BASES, lineThrough, roundNear } from './round.js'
import type { Rows } from './rows.js'
import { motionOf, offsetOf, type PairMotion, turnsOfCodes } from './turns.js'
import type { Conventions } from './types.js'

/** The vectors that are added, where output = inputScale · input + vectors for every row of a batch. */
export interface Added {
  inputScale: number
  /** The vectors, one row per token. */
  codes: Rows
  /** Do several rows share a vector, which shows that something is added? */
  isShared: boolean
}

/** Vectors that may have been added: output − inputScale · input for the usual factors of embeddings, where all rows of a batch agree. */
export async function additionsIn(rows: Rows, tolerance: number, course: Course): Promise<Added[]> {
  const { heads, tokens, dim, input, output } = rows
  if (rows.width !== dim) return []
  const count = tokens * dim
  const usual = [1, Math.sqrt(dim), 1 / Math.sqrt(dim)]
  const found = await course.stage('measuring', usual, async (inputScale): Promise<Added[]> => {
    const codes = output.slice(0, count)
    for (let i = 0; i < count; i++) codes[i] = (codes[i] as number) - inputScale * (input[i] as number)
    const least = new Largest(2 * tolerance)
    await course.pieces(heads - 1, count, (first, end) => {
      let apart = 0
      for (let i = (first + 1) * count; i < (end + 1) * count; i++) {
        const code = Math.fround((output[i] as number) - inputScale * (input[i] as number))
        apart = Math.max(apart, Math.abs(code - (codes[i % count] as number)))
      }
      return least.add(apart)
    })
    if (!(least.value <= 2 * tolerance)) return []
    const one = { ...rows, heads: 1, input: new Float32Array(count), output: codes }
    return [{ inputScale, codes: one, isShared: heads > 1 }]
  })
  return found.flat()
}

/** Every encoding that adds these vectors, to be verified. */
export async function codesOf(
  core: Core,
  { codes, inputScale }: Added,
  relative: number,
  course: Course,
): Promise<Conventions[]> {
  const scale = inputScale === 1 ? {} : { inputScale }
  const sinusoids = await course.map(['interleaved', 'concatenated'] as const, (layout) =>
    sinusoidsOf(core, codes, layout, relative, course),
  )
  return sinusoids.flat().map((found) => ({ ...found, ...scale }))
}

/** A learned table, where several rows show that the same is added to them, and where it is not far larger than they are. */
export function tablesOf({ codes, inputScale, isShared }: Added): Conventions[] {
  if (!isShared || (largest(codes.positions) + 1) * codes.dim > MOST_NUMBERS) return []
  return [
    { position: tableOf(codes), free: codes.output.length, ...(inputScale === 1 ? {} : { inputScale }) },
  ]
}

function tableOf({ output, positions, dim }: Rows): PositionEncoding {
  const rows = largest(positions) + 1
  const data = new Float32Array(rows * dim)
  for (const [i, p] of positions.entries()) data.set(output.subarray(i * dim, (i + 1) * dim), p * dim)
  return { type: 'learned', table: { data, shape: [rows, dim] } }
}

async function sinusoidsOf(
  core: Core,
  codes: Rows,
  layout: 'interleaved' | 'concatenated',
  relative: number,
  course: Course,
): Promise<Conventions[]> {
  if (codes.dim < 2) return []
  const { motions, zero } = await motionsOf(codes, layout, course)
  const bent = largest(motions.map((motion) => motion.bend + motion.roughness))
  if (!(bent < 0.5)) return []
  const offset = Math.round(offsetOf(motions, relative) ?? 0)
  const scale = scaleOf(motions, codes.dim, relative)
  if (!Number.isFinite(scale)) return [] // a pair of channels to which nothing is added
  const frequencies = motions.map(({ frequency }) => frequency)
  const found = basesOf(frequencies, codes.dim).map(
    ({ base, spacing }): Conventions => ({
      position: {
        type: 'sinusoidal',
        ...(base === 10000 ? {} : { base }),
        ...(layout === 'interleaved' ? {} : { layout }),
        ...(spacing === 'paper' ? {} : { spacing }),
        ...(Math.abs(scale - 1) < relative ? {} : { scale }),
        ...(zero < 0 ? {} : { padding: (codes.positions[zero] as number) + offset }),
      },
      ...(offset === 0 ? {} : { offset }),
    }),
  )
  return firstOfEachSpacing(core, codes, found, course)
}

/** How each pair of channels turns from row to row, and the first row of zeros, -1 for none. */
async function motionsOf(
  codes: Rows,
  layout: 'interleaved' | 'concatenated',
  course: Course,
): Promise<{ motions: PairMotion[]; zero: number }> {
  const place: PairLayout = {
    layout: layout === 'concatenated' ? 'half' : 'interleaved',
    start: 0,
    width: codes.dim - (codes.dim % 2),
  }
  let zero = -1
  const motions = await course.stage('measuring', channelsOf(place), (pair, i) => {
    const turns = turnsOfCodes(codes, pair)
    if (i === 0) zero = turns.size[0]?.indexOf(Number.NEGATIVE_INFINITY) ?? -1
    return motionOf(turns, 0)
  })
  return { motions, zero }
}

function scaleOf(motions: readonly PairMotion[], dim: number, relative: number): number {
  const usual = [1, 1 / Math.sqrt(dim), Math.sqrt(dim)]
  return roundNear(Math.exp(average(motions.map(({ size }) => size))), relative * 4, usual)[0] as number
}

// The first candidate that comes as near as any: frequencies have one base in one spacing and another in the other, the usual one first,
// or both where both are usual.
async function firstOfEachSpacing(
  core: Core,
  codes: Rows,
  found: readonly Conventions[],
  course: Course,
): Promise<Conventions[]> {
  const differenceOf = ({ position, offset = 0 }: Conventions) => {
    const positions = codes.positions.map((p) => p + offset)
    if (positions.some((p) => p < 0)) return Number.POSITIVE_INFINITY
    const made = embed(core, position as PositionEncoding, { positions, dim: codes.dim })
    return largestDifference(made.data, codes.output)
  }
  const measured = await course.map(found, (one) => ({ one, difference: differenceOf(one) }))
  const least = smallest(measured.map(({ difference }) => difference))
  const near = measured.filter(({ difference }) => difference <= 4 * least + 1e-5).map(({ one }) => one)
  const isUsual = ({ position }: Conventions) =>
    (BASES as readonly number[]).includes((position as SinusoidalPosition).base ?? 10000)
  // frequencies that are those of usual bases in both spacings tell neither
  return near.filter((one, i) => i === 0 || (isUsual(one) && isUsual(near[0] as Conventions)))
}

type Spacing = NonNullable<SinusoidalPosition['spacing']>

/** The bases that give these frequencies in either spacing, usual ones first. */
function basesOf(frequencies: readonly number[], dim: number): { base: number; spacing: Spacing }[] {
  const pairs = frequencies.length
  const steps: Readonly<Record<Spacing, number>> = { paper: dim / 2, endpoint: Math.max(pairs - 1, 1) }
  const slope = lineThrough(
    frequencies.map((_, i) => i),
    frequencies.map((w) => Math.log(Math.max(w, 1e-300))),
    frequencies.map((w) => w ** 2),
  ).slope
  const all = (Object.keys(steps) as Spacing[]).flatMap((spacing) =>
    roundNear(Math.exp(-slope * steps[spacing]), 0.02, BASES)
      .filter((base) => base > 1)
      .map((base, i, list) => ({ base, spacing, rank: i === list.length - 1 ? 9 : i })),
  )
  const rank = (base: number, own: number) => ((BASES as readonly number[]).includes(base) ? -1 : own)
  return all.sort((a, b) => rank(a.base, a.rank) - rank(b.base, b.rank))
}
