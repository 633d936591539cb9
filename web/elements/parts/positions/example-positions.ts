// A working position of every encoding: what the pictures, the pages of docs/encodings and the tests show. Encodings without an entry
// here have seeded tables made from their schema, and entries leave to the schema what they do not say.

import type { PositionEncoding, Tensor } from 'whereformer'
import { type Chosen, exampleScaling } from './example-scalings.js'
import { type EncodingSchema, type ExampleSizes, positionFromSchema } from './schema-positions.js'
import { linear, walk } from './seeded-tables.js'

export type { ExampleSizes } from './schema-positions.js'
export { linear, walk } from './seeded-tables.js'

/** `schema` is the encoding's entry of the catalogue; `chosen` are parameters by path, which the rest of the example fits. */
export function examplePosition(
  schema: EncodingSchema,
  sizes: ExampleSizes,
  chosen: Chosen = {},
): PositionEncoding {
  return positionFromSchema(schema, sizes, given(schema, sizes, chosen))
}

/** The example position with all parameters, at their defaults where they have one. */
export function completePosition(schema: EncodingSchema, sizes: ExampleSizes): PositionEncoding {
  return positionFromSchema(schema, sizes, given(schema, sizes), 'all')
}

/** Whether the schema says in words only what its parameters must be, so that a position needs the example. */
export function needsExample(type: string): boolean {
  return Object.hasOwn(related, type)
}

function given({ type }: EncodingSchema, sizes: ExampleSizes, chosen: Chosen = {}): object {
  const examples = { ...prettier, ...related }
  return Object.hasOwn(examples, type) ? (examples[type as keyof typeof examples]?.(sizes, chosen) ?? {}) : {}
}

type Example<Type> = (
  sizes: ExampleSizes,
  chosen: Chosen,
) => Partial<Omit<Extract<PositionEncoding, { type: Type }>, 'type'>>
type Examples = { readonly [Type in PositionEncoding['type']]?: Example<Type> }

/** Parameters that have to do with each other or with the number of tokens. */
const related: Examples = {
  abacus: ({ tokens, dim }) => ({ table: walk(2, 8, dim), digits: numerals(tokens) }),
  mrope: (sizes, chosen) => {
    const { rotaryDim, order } = chosen
    const [t = 0, h = 0, w = 0] = thirds((Number(rotaryDim) || sizes.dim) / 2)
    const sections = order === 'hwt' ? [h, w, t] : [t, h, w]
    return { sections, grid: imageInText(sizes.tokens), ...exampleScaling(sizes, chosen) }
  },
  mlpBias: ({ heads }) => ({ ...network(5, 1, heads), log: true }), // as many outputs as heads
  swin: ({ tokens, heads }) => ({
    table: blocks(side(tokens), heads),
    width: side(tokens),
    height: side(tokens),
  }),
  swinV2: ({ tokens, heads }) => {
    const { weight1, bias1, weight2 } = network(6, 2, heads)
    return {
      weight1,
      bias1,
      weight2,
      logitScale: each(heads, Math.LN10),
      width: side(tokens),
      height: side(tokens),
    }
  },
  buckets: ({ heads }, { directional }) => ({
    table: ramp(directional ? 9 : 5, heads),
    edges: [1, 2, 5, 17],
  }),
  deberta: ({ tokens, dim, heads }, { buckets, swapped }) => {
    const span = Number(buckets) || Math.max(swapped ? 4 : 1, share(tokens, 2))
    return {
      positionKey: walk(15, 2 * span, heads * dim),
      positionQuery: walk(16, 2 * span, heads * dim),
      ...(swapped ? { buckets: span } : {}),
    }
  },
  randomized: ({ tokens }) => ({ range: 4 * tokens, seed: 1 }),
}

/** Pictures that show more than those of the schema alone, and what chosen parameters need. */
const prettier: Examples = {
  rope: (sizes, chosen) => ({
    ...exampleScaling(sizes, chosen),
    ...(Number(chosen.globalEvery) > 0 ? { localBase: 100 } : {}),
  }),
  xpos: () => ({ scaleBase: 64 }),
  pope: ({ heads, dim }) => ({ phases: linear(3, [heads, dim], -3, 0) }),
  rope2d: ({ tokens, dim, ...sizes }, chosen) => ({
    width: side(tokens),
    ...exampleScaling({ ...sizes, tokens: side(tokens), dim: dim / 2 }, chosen),
  }),
  irope: (sizes, chosen) => ({ chunk: share(sizes.tokens, 4), ...exampleScaling(sizes, chosen) }),
  logN: ({ tokens }) => ({ trainLength: Math.max(2, tokens / 8) }),
  kerple: ({ heads }) => ({ r1: halving(heads), r2: each(heads, 0.5) }),
  fire: ({ heads }) => network(4, 1, heads, false),
  t5: ({ heads }) => ({ table: ramp(32, heads) }),
  relativeBias: ({ tokens, heads }) => ({ table: walk(7, 2 * share(tokens, 2) + 1, heads) }),
  graphormer: ({ tokens, heads }) => ({ distances: treeDistances(tokens), table: ramp(tokens, heads, -0.5) }),
  shaw: ({ dim }) => ({ keyTable: walk(8, 17, dim), valueTable: walk(9, 17, dim) }),
  xlnet: ({ tokens, dim, heads }) => ({
    segmentTable: linear(13, [2, heads * dim], -1, 1),
    segmentBias: linear(14, [heads, dim], -1, 1),
    segments: Array.from({ length: tokens }, (_, i) => (i < tokens / 2 ? 0 : 1)),
  }),
  tupe: ({ tokens, dim, heads }) => ({
    queryTable: walk(17, tokens, heads * dim),
    keyTable: walk(17, tokens, heads * dim),
    first: linear(18, [2, heads], -1, 1),
  }),
  cope: ({ dim }) => ({ table: walk(19, 16, dim) }),
  forget: ({ tokens, heads }) => ({ gateLogits: linear(20, [tokens, heads], 0, 5) }),
  relativeProjection: ({ tokens, heads }) => ({
    weights: linear(21, [tokens, 4 * heads], -1, 1),
    curves: transposed(walk(22, share(tokens, 2), 4)),
  }),
  selfExtend: ({ tokens }) => ({ group: 4, window: share(tokens, 4) }),
  rerope: ({ tokens }) => ({ window: share(tokens, 4) }),
  softcap: () => ({ cap: 2 }),
  mask: () => ({ kind: 'causal' }),
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

const each = (length: number, value: number): number[] => Array.from({ length }, () => value)

/** 1, 1/2, 1/4 … */
const halving = (length: number): number[] => Array.from({ length }, (_, i) => 2 ** -i)

/** The side of a square that holds the tokens. */
const side = (tokens: number): number => Math.ceil(Math.sqrt(tokens))

/** Tokens of one of `parts` equal parts, rounded down, at least 1. */
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
  const data = new Float32Array(nodes * nodes)
  for (let a = 0; a < nodes; a++) {
    for (let b = 0; b < nodes; b++) data[a * nodes + b] = treeSteps(a + 1, b + 1)
  }
  return { data, shape: [nodes, nodes] }
}

/** Counted from 1, the parent of a node is half of it: its binary digits without the last one. */
function treeSteps(a: number, b: number): number {
  const [depthA, depthB] = [31 - Math.clz32(a), 31 - Math.clz32(b)]
  const shared = Math.min(depthA, depthB)
  const apart = 32 - Math.clz32((a >> (depthA - shared)) ^ (b >> (depthB - shared)))
  return depthA + depthB - 2 * (shared - apart)
}
