// Encodings that nothing was measured for: each of the catalogue that needs no table, with every choice it has, and the known mistakes.

import type { Core } from '../boundary/core.js'
import { encodings } from '../position/catalogue.js'
import type { EncodingEntry } from '../position/catalogue-entry.js'
import type { PositionEncoding } from '../position/position.js'
import { largestDifference } from './compare.js'
import { rowsBy } from './compute.js'
import type { Course } from './course.js'
import { wrongRowNames } from './mistakes.js'
import { BASES, roundNear } from './round.js'
import type { Rows } from './rows.js'
import type { Conventions } from './types.js'

const MOST_FORMS = 64

/** An encoding at its defaults, with every choice and flag. */
function formsOf(entry: EncodingEntry, more: Readonly<Record<string, unknown>> = {}): PositionEncoding[] {
  let forms: Record<string, unknown>[] = [{ type: entry.type, ...more }]
  for (const parameter of entry.parameters) {
    const { name } = parameter
    if (name.includes('.')) continue
    const values = unusualValues(parameter)
    if (forms.length * (values.length + 1) > MOST_FORMS) continue
    forms = [...forms, ...values.flatMap((value) => forms.map((form) => ({ ...form, [name]: value })))]
  }
  return forms as unknown as PositionEncoding[]
}

function unusualValues({ kind, choices = [], default: usual }: EncodingEntry['parameters'][number]) {
  if (kind === 'boolean') return [!usual]
  return kind === 'choice' ? choices.filter((choice) => choice !== usual) : []
}

const needs = ({ parameters }: EncodingEntry): string[] =>
  parameters.filter(({ required }) => required).map(({ name }) => name)

/** Encodings of rows for which nothing is measured, ordered by their difference, the nearest first. */
export async function otherRowEncodings(core: Core, rows: Rows, course: Course): Promise<Conventions[]> {
  const entries = encodings.filter(({ doors }) => doors.includes('rotate'))
  const forms = entries.flatMap((entry) => {
    const missing = needs(entry)
    if (missing.length === 0) return [...formsOf(entry), ...basedForms(entry)]
    return missing.length === 1 && missing[0] === 'width' ? gridForms(entry, rows) : []
  })
  const mistakes = wrongRowNames.flatMap((mistake) =>
    BASES.map((base) => ({
      mistake,
      position: { type: 'rope', layout: 'interleaved', ...(base === 10000 ? {} : { base }) } as const,
    })),
  )
  const all: Conventions[] = [...forms.map((position) => ({ position })), ...lengthScaled(rows), ...mistakes]
  const measured = await course.stage('measuring', all, (how) => ofBetterSide(core, how, rows))
  return measured
    .sort((a, b) => a.difference - b.difference)
    .slice(0, 8)
    .map(({ how }) => how)
}

// The rows as queries, or as keys where that comes nearer.
function ofBetterSide(core: Core, how: Conventions, rows: Rows) {
  const difference = differenceOf(core, how, rows)
  const ofKeys: Conventions = { ...how, side: 'key' }
  const other = how.mistake ? difference : differenceOf(core, ofKeys, rows)
  return other < difference ? { how: ofKeys, difference: other } : { how, difference }
}

function differenceOf(core: Core, how: Conventions, rows: Rows): number {
  const made = rowsBy(core, how, rows)
  return made ? largestDifference(made, rows.output) : Number.POSITIVE_INFINITY
}

function basedForms(entry: EncodingEntry): PositionEncoding[] {
  if (!entry.parameters.some(({ name }) => name === 'base')) return []
  const { default: usual } = entry.parameters.find(({ name }) => name === 'base') ?? {}
  return BASES.filter((base) => base !== usual).flatMap((base) => formsOf(entry, { base }))
}

/** An encoding of grids for every width, with and without a first token that is not turned. */
function gridForms(entry: EncodingEntry, { tokens }: Rows): PositionEncoding[] {
  const widths = Array.from({ length: Math.min(tokens - 1, 32) }, (_, i) => i + 2)
  return widths.flatMap((width) =>
    [0, 1].flatMap((prefix) =>
      [undefined, 10000].flatMap((base) =>
        formsOf(entry, { width, ...(prefix ? { prefix } : {}), ...(base ? { base } : {}) }),
      ),
    ),
  )
}

// Queries that are scaled by their position, q · ln(p + 1) / ln L.
function lengthScaled({ heads, tokens, dim, width, input, output, positions }: Rows): Conventions[] {
  if (width !== dim) return []
  const last = Array.from(positions).reduce((best, p, i) => (p > (positions[best] as number) ? i : best), 0)
  let [product, power] = [0, 0]
  for (let head = 0; head < heads; head++)
    for (let i = (head * tokens + last) * dim; i < (head * tokens + last + 1) * dim; i++) {
      product += (input[i] as number) * (output[i] as number)
      power += (input[i] as number) ** 2
    }
  const factor = product / power
  if (!(factor > 1.001)) return []
  const length = Math.exp(Math.log((positions[last] as number) + 1) / factor)
  return roundNear(length, 1e-3).map((trainLength) => ({
    position: { type: 'logN', trainLength: Math.max(trainLength, 1.001) },
  }))
}
