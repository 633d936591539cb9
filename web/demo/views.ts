// Small pieces that several parts of the page draw the same way.

import { html, nothing } from 'lit'
import { live } from 'lit/directives/live.js'
import type { Progress } from 'whereformer'
import type { Reading as CellReading } from '../elements/heat-map-element.js'
import type { Stage } from './engine.js'
import { megabytes, nameOf, signOf, weight } from './format.js'
import type { Messages } from './messages/index.js'
import type { Trouble } from './trouble.js'

/** What went wrong, what to do, and a button that does it. */
export function troubleView(messages: Messages, trouble: Trouble | undefined, retry: () => void) {
  if (!trouble) return nothing
  return html`<div class="trouble" role="alert">
    <p>${messages.trouble[trouble.kind]} <button @click=${retry}>${messages.trouble.retry}</button></p>
    <p class="quiet">${messages.trouble.detail} <code>${trouble.message}</code></p>
  </div>`
}

/** A thin bar that says how far a download is. */
export function progressView(messages: Messages, stage: Stage, progress: Progress | undefined) {
  return html`<div class="progress">
    <progress
      aria-label=${messages.progress[stage]}
      max=${progress?.total ?? 1}
      value=${progress ? (progress.total ? progress.loaded : 1) : 0}
    ></progress>
    <span class="quiet">${messages.progress[stage]}${progress ? ` · ${bytes(messages, progress)}` : ''}</span>
  </div>`
}

function bytes(messages: Messages, { loaded, total }: Progress): string {
  return total
    ? messages.progress.bytes(megabytes(loaded), megabytes(total))
    : messages.progress.bytesSoFar(megabytes(loaded))
}

/** The sentence for a cell of an attention map, or of the difference of two. */
export function attentionCell(messages: Messages, characters: readonly string[], format = weight) {
  const name = (index: number) => signOf(characters[index] ?? '')
  return ({ row, column, value, hidden }: CellReading): string =>
    hidden
      ? messages.map.hiddenCell(row, name(row), column, name(column))
      : messages.map.cell(row, name(row), column, name(column), format(value))
}

export function spokenName(messages: Messages, characters: readonly string[], index: number): string {
  return nameOf(characters[index] ?? '', messages)
}

export interface RangeControl {
  id: string
  label: string
  min: number
  max: number
  step?: number | 'any'
  value: number
  help?: string
  onChange: (value: number) => void
}

/** The number in an input, moved into its range, where the input then shows it too; undefined for no number. */
export function clampInput(event: Event, min: number, max: number): number | undefined {
  const input = event.target as HTMLInputElement
  if (Number.isNaN(input.valueAsNumber)) return undefined
  const value = Math.max(min, Math.min(max, input.valueAsNumber))
  if (value !== input.valueAsNumber) input.value = String(value)
  return value
}

/** A slider and a number box for the same value: every drag has an alternative that is typed. */
export function rangeControl({ id, label, min, max, step = 1, value, help, onChange }: RangeControl) {
  const take = (event: Event) => {
    const value = clampInput(event, min, max)
    if (value !== undefined) onChange(value)
  }
  return html`<div class="control">
    <label for=${id}>${label}</label>
    <span class="pair">
      <input id=${id} type="range" min=${min} max=${max} step=${step} .value=${live(String(value))} @input=${take} />
      <input
        type="number"
        aria-label=${label}
        min=${min}
        max=${max}
        step=${step}
        .value=${live(String(value))}
        @change=${take}
      />
    </span>
    ${help ? html`<span class="quiet">${help}</span>` : nothing}
  </div>`
}

export interface ChoiceControl {
  id: string
  label: string
  options: readonly Option[]
  value: string
  onChange: (value: string) => void
}

export interface Option {
  value: string
  name: string
  /** Options of one group follow each other. */
  group?: string | undefined
}

export function choiceControl({ id, label, options, value, onChange }: ChoiceControl) {
  return html`<div class="control">
    <label for=${id}>${label}</label>
    <select id=${id} @change=${(event: Event) => onChange((event.target as HTMLSelectElement).value)}>
      ${grouped(options).map(({ group, members }) => {
        const list = members.map(
          (option) =>
            html`<option value=${option.value} .selected=${option.value === value}>${option.name}</option>`,
        )
        return group === undefined ? list : html`<optgroup label=${group}>${list}</optgroup>`
      })}
    </select>
  </div>`
}

function grouped(options: readonly Option[]): { group: string | undefined; members: Option[] }[] {
  const groups: { group: string | undefined; members: Option[] }[] = []
  for (const option of options) {
    const last = groups.at(-1)
    if (last && last.group === option.group) last.members.push(option)
    else groups.push({ group: option.group, members: [option] })
  }
  return groups
}

interface HeadChooser {
  messages: Messages
  id: string
  /** Layers and heads to choose from. */
  layers: number
  heads: number
  layer: number
  head: number
  onChange: (choice: { layer: number; head: number }) => void
}

/** Which of the attention maps is shown. */
export function headChooser({ messages, id, layers, heads, layer, head, onChange }: HeadChooser) {
  const chooser = (key: 'layer' | 'head', count: number, value: number) =>
    choiceControl({
      id: `${id}-${key}`,
      label: messages.attention[key],
      value: String(value),
      options: Array.from({ length: count }, (_, i) => ({
        value: String(i),
        name: messages.attention.nth(i + 1, count),
      })),
      onChange: (chosen) => onChange({ layer, head, [key]: Number(chosen) }),
    })
  return [chooser('layer', layers, layer), chooser('head', heads, head)]
}
