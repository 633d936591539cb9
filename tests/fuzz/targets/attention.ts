// Attention beside plain loops in double: shapes, grouped heads, masks, windows, scales and caps.

import type { AttentionOptions, Tensor } from 'whereformer'
import type { Random } from '../../support/random.js'
import { referenceAttention } from '../../support/reference-attention.js'
import { type Bench, Fault, type Outcome, refused, type Target } from '../target.js'
import { type Json, live } from '../values.js'
import { withKnown } from './known.js'

export const attention: Target = { name: 'attention', short: 2500, open }

interface Case {
  batch: number
  kvHeads: number
  group: number
  queries: number
  keys: number
  dim: number
  valueDim: number
  causal: boolean
  alignment: 'top-left' | 'bottom-right'
  window: [number, number] | null
  scale: number | null
  softcap: number | null
  capsBiased: boolean
  /** Logits of the heads, in turn. */
  sinks: (number | '-Infinity')[]
  slopes: 'none' | 'one sided' | 'symmetric'
  mask: { shape: number[]; kind: 'flags' | 'numbers' } | null
  /** Factor of the queries: large ones make softmax choose. */
  size: number
  out: boolean
  heap: boolean
  seed: number
}

const SHORT = [0, 1, 2, 3, 4, 5, 7, 8, 9]
const LONG = [15, 16, 17, 31, 33, 64, 65]
const WIDTHS = [1, 2, 3, 4, 5, 7, 8, 9, 16, 17]

const lengthOf = (random: Random) => random.pick(random.integer(0, 5) ? SHORT : LONG)

function make(random: Random): Json {
  const [batch, kvHeads, group] = [
    random.pick([1, 1, 2, 3]),
    random.pick([1, 1, 2, 3]),
    random.pick([1, 1, 2, 4]),
  ]
  const queries = lengthOf(random)
  const keys = random.flag() ? queries : lengthOf(random)
  const axis = (n: number) => (random.flag() ? n : 1)
  const leading = [axis(batch), axis(kvHeads * group), axis(queries), keys].slice(random.integer(0, 3))
  const value: Case = {
    ...{ batch, kvHeads, group, queries, keys },
    dim: random.pick(WIDTHS),
    valueDim: random.pick(WIDTHS),
    causal: random.flag(),
    alignment: random.pick(['top-left', 'bottom-right'] as const),
    window: random.integer(0, 3) ? null : [random.integer(0, 9), random.integer(0, 9)],
    scale: random.integer(0, 3) ? null : random.pick([0, 1, -0.5, 0.01]),
    softcap: random.integer(0, 3) ? null : random.pick([0.5, 5, 50]),
    capsBiased: random.flag(),
    sinks: random.integer(0, 3)
      ? []
      : Array.from({ length: 3 }, () => random.pick([0, 3, -2.5, -40, 1e4, '-Infinity'] as const)),
    slopes: random.pick(['none', 'none', 'one sided', 'symmetric'] as const),
    mask: random.integer(0, 3) ? null : { shape: leading, kind: random.pick(['flags', 'numbers'] as const) },
    size: random.pick([0, 1, 1, 1, 30, 1e4]),
    out: random.integer(0, 4) === 0,
    heap: random.integer(0, 4) === 0,
    seed: random.integer(1, 1e6),
  }
  return value as unknown as Json
}

/** What a shrunk case lacks. */
const least: Case = {
  ...{ batch: 1, kvHeads: 1, group: 1, queries: 1, keys: 1, dim: 1, valueDim: 1, size: 1, seed: 1 },
  ...{ causal: false, alignment: 'top-left', window: null, scale: null, softcap: null, mask: null },
  ...{ slopes: 'none', out: false, heap: false, capsBiased: false, sinks: [] },
}

async function open(): Promise<Bench> {
  const { wf, known } = await withKnown()

  function run(json: Json): Outcome {
    const value = { ...least, ...(json as unknown as Partial<Case>) }
    const [q, k, v] = tensorsOf(value)
    const { options, visible, bias } = optionsOf(value)
    const wanted = [...q.shape.slice(0, -1), value.valueDim]
    const length = wanted.reduce((a, n) => a * n, 1)
    const held = value.heap ? [q, k, v].map((one) => wf.tensor(one)) : []
    try {
      const [a, b, c] = value.heap ? held : [q, k, v]
      if (value.out) options.out = { data: new Float32Array(length).fill(7), shape: wanted }
      const { output } = wf.attention(a as Tensor, b as Tensor, c as Tensor, options)
      if (String(output.shape) !== String(wanted)) throw new Fault(`shape ${output.shape}, wanted ${wanted}`)
      const { scale, softcap, capsBiased } = value
      const reference = referenceAttention(q, k, v, {
        ...(scale === null ? {} : { scale }),
        ...(softcap === null ? {} : { softcap }),
        ...(options.sinks ? { sinks: options.sinks.data } : {}),
        capsBiased,
        visible,
        bias,
      })
      compare(output.data, reference, value)
      return 'worked'
    } catch (error) {
      return refused(error)
    } finally {
      for (const one of held) one.dispose()
    }
  }

  return { make, run, known, live: () => wf.liveHandles(), close() {} }
}

