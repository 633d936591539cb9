// The computations of <wf-waves>: codes, steps and dot products, and the strip between its forms.

import { expect, test } from 'vitest'
import type { Model } from 'whereformer'
import { wavesWords } from '../../web/elements/figures/waves/messages.js'
import { stepShares } from '../../web/elements/figures/waves/step-shapes.js'
import { APART, stripShapes, type View } from '../../web/elements/figures/waves/strip-shapes.js'
import { Tweens } from '../../web/elements/figures/waves/tweens.js'
import { captionOf, readoutOf, stepText } from '../../web/elements/figures/waves/waves-content.js'
import {
  codeOf,
  cosineOf,
  drawWaves,
  sineOf,
  termsOf,
  type WavesDrawing,
  type WavesState,
} from '../../web/elements/figures/waves/waves-drawing.js'
import { wavesFields } from '../../web/elements/figures/waves/waves-fields.js'
import { wavesCsv } from '../../web/elements/figures/waves/waves-scene.js'
import { useLibrary } from '../support/library.js'
import { type ModelFolder, trainedModels } from '../support/models.js'

const library = useLibrary()

const initial = Object.fromEntries(
  Object.entries(wavesFields).map(([name, field]) => [name, field.initial]),
) as unknown as WavesState

const stateOf = (changes: Partial<WavesState>): WavesState => ({ ...initial, ...changes })

async function draw(changes: Partial<WavesState>): Promise<WavesDrawing> {
  const opened: Model[] = []
  const openModel = async () => {
    const folder = trainedModels.find(({ name }) => name.endsWith('small-learned'))
    const model = await library.wf.loadModel((folder as ModelFolder).request)
    opened.push(model)
    return { name: 'small-learned', model, characters: [], context: 64 } as const
  }
  const drawing = await drawWaves(library.wf, stateOf(changes), openModel)
  for (const model of opened) model.dispose()
  return drawing
}

const product = (drawing: WavesDrawing, a: number, b: number) =>
  termsOf(drawing, a, b)?.reduce((sum, term) => sum + term, 0) ?? Number.NaN

test('sines and cosines are those of the formula', async () => {
  for (const [channels, base] of [
    [6, 64],
    [9, 10_000],
    [2, 2],
  ] as const) {
    const drawing = await draw({ form: 'waves', channels, base })
    for (const at of [0, 1, 7, 255, 511])
      for (let i = 0; i < channels; i++) {
        const angle = at * base ** (-i / channels)
        expect(sineOf(drawing.waves, i, at)).toBeCloseTo(Math.sin(angle), 4)
        expect(cosineOf(drawing.waves, i, at)).toBeCloseTo(Math.cos(angle), 4)
        expect(drawing.waves.wavelengths[i]).toBeCloseTo(2 * Math.PI * base ** (i / channels), 1)
      }
  }
})

test('positions 3 and 5 have the dot product of 40 and 42, and of no pair at another distance', async () => {
  for (const base of [64, 10_000]) {
    const drawing = await draw({ form: 'waves', base })
    expect(product(drawing, 40, 42)).toBeCloseTo(product(drawing, 3, 5), 4)
    expect(product(drawing, 5, 3)).toBeCloseTo(product(drawing, 3, 5), 6)
    for (const [a, b] of [
      [3, 8],
      [6, 10],
    ] as const)
      expect(Math.abs(product(drawing, a, b) - product(drawing, 3, 5))).toBeGreaterThan(0.1)
    expect(product(drawing, 31, 31)).toBeCloseTo(drawing.channels, 4)
  }
  const binary = await draw({ form: 'binary' })
  expect([product(binary, 3, 5), product(binary, 40, 42)]).toEqual([1, 2])
  const count = await draw({})
  expect([product(count, 3, 5), product(count, 40, 42)]).toEqual([15, 1680])
})

test('a step is 1 in counting, the root of the digits that flip in binary, and always the same with waves', async () => {
  const { steps, columns } = await draw({ channels: 8, positions: 256 })
  expect(new Set(steps.count)).toEqual(new Set([1]))
  expect(steps.binary[127]).toBeCloseTo(Math.sqrt(8), 6)
  expect(steps.binary[128]).toBe(1)
  const [first = 0] = steps.waves
  for (const step of steps.waves) expect(step).toBeCloseTo(first, 3)
  expect([steps.count, steps.binary, steps.waves].map(({ length }) => length)).toEqual(
    Array(3).fill(columns - 1),
  )
  const divided = await draw({ divided: true, positions: 128 })
  expect(divided.steps.count[5]).toBeCloseTo(1 / 128, 7)
  expect(codeOf(divided, 64)).toEqual([0.5])
})

