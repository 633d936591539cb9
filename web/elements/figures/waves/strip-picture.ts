// The nodes of the strip, and what they are set to: attributes alone, sixty times a second.

import { stepPaths, stepShares } from './step-shapes.js'
import { APART, LANE, mix, type StripShapes, stripShapes, type View } from './strip-shapes.js'
import { labelsOf } from './strip-words.js'
import type { WavesDrawing } from './waves-drawing.js'

export interface StripContent {
  drawing: WavesDrawing
  at: readonly [position: number, other: number | undefined]
  label: string
  /** Of what marks the first position and the second one: their names, and their values as spoken. */
  handles: readonly [Handle, Handle]
  names: { table: string; untrained: string; missing: string }
}

interface Handle {
  name: string
  text: string
}

export const WHICH = ['position', 'other'] as const
export type Which = (typeof WHICH)[number]

/** Rows of the most channels. */
export const MOST_ROWS = 9
/** Numbers of rows that are lower than this would run into each other. */
const LINE = 12

type Stem = StripShapes['stems'][number]
type Table = Pick<WavesDrawing, 'table' | 'steps'>

export class StripPicture {
  readonly #root: ParentNode
  #lastTable: Table | undefined

  constructor(root: ParentNode) {
    this.#root = root
  }

  /** Without a size there is nothing to draw. */
  draw(content: StripContent, between: Omit<View, 'width' | 'height'>): StripShapes | undefined {
    const { width, height } = this.#one('.strip').getBoundingClientRect()
    if (!width || !height) return undefined
    const view: View = { ...between, width, height }
    const drawing = this.#withTable(content.drawing, view)
    const shapes = stripShapes(drawing, view)
    this.#drawForms(shapes, view)
    this.#drawTable(shapes, view, content)
    this.#drawWords(shapes, view, drawing)
    this.#drawHandles(shapes, view, content)
    this.#drawSteps(drawing, view)
    return shapes
  }

