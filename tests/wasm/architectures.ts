// What tools/golden/architectures.py measured in transformers' models, and its comparison with what is read from their configs.

import {
  type Position,
  type PositionEncoding,
  type PositionFromConfig,
  resolveTables,
  type TableReference,
  type Tensor,
  type Whereformer,
} from 'whereformer'
import { storedTensorsIn } from '../../web/lib/position/table-reference.js'
import { golden, readJson } from '../support/golden.js'

/** [causal, query, key, scores]; the last three are names of arrays. */
type LayerFacts = [causal: number, query: string, key: string, scores: string] | null

interface Facts {
  /** By stack: `only`, or `encoder` and `decoder`. */
  stacks: Record<string, LayerFacts[]>
  absolute?: {
    tables?: { tensor: string; shape: number[]; offset: number }[]
    rows?: string
    offset?: number
  }
  tensors?: Record<string, [shape: number[], values: string]>
}

type Fields = Record<string, unknown>

interface Case extends Facts {
  name: string
  written: Fields
  saved: Fields
}

export interface Architecture extends Facts {
  written: Fields
  saved: Fields
  cases: Case[]
}

interface Survey {
  transformers: string
  tokens: number
  queries: number[]
  grid: number[][]
  unmeasured: Record<string, string>
  types: Record<string, Architecture>
}

export const survey = readJson<Survey>('architectures.json')
const arrays = golden('architectures.safetensors')
const { absolute: ABSOLUTE = 0, relative: RELATIVE = 0 } = arrays.tolerance
const HIDDEN = -1e20

/** What the functions under test say of one layer. */
interface Reading {
  position: PositionFromConfig
  scale: number | undefined
}

export type Read = (config: object, layer: number) => Reading

export interface Form {
  name: string
  config: Fields
  facts: Facts
}

/** Every config of a type: as it is written and as transformers saves it. */
export function formsOf({ cases, ...base }: Architecture): Form[] {
  const all = [
    { name: 'defaults', facts: base, written: {}, saved: {} },
    ...cases.map((c) => ({ ...c, facts: c })),
  ]
  return all.flatMap(({ name, written, saved, facts }) => [
    { name, config: { ...base.written, ...written }, facts },
    { name: `${name}, as saved`, config: { ...base.saved, ...saved }, facts },
  ])
}

export type Verdict = 'equal' | 'refused' | { differs: string }

/** The worst of all layers: equal numbers, a refusal, or what differs. */
export function verdictOf(wf: Whereformer, { config, facts }: Form, read: Read): Verdict {
  const verdicts = Object.entries(facts.stacks).flatMap(([stack, layers]) =>
    layers.map((layer, i) => {
      const of = stack === 'only' ? config : { ...config, is_decoder: stack === 'decoder' }
      return layerVerdict(wf, facts, layer, `${stack} ${i}`, () => read(of, i))
    }),
  )
  const bad = verdicts.find((verdict) => typeof verdict === 'object')
  return bad ?? (verdicts.includes('refused') ? 'refused' : 'equal')
}

function layerVerdict(
  wf: Whereformer,
  facts: Facts,
  layer: LayerFacts,
  place: string,
  read: () => Reading,
): Verdict {
  const reading = unlessRefused(read)
  if (!reading) return 'refused'
  if (!layer) return { differs: `${place}: an answer for a layer without attention` }
  const parts = [reading.position].flat() as PositionEncoding<TableReference>[]
  const embedded = parts.filter(({ type }) => type === 'learned' || type === 'sinusoidal')
  const rest = parts.filter((part) => !embedded.includes(part))
  const difference =
    missingTensor(facts, rest) ??
    absoluteDifference(wf, facts, embedded) ??
    unlessRefused(() => scoreDifference(wf, facts, layer, rest, reading.scale) ?? 'equal') ??
    'refused'
  return difference === 'equal' || difference === 'refused'
    ? difference
    : { differs: `${place}: ${difference}` }
}

function unlessRefused<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch (error) {
    if ((error as Error).name === 'WhereformerError') return undefined
    throw error
  }
}

