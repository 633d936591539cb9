// One model as a row: name, year, encodings, and the six doors with those that are lit.

import { html } from 'lit'
import type { ModelCard } from '../../../lib/families/cards.js'
import type { ColorToken } from '../../parts/element/tokens.js'
import type { At } from '../../parts/figure/figure-body.js'
import { DOORS, type DoorName, doorNumber } from '../../parts/positions/door-names.js'
import { doorWords } from '../../parts/positions/door-words.js'
import { hueOfEncoding } from '../../parts/positions/looks.js'
import { titleOf } from '../../parts/positions/titles.js'
import type { ModelsWords } from './messages.js'
import type { ModelsDrawing } from './models-drawing.js'
import type { modelsFields } from './models-fields.js'

export type Here = At<typeof modelsFields, ModelsWords>

export const nameOf = ({ title, titleZh }: ModelCard, { language }: Pick<Here, 'language'>): string =>
  language === 'zh' ? titleZh : title

export function encodingsOf(
  { position }: ModelCard,
  { entries }: ModelsDrawing,
  { language, words }: Here,
): string {
  const titles = position.types.map((type) => {
    const entry = entries.find((known) => known.type === type)
    return entry ? titleOf(entry, language) : type
  })
  return titles.join(words.comma)
}

export const litDoorsOf = ({ position }: ModelCard): DoorName[] =>
  DOORS.filter((door) => position.doors.includes(door))

/** That of its first encoding: what comes after it is a mask, or belongs to it. */
export const hueOf = ({ position }: ModelCard): ColorToken => hueOfEncoding(position.types[0] ?? 'none')

/** "door 1 (Embed), door 3 (Bias)" */
function doorsText(card: ModelCard, { language, words }: Here): string {
  const { named, names } = doorWords[language]
  return litDoorsOf(card)
    .map((door) => named(doorNumber(door), names[door]))
    .join(words.comma)
}

export function rowView(at: Here, drawing: ModelsDrawing, card: ModelCard) {
  const isOpen = card === drawing.open
  const isStop = card === (drawing.open ?? drawing.cards[0])
  const lit = litDoorsOf(card)
  const doors = doorsText(card, at)
  return html`<button
    type="button"
    class="row"
    tabindex=${isStop ? 0 : -1}
    data-model=${card.id}
    aria-expanded=${isOpen}
    @click=${() => at.change({ model: isOpen ? '' : card.id })}
    @keydown=${walk}
  >
    <span class="name">${nameOf(card, at)}</span>
    <span class="year">${card.year}</span>
    <span class="encodings">${encodingsOf(card, drawing, at)}</span>
    ${doors ? html`<span class="unseen">${at.words.colon}${doors}</span>` : ''}
    <span class="doors" aria-hidden="true">
      ${DOORS.map((door) => html`<span class=${lit.includes(door) ? 'door lit' : 'door'}>${doorNumber(door)}</span>`)}
    </span>
  </button>`
}

/** The list is one stop, and arrow keys move between rows; Tab goes into an open card. */
function walk(event: KeyboardEvent): void {
  const row = event.currentTarget as HTMLElement
  const all = [...(row.closest('ul')?.querySelectorAll<HTMLElement>('.row') ?? [])]
  const here = all.indexOf(row)
  const to = { ArrowDown: here + 1, ArrowUp: here - 1, Home: 0, End: all.length - 1 }[event.key]
  if (to === undefined || event.ctrlKey || event.metaKey || event.altKey) return
  event.preventDefault()
  all[to]?.focus()
}
