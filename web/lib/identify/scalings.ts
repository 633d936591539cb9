// RoPE parameters that give measured frequencies: one search per scaling of the catalogue.

import type { Core } from '../boundary/core.js'
import { frequencies } from '../position/hooks.js'
import type { RopePosition, RopeScaling } from '../position/position.js'
import type { Course } from './course.js'
import { notComputable } from './not-computable.js'
import type { PairLayout } from './pairs.js'
import { type Kept, keptOf, llamasOf, yarnsOf } from './ramps.js'
import { BASES, FACTORS, LENGTHS, lineThrough, roundNear } from './round.js'

/** The frequencies that rows show. */
export interface Seen {
  core: Core
  course: Course
  layout: PairLayout
  dim: number
  /** The length of the sequence, one more than the farthest position. */
  length: number
  /** The frequency of each pair in radians per position, and its error. */
  frequency: readonly number[]
  error: readonly number[]
  /** What does not show in a frequency: full turns between neighbouring positions. */
  period: number
  /** The factor of the rotated channels, and its error. */
  factor: number
  factorError: number
  /** Is it the layout with most pairs? Frequencies that no formula gives are named for all pairs only. */
  isWidest: boolean
  /** Are frequencies known to 8 bits only? Then scalings that differ by less are not searched for. */
  isRough: boolean
}

type RopeType = NonNullable<RopeScaling['ropeType']>

/** Every set of parameters that agrees with the frequencies; LongRoPE's divisors always do. */
export async function ropesOf(seen: Seen): Promise<RopePosition[]> {
  const unscaled = plainFit(seen)
  const plain = await agreeing(seen, basesNear(unscaled), (base) => rope(base))
  if (seen.isRough) return [...plain, ...(await SEARCHES.linear(seen, unscaled, plain.length > 0))]
  const isPlain = plain.some((position) => agrees(seen, position, 1))
  const others = await seen.course.map(Object.values(SEARCHES), (search) => search(seen, unscaled, isPlain))
  return [...plain, ...others.flat(), ...(seen.isWidest ? ownFrequencies(seen) : [])]
}

/** The base and the factor of all frequencies that come nearest, in ln ω = −ln(factor) − exponent · ln(base). */
interface PlainFit {
  base: number
  baseError: number
  factor: number
  factorError: number
}

function plainFit(seen: Seen, of = seen.layout.width): PlainFit {
  const exponents = seen.frequency.map((_, i) => (2 * i) / of)
  const weights = seen.frequency.map((w, i) =>
    w > 0 ? Math.min(w / (seen.error[i] as number), 1e7) ** 2 : 0,
  )
  const usable = weights.map((w) => (w > 9 ? w : 0))
  const logs = seen.frequency.map((w) => Math.log(Math.max(w, 1e-300)))
  const { slope, intercept } = lineThrough(exponents, logs, usable)
  const sum = usable.reduce((a, b) => a + b, 0)
  const mean = exponents.reduce((a, x, i) => a + x * (usable[i] as number), 0) / sum
  const spread = exponents.reduce((a, x, i) => a + (usable[i] as number) * (x - mean) ** 2, 0)
  const slopeError = spread > 0 ? 3 / Math.sqrt(spread) : Number.POSITIVE_INFINITY
  return {
    base: Math.exp(-slope),
    baseError: Math.expm1(Math.min(slopeError, 20)),
    factor: Math.exp(-intercept),
    // the first pair alone, at exponent 0, shows the factor whatever the slope is
    factorError: Math.expm1(Math.min(3 / Math.sqrt(sum) + (mean === 0 ? 0 : mean * slopeError), 20)),
  }
}

/** `isPlain`: unscaled frequencies agree. What only adds parameters to them is not searched for. */
type Search = (
  seen: Seen,
  unscaled: PlainFit,
  isPlain: boolean,
) => readonly RopePosition[] | Promise<readonly RopePosition[]>

