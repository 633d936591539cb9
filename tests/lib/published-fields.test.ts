// Fields and tensors of published checkpoints that transformers does not read are ignored and listed. config.json files as they are
// published, against what transformers builds of them (tools/golden/published_models.py).

import { readdirSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { Inventory } from '../../web/lib/checkpoint/inventory.js'
import { type Recipe, recipeOf } from '../../web/lib/families/index.js'
import { expectRefusal, refusalOf } from '../support/errors.js'
import { fileUrl, readJson } from '../support/golden.js'
import { headerOf, type ModelTensors } from '../support/model-tensors.js'

interface Sample {
  config: Record<string, unknown>
  expected: { ignored: string[]; modelTensors: ModelTensors }
}

const samples = readdirSync(fileUrl('published/')).map(
  (name) => [name.replace('.json', ''), readJson<Sample>(`published/${name}`)] as const,
)

function inventoryOf(recipe: Recipe, { expected }: Sample): Inventory {
  const inventory = new Inventory(recipe)
  inventory.add(headerOf(expected.modelTensors), 'weights')
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
      const [, ...rest] = headerOf(sample.expected.modelTensors)
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
