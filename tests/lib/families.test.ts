// Families as tables: published configurations become specs, tensors and positions without a checkpoint.

import { describe, expect, test } from 'vitest'
import { canonicalTensors } from '../../web/lib/families/canonical.js'
import type { TensorRule } from '../../web/lib/families/family.js'
import { type Recipe, recipeOf } from '../../web/lib/families/index.js'
import { expectRefusal } from '../support/errors.js'
import { fileUrl, readJson } from '../support/golden.js'
import { goldenModels } from '../support/models.js'
import { publishedConfigs } from '../support/published-configs.js'
import { anyRecipe } from './support/any-recipe.js'

type Config = Record<string, unknown>
type Name = keyof typeof publishedConfigs

const published = Object.entries(publishedConfigs) as [Name, Config][]
const configOf = (name: string) => readJson<Config>('config.json', fileUrl(`models/${name}/`))
const golden = goldenModels().map((name): [string, Config] => [name, configOf(name)])
const recipe = (name: Name, more: Config = {}) => recipeOf({ ...publishedConfigs[name], ...more })
const spec = (name: Name, more: Config = {}) => recipe(name, more).spec

const size = (shape: readonly number[]) => shape.reduce((product, n) => product * n, 1)

/** Canonical names and how many values a recipe gives each. */
function delivered(rules: readonly TensorRule[]): Map<string, number> {
  const values = new Map<string, number>()
  for (const { shape, to, groups = 1, transposed } of rules) {
    const [first = 1] = shape
    const rows = transposed ? size(shape) / first : first
    for (const part of to) {
      expect(values.has(part.name), `${part.name} twice`).toBe(false)
      values.set(part.name, (size(shape) / rows) * part.rows * groups)
    }
    expect(groups * to.reduce((sum, part) => sum + part.rows, 0), String(shape)).toBe(rows)
  }
  return values
}

describe('every tensor that the core wants is delivered once, and no other', () => {
  test.each([...published, ...golden])('%s', async (_, config) => {
    const { spec, rules, constants } = await anyRecipe(config)
    const constant = constants.map(({ name, size }) => [name, size] as const)
    const wanted = canonicalTensors(spec).map(({ name, shape }) => [name, size(shape)] as const)
    expect(Object.fromEntries([...delivered(rules), ...constant])).toEqual(Object.fromEntries(wanted))
  })

  test.each([...published, ...golden])('%s: one position per layer, like layers alike', async (_, config) => {
    const { spec, positions } = await anyRecipe(config)
    expect(positions.decoder).toHaveLength(spec.layers)
    expect(positions.encoder?.length).toBe(spec.encoder?.layers)
    expect(spec.blocks).toHaveLength(spec.layers)
  })
})

/** How many different positions the layers of a stack have. */
const kinds = ({ positions }: Recipe) => new Set(positions.decoder.map((p) => JSON.stringify(p))).size

