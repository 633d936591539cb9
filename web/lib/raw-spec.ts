// A ModelSpec as the core reads it.

import type { ModelSpec, StackSpec } from './families/family.js'
import {
  ACTIVATIONS,
  NORM_PLACES,
  NORMS,
  QUERY_KEY_NORMS,
  type RawModelSpec,
  type RawStackSpec,
} from './raw.js'

export function lowerSpec(spec: ModelSpec): RawModelSpec {
  return {
    vocab: spec.vocab,
    dModel: spec.dModel,
    embeddingSize: spec.embeddingSize,
    embeddingScale: spec.embeddingScale,
    embeddingNorm: spec.embeddingNorm,
    embeddingProjection: spec.embeddingProjection,
    masksEmbeddings: spec.masksEmbeddings,
    tokenTypes: spec.tokenTypes,
    taskTypes: spec.taskTypes,
    queryStream: spec.queryStream,
    hasHead: spec.head === 'lm',
    tieHead: spec.tieHead,
    headBias: spec.headBias,
    headScale: spec.headScale,
    headTransform: spec.headTransform,
    softcap: spec.softcap,
    stack: lowerStack(spec),
    encoder: spec.encoder && lowerStack(spec.encoder),
  }
}

function lowerStack(stack: StackSpec): RawStackSpec {
  return {
    blocks: Int32Array.from(stack.blocks),
    heads: stack.heads,
    kvHeads: stack.kvHeads,
    headDim: stack.headDim,
    dFf: stack.dFf,
    norm: NORMS.indexOf(stack.norm),
    normBias: stack.normBias,
    normEpsilon: stack.normEpsilon,
    normPlace: NORM_PLACES.indexOf(stack.normPlace),
    parallel: stack.parallel,
    sharedNorm: stack.sharedNorm,
    finalNorm: stack.finalNorm,
    queryKeyNorm: QUERY_KEY_NORMS.indexOf(stack.queryKeyNorm),
    queryKeyNormLayers: Int32Array.from(stack.queryKeyNormLayers),
    queryBias: stack.queryBias,
    keyBias: stack.keyBias,
    valueBias: stack.valueBias,
    outputBias: stack.outputBias,
    mlpBias: stack.mlpBias,
    activation: ACTIVATIONS.indexOf(stack.activation),
    gatedMlp: stack.gatedMlp,
    scale: stack.scale ?? Number.NaN,
    causal: stack.causal,
    convKernel: stack.convKernel,
    convActivation: ACTIVATIONS.indexOf(stack.convActivation),
  }
}
