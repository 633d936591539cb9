// The models as files; loaded when somebody saves.

import { csvLine } from '../../parts/export/csv.js'
import { type Scene, type SceneColors, type Shape, sceneColors } from '../../parts/export/scene.js'
import { DOORS, doorNumber } from '../../parts/positions/door-names.js'
import { factsOf } from './model-facts.js'
import { encodingsOf, type Here, hueOf, litDoorsOf, nameOf } from './model-row.js'
import type { ModelsDrawing } from './models-drawing.js'

/** A line for each model that is shown. */
export function modelsCsv(at: Here, { cards }: ModelsDrawing): string {
  const { words, language } = at
  const { csv, facts } = words
  const names = Object.values(facts)
  const join = (all: readonly string[]) => all.join('; ')
  const lines = cards.map((card) => {
    const found = new Map(factsOf(card.facts, words))
    return [
      card.id,
      nameOf(card, at),
      card.year,
      card.position.types.join(' '),
      card.position.doors.join(' '),
      ...names.map((name) => found.get(name) ?? ''),
      join(card.tutorials.map(({ say }) => say[language])),
      join(card.tutorials.map(({ truth }) => truth[language])),
      `${card.paper.link} ${card.source}`,
    ]
  })
  const header = [
    csv.id,
    csv.model,
    csv.year,
    csv.encodings,
    csv.doors,
    ...names,
    csv.tutorials,
    csv.truth,
    csv.source,
  ]
  return `${[header, ...lines].map(csvLine).join('\n')}\n`
}

const [MARGIN, LINE] = [16, 32]
/** Name, year, encodings, doors. */
const [NAME, YEAR, ENCODINGS, FIRST_DOOR, DOOR] = [MARGIN, 180, 240, 620, 34]
const WIDTH = FIRST_DOOR + DOORS.length * DOOR

export function modelsScene(at: Here, drawing: ModelsDrawing): Scene {
  const colors = sceneColors(at.element)
  return {
    width: WIDTH,
    height: 2 * MARGIN + LINE * drawing.cards.length,
    background: colors.paper,
    title: at.words.list,
    shapes: drawing.cards.flatMap((card, line): Shape[] => {
      const middle = MARGIN + LINE * line + LINE / 2
      const text = (x: number, written: string, color: string, bold = false): Shape => ({
        kind: 'text',
        x,
        y: middle + 5,
        text: written,
        size: 14,
        color,
        bold,
      })
      const lit = litDoorsOf(card)
      const hue = colors[hueOf(card)]
      return [
        { kind: 'path', d: `M${MARGIN} ${middle - LINE / 2}H${WIDTH - MARGIN}`, stroke: colors.line },
        text(NAME, nameOf(card, at), colors.ink, true),
        text(YEAR, String(card.year), colors.soft),
        text(ENCODINGS, encodingsOf(card, drawing, at), hue),
        ...DOORS.flatMap((door, i) =>
          doorShapes(FIRST_DOOR + i * DOOR, middle, doorNumber(door), lit.includes(door), {
            ...colors,
            'term-position': hue,
          }),
        ),
      ]
    }),
  }
}

function doorShapes(x: number, y: number, number: number, lit: boolean, colors: SceneColors): Shape[] {
  return [
    {
      kind: 'path',
      d: `M${x - 12} ${y}a12 12 0 1 0 24 0a12 12 0 1 0 -24 0Z`,
      ...(lit ? { fill: colors['term-position'] } : { stroke: colors.line }),
    },
    {
      kind: 'text',
      x,
      y: y + 5,
      text: String(number),
      size: 13,
      anchor: 'middle',
      bold: lit,
      color: lit ? colors.paper : colors.soft,
    },
  ]
}
