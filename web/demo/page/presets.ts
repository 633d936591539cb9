// The presets of a figure: one click sets its state and says what to look at, another one sets it back.

import type { Json } from '../../content/json.js'
import { makeOneStop } from './roving.js'

interface Live extends HTMLElement {
  readonly state: Record<string, Json>
  readonly stateText: string
  choose(state: unknown): void
}

export function startPresets(): void {
  for (const box of document.querySelectorAll<HTMLElement>('.presets')) new Presets(box).start()
}

class Presets {
  readonly #row: HTMLElement
  readonly #figure: Live
  readonly #buttons: readonly HTMLButtonElement[]
  readonly #said: HTMLElement
  readonly #undo: HTMLButtonElement
  #chosen: HTMLButtonElement | undefined
  /** Before the first of the presets that were chosen one after another. */
  #before: Record<string, Json> | undefined
  /** The state that the sentence is true of. */
  #text = ''

  constructor(box: HTMLElement) {
    this.#row = box.querySelector('[role=toolbar]') as HTMLElement
    this.#figure = box.parentElement as Live
    this.#buttons = [...box.querySelectorAll<HTMLButtonElement>('[data-state]')]
    this.#said = box.querySelector('[role=status]') as HTMLElement
    this.#undo = box.querySelector('.undo') as HTMLButtonElement
  }

  start(): void {
    makeOneStop(this.#buttons, this.#row)
    for (const button of this.#buttons) button.addEventListener('click', () => this.#press(button))
    this.#undo.addEventListener('click', () => {
      this.#chosen?.focus()
      this.#back()
    })
    for (const event of ['wf-state', 'wf-ready']) this.#figure.addEventListener(event, () => this.#compare())
  }

  #press(button: HTMLButtonElement): void {
    if (button === this.#chosen) this.#back()
    else this.#choose(button)
  }

  #choose(button: HTMLButtonElement): void {
    this.#before ??= this.#figure.state
    this.#mark(undefined)
    this.#figure.choose(JSON.parse(button.dataset.state ?? '{}'))
    this.#text = this.#figure.stateText
    this.#mark(button)
    this.#say(button.dataset.look ?? '')
  }

  #back(): void {
    const before = this.#before
    this.#forget()
    this.#say('')
    this.#figure.choose(before)
  }

  #say(sentence: string): void {
    this.#said.textContent = sentence
    this.#undo.hidden = !sentence
  }

  /** The reader changed something else: the sentence leaves, its room stays. */
  #compare(): void {
    if (this.#chosen && this.#figure.stateText !== this.#text) this.#forget()
  }

  #forget(): void {
    this.#mark(undefined)
    this.#before = undefined
  }

  #mark(chosen: HTMLButtonElement | undefined): void {
    this.#chosen = chosen
    for (const button of this.#buttons) button.ariaPressed = String(button === chosen)
    this.#undo.parentElement?.classList.toggle('left', !chosen)
  }
}
