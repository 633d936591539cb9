// Position encodings by short names, as runs take them. Learned tables are absent: the trainer makes them.

import {
  choiceOf,
  fieldOf,
  fieldsOf,
  integerOf,
  isList,
  itemsOf,
  numberOf,
  oneOf,
  optionsOf,
  textOf,
} from '../lib/boundary/checks.js'
import { refuse, show } from '../lib/boundary/errors.js'
import type { Words } from './tasks/task.js'

/** A position encoding as plain data; learned parameters may be absent. */
export interface LabPosition {
  readonly type: string
  readonly [parameter: string]: unknown
}

/** One encoding, or several that act together. */
export type LabStack = LabPosition | readonly LabPosition[]

/** One stack for all layers, or a stack for each. */
export type LabPositions = LabStack | { readonly layers: readonly LabStack[] }

const DRAWS = ['whole', 'real', 'offset', 'digits'] as const

/** Positions that are drawn anew for each sequence, in training and in tests. */
export interface DrawnPositions {
  /**
   * How positions are drawn: sorted and distinct whole numbers below `range`, sorted real numbers, or consecutive whole numbers from a
   * random one. 'digits': in each run of digits whole numbers from the same random one, 0 for all other tokens (McLeish et al. 2024).
   */
  readonly draw: (typeof DRAWS)[number]
  /** The end of the drawn positions; twice the longest sequence of the run when absent. */
  readonly range?: number
}

export interface LabEncoding {
  readonly name: string
  readonly position: LabPositions
  readonly positions?: DrawnPositions
  /**
   * 'training': learned tables end where training does, at the longest training sequence, and T5's buckets at three quarters of it, so that
   * training fills the last one; absent: at the longest sequence of all. The encoding clamps positions to its table.
   */
  readonly tables?: 'training'
}

export interface Preset extends LabEncoding {
  readonly position: readonly LabPosition[]
  readonly label: Words
  readonly source: string
}

/**
 * Sinusoids of amplitude 0.1: embeddings start with a standard deviation of 0.02, which sines of amplitude 1 would drown: copy of 6 letters
 * then stays unlearned after 250 steps. Vaswani et al. multiply the embeddings by √dModel instead.
 */
const sines: LabPosition = { type: 'sinusoidal', scale: 0.1 }

export const presets: readonly Preset[] = [
  {
    name: 'none',
    label: { en: 'none (NoPE)', zh: '无（NoPE）' },
    source: 'Kazemnejad et al. 2023, arXiv 2305.19466',
    position: [{ type: 'none' }],
  },
  {
    name: 'sinusoidal',
    label: { en: 'sinusoidal', zh: '正弦' },
    source: 'Vaswani et al. 2017, arXiv 1706.03762. Scaled by 0.1, where the paper scales the embeddings.',
    position: [sines],
  },
  {
    name: 'learned',
    label: { en: 'learned', zh: '可学习' },
    source:
      'Gehring et al. 2017, arXiv 1705.03122. Rows of positions that training does not reach stay as they were initialised.',
    position: [{ type: 'learned' }],
  },
  {
    name: 'rope',
    label: { en: 'RoPE', zh: 'RoPE' },
    source: 'Su et al. 2021, arXiv 2104.09864',
    position: [{ type: 'rope' }],
  },
  {
    name: 'alibi',
    label: { en: 'ALiBi', zh: 'ALiBi' },
    source: 'Press et al. 2022, arXiv 2108.12409',
    position: [{ type: 'alibi' }],
  },
  {
    name: 't5',
    label: { en: 'T5 bias', zh: 'T5 偏置' },
    source: 'Raffel et al. 2020, arXiv 1910.10683. Scores are scaled as with the other encodings.',
    position: [{ type: 't5', bidirectional: false, scores: 'scaled' }],
  },
  {
    name: 'fire',
    label: { en: 'FIRE', zh: 'FIRE' },
    source: 'Li et al. 2024, arXiv 2310.04418',
    position: [{ type: 'fire' }],
  },
  {
    name: 'kerple',
    label: { en: 'KERPLE (log)', zh: 'KERPLE（对数）' },
    source: 'Chi et al. 2022, arXiv 2205.09921',
    position: [{ type: 'kerple' }],
  },
  {
    name: 'shaw',
    label: { en: 'Shaw', zh: 'Shaw' },
    source: 'Shaw et al. 2018, arXiv 1803.02155',
    position: [{ type: 'shaw' }],
  },
  {
    name: 'transformerXl',
    label: { en: 'Transformer-XL', zh: 'Transformer-XL' },
    source: 'Dai et al. 2019, arXiv 1901.02860',
    position: [{ type: 'transformerXl' }],
  },
  {
    name: 'cope',
    label: { en: 'CoPE', zh: 'CoPE' },
    source:
      'Golovneva et al. 2024, arXiv 2405.18719. Positions are clamped at the longest training sequence: rows beyond it would stay zeros.',
    position: [{ type: 'cope' }],
    tables: 'training',
  },
  {
    name: 'randomized',
    label: { en: 'randomized, learned', zh: '随机位置，可学习' },
    source: 'Ruoss et al. 2023, arXiv 2305.16843: sorted draws from a range, with a learned table',
    position: [{ type: 'learned' }],
    positions: { draw: 'whole' },
  },
  {
    name: 'randomizedFloats',
    label: { en: 'random floats, sinusoidal', zh: '随机实数，正弦' },
    source: 'Shimizu et al. 2026, arXiv 2602.14050: random real positions, with sinusoids',
    position: [sines],
    positions: { draw: 'real' },
  },
]

