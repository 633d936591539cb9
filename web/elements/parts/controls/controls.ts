// The controls of a figure: native inputs. Every slider has a number box.

import { html, nothing, type TemplateResult } from 'lit'
import { live } from 'lit/directives/live.js'
import { widthOf } from '../element/text-width.js'
import { liveUnlessTyped } from './live-unless-typed.js'

export interface RangeControl {
  id: string
  label: string
  min: number
  max: number
  step?: number | 'any'
  value: number
  /** Logarithmic slider: for bases, lengths and factors. */
  logarithmic?: boolean
  /** The value with its meaning, as spoken and shown: "64 tokens". */
  words?: string
  help?: string
  onChange: (value: number) => void
}

/** Stops of a logarithmic slider. */
const STOPS = 200

/**
 * A slider and a number box for the same value. Tab stops at the slider alone, as one more stop for each value is one too many; what
 * can only be part of a number, typed there, goes to the box, and so does Enter.
 */
export function rangeControl(control: RangeControl) {
  const { id, label, min, max, step = 1, value, words, help, logarithmic = false } = control
  const type = (event: Event) => {
    const typed = clampInput(event, min, max)
    if (typed !== undefined) control.onChange(typed)
  }
  const drag = (event: Event) => {
    const at = (event.target as HTMLInputElement).valueAsNumber
    control.onChange(logarithmic ? fromStop(at, control) : at)
  }
  const [low, high, by, at] = logarithmic ? [0, STOPS, 1, stopOf(value, control)] : [min, max, step, value]
  return html`<div class="control longish">
    <label for=${id}>${label}</label>
    <span class="pair">
      <input
        id=${id}
        type="range"
        min=${low}
        max=${high}
        step=${by}
        aria-valuetext=${words ?? String(value)}
        .value=${live(String(at))}
        @input=${drag}
        @keydown=${typeInstead}
      />
      <input
        type="number"
        tabindex="-1"
        aria-label=${label}
        min=${min}
        max=${max}
        step=${step}
        .value=${liveUnlessTyped(String(value))}
        @change=${type}
      />
    </span>
    ${help ? html`<span class="help">${help}</span>` : nothing}
  </div>`
}

/** From a slider to its box. A digit replaces what is there. */
function typeInstead(event: KeyboardEvent): void {
  if ((!/^[\d.]$/.test(event.key) && event.key !== 'Enter') || event.ctrlKey || event.metaKey || event.altKey)
    return
  const box = (event.currentTarget as HTMLElement).nextElementSibling as HTMLInputElement
  box.focus()
  box.select()
  if (event.key === 'Enter') event.preventDefault()
}

function stopOf(value: number, { min, max }: RangeControl): number {
  return Math.round((STOPS * Math.log(value / min)) / Math.log(max / min))
}

/** Two significant digits: round numbers. */
function fromStop(stop: number, { min, max, step = 1 }: RangeControl): number {
  const exact = min * (max / min) ** (stop / STOPS)
  const round = Number(exact.toPrecision(2))
  const whole = step === 'any' ? round : Math.round(round / step) * step
  return Math.max(min, Math.min(max, whole))
}

/** The value of an input clamped to its range, also written back to the input; undefined if it is no number. */
export function clampInput(event: Event, min: number, max: number): number | undefined {
  const input = event.target as HTMLInputElement
  if (Number.isNaN(input.valueAsNumber)) return undefined
  const value = Math.max(min, Math.min(max, input.valueAsNumber))
  if (value !== input.valueAsNumber) input.value = String(value)
  return value
}

export interface NumberControl {
  id: string
  label: string
  min: number
  max: number
  step?: number | 'any'
  /** Undefined = left open. */
  value: number | undefined
  placeholder?: string
  help?: string
  onChange: (value: number | undefined) => void
}

/** A number box without a slider. */
export function numberControl({
  id,
  label,
  min,
  max,
  step = 'any',
  value,
  placeholder,
  help,
  onChange,
}: NumberControl) {
  const type = (event: Event) => {
    if ((event.target as HTMLInputElement).value === '') onChange(undefined)
    else onChange(clampInput(event, min, max))
  }
  return html`<div class="control">
    <label for=${id}>${label}</label>
    <input
      id=${id}
      type="number"
      min=${min}
      max=${max}
      step=${step}
      placeholder=${placeholder ?? nothing}
      .value=${liveUnlessTyped(value === undefined ? '' : String(value))}
      @change=${type}
    />
    ${help ? html`<span class="help">${help}</span>` : nothing}
  </div>`
}

