// The parts of elements that need no browser: what waits while something runs, numbers as they are said, facts about a map.

import { expect, test } from '@playwright/test'
import { exact, short } from '../../../web/content/format.js'
import { questions } from '../../../web/elements/figures/question/collection/index.js'
import { trainWords } from '../../../web/elements/figures/train/messages.js'
import type { TrainDrawing } from '../../../web/elements/figures/train/session.js'
import { biasContent, lossContent } from '../../../web/elements/figures/train/train-content.js'
import { unbroken } from '../../../web/elements/parts/element/unbroken.js'
import { Latest } from '../../../web/elements/parts/figure/latest.js'
import {
  alongLine,
  besideLine,
  besideUpright,
  placedMarks,
} from '../../../web/elements/parts/lines/mark-names.js'
import { type PlotRequest, plotOptions } from '../../../web/elements/parts/lines/plot.js'
import { axisLabels } from '../../../web/elements/parts/matrix/axis.js'
import { factsOf } from '../../../web/elements/parts/trained/map-facts.js'

test('while one request runs, only the newest other waits', async () => {
  const ran: number[] = []
  const done: (() => void)[] = []
  const latest = new Latest(async (request: number) => {
    ran.push(request)
    await new Promise<void>((resolve) => done.push(resolve))
  })
  for (const request of [1, 2, 3, 4]) latest.request(request)
  expect(ran).toEqual([1])
  done.shift()?.()
  await expect.poll(() => ran).toEqual([1, 4])
  done.shift()?.()
  latest.request(5)
  await expect.poll(() => ran).toEqual([1, 4, 5])
})

test('numbers are rounded to three significant digits', () => {
  expect([-1.5, 54401.2, 0.123456, 7].map(short)).toEqual(['−1.5', '54400', '0.123', '7'])
  expect([3.2e-7, -2e-5, 0, Number.NaN].map(short)).toEqual([
    '3.2\u00a0×\u00a010⁻⁷',
    '−2\u00a0×\u00a010⁻⁵',
    '0',
    '–',
  ])
  expect([Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY].map(short)).toEqual(['∞', '−∞'])
  expect([1 / 3, -2, -0.5].map(exact)).toEqual(['0.33333', '−2', '−0.50000'])
})

test('the sentence about a map names its strongest look back', () => {
  const data = Float32Array.of(1, 0, 0, 0.75, 0.25, 0, 0.5, 0.25, 0.25)
  const { self, before, strongest } = factsOf({ data, rows: 3, columns: 3 })
  expect(self).toBeCloseTo(0.5)
  expect(before).toBeCloseTo(0.5)
  expect(strongest).toEqual({ row: 2, column: 0, value: 0.5 })
})

test('a mark outside of the chart is left out; no name hides a mark or another name', () => {
  const chart = { left: 0, right: 400, top: 10, bottom: 210, letters: 12 }
  const marks = [
    { axis: 'x', at: 100, name: 'trained' },
    { axis: 'y', at: 18, name: 'chance' },
    { axis: 'x', at: 500, name: 'beyond' },
    { axis: 'x', at: 104, name: 'too near' },
  ] as const
  const placed = placedMarks({
    ...{ ...chart, marks, x: [], lines: [] },
    place: (_, value) => value,
    widthOf: (name) => 6 * name.length,
  })
  expect(placed.map(({ name }) => name)).toEqual(['chance', 'trained', 'too near'])
  const [, first, second] = placed
  expect(first?.ends).toEqual([
    [100, 10],
    [100, 210],
  ])
  expect(first?.y).toBeGreaterThan(30) // below the mark at 18
  expect(Math.abs((first?.y ?? 0) - (second?.y ?? 0))).toBeGreaterThanOrEqual(12)
})

test('the name of a horizontal mark stands at its right end above it, or where it hides fewer points', () => {
  const size = { width: 100, letters: 12 }
  const place = (...points: [number, number][]) => besideLine(200, [50, 350], size, points)
  expect(place()).toEqual({ align: 'right', x: 350, y: 192 })
  expect(place([240, 170])).toEqual({ align: 'right', x: 350, y: 192 })
  expect(place([300, 150], [300, 230], [100, 190])).toEqual({ align: 'right', x: 350, y: 192 })
  expect(place([247, 186])).toEqual({ align: 'right', x: 350, y: 218 }) // the dot stands beside the first letter
  expect(place([300, 186], [300, 212])).toEqual({ align: 'left', x: 50, y: 192 })
  const ends = [300, 100].flatMap((x): [number, number][] => [
    [x, 186],
    [x, 212],
  ])
  expect(place(...ends)).toEqual({ align: 'left', x: 110, y: 192 }) // between what is at both ends
})

