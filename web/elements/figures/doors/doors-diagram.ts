// The Transformer as boxes and lines: the page and the saved file show the same marks. Position runs down the left side, content down
// the middle; wires lead from each door to the place where it acts.

import type { ColorToken } from '../../parts/element/tokens.js'
import { DOORS, type DoorName, doorNumber } from '../../parts/positions/door-names.js'
import type { Beside } from './doors-drawing.js'

/** Tokens of the design. */
export type Ink = Extract<
  ColorToken,
  'term-content' | 'term-position' | 'ink' | 'soft' | 'line' | 'paper' | 'mark'
>

export type Mark =
  | { kind: 'path'; d: string; stroke?: Ink; fill?: Ink; width?: number; dash?: readonly number[] }
  | { kind: 'text'; x: number; y: number; text: string; ink: Ink; anchor?: 'middle' | 'end'; bold?: boolean }

export interface Door {
  door: DoorName
  lit: boolean
  marks: readonly Mark[]
  /** The area that reacts to the pointer. */
  area: { x: number; y: number; width: number; height: number }
}

export interface Diagram {
  width: number
  height: number
  marks: readonly Mark[]
  doors: readonly Door[]
}

export interface DiagramWords {
  positions: string
  embedding: string
  eachLayer: string
  query: string
  key: string
  value: string
  feedForward: string
  names: Readonly<Record<DoorName, string>>
}

/** In a stage on a phone it is 312 px high, with letters of 12 px. */
const [WIDTH, HEIGHT] = [312, 352]

/** The lines of the flow: position, query, score, key, value. */
const [BUS, QUERY, AXIS, KEY, VALUE] = [22, 146, 176, 206, 270]

/** How far down each door acts. */
const LEVELS: Readonly<Record<DoorName, number>> = {
  embed: 46,
  rotate: 126,
  content: 180,
  bias: 230,
  mask: 254,
  value: 306,
}

/** How far down each door stands: in the order of their numbers, that of the article. */
const LABELS: Readonly<Record<DoorName, number>> = {
  embed: 46,
  rotate: 126,
  bias: 182,
  content: 212,
  value: 270,
  mask: 300,
}

/** x of the bend at which a wire passes another one. */
const BENDS: Readonly<Partial<Record<DoorName, number>>> = { bias: 128, content: 116, value: 128, mask: 116 }

/** x at which the wire of a door ends. */
const ENDS: Readonly<Record<DoorName, number>> = {
  embed: AXIS - 9,
  rotate: KEY - 9,
  content: AXIS - 9,
  bias: AXIS - 9,
  mask: AXIS - 9,
  value: AXIS - 32,
}

const LABEL_END = 104

export function doorsDiagram(
  lit: readonly DoorName[],
  beside: readonly Beside[],
  words: DiagramWords,
): Diagram {
  return {
    width: WIDTH,
    height: HEIGHT,
    marks: [
      ...bus(lit, beside, words),
      ...flow(words),
      ...box(AXIS, 205, 56, '÷ √d', beside.includes('score') ? 'term-position' : 'term-content'),
    ],
    doors: DOORS.map((door) => doorOf(door, lit.includes(door), words)),
  }
}

/** The position ids, on their way down past the doors. */
function bus(lit: readonly DoorName[], beside: readonly Beside[], { positions }: DiagramWords): Mark[] {
  // spread: six doors
  const lowest = Math.max(28, ...lit.map((door) => LABELS[door]))
  const renumbered = beside.includes('positions')
  return [
    { kind: 'path', d: `M${BUS} 28V${LABELS.mask}`, stroke: 'mark' },
    { kind: 'path', d: `M${BUS} 28V${lowest}`, stroke: 'term-position', width: 2.5 },
    {
      kind: 'path',
      d: rectangle(4, 2, 100, 26),
      stroke: 'term-position',
      ...(renumbered && { fill: 'term-position' }),
      width: renumbered ? 2 : 1,
    },
    {
      kind: 'text',
      x: 54,
      y: 20,
      text: positions,
      ink: renumbered ? 'paper' : 'term-position',
      anchor: 'middle',
    },
  ]
}

