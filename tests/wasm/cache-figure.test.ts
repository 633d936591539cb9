// What <wf-cache> computes, without a document: against plain loops in double, and against the library's own cache.

import { expect, test } from 'vitest'
import type { Model } from 'whereformer'
import { type CacheDrawing, drawCache } from '../../web/elements/figures/cache/cache-drawing.js'
import {
  type CacheEncoding,
  type CacheState,
  cacheFields,
} from '../../web/elements/figures/cache/cache-fields.js'
import { planOf } from '../../web/elements/figures/cache/cache-plan.js'
import type { CacheModel } from '../../web/elements/figures/cache/encodings/meeting.js'
import { charactersOf } from '../../web/elements/parts/trained/trained-models.js'
import { useLibrary } from '../support/library.js'
import { trainedModels } from '../support/models.js'
import { dot, rotated, rowsOf, softmax } from './cache-reference.js'

const library = useLibrary()

const NAMES = { rope: 'small-rope', alibi: 'alibi', learned: 'small-learned' } as const

const usual = Object.fromEntries(
  Object.entries(cacheFields).map(([name, { initial }]) => [name, initial]),
) as unknown as CacheState

async function withModel<T>(encoding: CacheEncoding, use: (trained: CacheModel) => Promise<T>): Promise<T> {
  const name = NAMES[encoding]
  const { request } = trainedModels.find(
    (one) => one.name === `tiny-shakespeare-${name}`,
  ) as (typeof trainedModels)[number]
  const model = await library.wf.loadModel(request)
  const characters = charactersOf(request.tokenizer as Parameters<typeof charactersOf>[0])
  try {
    return await use({ name, model, characters, context: 64 } as CacheModel)
  } finally {
    model.dispose()
  }
}

function drawn(changes: Partial<CacheState>): Promise<CacheDrawing> {
  const state = { ...usual, ...changes }
  return withModel(state.encoding, (trained) => drawCache(library.wf, state, async () => trained))
}

const kept = ({ slots }: CacheDrawing) => slots.filter(({ kind }) => kind === 'key' || kind === 'query')
const weights = (drawing: CacheDrawing) => kept(drawing).map(({ weight }) => weight)
const right = (drawing: CacheDrawing) => kept(drawing).map(({ rightWeight }) => rightWeight)
const positions = ({ slots }: CacheDrawing) => slots.map(({ position }) => position)

function expectClose(got: readonly number[], wanted: readonly number[], tolerance: number): void {
  expect(got.length).toBe(wanted.length)
  for (const [i, value] of wanted.entries()) {
    const difference = Math.abs((got[i] ?? Number.NaN) - value)
    expect(difference <= tolerance, `${i}: ${got[i]}, wanted ${value}`).toBe(true)
  }
}

// layer 2, head 4 of the small model: it looks one letter back
const [LAYER, HEAD, LETTERS] = [1, 3, 'To be, or not']

async function reference(): Promise<{ q: number[]; k: number[][] }> {
  const ids = await withModel('rope', async ({ model }) => model.encode(LETTERS))
  const { queries, keys } = rowsOf(ids, LAYER)
  return { q: queries.at(-1)?.[HEAD] ?? [], k: keys.map((row) => row[HEAD] ?? []) }
}

/** The row of the query at a position, with keys at theirs. */
const rowOf = (q: number[], at: number, keys: readonly { k: number[]; at: number }[]) =>
  softmax(keys.map((key) => dot(rotated(q, at), rotated(key.k, key.at)) / 4))

test('the true row, the row after an eviction and the row of a wrong number are those of plain loops in double', async () => {
  const { q, k } = await reference()
  const all = k.map((key, at) => ({ k: key, at }))
  const keep = await drawn({})
  expect([keep.layer, keep.head]).toEqual([LAYER, HEAD])
  expectClose(weights(keep), rowOf(q, 12, all), 2e-5)

  const evict = await drawn({ operation: 'evict' })
  expectClose(weights(evict), rowOf(q, 12, all.slice(4)), 2e-5)
  expect(evict.misplaced).toBeLessThan(1e-5)

  const renumber = await drawn({ operation: 'renumber' })
  const wrong = [...all.slice(4, 12), { k: k[12] ?? [], at: 8 }]
  expectClose(weights(renumber), rowOf(q, 8, wrong), 2e-5)
  expectClose(right(renumber), weights(evict), 1e-6)
  const misplaced = rowOf(q, 8, wrong).reduce(
    (sum, w, i) => sum + Math.abs(w - (rowOf(q, 12, all.slice(4))[i] ?? 0)) / 2,
    0,
  )
  expectClose([renumber.misplaced], [misplaced], 2e-5)
  expect(Math.round(100 * renumber.misplaced)).toBe(69)
})

