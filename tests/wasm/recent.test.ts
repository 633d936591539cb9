// The recipes of docs/recent.md, and scores after the code of their authors.

import { readFileSync } from 'node:fs'
import { beforeAll, expect, test } from 'vitest'
import {
  type CustomPosition,
  load,
  type Position,
  type Tensor,
  type Trainer,
  type Whereformer,
} from 'whereformer'
import { batch, tasks } from 'whereformer/lab'
import { expectClose } from '../support/close.js'
import { golden } from '../support/golden.js'

interface Call {
  query: Tensor
  key: Tensor
  /** A position, or one that is a function of the pair. */
  position?: Position | CustomPosition
}
type Given = Record<string, unknown>
type Recipe = (query: Tensor, key: Tensor, given: unknown) => Call
type Recipes = Record<string, Recipe> & {
  grapeAp(wf: Whereformer, query: Tensor, key: Tensor, given: Given): Call
  inPlanes(wf: Whereformer, query: Tensor, key: Tensor, given: Given): Call
  comRope(wf: Whereformer, query: Tensor, key: Tensor, given: Given): Call
  drope(wf: Whereformer, trainer: Trainer): Promise<Trainer>
}

const program = new URL('../../examples/recent/recipes.mjs', import.meta.url).href
const page = readFileSync(new URL('../../docs/recent.md', import.meta.url), 'utf8')
const file = golden<{ source: string }>('recent_mechanisms.safetensors')
const [query, key] = [file.tensor('query'), file.tensor('key')]

let wf: Whereformer
let recipes: Recipes

beforeAll(async () => {
  wf = await load()
  recipes = await import(/* @vite-ignore */ program)
})

/** Tensors of one axis as lists. */
const numbers = (name: string): number[] => [...file.values(name)]

const calls: Record<string, () => Call> = {
  bam: () => ask('bam', lists('bam', ['shape', 'scale', 'location', 'sharpness'])),
  cable: () => ask('cable', file.tensor('cable.gates')),
  grape_m: () => ask('grapeM', numbers('grape_m.frequencies')),
  grape_a: () => {
    const direction = file.tensor('grape_a.direction')
    const [heads = 0, dim = 0] = direction.shape
    return ask('grapeA', {
      slopes: numbers('grape_a.slopes'),
      direction: { ...direction, shape: [heads, 1, dim] },
    })
  },
  grape_ap: () =>
    recipes.grapeAp(wf, query, key, {
      slopes: numbers('grape_ap.slopes'),
      places: file.tensor('grape_ap.places'),
    }),
  rope_pp: () => ask('ropePlusPlus', undefined),
  fope: () => ask('fope', { cosines: file.tensor('fope.cosines'), sines: file.tensor('fope.sines') }),
  fope_published: () =>
    ask('fope', {
      cosines: file.tensor('fope_published.cosines'),
      sines: file.tensor('fope_published.sines'),
      still: { cos: 1, sin: 1 },
    }),
  selective: () => ask('selective', file.tensor('selective.steps')),
  skew: () =>
    recipes.inPlanes(wf, query, key, {
      planes: file.tensor('skew.planes'),
      frequencies: numbers('skew.frequencies'),
    }),
  com_rope_ap: () => comRope('com_rope_ap'),
  com_rope_ld: () => comRope('com_rope_ld'),
  path: () =>
    ask('path', { directions: file.tensor('path.directions'), strengths: file.values('path.strengths') }),
}

const comRope = (name: string): Call =>
  recipes.comRope(wf, query, key, {
    planes: file.tensor(`${name}.planes`),
    places: file.tensor(`${name}.grid`),
    ...lists(name, ['frequencies', 'sections']),
  })

const ask = (name: string, given: unknown): Call => (recipes[name] as Recipe)(query, key, given)
const lists = (name: string, fields: readonly string[]): Given =>
  Object.fromEntries(fields.map((field) => [field, numbers(`${name}.${field}`)]))

/** Scores of the pairs whose key is not after the query, 0 elsewhere. */
function scoresOf({ query, key, position }: Call): Float32Array {
  const options = { ...(position ? { position } : {}), return: ['scores'] } as const
  const { scores } = wf.attention(query, key, key, options)
  const [, tokens = 0, keys = 0] = scores.shape
  return scores.data.map((x, at) => (at % keys <= Math.floor(at / keys) % tokens ? x : 0))
}