describe('facts of published models', () => {
  test('GPT-2 scales, unless the config says otherwise', () => {
    expect(spec('gpt2')).toMatchObject({
      normPlace: 'pre',
      finalNorm: true,
      tieHead: true,
      activation: 'gelu_tanh',
    })
    expect(spec('gpt2').scale).toBeUndefined()
    expect(spec('gpt2', { scale_attn_weights: false }).scale).toBe(1)
  })

  test('GPT-3 has local layers between the others', () => {
    const layers = { attention_types: [[['global', 'local'], 2]], window_size: 5, n_layer: 4 }
    const { positions } = recipe('gpt2', { model_type: 'gpt3', ...layers })
    const local = positions.decoder.map((p) => Array.isArray(p))
    expect(local).toEqual([false, true, false, true])
    expect(positions.decoder[1]).toContainEqual({ type: 'mask', kind: 'window', left: 4 })
  })

  test('BERT has its norms behind, none at the end, and a head with a transform', () => {
    const facts = {
      normPlace: 'post',
      finalNorm: false,
      embeddingNorm: true,
      headTransform: true,
      headBias: true,
    }
    expect(spec('bert')).toMatchObject({ ...facts, normEpsilon: 1e-12, causal: false, tokenTypes: 2 })
    expect(spec('bert', { architectures: ['BertModel'] })).toMatchObject({
      head: 'none',
      headTransform: false,
    })
    expect(spec('bert', { is_decoder: true }).causal).toBe(true)
  })

  test('RoBERTa counts behind its padding', () => {
    const { spec, positionIds, positions } = recipe('roberta')
    expect(spec.tokenTypes).toBe(1)
    expect(positions.decoder[0]).toMatchObject({ type: 'learned', offset: 2 })
    expect(positionIds?.(Int32Array.of(1, 0, 5, 1, 7, 1))).toEqual(Float32Array.of(-1, 0, 1, -1, 2, -1))
  })

  test('ERNIE has task types where it uses them', () => {
    expect(spec('ernie').taskTypes).toBe(3)
    expect(spec('ernie', { use_task_id: false }).taskTypes).toBe(0)
  })

  test('ALBERT shares blocks by groups', () => {
    expect(new Set(spec('albert').blocks)).toEqual(new Set([0]))
    expect(spec('albert')).toMatchObject({ embeddingSize: 128, embeddingProjection: true, dModel: 768 })
    const grouped = spec('albert', { num_hidden_layers: 4, num_hidden_groups: 2, inner_group_num: 2 })
    expect(grouped.blocks).toEqual([0, 1, 0, 1, 2, 3, 2, 3])
  })

  test('BART has two stacks, positions after two rows, and a bias only with its head', () => {
    const { spec, positions, decoderStart } = recipe('bart')
    expect(spec).toMatchObject({ embeddingNorm: true, normPlace: 'post', embeddingScale: 1, headBias: false })
    expect(spec.encoder).toMatchObject({ causal: false, layers: 6 })
    expect(positions.encoder?.[0]).toMatchObject({
      offset: 2,
      table: { tensor: 'encoder.embed_positions.weight' },
    })
    expect(positions.decoder[5]).toMatchObject({
      offset: 2,
      table: { tensor: 'decoder.embed_positions.weight' },
    })
    expect(decoderStart).toBe(2)
    expect(recipe('bart', { decoder_start_token_id: null }).decoderStart).toBe(2)
    const speaking = recipe('bart', {
      architectures: ['BartForConditionalGeneration'],
      scale_embedding: true,
    })
    expect(speaking.spec).toMatchObject({ headBias: true, embeddingScale: Math.sqrt(768) })
  })

  test('T5 does not scale its scores; version 1.0 scales its outputs and ties its head, the others do not', () => {
    expect(spec('t5')).toMatchObject({ scale: 1, headScale: 512 ** -0.5, tieHead: true, activation: 'relu' })
    expect(spec('flanT5')).toMatchObject({
      scale: 1,
      headScale: 1,
      tieHead: false,
      activation: 'gelu_tanh',
      gatedMlp: true,
    })
    expect(spec('mt5')).toMatchObject({ headScale: 1, tieHead: false })
    expect(spec('t5', { feed_forward_proj: 'gated-silu' })).toMatchObject({
      activation: 'silu',
      gatedMlp: true,
    })
  })

  test('T5 keeps one table per stack, in the first layer; the decoder looks back only', () => {
    const { positions } = recipe('t5')
    const table = (stack: string) => ({
      tensor: `${stack}.block.0.layer.0.SelfAttention.relative_attention_bias.weight`,
    })
    expect(positions.encoder?.[5]).toMatchObject({ bidirectional: true, table: table('encoder') })
    expect(positions.decoder[5]).toMatchObject({ bidirectional: false, table: table('decoder') })
  })

  test('the encoder of T5 alone', () => {
    const { spec, positions } = recipe('t5', { architectures: ['T5EncoderModel'] })
    expect(spec).toMatchObject({ head: 'none', causal: false, scale: 1 })
    expect(spec.encoder).toBeUndefined()
    expect(positions.decoder[0]).toMatchObject({ bidirectional: true })
  })

  test('XLNet has a query stream and positions of its own in every layer', () => {
    expect(spec('xlnet')).toMatchObject({
      queryStream: true,
      queryBias: false,
      mlpBias: true,
      headBias: true,
    })
    expect(kinds(recipe('xlnet'))).toBe(12)
    const segments = { segmentTable: { tensor: 'layer.3.rel_attn.seg_embed' }, segmentBias: {} }
    expect(recipe('xlnet').positions.decoder[3]).toMatchObject(segments)
  })

  test('DeBERTa gives no bias to the key in version 1, and masks its embeddings', () => {
    expect(spec('deberta')).toMatchObject({
      keyBias: false,
      queryBias: true,
      valueBias: true,
      masksEmbeddings: true,
    })
    expect(spec('debertaV3')).toMatchObject({ keyBias: true, convKernel: 0, normEpsilon: 1e-7 })
    expect(spec('debertaV2XLarge')).toMatchObject({ convKernel: 3, convActivation: 'gelu' })
    expect(spec('deberta').scale).toBeUndefined()
    expect(spec('deberta', { relative_attention: false }).scale).toBeCloseTo(1 / Math.sqrt(64 * 3), 12)
  })

  test('LLaMA: groups of heads, the scaling of 3.1, the biases of Qwen 2, the norms of Qwen 3, the window of Mistral', () => {
    expect(spec('llama31')).toMatchObject({ kvHeads: 8, headDim: 128, tieHead: false, outputBias: false })
    expect(recipe('llama31').positions.decoder[0]).toMatchObject({
      base: 500000,
      scaling: { ropeType: 'llama3' },
    })
    expect(spec('qwen25')).toMatchObject({
      queryBias: true,
      valueBias: true,
      outputBias: false,
      tieHead: true,
    })
    expect(spec('qwen3')).toMatchObject({ queryKeyNorm: 'rms', headDim: 128, queryBias: false })
    expect(recipe('mistral').positions.decoder[0]).toContainEqual({
      type: 'mask',
      kind: 'window',
      left: 4095,
    })
    expect(recipe('mistral', { sliding_window: null }).positions.decoder[0]).toMatchObject({ type: 'rope' })
  })

  test('BLOOM norms its embeddings', () => {
    const facts = { embeddingNorm: true, dModel: 1024, heads: 16, activation: 'gelu_tanh' }
    expect(spec('bloom')).toMatchObject(facts)
    expect(recipe('bloom').rules.find(({ from }) => from.includes('query_key_value'))).toMatchObject({
      groups: 16,
    })
  })

  test('the three styles of Falcon', () => {
    expect(spec('falcon7B')).toMatchObject({ parallel: true, sharedNorm: true, kvHeads: 1, mlpBias: false })
    expect(spec('falcon40B')).toMatchObject({ parallel: true, sharedNorm: false, kvHeads: 8 })
    expect(spec('falconRW')).toMatchObject({ parallel: false, sharedNorm: false, kvHeads: 32, mlpBias: true })
    expect(spec('falcon40B', { num_ln_in_parallel_attn: 1 }).sharedNorm).toBe(true)
    const counted = recipe('falconRW').positionIds?.(Int32Array.of(7, 7, 7, 7), [0, 1, 0, 1])
    expect(counted).toEqual(Float32Array.of(0, 0, 0, 1))
    expect(recipe('falcon7B').positionIds).toBeUndefined()
    expect(recipe('falconRW').positions.decoder[0]).toMatchObject({ type: 'alibi', beforeScale: true })
  })

  test('GPT-NeoX, GPT-J and MPT', () => {
    expect(spec('gptNeox')).toMatchObject({ parallel: true, sharedNorm: false, tieHead: false })
    expect(spec('gptNeox', { use_parallel_residual: false }).parallel).toBe(false)
    expect(spec('gptj')).toMatchObject({ parallel: true, sharedNorm: true, headBias: true, queryBias: false })
    expect(spec('mpt')).toMatchObject({ normBias: false, mlpBias: false, activation: 'gelu' })
    const attention = { ...publishedConfigs.mpt.attn_config, softmax_scale: 0.5 }
    expect(spec('mpt', { attn_config: attention }).scale).toBe(0.5)
  })

  test('Gemma 3 has norms on both sides, stored less 1, and two kinds of layers', () => {
    const facts = { normPlace: 'both', queryKeyNorm: 'rms', embeddingScale: Math.sqrt(1152), scale: 1 / 16 }
    expect(spec('gemma3')).toMatchObject(facts)
    expect(kinds(recipe('gemma3'))).toBe(2)
    const norms = recipe('gemma3').rules.filter(({ from }) => from.includes('norm'))
    expect(norms.every(({ plus }) => plus === 1)).toBe(true)
    expect(recipe('gemma3').positions.decoder[5]).toMatchObject({ base: 1e6 })
    expect(recipe('gemma3').positions.decoder[4]).toContainEqual({ type: 'rope', base: 10000 })
  })

  test('every fourth layer of Llama 4 neither turns nor norms its queries', () => {
    const { spec, positions } = recipe('llama4')
    expect(spec).toMatchObject({ queryKeyNorm: 'l2', dFf: 16384 })
    expect(spec.queryKeyNormLayers.slice(0, 8)).toEqual([1, 1, 1, 0, 1, 1, 1, 0])
    expect(kinds(recipe('llama4'))).toBe(2)
    expect(positions.decoder[0]).toMatchObject({ type: 'irope', layer: 0, qkNorm: false })
    expect(positions.decoder[3]).toMatchObject({ layer: 3 })
  })
})

