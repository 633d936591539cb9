// The doors as files; loaded when somebody saves.

import { csvLine } from '../../parts/export/csv.js'
import { type Scene, type SceneColors, type Shape, sceneColors } from '../../parts/export/scene.js'
import { DOORS, doorNumber } from '../../parts/positions/door-names.js'
import type { Diagram, Ink, Mark } from './doors-diagram.js'
import type { DoorsDrawing } from './doors-drawing.js'
import type { DoorsWords } from './messages.js'

const MARGIN = 16

export function doorsScene(
  { width, height, marks, doors }: Diagram,
  element: HTMLElement,
  title: string,
): Scene {
  const colors = sceneColors(element)
  const all = [...marks, ...doors.flatMap((door) => door.marks)]
  return {
    width: width + 2 * MARGIN,
    height: height + 2 * MARGIN,
    background: colors.paper,
    title,
    shapes: all.map((mark) => shapeOf(mark, colors)),
  }
}

function shapeOf(mark: Mark, colors: SceneColors): Shape {
  const color = (ink: Ink) => colors[ink]
  if (mark.kind === 'text') {
    const { ink, x, y, ...rest } = mark
    return { ...rest, x: x + MARGIN, y: y + MARGIN, size: 14, color: color(ink) }
  }
  const { d, stroke, fill, ...rest } = mark
  return {
    ...rest,
    d: moved(d),
    ...(stroke && { stroke: color(stroke) }),
    ...(fill && { fill: color(fill) }),
  }
}

/** Paths begin at absolute places; of what follows, capital letters are absolute too. */
function moved(d: string): string {
  return d.replace(/([MHV])(-?[\d.]+)(?: (-?[\d.]+))?/g, (_, letter: string, a: string, b?: string) =>
    [`${letter}${Number(a) + MARGIN}`, ...(b === undefined ? [] : [Number(b) + MARGIN])].join(' '),
  )
}

export function doorsCsv({ lit, entries }: DoorsDrawing, { csv, names }: DoorsWords): string {
  const rows = DOORS.map((door) => [
    doorNumber(door),
    names[door],
    lit.includes(door) ? 1 : 0,
    entries.flatMap(({ type, doors }) => (doors.includes(door) ? [type] : [])).join(' '),
  ])
  const lines = [[csv.door, csv.name, csv.lit, csv.encodings], ...rows].map(csvLine)
  return `${lines.join('\n')}\n`
}
