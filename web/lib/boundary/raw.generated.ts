// Generated from the C++ by "npm run generate". Do not edit.

import type { Failing, RawPosition, RawStack } from './raw-values.js'
import type { ModelFields } from './spec.generated.js'

export type RawBuildRequest = object

export type RawLiveHandlesRequest = object

export interface RawReleaseRequest {
  handle: number
}

export interface RawAllocateRequest {
  count: number
  /** [count], copied; else zeros */
  data: Float32Array
}

export interface RawViewRequest {
  handle: number
}

export interface RawAttentionRequest {
  /** [batch, heads, queries, headDim] */
  query: Float32Array
  /** [batch, kvHeads, keys, headDim] */
  key: Float32Array
  /** [batch, kvHeads, keys, valueDim] */
  value: Float32Array
  batch: number
  heads: number
  kvHeads: number
  queries: number
  keys: number
  headDim: number
  valueDim: number
  position: RawPosition
  /** [queries], or empty: query i at i + causalOffset */
  queryPositions: Float32Array
  /** [keys], or empty: key j at j */
  keyPositions: Float32Array
  causal: boolean
  /** query i is at key index i + causalOffset, for every mask */
  causalOffset: number
  /** −1 = unlimited */
  windowLeft: number
  /** −1 = unlimited */
  windowRight: number
  /** empty or [maskBatch, maskHeads, maskQueries, keys]; −Infinity hides */
  maskBias: Float32Array
  /** the same as 1 = attend, 0 = hidden; at most one of the two is there */
  maskFlags: Uint8Array
  maskBatch: number
  maskHeads: number
  /** queries, or 1 for all of them */
  maskQueries: number
  /** NaN = the encoding's own, else 1/√headDim */
  scale: number
  /** 0 = off */
  softcap: number
  /** the cap is that of scores with bias and mask */
  softcapAfterBias: boolean
  /** empty, or [heads] */
  sinks: Float32Array
  wantWeights: boolean
  wantScores: boolean
  wantLedger: boolean
  wantRawScores: boolean
  wantCappedScores: boolean
  /** empty, or [heads·headDim, dModel] */
  queryProjection: Float32Array
  /** empty, or [kvHeads·headDim, dModel] */
  keyProjection: Float32Array
  /** 0 = no projections */
  dModel: number
  /** empty = fresh memory */
  out: Float32Array
}

export interface RawMatmulRequest {
  /** [batch, or 1 when shared, rows, inner] */
  a: Float32Array
  /** [batch, inner, columns] */
  b: Float32Array
  batch: number
  rows: number
  inner: number
  columns: number
  /** one a for every b */
  sharesA: boolean
  /** empty = fresh memory */
  out: Float32Array
}

export interface RawSoftmaxRequest {
  /** [rows, width] */
  x: Float32Array
  width: number
  /** empty = fresh memory */
  out: Float32Array
}

export interface RawLayerNormRequest {
  /** [rows, width] */
  x: Float32Array
  width: number
  /** empty = fresh memory */
  out: Float32Array
  /** [width], or empty */
  weight: Float32Array
  epsilon: number
  /** [width], or empty */
  bias: Float32Array
}

export interface RawRmsNormRequest {
  /** [rows, width] */
  x: Float32Array
  width: number
  /** empty = fresh memory */
  out: Float32Array
  /** [width], or empty */
  weight: Float32Array
  epsilon: number
}

export interface RawPlaceRequest {
  position: RawPosition
  /** position ids */
  positions: Float32Array
}

export interface RawEmbedRequest {
  position: RawPosition
  /** position ids */
  positions: Float32Array
  dim: number
}

export interface RawRotateRequest {
  position: RawPosition
  /** position ids */
  positions: Float32Array
  /** [rows, tokens, headDim] */
  x: Float32Array
  /** batch · heads */
  rows: number
  heads: number
  tokens: number
  headDim: number
  /** 0 query, 1 key, 2 value */
  side: number
  inverse: boolean
  /** empty = fresh memory */
  out: Float32Array
}

