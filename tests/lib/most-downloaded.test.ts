// The count of docs/published.md: checkpoints that are downloaded most, by a published list. What loads says the library, by a config of
// the model_type: that of a golden checkpoint, or a published one.

import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { goldenModel, goldenModels } from '../support/models.js'
import { anyRecipe } from './support/any-recipe.js'

interface Row {
  /** In the list, from 1. */
  rank: number
  name: string
  downloads: number
  model_type: string
  /** The types that stand for it, where it is loaded in parts. */
  parts?: string[]
  /** What its config says beside the type, where that is refused. */
  fields?: object
}

interface List {
  date: string
  /** How many rows of the list were looked at. */
  rows: number
  /** Rows that are not counted, by reason. */
  left: Record<string, string[]>
  checkpoints: Row[]
}

const read = (path: string) => readFileSync(new URL(`../../docs/${path}`, import.meta.url), 'utf8')
const { checkpoints, rows, left, date }: List = JSON.parse(read('published/most-downloaded.json'))
const configs: { model_type: string }[] = [
  ...goldenModels().map((name) => goldenModel(name).request.config as { model_type: string }),
  ...JSON.parse(read('published/checkpoints.json')).map(({ config }: { config: object }) => config),
]

const refusedTypes = [
  ...['esm', 'blip', 'gpt_refact', 'florence2', 'segformer', 'layoutlmv3'],
  ...['table-transformer', 'vilt', 'deepseek_v3', 'oneformer'],
]

async function loads({ model_type, parts = [model_type], fields }: Row): Promise<boolean> {
  try {
    for (const type of parts) {
      const golden = configs.find((config) => config.model_type === type)
      await anyRecipe({ model_type: type, ...golden, ...fields })
    }
    return true
  } catch (cause) {
    expect(cause).toMatchObject({ code: 'ERR_UNSUPPORTED' })
    return false
  }
}

test('the list is whole: a hundred checkpoints, and every other row down to the last of them', () => {
  const others = Object.values(left).flat()
  expect(new Set([...checkpoints.map(({ name }) => name), ...others]).size).toBe(rows)
  expect(checkpoints).toHaveLength(100)
  expect(checkpoints.at(-1)?.rank).toBe(rows)
  for (const [i, { rank, downloads }] of checkpoints.entries()) {
    expect(rank).toBeGreaterThan(checkpoints[i - 1]?.rank ?? 0)
    expect(downloads).toBeLessThanOrEqual(checkpoints[i - 1]?.downloads ?? downloads)
  }
})

test('each that loads has a config of its type, and the others are these', async () => {
  const refused = []
  for (const row of checkpoints) {
    if (!(await loads(row))) refused.push(row)
    else
      for (const type of row.parts ?? [row.model_type])
        expect(configs.map((c) => c.model_type)).toContain(type)
  }
  expect([...new Set(refused.map(({ model_type }) => model_type))].sort()).toEqual(refusedTypes.sort())
  const page = read('published.md')
  expect(page).toContain(`**${checkpoints.length - refused.length} load**`)
  expect(page).toContain(date)
})
