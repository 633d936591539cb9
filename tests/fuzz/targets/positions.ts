// Encodings with parameters within their ranges, alone and in stacks, through every operation that takes a position. What is not refused
// has finite numbers, the same twice, and output and weights of the streaming kernel agree with those of the row kernel.

import {
  type AttentionOptions,
  type EncodingParameter,
  encodings,
  type Position,
  type Tensor,
} from 'whereformer'
import { examplePosition } from '../../../web/elements/parts/positions/example-positions.js'
import type { Random } from '../../support/random.js'
import { type Bench, Fault, type Outcome, refused, type Target } from '../target.js'
import { type Json, type JsonObject, live } from '../values.js'
import { equalBits, requireFinite, withKnown } from './known.js'

export const positions: Target = { name: 'positions', short: 1500, open }

/** An encoding as its example has it, but for some parameters. */
interface Part {
  type: string
  set: Record<string, Json>
}

interface Case {
  parts: Part[]
  sizes: { tokens: number; keys: number; heads: number; dim: number }
  options: JsonObject
  positions?: number[]
  seed: number
}

/** What a shrunk case lacks. */
const least: Case = { parts: [], sizes: { tokens: 1, keys: 1, heads: 1, dim: 2 }, options: {}, seed: 1 }

async function open(): Promise<Bench> {
  const { wf, known } = await withKnown()

  /** Twice, to the same bits, and finite. */
  function ask(what: string, call: () => Float32Array): Outcome {
    let first: Float32Array
    try {
      first = call()
    } catch (error) {
      return refused(error)
    }
    requireFinite(first, what, what === 'bias' ? Number.NEGATIVE_INFINITY : undefined)
    if (!equalBits(first, call())) throw new Fault(`${what} differs when it is asked again`)
    return 'worked'
  }

  function run(value: Json): Outcome {
    const {
      sizes,
      seed,
      options,
      positions: ids,
      parts,
    } = { ...least, ...(value as unknown as Partial<Case>) }
    const { tokens, keys, heads, dim } = { ...least.sizes, ...sizes }
    const position = parts.map((part) => positionOf(part, { tokens, keys, heads, dim })) as Position
    const noise = (...shape: number[]) => live({ $: 'noise', shape, seed }) as Tensor
    const at = ids ? { positions: ids } : { length: tokens }
    const [q, k, v] = [noise(heads, tokens, dim), noise(heads, keys, dim), noise(heads, keys, dim)] as const
    const ofPairs = { heads, queries: tokens, keys, dim }
    const causalOnly = parts.some(({ type }) => type === 'xpos') // its convention says so
    const given = { ...(live(options) as AttentionOptions), ...(causalOnly ? { isCausal: true } : {}) }
    const outcomes = [
      ask('embedding', () => wf.embed(position, { ...at, dim }).data),
      ask('rotated', () => wf.rotate(position, q, ids ? { positions: ids } : {}).data),
      ask('bias', () => wf.bias(position, ofPairs).data),
      ask('frequencies', () => wf.frequencies(position, { dim, length: tokens }).inverse),
      ask('places', () => wf.place(position, at)),
      ask('attention', () => wf.attention(q, k, v, { position, ...given }).output.data),
    ]
    if (outcomes[5] === 'worked') compareKernels(q, k, v, { position, ...given })
    return outcomes.includes('worked') ? 'worked' : 'refused'
  }

  function compareKernels(q: Tensor, k: Tensor, v: Tensor, options: AttentionOptions): void {
    const { output } = wf.attention(q, k, v, options)
    const maps = wf.attention(q, k, v, { ...options, return: ['weights', 'scores'] })
    // a ledger takes the row kernel
    const rows = wf.attention(q, k, v, { ...options, return: ['weights', 'scores', 'ledger'] })
    requireFinite(maps.scores.data, 'scores', Number.NEGATIVE_INFINITY)
    const most = tolerance(rows.scores, v)
    compare('output', output, rows.output, most)
    compare('output beside maps', maps.output, rows.output, most)
    compare('weights', maps.weights, rows.weights, most)
    requireSums(maps.weights, k.shape[1] as number)
  }

  return { make, run, known, live: () => wf.liveHandles(), close() {} }
}

// An error of one unit in the last place of a score of size s changes a weight by about s · 2⁻²³ of itself.
function tolerance(scores: Tensor, values: Tensor): number {
  const most = scores.data.reduce((a, x) => (Number.isFinite(x) ? Math.max(a, Math.abs(x)) : a), 1)
  const range = values.data.reduce((a, x) => Math.max(a, Math.abs(x)), 1)
  return 64 * 2 ** -23 * most * range + 1e-5
}