// A float32 score of size s has an error of s · 2⁻²⁴ · √dim, which the exponential passes on to the weights.
function compare(actual: Float32Array, expected: Float64Array, value: Case): void {
  const { size, scale, dim, slopes, queries, keys } = value
  const farthest = slopes === 'none' ? 0 : Math.max(queries, keys)
  const score = Math.max(1, 4 * size * dim * Math.abs(scale ?? 1 / Math.sqrt(dim)) + farthest)
  const tolerance = 2e-6 + 4 * 2 ** -24 * score
  for (let i = 0; i < expected.length; i++) {
    const apart = Math.abs((actual[i] as number) - (expected[i] as number))
    if (!(apart <= tolerance)) throw new Fault(`output[${i}] is ${actual[i]}, wanted ${expected[i]}`)
  }
}

function tensorsOf({ batch, kvHeads, group, queries, keys, dim, valueDim, size, seed }: Case) {
  const noise = (more: number, ...shape: number[]) => live({ $: 'noise', shape, seed: seed + more }) as Tensor
  const q = noise(0, batch, kvHeads * group, queries, dim)
  q.data.forEach((x, i) => {
    q.data[i] = x * size
  })
  return [q, noise(1, batch, kvHeads, keys, dim), noise(2, batch, kvHeads, keys, valueDim)] as const
}

function optionsOf(value: Case) {
  const { causal, alignment, window, scale, softcap, slopes, queries, keys, kvHeads, group, capsBiased } =
    value
  const offset = alignment === 'bottom-right' ? keys - queries : 0
  const heads = kvHeads * group
  const slope = Array.from({ length: heads }, (_, h) => 1 / (h + 2))
  const symmetric = slopes === 'symmetric'
  const mask = maskOf(value)
  const options: AttentionOptions = {
    causalAlignment: alignment,
    isCausal: causal,
    ...(window ? { window } : {}),
    ...(scale === null ? {} : { scale }),
    ...(softcap === null ? {} : { softcap }),
    softcapWhere: capsBiased ? 'afterBias' : 'beforeBias',
    ...sinksOf(value.sinks, heads),
    ...(slopes === 'none' ? {} : { position: { type: 'alibi', slopes: slope, symmetric } }),
    ...(mask ? { attnMask: mask.tensor } : {}),
  }
  const visible = (i: number, j: number) => {
    const distance = j - (i + offset)
    if (causal && distance > 0) return false
    return !window || (distance >= -window[0] && distance <= window[1])
  }
  const penalty = (h: number, distance: number) =>
    slopes === 'none' ? 0 : (slope[h] as number) * (symmetric ? -Math.abs(distance) : distance)
  const bias = (b: number, h: number, i: number, j: number) =>
    penalty(h, j - (i + offset)) + (mask ? mask.at(b, h, i, j) : 0)
  return { options, visible, bias }
}

function sinksOf(given: Case['sinks'], heads: number): { sinks?: Tensor } {
  if (given.length === 0) return {}
  const data = Float32Array.from({ length: heads }, (_, h) => Number(given[h % given.length]))
  return { sinks: { data, shape: [heads] } }
}

function maskOf({ mask, batch, kvHeads, group, queries, keys, seed }: Case) {
  if (!mask) return undefined
  const full = [...Array(4 - mask.shape.length).fill(1), ...mask.shape] as [number, number, number, number]
  const wanted = [batch, kvHeads * group, queries, keys]
  if (full.some((n, i) => n !== 1 && n !== wanted[i])) return undefined // a shrunk case
  const { data } = live({ $: 'noise', shape: mask.shape, seed: seed + 3 }) as Tensor
  const flags = Uint8Array.from(data, (x) => (x > -1 ? 1 : 0))
  const tensor = { data: mask.kind === 'flags' ? flags : data, shape: mask.shape } as Tensor
  const at = (b: number, h: number, i: number, j: number) => {
    const [B, H, Q] = full
    const index = (((B > 1 ? b : 0) * H + (H > 1 ? h : 0)) * Q + (Q > 1 ? i : 0)) * keys + j
    if (mask.kind === 'numbers') return data[index] ?? 0
    return flags[index] ? 0 : Number.NEGATIVE_INFINITY
  }
  return { tensor, at }
}
