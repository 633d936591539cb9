// What every entry exports besides its own load().

export type { AttentionOptions, AttentionResult, AttentionReturn } from './attention/attention.js'
export type { LayerNormOptions, OutOption, RmsNormOptions } from './attention/kernels.js'
export type { Ledger, LedgerTerm, Projections } from './attention/ledger.js'
export type { AttentionMask, BooleanMask } from './attention/mask.js'
export { type ErrorCode, WhereformerError } from './boundary/errors.js'
export type { HeapTensor } from './boundary/heap-tensor.js'
export type * from './boundary/platform-types.js'
export type { Returned, ReturnNames } from './boundary/returned.js'
export type { Shaped, Tensor, TensorInput, TensorLike } from './boundary/tensor.js'
export type { ThreadsInfo } from './boundary/threads-info.js'
export type { ApplyChatTemplateOptions, ChatMessage, ChatOptions } from './chat/chat.js'
export type { Ignored } from './checkpoint/ignored.js'
export type { Progress } from './checkpoint/progress.js'
export type { IndexedWeights, WeightsSource } from './checkpoint/shards.js'
export type { Source } from './checkpoint/weights-source.js'
export {
  type CardFacts,
  type CardStatement,
  type ModelCard,
  modelCards,
  type Words,
} from './families/cards.js'
export {
  type GuessedPosition,
  type PositionFromConfig,
  type PositionFromConfigOptions,
  positionFromConfig,
} from './families/config.js'
export type { ModelSpec, StackSpec } from './families/family.js'
export {
  type GuessedScale,
  type ScaleFromConfigOptions,
  scaleFromConfig,
} from './families/scale.js'
export type { LoadModelOptions } from './families/weight-format.js'
export type { FromPretrainedOptions, ModelCache } from './hub/hub.js'
export type {
  Change,
  Conventions,
  Explanation,
  Identification,
  IdentifyOptions,
  IdentifyProgress,
  IdentifyRequest,
} from './identify/types.js'
export type { CoreOptions, LoadOptions, Variant } from './load-options.js'
export type { Cache, CacheOptions } from './model/cache.js'
export type { EmbeddingDefaults, Embeddings, EmbedTextsOptions } from './model/embed.js'
export type {
  ForwardInput,
  ForwardOptions,
  ForwardResult,
  ForwardReturn,
  PerLayer,
} from './model/forward.js'
export type { GenerateOptions, OnToken, StreamOptions } from './model/generate-plan.js'
export type { ModelPosition, StackPosition } from './model/layer-positions.js'
export type { LoadModelRequest } from './model/load-model-request.js'
export type { GenerateInput, Model, SoundInput } from './model/model.js'
export type { StreamPiece } from './model/pieces.js'
export type { ModelFiles, SaveOptions } from './model/save.js'
export type { Sequences, TokenRow, TokenTensor } from './model/sequences.js'
export {
  type EncodingEntry,
  type EncodingParameter,
  type EncodingVariant,
  encodings,
  type ParameterKind,
} from './position/catalogue.js'
export {
  type CustomFunctions,
  type CustomOptions,
  type CustomPosition,
  customPosition,
} from './position/custom.js'
export type {
  BiasOptions,
  EmbedOptions,
  Frequencies,
  FrequenciesOptions,
  PlaceOptions,
  RotateOptions,
  Side,
} from './position/hooks.js'
export type {
  Decay,
  Extrapolation,
  MeasureOptions,
  Properties,
  Relativity,
  ScoreChange,
  Uniqueness,
} from './position/measure.js'
export { type PositionIdsOptions, positionIds } from './position/position-ids.js'
export type { PositionRows } from './position/position-rows.js'
export type * from './position/position-types.generated.js'
export type { RotateByTablesOptions, RotationTables } from './position/rotation-tables.js'
export { rotateByTables } from './position/rotation-tables.js'
export { resolveTables, type StoredTensor, type TableReference } from './position/table-reference.js'
export type { DecodeOptions, EncodeOptions, Encoding } from './tokenizer/tokenizer.js'
export type { IdRows, TrainerBatch } from './train/batch.js'
export type { RandomModelOptions, RandomModelSpec } from './train/random-model.js'
export type { TrainerFiles } from './train/save.js'
export type { Evaluation, StepReport, Trainer } from './train/trainer.js'
export type {
  OptimizerOptions,
  TrainablePosition,
  TrainablePositions,
  TrainerModel,
  TrainerOptions,
} from './train/trainer-options.js'
export type { Info, Whereformer } from './whereformer.js'
