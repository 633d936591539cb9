// The tensors of a model, by their names in the core.

import { largest } from '../boundary/checks.js'
import type { ModelSpec, StackSpec } from './family.js'

export interface CanonicalTensor {
  name: string
  shape: number[]
}

/** All tensors of a model; N in layers.N is the number of a block. */
export function canonicalTensors(s: ModelSpec): CanonicalTensor[] {
  const size = s.embeddingSize
  return [
    matrix('embedding', s.vocab, size),
    ...(s.tokenTypes ? [matrix('tokenTypes', s.tokenTypes, size)] : []),
    ...(s.taskTypes ? [matrix('taskTypes', s.taskTypes, size)] : []),
    ...(s.embeddingNorm ? norm('embeddingNorm', size, s) : []),
    ...(s.embeddingProjection ? linear('embeddingProjection', s.dModel, size, true) : []),
    ...(s.queryStream ? [vector('maskEmbedding', s.dModel)] : []),
    ...(s.encoder ? inEncoder(s, s.encoder) : []),
    ...stack(s, s.dModel, s.encoder !== undefined),
    ...(s.head === 'lm' ? head(s) : []),
  ]
}

function inEncoder(s: ModelSpec, encoder: StackSpec): CanonicalTensor[] {
  const tensors = [
    ...(s.encoderEmbedding ? [matrix('embedding', s.vocab, s.dModel)] : []),
    ...(s.embeddingNorm ? norm('embeddingNorm', s.dModel, s) : []),
    ...stack(encoder, s.dModel, false),
  ]
  return tensors.map(({ name, shape }) => ({ name: `encoder.${name}`, shape }))
}

function stack(s: StackSpec, dModel: number, crosses: boolean): CanonicalTensor[] {
  const blocks = largest(s.blocks) + 1
  return [
    ...Array.from({ length: blocks }, (_, i) =>
      prefixed(`layers.${i}.`, block(s, i, dModel, crosses)),
    ).flat(),
    ...(s.convKernel
      ? [matrix('conv.weight', dModel, s.convKernel * dModel), vector('conv.bias', dModel)]
      : []),
    ...(s.convKernel ? affine('convNorm', dModel) : []),
    ...(s.finalNorm ? norm('finalNorm', dModel, s) : []),
  ]
}

function prefixed(prefix: string, tensors: CanonicalTensor[]): CanonicalTensor[] {
  return tensors.map(({ name, shape }) => ({ name: prefix + name, shape }))
}

function block(s: StackSpec, index: number, dModel: number, crosses: boolean): CanonicalTensor[] {
  return [
    ...normsOf(s, index).flatMap((name) => norm(name, dModel, s)),
    ...queryKeyNorms(s),
    ...attention(s, dModel),
    ...(crosses ? prefixed('cross.', [...norm('norm', dModel, s), ...attention(s, dModel)]) : []),
    ...(s.gatedMlp ? linear('mlp.gate', s.dFf, dModel, s.mlpBias) : []),
    ...linear('mlp.up', s.dFf, dModel, s.mlpBias),
    ...linear('mlp.down', dModel, s.dFf, s.mlpBias),
  ]
}

/** The norms before the sublayers of a block, or after the residual sum, and those behind the sublayers. */
function normsOf(s: StackSpec, index: number): string[] {
  const first = s.firstNorm || index > 0 ? ['norm1'] : []
  const second = s.parallel && s.sharedNorm ? [] : ['norm2']
  const behind = s.normPlace === 'both' || s.normPlace === 'after' ? ['norm1After', 'norm2After'] : []
  return [...(s.normPlace === 'after' ? [] : [...first, ...second]), ...behind]
}

function queryKeyNorms({ queryKeyNorm, heads, kvHeads, headDim }: StackSpec): CanonicalTensor[] {
  if (queryKeyNorm !== 'rms' && queryKeyNorm !== 'rms_all') return []
  const width = (of: number) => (queryKeyNorm === 'rms_all' ? of * headDim : headDim)
  return [vector('queryNorm.weight', width(heads)), vector('keyNorm.weight', width(kvHeads))]
}

function attention(s: StackSpec, dModel: number): CanonicalTensor[] {
  const [queries, keys] = [s.heads * s.headDim, s.kvHeads * s.headDim]
  return [
    ...linear('query', queries, dModel, s.queryBias),
    ...linear('key', keys, dModel, s.keyBias),
    ...linear('value', keys, dModel, s.valueBias),
    ...linear('output', dModel, queries, s.outputBias),
    ...(s.sinks ? [vector('sinks', s.heads)] : []),
  ]
}

function head(s: ModelSpec): CanonicalTensor[] {
  const width = s.headTransform ? s.embeddingSize : s.dModel
  return [
    ...(s.headTransform ? linear('head.transform', width, s.dModel, true) : []),
    ...(s.headTransform ? affine('head.norm', width) : []),
    ...(s.tieHead ? [] : [matrix('head.weight', s.vocab, width)]),
    ...(s.headBias ? [vector('head.bias', s.vocab)] : []),
  ]
}

function norm(name: string, width: number, { norm: kind, normBias }: StackSpec): CanonicalTensor[] {
  const biased = kind === 'layer' && normBias
  return [vector(`${name}.weight`, width), ...(biased ? [vector(`${name}.bias`, width)] : [])]
}

function affine(name: string, width: number): CanonicalTensor[] {
  return [vector(`${name}.weight`, width), vector(`${name}.bias`, width)]
}

function linear(name: string, out: number, width: number, bias: boolean): CanonicalTensor[] {
  return [matrix(`${name}.weight`, out, width), ...(bias ? [vector(`${name}.bias`, out)] : [])]
}

function matrix(name: string, rows: number, columns: number): CanonicalTensor {
  return { name, shape: [rows, columns] }
}

function vector(name: string, width: number): CanonicalTensor {
  return { name, shape: [width] }
}
