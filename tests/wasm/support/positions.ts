// A position of every type with all of its parameters, valid for one small shape; the compiler asks for each parameter.

import type { Position, PositionEncoding, Tensor } from 'whereformer'
import { Random } from './random.js'

export const HEADS = 4
export const HEAD_DIM = 8
export const D_MODEL = HEADS * HEAD_DIM
export const TOKENS = 9 // a grid of 3 × 3

export type Type = PositionEncoding['type']

type Complete<T> = {
  [K in keyof T]-?: T[K] extends readonly number[] | Tensor | undefined ? T[K] : Deep<T[K]>
}
type Deep<T> = NonNullable<T> extends { ropeType?: unknown } ? Required<NonNullable<T>> : NonNullable<T>
type Full<T extends Type> = Complete<Extract<PositionEncoding, { type: T }>>

const random = new Random(31)
const t = (rows: number, columns: number): Tensor => random.tensor(rows, columns)
const whole = (rows: number, columns: number, most: number): Tensor => ({
  data: Float32Array.from({ length: rows * columns }, () => random.integer(0, most)),
  shape: [rows, columns],
})

const scaling: Full<'rope'>['scaling'] = {
  ropeType: 'yarn',
  factor: 4,
  originalMaxPositionEmbeddings: 32,
  maxPositionEmbeddings: 128,
  attentionFactor: 1.1,
  betaFast: 32,
  betaSlow: 1,
  mscale: 1,
  mscaleAllDim: 0.7,
  truncate: true,
  lowFreqFactor: 1,
  highFreqFactor: 4,
  shortFactor: [1, 1, 1, 1],
  longFactor: [1, 2, 3, 4],
  ntkBetaFast: 1.25,
  ntkBetaSlow: 0.75,
  gammaFast: 16,
  gammaSlow: 2,
  currentLength: 64,
}

const slopes = [0.5, 0.25, 0.125, 0.0625]

