// BERT and its relatives: post-norm, layer norm over the embeddings, GELU, learned positions. RoBERTa counts positions from
// its padding token and has other names for its head; ERNIE adds task types.

import { refuse, show } from '../boundary/errors.js'
import type { ConfigFields } from './config-fields.js'
import { activationOf, type Family, type ModelSpec, type PositionCounter, type TensorRule } from './family.js'
import { linear, norm, ownHead, perBlock, rule, without, withoutGamma } from './rules.js'
import { architectureOf, biases, encoderHead, evenHeads, modelSpec } from './spec.js'

const shared = {
  spec,
  tensors: (s: ModelSpec) => [...bertEmbeddings(s), ...perBlock(s, (i) => bertLayer(s, i)), ...bertHead(s)],
  irrelevant: ['task_type_vocab_size', 'use_task_id'],
  fixed: { directionality: ['bidi'] },
}

export const bert: Family = {
  name: 'bert',
  modelTypes: ['bert', 'ernie'],
  rename: (name) => withoutGamma(without('bert.', 'ernie.')(name)),
  ...shared,
}

export const roberta: Family = {
  name: 'roberta',
  modelTypes: ['roberta', 'xlm-roberta', 'camembert'],
  rename: (name) => withoutGamma(headOfBert(without('roberta.')(name))),
  ...shared,
  positionIds: afterPadding,
}

function headOfBert(name: string): string {
  const head = /^lm_head\.(?:(dense|layer_norm|decoder)\.)?(weight|bias)$/.exec(name)
  if (!head) return name
  const [, part, kind] = head
  if (part === undefined) return `cls.predictions.${kind}`
  if (part === 'decoder') return `cls.predictions.decoder.${kind}`
  return `cls.predictions.transform.${part === 'dense' ? 'dense' : 'LayerNorm'}.${kind}`
}

/** Position ids that count tokens from 0, without the padding between them; padding is at −1. */
export function afterPadding(config: ConfigFields): PositionCounter {
  const padding = config.integer('pad_token_id', 1)
  return (ids) => {
    let next = 0
    return Float32Array.from(ids, (id) => (id === padding ? -1 : next++))
  }
}

function spec(config: ConfigFields): ModelSpec {
  const dModel = config.count('hidden_size', 768)
  const heads = config.count('num_attention_heads', 12)
  if (roberta.modelTypes.includes(config.text('model_type'))) requireHeadsGelu(config)
  const tasks = config.text('model_type') === 'ernie' && config.flag('use_task_id', false)
  return bertSpec(config, {
    dModel,
    heads,
    headDim: evenHeads(config, 'hidden_size', dModel, heads),
    normEpsilon: config.number('layer_norm_eps', 1e-12),
    tokenTypes: config.count('type_vocab_size', 2),
    taskTypes: tasks ? config.count('task_type_vocab_size', 3) : 0,
    causal: config.flag('is_decoder', false),
  })
}

/** Refuses other activations for a head that always has a GELU, whatever its layers have, as RoBERTa's. */
export function requireHeadsGelu(config: ConfigFields): void {
  if (architectureOf(config) !== 'lm' || activationOf(config, 'hidden_act', 'gelu') === 'gelu') return
  throw refuse('ERR_UNSUPPORTED', config.path('hidden_act'), show(config.raw('hidden_act')), 'gelu')
}

/** Fields that the configs of BERT, ALBERT and DeBERTa share. */
export function bertSpec(
  config: ConfigFields,
  more: Partial<ModelSpec> & Pick<ModelSpec, 'dModel' | 'heads' | 'headDim' | 'normEpsilon'>,
): ModelSpec {
  return modelSpec({
    vocab: config.count('vocab_size', 30522),
    layers: config.count('num_hidden_layers', 12),
    dFf: config.count('intermediate_size', 3072),
    maxPositions: config.count('max_position_embeddings', 512),
    norm: 'layer',
    normPlace: 'post',
    finalNorm: false,
    embeddingNorm: true,
    activation: activationOf(config, 'hidden_act', 'gelu'),
    causal: false,
    ...biases(true),
    ...encoderHead(config),
    ...more,
  })
}

export function bertEmbeddings(s: ModelSpec): TensorRule[] {
  const table = (name: string, rows: number, to: string) =>
    rows ? [rule(`embeddings.${name}_embeddings.weight`, [rows, s.embeddingSize], to)] : []
  return [
    ...table('word', s.vocab, 'embedding'),
    ...table('token_type', s.tokenTypes, 'tokenTypes'),
    ...table('task_type', s.taskTypes, 'taskTypes'),
    ...(s.embeddingNorm ? norm('embeddings.LayerNorm', 'embeddingNorm', s.embeddingSize) : []),
  ]
}

export function bertLayer(s: ModelSpec, i: number): TensorRule[] {
  const self = `encoder.layer.${i}.attention.self.`
  const square = { out: s.dModel, width: s.dModel }
  return [
    ...['query', 'key', 'value'].flatMap((name) => linear(self + name, `layers.${i}.${name}`, square)),
    ...bertOutputs(s, i),
  ]
}

/** The rules of a layer after its attention. */
export function bertOutputs(s: ModelSpec, i: number): TensorRule[] {
  const [from, to, width] = [`encoder.layer.${i}.`, `layers.${i}.`, s.dModel]
  return [
    ...linear(`${from}attention.output.dense`, `${to}output`, { out: width, width }),
    ...norm(`${from}attention.output.LayerNorm`, `${to}norm1`, width),
    ...linear(`${from}intermediate.dense`, `${to}mlp.up`, { out: s.dFf, width }),
    ...linear(`${from}output.dense`, `${to}mlp.down`, { out: width, width: s.dFf }),
    ...norm(`${from}output.LayerNorm`, `${to}norm2`, width),
  ]
}

/** The names of the head's tensors. */
interface HeadNames {
  transform: string
  norm: string
  decoder: string
  bias: string
}

const HEAD: HeadNames = {
  transform: 'cls.predictions.transform.dense',
  norm: 'cls.predictions.transform.LayerNorm',
  decoder: 'cls.predictions.decoder',
  bias: 'cls.predictions.bias',
}

/** The rules of a masked language model's head. Its bias is that of an untied decoder. */
export function bertHead(s: ModelSpec, names = HEAD): TensorRule[] {
  if (s.head === 'none') return []
  const size = s.embeddingSize
  return [
    ...linear(names.transform, 'head.transform', { out: size, width: s.dModel }),
    ...norm(names.norm, 'head.norm', size),
    ...ownHead(s, `${names.decoder}.weight`),
    rule(s.tieHead ? names.bias : `${names.decoder}.bias`, [s.vocab], 'head.bias'),
  ]
}