  /** On the way back from the table there is none any more. */
  #withTable(drawing: WavesDrawing, { table }: View): WavesDrawing {
    if (drawing.table) this.#lastTable = drawing
    const { table: last, steps } = this.#lastTable ?? {}
    if (drawing.table || table <= 0 || !last || !steps || last.shown.length !== drawing.channels)
      return drawing
    return { ...drawing, table: last, steps: { ...drawing.steps, table: steps.table } }
  }

  #one<E extends Element>(selector: string): E {
    return this.#root.querySelector(selector) as E
  }

  #paths(group: string, paths: readonly string[]): void {
    const nodes = this.#root.querySelectorAll(`.${group} path:not(.chosen)`)
    for (const [i, node] of nodes.entries()) node.setAttribute('d', paths[i] ?? '')
  }

  #drawForms({ bars, rest, chosen, sine, cosine }: StripShapes, { form }: View): void {
    this.#paths('bars', bars)
    this.#paths('sine', sine)
    this.#paths('cosine', cosine)
    for (const curves of ['.sine', '.cosine']) set(this.#one(curves), { opacity: Math.max(0, form - 1) })
    for (const filled of ['.bars', '.rest'])
      this.#one<SVGElement>(filled).style.setProperty('--_apart', String(Math.min(1, form)))
    set(this.#one('.rest'), { d: rest })
    set(this.#one('.bars + .chosen'), { d: chosen })
  }

  #drawTable(shapes: StripShapes, { table }: View, { names }: StripContent): void {
    const { tableBars, tableChosen, untrained, missing, left } = shapes
    for (const part of this.#root.querySelectorAll('.table, .titles'))
      set(part, { opacity: table, visibility: table > 0 ? 'visible' : 'hidden' })
    this.#paths('channels', tableBars)
    set(this.#one('.channels + .chosen'), { d: tableChosen })
    set(this.#one('.untrained'), { ...untrained })
    set(this.#one('.missing'), { ...missing })
    const title = (selector: string, x: number, words: string) =>
      write(this.#one(selector), words, { x, y: missing.y - 4 })
    title('.titles .name', left, names.table)
    title('.titles .seldom', untrained.x + 2, names.untrained)
    title('.titles .wrong', missing.x + 2, names.missing)
  }

  #drawWords({ rows, ticks, stems, bottom, left }: StripShapes, view: View, drawing: WavesDrawing): void {
    const { rows: numbers, ends, apart } = labelsOf(drawing, view)
    const every = Math.ceil(LINE / Math.abs((rows[1] ?? 0) - (rows[0] ?? 0)))
    for (const [i, label] of this.#root.querySelectorAll('.labels text').entries()) {
      const end = i - MOST_ROWS
      const y = end < 0 ? (rows[i] ?? 0) + 4 : end ? bottom : 14
      const words = (end < 0 ? i % every === 0 && numbers[i] : ends[end]) || ''
      write(label, words, { x: left - 8, y, opacity: end < 0 ? apart : 1 - apart })
    }
    for (const [i, label] of this.#root.querySelectorAll('.ticks text').entries()) {
      const tick = ticks[i]
      const words = tick && !stems.some((stem) => isCrossed(tick, stem)) ? String(tick.at) : ''
      write(label, words, tick ? { x: tick.x, y: bottom + 14 } : {})
    }
  }

  #drawHandles(
    { marks, stems, bottom, left, right }: StripShapes,
    view: View,
    { handles }: StripContent,
  ): void {
    for (const [i, mark] of [...this.#root.querySelectorAll('.marks rect')].entries())
      set(mark, { ...(marks[i] ?? { width: 0, height: 0 }) })
    set(this.#one('.surface'), { x: left, y: 0, width: right - left, height: bottom })
    for (const [i, which] of WHICH.entries()) {
      const handle = this.#one<SVGGElement>(i ? '.second' : '.first')
      const stem = stems[i]
      set(handle, { display: stem ? 'inline' : 'none', tabindex: stem ? 0 : -1 })
      const at = Math.round(view[which])
      const { name, text } = handles[i as 0 | 1]
      if (!stem) continue
      set(handle, { 'aria-label': name, 'aria-valuetext': text })
      set(handle, { 'aria-valuenow': at, 'aria-valuemax': Math.round(view.columns) - 1 })
      drawHandle(handle, stem, String(at), bottom)
    }
  }

  #drawSteps(drawing: WavesDrawing, view: View): void {
    const { height } = this.#one('.steps').getBoundingClientRect()
    const { bars, chosen } = stepPaths(stepShares(drawing, view), view, height)
    set(this.#one('.steps path'), { d: bars })
    set(this.#one('.steps .chosen'), { d: chosen })
  }
}

/** A stem on its way from the column down to what is taken hold of goes through the number of a tick. */
function isCrossed(tick: StripShapes['ticks'][number], { column, handle }: Stem): boolean {
  const half = 4 * String(tick.at).length + 3
  const [from, to] = [mix(column, handle, 0.15), mix(column, handle, 0.75)]
  return Math.min(from, to) < tick.x + half && Math.max(from, to) > tick.x - half
}

/** A stem from the column, what can be taken hold of, and a chip with the number. */
function drawHandle(handle: Element, stem: Stem, number: string, bottom: number): void {
  const [path, reach, halo, chip, words] = handle.children
  if (!path || !reach || !halo || !chip || !words) return
  const [width, y] = [14 + 8 * number.length, bottom + 20]
  const box = (grow: number) => ({
    ...{ x: stem.handle - width / 2 - grow, y: y - grow },
    ...{ width: width + 2 * grow, height: 20 + 2 * grow },
  })
  set(path, { d: `M${stem.column} ${bottom + 1}L${stem.handle} ${y}` })
  set(reach, { x: stem.handle - APART / 2, y: bottom - APART + LANE, width: APART, height: APART })
  set(halo, box(4))
  set(chip, box(0))
  write(words, number, { x: stem.handle, y: y + 14.5 })
}

export function set(node: Element, attributes: Readonly<Record<string, string | number>>): void {
  for (const [name, value] of Object.entries(attributes)) {
    const text = String(value)
    if (node.getAttribute(name) !== text) node.setAttribute(name, text)
  }
}

function write(node: Element, words: string, attributes: Readonly<Record<string, string | number>>): void {
  if (node.textContent !== words) node.textContent = words
  set(node, attributes)
}
