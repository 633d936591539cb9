// Every fact matters: a model that is read with one fact wrong no longer computes what the original does.

import { readdirSync, readFileSync } from 'node:fs'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Core } from '../../web/lib/boundary/core.js'
import type { Recipe } from '../../web/lib/families/index.js'
import type { Model } from '../../web/lib/model/model.js'
import { fileUrl, golden, readJson } from '../support/golden.js'
import { goldenModels } from '../support/models.js'
import { type Comparison, casesOf, runCase } from '../support/parity-cases.js'
import { anyRecipe } from './support/any-recipe.js'
import { facts } from './support/facts.js'
import { loadRaw, startCore } from './support/raw-core.js'
import type { Fact } from './support/recipe-changes.js'

const wrong = vi.hoisted(() => ({ fact: undefined as Fact | undefined }))

vi.mock('../../web/lib/families/index.js', async (original) => {
  const real = await original<typeof import('../../web/lib/families/index.js')>()
  const changed = (recipe: Recipe): Recipe => {
    const other = wrong.fact?.(recipe)
    const read = other ? { ...other, mayBeLeft: () => true } : recipe // what nobody reads now is no mistake
    const { untied } = recipe
    return untied ? { ...read, untied: () => changed(untied()) } : read
  }
  const recipeFor: typeof real.recipeFor = async (...given) => changed(await real.recipeFor(...given))
  return { ...real, recipeFor }
})

const LEAST_EFFECT = 1e-3

/** Facts that change next to nothing in one checkpoint, and are seen in another of its family. */
const silent: Readonly<Record<string, readonly string[]>> = {
  'bert-f32-bare': ['which GELU'],
  'bert-f32-classifier': ['which GELU'],
  'deberta-v3-f32-classifier': ['which GELU'],
  'roberta-f32-labels': ['which GELU'],
  'gpt-neox-f32-3-channels': ['which GELU'],
  'gpt-neox-f32-5-channels': ['which GELU'],
  'mt5-f32-with-head': ['which GELU'],
  'vit-f32': ['which GELU'],
  'vit-f32-grey': ['which GELU'],
  'deit-f32': ['which GELU'],
  'dinov2-f32': ['which GELU'],
  'siglip-vision-f32': ['which GELU'],
  'siglip-text-f32': ['which GELU'],
  't5-f32-untied': ['the head is the embeddings'], // it is not: the checkpoint has one of its own
  't5-f32-without-head': ['the head is not the embeddings'], // it is: the checkpoint has no other
}

let core: Core

beforeAll(async () => {
  core = (await startCore()).core
})

beforeEach(() => {
  wrong.fact = undefined
})

const folders = goldenModels()
const configOf = (name: string) => readJson<object>('config.json', fileUrl(`models/${name}/`))
const recipes = await Promise.all(folders.map((name) => anyRecipe(configOf(name))))

describe.each(folders.map((name, i) => [name, recipes[i] as Recipe] as const))('%s', (name, recipe) => {
  const folder = fileUrl(`models/${name}/`)
  const config = configOf(name)
  const files = readdirSync(folder)
    .filter((f) => /^model.*\.safetensors$/.test(f))
    .map((f) => new URL(f, folder))
  const file = golden(`models/${name}/expected.safetensors`)
  const holding = Object.entries(facts).filter(([, fact]) => fact(recipe))

  /** The largest difference from what the original computes, over the logits of all cases, or over the last hidden states. */
  async function differenceWith(fact?: Fact): Promise<number> {
    wrong.fact = fact
    const cases = casesOf(file).filter((c) => takes(fact?.(recipe) ?? recipe, c))
    const { model } = await loadRaw(core, {
      config,
      weights: files.map((f) => new Uint8Array(readFileSync(f))),
    })
    try {
      const results = cases.flatMap((c) => runCase(asPublic(model), file, c).filter(isResult))
      expect(results.length).toBeGreaterThan(0)
      return Math.max(...results.map(difference))
    } finally {
      model.dispose()
    }
  }

  // without a table of types there is nothing to give them to, without padding there is no position −1
  const takes = ({ spec, positionIds }: Recipe, c: string) =>
    (spec.tokenTypes || recipe.spec.tokenTypes === 0 || !file.has(`${c}.tokenTypeIds`)) &&
    (spec.taskTypes || !file.has(`${c}.taskTypeIds`)) &&
    (positionIds || !recipe.positionIds || !file.has(`${c}.positions`))

  const isResult = ({ name, category }: Comparison) =>
    recipe.spec.head === 'lm'
      ? category === 'logits'
      : name.endsWith('iddenStates') || name.endsWith('lastHiddenState')

  test('as it is', async () => {
    expect(await differenceWith()).toBeLessThanOrEqual(file.tolerance.absolute ?? 0)
  })

  test.each(holding)('%s', async (sentence, fact) => {
    const effect = await differenceWith(fact)
    expect(Number.isFinite(effect)).toBe(true)
    if (silent[name]?.includes(sentence)) expect(effect).toBeLessThan(LEAST_EFFECT)
    else expect(effect).toBeGreaterThan(LEAST_EFFECT)
  })
})

// The same class, once from the source and once from the package.
const asPublic = (model: Model) => model as unknown as import('whereformer').Model

function difference({ actual, expected, rowMask, rowLength }: Comparison): number {
  expect(actual.data.length).toBe(expected.data.length)
  let largest = 0
  for (let i = 0; i < expected.data.length; i++) {
    if (rowMask && rowMask[Math.floor(i / rowLength)] !== 1) continue
    const apart = Math.abs((actual.data[i] as number) - (expected.data[i] as number))
    if (!(apart <= largest)) largest = apart // NaN too
  }
  return largest
}

test('every fact holds somewhere', () => {
  const nowhere = Object.entries(facts).filter(([, fact]) => !recipes.some((recipe) => fact(recipe)))
  expect(nowhere.map(([sentence]) => sentence)).toEqual([])
})
