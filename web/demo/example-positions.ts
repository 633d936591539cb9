// One working position of every encoding, with seeded tables where it needs some: what the pictures, the pages of docs/encodings and
// the tests show. The tables are made of additions and multiplications alone, so they are the same bits everywhere.

import type { PositionEncoding, Tensor } from 'whereformer'

export interface ExampleSizes {
  tokens: number
  /** The width of an embedding, or of a head where the encoding acts on heads. */
  dim: number
  heads: number
}

/** Throws for a type that has none. */
export function examplePosition(type: string, sizes: ExampleSizes): PositionEncoding {
  const make = Object.hasOwn(examples, type) ? examples[type as keyof typeof examples] : undefined
  if (!make) throw new TypeError(`no example of ${type}`)
  return make(sizes) as PositionEncoding
}

type Example<Type> = (sizes: ExampleSizes) => Extract<PositionEncoding, { type: Type }>

const examples: { [Type in PositionEncoding['type']]: Example<Type> } = {
  none: () => ({ type: 'none' }),
  sinusoidal: () => ({ type: 'sinusoidal' }),
  learned: ({ tokens, dim }) => ({ type: 'learned', table: walk(1, tokens, dim) }),
  abacus: ({ tokens, dim }) => ({ type: 'abacus', table: walk(2, 8, dim), digits: numerals(tokens) }),
  rope: () => ({ type: 'rope' }),
  xpos: () => ({ type: 'xpos', scaleBase: 64 }),
  pope: ({ heads, dim }) => ({ type: 'pope', phases: linear(3, [heads, dim], -3, 0) }),
  rope2d: ({ tokens }) => ({ type: 'rope2d', width: side(tokens) }),
  mrope: ({ tokens, dim }) => ({ type: 'mrope', sections: thirds(dim / 2), grid: imageInText(tokens) }),
  irope: ({ tokens }) => ({ type: 'irope', chunk: share(tokens, 4) }),
  logN: ({ tokens }) => ({ type: 'logN', trainLength: Math.max(2, tokens / 8) }),
  alibi: () => ({ type: 'alibi' }),
  kerple: ({ heads }) => ({ type: 'kerple', r1: halving(heads), r2: each(heads, 0.5) }),
  sandwich: () => ({ type: 'sandwich' }),
  fire: ({ heads }) => ({ type: 'fire', ...network(4, 1, heads, false) }),
  mlpBias: ({ heads }) => ({ type: 'mlpBias', ...network(5, 1, heads), log: true }),
  swin: ({ tokens, heads }) => ({
    type: 'swin',
    table: blocks(side(tokens), heads),
    width: side(tokens),
    height: side(tokens),
  }),
  swinV2: ({ tokens, heads }) => {
    const { weight1, bias1, weight2 } = network(6, 2, heads)
    return {
      type: 'swinV2',
      ...{ weight1, bias1, weight2 },
      logitScale: each(heads, Math.LN10),
      width: side(tokens),
      height: side(tokens),
    }
  },
  relativeBias: ({ tokens, heads }) => ({
    type: 'relativeBias',
    table: walk(7, 2 * share(tokens, 2) + 1, heads),
  }),
  buckets: ({ heads }) => ({ type: 'buckets', table: ramp(5, heads), edges: [1, 2, 5, 17] }),
  t5: ({ heads }) => ({ type: 't5', table: ramp(32, heads) }),
  graphormer: ({ tokens, heads }) => ({
    type: 'graphormer',
    distances: treeDistances(tokens),
    table: ramp(tokens, heads, -0.5),
  }),
  shaw: ({ dim }) => ({ type: 'shaw', keyTable: walk(8, 17, dim), valueTable: walk(9, 17, dim) }),
  relativeKey: ({ tokens, dim }) => ({ type: 'relativeKey', table: walk(10, 2 * tokens - 1, dim) }),
  transformerXl: (sizes) => ({ type: 'transformerXl', ...projection(11, sizes) }),
  xlnet: (sizes) => ({
    type: 'xlnet',
    ...projection(12, sizes),
    segmentTable: linear(13, [2, sizes.heads * sizes.dim], -1, 1),
    segmentBias: linear(14, [sizes.heads, sizes.dim], -1, 1),
    segments: Array.from({ length: sizes.tokens }, (_, i) => (i < sizes.tokens / 2 ? 0 : 1)),
  }),
  deberta: ({ tokens, dim, heads }) => ({
    type: 'deberta',
    positionKey: walk(15, 2 * share(tokens, 2), heads * dim),
    positionQuery: walk(16, 2 * share(tokens, 2), heads * dim),
  }),
  tupe: ({ tokens, dim, heads }) => ({
    type: 'tupe',
    queryTable: walk(17, tokens, heads * dim),
    keyTable: walk(17, tokens, heads * dim),
    first: linear(18, [2, heads], -1, 1),
  }),
  cope: ({ dim }) => ({ type: 'cope', table: walk(19, 16, dim) }),
  forget: ({ tokens, heads }) => ({ type: 'forget', gateLogits: linear(20, [tokens, heads], 0, 5) }),
  relativeProjection: ({ tokens, heads }) => ({
    type: 'relativeProjection',
    weights: linear(21, [tokens, 4 * heads], -1, 1),
    curves: transposed(walk(22, share(tokens, 2), 4)),
  }),
  randomized: ({ tokens }) => ({ type: 'randomized', range: 4 * tokens, seed: 1 }),
  selfExtend: ({ tokens }) => ({ type: 'selfExtend', group: 4, window: share(tokens, 4) }),
  rerope: ({ tokens }) => ({ type: 'rerope', window: share(tokens, 4) }),
  softcap: () => ({ type: 'softcap', cap: 2 }),
  mask: () => ({ type: 'mask', kind: 'causal' }),
}

