// The parameters that a reader can set, as the schema of the catalogue has them: read from text or JSON, moved into their bounds.

import type { EncodingEntry, EncodingParameter, PositionEncoding } from 'whereformer'
import { choice, type Field, flag, integer, number, type Settings, type Simple } from '../figure/fields.js'

const LARGEST = 1e7

/** Tables and lists come from training; everything else has a control. */
export function settable({ parameters }: EncodingEntry): EncodingParameter[] {
  return parameters.filter(({ kind }) => kind !== 'tensor' && kind !== 'numbers')
}

export interface ChosenParameters {
  /** Legal values by path. One that is the default stays as well: an example may stand in the place of the default. */
  values: Settings
  /** What was not legal, in a few signs: "base: > 1". */
  wrong: string | undefined
}

export function chosenParameters(entry: EncodingEntry, given: Settings): ChosenParameters {
  const values: Record<string, Simple> = {}
  const wrong: string[] = []
  for (const parameter of settable(entry)) {
    if (!Object.hasOwn(given, parameter.name)) continue
    const { value, wanted } = fieldOf(parameter).read(given[parameter.name])
    if (wanted !== undefined) wrong.push(`${parameter.name}: ${wanted}`)
    if (value !== undefined) values[parameter.name] = value
  }
  return { values, wrong: wrong.length ? wrong.join('; ') : undefined }
}

/** The bounds of a slider or a number box. */
export function boundsOf(parameter: EncodingParameter): { min: number; max: number } {
  const { minimum, exclusiveMinimum, maximum, kind } = parameter
  const above =
    exclusiveMinimum === undefined ? undefined : exclusiveMinimum + (kind === 'integer' ? 1 : 1e-6)
  return { min: minimum ?? above ?? -LARGEST, max: maximum ?? LARGEST }
}

function fieldOf(parameter: EncodingParameter): Field<Simple> {
  const { kind, choices = [], default: usual, even } = parameter
  if (kind === 'boolean') return flag(usual === true)
  if (kind === 'choice') return choice(String(usual ?? choices[0] ?? ''), choices)
  const { min, max } = boundsOf(parameter)
  const initial = typeof usual === 'number' ? usual : min
  if (kind === 'number') return number(initial, min, max)
  const whole = integer(initial, min, max)
  return even ? evened(whole) : whole
}

function evened(field: Field<number>): Field<number> {
  return {
    ...field,
    read: (given) => {
      const { value, wanted } = field.read(given)
      if (value === undefined || value % 2 === 0) return { value, wanted } as ReturnType<typeof field.read>
      return { value: value - 1, wanted: '2n' }
    },
  }
}

/** A position with these parameters in the place of its own; a dot leads into an object inside the object. */
export function withParameters(
  position: PositionEncoding,
  values: Readonly<Record<string, unknown>>,
): PositionEncoding {
  let fields = position as unknown as Record<string, unknown>
  for (const [path, value] of Object.entries(values)) {
    const [outer = '', inner] = path.split('.')
    const inside = inner === undefined ? value : { ...(fields[outer] as object | undefined), [inner]: value }
    fields = { ...fields, [outer]: inside }
  }
  return fields as unknown as PositionEncoding
}