test('the learned table ends: past its last row there is no code, no step and no product', async () => {
  const drawing = await draw({ form: 'table' })
  const { table, columns, steps } = drawing
  expect(table).toMatchObject({ rows: 128, trained: 64, width: 64 })
  expect(columns).toBe(160)
  expect(steps.table).toHaveLength(127)
  expect(codeOf(drawing, 127)).toHaveLength(6)
  expect(codeOf(drawing, 128)).toBeUndefined()
  expect(termsOf(drawing, 3, 128)).toBeUndefined()
  if (!table) throw new Error('no table')
  const rows = library.wf.embed(table.position, { length: 128, dim: 64 }).data
  const plain = (a: number, b: number) => {
    let sum = 0
    for (let i = 0; i < 64; i++) sum += (rows[64 * a + i] as number) * (rows[64 * b + i] as number)
    return sum
  }
  expect(product(drawing, 3, 5)).toBeCloseTo(plain(3, 5), 5)
  expect(Math.abs(product(drawing, 40, 42) - product(drawing, 3, 5))).toBeGreaterThan(0.05)
  const spread = (values: Float32Array | undefined) => {
    const list = [...(values ?? [])].slice(0, 64)
    const mean = list.reduce((a, b) => a + b, 0) / 64
    return list.reduce((sum, value) => sum + (value - mean) ** 2, 0)
  }
  expect(spread(table.shown[0])).toBeGreaterThanOrEqual(spread(table.shown[5]))
})

const view = (changes: Partial<View> = {}): View => ({
  ...{ width: 600, height: 300, form: 0, table: 0, columns: 64, position: 31, other: Number.NaN },
  ...changes,
})

/** Bars of a path: [x, top, height]. */
const barsOf = (path: string): number[][] =>
  [...path.matchAll(/M(\S+) (\S+)h\S+v(\S+?)h/g)].map(([, ...numbers]) => numbers.map(Number))

test('while counting, the blocks of the digits are as high as the number; as digits each has a row of its own', async () => {
  const drawing = await draw({})
  const { bars, bottom, rest } = stripShapes(drawing, view())
  const heights = new Map<number, number>()
  for (const [x = 0, , height = 0] of bars.flatMap(barsOf)) heights.set(x, (heights.get(x) ?? 0) + height)
  const tallest = Math.max(...heights.values())
  expect(heights.size).toBe(63)
  expect(tallest).toBeCloseTo(bottom - 4, 0)
  expect([...heights.entries()].sort(([a], [b]) => a - b)[30]?.[1]).toBeCloseTo((31 / 63) * tallest, 0)
  expect(rest).toBe('')

  const digits = stripShapes(drawing, view({ form: 1 }))
  expect(digits.bars.map((path) => barsOf(path).length)).toEqual(Array(6).fill(32))
  for (const [i, path] of digits.bars.entries())
    for (const [, top = 0, height = 0] of barsOf(path))
      expect(top + height).toBeCloseTo(bottom - (i * (bottom - 4)) / 6, 1)
})

test('what few digits leave over is counted too, and is no digit', async () => {
  const drawing = await draw({ channels: 2 })
  expect(barsOf(stripShapes(drawing, view()).rest)).toHaveLength(60)
  expect(stripShapes(drawing, view({ form: 1 })).rest).toBe('')
})

test('what can be taken hold of stands apart, in the order of its columns, and inside', async () => {
  const drawing = await draw({})
  for (const [position, other] of [
    [3, 5],
    [5, 3],
    [0, 0],
    [63, 62],
    [0, 63],
  ] as const) {
    const { stems, left, right } = stripShapes(drawing, view({ position, other }))
    const [first, second] = stems
    const between = (second?.handle ?? 0) - (first?.handle ?? 0)
    expect(Math.abs(between)).toBeGreaterThanOrEqual(APART - 1e-9)
    if (position !== other) expect(Math.sign(between)).toBe(Math.sign(other - position))
    for (const { handle } of stems) {
      expect(handle).toBeGreaterThanOrEqual(left - 1e-9)
      expect(handle).toBeLessThanOrEqual(right + 1e-9)
    }
  }
})

