// Generated from the C++ by "npm run generate". Do not edit.

/** One column of layers, as the core reads it. */
export interface StackFields {
  /** [layers]: the block whose weights a layer uses; ALBERT's layers share them. */
  blocks: number[]
  heads: number
  kvHeads: number
  headDim: number
  dFf: number
  norm: 'rms' | 'layer'
  /** Layer norms have a bias. */
  normBias: boolean
  normEpsilon: number
  /** Before the sublayers, after the residual sum, before and after each sublayer, or after it alone. */
  normPlace: 'pre' | 'post' | 'both' | 'after'
  /** Before the attention of the first block (not in ModernBERT). */
  firstNorm: boolean
  /** x + attention(norm1 x) + mlp(norm2 x) */
  parallel: boolean
  /** In parallel: norm2 is norm1. */
  sharedNorm: boolean
  /** After the last layer. */
  finalNorm: boolean
  /** Of each head's query and key, or of all heads as one row (rms_all); l2 is rms without weights. */
  queryKeyNorm: 'none' | 'rms' | 'l2' | 'rms_all'
  /** 1 or 0 per layer; empty = all. */
  queryKeyNormLayers: number[]
  /** Absent = normEpsilon. */
  queryKeyNormEpsilon?: number
  queryBias: boolean
  keyBias: boolean
  valueBias: boolean
  outputBias: boolean
  mlpBias: boolean
  /** A learned logit per head in the sum of every softmax, without a value (gpt-oss). */
  sinks: boolean
  activation: 'silu' | 'gelu' | 'gelu_tanh' | 'relu' | 'tanh' | 'relu2'
  /** down(activation(gate x) · up x) instead of down(activation(up x)) */
  gatedMlp: boolean
  /** Of q·k; absent = the position encoding's own, else 1/√headDim. */
  scale?: number
  causal: boolean
  /** Taps of a convolution over the input, added after the first layer (DeBERTa-v2); 0 = none. */
  convKernel: number
  convActivation: 'silu' | 'gelu' | 'gelu_tanh' | 'relu' | 'tanh' | 'relu2'
}

/** A model, as the core reads it: its own stack, the only one or the decoder, and the encoder beside it. */
export interface ModelFields extends StackFields {
  vocab: number
  dModel: number
  /** Width of the token embeddings: dModel, unless they are projected to it (ALBERT). */
  embeddingSize: number
  embeddingScale: number
  /** A norm, as those of the stack, over the sum of the embeddings, in both stacks. */
  embeddingNorm: boolean
  embeddingProjection: boolean
  /** The encoder has a table of tokens of its own (BART, untied). */
  encoderEmbedding: boolean
  /** Hidden tokens enter as zeros (DeBERTa). */
  masksEmbeddings: boolean
  /** Rows of the table of token types; 0 = none. */
  tokenTypes: number
  taskTypes: number
  /** Rows that predict a token without seeing it (XLNet). */
  queryStream: boolean
  /** none: the last hidden states are the result. */
  head: 'lm' | 'none'
  /** Logits from the embedding matrix. */
  tieHead: boolean
  headBias: boolean
  /** Multiplies what enters the head. */
  headScale: number
  /** dense → activation → layer norm before the head (masked language models). */
  headTransform: boolean
  /** Of the logits; 0 = off. */
  softcap: number
  encoder?: StackFields
}

/** The names of each choice. */
export const CHOICES = {
  norm: ['rms', 'layer'],
  normPlace: ['pre', 'post', 'both', 'after'],
  queryKeyNorm: ['none', 'rms', 'l2', 'rms_all'],
  activation: ['silu', 'gelu', 'gelu_tanh', 'relu', 'tanh', 'relu2'],
  convActivation: ['silu', 'gelu', 'gelu_tanh', 'relu', 'tanh', 'relu2'],
  head: ['lm', 'none'],
  schedule: ['constant', 'linear', 'cosine'],
  init: ['gpt2', 'llama'],
} as const

export const STACK_DEFAULTS = {
  heads: 0,
  kvHeads: 0,
  headDim: 0,
  dFf: 0,
  norm: 'rms' as const,
  normBias: true,
  normEpsilon: 0.00001,
  normPlace: 'pre' as const,
  firstNorm: true,
  parallel: false,
  sharedNorm: false,
  finalNorm: true,
  queryKeyNorm: 'none' as const,
  queryBias: false,
  keyBias: false,
  valueBias: false,
  outputBias: false,
  mlpBias: false,
  sinks: false,
  activation: 'silu' as const,
  gatedMlp: true,
  causal: true,
  convKernel: 0,
  convActivation: 'gelu' as const,
}

export const MODEL_DEFAULTS = {
  vocab: 0,
  dModel: 0,
  embeddingSize: 0,
  embeddingScale: 1,
  embeddingNorm: false,
  embeddingProjection: false,
  encoderEmbedding: false,
  masksEmbeddings: false,
  tokenTypes: 0,
  taskTypes: 0,
  queryStream: false,
  head: 'lm' as const,
  tieHead: false,
  headBias: false,
  headScale: 1,
  headTransform: false,
  softcap: 0,
}

/** Defaults of the optimiser, and of how weights are drawn. */
export const TRAINING_DEFAULTS = {
  learningRate: 0.001,
  schedule: 'constant' as const,
  warmup: 0,
  steps: 0,
  finalRate: 0,
  weightDecay: 0,
  beta1: 0.9,
  beta2: 0.999,
  epsilon: 1e-8,
  clip: 0,
  init: 'gpt2' as const,
}