function absoluteDifference(
  wf: Whereformer,
  { absolute }: Facts,
  embedded: PositionEncoding<TableReference>[],
): string | undefined {
  const [part, another] = embedded
  if (!absolute || !part || another)
    return absolute || part ? `absolute: ${JSON.stringify(embedded)}` : undefined
  if (part.type === 'learned') {
    const { tensor, shape } = part.table
    const same = (table: { tensor: string; shape: number[]; offset: number }) =>
      table.tensor ===
        tensor.replace(/^decoder\./, table.tensor.startsWith('encoder.') ? 'encoder.' : 'decoder.') &&
      String(table.shape) === String(shape) &&
      table.offset === (part.offset ?? 0)
    return absolute.tables?.some(same) ? undefined : `table ${JSON.stringify(part)}`
  }
  if (!absolute.rows) return `sines for ${JSON.stringify(absolute)}`
  const rows = arrays.tensor(absolute.rows)
  const got = wf.embed(part as Position, { length: survey.tokens, dim: rows.shape[1] as number })
  return differenceOf([...got.data], [...rows.data])
}

function scoreDifference(
  wf: Whereformer,
  facts: Facts,
  [causal, query, key, scores]: NonNullable<LayerFacts>,
  parts: PositionEncoding<TableReference>[],
  scale: number | undefined,
): string | undefined {
  const found = parts.length ? resolveTables(parts, ({ tensor }) => storedTensor(facts, tensor)) : undefined
  const position =
    found && [found].flat().map((part) => (part.type === 'mrope' ? { ...part, grid: GRID } : part))
  const [q, k, wanted] = [arrays.tensor(query), arrays.tensor(key), arrays.tensor(scores)]
  const result = wf.attention(repeated(q), repeated(k), repeated(k), {
    ...(position ? { position: position as Position } : {}),
    ...(scale === undefined ? {} : { scale }),
    isCausal: causal === 1,
    return: ['scores'],
  })
  const got = result.scores as Tensor
  const { tokens, queries } = survey
  const rows = Array.from({ length: q.shape[0] as number }, (_, h) =>
    queries.flatMap((i) => [...got.data.subarray((h * tokens + i) * tokens, (h * tokens + i + 1) * tokens)]),
  ).flat()
  const shifts = parts.some(({ type }) => type === 'alibi') // by a number per row, which the softmax does not see
  return shifts
    ? differenceOf(centred(rows), centred([...wanted.data]))
    : differenceOf(rows, [...wanted.data])
}

/** A table that the model does not have, or of another shape. */
function missingTensor(
  { tensors = {} }: Facts,
  parts: PositionEncoding<TableReference>[],
): string | undefined {
  const referred = storedTensorsIn(parts)
  const missing = referred.find(({ tensor, shape }) => String(tensors[tensor]?.[0]) !== String(shape))
  return missing && `no tensor ${missing.tensor} ${missing.shape}`
}

function storedTensor({ tensors = {} }: Facts, name: string): Tensor {
  const [shape, values] = tensors[name] ?? [[], '']
  return { data: arrays.values(values) as Float32Array, shape }
}

const GRID = { data: Float32Array.from(survey.grid.flat()), shape: [3, survey.tokens] }

/** [heads, tokens, d] of [heads, d]: the vector of every token. */
function repeated({ data, shape: [heads = 0, width = 0] }: Tensor): Tensor {
  const { tokens } = survey
  const all = new Float32Array(heads * tokens * width)
  for (let h = 0; h < heads; h++) {
    const row = data.subarray(h * width, (h + 1) * width)
    for (let i = 0; i < tokens; i++) all.set(row, (h * tokens + i) * width)
  }
  return { data: all, shape: [heads, tokens, width] }
}

/** Each row without the mean of what it sees. */
function centred(rows: number[]): number[] {
  const { tokens } = survey
  return rows.map((score, i) => {
    const row = rows.slice(i - (i % tokens), i - (i % tokens) + tokens).filter((one) => one > HIDDEN)
    return score < HIDDEN ? score : score - row.reduce((sum, one) => sum + one, 0) / row.length
  })
}

function differenceOf(got: number[], wanted: number[]): string | undefined {
  if (got.length !== wanted.length) return `${got.length} numbers for ${wanted.length}`
  let [worst, at] = [0, -1]
  for (let i = 0; i < wanted.length; i++) {
    const [a, b] = [got[i] as number, wanted[i] as number]
    if (a < HIDDEN && b < HIDDEN) continue
    const excess = Math.abs(a - b) - ABSOLUTE - RELATIVE * Math.abs(b)
    if (!(excess <= worst)) [worst, at] = [excess, i]
    if (Number.isNaN(excess)) break
  }
  return at < 0 ? undefined : `number ${at}: got ${got[at]}, wanted ${wanted[at]}`
}