test('between two forms the strip is between them, and the steps too', async () => {
  const drawing = await draw({})
  const at = (form: number) => stepShares(drawing, view({ form }))[31] ?? Number.NaN
  expect(at(0)).toBeCloseTo(1 / Math.sqrt(6), 5)
  expect(at(1)).toBeCloseTo(1, 5)
  expect(at(0.5)).toBeCloseTo((at(0) + at(1)) / 2, 5)
  const table = stepShares(await draw({ form: 'table' }), view({ form: 2, table: 1, columns: 160 }))
  expect(Math.max(...table.slice(0, 127))).toBeCloseTo(1, 5)
  expect([...table.slice(127)].every(Number.isNaN)).toBe(true)
})

test('a tween starts where the last one is, and arrives', () => {
  const tweens = new Tweens<'x'>()
  expect(tweens.at('x', 0)).toBeNaN()
  tweens.send('x', 1, 900, 0) // there was nothing before
  expect([tweens.at('x', 0), tweens.isOver(0)]).toEqual([1, true])
  tweens.send('x', 3, 900, 100)
  expect(tweens.at('x', 550)).toBeCloseTo(2, 6)
  tweens.send('x', 3, 900, 550) // on its way there already
  expect(tweens.isOver(1000)).toBe(true)
  tweens.send('x', 1, 900, 1000)
  expect(tweens.at('x', 1450)).toBeCloseTo(2, 6)
  tweens.send('x', 3, 0, 1450)
  expect([tweens.at('x', 1450), tweens.to('x')]).toEqual([3, 3])
  tweens.send('x', Number.NaN, 900, 1500)
  expect([tweens.at('x', 1500), tweens.isOver(1500)]).toEqual([Number.NaN, true])
})

test('codes, steps and products are said as they are drawn', async () => {
  const words = wavesWords.en
  const said = async (changes: Partial<WavesState>) => {
    const drawing = await draw(changes)
    return readoutOf(drawing, stateOf(changes), words)
  }
  const binary = { form: 'binary', channels: 8, positions: 256, position: 127 } as const
  expect((await said(binary)).lines).toEqual([{ name: 'digits', numbers: [...'01111111'] }])
  expect(stepText(await draw(binary), 127, words)).toBe('127 to 128: 8 digits flip')
  expect(stepText(await draw(binary), 128, words)).toBe('128 to 129: 1 digit flips')
  expect(stepText(await draw(binary), 255, words)).toBe('')
  const waves = { form: 'waves', position: 0 } as const
  expect((await said(waves)).lines.map(({ numbers }) => numbers)).toEqual([
    Array(6).fill('0'),
    Array(6).fill('1'),
  ])
  const compared = await said({ form: 'waves', position: 3, other: 5 })
  expect(compared).toMatchObject({ title: 'positions 3 and 5', product: { value: '3.96' } })
  expect(compared.lines[0]?.numbers).toHaveLength(6)
  expect((await said({ form: 'waves', position: 40, other: 42 })).product?.value).toBe('3.96')
  expect(await said({ form: 'table', position: 130 })).toMatchObject({
    ...{ lines: [], missing: 'no row: the table ends at position 127' },
  })
  expect(captionOf(await draw({ form: 'binary', channels: 3 }), words)).toContain('repeat after 8 positions')
  expect(captionOf(await draw({ divided: true }), words)).toContain('0.0156')
})

test('a file has a line for each code', async () => {
  const lines = async (changes: Partial<WavesState>) =>
    wavesCsv(await draw(changes), wavesWords.en)
      .trim()
      .split('\n')
  const waves = await lines({ form: 'waves', channels: 2 })
  expect(waves[0]).toBe('position,sin 0,cos 0,sin 1,cos 1,step to the next')
  expect(waves[1]).toMatch(/^0,0,1,0,1,[\d.]+$/)
  expect(waves).toHaveLength(65)
  expect(waves.at(-1)).toMatch(/,$/)
  expect(await lines({ form: 'table' })).toHaveLength(129)
  expect((await lines({ form: 'binary', channels: 3 }))[6]).toMatch(/^5,1,0,1,1\.41/)
})
