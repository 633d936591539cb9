// The parameters that a reader can set, as the schema of the catalogue has them: read from text or JSON, moved into their bounds.

import type { EncodingEntry, EncodingParameter, PositionEncoding } from 'whereformer'
import {
  choice,
  type Field,
  type Fields,
  flag,
  integer,
  multipleOf,
  number,
  type Settings,
  type Simple,
  type StateOf,
} from '../figure/fields.js'
import type { Refusal } from '../figure/figure-state.js'
import type { ExampleSizes } from './schema-positions.js'

const LARGEST = 1e7

/** Parameters that have a control. */
export function settable({ parameters }: EncodingEntry): EncodingParameter[] {
  return parameters.filter(({ kind }) => kind !== 'tensor' && kind !== 'numbers')
}

/** Tables come from training, and what belongs to a token comes with the tokens; lists come from links and attributes. */
function choosable({ parameters }: EncodingEntry): EncodingParameter[] {
  const isOfTokens = ({ kind, range = '' }: EncodingParameter) =>
    kind === 'numbers' && /per (position|token)/.test(range)
  return parameters.filter((parameter) => parameter.kind !== 'tensor' && !isOfTokens(parameter))
}

interface EncodingFields extends Fields {
  readonly encoding: Field<string>
  readonly parameters: Field<Settings>
}

/** The parameters of a figure that are none, or not of this encoding. */
type RefusedParameter = Refusal<Pick<EncodingFields, 'parameters'>>

export interface ChosenParameters {
  /** Legal values by path. One that is the default stays as well: an example may stand in the place of the default. */
  values: Settings
  refusals: readonly RefusedParameter[]
}

export function chosenParameters(entry: EncodingEntry, given: Settings): ChosenParameters {
  const values: Record<string, Simple> = {}
  const refused: Pick<Required<RefusedParameter>, 'part' | 'got' | 'wanted'>[] = []
  const known = choosable(entry)
  for (const [name, got] of Object.entries(given)) {
    const parameter = known.find((one) => one.name === name)
    const { value, wanted } = parameter ? fieldOf(parameter).read(got) : { wanted: namesOf(entry) }
    if (wanted !== undefined) refused.push({ part: name, got, wanted })
    if (value !== undefined) values[name] = value
  }
  return { values, refusals: refused.map((one) => ({ ...one, name: 'parameters', used: values })) }
}

function namesOf(entry: EncodingEntry): string {
  const names = choosable(entry).map(({ name }) => `${name}=…`)
  return `${entry.type}: ${names.join(' | ') || '–'}`
}

export interface ChosenEncoding {
  entry: EncodingEntry
  values: Settings
  refusals: readonly (RefusedParameter | Refusal<Pick<EncodingFields, 'encoding'>>)[]
}

/** The encoding of a state and its parameters; in the place of one that is not among the entries, the usual one. */
export function chosenEncoding(
  entries: readonly EncodingEntry[],
  { encoding, parameters }: StateOf<EncodingFields>,
  usual: string,
): ChosenEncoding {
  const { entry, refusals } = knownEncoding(entries, encoding, usual)
  const chosen = chosenParameters(entry, parameters)
  return { entry, values: chosen.values, refusals: [...refusals, ...chosen.refusals] }
}

/** The encoding that a figure without parameters draws: the asked one, or `usual` with a refusal. */
export function knownEncoding(entries: readonly EncodingEntry[], encoding: string, usual: string) {
  const asked = entries.find(({ type }) => type === encoding)
  const entry = asked ?? entries.find(({ type }) => type === usual)
  if (!entry) throw new TypeError('the catalogue is empty')
  const wanted = entries.map(({ type }) => type).join(' | ')
  return { entry, refusals: asked ? [] : [{ name: 'encoding' as const, wanted, used: entry.type }] }
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
  if (kind === 'numbers') return listField(parameter)
  const { min, max } = boundsOf(parameter)
  const initial = typeof usual === 'number' ? usual : min
  if (kind === 'number') return number(initial, min, max)
  const whole = integer(initial, min, max)
  return even ? multipleOf(2, whole) : whole
}

/** A field for a list of numbers, in which a single number stands for all. */
function listField(parameter: EncodingParameter): Field<Simple> {
  const { min, max } = boundsOf(parameter)
  const each = number(min, min, max)
  return {
    initial: '',
    print: (value) => value,
    read: (given) => {
      const numbers = String(given)
        .split(SEPARATOR)
        .filter(Boolean)
        .map((one) => each.read(one))
      const wanted = `${min} … ${max}, …`
      if (numbers.length === 0 || numbers.some((one) => one.wanted !== undefined)) return { wanted }
      const values = numbers.map(({ value }) => value)
      return { value: values.length === 1 ? (values[0] as number) : values.join(' ') }
    },
  }
}

const SEPARATOR = /[\s,]+/

/** A position with these parameters in the place of its own; a dot leads into an object inside the object. */
export function withParameters(
  position: PositionEncoding,
  values: Readonly<Record<string, unknown>>,
  { parameters }: Pick<EncodingEntry, 'parameters'>,
  sizes: ExampleSizes,
): PositionEncoding {
  let fields = position as unknown as Record<string, unknown>
  for (const [path, given] of Object.entries(values)) {
    const parameter = parameters.find(({ name }) => name === path)
    const value = parameter?.kind === 'numbers' ? listOf(String(given), parameter, sizes) : given
    const [outer = '', inner] = path.split('.')
    const inside = inner === undefined ? value : { ...(fields[outer] as object | undefined), [inner]: value }
    fields = { ...fields, [outer]: inside }
  }
  return fields as unknown as PositionEncoding
}

/** Numbers of a list; a single one stands for every head, or for every pair. */
function listOf(text: string, { range = '' }: EncodingParameter, { heads, dim }: ExampleSizes): number[] {
  const numbers = text.split(SEPARATOR).map(Number)
  const count = /per head/.test(range) ? heads : /per pair/.test(range) ? dim / 2 : 1
  return numbers.length === 1 ? Array(count).fill(numbers[0]) : numbers
}
