// The raw module as the bindings make it.

import type { Failure } from './errors.js'

export interface Failing {
  failure?: Failure | undefined
}

/** A learned table, row-major. */
export interface RawTable {
  data: Float32Array
  rows: number
  columns: number
}

/** Encodings as the core reads them: plain parameters and groups of them, lists of numbers, RawTables. */
export type RawPosition = Array<Record<string, unknown>>

/** An absent array of a request. Everybody's: it must never be answered. */
export const NOTHING = new Float32Array(0)
export const NO_FLAGS = new Uint8Array(0)

/** The values: fresh, or request.out when that had room for exactly these. Absent when that lies in WebAssembly. */
export interface RawData extends Failing {
  data: Float32Array
}

export interface RawAttentionRequest {
  query: Float32Array // [batch, heads, queries, headDim]
  key: Float32Array // [batch, kvHeads, keys, headDim]
  value: Float32Array // [batch, kvHeads, keys, valueDim]
  batch: number
  heads: number
  kvHeads: number
  queries: number
  keys: number
  headDim: number
  valueDim: number
  position: RawPosition
  queryPositions: Float32Array // [queries], or empty: query i at i + causalOffset
  keyPositions: Float32Array // [keys], or empty: key j at j
  causal: boolean
  causalOffset: number // query i stands at key i + causalOffset, for every mask
  windowLeft: number // −1 = unlimited
  windowRight: number
  maskBias: Float32Array // empty or [maskBatch, maskHeads, queries, keys]; −Infinity hides
  maskFlags: Uint8Array // the same as 1 = attend, 0 = hidden; at most one of the two is there
  maskBatch: number
  maskHeads: number
  scale: number // NaN = the encoding's own, else 1/√headDim
  softcap: number // 0 = off
  wantWeights: boolean
  wantScores: boolean
  wantLedger: boolean
  queryProjection: Float32Array // empty, or [heads·headDim, dModel]
  keyProjection: Float32Array // empty, or [kvHeads·headDim, dModel]
  dModel: number // 0 = no projections
  out: Float32Array // empty = fresh memory
}

/** Maps are there when they were wanted. */
export interface RawAttentionResult extends RawData {
  weights: Float32Array
  scores: Float32Array
  ledger: Float32Array // [LEDGER_TERMS of ledger.ts, batch, heads, queries, keys]
}

/** In the order of the core's enumerations. */
export const NORMS = ['rms', 'layer'] as const
export const ACTIVATIONS = ['silu', 'gelu', 'gelu_tanh', 'relu', 'tanh'] as const

/** Where a stack's norms stand, and what normalises each head's query and key: in the order of the core's enumerations. */
export const NORM_PLACES = ['pre', 'post', 'both'] as const
export const QUERY_KEY_NORMS = ['none', 'rms', 'l2'] as const

/** One column of layers. */
export interface RawStackSpec {
  blocks: Int32Array // [layers], whose weights each layer uses
  heads: number
  kvHeads: number
  headDim: number
  dFf: number
  norm: number // index into NORMS
  normBias: boolean // of layer norms
  normEpsilon: number
  normPlace: number // index into NORM_PLACES
  parallel: boolean // x + attention(norm1 x) + mlp(norm2 x)
  sharedNorm: boolean // norm2 is norm1
  finalNorm: boolean
  queryKeyNorm: number // index into QUERY_KEY_NORMS
  queryKeyNormLayers: Int32Array // 1 or 0 per layer; empty = all
  queryBias: boolean
  keyBias: boolean
  valueBias: boolean
  outputBias: boolean
  mlpBias: boolean
  activation: number // index into ACTIVATIONS
  gatedMlp: boolean
  scale: number // NaN = 1/√headDim
  causal: boolean
  convKernel: number // taps of the convolution behind layer 0; 0 = none
  convActivation: number
}

export interface RawModelSpec {
  vocab: number
  dModel: number
  embeddingSize: number
  embeddingScale: number
  embeddingNorm: boolean
  embeddingProjection: boolean
  masksEmbeddings: boolean
  tokenTypes: number // rows of that table; 0 = none
  taskTypes: number
  queryStream: boolean
  hasHead: boolean
  tieHead: boolean
  headBias: boolean
  headScale: number
  headTransform: boolean
  softcap: number // of the logits; 0 = off
  stack: RawStackSpec // the only one, or the decoder
  encoder: RawStackSpec | undefined
}

/** Positions of a model: the different ones, and which of them each layer uses. */
export interface RawPositions {
  stacks: Array<{ position: RawPosition }>
  stackOf: Int32Array // [layers]
  encoderStacks: Array<{ position: RawPosition }>
  encoderStackOf: Int32Array
}

/** What an encoder reads; empty where there is none. */
export interface RawEncoderInput {
  encoderIds: Int32Array
  encoderPositions: Float32Array // empty = 0 … m − 1
  encoderMask: Uint8Array // empty, or 1 = attend
}

