// What the side pages say in numbers, computed or read from configs of published models.

import { expect, test } from 'vitest'
import type { T5Position } from 'whereformer'
import { readJson } from '../support/golden.js'
import { useLibrary } from '../support/library.js'
import { trainedModels } from '../support/models.js'
import { textOf } from '../support/prose.js'

const library = useLibrary()

/** A tensor as a config describes it. */
interface Stored {
  shape: number[]
}

interface GptOss {
  sliding_window: number
  max_position_embeddings: number
  rope_scaling: { original_max_position_embeddings: number }
  layer_types: string[]
}

test('the T5 model of the page was trained on buckets 0 to 26; from distance 67 on it meets the others', () => {
  const { config } = trainedModels.find(({ name }) => name === 'tiny-shakespeare-t5')?.request ?? {}
  const { position } = config as { position: Omit<T5Position, 'table'> & { table: Stored } }
  const [buckets = 0] = position.table.shape
  const table = { data: Float32Array.from({ length: buckets }, (_, i) => i), shape: [buckets, 1] }
  const far = 200
  const key = Array.from({ length: far + 1 }, (_, distance) => far - distance)
  const { data } = library.wf.bias({ ...position, table }, { heads: 1, positions: { query: [far], key } })
  const trained = Math.max(...data.slice(0, 64)) // spread: distances 0 to 63
  expect([buckets, trained, data.findIndex((bucket) => bucket > trained)]).toEqual([32, 26, 67])
  expect(textOf('longer', 'en')).toContain('its buckets from distance 67 on were never trained')
  expect(textOf('longer', 'zh')).toContain('距离 67 起的桶从未训练过')
})

test('YaRN within 64 positions: pair 0 makes 10.2 rotations and stays, the other 15 are slowed', () => {
  const scaling = { ropeType: 'yarn', factor: 4, originalMaxPositionEmbeddings: 64 } as const
  const [plain, scaled] = [{}, { scaling }].map(
    (options) => library.wf.frequencies({ type: 'rope', ...options }, { dim: 32 }).inverse,
  ) as [Float32Array, Float32Array]
  const slowed = [...plain].flatMap((frequency, pair) =>
    frequency / (scaled[pair] ?? 0) > 1.001 ? [pair] : [],
  )
  expect(slowed).toEqual(Array.from({ length: 15 }, (_, i) => i + 1))
  expect(((64 * (plain[0] ?? Number.NaN)) / (2 * Math.PI)).toFixed(1)).toBe('10.2')
})

test('tables of positions are as large as the page says', () => {
  const shapesOf = (name: string) =>
    readJson<{ expected: { tensors: Record<string, number[]> } }>(`configs/${name}.json`).expected.tensors
  const sizeOf = (shape: readonly number[] = []) => shape.reduce((a, b) => a * b, 1)
  const { 'encoder.rel_embeddings.weight': deberta } = shapesOf('microsoft-deberta-base')
  const { 'layer.0.rel_attn.r': w, 'layer.0.rel_attn.r_w_bias': u } = shapesOf('xlnet-base-cased')
  for (const shape of [deberta, w, u])
    expect(textOf('learned', 'en')).toContain(sizeOf(shape).toLocaleString('en'))
})

test('gpt-oss has the window and the lengths that the page says', () => {
  const { config } = readJson<{ config: GptOss }>('configs/openai-gpt-oss-20b.json')
  const { sliding_window, max_position_embeddings, rope_scaling, layer_types } = config
  expect(layer_types.every((type, i) => type === (i % 2 ? 'full_attention' : 'sliding_attention'))).toBe(true)
  expect(rope_scaling).toMatchObject({ rope_type: 'yarn' })
  const from = rope_scaling.original_max_position_embeddings.toLocaleString('en')
  const to = max_position_embeddings.toLocaleString('en')
  for (const language of ['en', 'zh'] as const)
    for (const number of [String(sliding_window), from, to])
      expect(textOf('cards', language)).toContain(number)
})