export interface Option {
  value: string
  name: string
  /** Options of one group must be adjacent. */
  group?: string | undefined
}

export interface ChoiceControl {
  id: string
  label: string
  options: readonly Option[]
  value: string
  help?: string
  onChange: (value: string) => void
}

export function choiceControl({ id, label, options, value, help, onChange }: ChoiceControl) {
  return html`<div class="control ${roomFor(options)}">
    <label for=${id}>${label}</label>
    <select id=${id} @change=${(event: Event) => onChange((event.target as HTMLSelectElement).value)}>
      ${grouped(options).map(({ group, members }) => {
        const list = members.map(
          (option) =>
            html`<option value=${option.value} .selected=${live(option.value === value)}>${option.name}</option>`,
        )
        return group === undefined ? list : html`<optgroup label=${group}>${list}</optgroup>`
      })}
    </select>
    ${help ? html`<span class="help">${help}</span>` : nothing}
  </div>`
}

/** Letters that the box of a choice has room for beside another control: where there is room for several, and on a phone. */
const [ROOM, NARROW_ROOM] = [20, 15]

/** A choice with longer names takes the room of two controls. */
function roomFor(options: readonly Option[]): '' | 'longish' | 'long' {
  // spread: one per choice
  const longest = Math.max(...options.map(({ name }) => widthOf(name)))
  if (longest > ROOM) return 'long'
  return longest > NARROW_ROOM ? 'longish' : ''
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

export interface SwitchControl {
  id: string
  label: string
  value: boolean
  help?: string
  onChange: (value: boolean) => void
}

export function switchControl({ id, label, value, help, onChange }: SwitchControl) {
  return html`<div class="control switch">
    <label for=${id}>
      <input
        id=${id}
        type="checkbox"
        .checked=${live(value)}
        @change=${(event: Event) => onChange((event.target as HTMLInputElement).checked)}
      />
      ${label}
    </label>
    ${help ? html`<span class="help">${help}</span>` : nothing}
  </div>`
}

export interface SegmentsControl extends ChoiceControl {
  /** A button that the arrow keys reach after the options. */
  last?: TemplateResult
}

/** Radio buttons shown side by side: one stop, and arrow keys among them. */
export function segmentsControl({ id, label, options, value, last, onChange }: SegmentsControl) {
  // the keyboard comes to the pressed button, to the first one where none is
  const stop = options.find((option) => option.value === value) ?? options[0]
  return html`<div class="control segments" role="toolbar" aria-label=${label} @keydown=${walkButtons}>
    ${options.map(
      (option) =>
        html`<button
          id="${id}-${option.value}"
          type="button"
          tabindex=${option === stop ? 0 : -1}
          aria-pressed=${option.value === value}
          @click=${() => onChange(option.value)}
        >
          ${option.name}
        </button>`,
    )}${last ?? nothing}
  </div>`
}

/** Arrow keys, Home and End move the focus among the buttons of a group. */
export function walkButtons(event: KeyboardEvent): void {
  const buttons = [...(event.currentTarget as HTMLElement).querySelectorAll<HTMLElement>('button')]
  const here = buttons.indexOf(event.target as HTMLElement)
  if (event.defaultPrevented || here < 0 || event.ctrlKey || event.metaKey || event.altKey) return
  const [next, previous, last] = [here + 1, here - 1, buttons.length - 1]
  const steps = {
    ArrowRight: next,
    ArrowDown: next,
    ArrowLeft: previous,
    ArrowUp: previous,
    Home: 0,
    End: last,
  }
  const to = steps[event.key as keyof typeof steps]
  if (to === undefined) return
  event.preventDefault()
  buttons[(to + buttons.length) % buttons.length]?.focus()
}

/** Among buttons that the arrow keys walk through, Tab comes back to the one that had the focus last. */
export function keepStop(event: FocusEvent): void {
  for (const button of (event.currentTarget as HTMLElement).querySelectorAll('button'))
    button.tabIndex = button === event.target ? 0 : -1
}