const SEARCHES: Readonly<Record<RopeType, Search>> = {
  default: () => [],
  linear: (seen, fit, isPlain) =>
    isPlain
      ? []
      : agreeing(
          seen,
          pairsOf(basesNear(fit), roundNear(fit.factor, fit.factorError, FACTORS)),
          ([base, factor]) => rope(base, { ropeType: 'linear', factor }),
        ),
  ntk: stretches,
  dynamic: (seen, fit) => (isUsual(fit) ? [] : growingStretches(seen, fit)),
  yarn: (seen, _, isPlain) =>
    byTurns(
      seen,
      isPlain,
      (originalMaxPositionEmbeddings, factor) =>
        [true, false].map((truncate) => ({
          ropeType: 'yarn',
          factor,
          originalMaxPositionEmbeddings,
          ...(truncate ? {} : { truncate }),
        })),
      yarnsOf,
    ),
  llama3: (seen, _, isPlain) =>
    byTurns(
      seen,
      isPlain,
      (originalMaxPositionEmbeddings, factor) => [
        { ropeType: 'llama3', factor, originalMaxPositionEmbeddings },
      ],
      llamasOf,
    ),
  ntkByParts: (seen, _, isPlain) =>
    byTurns(seen, isPlain, (originalMaxPositionEmbeddings, factor) => [
      { ropeType: 'ntkByParts', factor, originalMaxPositionEmbeddings },
    ]),
  dynamicYarn: (seen) => {
    if (!showsFactor(seen)) return []
    const small = Array.from({ length: 64 }, (_, i) => i + 1)
    const shorter = [...new Set([...LENGTHS, ...small])].filter((length) => length < seen.length)
    return agreeing(seen, pairsOf(BASES, shorter), ([base, originalMaxPositionEmbeddings]) =>
      rope(base, { ropeType: 'dynamicYarn', originalMaxPositionEmbeddings }),
    )
  },
  proportional,
  longrope: () => [], // any frequencies at all: ownFrequencies
}

function rope(base: number, scaling?: RopeScaling): RopePosition {
  return {
    type: 'rope',
    ...(base === 10000 ? {} : { base }),
    ...(scaling ? { scaling } : {}),
  }
}

const pairsOf = <A, B>(a: readonly A[], b: readonly B[]): [A, B][] =>
  a.flatMap((x) => b.map((y): [A, B] => [x, y]))

/** How near an estimate is to a usual base that it means: closer than programs choose their bases. */
const SAME_BASE = 1e-5

function basesNear({ base, baseError }: PlainFit): number[] {
  if (!(base > 1.001)) return baseError > 1 ? [...BASES] : []
  const usual = BASES.filter((x) => Math.abs(base / x - 1) <= SAME_BASE)
  if (usual.length > 0) return usual
  return roundNear(base, Math.max(baseError, 1e-6), BASES).filter((x) => x > 1)
}

const isUsual = ({ base, baseError }: PlainFit): boolean =>
  BASES.slice(0, 3).some((usual) => Math.abs(base / usual - 1) <= baseError)

/** The positions of all round parameters that agree, and of the others the roundest and the most exact. */
async function agreeing<T>(
  seen: Seen,
  values: readonly T[],
  make: (value: T) => RopePosition,
): Promise<RopePosition[]> {
  const tried = await seen.course.map(values, (value) => {
    const position = make(value)
    return agrees(seen, position) ? [position] : []
  })
  const found = tried.flat()
  const others = found.filter((position) => !isRound(position))
  const some = seen.isRough ? others : [...others.slice(0, -2).slice(0, 1), ...others.slice(-2)]
  return [...found.filter(isRound), ...some]
}

function isRound({ base = 10000, scaling }: RopePosition): boolean {
  const usual: readonly number[] = [...BASES, ...FACTORS]
  const { factor = 2 } = scaling ?? {}
  return usual.includes(base) && (usual.includes(factor) || Number(factor.toPrecision(2)) === factor)
}

/** Do the frequencies of a position equal those seen, within so many times their errors? */
function agrees(seen: Seen, position: RopePosition, times = 3): boolean {
  const inverse = inverseOf(seen, position)
  if (!inverse) return false
  return seen.frequency.every((w, i) => {
    const apart = w - (inverse[i] ?? 0)
    const turns = Math.round(apart / seen.period)
    return Math.abs(apart - turns * seen.period) <= times * (seen.error[i] as number)
  })
}

function inverseOf({ core, layout, dim, length }: Seen, position: RopePosition): Float32Array | undefined {
  const placed = placedIn(position, layout, dim)
  try {
    return frequencies(core, placed, { dim, length }).inverse
  } catch (cause) {
    return notComputable(cause) // such as NTK scaling of a single pair
  }
}

/** A position with the channels that are rotated, where they are not the usual ones. */
export function placedIn(
  position: RopePosition,
  { layout, start, width }: PairLayout,
  dim: number,
): RopePosition {
  return {
    ...position,
    ...(layout === 'half' ? {} : { layout }),
    ...(width === dim - start || 'rotaryDim' in position ? {} : { rotaryDim: width }),
    ...(start === 0 ? {} : { rotaryStart: start }),
  }
}