export interface RawBiasRequest {
  position: RawPosition
  heads: number
  queryPositions: Float32Array
  keyPositions: Float32Array
  /** 0 = unknown */
  headDim: number
  /** NaN = the encoding's own, else 1/√headDim (1 when that is unknown) */
  scale: number
}

export interface RawFrequenciesRequest {
  position: RawPosition
  /** channels of a head */
  dim: number
  /** tokens in sight */
  length: number
}

export interface RawMeasureRequest {
  position: RawPosition
  heads: number
  headDim: number
  length: number
  trainLength: number
  seed: number
}

export type RawCreateModelRequest = ModelFields

export interface RawSetTensorRequest {
  /** its address */
  model: number
  /** canonical */
  name: string
  /** whole rows, or whole columns one after the other */
  data: Float32Array | Uint16Array
  /** the type of data */
  stored: 'F32' | 'F16' | 'BF16' | 'Q8'
  /** row (or column) that the data begin with */
  first: number
  byColumn: boolean
  /** in which a matrix is kept: that of its first piece */
  type: 'F32' | 'F16' | 'BF16' | 'Q8'
}

export interface RawReadTensorRequest {
  /** its address */
  model: number
  /** canonical, of a tensor that is loaded */
  name: string
}

export interface RawFinishModelRequest {
  /** its address */
  model: number
  /** the different positions */
  stacks: RawStack[]
  /** [layers]: which of them each layer uses */
  stackOf: Int32Array
  encoderStacks: RawStack[]
  encoderStackOf: Int32Array
}

export interface RawForwardRequest {
  /** its address */
  model: number
  /** the different positions */
  stacks: RawStack[]
  /** [layers]: which of them each layer uses */
  stackOf: Int32Array
  encoderStacks: RawStack[]
  encoderStackOf: Int32Array
  /** the stacks are used instead of the model's own */
  override: boolean
  /** empty without an encoder */
  encoderIds: Int32Array
  /** empty = 0 … m − 1 */
  encoderPositions: Float32Array
  /** empty, or 1 = attend */
  encoderMask: Uint8Array
  /** [n] */
  ids: Int32Array
  /** [n + targets]; empty = 0 … n − 1, or where the session ends */
  positions: Float32Array
  /** [n], or empty: 0 */
  tokenTypes: Int32Array
  /** [n], or empty: 0 */
  taskTypes: Int32Array
  /** empty, or 1 = attend; with a session of all its tokens and the new ones */
  keyMask: Uint8Array
  /** empty, or [n + targets, n], 1 = attend */
  pairMask: Uint8Array
  /** rows of a query stream after the tokens; the result comes from them then */
  targets: number
  /** 0, or the address of a session that the tokens continue, with its positions and encoder's input */
  session: number
  /** the first tokens of the session that count: it forgets the others */
  past: number
  wantAttentions: boolean
  wantScores: boolean
  wantHiddenStates: boolean
  /** empty = fresh memory */
  out: Float32Array
}

export interface RawCreateSessionRequest {
  /** its address */
  model: number
  /** the different positions */
  stacks: RawStack[]
  /** [layers]: which of them each layer uses */
  stackOf: Int32Array
  encoderStacks: RawStack[]
  encoderStackOf: Int32Array
  /** the stacks are used instead of the model's own */
  override: boolean
  /** empty without an encoder */
  encoderIds: Int32Array
  /** empty = 0 … m − 1 */
  encoderPositions: Float32Array
  /** empty, or 1 = attend */
  encoderMask: Uint8Array
  /** tokens that are there from the start */
  prompt: number
  /** tokens that there is room for */
  capacity: number
  seed: number
}

export interface RawEvictRequest {
  /** its address */
  session: number
  /** tokens of the cache; any after them are forgotten */
  past: number
  /** index of the first token that leaves */
  from: number
  /** index of the next one that stays */
  to: number
  /** later tokens take the positions from that of token `from` on */
  renumber: boolean
}

export interface RawFeedRequest {
  /** its address */
  session: number
  ids: Int32Array
  /** ids of the same text follow, so that no logits are computed */
  more: boolean
}

