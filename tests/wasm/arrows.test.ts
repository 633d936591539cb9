// <wf-arrows>: its numbers against the formula, numbers from elsewhere and the trained model; its settings, paths and moments.

import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { type ArrowsState, drawArrows } from '../../web/elements/figures/arrows/arrows-drawing.js'
import { arrowsFields, SPAN } from '../../web/elements/figures/arrows/arrows-fields.js'
import { ARROWS, arrowsIn, textOf, withArrow } from '../../web/elements/figures/arrows/changed-arrows.js'
import { angleOf, lengthOf, rotated, spiralPath } from '../../web/elements/figures/arrows/geometry.js'
import { startOf } from '../../web/elements/figures/arrows/moment.js'
import { wordsOf } from '../../web/elements/figures/arrows/words-of-text.js'
import { charactersOf, type TrainedModel } from '../../web/elements/parts/trained/trained-models.js'
import type { SmallName } from '../../web/elements/parts/trained/trained-names.js'
import { useLibrary } from '../support/library.js'
import { trainedFolder } from '../support/models.js'

const library = useLibrary()

const initial = Object.fromEntries(
  Object.entries(arrowsFields).map(([name, field]) => [name, field.initial]),
) as ArrowsState

const noModel = async () => {
  throw new Error('vectors that are made up need no model')
}
const draw = (state: Partial<ArrowsState>) =>
  drawArrows(library.wf, { ...initial, vectors: 'made', ...state }, noModel)

const arrows = (pair: number, [length, angle]: readonly [number, number]) => `${pair} ${length} ${angle}`

const folder = trainedFolder('tiny-shakespeare-small-rope')
const file = (name: string) => readFileSync(new URL(name, folder))
const json = (name: string) => JSON.parse(file(name).toString())

async function withModel<T>(use: (model: TrainedModel<SmallName>) => Promise<T>): Promise<T> {
  const tokenizer = json('tokenizer.json')
  const weights = new Uint8Array(file('model.safetensors'))
  const model = await library.wf.loadModel({ config: json('config.json'), tokenizer, weights })
  try {
    return await use({ name: 'small-rope', model, characters: charactersOf(tokenizer), context: 64 })
  } finally {
    model.dispose()
  }
}

// Lengths, angles and positions, and the product by complex numbers in Python: (q e^(i·i·ω)) · conj(k e^(i·j·ω)), ω = 10000^(−pair/8).
test.each([
  { pair: 1, query: [2, 40], key: [1.5, 75], at: [12, 1], product: -2.888127 },
  { pair: 0, query: [2.5, 30], key: [1, -90], at: [7, 5], product: -1.448503 },
  { pair: 0, query: [2.5, 30], key: [1, -90], at: [1007, 1005], product: -1.448503 },
  { pair: 3, query: [0.5, 120], key: [3, 10], at: [40, 0], product: -1.498602 },
] as const)(
  'pair $pair at $at: the product after rotation is $product',
  async ({ pair, query, key, at, product }) => {
    const { pairs } = await draw({
      ...{ queryArrows: arrows(pair, query), keyArrows: arrows(pair, key) },
      ...{ queryAt: at[0], keyAt: at[1] },
    })
    expect(pairs[pair]?.after).toBeCloseTo(product, 3)
  },
)

test('R_i q · R_j k = |q||k| cos(φ_k − φ_q + (j − i)ω) in every pair, wherever the words are', async () => {
  for (const [queryAt, keyAt] of [
    [0, 0],
    [6, 1],
    [16, 11],
    [40, 0],
    [1007, 1002],
  ] as const) {
    const { pairs } = await draw({ queryAt, keyAt })
    for (const [i, { turn, query, key, before, after }] of pairs.entries()) {
      const lengths = lengthOf(query) * lengthOf(key)
      const angle = angleOf(key) - angleOf(query)
      expect(turn, `pair ${i}`).toBeCloseTo(10_000 ** (-i / 8), 6)
      expect(before, `pair ${i}`).toBeCloseTo(lengths * Math.cos(angle), 4)
      expect(after, `pair ${i} at ${queryAt}, ${keyAt}`).toBeCloseTo(
        lengths * Math.cos(angle + (keyAt - queryAt) * turn),
        3,
      )
    }
  }
})

test('the arrows on the plane are those that the library rotates', async () => {
  const { pairs } = await draw({ queryAt: 23, keyAt: 4 })
  for (const { turn, query, key, turnedQuery, turnedKey } of pairs) {
    for (const [drawn, library] of [
      [rotated(query, 23 * turn), turnedQuery],
      [rotated(key, 4 * turn), turnedKey],
    ] as const)
      for (const [axis, value] of library.entries()) expect(drawn[axis]).toBeCloseTo(value, 4)
  }
})

