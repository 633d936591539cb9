// Common parts of specs: defaults, and fields of config.json that many families share.

import { refuse } from '../boundary/errors.js'
import { MODEL_DEFAULTS, STACK_DEFAULTS } from '../boundary/spec.generated.js'
import type { ConfigFields } from './config-fields.js'
import type { ModelSpec, StackSpec } from './family.js'
import { MOST_LAYERS } from './plan.js'

type Needed<T, K extends keyof T> = Pick<T, K> & Partial<T>

export type StackNeeds = Needed<
  StackSpec,
  'layers' | 'heads' | 'headDim' | 'dFf' | 'norm' | 'normEpsilon' | 'activation'
>
export type ModelNeeds = StackNeeds & Needed<ModelSpec, 'vocab' | 'dModel' | 'maxPositions'>

/** The spec of a stack: causal, with norms before its sublayers and without biases, unless said otherwise. */
export function stackSpec(s: StackNeeds): StackSpec {
  return {
    ...STACK_DEFAULTS,
    blocks: Array.from({ length: saneLayers(s.layers) }, (_, i) => i),
    kvHeads: s.heads,
    normBias: s.norm === 'layer',
    queryKeyNormLayers: [],
    gatedMlp: false,
    ...s,
  }
}

/** The spec of a model: a stack with a head that is tied to its embeddings, unless said otherwise. */
export function modelSpec(s: ModelNeeds): ModelSpec {
  return { ...stackSpec(s), ...MODEL_DEFAULTS, embeddingSize: s.dModel, tieHead: true, ...s }
}

// Bounds the number of layers: an untrusted one could exhaust memory with rules before a missing tensor is found.
export function saneLayers(layers: number): number {
  if (layers <= MOST_LAYERS) return layers
  throw refuse('ERR_VALUE', 'config', `${layers} layers`, `at most ${MOST_LAYERS}`)
}

export function biases(
  attention: boolean,
  mlp = attention,
): Pick<StackSpec, 'queryBias' | 'keyBias' | 'valueBias' | 'outputBias' | 'mlpBias'> {
  return {
    queryBias: attention,
    keyBias: attention,
    valueBias: attention,
    outputBias: attention,
    mlpBias: mlp,
  }
}

/** The width of a head where heads divide the width of the model. */
export function evenHeads(config: ConfigFields, widthKey: string, width: number, heads: number): number {
  if (width % heads === 0) return width / heads
  throw refuse(
    'ERR_VALUE',
    config.path(widthKey),
    String(width),
    `a multiple of the number of heads (${heads})`,
  )
}

/** The number of key heads, a divisor of the heads; null = one per head, absent = `usual`. */
export function keyHeads(config: ConfigFields, key: string, heads: number, usual = heads): number {
  const kv = config.count(key, config.names(key) ? heads : usual)
  if (heads % kv === 0) return kv
  throw refuse('ERR_VALUE', config.path(key), String(kv), `a divisor of the number of heads (${heads})`)
}

const LANGUAGE_MODEL =
  /(?:ForMaskedLM|LMHeadModel|ForCausalLM|ForCTC|ForConditionalGeneration|ForPreTraining)$/
const BARE = /(?<!Heads)Model$/
const TASK =
  /For(?:SequenceClassification|TokenClassification|QuestionAnswering|MultipleChoice|NextSentencePrediction|ImageClassification\w*|MaskedImageModeling)$|ModelWithProjection$/

/**
 * The head by `architectures`: a language model, none, or one for a task, which is left out as by transformers' AutoModel, which does not
 * read this field. So is a class of any other name, unless `auto_map` says that its code is beside the files.
 */
export function architectureOf(config: ConfigFields): 'lm' | 'bare' | 'task' | undefined {
  const name = config.texts('architectures')?.[0]
  if (name === undefined) return undefined
  if (LANGUAGE_MODEL.test(name)) return 'lm'
  if (BARE.test(name)) return 'bare'
  if (TASK.test(name) || !config.names('auto_map')) return 'task'
  const wanted =
    'a class of transformers, since auto_map says that this one has code of its own: …LMHeadModel, …ForCausalLM, …ForMaskedLM, …ForConditionalGeneration, a bare …Model or …ForSequenceClassification and the like. ["Model"] reads the bare model'
  throw refuse('ERR_UNSUPPORTED', config.path('architectures'), JSON.stringify(name), wanted)
}

/** The head of a decoder. The base model has one only if its embeddings are tied. */
export function decoderHead(config: ConfigFields, tied: boolean): Pick<ModelSpec, 'head' | 'tieHead'> {
  const tieHead = config.flag('tie_word_embeddings', tied)
  const named = architectureOf(config)
  return { head: named === 'task' || (named === 'bare' && !tieHead) ? 'none' : 'lm', tieHead }
}

/** The head of a masked language model; none unless `architectures` names it. */
export function encoderHead(
  config: ConfigFields,
): Pick<ModelSpec, 'head' | 'tieHead' | 'headBias' | 'headTransform'> {
  const speaks = architectureOf(config) === 'lm'
  const tieHead = config.flag('tie_word_embeddings', true)
  return { head: speaks ? 'lm' : 'none', tieHead, headBias: speaks, headTransform: speaks }
}