// NTK scaling: base · s^(d/(d − 2)) is the base seen.
function stretches(seen: Seen, fit: PlainFit): readonly RopePosition[] | Promise<RopePosition[]> {
  const { width } = seen.layout
  if (width <= 2) return []
  const power = (width - 2) / width
  const pairs = BASES.filter((base) => base < fit.base).flatMap((base) => {
    const factor = (fit.base / base) ** power
    const error = Math.max(fit.baseError * power, 1e-6)
    return roundNear(factor, error, FACTORS)
      .slice(0, -1)
      .filter((round) => !isUsual(fit) || (FACTORS as readonly number[]).includes(round))
      .map((round) => [base, round] as const)
  })
  return agreeing(seen, pairs, ([base, factor]) => rope(base, { ropeType: 'ntk', factor }))
}

// Dynamic NTK scaling: base · (f · n / L − (f − 1))^(d/(d − 2)) is the base seen, for a whole length L below n.
function growingStretches(seen: Seen, fit: PlainFit): readonly RopePosition[] | Promise<RopePosition[]> {
  const { layout, length } = seen
  if (layout.width <= 2) return []
  const power = (layout.width - 2) / layout.width
  const error = Math.max(3 * fit.baseError * power, 1e-4)
  const found = BASES.filter((base) => base < fit.base).flatMap((base) =>
    [1, ...FACTORS].flatMap((factor) => {
      const stretch = (fit.base / base) ** power
      const original = (factor * length) / (stretch + factor - 1)
      const whole = Math.round(original)
      return whole > 0 && whole < length && Math.abs(original / whole - 1) <= error
        ? [{ base, whole, factor }]
        : []
    }),
  )
  return agreeing(seen, found, ({ base, whole, factor }) =>
    rope(base, { ropeType: 'dynamic', factor, maxPositionEmbeddings: whole }),
  )
}

/** Scalings that keep fast pairs and divide the frequencies of slow ones by a factor; where none is seen to be divided, YaRN by its factor of cosines. */
async function byTurns(
  seen: Seen,
  isPlain: boolean,
  make: (original: number, factor: number) => RopeScaling[],
  unusual: (kept: Kept) => RopeScaling[] = () => [],
): Promise<RopePosition[]> {
  const fast = basesFromFastPairs(seen)
  const bases = isPlain && !showsFactor(seen) ? [] : fast.length > 0 ? fast : basesFromSlowPairs(seen)
  const within = bases.flatMap((base) =>
    factorsFor(seen, base)
      .filter((factor) => liesBetween(seen, base, factor))
      .map((factor) => ({ base, factor, width: seen.layout.width })),
  )
  const search = async (scalings: (how: (typeof within)[number]) => RopeScaling[]) => {
    const all = within.flatMap((how) => scalings(how).map((scaling) => rope(how.base, scaling)))
    const found = await agreeing(seen, all, (position) => position)
    return found.filter((position) => isScaled(seen, position) || hasFactorOf(seen, position))
  }
  const usual = await search(({ factor }) => LENGTHS.flatMap((length) => make(length, factor)))
  // a factor of cosines that none of them has says that the ends of the ramp are others
  const isTold = !showsFactor(seen) || usual.some((position) => hasFactorOf(seen, position))
  if ((usual.length > 0 && isTold) || isPlain) return usual
  const others = await search((how) => unusual(keptOf(seen.frequency, seen.error, how)))
  return [...usual, ...others]
}

const showsFactor = ({ factor, factorError }: Seen): boolean => factor > 1 + 2 * factorError

function hasFactorOf(seen: Seen, { scaling }: RopePosition): boolean {
  const own = 0.1 * Math.log(scaling?.factor ?? 1) + 1
  return (
    scaling?.ropeType === 'yarn' &&
    showsFactor(seen) &&
    Math.abs(seen.factor / own - 1) <= 2 * seen.factorError
  )
}

/** Is every frequency at most the unscaled one, and at least that over the factor? */
function liesBetween({ frequency, error, layout }: Seen, base: number, factor: number): boolean {
  return frequency.every((w, i) => {
    const unscaled = base ** ((-2 * i) / layout.width)
    const slack = 3 * (error[i] as number)
    return w <= unscaled + slack && w >= unscaled / factor - slack
  })
}

