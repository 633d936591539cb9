// The golden cases of a checkpoint: which tensors go in, and what of a forward pass each of the others is to equal.

import type { ForwardInput, ForwardResult, ForwardReturn, Model, Tensor } from 'whereformer'
import type { Golden } from './golden.js'

export type Category = 'logits' | 'hidden states' | 'attention'

export interface Comparison {
  name: string
  category: Category
  actual: Tensor
  expected: Tensor
  /** 1 per row that holds a token, 0 for padding; rows in the order of the data, repeated as often as they occur. */
  rowMask: ArrayLike<number> | undefined
  rowLength: number
}

interface Output {
  category: Category
  wants: readonly ForwardReturn[]
  read: (result: ForwardResult, tokens: number) => Tensor
  /** Whose padding the rows have. */
  rows: 'tokens' | 'encoder tokens' | 'none'
}

const list = (field: Exclude<ForwardReturn, 'lastHiddenState' | 'meanPooled'>) => (result: ForwardResult) =>
  stacked(result[field])

// Behind the tokens stand the targets of a query stream.
const states = (side: 'tokens' | 'targets') => (result: ForwardResult, tokens: number) =>
  result.hiddenStates?.[0]?.shape.length === 3
    ? stacked(result.hiddenStates)
    : stacked(result.hiddenStates?.map((tensor) => cutRows(tensor, side, tokens)))

const outputs: Readonly<Record<string, Output>> = {
  logits: { category: 'logits', wants: [], read: (r) => r.logits, rows: 'tokens' },
  attentions: { category: 'attention', wants: ['attentions'], read: list('attentions'), rows: 'tokens' },
  hiddenStates: {
    category: 'hidden states',
    wants: ['hiddenStates'],
    read: states('tokens'),
    rows: 'tokens',
  },
  queryStates: { category: 'hidden states', wants: ['hiddenStates'], read: states('targets'), rows: 'none' },
  crossAttentions: {
    category: 'attention',
    wants: ['crossAttentions'],
    read: list('crossAttentions'),
    rows: 'tokens',
  },
  encoderAttentions: {
    category: 'attention',
    wants: ['encoderAttentions'],
    read: list('encoderAttentions'),
    rows: 'encoder tokens',
  },
  encoderHiddenStates: {
    category: 'hidden states',
    wants: ['encoderHiddenStates'],
    read: list('encoderHiddenStates'),
    rows: 'encoder tokens',
  },
  lastHiddenState: {
    category: 'hidden states',
    wants: ['lastHiddenState'],
    read: (r) => r.lastHiddenState as Tensor,
    rows: 'tokens',
  },
  meanPooled: {
    category: 'hidden states',
    wants: ['meanPooled'],
    read: (r) => r.meanPooled as Tensor,
    rows: 'none',
  },
}

/** In an encoder–decoder: other names, and the encoder alone as the bare model. */
const encoderDecoder: Readonly<Record<string, Output>> = {
  decoderAttentions: outputs.attentions as Output,
  decoderHiddenStates: outputs.hiddenStates as Output,
  lastHiddenState: {
    category: 'hidden states',
    wants: ['encoderHiddenStates'],
    read: (r) => r.encoderHiddenStates?.at(-1) as Tensor,
    rows: 'encoder tokens',
  },
}

const INPUTS = [
  'ids',
  'pixelValues',
  'inputValues',
  'inputFeatures',
  'attentionMask',
  'keyMask',
  'positions',
  'positionIds',
  'tokenTypeIds',
  'taskTypeIds',
  'decoderIds',
  'permMask',
  'targetMapping',
]

/** What lies beside the model: BERT's pooler is not a part of it. */
const BESIDE = ['pooled', 'bare.pooled']

const TESTED_ELSEWHERE = ['greedy', 'cached']

/** The names of the cases, in order. */
export function casesOf({ names }: Golden<unknown>): string[] {
  const cases = [...new Set(names.map((name) => name.replace(/\..*$/, '')))]
  return cases.filter((name) => !TESTED_ELSEWHERE.includes(name))
}

/** Runs one case and pairs everything that came out with what it is to be. */
export function runCase(model: Model, file: Golden<unknown>, name: string): Comparison[] {
  const own = file.names.filter((n) => n.startsWith(`${name}.`)).map((n) => n.slice(name.length + 1))
  const known = model.spec.encoder ? { ...outputs, ...encoderDecoder } : outputs
  const read = own.filter((n) => !INPUTS.includes(n) && !BESIDE.includes(n))
  const strange = read.find((n) => !known[n])
  if (strange) throw new Error(`${name}.${strange}: no test reads this tensor`)
  if (read.length === 0) throw new Error(`${name}: nothing to compare with`)
  const input = inputOf(model, file, name)
  const wants = [...new Set(read.flatMap((n) => (known[n] as Output).wants))]
  const result = model.forward(input, { return: wants })
  const resultIds =
    model.spec.encoder && own.includes('decoderIds') ? `${name}.decoderIds` : idsName(file, name)
  const tokens =
    (file.has(resultIds) ? file.tensor(resultIds).shape.at(-1) : result.lastHiddenState?.shape.at(-2)) ?? 0
  return read.map((n) => {
    const { category, read, rows } = known[n] as Output
    const expected = file.tensor(`${name}.${n}`)
    const mask = rows === (model.spec.encoder ? 'encoder tokens' : 'tokens') ? input.attentionMask : undefined
    return {
      name: `${name}.${n}`,
      category,
      actual: read(result, tokens),
      expected,
      rowMask: mask && rowMaskOf(mask, expected, n.endsWith('ttentions')),
      rowLength: expected.shape.at(-1) ?? 1,
    }
  })
}