test.each(file.cases.map(([name, { source }]) => [name, source]))('%s: %s', (name) => {
  const call = calls[name]
  if (!call) throw new Error(`docs/recent.md has no recipe for ${name}`)
  expectClose(scoresOf(call()), file.tensor(`${name}.scores`).data, file.tolerance)
})

test('LieRE on two axes: generators that do not commute, so that scores change when the grid is shifted', () => {
  // Generators of so(3): turns about two axes. exp(x A + y B) of a shifted grid is no product with exp(x₀ A + y₀ B).
  const scores = (shift: number) => {
    const turn = (x: number, y: number) => turnOf(x * 0.4, y * 0.7)
    const [q, k] = [
      [1, 2, 3],
      [3, -1, 1],
    ]
    const [a, b] = [apply(turn(1 + shift, 2), q as number[]), apply(turn(2 + shift, 0), k as number[])]
    return a.reduce((sum, x, i) => sum + x * (b[i] as number), 0)
  }
  expect(Math.abs(scores(0) - scores(5))).toBeGreaterThan(0.5)
})

/** Rodrigues: the turn by |(a, b)| about the axis (a, b, 0). */
function turnOf(a: number, b: number): number[][] {
  const angle = Math.hypot(a, b)
  const [x, y] = [a / angle, b / angle]
  const [c, s] = [Math.cos(angle), Math.sin(angle)]
  return [
    [c + x * x * (1 - c), x * y * (1 - c), y * s],
    [x * y * (1 - c), c + y * y * (1 - c), -x * s],
    [-y * s, x * s, c],
  ]
}

const apply = (matrix: readonly number[][], vector: readonly number[]): number[] =>
  matrix.map((line) => line.reduce((sum, m, i) => sum + m * (vector[i] as number), 0))

test('RoPE-ID: the slowest pair of its row turns round as the page says', () => {
  const { inverse } = wf.frequencies({ type: 'rope', rotaryDim: 32, base: 100 }, { dim: 64 })
  expect(inverse.length).toBe(16)
  const [, positions] = /turns round in (\d+) positions/.exec(page) ?? []
  expect(Math.round((2 * Math.PI) / Math.min(...inverse))).toBe(Number(positions))
})

test('a query and a key all ones: the sum of waves of the page, from the rotation itself', () => {
  const ones = { data: new Float32Array(64).fill(1), shape: [1, 1, 64] }
  const { inverse } = wf.frequencies({ type: 'rope' }, { dim: 64 })
  for (const d of [0, 8, 100, 9973]) {
    const turned = wf.rotate({ type: 'rope' }, ones, { positions: [d] }).data
    const known = 2 * inverse.reduce((sum, w) => sum + Math.cos(w * d), 0)
    expect(Math.abs(turned.reduce((sum, x) => sum + x, 0) - known)).toBeLessThanOrEqual(1e-4)
  }
})

test('DroPE: without positions from the next step on, and what was lost is learned again', async () => {
  const task = tasks.lookBack({ k: 1, symbols: 8 })
  const sizes = { layers: 2, heads: 4, dModel: 32, dFf: 64, vocab: task.vocabulary.length }
  using first = await wf.trainer({
    model: { ...sizes, norm: 'layer', position: { type: 'rope' } },
    optimizer: { learningRate: 5e-3, warmup: 10, clip: 1 },
    seed: 1,
  })
  const learn = (trainer: Trainer, from: number) => {
    for (let seed = from; seed < from + 60; seed++) trainer.step(batch(task, { length: 8, count: 32, seed }))
  }
  const unseen = batch(task, { length: 8, count: 64, seed: 9001 })
  learn(first, 0)
  const rotated = first.evaluate(unseen).loss
  using second = await recipes.drope(wf, first)
  const inputIds = [1, 2, 3, 4, 1, 2]
  const plain = first.model.forward({ inputIds }, { position: { type: 'none' } })
  expect(second.model.forward({ inputIds }).logits.data).toEqual(plain.logits.data)
  const dropped = second.evaluate(unseen).loss
  learn(second, 1000)
  expect(dropped).toBeGreaterThan(2 * rotated)
  expect(second.evaluate(unseen).loss).toBeLessThan(dropped / 2)
})
