// What the package has promised of itself: a share of the machine's peak, and that no peer is faster on any item. Ratios within one run, so
// that they mean the same on another machine.
import { decoded, items, realSizes } from './items.mjs'

const peers = { litert: 'LiteRT.js', ort: 'onnxruntime-web', plain: 'plain JS' }
const resident = ['kernel', 'copies']
const crossing = ['copies', 'kernel']
const everyEngine = ['LiteRT.js', 'onnxruntime-web', 'tfjs-wasm', 'jax-js', 'wllama']
const everyPeer = [...everyEngine, 'plain JS']

/**
 * @typedef {object} Target
 * @property {string} work
 * @property {'≥' | '≤'} sense
 * @property {{relaxed?: number, simd?: number}} limit
 * @property {'share' | 'times' | 'ratio' | 'percent' | 'ms' | 'MB'} unit
 * @property {(measured: {results, memory, cold}, variant: string) => number} value NaN when it was not measured
 */

/** @type {Target[]} */
export const targets = [
  share('GEMM 512³, packed', 'gemm/512', { relaxed: 0.95, simd: 0.93 }, 'packed'),
  share('GEMM 512³, packing included', 'gemm/512', { relaxed: 0.88, simd: 0.86 }),
  ...[512, 1000, 1024, 2048, 4096].map((n) =>
    share(`attention, n = ${n}`, `attention/none/${n}`, both(0.88)),
  ),
  share('attention, n = 128', 'attention/none/128', both(0.86)),
  share('attention, n = 77', 'attention/none/77', both(0.78)),
  ...[32, 80, 96, 128].map((dim) =>
    share(`attention, head size ${dim}, n = 1024`, `attention/head-size-${dim}/1024`, both(0.8)),
  ),
  ...['F32', 'F16'].map((type) =>
    share(
      `prefill of 256 tokens, 135 M weights in ${type}`,
      `real-sizes/${type}/prefill-256`,
      both(0.85),
      'copies',
    ),
  ),
  ...[1024, 2048].map((n) =>
    besidePlain(`causal / full time, n = ${n}`, `attention/causal/${n}`, 'ratio', 0.52),
  ),
  besidePlain('overhead of ALiBi', 'attention/alibi/1024', 'percent', 0.04),
  besidePlain('overhead of a distance table (T5)', 'attention/t5/1024', 'percent', 0.02),
  besidePlain('one content term (Shaw) / plain attention', 'attention/shaw/1024', 'ratio', 1.55),
  besidePlain(
    'one content term (Transformer-XL) / plain attention',
    'attention/transformerXl/1024',
    'ratio',
    1.55,
  ),
  besidePlain('two content terms (DeBERTa) / plain attention', 'attention/deberta/1024', 'ratio', 2.1),
  ...decoded.map((encoding) =>
    besidePlain(`decoding after 2048 tokens, ${encoding} / no encoding`, `decode/${encoding}`, 'ratio', 1.05),
  ),
  besidePlain('weights beside the output / plain attention', 'attention/weights/1024', 'ratio', 1.15),
  {
    work: 'memory of attention beyond inputs and output, n = 16 384',
    sense: '≤',
    limit: both(4),
    unit: 'MB',
    value: ({ memory }, variant) => (memory?.[variant]?.extra ?? Number.NaN) / 1e6,
  },
  besideYardstick('RoPE of q and k / a bare copy of them', 'rope/8x1024x64', 'copy', 1.3),
  besideYardstick('GEMV 1×512×2048 / the time to read the matrix', 'gemv/1x512x2048', 'read', 1.15),
  {
    work: 'cold page to the first attention result, beyond a blank page',
    sense: '≤',
    limit: both(45),
    unit: 'ms',
    value: ({ cold }, variant) =>
      (cold?.[`whereformer ${variant}`]?.ms ?? Number.NaN) - (cold?.blank?.ms ?? Number.NaN),
  },
  ...[...items, ...realSizes].map(({ id }) => noPeerFaster(id)),
]

/** Ratios to single peers, and times, for information: they depend on how good a peer or the machine is. */
export const formerTargets = [
  ...versus(peers.litert, [1.4, 2, 2.9, 3.4], [1.05, 1.4, 2.2, 2.6]),
  ...versus(peers.ort, [2, 3, 4, 5], [1.5, 2.2, 3, 4]),
  time('attention 1 × 4 × 8', 'call/attention-1x4x8', 'copies', 0.004),
  time('attention 1 × 4 × 8 with RoPE', 'call/attention-rope-1x4x8', 'copies', 0.005),
  time('two rotations of 64 numbers', 'call/rotate-1x8x8', 'copies', 0.006),
  time('RoPE of q and k, kernel', 'rope/8x1024x64', 'kernel', 0.2),
  time('RoPE of q and k, with copies and out', 'rope/8x1024x64', 'copies', 0.85),
  fasterThan('softmax 8 × 1024²', 'softmax/8x1024x1024', everyPeer, resident, { relaxed: 1.54, simd: 1.25 }),
  fasterThan('GPT, 256 tokens', 'gpt/forward-256', everyPeer, crossing, { relaxed: 1.6 }),
  fasterThan('GPT, 256 tokens', 'gpt/forward-256', [peers.ort], crossing, { simd: 1.5 }),
  fasterThan('GPT, one token after 255', 'gpt/decode-255', everyPeer, crossing, { relaxed: 1.6 }),
  fasterThan('GPT, one token after 255', 'gpt/decode-255', [peers.ort], crossing, { simd: 2 }),
]