function basesFromFastPairs(seen: Seen): number[] {
  const [first = 0, second = 0] = seen.frequency
  const [error = 0, secondError = 0] = seen.error
  if (Math.abs(first - 1) > 3 * error || second <= 0) return []
  const power = seen.layout.width / 2
  const relative = Math.min((3 * secondError) / second, 1)
  return roundNear((1 / second) ** power, relative * power + 1e-6, BASES)
    .concat(BASES)
    .filter((base, i, list) => base > 1 && list.indexOf(base) === i)
}

/** The bases of pairs that one factor divides, all but the first two: where even the first is scaled, none shows its own frequency. */
function basesFromSlowPairs(seen: Seen): number[] {
  const first = 2
  if (seen.frequency.length < first + 3) return []
  const error = seen.error.map((x, i) => (i < first ? Number.POSITIVE_INFINITY : x))
  const fit = plainFit({ ...seen, error })
  return fit.factor > 1 + fit.factorError ? basesNear(fit) : []
}

// Factors to try: that of the slowest pair that can be measured, and what the factor of cosines says under YaRN.
function factorsFor(seen: Seen, base: number): number[] {
  const { layout, frequency, error, factor } = seen
  const ratios = frequency.map((w, i) => ({
    ratio: base ** ((-2 * i) / layout.width) / w,
    error: (3 * (error[i] as number)) / Math.abs(w),
  }))
  const measured = ratios.filter((x) => x.ratio > 1 && x.error < 0.2)
  const most = measured.reduce((a, b) => (b.ratio > a.ratio ? b : a), { ratio: 1, error: 0 })
  const fromSlowest = most.ratio > 1 + 2 * most.error ? roundNear(most.ratio, most.error + 1e-6, FACTORS) : []
  const yarn = Math.exp((factor - 1) * 10)
  const fromFactor = yarn > 1.05 ? roundNear(yarn, 10 * seen.factorError + 1e-4, FACTORS) : []
  return [...new Set([...fromSlowest, ...fromFactor, ...FACTORS])]
}

/** Does the scaling of a position change its rotation? */
function isScaled(seen: Seen, position: RopePosition): boolean {
  const { scaling: _, ...plain } = position
  return !agrees(seen, plain)
}

/** Proportional RoPE: the pairs lie over the whole row, and the last ones stand still. */
async function proportional(seen: Seen): Promise<RopePosition[]> {
  const { frequency, error, layout, dim } = seen
  const moving = frequency.filter((w, i) => Math.abs(w) > 3 * (error[i] as number)).length
  if (layout.width !== dim || moving === frequency.length || moving === 0) return []
  const fit = plainFit({ ...seen, frequency: frequency.slice(0, moving) })
  // neighbouring pairs over the whole row are those of a part of it with a smaller base: named only with a usual base
  const isUsualBase = (base: number) =>
    layout.layout === 'half' || (BASES as readonly number[]).includes(base)
  const values = pairsOf(
    basesNear(fit).filter(isUsualBase),
    roundNear(fit.factor, fit.factorError, [1, ...FACTORS]),
  )
  const found = await agreeing(seen, values, ([base, factor]) => ({
    ...rope(base, { ropeType: 'proportional', ...(factor === 1 ? {} : { factor }) }),
    rotaryDim: 2 * moving,
  }))
  return found.filter((position) => isScaled(seen, { ...position, rotaryDim: dim }))
}

/** A positive frequency that is the same at whole positions, where one below 0 is one that is 2π higher. */
function forwards(w: number, error: number): number {
  if (Math.abs(w) <= error) return Math.max(w, error / 100)
  return w > 0 ? w : w + 2 * Math.PI
}

/** Frequencies that no formula gives: LongRoPE's divisors. */
function ownFrequencies(seen: Seen): RopePosition[] {
  const frequency = seen.frequency.map((w, i) => forwards(w, 3 * (seen.error[i] as number)))
  const list = frequency.map((w, i) => {
    const divisor = 10000 ** ((-2 * i) / seen.layout.width) / w
    return roundNear(divisor, (0.3 * (seen.error[i] as number)) / w, [1])[0] as number
  })
  return [
    rope(10000, {
      ropeType: 'longrope',
      originalMaxPositionEmbeddings: Math.max(seen.length, 2),
      shortFactor: list,
      longFactor: list,
      attentionFactor: 1,
    }),
  ]
}
