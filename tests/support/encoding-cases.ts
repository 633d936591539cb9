// The golden cases of tests/golden/encodings: each is one call of the library, with the expected result.

import { readdirSync } from 'node:fs'
import type { AttentionOptions, Position, RopePosition, Tensor, Whereformer } from 'whereformer'
import type { Tolerance } from './close.js'
import { fileUrl, type Golden, golden } from './golden.js'

export interface EncodingCase {
  /** Rows of the table of encodings that the case stands for. */
  rows: number[]
  op: 'embed' | 'rotate' | 'frequencies' | 'bias' | 'attention' | 'place'
  /** A tensor is written as { $: its name }. */
  position: object | object[]
  options: {
    side?: 'query' | 'key' | 'value'
    inverse?: boolean
    heads?: number
    dim?: number
    length?: number
    isCausal?: boolean
    causalAlignment?: 'top-left' | 'bottom-right'
    window?: [number | null, number | null]
    scale?: number
    softcap?: number
  }
  source: string
  tolerance: Tolerance
}

export interface NamedCase {
  file: string
  name: string
  details: EncodingCase
  data: Golden<EncodingCase>
}

export function encodingCases(): NamedCase[] {
  return readdirSync(fileUrl('encodings/')).flatMap((file) => {
    const data = golden<EncodingCase>(`encodings/${file}`)
    return data.cases.map(([name, details]) => ({ file, name, details, data }))
  })
}

export interface Comparison {
  what: string
  actual: ArrayLike<number>
  expected: ArrayLike<number>
}

/** Asks, and lays the answers beside the expected ones. */
export function compare(wf: Whereformer, entry: NamedCase): Comparison[] {
  return operations[entry.details.op](wf, entry)
}

type Operation = (wf: Whereformer, entry: NamedCase) => Comparison[]

const operations: Record<EncodingCase['op'], Operation> = {
  embed: (wf, entry) => {
    const expected = tensorOf(entry, 'expected')
    const positions = valuesOf(entry, 'positions')
    const { data } = wf.embed(positionOf(entry), { positions, dim: expected.shape[1] as number })
    return [{ what: 'embedding', actual: data, expected: expected.data }]
  },

  rotate: (wf, entry) => {
    const expected = tensorOf(entry, 'expected')
    const { side = 'query', inverse = false } = entry.details.options
    const options = { positions: valuesOf(entry, 'positions'), side, inverse }
    const { data } = wf.rotate(positionOf(entry), tensorOf(entry, 'x'), options)
    return [{ what: 'rotated rows', actual: data, expected: expected.data }]
  },

  frequencies: (wf, entry) => {
    const { dim = 0, length = 0 } = entry.details.options
    const { inverse, attentionFactor } = wf.frequencies(positionOf(entry) as RopePosition, { dim, length })
    return [
      { what: 'inverse frequencies', actual: inverse, expected: tensorOf(entry, 'inverse').data },
      {
        what: 'attention factor',
        actual: [attentionFactor],
        expected: tensorOf(entry, 'attentionFactor').data,
      },
    ]
  },

  bias: (wf, entry) => {
    const { heads = 1, dim } = entry.details.options
    const options = { heads, positions: pairOf(entry), ...(dim === undefined ? {} : { dim }) }
    const { data } = wf.bias(positionOf(entry), options)
    return [{ what: 'bias', actual: data, expected: tensorOf(entry, 'expected').data }]
  },

  attention: (wf, entry) => {
    const wanted = (['output', 'scores', 'weights'] as const).filter((what) => isResult(entry, what))
    const [query, key, value] = (['query', 'key', 'value'] as const).map((what) => tensorOf(entry, what))
    const options = attentionOptions(
      entry,
      wanted.filter((what) => what !== 'output'),
    )
    const result = wf.attention(query as Tensor, key as Tensor, value as Tensor, options)
    return wanted.map((what) => ({
      what,
      actual: result[what]?.data ?? [],
      expected: tensorOf(entry, what).data,
    }))
  },

  // One number per position, or the key − query that a pair counts as: what a slope of 1 makes of it.
  place: (wf, entry) => {
    const expected = tensorOf(entry, 'expected').data
    const position = [positionOf(entry)].flat() as Position[]
    if (has(entry, 'positions')) {
      const actual = wf.place(position as Position, { positions: valuesOf(entry, 'positions') })
      return [{ what: 'positions', actual, expected }]
    }
    const slope = [...position, { type: 'alibi', slopes: [1] }] as Position
    const { data } = wf.bias(slope, { heads: 1, positions: pairOf(entry) })
    return [{ what: 'distances', actual: data, expected }]
  },
}

function attentionOptions(entry: NamedCase, wanted: ('scores' | 'weights')[]): AttentionOptions {
  const { window, side: _, heads: __, dim: ___, ...rest } = entry.details.options
  const options: AttentionOptions = { ...rest, position: positionOf(entry), return: wanted }
  if (window) options.window = [window[0] ?? Infinity, window[1] ?? Infinity]
  if (has(entry, 'queryPositions')) options.positions = pairOf(entry)
  if (has(entry, 'mask')) options.attnMask = tensorOf(entry, 'mask')
  return options
}

function pairOf(entry: NamedCase) {
  return { query: valuesOf(entry, 'queryPositions'), key: valuesOf(entry, 'keyPositions') }
}

function has({ data, name }: NamedCase, what: string): boolean {
  return data.has(`${name}.${what}`)
}

// A table of the position may have the name of a result.
function isResult(entry: NamedCase, what: string): boolean {
  return has(entry, what) && !JSON.stringify(entry.details.position).includes(`"${entry.name}.${what}"`)
}

function tensorOf({ data, name }: NamedCase, what: string): Tensor {
  return data.tensor(`${name}.${what}`)
}

function valuesOf({ data, name }: NamedCase, what: string): ArrayLike<number> {
  return data.values(`${name}.${what}`)
}

function positionOf({ details, data }: NamedCase): Position {
  return withTensors(details.position, data) as Position
}

function withTensors(value: unknown, data: Golden<EncodingCase>): unknown {
  if (Array.isArray(value)) return value.map((item) => withTensors(item, data))
  if (typeof value !== 'object' || value === null) return value
  if ('$' in value) return data.tensor(value.$ as string)
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withTensors(inner, data)]))
}
