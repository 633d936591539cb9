// The convention of arrays: every encoding that can explain them is tried, and the answer is what fits.

import { callbackOf, largest, optionsOf, signalOf } from '../boundary/checks.js'
import type { Core } from '../boundary/core.js'
import type { RopePosition } from '../position/position.js'
import { type Added, additionsIn, codesOf, tablesOf } from './additions.js'
import { coordinatesOf } from './axial.js'
import { matrixIdentified } from './biases.js'
import { Largest, largestDifference, type Measure } from './compare.js'
import { rowsBy } from './compute.js'
import { Course } from './course.js'
import { WRONG_FORMS } from './forms.js'
import { axialsOf, mropesOf } from './grids.js'
import { once } from './once.js'
import { otherRowEncodings } from './others.js'
import { farPositions, headAxisOf, nearPositions, positionsOf, turnedByPlaces } from './placements.js'
import { precisionIn, precisionOf, relativeTolerance } from './precision.js'
import { givenIn } from './request.js'
import { restartsOf } from './restarts.js'
import { rotationsOf } from './rotations.js'
import { BASES, digitsOf } from './round.js'
import { roundedOf } from './rounded.js'
import { rowPositionsOf } from './row-positions.js'
import { headsOf, largestOf, partsOf, type Rows, sampleOf } from './rows.js'
import { explained, nearestOf, type Tier, verdictOf } from './trial.js'
import type {
  Conventions,
  Explanation,
  Identification,
  IdentifyOptions,
  IdentifyProgress,
  IdentifyRequest,
} from './types.js'

/** The convention of arrays: the encodings that compute the output from the input, and what one changed convention would do. */
export async function identify(
  core: Core,
  request: IdentifyRequest,
  options?: IdentifyOptions,
): Promise<Identification> {
  const { signal, onProgress } = optionsOf(options, 'options', ['signal', 'onProgress'])
  const course = new Course(
    signalOf(signal, 'options.signal'),
    callbackOf<(progress: IdentifyProgress) => void>(onProgress, 'options.onProgress'),
  )
  const given = givenIn(request)
  if (given.of === 'rows') return rowsIdentified(core, given.rows, given.whole, course)
  if (given.of === 'added') return addedIdentified(core, given.rows, course)
  return matrixIdentified(core, given, course)
}

/** What counts as a difference among rows. */
interface Scale {
  precision: Identification['precision']
  relative: number
  tolerance: number
}

async function scaleOf(rows: Rows, course: Course): Promise<Scale> {
  const precision = precisionOf(await course.map([rows.input, rows.output], precisionIn))
  const relative = relativeTolerance(precision, largest(rows.positions))
  await course.pause()
  const size = largestOf(rows.output)
  return { precision, relative, tolerance: relative * size }
}

/** Measures an explanation over parts of the rows, one after the other. */
const measureOn =
  (core: Core, parts: readonly Rows[], course: Course): Measure =>
  async (how, enough) => {
    const found = new Largest(enough)
    for (const part of parts) {
      await course.pause()
      const made = rowsBy(core, how, part)
      if (!found.add(made ? largestDifference(made, part.output) : Number.POSITIVE_INFINITY)) break
    }
    return found.value
  }

async function rowsIdentified(core: Core, rows: Rows, whole: Rows, course: Course): Promise<Identification> {
  const scale = await scaleOf(rows, course)
  await course.pause()
  const { precision, tolerance } = scale
  if (rows.width === rows.dim && largestDifference(rows.input, rows.output) <= tolerance)
    return { kind: 'unchanged', precision, tolerance, nearest: [], ...unchanged(rows) }
  const additions = await additionsIn(whole, tolerance, course)
  const turned = await rotationSearch(core, rows, scale, course)
  const added = additionSearch(core, whole, additions, scale, course)
  const kinds = [
    { kind: 'rotation', found: turned.rotations },
    { kind: 'addition', found: added.codes },
    { kind: 'rotation', found: turned.others },
    { kind: 'rotation', found: turned.ownOrRounded },
    { kind: 'addition', found: added.tables },
  ] as const
  for (const { kind, found } of kinds) {
    const explanations = await found()
    if (explanations.length > 0) return answer(kind, explanations, scale)
  }
  return { ...answer(kindOf(additions), [], scale), nearest: await turned.nearest() }
}

