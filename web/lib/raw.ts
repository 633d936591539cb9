// The raw module as the bindings make it. raw.check.ts compares this with the declarations that the build generates.

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

/** An absent array of a request. */
export const NOTHING = new Float32Array(0)

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
export const ACTIVATIONS = ['silu', 'gelu', 'gelu_tanh', 'relu'] as const

export interface RawModelSpec {
  vocab: number
  dModel: number
  layers: number
  heads: number
  kvHeads: number
  headDim: number
  dFf: number
  norm: number // index into NORMS
  normEpsilon: number
  activation: number // index into ACTIVATIONS
  gatedMlp: boolean
  tieHead: boolean
  attentionBias: boolean // query, key, value
  outputBias: boolean
  mlpBias: boolean
  scale: number // NaN = 1/√headDim
  softcap: number // of the logits; 0 = off
  position: RawPosition
}

export interface RawForwardRequest {
  model: number
  ids: Int32Array
  positions: Float32Array // empty = 0 … n − 1
  keyMask: Uint8Array // empty, or 1 = attend
  override: boolean
  position: RawPosition // used when override
  wantAttentions: boolean
  wantScores: boolean
  wantHiddenStates: boolean
  out: Float32Array // empty = fresh memory
}

/** data: the logits, [n, vocab]; the others are there when they were wanted */
export interface RawForwardResult extends RawData {
  attentions: Float32Array // [layers, heads, n, n]
  scores: Float32Array // the same
  hiddenStates: Float32Array // [layers + 1, n, dModel]
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

export interface RawSessionRequest {
  model: number
  capacity: number
  seed: number
  override: boolean
  position: RawPosition
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
  rotate(request: RawRotateRequest): RawData // [rows, tokens, width]
  bias(request: RawBiasRequest): RawData
  place(request: { position: RawPosition; positions: Float32Array }): RawData
  frequencies(request: {
    position: RawPosition
    dim: number
    length: number
  }): RawData & { attentionFactor: number }
  measure(request: RawMeasureRequest): RawProperties
  createModel(request: RawModelSpec): RawHandle
  setTensor(request: { model: number; name: string; data: Float32Array }): Failing
  finishModel(request: { model: number }): Failing
  forward(request: RawForwardRequest): RawForwardResult
  createSession(request: RawSessionRequest): RawHandle
  feed(request: { session: number; ids: Int32Array }): Failing
  sample(request: {
    session: number
    temperature: number
    topK: number
    topP: number
  }): Failing & { id: number }
  logits(request: { session: number }): RawData
}

export interface CoreOptions {
  instantiateWasm(
    imports: WebAssembly.Imports,
    receive: (instance: WebAssembly.Instance, module: WebAssembly.Module) => void,
  ): object
}

export type CoreFactory = (options: CoreOptions) => Promise<RawCore>
