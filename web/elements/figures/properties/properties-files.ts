// The table as files; loaded when somebody saves.

import { csvLine } from '../../parts/export/csv.js'
import { type Scene, type Shape, sceneColors } from '../../parts/export/scene.js'
import { sorted } from './columns.js'
import type { PropertiesDrawing, Row } from './properties-drawing.js'
import { COLUMNS } from './properties-fields.js'
import { type Here, MEASURED, nameOf } from './properties-table.js'
import { cellText } from './row-words.js'

export function propertiesCsv({ words, state }: Here, { rows }: PropertiesDrawing): string {
  const { csv } = words
  const lines = sorted(rows, state.sort, state.descending).map((row) => csvLine(cellsOf(row)))
  return `${[csvLine(Object.values(csv)), ...lines].join('\n')}\n`
}

/** Empty where nothing was found. */
function cellsOf({ entry, found }: Row): (string | number)[] {
  if (!found) return [entry.type, ...Array<string>(9).fill('')]
  const { uniqueness, relativity, decay, extrapolation } = found
  return [
    entry.type,
    uniqueness.smallest,
    ...uniqueness.pair,
    relativity.smallest ? relativity.largestChange : 0,
    decay.firstRise?.to ?? '',
    extrapolation.leavesAt ?? '',
    extrapolation.excess ?? '',
    extrapolation.unseenPairs,
    extrapolation.pairs,
  ]
}

const [MARGIN, FIRST, COLUMN, ROW] = [16, 352, 136, 22]

export function propertiesScene(at: Here, { rows }: PropertiesDrawing): Scene {
  const colors = sceneColors(at.element)
  const all = sorted(rows, at.state.sort, at.state.descending)
  const width = 2 * MARGIN + FIRST + MEASURED.length * COLUMN
  const place = (column: number, line: number) => ({
    x: MARGIN + (column ? FIRST + (column - 1) * COLUMN : 0),
    y: MARGIN + ROW * line + 15,
  })
  const text = (column: number, line: number, value: string, color: string): Shape => ({
    kind: 'text',
    text: value,
    size: 12,
    color,
    ...place(column, line),
  })
  const rule = (line: number): Shape => ({
    kind: 'path',
    d: `M${MARGIN} ${MARGIN + ROW * line}H${width - MARGIN}`,
    stroke: colors.line,
  })
  return {
    width,
    height: 2 * MARGIN + ROW * (all.length + 1),
    background: colors.paper,
    title: at.words.label,
    shapes: [
      ...COLUMNS.map((column, i) => text(i, 0, at.words.columns[column], colors.soft)),
      ...all.flatMap((row, i) => [
        rule(i + 1),
        text(0, i + 1, nameOf(row, at), colors.ink),
        ...MEASURED.map((column, j) => text(j + 1, i + 1, cellText(column, row, at.words), colors.ink)),
      ]),
    ],
  }
}
