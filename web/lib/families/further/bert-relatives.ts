// Encoders that are BERT or RoBERTa under another name: BigBird with full attention, data2vec's text model, Longformer without global tokens.

import type { ConfigFields } from '../config-fields.js'
import type { Family, ModelSpec } from '../family.js'
import type { FamilyParts } from '../family-parts.js'

/** With sparse attention transformers computes full attention only for texts that are short beside its blocks. */
export const bigBird = (parts: FamilyParts): Family => ({
  ...parts.bert,
  name: 'big_bird',
  modelTypes: ['big_bird'],
  spec: (config) => bigBirdSpec(parts, config),
  irrelevant: ['block_size', 'num_random_blocks'], // of sparse attention
  fixed: { attention_type: ['original_full'] },
})

function bigBirdSpec({ activationOf, bert }: FamilyParts, config: ConfigFields): ModelSpec {
  const plain = bert.spec(config)
  const bias = config.flag('use_bias', true)
  return {
    ...plain,
    activation: activationOf(config, 'hidden_act', 'gelu_new'),
    ...{ queryBias: bias, keyBias: bias, valueBias: bias },
    embeddingScale: config.flag('rescale_embeddings', false) ? Math.sqrt(plain.dModel) : 1,
  }
}

/** Each token sees half a window on each side. Heads that give some tokens the whole text are refused, and the weights for these are not read. */
export const longformer = ({
  architectureOf,
  refuse,
  requireHeadsGelu,
  roberta,
  show,
  without,
}: FamilyParts): Family => ({
  ...roberta,
  name: 'longformer',
  modelTypes: ['longformer'],
  rename: (name) => roberta.rename(without('longformer.')(name)),
  spec: (config) => {
    requireHeadsGelu(config)
    const [head = ''] = config.texts('architectures') ?? []
    if (architectureOf(config) === 'task' && !head.endsWith('TokenClassification'))
      throw refuse(
        'ERR_UNSUPPORTED',
        config.path('architectures'),
        show(head),
        'a class without global tokens',
      )
    return roberta.spec(config)
  },
  irrelevant: ['sep_token_id', 'onnx_export'],
})

export const data2vecText = ({ requireHeadsGelu, roberta, without }: FamilyParts): Family => ({
  ...roberta,
  name: 'data2vec-text',
  modelTypes: ['data2vec-text'],
  rename: (name) => roberta.rename(without('data2vec_text.')(name)),
  spec: (config) => {
    requireHeadsGelu(config)
    return roberta.spec(config)
  },
})