/** Encodings that turn rows, and others that compute rows from rows; each group is searched when it is called for. */
async function rotationSearch(core: Core, rows: Rows, scale: Scale, course: Course) {
  const sample = sampleOf(rows)
  const isTurn = rows.width === rows.dim
  const { named, own } = isTurn ? await rotationsOf(core, sample, scale, course) : { named: [], own: [] }
  const others = once(() => otherRowEncodings(core, sample, course))
  const areEqual = (a: Conventions, b: Conventions) =>
    largestDifference(rowsBy(core, a, sample) ?? [], rowsBy(core, b, sample) ?? []) === 0
  const onSample = measureOn(core, [sample], course)
  const onAll = measureOn(core, [rows], course) // encodings may tell heads apart
  const sampleFirst: Measure = async (how, enough = Number.POSITIVE_INFINITY) => {
    const near = await onSample(how)
    return near > enough ? near : onAll(how)
  }
  const trial = {
    course,
    measure: measureOn(core, partsOf(rows), course),
    tolerance: scale.tolerance,
    areEqual,
  }
  const whole = { ...trial, measure: sampleFirst }
  const rounded = () => roundedOf(core, sample, scale, course)
  const wrong = isTurn ? wrongTurns(core, { rows, sample, scale, course }, others) : [others]
  return {
    rotations: async () => {
      const found = await explained([() => named], trial)
      const usual = async () => (await rounded()).filter(hasUsualBase)
      const better = found.some(hasOddNumber) ? await explained([usual], whole) : []
      return better.length > 0 ? better : found
    },
    others: () => explained(wrong, whole),
    ownOrRounded: async () => {
      const found = await explained([() => own], trial)
      const better = found.length > 0 ? await explained([rounded], whole) : [] // few numbers before one for each pair
      return better.length > 0 ? better : found
    },
    nearest: async () => nearestOf([...named, ...own, ...(await others())], { course, measure: onSample }),
  }
}

const hasUsualBase = ({ position }: Conventions): boolean =>
  (BASES as readonly number[]).includes((position as RopePosition).base ?? 10000)

/** A base or a factor of 4 digits and more: a usual base, whose frequencies are rounded, may come as near. */
function hasOddNumber(how: Conventions): boolean {
  const { base = 10000, scaling } = how.position as RopePosition
  return (!hasUsualBase(how) && digitsOf(base) >= 4) || digitsOf(scaling?.factor ?? 1) >= 4
}

interface Turned {
  rows: Rows
  sample: Rows
  scale: Scale
  course: Course
}

/** Rotations that went wrong, those by places other than the positions given, and `others`; one tier after the other. */
function wrongTurns(core: Core, { rows, sample, scale, course }: Turned, others: Tier): Tier[] {
  const even = { ...scale, mostMisfit: 1 }
  const placed = once(() => turnedByPlaces(core, rows, even, course))
  const positions = (most: number) => async () =>
    positionsOf(core, rows, await placed(), most, scale.relative, course)
  return [
    async () => {
      const found = await course.map(WRONG_FORMS, (form) => rotationsOf(core, sample, even, course, form))
      return found.flatMap(({ named }) => named)
    },
    () => headAxisOf(core, headsOf(rows, rows.heads, Math.min(rows.tokens, 16)), even, course),
    () => roundedOf(core, sample, even, course),
    async () => restartsOf(core, rows, await placed(), even, course),
    positions(nearPositions(rows)),
    () => rowPositionsOf(core, rows, even, course),
    async () => axialsOf(rows, await placed(), scale.relative, course),
    async () => mropesOf(core, rows, await placed(), scale.relative, course),
    async () => coordinatesOf(rows, await placed(), scale.relative, course),
    others,
    positions(farPositions(scale.relative)), // squares of positions among them have a name
  ]
}

/** Encodings that add vectors to rows: those with a formula, and tables. */
function additionSearch(
  core: Core,
  whole: Rows,
  additions: readonly Added[],
  { tolerance, relative }: Scale,
  course: Course,
) {
  const trial = { course, measure: measureOn(core, partsOf(whole), course), tolerance }
  const codes = async () =>
    (await course.map(additions, (one) => codesOf(core, one, relative, course))).flat()
  const tables = () => additions.flatMap(tablesOf)
  return { codes: () => explained([codes], trial), tables: () => explained([tables], trial) }
}

const kindOf = (additions: readonly Added[]): Identification['kind'] =>
  additions.some(({ isShared }) => isShared) ? 'addition' : 'unknown'

function unchanged(rows: Rows): { explanations: Explanation[]; verdict: 'one' } {
  const difference = largestDifference(rows.input, rows.output)
  const none = { position: { type: 'none' } as const, name: 'none', difference, same: [], changes: [] }
  return { explanations: [none], verdict: 'one' }
}

async function addedIdentified(core: Core, rows: Rows, course: Course): Promise<Identification> {
  const scale = await scaleOf({ ...rows, input: rows.output }, course)
  const added = { codes: rows, inputScale: 1, isShared: true }
  const tiers = [() => codesOf(core, added, scale.relative, course), () => tablesOf(added)]
  const trial = { course, measure: measureOn(core, [rows], course), tolerance: scale.tolerance }
  return answer('addition', await explained(tiers, trial), scale)
}

function answer(
  kind: Identification['kind'],
  explanations: Explanation[],
  { precision, tolerance }: Scale,
): Identification {
  return { kind, verdict: verdictOf(explanations), explanations, nearest: [], tolerance, precision }
}
