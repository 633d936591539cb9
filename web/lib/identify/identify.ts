// Which convention is this? Tries every encoding that can explain the arrays, and answers with what fits.

import { largest } from '../boundary/checks.js'
import type { Core } from '../boundary/core.js'
import { type Added, additionsIn, codesOf, tablesOf } from './additions.js'
import { matrixIdentified } from './biases.js'
import { largestDifference, type Measure } from './compare.js'
import { rowsBy } from './compute.js'
import { otherRowEncodings } from './others.js'
import { precisionOf, relativeTolerance } from './precision.js'
import { givenIn } from './request.js'
import { rotationsOf } from './rotations.js'
import { largestOf, type Rows, sampleOf } from './rows.js'
import { explained, nearestOf, verdictOf } from './trial.js'
import type { Conventions, Explanation, Identification, IdentifyRequest } from './types.js'

/** The convention of arrays: the encodings that compute the output from the input, and what one changed convention would do. */
export function identify(core: Core, request: IdentifyRequest): Identification {
  const given = givenIn(request)
  if (given.of === 'rows') return rowsIdentified(core, given.rows, given.whole)
  if (given.of === 'added') return addedIdentified(core, given.rows)
  return matrixIdentified(core, given)
}

/** What counts as a difference among rows. */
interface Scale {
  precision: Identification['precision']
  relative: number
  tolerance: number
}

function scaleOf(rows: Rows): Scale {
  const precision = precisionOf([rows.input, rows.output])
  const relative = relativeTolerance(precision, largest(rows.positions))
  const size = largestOf(rows.output)
  return { precision, relative, tolerance: relative * size }
}

const measureOn =
  (core: Core, rows: Rows): Measure =>
  (how) => {
    const made = rowsBy(core, how, rows)
    return made ? largestDifference(made, rows.output) : Number.POSITIVE_INFINITY
  }

function rowsIdentified(core: Core, rows: Rows, whole: Rows): Identification {
  const scale = scaleOf(rows)
  const { precision, tolerance, relative } = scale
  if (rows.width === rows.dim && largestDifference(rows.input, rows.output) <= tolerance)
    return { ...{ kind: 'unchanged', precision, tolerance, nearest: [] }, ...unchanged(rows) }
  const sample = sampleOf(rows)
  const additions = additionsIn(whole, tolerance)
  const rotations = rows.width === rows.dim ? rotationsOf(core, sample, tolerance, relative) : []
  const named = () => rotations.filter((how) => !hasOwnFrequencies(how))
  const own = () => rotations.filter(hasOwnFrequencies)
  const others = memoized(() => otherRowEncodings(core, sample))
  const areEqual = (a: Conventions, b: Conventions) =>
    largestDifference(rowsBy(core, a, sample) ?? [], rowsBy(core, b, sample) ?? []) === 0
  const turned = { measure: measureOn(core, rows), tolerance, areEqual }
  const added = { measure: measureOn(core, whole), tolerance }
  const codes = () => additions.flatMap((one) => codesOf(core, one, relative))
  const tables = () => additions.flatMap(tablesOf)
  const kinds = [
    { kind: 'rotation', found: () => explained([named, own], turned) },
    { kind: 'addition', found: () => explained([codes], added) },
    { kind: 'rotation', found: () => explained([others], turned) },
    { kind: 'addition', found: () => explained([tables], added) },
  ] as const
  for (const { kind, found } of kinds) {
    const explanations = found()
    if (explanations.length > 0) return answer(kind, explanations, scale)
  }
  const nearest = nearestOf([...rotations, ...others()], measureOn(core, sample))
  return { ...answer(kindOf(additions), [], scale), nearest }
}

const hasOwnFrequencies = ({ position }: Conventions): boolean =>
  !!position && 'scaling' in position && position.scaling?.ropeType === 'longrope'

function memoized<T>(make: () => T): () => T {
  let made: { value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

const kindOf = (additions: readonly Added[]): Identification['kind'] =>
  additions.some(({ isShared }) => isShared) ? 'addition' : 'unknown'

function unchanged(rows: Rows): { explanations: Explanation[]; verdict: 'one' } {
  const difference = largestDifference(rows.input, rows.output)
  const none = { position: { type: 'none' } as const, name: 'none', difference, same: [], changes: [] }
  return { explanations: [none], verdict: 'one' }
}

function addedIdentified(core: Core, rows: Rows): Identification {
  const scale = scaleOf({ ...rows, input: rows.output })
  const added = { codes: rows, inputScale: 1, isShared: true }
  const tiers = [() => codesOf(core, added, scale.relative), () => tablesOf(added)]
  const trial = { measure: measureOn(core, rows), tolerance: scale.tolerance }
  return answer('addition', explained(tiers, trial), scale)
}

function answer(
  kind: Identification['kind'],
  explanations: Explanation[],
  { precision, tolerance }: Scale,
): Identification {
  return { kind, verdict: verdictOf(explanations), explanations, nearest: [], tolerance, precision }
}
