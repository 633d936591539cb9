// Position encodings as plain JSON, one type each. `Table` is a tensor, or a reference to one that lies in a checkpoint.
// What a parameter means, its default and its range stand in the catalogue (Whereformer.encodings).

import type { TensorLike } from './tensor.js'

export interface NonePosition {
  type: 'none'
}

export interface SinusoidalPosition {
  type: 'sinusoidal'
  base?: number
  layout?: 'interleaved' | 'concatenated'
  /** `paper` divides the exponent by D/2, `endpoint` (tensor2tensor, fairseq) by D/2 − 1. */
  spacing?: 'paper' | 'endpoint'
  scale?: number
  /** The code of this position is all zeros. */
  padding?: number
}

export interface LearnedPosition<Table = TensorLike> {
  type: 'learned'
  /** [positions, d_model] */
  table: Table
  /** The row of position 0: padding id + 1 in RoBERTa, 2 in BART. */
  offset?: number
}

export interface RopePosition {
  type: 'rope'
  base?: number
  layout?: 'half' | 'interleaved'
  /** 0 = all channels of a head */
  rotaryDim?: number
  /** The first channel that is rotated. */
  rotaryStart?: number
  rotateValues?: boolean
  /** The base of local layers: those where (layer + 1) % globalEvery ≠ 0. */
  localBase?: number
  globalEvery?: number
  layer?: number
  scaling?: RopeScaling
}

/** How frequencies are scaled for longer contexts; the names are Hugging Face's in camelCase. */
export interface RopeScaling {
  ropeType?:
    | 'default'
    | 'linear'
    | 'dynamic'
    | 'ntk'
    | 'ntkByParts'
    | 'yarn'
    | 'dynamicYarn'
    | 'longrope'
    | 'llama3'
    | 'proportional'
  factor?: number
  originalMaxPositionEmbeddings?: number
  maxPositionEmbeddings?: number
  attentionFactor?: number
  betaFast?: number
  betaSlow?: number
  mscale?: number
  mscaleAllDim?: number
  truncate?: boolean
  lowFreqFactor?: number
  highFreqFactor?: number
  shortFactor?: readonly number[]
  longFactor?: readonly number[]
  ntkBetaFast?: number
  ntkBetaSlow?: number
  gammaFast?: number
  gammaSlow?: number
  /** Instead of the length of the sequence, where a scaling depends on it. */
  currentLength?: number
}

export interface XposPosition {
  type: 'xpos'
  base?: number
  layout?: 'interleaved' | 'half'
  scaleBase?: number
  gamma?: number
  /** The position that is not scaled; absent = the middle of the sequence. */
  center?: number
}

export interface PopePosition<Table = TensorLike> {
  type: 'pope'
  base?: number
  /** [heads, headDim] */
  phases?: Table
}

export interface Rope2dPosition<Table = TensorLike> {
  type: 'rope2d'
  /** Columns of the grid. */
  width: number
  /** Leading tokens that are not on the grid. */
  prefix?: number
  base?: number
  layout?: 'interleaved' | 'half'
  /** [heads, pairs], both or none: learned frequencies per head. */
  x?: Table
  y?: Table
}

export interface MropePosition<Table = TensorLike> {
  type: 'mrope'
  base?: number
  layout?: 'half' | 'interleaved'
  /** 0 = all channels of a head */
  rotaryDim?: number
  /** Pairs that turn by time, height and width. */
  sections?: readonly number[]
  order?: 'chunked' | 'interleaved' | 'hwt'
  /** [3, tokens]: time, height and width of each position id. */
  grid?: Table
}

export interface IropePosition {
  type: 'irope'
  base?: number
  nopeEvery?: number
  layer?: number
  chunk?: number
  temperature?: number
  floorScale?: number
  qkNorm?: boolean
  layout?: 'interleaved' | 'half'
  scaling?: RopeScaling
}