export interface RawSampleRequest {
  /** its address */
  session: number
  /** 0 = the likeliest */
  temperature: number
  /** 0 = all */
  topK: number
  topP: number
  /** 1 = off */
  repetitionPenalty: number
}

export interface RawLogitsRequest {
  /** its address */
  session: number
}

export interface RawCreateTrainerRequest {
  /** its address */
  model: number
  /** the different positions */
  stacks: RawStack[]
  /** [layers]: which of them each layer uses */
  stackOf: Int32Array
  encoderStacks: RawStack[]
  encoderStackOf: Int32Array
  learningRate: number
  /** Of the learning rate, after the warm-up. */
  schedule: 'constant' | 'linear' | 'cosine'
  /** Steps in which the learning rate rises from learningRate / warmup. */
  warmup: number
  /** At which a linear or cosine schedule ends. */
  steps: number
  /** Share of learningRate at the end of the schedule. */
  finalRate: number
  /** Of matrices and embeddings; not of biases, norms and positions. */
  weightDecay: number
  beta1: number
  beta2: number
  epsilon: number
  /** Largest global norm of the gradients; 0 = off. */
  clip: number
  /** How the weights are drawn. */
  init: 'gpt2' | 'llama'
  seed: number
}

export interface RawTrainStepRequest {
  /** its address */
  trainer: number
  /** [sequences, length] */
  ids: Int32Array
  /** [sequences, length]; -100 = not counted */
  targets: Int32Array
  /** [length] or [sequences, length]; empty = 0 … length − 1 */
  positions: Float32Array
  sequences: number
  length: number
}

export interface RawTrainEvaluateRequest {
  /** its address */
  trainer: number
  /** [sequences, length] */
  ids: Int32Array
  /** [sequences, length]; -100 = not counted */
  targets: Int32Array
  /** [length] or [sequences, length]; empty = 0 … length − 1 */
  positions: Float32Array
  sequences: number
  length: number
}

export interface RawTrainerTensorRequest {
  /** its address */
  trainer: number
  /** of a tensor, from 0 */
  index: number
}

export interface RawReadTrainerTensorRequest {
  /** its address */
  trainer: number
  /** of a tensor, from 0 */
  index: number
  of: 'weight' | 'gradient' | 'moment' | 'square'
}

export interface RawWriteTrainerTensorRequest {
  /** its address */
  trainer: number
  /** of a tensor, from 0 */
  index: number
  of: 'weight' | 'gradient' | 'moment' | 'square'
  /** [rows, columns] */
  data: Float32Array
}

export interface RawResumeTrainerRequest {
  /** its address */
  trainer: number
  /** that were done */
  steps: number
}

export interface RawAddThreadRequest {
  /** the calling thread may wait for others: not that of a page */
  mayWait: boolean
}

export type RawCountThreadsRequest = object

export interface RawBuildResult extends Failing {
  version: string
  /** simd or relaxed */
  variant: string
  toolchain: string
}

export interface RawLiveHandlesResult extends Failing {
  count: number
}

export type RawReleaseResult = Failing

export interface RawAllocateResult extends Failing {
  /** its address */
  handle: number
}

export interface RawViewResult extends Failing {
  /** a view; memory growth detaches it */
  data: Float32Array
}

export interface RawAttentionResult extends Failing {
  /** request.out if it has exactly this size, else a fresh array; absent if request.out is on the WebAssembly heap */
  data: Float32Array
  /** when wanted, as the others: [batch, heads, queries, keys] */
  weights: Float32Array
  /** the same */
  scores: Float32Array
  /** [LEDGER_TERMS of ledger.ts, batch, heads, queries, keys] */
  ledger: Float32Array
  /** like scores, before soft cap, bias and mask */
  rawScores: Float32Array
  /** before bias and mask */
  cappedScores: Float32Array
}

export interface RawMatmulResult extends Failing {
  /** request.out if it has exactly this size, else a fresh array; absent if request.out is on the WebAssembly heap */
  data: Float32Array
}

export interface RawSoftmaxResult extends Failing {
  /** request.out if it has exactly this size, else a fresh array; absent if request.out is on the WebAssembly heap */
  data: Float32Array
}

