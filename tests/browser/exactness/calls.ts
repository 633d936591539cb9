// Seeded calls of everything that computes, the same in Node and in a page. Inputs are made of additions and multiplications
// alone, so that they are the same bits everywhere.

import type { AttentionOptions, EncodingEntry, Position, Tensor, Whereformer } from 'whereformer'
import { examplePosition } from '../../../web/elements/parts/positions/example-positions.js'
import { Random } from '../../support/random.js'

/** A checkpoint; `files` are its names in the models folder. */
export interface Checkpoint {
  name: string
  config: object
  weights: Uint8Array
}

/** What each call gives, by a name that says which it is. */
export type Results = Map<string, Float32Array>

const HEADS = 4
const TOKENS = 37
const DIM = 12

export async function callAll(wf: Whereformer, models: readonly Checkpoint[]): Promise<Results> {
  const results: Results = new Map()
  for (const entry of wf.encodings) askDoors(wf, entry, results)
  attend(wf, results)
  compute(wf, results)
  for (const model of models) await run(wf, model, results)
  return results
}

function askDoors(wf: Whereformer, entry: EncodingEntry, results: Results): void {
  const { type, doors } = entry
  const dim = doors.includes('embed') ? HEADS * DIM : DIM
  const position = examplePosition(entry, { tokens: TOKENS, dim, heads: HEADS })
  const [query, key, value] = rows(
    type.length,
    [HEADS, TOKENS, DIM],
    [HEADS, TOKENS, DIM],
    [HEADS, TOKENS, DIM],
  )
  const put = (door: string, { data }: Tensor) => results.set(`${type}: ${door}`, data)
  if (doors.includes('embed')) put('embed', wf.embed(position, { length: TOKENS, dim }))
  if (doors.includes('rotate')) put('rotate', wf.rotate(position, query))
  if (doors.includes('bias')) {
    put('bias', wf.bias(position, { heads: HEADS, queries: TOKENS, keys: TOKENS, dim: DIM }))
  }
  put('attention', wf.attention(query, key, value, { position }).output)
  put('causal attention', wf.attention(query, key, value, { position, isCausal: true }).output)
}

function attend(wf: Whereformer, results: Results): void {
  const alibi: Position = { type: 'alibi' }
  const [q, k, v] = rows(1, [6, 101, 64], [2, 101, 64], [2, 101, 40])
  const calls: Record<string, AttentionOptions> = {
    'grouped heads': {},
    'a window under ALiBi': { window: [20, 3], position: alibi },
    'rotated, capped': { softcap: 5, position: { type: 'rope' }, isCausal: true },
    'a mask with holes': { attnMask: holes(101) },
    'shifted positions': {
      positions: { query: counted(1000), key: counted(1000) },
      position: { type: 'rope' },
    },
    'gapped positions': {
      positions: { query: counted(0, 3), key: counted(0, 3) },
      position: alibi,
      isCausal: true,
    },
  }
  for (const [name, options] of Object.entries(calls)) {
    results.set(name, wf.attention(q, k, v, options).output.data)
  }
  const { weights, scores } = wf.attention(q, k, v, { isCausal: true, return: ['weights', 'scores'] })
  results.set('weights', weights?.data ?? new Float32Array())
  results.set('scores', scores?.data ?? new Float32Array())
  for (const [n, dim] of [
    [0, 3],
    [1, 1],
    [7, 5],
    [8, 130],
    [513, 16],
  ] as const) {
    const [query, key, value] = rows(n, [1, n, dim], [1, n, dim], [1, n, dim])
    results.set(`${n} tokens of ${dim}`, wf.attention(query, key, value, { isCausal: true }).output.data)
  }
}

function compute(wf: Whereformer, results: Results): void {
  for (const [rows, inner, columns] of [
    [1, 7, 5],
    [1, 130, 257],
    [33, 65, 97],
  ] as const) {
    const random = new Random(rows + inner)
    const [a, b] = [random.tensor(rows, inner), random.tensor(inner, columns)]
    const size = `${rows} × ${inner} × ${columns}`
    results.set(`matmul ${size}`, wf.matmul(a, b).data)
    results.set(`softmax ${size}`, wf.softmax(a).data)
    results.set(`layer norm ${size}`, wf.layerNorm(b).data)
    results.set(`RMS norm ${size}`, wf.rmsNorm(b).data)
  }
}

async function run(wf: Whereformer, { name, config, weights }: Checkpoint, results: Results): Promise<void> {
  const model = await wf.loadModel({ config, weights })
  try {
    const random = new Random(5)
    const ids = Array.from({ length: 19 }, () => random.integer(0, model.spec.vocab - 1))
    const { logits, hiddenStates = [] } = model.forward({ inputIds: ids }, { return: ['hiddenStates'] })
    results.set(`${name}: logits`, logits.data)
    results.set(`${name}: hidden states`, Float32Array.from(hiddenStates.flatMap(({ data }) => [...data])))
    const tokens = await model.generate(ids.slice(0, 7), {
      maxNewTokens: 12,
      temperature: 0.9,
      topK: 20,
      seed: 7,
    })
    results.set(`${name}: sampled tokens`, Float32Array.from(tokens))
  } finally {
    model.dispose()
  }
}

type Shape = readonly number[]

function rows(seed: number, ...shapes: readonly [Shape, Shape, Shape]): [Tensor, Tensor, Tensor] {
  const random = new Random(seed)
  return shapes.map((shape) => random.tensor(...shape)) as [Tensor, Tensor, Tensor]
}

const counted = (first: number, step = 1) => Array.from({ length: 101 }, (_, i) => first + step * i)

function holes(tokens: number): Tensor {
  const mask = new Random(9).tensor(tokens, tokens)
  mask.data.forEach((x, i) => {
    if (x > 0.5) mask.data[i] = Number.NEGATIVE_INFINITY
  })
  return mask
}

/** The bits of each result, as text. */
export async function hashes(results: Results): Promise<Record<string, string>> {
  const pairs = [...results].map(async ([name, data]) => {
    const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', data.slice()))
    return [name, Array.from(digest.subarray(0, 8), (byte) => byte.toString(16).padStart(2, '0')).join('')]
  })
  return Object.fromEntries(await Promise.all(pairs))
}