export interface AlibiPosition {
  type: 'alibi'
  /** One per head; empty or absent = the slopes of the rule. */
  slopes?: readonly number[]
  slopeRule?: 'paper' | 'geometric'
  largestExponent?: number
  symmetric?: boolean
  /** One per head, for keys after the query. */
  forwardSlopes?: readonly number[]
  /** Added before the scores are divided by √headDim (Falcon). */
  beforeScale?: boolean
  keyed?: 'distance' | 'key' | 'roundedKey'
}

export interface KerplePosition {
  type: 'kerple'
  kind?: 'log' | 'power'
  /** One per head. */
  r1: readonly number[]
  r2: readonly number[]
}

export interface SandwichPosition {
  type: 'sandwich'
  dim?: number
  base?: number
}

export interface FirePosition<Table = TensorLike> {
  type: 'fire'
  /** [width, 1] */
  weight1: Table
  /** [1, width] */
  bias1: Table
  /** [heads, width] */
  weight2: Table
  /** [1, heads] */
  bias2: Table
  c?: number
  threshold?: number
  multiplier?: number
  epsilon?: number
}

export interface MlpBiasPosition<Table = TensorLike> {
  type: 'mlpBias'
  /** [width, 1] */
  weight1: Table
  /** [1, width] */
  bias1: Table
  /** [hidden, width]; hidden = heads when it is the last layer */
  weight2: Table
  bias2: Table
  /** [heads, hidden], when there are three layers */
  weight3?: Table
  bias3?: Table
  log?: boolean
}

export interface TisaPosition<Table = TensorLike> {
  type: 'tisa'
  /** All three [heads, kernels]. */
  amplitude: Table
  sharpness: Table
  center: Table
}

export interface SwinPosition<Table = TensorLike> {
  type: 'swin'
  /** [(2·height − 1)(2·width − 1), heads] */
  table: Table
  width: number
  height: number
}

export interface SwinV2Position<Table = TensorLike> {
  type: 'swinV2'
  /** [hidden, 2] */
  weight1: Table
  /** [1, hidden] */
  bias1: Table
  /** [heads, hidden] */
  weight2: Table
  /** One per head, as stored: the logarithm of the scale. */
  logitScale?: readonly number[] | Table
  width: number
  height: number
  pretrainedWidth?: number
  pretrainedHeight?: number
}

export interface RelativeBiasPosition<Table = TensorLike> {
  type: 'relativeBias'
  /** [2k + 1, heads] */
  table: Table
}

export interface BucketsPosition<Table = TensorLike> {
  type: 'buckets'
  /** [buckets, heads] */
  table: Table
  /** The smallest distance of buckets 1, 2 …; bucket 0 is distance 0. */
  edges?: readonly number[]
  directional?: boolean
}

export interface T5Position<Table = TensorLike> {
  type: 't5'
  /** [buckets, heads] */
  table: Table
  bidirectional?: boolean
  maxDistance?: number
  /** T5 does not divide the scores by √headDim. */
  scores?: 'unscaled' | 'scaled'
}

export interface ShawPosition<Table = TensorLike> {
  type: 'shaw'
  /** [2k + 1, headDim] */
  keyTable: Table
  /** [2k + 1, valueDim] */
  valueTable?: Table
}

export interface RelativeKeyPosition<Table = TensorLike> {
  type: 'relativeKey'
  /** [2N − 1, headDim] */
  table: Table
  terms?: 'key' | 'keyQuery'
}

export interface TransformerXlPosition<Table = TensorLike> {
  type: 'transformerXl'
  /** [heads · headDim, dModel] */
  weight: Table
  /** [heads, headDim] */
  contentBias: Table
  /** [heads, headDim] */
  positionBias: Table
  clampLength?: number
  base?: number
}

export interface XlnetPosition<Table = TensorLike> extends Omit<TransformerXlPosition<Table>, 'type'> {
  type: 'xlnet'
  /** [2, heads · headDim] */
  segmentTable?: Table
  /** [heads, headDim] */
  segmentBias?: Table
  /** The segment of each position. */
  segments?: readonly number[]
}