function flow(words: DiagramWords): Mark[] {
  const { embed, rotate, content, bias, mask, value } = LEVELS
  const [split, ends] = [76, 114]
  return [
    { kind: 'path', d: rectangle(2, 66, WIDTH - 4, HEIGHT - 68), stroke: 'mark', dash: [3, 4] },
    { kind: 'text', x: 32, y: 83, text: words.eachLayer, ink: 'soft' },
    // embeddings to the three vectors
    ...lines(`M${AXIS} 27V${embed - 9}`, `M${AXIS} ${embed + 9}V${split}`),
    ...lines(`M${QUERY} 90V${split}H${VALUE}V90`, `M${KEY} ${split}V90`),
    // queries and keys to scores
    ...lines(`M${QUERY} ${ends}V154H${AXIS - 26}`, `M${KEY} ${ends}V154H${AXIS + 26}`),
    ...lines(`M${AXIS} 167V${content - 9}`, `M${AXIS} ${content + 9}V193`, `M${AXIS} 217V${bias - 9}`),
    ...lines(`M${AXIS} ${bias + 9}V${mask - 9}`, `M${AXIS} ${mask + 9}V268`, `M${AXIS} 290V294`),
    // values to the feed-forward layer
    ...lines(`M${VALUE} ${ends}V${value}H${AXIS + 32}`, `M${AXIS} 318V324`),
    ...box(AXIS, 14, 112, words.embedding),
    ...box(QUERY, 102, 54, words.query),
    ...box(KEY, 102, 54, words.key),
    ...box(VALUE, 102, 54, words.value),
    ...box(AXIS, 154, 52, 'q · k'),
    ...box(AXIS, 280, 80, 'softmax'),
    ...box(AXIS, value, 64, 'Σ p v'),
    ...box(AXIS, 335, 124, words.feedForward),
    ...[embed, content, bias].flatMap((y) => sign(AXIS, y, `M${AXIS - 5} ${y}h10M${AXIS} ${y - 5}v10`)),
    ...[QUERY, KEY].flatMap((x) => sign(x, rotate, `M${x - 5} ${rotate}a5 5 0 1 1 2 4m-3 -1l3 1l1 -3`)),
    ...sign(AXIS, mask, `M${AXIS - 6} ${mask + 6}l12 -12`),
  ]
}

function doorOf(door: DoorName, lit: boolean, { names }: DiagramWords): Door {
  const [y, end] = [LABELS[door], LEVELS[door]]
  const ink: Ink = lit ? 'term-position' : 'mark'
  const bend = BENDS[door]
  const wire =
    door === 'rotate' ? `H${QUERY - 9}M${QUERY + 9} ${y}` : bend === undefined ? '' : `H${bend}V${end}`
  return {
    door,
    lit,
    area: { x: 4, y: y - 14, width: LABEL_END - 4, height: 28 },
    marks: [
      {
        kind: 'path',
        d: `M${LABEL_END} ${y}${wire}H${ENDS[door]}`,
        stroke: ink,
        width: lit ? 2.5 : 1,
        ...(lit ? {} : { dash: [2, 3] }),
      },
      ...(lit ? [arrow(ENDS[door], end)] : []),
      ...(lit && door === 'rotate' ? [arrow(QUERY - 9, y)] : []),
      { kind: 'path', d: circle(BUS, y, 12), stroke: ink, fill: lit ? 'term-position' : 'paper', width: 1.5 },
      {
        kind: 'text',
        x: BUS,
        y: y + 5,
        text: String(doorNumber(door)),
        anchor: 'middle',
        bold: lit,
        ink: lit ? 'paper' : 'soft',
      },
      { kind: 'text', x: 40, y: y + 5, text: names[door], ink: lit ? 'term-position' : 'soft', bold: lit },
    ],
  }
}

const lines = (...all: string[]): Mark[] =>
  all.map((d) => ({ kind: 'path', d, stroke: 'term-content', width: 1.5 }))

const arrow = (x: number, y: number): Mark => ({
  kind: 'path',
  d: `M${x} ${y}l-8 -4.5v9z`,
  fill: 'term-position',
})

function box(x: number, y: number, width: number, text: string, stroke: Ink = 'term-content'): Mark[] {
  const weight = stroke === 'term-position' ? 2.5 : 1
  return [
    { kind: 'path', d: rectangle(x - width / 2, y - 12, width, 24), stroke, fill: 'paper', width: weight },
    { kind: 'text', x, y: y + 5, text, ink: 'ink', anchor: 'middle' },
  ]
}

/** A place where something is done to the flow. */
function sign(x: number, y: number, d: string): Mark[] {
  return [
    { kind: 'path', d: circle(x, y, 9), stroke: 'term-content', fill: 'paper' },
    { kind: 'path', d, stroke: 'ink' },
  ]
}

const rectangle = (x: number, y: number, width: number, height: number) =>
  `M${x} ${y}h${width}v${height}h${-width}z`

const circle = (x: number, y: number, r: number) =>
  `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`