export interface RawLayerNormResult extends Failing {
  /** request.out if it has exactly this size, else a fresh array; absent if request.out is on the WebAssembly heap */
  data: Float32Array
}

export interface RawRmsNormResult extends Failing {
  /** request.out if it has exactly this size, else a fresh array; absent if request.out is on the WebAssembly heap */
  data: Float32Array
}

export interface RawPlaceResult extends Failing {
  /** request.out if it has exactly this size, else a fresh array; absent if request.out is on the WebAssembly heap */
  data: Float32Array
}

export interface RawEmbedResult extends Failing {
  /** request.out if it has exactly this size, else a fresh array; absent if request.out is on the WebAssembly heap */
  data: Float32Array
}

export interface RawRotateResult extends Failing {
  /** request.out if it has exactly this size, else a fresh array; absent if request.out is on the WebAssembly heap */
  data: Float32Array
  /** of the rows: data is [rows, tokens, width] */
  width: number
}

export interface RawBiasResult extends Failing {
  /** request.out if it has exactly this size, else a fresh array; absent if request.out is on the WebAssembly heap */
  data: Float32Array
}

export interface RawFrequenciesResult extends Failing {
  /** request.out if it has exactly this size, else a fresh array; absent if request.out is on the WebAssembly heap */
  data: Float32Array
  attentionFactor: number
}

export interface RawMeasureResult extends Failing {
  length: number
  /** 1 = of positions, 0 = of distances */
  ofPositions: number
  /** between two positions or distances, root mean square */
  smallestDifference: number
  /** the two that differ least */
  smallestFirst: number
  smallestSecond: number
  /** of a score when query and key move together */
  largestChange?: number
  /** where the query moved to; absent = no change */
  largestQuery?: number
  largestKey?: number
  /** above rounding, at the smallest positions */
  firstChange?: number
  /** where the query moved to; absent = none */
  firstQuery?: number
  firstKey?: number
  /** of the score at the first distance where it rises */
  rise?: number
  /** absent = it never rises */
  riseFrom?: number
  riseTo?: number
  /** beyond the range seen in training, in units of that range */
  excess?: number
  /** first position or distance beyond that range; absent = none */
  leavesAt?: number
  /** [length] */
  decay: Float32Array
  /** [length], or empty */
  bound: Float32Array
  unseenPairs: number
  pairs: number
}

export interface RawCreateModelResult extends Failing {
  /** its address */
  handle: number
}

export type RawSetTensorResult = Failing

export interface RawReadTensorResult extends Failing {
  /** row-major; empty if there is no such tensor */
  data: Float32Array
}

export type RawFinishModelResult = Failing

export interface RawForwardResult extends Failing {
  /** logits [n, vocab], or the last hidden states [n, dModel] without a head; of the targets where there are any */
  data: Float32Array
  /** when wanted, as the others: [layers, heads, n + targets, n] */
  attentions: Float32Array
  /** the same */
  scores: Float32Array
  /** [layers + 1, n + targets, dModel] */
  hiddenStates: Float32Array
  /** [encoder layers, heads, m, m] */
  encoderAttentions: Float32Array
  /** the same */
  encoderScores: Float32Array
  /** [encoder layers + 1, m, dModel] */
  encoderHiddenStates: Float32Array
  /** [layers, heads, n, m] */
  crossAttentions: Float32Array
  /** the same */
  crossScores: Float32Array
}

export interface RawCreateSessionResult extends Failing {
  /** its address */
  handle: number
}

export type RawEvictResult = Failing

export type RawFeedResult = Failing

export interface RawSampleResult extends Failing {
  id: number
}

export interface RawLogitsResult extends Failing {
  /** request.out if it has exactly this size, else a fresh array; absent if request.out is on the WebAssembly heap */
  data: Float32Array
}

export interface RawCreateTrainerResult extends Failing {
  /** its address */
  handle: number
}

export interface RawTrainStepResult extends Failing {
  /** counted from 1 */
  step: number
  /** mean over the counted targets */
  loss: number
  /** before clipping */
  gradientNorm: number
  learningRate: number
}

