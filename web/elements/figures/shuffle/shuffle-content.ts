// What <wf-shuffle> has found, in words, and its maps.

import { short } from '../../../content/format.js'
import { largest } from '../../parts/matrix/largest.js'
import type { MatrixContent } from '../../parts/matrix/matrix-view-element.js'
import { signOf } from '../../parts/trained/passage.js'
import type { ShuffleWords } from './messages.js'
import { ROUNDING, type ShuffleDrawing } from './shuffle-drawing.js'

export const isChanged = (change = Number.NaN): boolean => !(change < ROUNDING)

/** How many outputs changed, by how much, and how many differ from each other. */
export function findings(drawing: ShuffleDrawing, words: ShuffleWords): string {
  const { order } = drawing
  const isInOrder = order.every((character, i) => character === i)
  return [...(isInOrder ? [] : [changeText(drawing, words)]), differentText(drawing, words)].join(words.gap)
}

function changeText({ changes, prepared }: ShuffleDrawing, words: ShuffleWords): string {
  const most = largest(changes)
  const changed = changes.filter(isChanged).length
  if (most === 0) return words.exactly
  if (changed === 0) return words.unchanged(short(most))
  const name = signOf(prepared.characters[changes.indexOf(most)] ?? '')
  return words.changed(changed, changes.length, name, share(most))
}

function differentText(
  { different, changes: { length }, causal }: ShuffleDrawing,
  words: ShuffleWords,
): string {
  if (length < 2) return words.single
  if (different === 1) return words.allEqual(length)
  if (different === length) return words.allDiffer(length)
  return words[causal ? 'some' : 'equals'](different, length)
}

const share = (value: number): string => `${Number((100 * value).toPrecision(2))}\u00a0%`

/** Attention in the order of the text, and in the new one. */
export function mapsOf({ maps, prepared, order, layer, head, causal }: ShuffleDrawing, words: ShuffleWords) {
  const inText = prepared.characters.map(signOf)
  const signs = [inText, order.map((character) => inText[character] ?? '')]
  return maps.map((matrix, i): { title: string; content: MatrixContent } => {
    const title = i ? words.mapAfter : words.mapBefore
    const names = signs[i] ?? []
    const sign = (index: number) => names[index] ?? ''
    return {
      title,
      content: {
        ...{ matrix, causal, colors: 'sequential', range: { low: 0, high: 1 } },
        label: words.label(title, layer + 1, head + 1),
        summary: words.summary(matrix.rows, short(largest(matrix.data))),
        ...{ rowTitle: words.query, columnTitle: words.key, rowNames: names, columnNames: names },
        describe: ({ row, column, value, hidden }) =>
          hidden
            ? words.hiddenCell(sign(row), sign(column))
            : words.cell(sign(row), sign(column), short(value)),
        scaleLabel: words.weight,
        ...(causal ? { maskedLabel: words.masked } : {}),
      },
    }
  })
}

/** A line per character. */
export function rowsOf({ prepared: { characters }, places, changes }: ShuffleDrawing) {
  return characters.map((character, i) => [signOf(character), i, places[i] ?? 0, changes[i] ?? 0] as const)
}
