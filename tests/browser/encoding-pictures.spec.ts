// What the pictures of encodings are made of, for sizes and choices that nobody would pick; needs no browser.

import { expect, test } from '@playwright/test'
import { drawEncoding, HEADS } from '../../web/elements/figures/encoding/encoding-picture.js'
import type { EncodingChoice } from '../../web/elements/parts/positions/drawn-position.js'

const CHOICE: EncodingChoice = { length: 16, dim: 16, base: undefined, layout: '', kind: '', head: 0 }

// The built package; tsconfig.json leads its name to the sources.
const built = new URL('../../dist/node.mjs', import.meta.url).href
const { load } = (await import(built)) as typeof import('whereformer')
const wf = await load()
const pictureOf = (type: string, choice: Partial<EncodingChoice> = {}) => {
  const entry = wf.encodings.find((known) => known.type === type)
  if (!entry) throw new TypeError(type)
  return drawEncoding(wf, entry, { ...CHOICE, ...choice })
}

for (const { length, dim } of [
  { length: 4, dim: 4 },
  { length: 37, dim: 62 },
]) {
  test(`every encoding is drawn at length ${length} and dimension ${dim}`, async () => {
    for (const { type } of wf.encodings) {
      const { matrix, range, causal } = await pictureOf(type, { length, dim })
      const { data, rows, columns } = matrix
      expect(data, type).toHaveLength(rows * columns)
      expect(rows, type).toBe(length)
      expect(range.high, type).toBeGreaterThan(range.low)
      const hidden = (i: number) => causal && i % columns > Math.floor(i / columns)
      if (type !== 'mask')
        expect(
          data.every((value, i) => hidden(i) || Number.isFinite(value)),
          type,
        ).toBe(true)
    }
  })
}

test('without a chosen base the encoding’s default applies', async () => {
  const { matrix } = await pictureOf('irope')
  expect((await pictureOf('irope', { base: 500_000 })).matrix).toEqual(matrix)
  expect((await pictureOf('irope', { base: 100 })).matrix).not.toEqual(matrix)
})

test('every layout and every kind has a different picture', async () => {
  for (const { type, parameters } of wf.encodings) {
    for (const { name, choices = [] } of parameters) {
      if (name !== 'layout' && name !== 'kind') continue
      const drawn = await Promise.all(choices.map((choice) => pictureOf(type, { [name]: choice })))
      expect(new Set(drawn.map(({ matrix }) => matrix.data.join())).size, type).toBe(choices.length)
    }
  }
})

test('heads can be selected only where they differ', async () => {
  expect((await pictureOf('t5')).heads).toBe(1)
  expect((await pictureOf('rope')).heads).toBe(1)
  const heads = Array.from({ length: HEADS }, (_, head) => pictureOf('kerple', { head }))
  const maps = (await Promise.all(heads)).map(({ matrix }) => matrix.data.join())
  expect(new Set(maps).size).toBe(HEADS)
})

test('effective distances match the definition', async () => {
  const { matrix } = await pictureOf('rerope') // window 4
  expect([...matrix.data.slice(15 * 16)]).toEqual([...Array(12).fill(4), 3, 2, 1, 0])
})

test('the cap flattens large scores', async () => {
  const { matrix, before } = await pictureOf('softcap') // cap 2
  expect(before?.data[0]).toBe(4)
  expect(matrix.data[0]).toBeCloseTo(2 * Math.tanh(2), 6)
})