// A case without ids of its own is about the sentence.
function idsName(file: Golden<unknown>, name: string): string {
  return file.has(`${name}.ids`) ? `${name}.ids` : 'sentence.ids'
}

function inputOf(model: Model, file: Golden<unknown>, name: string): ForwardInput {
  const has = (n: string) => file.has(`${name}.${n}`)
  const nested = (n: string) => rowsOf(file.tensor(`${name}.${n}`))
  const optional = (key: keyof ForwardInput, n: string) => (has(n) ? { [key]: nested(n) } : {})
  if (has('pixelValues')) {
    const pixelValues = file.tensor(`${name}.pixelValues`)
    const isResized = name === 'larger' || name === 'smaller'
    return { pixelValues, ...(isResized && !readsAnySize(model) ? { interpolatePosEncoding: true } : {}) }
  }
  if (has('inputValues')) return { inputValues: file.tensor(`${name}.inputValues`) }
  if (has('inputFeatures'))
    return {
      inputFeatures: file.tensor(`${name}.inputFeatures`),
      ...optional('decoderInputIds', 'decoderIds'),
    }
  const start = model.spec.encoder && !has('decoderIds') ? { decoderInputIds: [0] } : {}
  return {
    inputIds: rowsOf(file.tensor(idsName(file, name))) as number[],
    ...optional('attentionMask', has('keyMask') ? 'keyMask' : 'attentionMask'),
    ...(has('positions') ? { positionIds: withoutOffset(model, nested('positions') as number[]) } : {}),
    ...optional('positionIds', 'positionIds'),
    ...optional('tokenTypeIds', 'tokenTypeIds'),
    ...optional('taskTypeIds', 'taskTypeIds'),
    ...optional('decoderInputIds', 'decoderIds'),
    ...start,
    ...optional('permMask', 'permMask'),
    ...(has('targetMapping')
      ? { targetPositions: (nested('targetMapping') as number[][]).map((row) => row.indexOf(1)) }
      : {}),
  } as ForwardInput
}

// DINOv2's classes have no argument for other sizes.
const readsAnySize = ({ family }: Model) => family.startsWith('dinov2')

// transformers takes rows of RoBERTa's table, which begins behind the padding; here, and in OPT, positions count from 0.
function withoutOffset({ family, position }: Model, positions: number[]): number[] {
  if (family !== 'roberta') return positions
  const parts = [position].flat()
  const offset = parts.map((part) => ('offset' in part ? (part.offset ?? 0) : 0)).find(Boolean) ?? 0
  return positions.map((p) => p - offset)
}

// [n] → list, [m, n] → list of lists
function rowsOf({ data, shape }: Tensor): number[] | number[][] {
  if (shape.length === 1) return [...data]
  const [count = 0, width = 0] = shape
  return Array.from({ length: count }, (_, i) => [...data.subarray(i * width, (i + 1) * width)])
}

// Rows of a batch in the order of the data: [layers, sequences, …, tokens, columns] or [sequences, tokens, columns].
function rowMaskOf(
  mask: NonNullable<ForwardInput['attentionMask']>,
  expected: Tensor,
  perHead: boolean,
): number[] {
  const sequences = (
    Array.isArray(mask) && typeof mask[0] === 'object' ? mask : [mask]
  ) as ArrayLike<number>[]
  const heads = perHead ? (expected.shape.at(-3) ?? 1) : 1
  const once = sequences.flatMap((row) => Array.from({ length: heads }, () => Array.from(row)).flat())
  const columns = expected.shape.at(-1) ?? 1
  const times = expected.data.length / columns / once.length
  return Array.from({ length: times }, () => once).flat()
}

function stacked(tensors: readonly Tensor[] = []): Tensor {
  const data = Float32Array.from(tensors.flatMap((tensor) => [...tensor.data]))
  return { data, shape: [tensors.length, ...(tensors[0]?.shape ?? [])] }
}

function cutRows(
  { data, shape: [rows = 0, width = 0] }: Tensor,
  side: 'tokens' | 'targets',
  tokens: number,
): Tensor {
  const part = side === 'tokens' ? data.slice(0, tokens * width) : data.slice(tokens * width)
  return { data: part, shape: [side === 'tokens' ? tokens : rows - tokens, width] }
}