/** @returns {{target: Target, variant: string, value: number, met: boolean}[]} those that were measured */
export function judge(measured, list = targets) {
  return list.flatMap((target) =>
    Object.entries(target.limit)
      .map(([variant, limit]) => ({ target, variant, limit, value: target.value(measured, variant) }))
      .filter(({ value }) => !Number.isNaN(value))
      .map((judged) => ({ ...judged, met: isMet(target.sense, judged.value, judged.limit) })),
  )
}

export function isMet(sense, value, limit) {
  return sense === '≥' ? value >= limit : value <= limit // NaN meets nothing
}

function both(limit) {
  return { relaxed: limit, simd: limit }
}

function share(work, id, limit, mode = 'kernel') {
  const value = ({ results }, variant) => results.share(id, variant, mode)
  return { work: `${work}, share of the peak`, sense: '≥', limit, unit: 'share', value }
}

function versus(peer, relaxed, simd) {
  return ['none', 'bias', 'causal', 'causal+bias'].map((mask, i) =>
    fasterThan(`attention, n = 1024, ${mask}`, `attention/${mask}/1024`, [peer], resident, {
      relaxed: relaxed[i],
      simd: simd[i],
    }),
  )
}

/** Against the fastest of several engines. */
function fasterThan(work, id, engines, modes, limit) {
  const value = ({ results }, variant) => fastest(results, id, engines, modes, `whereformer ${variant}`)
  const than = engines.length > 1 ? 'the fastest peer' : engines[0]
  return { work: `${work}, times as fast as ${than}`, sense: '≥', limit, unit: 'times', value }
}

/**
 * As fast as the fastest peer, without copies and with them. In plain SIMD products and sums are two operations, in peers of relaxed SIMD
 * one: softmax has about nine more instructions for each vector there and may be 0.75 times as fast, everything else has to be as fast all
 * the same. Of the smallest calls hand-written JavaScript is no peer: it crosses no boundary.
 */
function noPeerFaster(id) {
  const value = ({ results }, variant) => {
    const ours = `whereformer ${variant}`
    const engines = id.startsWith('call/') ? everyEngine : everyPeer
    const ratios = modesOf(id).map((modes) => fastest(results, id, engines, modes, ours))
    return least(ratios)
  }
  const limit = id.startsWith('softmax/') ? { relaxed: 1, simd: 0.75 } : both(1)
  return { work: `${id}, times as fast as the fastest peer`, sense: '≥', limit, unit: 'times', value }
}

/** A peer's matrix of GEMV is in the engine in both modes, ours crosses in one of them. */
function modesOf(id) {
  return id.startsWith('gemv/') ? [resident] : [resident, crossing]
}

/** How many times as long the fastest of the engines takes as ours. */
function fastest(results, id, engines, modes, ours) {
  const ratios = engines.map((engine) => results.ratio(id, [engine, ...modes], [ours, ...modes]))
  return least(ratios)
}

/** Of those that were measured. */
function least(ratios) {
  const known = ratios.filter((ratio) => !Number.isNaN(ratio))
  return known.length > 0 ? Math.min(...known) : Number.NaN
}

function besidePlain(work, id, unit, limit) {
  const value = ({ results }, variant) => {
    const ours = `whereformer ${variant}`
    const ratio = results.ratio(id, [ours, 'kernel'], [ours, 'unadorned'])
    return unit === 'percent' ? ratio - 1 : ratio
  }
  return { work, sense: '≤', limit: both(limit), unit, value }
}

/** The shortest time that the memory of the machine allows. */
function besideYardstick(work, id, mode, limit) {
  const value = ({ results }, variant) =>
    results.ratio(id, [`whereformer ${variant}`, 'kernel'], [`peak ${variant}`, mode])
  return { work, sense: '≤', limit: both(limit), unit: 'ratio', value }
}

function time(work, id, mode, limit) {
  const value = ({ results }, variant) => results.milliseconds(id, `whereformer ${variant}`, mode)
  return { work, sense: '≤', limit: both(limit), unit: 'ms', value }
}