test('the name of a vertical mark stands at the top, or where no line goes through it', () => {
  const size = { width: 100, letters: 12 }
  const place = (line: number, side: 'left' | 'right', ...ends: [number, number][]) =>
    besideUpright(line, [10, 130], side, size, alongLine(ends, size.letters))
  expect(place(100, 'left')).toEqual({ align: 'left', x: 106, y: 22 })
  expect(place(300, 'right')).toEqual({ align: 'right', x: 294, y: 22 })
  expect(place(100, 'left', [0, 24], [400, 24])).toEqual({ align: 'left', x: 106, y: 46 })
  expect(place(100, 'left', [0, 24], [106, 24], [210, 60])).toEqual({ align: 'left', x: 106, y: 82 }) // half a letter is too near
})

test('an axis of whole numbers has whole labels', () => {
  const steps = (x: readonly number[], xLog = false): readonly number[] | undefined =>
    plotOptions({ x, xLog, yTitle: '', lines: [], marks: [] } as unknown as PlotRequest).axes?.[0]
      ?.incrs as number[]
  expect(steps([-16, -15, 0, 15])?.every(Number.isInteger)).toBe(true)
  expect(steps([0, 0.5, 1])).toBeUndefined()
  expect(steps([1, 10, 100], true)).toBeUndefined()
})

test('names that would touch give way to numbers along the columns, not along the rows', () => {
  const names = ['the', 'dog', 'doctor', 'calls']
  const said = (side: 'rows' | 'columns', cell: number) =>
    axisLabels({ side, count: 4, names, cell, marked: [] }).map(({ values }) =>
      values.find((value) => value === 'doctor' || value === 2),
    )
  expect(said('columns', 60)).toContain('doctor')
  expect(said('columns', 26)).not.toContain('doctor')
  expect(said('columns', 26)).toContain(2)
  expect(said('rows', 26)).toContain('doctor')
  const letters = axisLabels({ side: 'columns', count: 4, names: [...'abcd'], cell: 9, marked: [] })
  expect(letters.map(({ values }) => values.includes('c'))).toContain(true)
})

test('long names along the rows are shortened to their place', () => {
  const names = ['the', 'doctor', 'wherefore', '词元词元词元']
  const said = (cell: number) =>
    axisLabels({ side: 'rows', count: 4, names, cell, marked: [] }).map(({ values }) => values.at(-1))
  expect(said(26)).toEqual(['the', 'doctor', 'where…', '词元词…'])
  expect(said(9)).toEqual(['the', 'doctor', 'wherefore', '词元词元…'])
})

test('no line breaks inside of what is read as one', () => {
  expect(unbroken('at i − j, 0.1 ln s + 1 or |i − j|')).toBe(
    'at i\u00a0−\u00a0j, 0.1 ln s\u00a0+\u00a01 or |i\u00a0−\u00a0j|',
  )
  expect(unbroken('12 512 tokens, 6.4 MB: [1, 0, 3, 0]')).toBe(
    '12\u00a0512 tokens, 6.4\u00a0MB: [1,\u00a00,\u00a03,\u00a00]',
  )
  expect(unbroken('60 to 71 % of it')).toBe('60 to 71\u00a0% of it')
  expect(unbroken('a well-known – if long – sentence')).toBe('a well-known – if long – sentence')
})

test('questions and answers hold no blank at which a formula would break', () => {
  for (const { text, answers } of questions)
    for (const { en, zh } of [text, ...answers])
      for (const said of [en, zh]) expect(said).not.toMatch(/[\p{L}\d)|] [−+=] [\p{L}\d(√|]/u)
})

test('the axis of the loss begins at 0 and ends above the highest loss, after one step as after many', () => {
  const content = (...loss: number[]) =>
    lossContent(
      {
        task: { vocabulary: 'abcdefghij' },
        steps: loss.map((_, i) => i),
        step: 0,
        runs: [{ name: 'rope', curve: { loss } }],
      } as unknown as TrainDrawing,
      trainWords.en,
    ).yRange
  expect(content(2.42)).toEqual([0, 2.5])
  expect(content(2.42, 1.1, 0.02)).toEqual([0, 2.5])
  expect(content(2.42, 4.6)).toEqual([0, 5])
})

test('the bias of every head is drawn in a colour that can be seen, that of the chosen head in its own', () => {
  const bias = Array.from({ length: 4 }, (_, head) => Float32Array.of(0, -head - 1))
  const drawing = { runs: [{ name: 'alibi', bias }], task: { tokens: () => 2 }, length: 1 }
  const lines = biasContent(drawing as unknown as TrainDrawing, 1, trainWords.en)?.lines ?? []
  expect(lines.map(({ tone }) => tone)).toEqual(['soft', 'soft', 'soft', 'alibi'])
})