test('a padded row whose next position is its length is that of plain loops in double', async () => {
  const { q, k } = await reference()
  const pad = await drawn({ operation: 'pad' })
  expectClose(
    weights(pad),
    rowOf(
      q,
      15,
      k.map((key, at) => ({ k: key, at: at === 12 ? 15 : at })),
    ),
    2e-5,
  )
  expect(positions(pad)).toEqual([undefined, undefined, undefined, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 15])
})

test('stored unrotated or rotated once more, keys can be renumbered: R₋₃R₁₀ = R₇', async () => {
  const { q, k } = await reference()
  for (const [j, key] of k.entries())
    expectClose(rotated(rotated(key, 10), -3), rotated(key, 7), 1e-12 * (j + 1) * 100)
  const moved = k.slice(4).map((key, at) => ({ k: key, at }))
  const wanted = rowOf(q, 8, moved)
  for (const keys of ['bare', 'again'] as const) {
    const drawing = await drawn({ operation: 'renumber', keys })
    expectClose(weights(drawing), wanted, 2e-5)
    expectClose(weights(drawing), right(drawing), 2e-5)
    expect(positions(drawing).slice(4)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8])
    expect(drawing.largestError).toBeLessThan(2e-4)
  }
})

test('dynamic NTK: keys stored with the frequencies of their time meet a query of other frequencies', async () => {
  const ids = await withModel('rope', async ({ model }) => model.encode(LETTERS))
  const { queries, keys } = rowsOf(ids, 0) // no rotation comes before the first layer
  // base · s^(d / (d − 2)), s = factor · length / L − (factor − 1), L = 64
  const baseAt = (length: number) => 10000 * (4 * (Math.max(64, length) / 64) - 3) ** (16 / 14)
  const start = 96
  for (let head = 0; head < 4; head++) {
    const query = rotated(queries.at(-1)?.[head] ?? [], start + 12, baseAt(start + 13))
    const row = (lengthOf: (j: number) => number) =>
      softmax(keys.map((key, j) => dot(query, rotated(key[head] ?? [], start + j, baseAt(lengthOf(j)))) / 4))
    const wrong = await drawn({ scaling: 'dynamic', start, layer: 0, head })
    expectClose(
      weights(wrong),
      row((j) => start + j + 1),
      2e-5,
    )
    expectClose(
      right(wrong),
      row(() => start + 13),
      2e-5,
    )
    expect(wrong.largestError).toBeGreaterThan(0.1)
    expect(
      (await drawn({ scaling: 'dynamic', start, layer: 0, head, keys: 'bare' })).largestError,
    ).toBeLessThan(1e-5)
  }
  expect((await drawn({ scaling: 'dynamic', start: 0 })).largestError).toBeLessThan(1e-4)
})

/** The first layer's row of the library's own cache, which is told a position and what to hide. */
function generated(
  model: Model,
  head: number,
  given: { hidden: number; next: number; pads?: number },
): number[] {
  const pads = given.pads ?? 0
  const ids = model.encode('\n'.repeat(pads) + LETTERS)
  const past = model.cache({ capacity: 32 })
  const mask = ids.map((_, i) => (i < given.hidden ? 0 : 1))
  const early = ids.map((_, i) => Math.max(0, i - pads)).slice(0, -1)
  model.forward({ inputIds: ids.slice(0, -1), past, positionIds: early, attentionMask: mask.slice(0, -1) })
  const step = { inputIds: ids.slice(-1), past, positionIds: [given.next], attentionMask: mask }
  const { attentions } = model.forward(step, { return: ['attentions'] })
  past.dispose()
  const row = ids.length
  return Array.from(attentions[0].data.subarray(head * row, (head + 1) * row)).slice(given.hidden)
}

for (const encoding of ['rope', 'learned'] as const) {
  test(`the first layer under ${encoding} is what the library's own cache yields when it is told the same`, async () => {
    await withModel(encoding, async (trained) => {
      const model = trained.model as Model
      for (let head = 0; head < 4; head++) {
        const draw = (changes: Partial<CacheState>) =>
          drawCache(library.wf, { ...usual, encoding, layer: 0, head, ...changes }, async () => trained)
        expectClose(weights(await draw({})), generated(model, head, { hidden: 0, next: 12 }), 2e-6)
        const renumber = await draw({ operation: 'renumber' })
        // the evicted keys were there when the kept letters were read
        expectClose(weights(renumber), evictedRow(model, head, 8), 2e-6)
        expectClose(
          weights(await draw({ operation: 'pad' })),
          generated(model, head, { hidden: 3, next: 15, pads: 3 }),
          2e-6,
        )
      }
    })
  })
}

