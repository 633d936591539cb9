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
  output: Float32Array // empty = fresh memory
}

export interface RawAttentionResult extends Failing {
  output: Float32Array
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
  maxPositions: number
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
}

export interface RawForwardRequest {
  ids: Int32Array
  positions: Float32Array // empty = 0 … n − 1
  keyMask: Uint8Array // empty, or 1 = attend
  override: boolean
  position: RawPosition // used when override
  wantAttentions: boolean
  wantScores: boolean
  wantHiddenStates: boolean
}

export interface RawForwardResult extends Failing {
  logits: Float32Array // [n, vocab]
  attentions: Float32Array // [layers, heads, n, n]
  scores: Float32Array // the same
  hiddenStates: Float32Array // [layers + 1, n, dModel]
}

export interface RawData extends Failing {
  data: Float32Array
}

export interface RawProperties extends Failing {
  length: number
  ofPositions: boolean
  /** [5, 3]: value and two places, −1 = none; uniqueness, largest and first change, rise, leaving */
  findings: Float32Array
  decay: Float32Array // [length]
  bound: Float32Array // [length], or empty
  unseenPairs: number
  pairs: number
}

/** Both live in WebAssembly until delete(). */
export interface RawSession {
  feed(ids: Int32Array): Failing
  sample(temperature: number, topK: number, topP: number): Failing & { id: number }
  logits(): Float32Array
  delete(): void
}

export interface RawModel {
  setTensor(name: string, data: Float32Array): Failing
  finish(): Failing
  forward(request: RawForwardRequest): RawForwardResult
  createSession(request: RawSessionRequest): Failing & { session: RawSession }
  delete(): void
}

export interface RawSessionRequest {
  capacity: number
  seed: number
  override: boolean
  position: RawPosition
}

export interface RawCore {
  build(): { version: string; variant: string; toolchain: string }
  liveHandles(): number
  attention(request: RawAttentionRequest): RawAttentionResult
  embed(position: RawPosition, positions: Float32Array, dim: number): RawData
  rotate(
    position: RawPosition,
    x: Float32Array, // [rows, tokens, headDim]
    rows: number,
    heads: number,
    tokens: number,
    headDim: number,
    positions: Float32Array,
    side: number, // 0 query, 1 key, 2 value
  ): RawData // [rows, tokens, width]
  bias(
    position: RawPosition,
    heads: number,
    queryPositions: Float32Array,
    keyPositions: Float32Array,
    headDim: number, // 0 = unknown
    scale: number, // NaN = the encoding's own, else 1/√headDim (1 when that is unknown)
  ): RawData
  place(position: RawPosition, positions: Float32Array): RawData
  frequencies(position: RawPosition, dim: number, length: number): RawData & { attentionFactor: number }
  measure(
    position: RawPosition,
    heads: number,
    headDim: number,
    length: number,
    trainLength: number,
    seed: number,
  ): RawProperties
  createModel(spec: RawModelSpec, position: RawPosition): Failing & { model: RawModel }
}

export interface CoreOptions {
  instantiateWasm(
    imports: WebAssembly.Imports,
    receive: (instance: WebAssembly.Instance, module: WebAssembly.Module) => void,
  ): object
}

export type CoreFactory = (options: CoreOptions) => Promise<RawCore>
