// What every entry exports besides its own load().

export type { AttentionOptions, AttentionResult, AttentionReturn } from './attention.js'
export { type EncodingEntry, type EncodingParameter, encodings, type ParameterKind } from './catalogue.js'
export type { BiasOptions, EmbedOptions, Frequencies, FrequenciesOptions, RotateOptions } from './doors.js'
export { type ErrorCode, WhereformerError } from './errors.js'
export { type PositionFromConfig, positionFromConfig } from './families/config.js'
export type { ModelSpec } from './families/family.js'
export type { ForwardInput, ForwardOptions, ForwardResult, ForwardReturn, Sequences } from './forward.js'
export type { GenerateOptions } from './generate.js'
export type { LoadOptions, Variant } from './load.js'
export type { LoadModelRequest } from './load-model.js'
export type { AttentionMask, BooleanMask } from './mask.js'
export type { Model } from './model.js'
export type {
  AlibiPosition,
  LearnedPosition,
  NonePosition,
  Position,
  PositionEncoding,
  RopePosition,
  RopeScaling,
  SinusoidalPosition,
  T5Position,
  TableReference,
} from './position.js'
export type { Progress, Source } from './source.js'
export type { Tensor, TensorLike } from './tensor.js'
export type { Info, Whereformer } from './whereformer.js'