function compare(name: string, tiles: Tensor, rows: Tensor, most: number): void {
  rows.data.forEach((x, i) => {
    const found = tiles.data[i] as number
    if (!(Math.abs(x - found) <= most))
      throw new Fault(`kernels differ: ${name}[${i}] is ${found}, by rows ${x}`)
  })
}

/** Every row of weights sums to 1, or is all zeros. */
function requireSums({ data }: Tensor, keys: number): void {
  for (let at = 0; keys > 0 && at < data.length; at += keys) {
    const sum = data.subarray(at, at + keys).reduce((a, x) => a + x, 0)
    if (!(Math.abs(sum - 1) < 1e-4 || sum === 0)) throw new Fault(`a row of weights sums to ${sum}`)
  }
}

function make(random: Random): Json {
  const heads = random.pick([1, 2, 3, 4])
  const dim = random.pick([1, 2, 3, 4, 6, 8, 12, 16])
  const tokens = random.pick([0, 1, 2, 3, 4, 5, 9, 16, 17])
  const same = random.flag()
  const sizes = { tokens, keys: same ? tokens : random.pick([0, 1, 2, 5, 9, 17]), heads, dim }
  const parts = Array.from({ length: random.pick([1, 1, 1, 2, 2, 3]) }, () => partOf(random, sizes))
  return {
    parts,
    sizes,
    options: optionsOf(random, same),
    ...(random.integer(0, 3) ? {} : { positions: Array.from({ length: tokens }, () => idOf(random)) }),
    seed: random.integer(1, 1000),
  } as unknown as Json
}

const idOf = (random: Random) =>
  random.pick([0, 1, 2, 3, 7, 0.5, 100, 4097, 2 ** 20, 2 ** 24, random.integer(0, 64)])

function optionsOf(random: Random, same: boolean): JsonObject {
  const causal = random.flag()
  return {
    ...(causal ? { isCausal: true } : {}),
    ...(same ? {} : { causalAlignment: random.pick(['top-left', 'bottom-right']) }),
    ...(random.integer(0, 5) ? {} : { window: [random.integer(0, 4), random.integer(0, 4)] }),
    ...(random.integer(0, 7) ? {} : { scale: random.pick([0, 0.1, 1, -1]) }),
    ...(random.integer(0, 7) ? {} : { softcap: random.pick([1, 2, 50]) }),
  }
}

const entryOf = (type: string) => encodings.find((entry) => entry.type === type)

function exampleOf(type: string, { tokens, keys, heads, dim }: Case['sizes']): Record<string, unknown> {
  const entry = entryOf(type)
  if (!entry) return { type }
  const sizes = { tokens: Math.max(tokens, keys, 1), heads, dim }
  return { ...(examplePosition(entry, sizes) as unknown as Record<string, unknown>) }
}

function positionOf({ type, set = {} }: Part, sizes: Case['sizes']): unknown {
  const position = exampleOf(String(type), sizes)
  for (const [path, value] of Object.entries(set)) {
    const [outer = '', inner] = path.split('.')
    position[outer] = inner === undefined ? value : { ...(position[outer] as object), [inner]: value }
  }
  return position
}

function partOf(random: Random, sizes: Case['sizes']): Part {
  const { type, parameters } = random.pick(encodings)
  const example = exampleOf(type, sizes)
  const chosen = parameters.filter(() => random.integer(0, 2) === 0)
  const values = chosen.map((one) => [one.name, madeUp(random, one, example)] as const)
  const given = values.filter((one): one is readonly [string, Json] => one[1] !== undefined)
  return { type, set: Object.fromEntries(given) }
}

function madeUp(random: Random, parameter: EncodingParameter, example: object): Json | undefined {
  const { kind, choices = [], name } = parameter
  if (kind === 'boolean') return random.flag()
  if (kind === 'choice') return random.pick(choices)
  if (kind === 'number') return numberOf(random, parameter)
  if (kind === 'integer') return Math.round(numberOf(random, parameter))
  const now = (example as Record<string, unknown>)[name] as ArrayLike<number> | undefined
  if (kind !== 'numbers' || now === undefined) return undefined
  return Array.from(now, () => numberOf(random, parameter))
}

function numberOf(random: Random, { minimum, exclusiveMinimum, maximum, even }: EncodingParameter): number {
  const least = minimum ?? (exclusiveMinimum === undefined ? -4 : exclusiveMinimum + 2 ** -10)
  const most = Math.min(maximum ?? Number.POSITIVE_INFINITY, least + random.pick([0, 1, 4, 16, 1000]))
  const number = random.pick([least, most, least + (most - least) * random.next()])
  return even ? 2 * Math.round(number / 2) : number
}
