// A text is the beginning of every longer one, also where frequencies follow the length, and the original's.

import { describe, expect, test } from 'vitest'
import type { GenerateOptions, Model, ModelPosition } from 'whereformer'
import { golden } from '../support/golden.js'
import { useLibrary } from '../support/library.js'
import { goldenModel } from '../support/models.js'

const library = useLibrary()

async function using(name: string, use: (model: Model) => unknown): Promise<void> {
  const model = await library.wf.loadModel(goldenModel(name).request)
  try {
    await use(model)
  } finally {
    model.dispose()
  }
}

const COUNTS = [1, 2, 3, 4, 5, 6, 7, 8, 20, 40]

async function expectBeginnings(model: Model, prompt: number[], options: GenerateOptions): Promise<void> {
  const longest = await model.generate(prompt, { ...options, maxNewTokens: 64 })
  for (const maxNewTokens of COUNTS) {
    const shorter = await model.generate(prompt, { ...options, maxNewTokens })
    expect(shorter, `${maxNewTokens} tokens`).toEqual(longest.slice(0, prompt.length + maxNewTokens))
  }
}

describe.each(['llama-f32-dynamic', 'llama-f32-longrope'])('%s', (name) => {
  const file = golden(`models/${name}/expected.safetensors`)
  const list = (tensor: string) => [...file.values(tensor)]
  const [prompt, ids] = [list('greedy.prompt'), list('greedy.ids')]

  test('greedy texts of all lengths are those of transformers', () =>
    using(name, async (model) => {
      for (const maxNewTokens of [...COUNTS, ids.length]) {
        const made = await model.generate(prompt, { maxNewTokens })
        expect(made, `${maxNewTokens} tokens`).toEqual([...prompt, ...ids.slice(0, maxNewTokens)])
      }
    }))

  test('a prompt beyond the original length has the frequencies of all of it, in however many pieces', () =>
    using(name, async (model) => {
      const [long, after] = [list('greedy.longPrompt'), list('greedy.longIds')]
      expect(long.length).toBeGreaterThan(64) // more than one piece
      expect(await model.generate(long, { maxNewTokens: after.length })).toEqual([...long, ...after])
    }))

  test('sampled texts begin alike', () =>
    using(name, (model) => expectBeginnings(model, prompt, { seed: 5, temperature: 1, topK: 20 })))

  test('other passes of the model in between change nothing', () =>
    using(name, async (model) => {
      const onToken = () => void model.forward({ inputIds: Array(30).fill(1) })
      const made = await model.generate(prompt, { maxNewTokens: ids.length, onToken })
      expect(made).toEqual([...prompt, ...ids])
    }))
})

const positions: [string, ModelPosition][] = [
  ['dynamic YaRN', { type: 'rope', scaling: { ropeType: 'dynamicYarn', originalMaxPositionEmbeddings: 6 } }],
  ['dynamic NTK', { type: 'rope', scaling: { ropeType: 'dynamic', factor: 2, maxPositionEmbeddings: 6 } }],
  ['plain RoPE', { type: 'rope' }],
  ['xPos', { type: 'xpos' }],
  ['ALiBi', { type: 'alibi' }],
]

test.each(positions)('sampled texts under another encoding begin alike: %s', (_, position) =>
  using('llama-f32-llama3', (model) =>
    expectBeginnings(model, [1, 2, 3], { seed: 3, temperature: 1, position }),
  ),
)