/** As `generated`, but the oldest four keys are hidden only from the last letter. */
function evictedRow(model: Model, head: number, next: number): number[] {
  const ids = model.encode(LETTERS)
  const past = model.cache({ capacity: 32 })
  model.forward({ inputIds: ids.slice(0, -1), past })
  const attentionMask = ids.map((_, i) => (i < 4 ? 0 : 1))
  const { attentions } = model.forward(
    { inputIds: ids.slice(-1), past, positionIds: [next], attentionMask },
    { return: ['attentions'] },
  )
  past.dispose()
  return Array.from(attentions[0].data.subarray(head * ids.length, (head + 1) * ids.length)).slice(4)
}

test('what each encoding forgives: an offset of all positions, of the next one, a reading that sees padding', async () => {
  const misplaced = async (encoding: CacheEncoding, changes: Partial<CacheState>) =>
    (await drawn({ encoding, ...changes })).misplaced
  for (const encoding of ['rope', 'alibi', 'learned'] as const) {
    expect(await misplaced(encoding, { operation: 'keep' })).toBeLessThan(1e-5)
    expect(await misplaced(encoding, { operation: 'evict' })).toBeLessThan(1e-5)
    expect(await misplaced(encoding, { operation: 'pad', padding: 'mask' })).toBeLessThan(1e-5)
    expect(await misplaced(encoding, { operation: 'pad', padding: 'length' })).toBeGreaterThan(0.01)
    expect(await misplaced(encoding, { operation: 'pad', padding: 'seen' })).toBeGreaterThan(0.0001)
    expect(await misplaced(encoding, { operation: 'renumber' })).toBeGreaterThan(0.01)
  }
  expect(await misplaced('rope', { operation: 'pad', padding: 'counted' })).toBeLessThan(1e-4)
  expect(await misplaced('alibi', { operation: 'pad', padding: 'counted' })).toBeLessThan(1e-4)
  expect(await misplaced('learned', { operation: 'pad', padding: 'counted' })).toBeGreaterThan(0.01)
  expect(await misplaced('alibi', { operation: 'renumber', keys: 'bare' })).toBeLessThan(1e-5)
  expect(await misplaced('learned', { operation: 'renumber', keys: 'again' })).toBeLessThan(1e-5)
})

test('ALiBi: the bias of a wrong number is slope · distance, in plain numbers', async () => {
  const head = 1
  const at = { encoding: 'alibi', layer: 1, head } as const
  const keep = await drawn({ ...at, operation: 'evict' })
  const renumber = await drawn({ ...at, operation: 'renumber' })
  const slope = 2 ** (-2 * (head + 1)) // 4 heads: 1/4, 1/16, 1/64, 1/256
  const wanted = kept(keep).map(({ score, kind }) => (kind === 'query' ? score : score + 4 * slope))
  expectClose(
    kept(renumber).map(({ score }) => score),
    wanted,
    1e-4,
  )
})

test('a setting that an encoding has no room for gives way, and is said', async () => {
  const refused = async (changes: Partial<CacheState>) =>
    (await drawn(changes)).refusals.map(({ name, used }) => [name, used])
  expect(await refused({ encoding: 'learned', keys: 'bare' })).toEqual([['keys', 'positioned']])
  expect(await refused({ encoding: 'alibi', keys: 'again' })).toEqual([['keys', 'positioned']])
  expect(await refused({ encoding: 'alibi', scaling: 'dynamic' })).toEqual([['scaling', 'none']])
  expect(await refused({ layer: 7, head: 9 })).toEqual([
    ['layer', 1],
    ['head', 3],
  ])
  expect(await refused({ encoding: 'learned', start: 500 })).toEqual([['start', 112]])
})

test('short texts: one letter, two, five; what is evicted leaves one key', async () => {
  for (const text of ['T', 'To', 'To be']) {
    for (const operation of ['keep', 'evict', 'renumber', 'pad'] as const) {
      const drawing = await drawn({ text, operation })
      const all = weights(drawing).reduce((sum, weight) => sum + weight, 0)
      expect(Math.abs(all - 1)).toBeLessThan(1e-5)
    }
  }
  expect(planOf({ ...usual, operation: 'evict' }, 5).evicted).toBe(3)
  expect(planOf({ ...usual, operation: 'evict' }, 1).evicted).toBe(0)
})
