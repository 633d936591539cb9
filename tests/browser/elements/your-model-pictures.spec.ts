// <wf-your-model> with models that read pictures, whose positions are a map of their similarities, and with models that hear.

import type { Locator } from '@playwright/test'
import { expectClose } from '../../support/close.js'
import { golden } from '../../support/golden.js'
import { expect, type Figures, test } from './figures.js'
import { choose, load, open } from './your-model.js'

const folder = (name: string) => `tests/golden/models/${name}`

async function opened(figures: Figures, name: string): Promise<Locator> {
  const figure = await open(figures)
  await choose(figure, [`${folder(name)}/config.json`, `${folder(name)}/model.safetensors`])
  await load(figure)
  return figure
}

interface MapElement extends HTMLElement {
  matrix: { data: Float32Array; rows: number; columns: number }
}

const mapOf = (figure: Locator) =>
  figure.locator('wf-heat-map').evaluate(({ matrix: { data, rows, columns } }: MapElement) => ({
    data: [...data],
    rows,
    columns,
  }))

/** In plain loops over the file: cosine similarities of a row of the table with all rows of patches. */
function similaritiesIn(name: string, tensor: string, first: number, patch: number): number[] {
  const { data, shape } = golden(`models/${name}/model.safetensors`).tensor(tensor)
  const width = shape.at(-1) ?? 0
  const rows = Array.from({ length: data.length / width - first }, (_, row) =>
    [...data.slice((first + row) * width, (first + row + 1) * width)].map(Number),
  )
  const dot = (a: readonly number[], b: readonly number[]) =>
    a.reduce((sum, x, i) => sum + x * (b[i] ?? Number.NaN), 0)
  const one = rows[patch] ?? []
  return rows.map((other) => dot(one, other) / Math.sqrt(dot(one, one) * dot(other, other)))
}

const MODELS = [
  { name: 'vit-f32', tensor: 'embeddings.position_embeddings', first: 1 },
  { name: 'deit-f32', tensor: 'embeddings.position_embeddings', first: 2 },
  { name: 'siglip-vision-f32', tensor: 'embeddings.position_embedding.weight', first: 0 },
] as const

for (const { name, tensor, first } of MODELS) {
  test(`${name}: the map is the cosine similarity of the learned positions`, async ({ figures }) => {
    const figure = await opened(figures, name)
    const before = await mapOf(figure)
    const side = before.rows
    expect(before.columns).toBe(side)
    const middle = Math.floor(side / 2) * (side + 1)
    expectClose(before.data, similaritiesIn(name, tensor, first, middle), { absolute: 1e-5 })

    const map = figure.locator('wf-heat-map .map')
    await map.focus()
    await map.press('Control+Home')
    await map.press('Enter')
    await expect.poll(async () => (await mapOf(figure)).data[0]).toBeCloseTo(1, 5)
    expectClose((await mapOf(figure)).data, similaritiesIn(name, tensor, first, 0), { absolute: 1e-5 })
    await expect(figure.locator('wf-color-scale')).toContainText('row 1, column 1')
  })
}

test('a model of pictures has the views that it can fill, and needs no tokenizer', async ({ figures }) => {
  const figure = await opened(figures, 'vit-f32')
  await expect(figure.locator('.segments button')).toHaveText(['Positions', 'Summary', 'Close the model'])
  await figure.locator('#view-card').click()
  await expect(figure.locator('.card')).toContainText('Pictures')
  await expect(figure.locator('.card')).not.toContainText('Tokenizer')
})

for (const [name, language, sentence, position] of [
  ['wav2vec2-f32', 'en', 'this model reads sounds', 'by a convolution over neighbouring frames'],
  ['whisper-f32', 'zh-CN', '这个模型读取声音', '可学习的绝对位置'],
] as const)
  test(`a model that hears is summed up: ${name}, ${language}`, async ({ figures }) => {
    const figure = await open(figures, '', `lang="${language}"`)
    await choose(figure, [`${folder(name)}/config.json`, `${folder(name)}/model.safetensors`])
    await load(figure)
    await expect(figure.locator('.segments button')).toHaveCount(2)
    await expect(figure.locator('.reason')).toContainText(sentence)
    await expect(figure.locator('.card')).toContainText(position)
  })
