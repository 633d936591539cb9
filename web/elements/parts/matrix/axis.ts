// Axis labels of a heat map: every name where there is room, otherwise every n-th index.

import { nothing, svg, type TemplateResult } from 'lit'
import { widthOf } from '../element/text-width.js'

export interface Axis {
  side: 'rows' | 'columns'
  /** Cells along this side. */
  count: number
  /** Names of the cells, such as the characters of a text; may be empty. */
  names: readonly string[]
  /** Size of one cell in CSS pixels. */
  cell: number
  /** Indices that are drawn bold. */
  marked: readonly (number | undefined)[]
}

const NAME_NEEDS = 8.5
/** Font size by default, in pixels. */
const FONT = 11.5
/** Widths in pixels, at the size of axis text: of a letter, of a Chinese character. */
const [LETTER, CHARACTER] = [6.9, 11.5]
/** Between names of more than one letter. */
const SPACE = 4
const INDEX_NEEDS = 26
/** Beside the map, between it and the edge of the figure. */
const BESIDE = 42
/** Line height at the default font size. */
const LINE = 14

export function axisLabels({ side, count, names, cell, marked }: Axis): TemplateResult[] {
  const named = isNamed({ count, names, cell }) && (side === 'rows' || fitSideBySide(names, cell))
  const step = named ? 1 : indexStep(cell)
  return Array.from({ length: Math.ceil(count / step) }, (_, i) => {
    const index = i * step
    const at = `${((index + 0.5) / count) * 100}%`
    const kind = `${named ? 'name' : ''} ${marked.includes(index) ? 'marked' : ''}`
    const text = named ? names[index] : index
    if (side === 'columns')
      return svg`<text class=${kind} x=${at} y="50%" text-anchor="middle" dominant-baseline="central">${text}</text>`
    // row labels must not overlap: small rows get a smaller font
    const small = named && cell < LINE
    const size = small ? `${(0.85 * cell).toFixed(1)}px` : nothing
    const short = named ? shortened(names[index] ?? '', small ? (0.85 * cell) / FONT : 1) : text
    return svg`<text class=${kind} font-size=${size} x="100%" dx="-4" y=${at} text-anchor="end" dominant-baseline="central">${short}</text>`
  })
}

const isNamed = ({ count, names, cell }: Pick<Axis, 'count' | 'names' | 'cell'>): boolean =>
  names.length === count && cell >= NAME_NEEDS

/** Are there names of rows that reach the place of the axis title? */
export const reachFar = (axis: Pick<Axis, 'count' | 'names' | 'cell'>): boolean =>
  isNamed(axis) && axis.names.some((name) => wide(name) > BESIDE / 2)

/** The beginning of a name that is too long for its place; all of it is said when its row is pointed at. */
function shortened(name: string, scale: number): string {
  const signs = [...name]
  while (signs.length && wide(`${signs.join('')}…`) * scale > BESIDE) signs.pop()
  return wide(name) * scale <= BESIDE ? name : `${signs.join('')}…`
}

/** Each name is centred on its cell. */
function fitSideBySide(names: readonly string[], cell: number): boolean {
  const space = names.some((name) => [...name].length > 1) ? SPACE : 0
  return names.every((name, i) => (wide(name) + wide(names[i + 1] ?? '')) / 2 + space <= cell)
}

const wide = (name: string): number => widthOf(name, LETTER, CHARACTER)

/** 1, 2, 4, 8 …: the smallest step whose labels do not touch. */
function indexStep(cell: number): number {
  let step = 1
  while (step * cell < INDEX_NEEDS && step < 1024) step *= 2
  return step
}