test('the row: scores are sums over pairs divided by √16, weights add up to 1, and the made-up peak is where it should be', async () => {
  for (const peak of [0, 5, 12]) {
    const { scores, weights, pairs } = await draw({ peak, queryAt: 30, keyAt: 22 })
    expect(scores).toHaveLength(SPAN + 1)
    expect(scores[8]).toBeCloseTo(pairs.reduce((sum, { after }) => sum + after, 0) / 4, 4)
    expect(weights.reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(1, 5)
    expect(Math.abs(scores.indexOf(Math.max(...scores)) - peak)).toBeLessThanOrEqual(1)
  }
})

test('moving both words changes no score, turning an arrow does', async () => {
  const here = await draw({ queryAt: 6, keyAt: 1 })
  const there = await draw({ queryAt: 1006, keyAt: 1001 })
  for (const [distance, score] of here.scores.entries()) expect(there.scores[distance]).toBeCloseTo(score, 3)
  const touched = await draw({ queryAt: 6, keyAt: 1, keyArrows: arrows(1, [1.2, 10]) })
  expect(Math.abs((touched.scores[5] ?? 0) - (here.scores[5] ?? 0))).toBeGreaterThan(0.05)
})

test('a trained head has the scores of the model’s own forward pass', async () => {
  await withModel(async (trained) => {
    const ids = await trained.model.encode(initial.text)
    const { scores } = await trained.model.forward({ inputIds: ids }, { return: ['scores'] })
    for (const [layer, head] of [
      [0, 2],
      [1, 0],
      [1, 3],
    ] as const)
      for (const [queryWord, keyWord] of [
        [2, 1],
        [4, 0],
        [3, 3],
      ] as const) {
        const drawing = await drawArrows(
          library.wf,
          { ...initial, layer, head, queryWord, keyWord },
          async () => trained,
        )
        const { query, key } = drawing
        const own = scores[layer]?.data[(head * ids.length + query.at) * ids.length + key.at]
        expect(drawing.scores[query.at - key.at], `${layer}.${head}: ${query.text}, ${key.text}`).toBeCloseTo(
          own ?? Number.NaN,
          3,
        )
      }
  })
})

test('what a text, a model or the axis does not have is refused by name', async () => {
  await withModel(async (trained) => {
    const state = { queryWord: 9, keyWord: 7, layer: 5, head: 9, pair: 40, queryAt: 500, keyAt: 3 }
    const drawing = await drawArrows(library.wf, { ...initial, ...state }, async () => trained)
    expect(drawing.refused).toEqual([
      { name: 'queryWord', wanted: '0 … 4', used: 4 },
      { name: 'keyWord', wanted: '0 … 4', used: 4 },
      { name: 'keyAt', wanted: '460 … 500', used: 460 },
      { name: 'layer', wanted: '0 … 1', used: 1 },
      { name: 'head', wanted: '0 … 3', used: 3 },
      { name: 'pair', wanted: '0 … 7', used: 7 },
    ])
  })
})

test('words stand where their last letter does', () => {
  expect(wordsOf([...'the dog\n bites'])).toEqual([
    { text: 'the', at: 2 },
    { text: 'dog', at: 6 },
    { text: 'bites', at: 13 },
  ])
  expect(wordsOf([...'  '])).toEqual([])
})

test('a text without a word that the model knows gives way to the example', async () => {
  await withModel(async (trained) => {
    for (const text of ['', '  ', '你 好']) {
      const { words, prepared } = await drawArrows(library.wf, { ...initial, text }, async () => trained)
      expect(words.map((word) => word.text).join(' '), text).toBe(initial.text)
      expect(prepared.replaced, text).toBe(true)
    }
  })
})

test('arrows as text: read, printed, refused', () => {
  expect(textOf(arrowsIn('  1   2.50 30.0, 4 1 -90,'))).toBe('1 2.5 30, 4 1 -90')
  expect(withArrow('1 2.5 30, 4 1 -90', 1, { length: 1.23456, angle: 12.345 })).toBe('1 1.235 12.3, 4 1 -90')
})

test.each(['1 2', 'a b c', '1 -2 3', '99 1 1', '1 1 400', '1 1 1 1'])(
  '“%s” is no arrow, and is refused',
  async (wrong) => {
    const { refused } = await draw({ keyArrows: `2 1 90, ${wrong}` })
    expect(refused).toEqual([{ name: 'keyArrows', wanted: ARROWS, used: '2 1 90' }])
  },
)

test('the axis keeps its start while both words are on it', () => {
  expect(startOf({ query: 7, key: 5 }, 0)).toBe(0)
  expect(startOf({ query: 1007, key: 1005 }, 0)).toBe(1000)
  expect(startOf({ query: 1012, key: 1010 }, 1000)).toBe(1000)
  expect(startOf({ query: 1041, key: 1039 }, 1000)).toBe(1030)
  expect(startOf({ query: 87, key: 47 }, 0)).toBe(47)
  expect(startOf({ query: 30, key: 5 }, 1000)).toBe(0)
})

test('a spiral ends where the arrow is, and has no more turns than it has room for', () => {
  const end = (path: string) => (path.split('L').at(-1) ?? '').split(' ').map(Number) as [number, number]
  for (const turned of [0.5, 3, 9, 400]) {
    const [x, y] = end(spiralPath(1, turned, 50, 24))
    expect(Math.cos(Math.atan2(-y, x) - 1 - turned)).toBeCloseTo(1, 3)
    expect(Math.hypot(x, y)).toBeLessThanOrEqual(74.1)
  }
})
