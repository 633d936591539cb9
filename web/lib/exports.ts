// What every entry exports besides its own load().

export type { AttentionOptions, AttentionResult, AttentionReturn } from './attention.js'
export {
  type EncodingEntry,
  type EncodingParameter,
  type EncodingVariant,
  encodings,
  type ParameterKind,
} from './catalogue.js'
export type {
  BiasOptions,
  EmbedOptions,
  Frequencies,
  FrequenciesOptions,
  PlaceOptions,
  RotateOptions,
  Side,
} from './doors.js'
export { type ErrorCode, WhereformerError } from './errors.js'
export {
  type CardFacts,
  type CardStatement,
  type ModelCard,
  modelCards,
  type Words,
} from './families/cards.js'
export {
  type PositionFromConfig,
  type PositionFromConfigOptions,
  positionFromConfig,
} from './families/config.js'
export type { ModelSpec, StackSpec } from './families/family.js'
export { scaleFromConfig } from './families/scale.js'
export type { ForwardInput, ForwardOptions, ForwardResult, ForwardReturn } from './forward.js'
export type { GenerateOptions, OnToken } from './generate-plan.js'
export type { HeapTensor } from './heap-tensor.js'
export type { Ignored } from './ignored.js'
export type { LayerNormOptions, OutOption, RmsNormOptions } from './kernels.js'
export type { ModelPosition, StackPosition } from './layer-positions.js'
export type { Ledger, LedgerTerm, Projections } from './ledger.js'
export type { LoadOptions, Variant } from './load.js'
export type { LoadModelRequest } from './load-model.js'
export type { AttentionMask, BooleanMask } from './mask.js'
export type {
  Decay,
  Extrapolation,
  MeasureOptions,
  Properties,
  Relativity,
  ScoreChange,
  Uniqueness,
} from './measure.js'
export type { Model } from './model.js'
export { type PositionIdsOptions, positionIds } from './position-ids.js'
export type * from './position-types.generated.js'
export type { Sequences } from './sequences.js'
export type { IndexedWeights, WeightsSource } from './shards.js'
export type { Progress, Source } from './source.js'
export { resolveTables, type StoredTensor, type TableReference } from './table-reference.js'
export type { Tensor, TensorLike } from './tensor.js'
export type { DecodeOptions, EncodeOptions } from './tokenizer.js'
export type { Info, Whereformer } from './whereformer.js'
