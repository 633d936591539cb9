// A mistake as files; loaded when somebody saves.

import { digits } from '../../../content/mistakes/numbers.js'
import { csvLine } from '../../parts/export/csv.js'
import { type Scene, type SceneColors, type Shape, sceneColors } from '../../parts/export/scene.js'
import { type Pair, pairsOf, rangeOf } from './mistakes-drawing.js'
import { type Here, type MistakesPicture, verdict } from './mistakes-picture.js'
import { apartText } from './mistakes-table.js'

/** All inputs, a line for each number. */
export function mistakesCsv({ words: { csv } }: Here, { trials }: MistakesPicture): string {
  const lines = trials.flatMap((trial) =>
    pairsOf(trial).map(({ got, wanted, apart }, i) => [trial.at, i + 1, got ?? '', wanted ?? '', apart]),
  )
  return `${[Object.values(csv), ...lines].map(csvLine).join('\n')}\n`
}

const [WIDTH, MARGIN, LINE, BAR] = [720, 16, 22, 120]
/** Left edges of the columns. */
const COLUMNS = [MARGIN, 100, 330, 580] as const

export function mistakesScene(at: Here, drawing: MistakesPicture): Scene {
  const { words, language, element } = at
  const { mistake, trials, shown } = drawing
  const colors = sceneColors(element)
  const trial = trials[shown] ?? { at: '', got: [], wanted: [] }
  const pairs = pairsOf(trial)
  const title = mistake.title[language]
  const shapes: Shape[] = []
  let line = 0
  const write = (text: string, color: string, bold = false) => {
    for (const part of wrapped(text)) {
      shapes.push({ kind: 'text', text: part, x: MARGIN, y: yOf(line), size: 14, color, bold })
      line += 1
    }
  }
  write(title, colors.ink, true)
  write([words.written, mistake.claim[language]].join(words.colon), colors.ink)
  write([words.right, mistake.right[language]].join(words.colon), colors.ink)
  write([words.at, trial.at].join(words.colon), colors.soft)
  const heads = [words.number, words.written, words.right, words.apart]
  // spread: one per column of a drawn table
  shapes.push(...heads.map((text, i) => cell(i, line, text, colors.soft)))
  for (const [i, pair] of pairs.entries())
    shapes.push(
      // spread: one per column of a drawn table
      ...rowShapes(pair, i, line + 1 + i, rangeOf(trial), colors, apartText(pair, words), words.none),
    )
  line += pairs.length + 1
  write(verdict(at, drawing), colors.ink)
  return { width: WIDTH, height: yOf(line), background: colors.paper, title, shapes }
}

const yOf = (line: number) => MARGIN + LINE * line + 14

const cell = (column: number, line: number, text: string, color: string): Shape => ({
  kind: 'text',
  text,
  x: COLUMNS[column] ?? MARGIN,
  y: yOf(line),
  size: 14,
  color,
})

function rowShapes(
  { got, wanted }: Pair,
  index: number,
  line: number,
  ends: readonly [number, number],
  colors: SceneColors,
  apart: string,
  none: string,
): Shape[] {
  const text = (value: number | undefined) => (value === undefined ? none : digits(value))
  return [
    cell(0, line, String(index + 1), colors.soft),
    cell(1, line, text(got), colors.ink),
    ...bar(1, line, got, ends, colors.soft, colors.line),
    cell(2, line, text(wanted), colors.ink),
    ...bar(2, line, wanted, ends, colors.ink, colors.line),
    cell(3, line, apart, colors.ink),
  ]
}

function bar(
  column: number,
  line: number,
  value: number | undefined,
  [low, high]: readonly [number, number],
  fill: string,
  axis: string,
): Shape[] {
  if (low === high) return []
  const left = (COLUMNS[column] ?? 0) + 84
  const place = (x: number) => left + (BAR * (x - low)) / (high - low)
  const [zero, top] = [place(0), yOf(line) - 11]
  const end = value !== undefined && Number.isFinite(value) ? place(value) : zero
  return [
    { kind: 'path', d: `M${zero} ${top}H${end}V${top + 12}H${zero}Z`, fill },
    { kind: 'path', d: `M${zero} ${top - 2}V${top + 14}`, stroke: axis },
  ]
}

/** Columns of a line; a Chinese sign takes two. */
const LONGEST = 92

function wrapped(text: string): string[] {
  const lines: string[] = []
  let [now, width] = ['', 0]
  for (const word of text.match(/[^\u2E80-\uFFEF\s]+\s*|[\u2E80-\uFFEF]|\s+/g) ?? []) {
    const wide = [...word].reduce((sum, sign) => sum + (/[\u2E80-\uFFEF]/.test(sign) ? 2 : 1), 0)
    if (now && width + wide > LONGEST && !/^[，。；：、）]/.test(word)) {
      lines.push(now.trimEnd())
      ;[now, width] = ['', 0]
    }
    now += word
    width += wide
  }
  return now ? [...lines, now.trimEnd()] : lines
}
