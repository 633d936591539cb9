// The position of which a figure draws an encoding: chosen parameters, example values for all others.

import type { EncodingEntry, EncodingParameter, PositionEncoding } from 'whereformer'
import { withParameters } from './chosen-parameters.js'
import { hookOf } from './encoding-numbers.js'
import { type ExampleSizes, exampleMasks, examplePosition } from './example-positions.js'
import { read } from './schema-positions.js'

export interface EncodingChoice {
  length: number
  dim: number
  /** Undefined = the encoding's own. */
  base: number | undefined
  /** A layout or kind that the encoding does not know is its default. */
  layout: string
  kind: string
  head: number
  /** Legal values of other parameters, by path: 'scaling.factor'. */
  parameters?: Readonly<Record<string, unknown>>
  /** An encoding that is not in the catalogue. */
  own?: OwnPosition | undefined
}

interface OwnPosition {
  readonly position: PositionEncoding
  readonly sizes: ExampleSizes
}

/** The chosen option if the encoding has it, else its default. */
export function knownChoice(entry: EncodingEntry | undefined, name: string, chosen: string): string {
  const parameter = parameterOf(entry, name)
  return parameter?.choices?.includes(chosen) ? chosen : String(parameter?.default ?? '')
}

export function parameterOf(entry: EncodingEntry | undefined, name: string) {
  return entry?.parameters.find((parameter) => parameter.name === name)
}

export function positionOf(
  entry: EncodingEntry,
  sizes: ExampleSizes,
  choice: EncodingChoice,
): PositionEncoding {
  return withParameters(
    choice.own?.position ?? usualPosition(entry, sizes, choice),
    choice.parameters ?? {},
    entry,
    sizes,
  )
}

function usualPosition(entry: EncodingEntry, sizes: ExampleSizes, choice: EncodingChoice): PositionEncoding {
  if (hookOf(entry) === 'mask') return maskOf(sizes.tokens, knownChoice(entry, 'kind', choice.kind))
  const { base, dim } = choice
  const wanted = {
    base,
    dim: dim - (dim % 2),
    layout: knownChoice(entry, 'layout', choice.layout),
    kind: knownChoice(entry, 'kind', choice.kind),
  }
  const known = Object.entries(wanted).filter(
    ([name, value]) => value !== undefined && parameterOf(entry, name),
  )
  return { ...examplePosition(entry, sizes, choice.parameters), ...Object.fromEntries(known) }
}

function maskOf(tokens: number, kind: string): PositionEncoding {
  const masks = exampleMasks(tokens)
  const mask = masks.find((one) => one.type === 'mask' && one.kind === kind)
  if (!mask) throw new TypeError(`no example of the mask ${kind}`)
  return mask
}

/** Per-token lists, which are not learned. */
const FACTS = ['grid', 'distances', 'digits']

/** Lists found by a search, which are not learned. */
const SEARCHED = ['scaling.longFactor']

/** Source of learned parameters: row numbers, or seeded examples. */
export type Tables = 'none' | 'rows' | 'examples'

export function tablesOf({ parameters }: EncodingEntry, position: PositionEncoding, rows: boolean): Tables {
  const isLearned = ({ name, kind, required }: EncodingParameter) =>
    read(position, name) !== undefined &&
    !FACTS.includes(name) &&
    (kind === 'tensor' || (kind === 'numbers' && (required || SEARCHED.includes(name))))
  if (!parameters.some(isLearned)) return 'none'
  return rows ? 'rows' : 'examples'
}
