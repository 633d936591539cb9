// The table: sorted by a column, with the counter-examples of one row below it.

import { html, nothing } from 'lit'
import { short } from '../../../content/format.js'
import type { At } from '../../parts/figure/figure-body.js'
import type { LinesContent } from '../../parts/lines/line.js'
import { lookOfEncoding } from '../../parts/positions/looks.js'
import { titleOf } from '../../parts/positions/titles.js'
import { type Measured, sorted } from './columns.js'
import type { PropertiesWords } from './messages.js'
import type { PropertiesDrawing, Row } from './properties-drawing.js'
import { COLUMNS, type Column, type propertiesFields } from './properties-fields.js'
import { boundSentence, cellText, sentencesOf } from './row-words.js'

export type Here = At<typeof propertiesFields, PropertiesWords>

export const MEASURED = COLUMNS.filter((column): column is Measured => column !== 'encoding')

/** Roles are written out, as narrow places lay the rows out as grids. */
export function propertiesTable(at: Here, { rows }: PropertiesDrawing) {
  const { state, words } = at
  return html`<div class="scroll" role="group" aria-label=${words.label} @keydown=${walkTable}>
    <table role="table">
      <thead role="rowgroup">
        <tr role="row">
          ${COLUMNS.map((column) => headView(at, column))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        ${sorted(rows, state.sort, state.descending).map((row) => rowView(at, row))}
      </tbody>
    </table>
  </div>`
}

/** The table is one stop: arrow keys lead along its head and down its rows. */
function walkTable(event: KeyboardEvent): void {
  const button = event.target as HTMLElement
  if (!button.matches('th button') || event.ctrlKey || event.metaKey || event.altKey) return
  const table = button.closest('table')
  const [head, rows] = ['thead', 'tbody'].map((part) => [
    ...(table?.querySelectorAll<HTMLElement>(`${part} th button`) ?? []),
  ]) as [HTMLElement[], HTMLElement[]]
  const [column, row] = [head.indexOf(button), rows.indexOf(button)]
  const to = {
    ArrowLeft: head[column - 1],
    ArrowRight: column < 0 ? undefined : head[column + 1],
    ArrowUp: row > 0 ? rows[row - 1] : head[0],
    ArrowDown: rows[row + 1],
    Home: row < 0 ? head[0] : rows[0],
    End: row < 0 ? head.at(-1) : rows.at(-1),
  }[event.key]
  if (!to) return
  event.preventDefault()
  to.focus()
}

function headView({ state, words, change }: Here, column: Column) {
  const isSorted = state.sort === column
  const direction = state.descending ? 'descending' : 'ascending'
  const name = words.columns[column]
  return html`<th scope="col" role="columnheader" aria-sort=${isSorted ? direction : 'none'}>
    <button
      type="button"
      tabindex=${isSorted ? 0 : -1}
      data-column=${column}
      title=${words.sortBy(name)}
      @click=${() => change({ sort: column, descending: isSorted && !state.descending })}
    >
      ${name}<span aria-hidden="true">${isSorted ? (state.descending ? ' ↓' : ' ↑') : nothing}</span>
    </button>
  </th>`
}

function rowView(at: Here, row: Row) {
  const { state, words, change } = at
  const { type } = row.entry
  const isOpen = state.open === type
  return html`<tr role="row" data-type=${type}>
      <th scope="row" role="rowheader">
        <button
          type="button"
          tabindex="-1"
          aria-expanded=${isOpen}
          @click=${() => change({ open: isOpen ? '' : type })}
        >
          ${nameOf(row, at)}
        </button>
      </th>
      ${MEASURED.map((column) => html`<td role="cell">${cellText(column, row, words)}</td>`)}
    </tr>
    ${isOpen ? examplesView(at, row) : nothing}`
}

export function nameOf({ entry, besideRope }: Row, { words, language }: Here): string {
  const title = titleOf(entry, language)
  return besideRope ? words.besideRope(title) : title
}

function examplesView(at: Here, row: Row) {
  const { words, frame } = at
  const { found, refused, entry } = row
  const sentences = found ? sentencesOf(found, words) : []
  return html`<tr role="row" class="examples">
    <td role="cell" colspan=${COLUMNS.length}>
      <div class="pair-of">
        <div>
          <p class="quiet">${words.examples.heading(nameOf(row, at))}</p>
          ${refused === undefined ? nothing : html`<p>${words.refused}${words.gap}<code>${refused}</code></p>`}
          <ul>
            ${sentences.map((sentence) => html`<li>${sentence}</li>`)}
          </ul>
          ${entry.link ? html`<p class="quiet">${words.paper}${words.gap}<a href=${entry.link}>${entry.paper}</a></p>` : nothing}
        </div>
        ${
          found
            ? html`<div class="curves">
                ${[curveOf(at, row, found), ...boundOf(at, row, found)].map(
                  (content) => html`<wf-lines .content=${content} .words=${frame}></wf-lines>`,
                )}
              </div>`
            : nothing
        }
      </div>
    </td>
  </tr>`
}

function curveOf(at: Here, row: Row, found: NonNullable<Row['found']>): LinesContent {
  const { words } = at
  const { curve } = found.decay
  const seen = found.extrapolation.trainLength
  return {
    x: Array.from(curve, (_, i) => i),
    xLog: false,
    yLog: false,
    height: 200,
    lines: [{ name: words.curve, values: curve, ...lookOfEncoding(row.entry.type) }],
    marks: seen < curve.length ? [{ axis: 'x', at: seen, name: words.seen(seen) }] : [],
    xTitle: words.distance,
    yTitle: words.score,
    label: `${words.curve}${words.comma}${nameOf(row, at)}`,
    summary: sentencesOf(found, words).join(words.gap),
    describe: ({ x, values: [score = Number.NaN] }) => words.curveAt(x, short(score)),
  }
}

/** Curve of the largest score that a rotation allows at each distance, which differs from the curve of a single score. */
function boundOf(at: Here, row: Row, { decay: { bound } }: NonNullable<Row['found']>): LinesContent[] {
  if (!bound) return []
  const { words } = at
  return [
    {
      x: Array.from(bound, (_, i) => i),
      xLog: false,
      yLog: false,
      height: 160,
      marks: [],
      lines: [{ name: words.bound, values: bound, tone: 'soft' }],
      xTitle: words.distance,
      yTitle: words.bound,
      label: `${words.bound}${words.comma}${nameOf(row, at)}`,
      summary: boundSentence(bound, words),
      describe: ({ x, values: [value = Number.NaN] }) => words.curveAt(x, short(value)),
    },
  ]
}