export const presetNames: readonly string[] = presets.map(({ name }) => name)

const MOST_ENCODINGS = 256

/** The checked encodings of an experiment, given by short names or as plain data. */
export function encodingsOf(value: unknown, argument: string): LabEncoding[] {
  const items = itemsOf(value, argument, 'a list of names or encodings', MOST_ENCODINGS)
  if (items.length === 0) throw refuse('ERR_VALUE', argument, 'an empty list', 'at least one encoding')
  const encodings = items.map((item, i) => encodingOf(item, `${argument}[${i}]`))
  const names = encodings.map(({ name }) => name)
  const twice = names.findIndex((name, i) => names.indexOf(name) < i)
  if (twice >= 0) throw refuse('ERR_VALUE', `${argument}[${twice}]`, show(names[twice]), 'a name once')
  return encodings
}

function encodingOf(value: unknown, argument: string): LabEncoding {
  return typeof value === 'string' ? presetOf(value, argument) : ownEncoding(value, argument)
}

function presetOf(value: string, argument: string): LabEncoding {
  const preset = presets.find(({ name }) => name === value)
  if (!preset) throw refuse('ERR_VALUE', argument, show(value), oneOf(presetNames))
  const { label, source, ...encoding } = preset
  return encoding
}

function ownEncoding(value: unknown, argument: string): LabEncoding {
  const fields = ['name', 'position', 'positions', 'tables', 'label', 'source'] as const
  const given = optionsOf(value, argument, fields)
  const name = textOf(given.name, `${argument}.name`)
  return {
    name,
    position: positionsOf(given.position, `${argument}.position`),
    ...(given.positions === undefined
      ? {}
      : { positions: drawnOf(given.positions, `${argument}.positions`) }),
    ...(given.tables === undefined
      ? {}
      : { tables: choiceOf(given.tables, `${argument}.tables`, ['training']) }),
  }
}

const MOST_LAYERS = 1024
const MOST_PARTS = 16

function positionsOf(value: unknown, argument: string): LabPositions {
  if (isList(value, argument) || fieldOf(value, 'layers', argument) === undefined)
    return stackOf(value, argument)
  const { layers } = optionsOf(value, argument, ['layers'])
  const stacks = itemsOf(layers, `${argument}.layers`, 'a list with a position for each layer', MOST_LAYERS)
  return { layers: stacks.map((stack, i) => stackOf(stack, `${argument}.layers[${i}]`)) }
}

function stackOf(value: unknown, argument: string): LabStack {
  if (!isList(value, argument)) return partOf(value, argument)
  return itemsOf(value, argument, 'a list of position encodings', MOST_PARTS).map((part, i) =>
    partOf(part, `${argument}[${i}]`),
  )
}

function partOf(value: unknown, argument: string): LabPosition {
  const encoding = fieldsOf(value, argument)
  return { ...encoding, type: textOf(encoding.type, `${argument}.type`) }
}

function drawnOf(value: unknown, argument: string): DrawnPositions {
  const given = optionsOf(value, argument, ['draw', 'range'])
  const draw = choiceOf(given.draw, `${argument}.draw`, DRAWS)
  if (given.range === undefined) return { draw }
  const range = `${argument}.range`
  if (draw !== 'real') return { draw, range: integerOf(given.range, range, 1) }
  const number = numberOf(given.range, range)
  if (number <= 0) throw refuse('ERR_VALUE', range, String(number), 'a number greater than 0')
  return { draw, range: number }
}
