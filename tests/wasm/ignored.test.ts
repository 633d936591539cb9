// What a checkpoint carries and nobody reads is left aside and told. config.json files as they are published, against what
// transformers builds of them (tools/golden/published_models.py).

import { readdirSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { Inventory } from '../../web/lib/checkpoint/inventory.js'
import { type Recipe, recipeOf } from '../../web/lib/families/index.js'
import { expectRefusal, expectRejection, refusalOf } from './support/errors.js'
import { fileUrl, readJson } from './support/golden.js'
import { useLibrary } from './support/library.js'
import { bytesOf, goldenModel, takeApart } from './support/models.js'
import { wellFormed } from './support/safetensors-file.js'

interface Sample {
  config: Record<string, unknown>
  /** modelTensors: with N for the number of a layer, how many layers have it, then its shape. */
  expected: { ignored: string[]; modelTensors: Record<string, number[]> }
}

const samples = readdirSync(fileUrl('published/')).map(
  (name) => [name.replace('.json', ''), readJson<Sample>(`published/${name}`)] as const,
)

/** As the header of its file would list them. */
function entriesOf({ modelTensors }: Sample['expected']) {
  return Object.entries(modelTensors).flatMap(([pattern, [count = 0, ...shape]]) =>
    Array.from({ length: count }, (_, layer) => ({
      name: pattern.replace('.N.', `.${layer}.`),
      dtype: 'F32',
      shape,
      begin: 0,
      end: 0,
    })),
  )
}

function inventoryOf(recipe: Recipe, { expected }: Sample): Inventory {
  const inventory = new Inventory(recipe)
  inventory.add(entriesOf(expected), 'weights')
  return inventory
}

describe('published configs are read', () => {
  test.each(samples)('%s', (_, sample) => {
    const recipe = recipeOf(sample.config)
    expect([...recipe.ignoredFields].sort()).toEqual(sample.expected.ignored)
    const inventory = inventoryOf(recipe, sample)
    inventory.requireComplete() // every tensor of the model, in its shape
    expect(inventory.ignored).toEqual([])
  })

  test('all of them are there', () => {
    expect(samples.length).toBe(15)
  })

  test('without one of its tensors a model is still refused', () => {
    for (const [, sample] of samples) {
      const inventory = new Inventory(recipeOf(sample.config))
      const [, ...rest] = entriesOf(sample.expected)
      inventory.add(rest, 'weights')
      expectRefusal(() => inventory.requireComplete(), 'ERR_VALUE', 'lacks')
    }
  })
})

describe('what transformers reads is still refused', () => {
  const config = (name: string) => samples.find(([stem]) => stem.includes(name))?.[1].config ?? {}

  test.each<[string, object, string]>([
    ['smollm2', { per_layer_config: { 1: { head_dim: 8 } } }, 'per_layer_config'],
    ['smollm2', { quantization_config: { bits: 4 } }, 'quantization_config'],
    ['smollm2', { tie_last_hidden_states: false }, 'tie_last_hidden_states'],
    ['smollm2', { attention_chunk_size: 8 }, 'attention_chunk_size'],
    [
      'gpt2-medium',
      { scale_attn_by_inverse_layer_idx: true, n_special: 3 },
      'scale_attn_by_inverse_layer_idx',
    ],
    ['gpt2-medium', { hidden_size: 512 }, 'hidden_size'], // another name of n_embd, which would win
    ['gpt2-medium', { pruned_heads: { 0: [1] } }, 'pruned_heads'], // read by transformers 4
    ['xlm-roberta', { embedding_size: 128 }, 'embedding_size'],
    ['bart-large-cnn', { normalize_before: true }, 'normalize_before'],
  ])('%s %o', (name, more, word) => {
    expectRefusal(() => recipeOf({ ...config(name), ...more }), 'ERR_UNSUPPORTED', word)
  })

  test('a field that is read and one that is not', () => {
    const mixed = { ...config('smollm2'), wobble: 1, attention_chunk_size: 8 }
    const { message } = refusalOf(() => recipeOf(mixed))
    expect(message).toContain('attention_chunk_size')
    expect(message).not.toContain('wobble')
    expect(message).not.toContain('is_llama_config')
  })

  test.each(['whereformer', 'gpt3', 'palm'])('%s has no class: nothing is left aside', (modelType) => {
    const sizes = { n_embd: 24, n_layer: 1, n_head: 2, vocab_size: 9, wobble: 1 }
    const palm = { hidden_size: 24, num_attention_heads: 2, num_hidden_layers: 1, vocab_size: 9, wobble: 1 }
    const spec = { vocab: 9, dModel: 24, heads: 2, layers: 1 }
    const written = { whereformer: { spec, wobble: 1 }, gpt3: sizes, palm }[modelType]
    const whole = { model_type: modelType, ...written }
    expectRefusal(() => recipeOf(whole), 'ERR_UNSUPPORTED', 'wobble')
    const inventory = new Inventory(recipeOf({ ...whole, wobble: null }))
    inventory.add([{ name: 'stranger', dtype: 'F32', shape: [1], begin: 0, end: 0 }], 'weights')
    expect(inventory.faulty).toBe(true)
  })
})

describe('models', () => {
  const library = useLibrary()

  test('fields and tensors are told', async () => {
    using model = await library.wf.loadModel(goldenModel('llama-f32-unread').request)
    expect(model.ignored).toEqual({
      fields: [
        'is_llama_config',
        'n_special',
        'pretraining_tp',
        'rope_interleaved',
        'rope_scaling.original_max_position_embeddings',
        'rope_scaling.finetuned',
        'type_vocab_size',
        'use_mrope',
      ],
      tensors: [
        'model.layers.0.self_attn.rotary_emb.inv_freq',
        'model.layers.1.self_attn.q_proj.bias',
        'model.layers.2.input_layernorm.weight',
        'score.weight',
      ],
    })
    expect(Object.isFrozen(model.ignored) && Object.isFrozen(model.ignored.tensors)).toBe(true)
  })

  test.each(['bert-f32-relative-key', 'bert-f32-relative-key-query'])(
    '%s has a table too many',
    async (name) => {
      using model = await library.wf.loadModel(goldenModel(name).request)
      expect(model.ignored).toEqual({
        fields: ['output_past'],
        tensors: ['bert.embeddings.position_embeddings.weight'],
      })
    },
  )

  test('nothing is told of a model of which everything is used; copies of tied weights are used', async () => {
    using model = await library.wf.loadModel(goldenModel('qwen2-f32').request)
    expect(model.ignored).toEqual({ fields: [], tensors: [] })
  })

  test('a tensor too many, and layers that the config does not count', async () => {
    const { request } = goldenModel('llama-f16-gqa')
    const parts = takeApart(bytesOf(goldenModel('llama-f16-gqa')))
    const names = Object.keys(parts)
    const extra = parts[names[0] as string] as (typeof parts)[string]
    using more = await library.wf.loadModel({ ...request, weights: wellFormed({ ...parts, extra }) })
    expect(more.ignored.tensors).toEqual(['extra'])
    const config = { ...request.config, num_hidden_layers: 1 }
    using fewer = await library.wf.loadModel({ ...request, config })
    expect([...fewer.ignored.tensors].sort()).toEqual(names.filter((name) => !isKept(name)).sort())
    function isKept(name: string): boolean {
      return !/layers\.\d/.test(name) || name.includes('layers.0.')
    }
  })

  test('a missing tensor is an error, and what is left over is named beside it', async () => {
    const { request } = goldenModel('llama-f32-unread')
    const { 'model.norm.weight': _, ...rest } = takeApart(bytesOf(goldenModel('llama-f32-unread')))
    const loading = library.wf.loadModel({ ...request, weights: wellFormed(rest) })
    await expectRejection(loading, 'ERR_VALUE', 'lacks 1 tensor', '"norm.weight"', '4 tensors with no place')
  })

  test('with an index, tensors in files that are not asked for are told too', async () => {
    const { request } = goldenModel('llama-f32-unread')
    const parts = takeApart(bytesOf(goldenModel('llama-f32-unread')))
    const weight_map = Object.fromEntries(Object.keys(parts).map((name) => [name, 'a']))
    const index = { weight_map: { ...weight_map, 'lora.weight': 'b' } }
    using model = await library.wf.loadModel({
      ...request,
      weights: { index, file: (name) => (name === 'a' ? wellFormed(parts) : new Uint8Array()) },
    })
    expect(model.ignored.tensors).toContain('lora.weight')
    expect(model.ignored.tensors.length).toBe(5)
  })
})
