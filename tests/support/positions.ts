// A position of every type with all of its parameters, valid for one small shape: the examples of the page, completed from the schema.

import { type EncodingEntry, encodings, type Position, type PositionEncoding, type Tensor } from 'whereformer'
import {
  completePosition,
  type ExampleSizes,
  examplePosition,
} from '../../web/elements/parts/positions/example-positions.js'
import { Random } from './random.js'

export const HEADS = 4
export const HEAD_DIM = 8
export const D_MODEL = HEADS * HEAD_DIM
export const TOKENS = 9 // a grid of 3 × 3

export type Type = PositionEncoding['type']

export const types = encodings.map(({ type }) => type as Type)

function sizesOf({ doors }: EncodingEntry): ExampleSizes {
  return { tokens: TOKENS, heads: HEADS, dim: doors.includes('embed') ? D_MODEL : HEAD_DIM }
}

export const complete = Object.fromEntries(
  encodings.map((entry) => [entry.type, completePosition(entry, sizesOf(entry))]),
) as Record<Type, PositionEncoding>

/** Every choice and every switch of every type, one at a time; some want other parameters that they are not given. */
export const alternatives = encodings.flatMap((entry) => {
  const position = examplePosition(entry, sizesOf(entry))
  return entry.parameters.flatMap(({ name, kind, choices = [], default: usual }) => {
    const values = kind === 'boolean' ? [!usual] : choices.filter((choice) => choice !== usual)
    return values.map((value) => [`${entry.type}.${name} ${value}`, changed(position, name, value)] as const)
  })
})

/** Query, key and value that fit the positions above. */
export function rows(seed: number): [Tensor, Tensor, Tensor] {
  const numbers = new Random(seed)
  const make = () => numbers.tensor(HEADS, TOKENS, HEAD_DIM)
  return [make(), make(), make()]
}

/** A copy with one parameter changed or, if undefined, taken away; `path` may be group.name. */
export function changed(position: PositionEncoding, path: string, value: unknown): Position {
  const [outer = '', inner] = path.split('.')
  const fields = { ...position } as Record<string, unknown>
  fields[outer] = inner === undefined ? value : { ...(fields[outer] as object), [inner]: value }
  if (fields[outer] === undefined) delete fields[outer]
  return fields as unknown as Position
}