export interface DebertaPosition<Table = TensorLike> {
  type: 'deberta'
  /** [2·span, heads · headDim] */
  positionKey?: Table
  /** [2·span, heads · headDim] */
  positionQuery?: Table
  /** 0 = one row per distance (DeBERTa v1). */
  buckets?: number
  maxDistance?: number
  positionPosition?: boolean
  transposed?: boolean
  swapped?: boolean
}

export interface TupePosition<Table = TensorLike> {
  type: 'tupe'
  /** [positions, heads · headDim] */
  queryTable: Table
  /** [positions, heads · headDim] */
  keyTable: Table
  /** [2, heads]: the scores of the first token's row and column. */
  first?: Table
  /** [buckets + 1, heads] */
  bucketTable?: Table
  maxDistance?: number
}

export interface CopePosition<Table = TensorLike> {
  type: 'cope'
  /** [positions, headDim] */
  table: Table
  where?: 'beforeScale' | 'afterScale'
}

export interface ForgetPosition<Table = TensorLike> {
  type: 'forget'
  /** [positions, heads] */
  gateLogits: Table
}

export interface RelativeProjectionPosition<Table = TensorLike> {
  type: 'relativeProjection'
  /** [positions, heads · curves]: the weights of each query position */
  weights: Table
  /** [curves, maxDistance] */
  curves: Table
}

export interface RandomizedPosition {
  type: 'randomized'
  /** Positions are drawn from 0 … range − 1. */
  range: number
  seed?: number
}

export interface AbacusPosition<Table = TensorLike> {
  type: 'abacus'
  /** [rows, d_model] */
  table: Table
  /** 1 where the token of that position is a digit. */
  digits: readonly number[]
  offset?: number
}

export interface SelfExtendPosition {
  type: 'selfExtend'
  group?: number
  window?: number
}

export interface ReropePosition {
  type: 'rerope'
  window?: number
}

export interface LogNPosition {
  type: 'logN'
  trainLength?: number
}

export interface SoftcapPosition {
  type: 'softcap'
  cap?: number
}

/** Which keys may be seen, by index. */
export interface MaskPosition {
  type: 'mask'
  kind?:
    | 'causal'
    | 'prefix'
    | 'window'
    | 'dilated'
    | 'globalWindow'
    | 'document'
    | 'neighborhood'
    | 'blockDiffusion'
  prefix?: number
  /** Keys before the query; absent = all. */
  left?: number
  right?: number
  dilation?: number
  globals?: number
  /** The document of each token. */
  documents?: readonly number[]
  width?: number
  height?: number
  kernel?: number
  block?: number
}

export interface GraphormerPosition<Table = TensorLike> {
  type: 'graphormer'
  /** [n, n] shortest-path distances between nodes */
  distances: Table
  /** [distances, heads] */
  table: Table
}

export type PositionEncoding<Table = TensorLike> =
  | NonePosition
  | SinusoidalPosition
  | LearnedPosition<Table>
  | RopePosition
  | XposPosition
  | PopePosition<Table>
  | Rope2dPosition<Table>
  | MropePosition<Table>
  | IropePosition
  | AlibiPosition
  | KerplePosition
  | SandwichPosition
  | FirePosition<Table>
  | MlpBiasPosition<Table>
  | TisaPosition<Table>
  | SwinPosition<Table>
  | SwinV2Position<Table>
  | RelativeBiasPosition<Table>
  | BucketsPosition<Table>
  | T5Position<Table>
  | ShawPosition<Table>
  | RelativeKeyPosition<Table>
  | TransformerXlPosition<Table>
  | XlnetPosition<Table>
  | DebertaPosition<Table>
  | TupePosition<Table>
  | CopePosition<Table>
  | ForgetPosition<Table>
  | RelativeProjectionPosition<Table>
  | RandomizedPosition
  | AbacusPosition<Table>
  | SelfExtendPosition
  | ReropePosition
  | LogNPosition
  | SoftcapPosition
  | MaskPosition
  | GraphormerPosition<Table>

/** One encoding, or a list that composes. */
export type Position<Table = TensorLike> = PositionEncoding<Table> | readonly PositionEncoding<Table>[]
