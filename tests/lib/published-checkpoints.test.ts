// The survey of docs/published.md: configurations as they are published, against the tensors of the classes that transformers builds of
// them (tools/golden/published_checkpoints.py).

import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { elementCount } from '../../web/lib/boundary/tensor.js'
import { Inventory } from '../../web/lib/checkpoint/inventory.js'
import { readJson } from '../support/golden.js'
import { headerOf, type ModelTensors } from '../support/model-tensors.js'
import { anyRecipe } from './support/any-recipe.js'

interface Checkpoint {
  name: string
  source: string
  config: { model_type: string; architectures?: string[] }
}

const file = new URL('../../docs/published/checkpoints.json', import.meta.url)
const checkpoints: Checkpoint[] = JSON.parse(readFileSync(file, 'utf8'))
const facts = readJson<Record<string, { modelTensors: ModelTensors }>>('published-checkpoints.json')

const refused: Record<string, string> = {
  'Alibaba-NLP/gte-Qwen2-7B-instruct': 'config.is_causal = false',
  'meta-llama/Llama-4-Scout-17B-16E-Instruct': 'config.model_type: got "llama4"',
}

describe('published checkpoints, a hundred of texts and eight that see or hear', () => {
  test('each has a source at a commit, and tensors', () => {
    expect(new Set(checkpoints.map(({ name }) => name)).size).toBe(108)
    expect(Object.keys(facts)).toEqual(checkpoints.map(({ name }) => name))
    for (const { source } of checkpoints)
      expect(source).toMatch(/^https:\/\/github\.com\/[\w.-]+\/[\w.-]+\/blob\/[0-9a-f]{40}\/[^ ]+\.json$/)
  })

  test.each(checkpoints.filter(({ name }) => !(name in refused)))(
    '$name is honoured',
    async ({ name, config }) => {
      const recipe = await anyRecipe(config)
      const entries = headerOf(facts[name]?.modelTensors ?? {})
      const inventory = new Inventory(recipe)
      inventory.add(entries, 'weights')
      inventory.requireComplete() // every tensor of the model, in its shape
      if (recipe.ignoredFields.includes('architectures'))
        expect(inventory.ignored.join()).toMatch(/classifier|classification_head|qa_outputs/)
      const read = entries.filter((entry) => inventory.wants(entry.name))
      expect(inventory.parameters).toBe(read.reduce((sum, { shape }) => sum + elementCount(shape), 0))
    },
  )

  test.each(Object.entries(refused))('%s is refused: %s', async (name, words) => {
    const config = checkpoints.find((checkpoint) => checkpoint.name === name)?.config ?? {}
    await expect(anyRecipe(config)).rejects.toThrow(words)
  })
})