export interface RawTrainEvaluateResult extends Failing {
  loss: number
  /** share of the counted targets that are the arg max */
  accuracy: number
  /** share of the sequences of which all counted targets are the arg max */
  exactMatch: number
  /** targets */
  counted: number
  /** [sequences, length]: the arg max of each row, an id */
  predictions: Float32Array
}

export interface RawTrainerTensorResult extends Failing {
  /** of all tensors */
  count: number
  /** canonical, or position.<stack>.<part>.<parameter>; absent past the last, as the others */
  name: string
  rows: number
  columns: number
}

export interface RawReadTrainerTensorResult extends Failing {
  /** row-major; empty if there is no such tensor */
  data: Float32Array
}

export type RawWriteTrainerTensorResult = Failing

export type RawResumeTrainerResult = Failing

export interface RawAddThreadResult extends Failing {
  /** index in the table: entry(storage, stack, state) returns when the thread is no longer wanted */
  entry: number
  /** of its thread-local variables */
  storage: number
  /** the upper end */
  stack: number
  /** 32 bits: 0 before the thread starts, 1 while it may take shares of the work, 2 when it has left, has ended, or is told between calls to take no more */
  state: number
}

export interface RawCountThreadsResult extends Failing {
  count: number
}

/** Every operation takes one object and returns one. */
export interface RawCore {
  build(request: RawBuildRequest): RawBuildResult
  liveHandles(request: RawLiveHandlesRequest): RawLiveHandlesResult
  release(request: RawReleaseRequest): RawReleaseResult
  allocate(request: RawAllocateRequest): RawAllocateResult
  view(request: RawViewRequest): RawViewResult
  attention(request: RawAttentionRequest): RawAttentionResult
  matmul(request: RawMatmulRequest): RawMatmulResult
  softmax(request: RawSoftmaxRequest): RawSoftmaxResult
  layerNorm(request: RawLayerNormRequest): RawLayerNormResult
  rmsNorm(request: RawRmsNormRequest): RawRmsNormResult
  place(request: RawPlaceRequest): RawPlaceResult
  embed(request: RawEmbedRequest): RawEmbedResult
  rotate(request: RawRotateRequest): RawRotateResult
  bias(request: RawBiasRequest): RawBiasResult
  frequencies(request: RawFrequenciesRequest): RawFrequenciesResult
  measure(request: RawMeasureRequest): RawMeasureResult
  createModel(request: RawCreateModelRequest): RawCreateModelResult
  setTensor(request: RawSetTensorRequest): RawSetTensorResult
  readTensor(request: RawReadTensorRequest): RawReadTensorResult
  finishModel(request: RawFinishModelRequest): RawFinishModelResult
  forward(request: RawForwardRequest): RawForwardResult
  createSession(request: RawCreateSessionRequest): RawCreateSessionResult
  evict(request: RawEvictRequest): RawEvictResult
  feed(request: RawFeedRequest): RawFeedResult
  sample(request: RawSampleRequest): RawSampleResult
  logits(request: RawLogitsRequest): RawLogitsResult
}

/** The core for training. */
export interface RawTrainCore extends RawCore {
  createTrainer(request: RawCreateTrainerRequest): RawCreateTrainerResult
  trainStep(request: RawTrainStepRequest): RawTrainStepResult
  trainEvaluate(request: RawTrainEvaluateRequest): RawTrainEvaluateResult
  trainerTensor(request: RawTrainerTensorRequest): RawTrainerTensorResult
  readTrainerTensor(request: RawReadTrainerTensorRequest): RawReadTrainerTensorResult
  writeTrainerTensor(request: RawWriteTrainerTensorRequest): RawWriteTrainerTensorResult
  resumeTrainer(request: RawResumeTrainerRequest): RawResumeTrainerResult
}

/** The core with threads, which trains too. */
export interface RawThreadCore extends RawTrainCore {
  addThread(request: RawAddThreadRequest): RawAddThreadResult
  countThreads(request: RawCountThreadsRequest): RawCountThreadsResult
}