export const complete: { [T in Type]: Full<T> } = {
  none: { type: 'none' },
  sinusoidal: {
    type: 'sinusoidal',
    base: 10000,
    layout: 'concatenated',
    spacing: 'endpoint',
    scale: 0.5,
    padding: 1,
  },
  learned: { type: 'learned', table: t(16, D_MODEL), offset: 2 },
  rope: {
    type: 'rope',
    base: 10000,
    layout: 'half',
    rotaryDim: 4,
    rotaryStart: 2,
    rotateValues: true,
    localBase: 500,
    globalEvery: 6,
    layer: 2,
    scaling: { ...scaling, shortFactor: [1, 1], longFactor: [1, 2] },
  },
  xpos: { type: 'xpos', base: 10000, layout: 'interleaved', scaleBase: 512, gamma: 0.4, center: 4 },
  pope: { type: 'pope', base: 10000, phases: t(HEADS, HEAD_DIM) },
  rope2d: {
    type: 'rope2d',
    width: 3,
    prefix: 0,
    base: 100,
    layout: 'interleaved',
    x: t(HEADS, 4),
    y: t(HEADS, 4),
  },
  mrope: {
    type: 'mrope',
    base: 10000,
    layout: 'half',
    rotaryDim: 8,
    sections: [2, 1, 1],
    order: 'chunked',
    grid: whole(3, TOKENS, 5),
  },
  irope: {
    type: 'irope',
    base: 500000,
    nopeEvery: 4,
    layer: 1,
    chunk: 4,
    temperature: 0.1,
    floorScale: 4,
    qkNorm: true,
    layout: 'interleaved',
    scaling,
  },
  alibi: {
    type: 'alibi',
    slopes,
    slopeRule: 'paper',
    largestExponent: 8,
    symmetric: false,
    forwardSlopes: slopes,
    beforeScale: false,
    keyed: 'distance',
  },
  kerple: { type: 'kerple', kind: 'log', r1: [1, 2, 0.5, 1], r2: [0.5, 1, 2, 0.1] },
  sandwich: { type: 'sandwich', dim: 16, base: 10000 },
  fire: {
    type: 'fire',
    weight1: t(6, 1),
    bias1: t(1, 6),
    weight2: t(HEADS, 6),
    bias2: t(1, HEADS),
    c: 0.1,
    threshold: 4,
    multiplier: 1,
    epsilon: 1e-6,
  },
  mlpBias: {
    type: 'mlpBias',
    weight1: t(6, 1),
    bias1: t(1, 6),
    weight2: t(5, 6),
    bias2: t(1, 5),
    weight3: t(HEADS, 5),
    bias3: t(1, HEADS),
    log: false,
  },
  swin: { type: 'swin', table: t(25, HEADS), width: 3, height: 3 },
  swinV2: {
    type: 'swinV2',
    weight1: t(6, 2),
    bias1: t(1, 6),
    weight2: t(HEADS, 6),
    logitScale: [1, 2, 3, 4],
    width: 3,
    height: 3,
    pretrainedWidth: 4,
    pretrainedHeight: 4,
  },
  relativeBias: { type: 'relativeBias', table: t(9, HEADS) },
  buckets: { type: 'buckets', table: t(9, HEADS), edges: [1, 2, 4, 8], directional: true },
  t5: { type: 't5', table: t(8, HEADS), bidirectional: true, maxDistance: 16, scores: 'unscaled' },
  shaw: { type: 'shaw', keyTable: t(7, HEAD_DIM), valueTable: t(7, HEAD_DIM) },
  relativeKey: { type: 'relativeKey', table: t(2 * TOKENS - 1, HEAD_DIM), terms: 'keyQuery' },
  transformerXl: {
    type: 'transformerXl',
    weight: t(D_MODEL, 12),
    contentBias: t(HEADS, HEAD_DIM),
    positionBias: t(HEADS, HEAD_DIM),
    clampLength: 5,
    base: 10000,
  },
  xlnet: {
    type: 'xlnet',
    weight: t(D_MODEL, 12),
    contentBias: t(HEADS, HEAD_DIM),
    positionBias: t(HEADS, HEAD_DIM),
    clampLength: 5,
    base: 10000,
    segmentTable: t(2, D_MODEL),
    segmentBias: t(HEADS, HEAD_DIM),
    segments: [0, 0, 0, 0, 1, 1, 1, 1, 1],
  },
  deberta: {
    type: 'deberta',
    positionKey: t(8, D_MODEL),
    positionQuery: t(8, D_MODEL),
    buckets: 4,
    maxDistance: 16,
    positionPosition: true,
    transposed: false,
    swapped: false,
  },
  tupe: {
    type: 'tupe',
    queryTable: t(12, D_MODEL),
    keyTable: t(12, D_MODEL),
    first: t(2, HEADS),
    bucketTable: t(9, HEADS),
    maxDistance: 16,
  },
  cope: { type: 'cope', table: t(6, HEAD_DIM), where: 'beforeScale' },
  forget: { type: 'forget', gateLogits: t(TOKENS, HEADS) },
  relativeProjection: { type: 'relativeProjection', weights: t(TOKENS, HEADS * 3), curves: t(3, 6) },
  randomized: { type: 'randomized', range: 64, seed: 7 },
  abacus: { type: 'abacus', table: t(12, D_MODEL), digits: [0, 1, 1, 0, 1, 1, 1, 0, 0], offset: 3 },
  selfExtend: { type: 'selfExtend', group: 2, window: 4 },
  rerope: { type: 'rerope', window: 4 },
  logN: { type: 'logN', trainLength: 4 },
  softcap: { type: 'softcap', cap: 5 },
  mask: {
    type: 'mask',
    kind: 'window',
    prefix: 2,
    left: 3,
    right: 1,
    dilation: 2,
    globals: 1,
    documents: [0, 0, 0, 1, 1, 1, 2, 2, 2],
    width: 3,
    height: 3,
    kernel: 3,
    block: 3,
  },
  graphormer: { type: 'graphormer', distances: whole(TOKENS, TOKENS, 4), table: t(5, HEADS) },
}

export const types = Object.keys(complete) as Type[]

/** Query, key and value that fit the positions above. */
export function rows(seed: number): [Tensor, Tensor, Tensor] {
  const numbers = new Random(seed)
  const make = () => numbers.tensor(HEADS, TOKENS, HEAD_DIM)
  return [make(), make(), make()]
}

/** A copy with one parameter changed or, if undefined, taken away; `path` may be group.name. */
export function changed(position: PositionEncoding, path: string, value: unknown): Position {
  const [outer = '', inner] = path.split('.')
  const fields = { ...position } as Record<string, unknown>
  fields[outer] = inner === undefined ? value : { ...(fields[outer] as object), [inner]: value }
  if (fields[outer] === undefined) delete fields[outer]
  return fields as unknown as Position
}