describe('heads', () => {
  test('what is tied may be stored again, and is told apart', () => {
    expect(recipe('gpt2').copies).toMatchObject({ 'lm_head.weight': 'wte.weight' })
    expect(recipe('vicuna').copies['lm_head.weight']).toBeUndefined()
    const bert = {
      'cls.predictions.decoder.weight': 'embeddings.word_embeddings.weight',
      'cls.predictions.decoder.bias': 'cls.predictions.bias',
    }
    expect(recipe('bert').copies).toMatchObject(bert)
    expect(recipe('flanT5').copies).toMatchObject({ 'decoder.embed_tokens.weight': 'shared.weight' })
    expect(recipe('flanT5').copies['lm_head.weight']).toBeUndefined()
  })

  test('a bare decoder with tied embeddings speaks, an untied one does not', () => {
    expect(spec('gpt2', { architectures: ['GPT2Model'] }).head).toBe('lm')
    expect(spec('vicuna', { architectures: ['LlamaModel'] }).head).toBe('none')
  })

  test.each<[Name, string]>([
    ['bert', 'BertForSequenceClassification'],
    ['bert', 'BertForTokenClassification'],
    ['roberta', 'RobertaForQuestionAnswering'],
    ['gpt2', 'GPT2ForSequenceClassification'],
    ['vicuna', 'LlamaForSequenceClassification'],
    ['gemma3', 'Gemma3TextForSequenceClassification'],
    ['xlnet', 'XLNetForMultipleChoice'],
    ['xlnet', 'XLNetForQuestionAnsweringSimple'],
    ['gpt2', 'GPT2DoubleHeadsModel'],
  ])('%s as %s is read without its head, which is reported', (name, architecture) => {
    const { spec, ignoredFields } = recipe(name, { architectures: [architecture] })
    expect(spec.head).toBe('none')
    expect(ignoredFields).toContain('architectures')
  })

  test('BART for a task is its bare model', () => {
    const { spec, ignoredFields, rules } = recipe('bart', {
      architectures: ['BartForSequenceClassification'],
    })
    expect([spec.head, spec.headBias, ignoredFields.includes('architectures')]).toEqual(['lm', false, true])
    expect(rules).toEqual(recipe('bart', { architectures: ['BartModel'] }).rules)
  })

  test.each<[Name, string]>([
    ['t5', 'T5ForSomethingElse'],
    ['t5', 'T5ForTokenClassification'],
  ])('%s as %s is refused by name', (name, architecture) => {
    expectRefusal(() => recipe(name, { architectures: [architecture] }), 'ERR_UNSUPPORTED', architecture)
  })
})
