// The list of mistakes: one stop of the Tab key, arrow keys within.

import { html } from 'lit'
import { ref } from 'lit/directives/ref.js'
import type { Language } from '../../../content/bilingual.js'
import type { Option } from '../../parts/controls/controls.js'
import { unbroken } from '../../parts/element/unbroken.js'
import { groups } from './collection/index.js'

export function optionsOf(language: Language): Option[] {
  return groups.flatMap(({ title, mistakes }) =>
    mistakes.map((mistake) => ({
      value: mistake.id,
      name: mistake.title[language],
      group: title[language],
    })),
  )
}

export function mistakesList(
  label: string,
  language: Language,
  chosen: string,
  choose: (id: string) => void,
) {
  const options = optionsOf(language)
  const names = [...new Set(options.map(({ group }) => group))]
  return html`<div class="list" role="listbox" aria-label=${label} @keydown=${(event: KeyboardEvent) => walk(event, choose)} ${ref(showChosen)}>
    ${names.map(
      (name) => html`<div role="group" aria-label=${name}>
        <p aria-hidden="true">${name}</p>
        ${options.filter(({ group }) => group === name).map((option) => optionView(option, chosen, choose))}
      </div>`,
    )}
  </div>`
}

function optionView({ value, name }: Option, chosen: string, choose: (id: string) => void) {
  const isChosen = value === chosen
  return html`<div
    role="option"
    data-mistake=${value}
    aria-selected=${isChosen}
    tabindex=${isChosen ? 0 : -1}
    @click=${() => choose(value)}
  >
    ${unbroken(name)}
  </div>`
}

/** A link may name one that is far down the list. The page itself does not move. */
function showChosen(list: Element | undefined): void {
  if (!list) return
  requestAnimationFrame(() => {
    const chosen = list.querySelector<HTMLElement>('[aria-selected=true]')
    if (!chosen) return
    const below = chosen.getBoundingClientRect().bottom - list.getBoundingClientRect().bottom
    if (below > 0) list.scrollTop += below + list.clientHeight / 3
  })
}

function walk(event: KeyboardEvent, choose: (id: string) => void): void {
  const list = event.currentTarget as HTMLElement
  const all = [...list.querySelectorAll<HTMLElement>('[role=option]')]
  const here = all.indexOf(event.target as HTMLElement)
  const to = { ArrowDown: here + 1, ArrowUp: here - 1, Home: 0, End: all.length - 1 }[event.key]
  const next = to === undefined ? undefined : all[to]
  if (to === undefined || event.ctrlKey || event.metaKey || event.altKey) return
  event.preventDefault()
  if (!next?.dataset.mistake) return
  next.focus()
  choose(next.dataset.mistake)
}
