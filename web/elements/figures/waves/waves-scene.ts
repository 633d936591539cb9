// The strip as a scene, and the codes as CSV.

import { csvLine } from '../../parts/export/csv.js'
import { type Scene, type Shape, sceneColors } from '../../parts/export/scene.js'
import type { WavesWords } from './messages.js'
import { stepPaths, stepShares } from './step-shapes.js'
import { type StripShapes, stripShapes, type View } from './strip-shapes.js'
import { labelsOf, STOPS } from './strip-words.js'
import { codeOf, cosineOf, type WavesDrawing } from './waves-drawing.js'

const [WIDTH, HEIGHT, GAP, STEPS] = [720, 420, 40, 80]

export function wavesScene(
  drawing: WavesDrawing,
  [position, other]: readonly [number, number | undefined],
  words: WavesWords,
  element: HTMLElement,
): Scene {
  const colors = sceneColors(element)
  const view: View = {
    ...{ width: WIDTH, height: HEIGHT, columns: drawing.columns, position, other: other ?? Number.NaN },
    ...{ form: STOPS[drawing.form], table: drawing.table ? 1 : 0 },
  }
  const shapes = stripShapes(drawing, view)
  const fill = (d: string, color: string): Shape => ({ kind: 'path', d, fill: color })
  const line = (
    d: string,
    width: number,
    dash: readonly number[] | undefined = undefined,
    stroke = colors.ink,
  ): Shape => ({
    ...{ kind: 'path', d, stroke, width, ...(dash && { dash }) },
  })
  const steps = stepPaths(stepShares(drawing, view), view, STEPS)
  const down = HEIGHT + GAP
  return {
    ...{ width: WIDTH, height: down + STEPS, background: colors.paper, title: words.title },
    shapes: [
      ...[...shapes.bars, shapes.rest].map((d) => fill(d, colors.sinusoid)),
      ...shapes.tableBars.map((d) => fill(d, colors.learned)),
      ...[shapes.chosen, shapes.tableChosen].map((d) => fill(d, colors.ink)),
      ...shapes.cosine.map((d) => line(d, 1, [3, 3])),
      ...shapes.sine.map((d) => line(d, 1.5)),
      ...shapes.marks.map((box) => line(boxPath(box), 1.5)),
      ...(drawing.table ? [line(boxPath(shapes.missing), 1.5, [4, 3], colors.wrong)] : []),
      ...labelShapes(shapes, view, drawing, colors.soft),
      { kind: 'text', x: 0, y: down - 10, text: words.step, color: colors.ink, bold: true },
      fill(lower(steps.bars, down), colors.mark),
      fill(lower(steps.chosen, down), colors.ink),
    ],
  }
}

function labelShapes(
  { rows, ticks, bottom, left }: StripShapes,
  view: View,
  drawing: WavesDrawing,
  color: string,
): Shape[] {
  const labels = labelsOf(drawing, view)
  return [
    ...labels.rows.map(
      (text, i): Shape => ({ kind: 'text', x: left - 8, y: (rows[i] ?? 0) + 4, text, anchor: 'end', color }),
    ),
    ...labels.ends.map(
      (text, i): Shape => ({ kind: 'text', x: left - 8, y: i ? bottom : 14, text, anchor: 'end', color }),
    ),
    ...ticks.map(
      ({ at, x }): Shape => ({ kind: 'text', x, y: bottom + 18, text: String(at), anchor: 'middle', color }),
    ),
  ]
}

const boxPath = ({ x, y, width, height }: StripShapes['missing']): string =>
  `M${x} ${y}h${width}v${height}h${-width}z`

/** Paths of bars, further down: each begins with M and is relative from there. */
function lower(bars: string, by: number): string {
  return bars.replace(/M(\S+) ([\d.]+)/g, (_, x, y) => `M${x} ${Number(y) + by}`)
}

/** A line for each position that has a code. */
export function wavesCsv(drawing: WavesDrawing, { code, csv }: WavesWords): string {
  const { form, channels, columns, steps } = drawing
  const names = {
    count: [code.count],
    binary: Array.from({ length: channels }, (_, i) => String(2 ** i)),
    waves: Array.from({ length: channels }, (_, i) => [`${code.sine} ${i}`, `${code.cosine} ${i}`]).flat(),
    table: Array.from({ length: channels }, (_, i) => `${code.row} ${i}`),
  }[form]
  const lines: string[] = []
  for (let at = 0; at < columns; at++) {
    const numbers = codeOf(drawing, at)
    if (!numbers) break
    const cells =
      form === 'waves' ? numbers.flatMap((sine, i) => [sine, cosineOf(drawing.waves, i, at)]) : numbers
    lines.push(csvLine([at, ...cells, steps[form][at] ?? '']))
  }
  return `${[csvLine([csv.position, ...names, csv.step]), ...lines].join('\n')}\n`
}