/** The masks, each with the parameters that its kind looks at. */
export function exampleMasks(tokens: number): PositionEncoding[] {
  const grid = side(tokens)
  return [
    { type: 'mask', kind: 'causal' },
    { type: 'mask', kind: 'prefix', prefix: share(tokens, 4) },
    { type: 'mask', kind: 'window', left: 3, right: 0 },
    { type: 'mask', kind: 'dilated', left: 8, right: 0, dilation: 3 },
    { type: 'mask', kind: 'globalWindow', left: 2, right: 2, globals: 2 },
    {
      type: 'mask',
      kind: 'document',
      documents: Array.from({ length: tokens }, (_, i) => Math.floor((3 * i) / tokens)),
    },
    { type: 'mask', kind: 'neighborhood', width: grid, height: grid, kernel: grid < 3 ? 1 : 3 },
    { type: 'mask', kind: 'blockDiffusion', width: Math.ceil(tokens / 2), block: share(tokens, 8) },
  ]
}

/** Numbers 0 … 1 that depend on the seed alone (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Independent values, low … high. */
export function linear(seed: number, shape: readonly number[], low: number, high: number): Tensor {
  const next = seeded(seed)
  const length = shape.reduce((a, b) => a * b, 1)
  return { data: Float32Array.from({ length }, () => low + (high - low) * next()), shape: [...shape] }
}

/** Columns in which neighbours are alike, as training leaves them: bounded random walks of about ±1. */
export function walk(seed: number, rows: number, columns: number): Tensor {
  const { data, shape } = linear(seed, [rows, columns], -0.6, 0.6)
  for (let i = columns; i < data.length; i++) data[i] = 0.9 * (data[i - columns] ?? 0) + (data[i] ?? 0)
  return { data, shape }
}

function transposed({ data, shape: [rows = 0, columns = 0] }: Tensor): Tensor {
  const value = (_: unknown, i: number) => data[(i % rows) * columns + Math.floor(i / rows)] ?? 0
  return { data: Float32Array.from({ length: data.length }, value), shape: [columns, rows] }
}

/** Every value is its own row number: shows which row is used where. */
function ramp(rows: number, columns: number, step = 1): Tensor {
  const data = Float32Array.from({ length: rows * columns }, (_, i) => step * Math.floor(i / columns))
  return { data, shape: [rows, columns] }
}

/** Two layers whose output falls with the size of the input; with `signed` first weights, on both sides of 0. */
function network(seed: number, inputs: number, heads: number, signed = true) {
  const width = 16
  return {
    weight1: linear(seed, [width, inputs], signed ? -1 : 0.2, 1),
    bias1: linear(seed + 100, [1, width], -0.3, 0),
    weight2: linear(seed + 200, [heads, width], -1, 0.2),
    bias2: linear(seed + 300, [1, heads], 0, 0),
  }
}

function projection(seed: number, { dim, heads }: ExampleSizes) {
  return {
    weight: linear(seed, [heads * dim, heads * dim], -0.5, 0.5),
    contentBias: linear(seed + 100, [heads, dim], -1, 1),
    positionBias: linear(seed + 200, [heads, dim], -1, 1),
  }
}

const each = (length: number, value: number): number[] => Array.from({ length }, () => value)

/** 1, 1/2, 1/4 … */
const halving = (length: number): number[] => Array.from({ length }, (_, i) => 2 ** -i)

/** The side of a square that holds the tokens. */
const side = (tokens: number): number => Math.ceil(Math.sqrt(tokens))

/** One of so many parts, whole and not empty. */
const share = (tokens: number, parts: number): number => Math.max(1, Math.floor(tokens / parts))

/** Less the farther apart, along each axis of a square. */
function blocks(width: number, heads: number): Tensor {
  const across = 2 * width - 1
  const away = (i: number) => Math.abs(i - (width - 1))
  const value = (row: number) => -(2 * away(Math.floor(row / across)) + away(row % across)) / width
  const data = Float32Array.from({ length: across * across * heads }, (_, i) => value(Math.floor(i / heads)))
  return { data, shape: [across * across, heads] }
}

/** Pairs for time, height and width, as near to 1 : 1 : 1 as whole numbers come. */
function thirds(pairs: number): number[] {
  const third = Math.floor(pairs / 3)
  return [pairs - 2 * third, third, third]
}

/** Text, a square image, text: time, height and width of each token. */
function imageInText(tokens: number): Tensor {
  const before = Math.floor(tokens / 4)
  const width = Math.floor(Math.sqrt(tokens / 2))
  const image = width * width
  const triple = (i: number): number[] => {
    if (i < before) return [i, i, i]
    const at = i - before
    if (at < image) return [before, before + Math.floor(at / width), before + (at % width)]
    return each(3, before + width + at - image)
  }
  const triples = Array.from({ length: tokens }, (_, i) => triple(i))
  const data = Float32Array.from(
    { length: 3 * tokens },
    (_, i) => triples[i % tokens]?.[Math.floor(i / tokens)] ?? 0,
  )
  return { data, shape: [3, tokens] }
}

/** A text in which numbers of four digits stand between words. */
const numerals = (tokens: number): number[] => Array.from({ length: tokens }, (_, i) => (i % 7 < 3 ? 0 : 1))

/** Steps between the nodes of a binary tree, numbered from the root. */
function treeDistances(nodes: number): Tensor {
  const steps = (a: number, b: number): number => {
    if (a === b) return 0
    return 1 + (a > b ? steps(Math.floor((a - 1) / 2), b) : steps(a, Math.floor((b - 1) / 2)))
  }
  const data = Float32Array.from({ length: nodes * nodes }, (_, i) => steps(Math.floor(i / nodes), i % nodes))
  return { data, shape: [nodes, nodes] }
}