export interface RawForwardRequest extends RawPositions, RawEncoderInput {
  model: number
  ids: Int32Array
  positions: Float32Array // [n + targets]; empty = 0 … n − 1
  tokenTypes: Int32Array // [n], or empty: 0
  taskTypes: Int32Array
  keyMask: Uint8Array // empty, or 1 = attend
  pairMask: Uint8Array // empty, or [n + targets, n], 1 = attend
  targets: number // rows of a query stream behind the tokens; the result comes from them then
  override: boolean // the stacks are used instead of the model's own
  wantAttentions: boolean
  wantScores: boolean
  wantHiddenStates: boolean
  out: Float32Array // empty = fresh memory
}

/** data: logits [n, vocab], or the last hidden states [n, dModel] without a head; of the targets where there are any. The others are there when they were wanted. */
export interface RawForwardResult extends RawData {
  attentions: Float32Array // [layers, heads, n + targets, n]
  scores: Float32Array // the same
  hiddenStates: Float32Array // [layers + 1, n + targets, dModel]
  encoderAttentions: Float32Array // [encoder layers, heads, m, m]
  encoderHiddenStates: Float32Array // [encoder layers + 1, m, dModel]
  crossAttentions: Float32Array // [layers, heads, n, m]
}

export interface RawProperties extends Failing {
  length: number
  ofPositions: number // 1 = of positions, 0 = of distances
  /** [5, 3]: value and two places, −1 = none; uniqueness, largest and first change, rise, leaving */
  findings: Float32Array
  decay: Float32Array // [length]
  bound: Float32Array // [length], or empty
  unseenPairs: number
  pairs: number
}

/** What lives in WebAssembly until release(): its address. */
export interface RawHandle extends Failing {
  handle: number
}

export interface RawSessionRequest extends RawPositions, RawEncoderInput {
  model: number
  /** Tokens that are there from the start. */
  prompt: number
  capacity: number
  seed: number
  override: boolean
}

export interface RawSampleRequest {
  session: number
  temperature: number
  topK: number
  topP: number
  repetitionPenalty: number // 1 = off
}

export interface RawRotateRequest {
  position: RawPosition
  positions: Float32Array
  x: Float32Array // [rows, tokens, headDim]
  rows: number
  heads: number
  tokens: number
  headDim: number
  side: number // 0 query, 1 key, 2 value
  out: Float32Array // empty = fresh memory
}

export interface RawBiasRequest {
  position: RawPosition
  heads: number
  queryPositions: Float32Array
  keyPositions: Float32Array
  headDim: number // 0 = unknown
  scale: number // NaN = the encoding's own, else 1/√headDim (1 when that is unknown)
}

export interface RawMeasureRequest {
  position: RawPosition
  heads: number
  headDim: number
  length: number
  trainLength: number
  seed: number
}

export interface RawMatmulRequest {
  a: Float32Array // [batch, or 1 when shared, rows, inner]
  b: Float32Array // [batch, inner, columns]
  batch: number
  rows: number
  inner: number
  columns: number
  sharesA: boolean // one a for every b
  out: Float32Array // empty = fresh memory
}

export interface RawRowsRequest {
  x: Float32Array // [rows, width]
  width: number
  out: Float32Array // empty = fresh memory
}

export interface RawRmsNormRequest extends RawRowsRequest {
  weight: Float32Array // [width], or empty
  epsilon: number
}

export interface RawLayerNormRequest extends RawRmsNormRequest {
  bias: Float32Array // [width], or empty
}

/** Every operation takes one object and answers one. */
export interface RawCore {
  build(request: object): Failing & { version: string; variant: string; toolchain: string }
  liveHandles(request: object): Failing & { count: number }
  release(request: { handle: number }): Failing
  allocate(request: { count: number; data: Float32Array }): RawHandle // a copy of data, or zeros
  view(request: { handle: number }): RawData // live, until the memory grows
  attention(request: RawAttentionRequest): RawAttentionResult
  matmul(request: RawMatmulRequest): RawData
  softmax(request: RawRowsRequest): RawData
  layerNorm(request: RawLayerNormRequest): RawData
  rmsNorm(request: RawRmsNormRequest): RawData
  embed(request: { position: RawPosition; positions: Float32Array; dim: number }): RawData
  rotate(request: RawRotateRequest): RawData & { width: number } // [rows, tokens, width]
  bias(request: RawBiasRequest): RawData
  place(request: { position: RawPosition; positions: Float32Array }): RawData
  frequencies(request: {
    position: RawPosition
    dim: number
    length: number
  }): RawData & { attentionFactor: number }
  measure(request: RawMeasureRequest): RawProperties
  createModel(request: RawModelSpec): RawHandle
  setTensor(request: {
    model: number
    name: string
    data: Float32Array
    first: number // row (or column) that the data begin with
    byColumn: boolean
  }): Failing
  finishModel(request: { model: number } & RawPositions): Failing
  forward(request: RawForwardRequest): RawForwardResult
  createSession(request: RawSessionRequest): RawHandle
  feed(request: { session: number; ids: Int32Array }): Failing
  sample(request: RawSampleRequest): Failing & { id: number }
  logits(request: { session: number }): RawData
}

export interface CoreOptions {
  instantiateWasm(
    imports: WebAssembly.Imports,
    receive: (instance: WebAssembly.Instance, module: WebAssembly.Module) => void,
  ): object
}

export type CoreFactory = (options: CoreOptions) => Promise<RawCore>
