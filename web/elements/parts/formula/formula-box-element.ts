// The box of a formula: what is typed is checked at once, told when typing pauses, and given to the figure when it is right.

import { html, nothing, type PropertyDeclarations } from 'lit'
import { live } from 'lit/directives/live.js'
import type { Language } from '../../../content/bilingual.js'
import { sentenceOf } from '../../../formula/fault-words.js'
import type { FormulaError } from '../../../formula/formula-error.js'
import { type FormulaKind, functions, variablesOf } from '../../../formula/names.js'
import { controlStyles } from '../controls/control-styles.js'
import { choiceControl, segmentsControl } from '../controls/controls.js'
import { baseStyles } from '../element/element-styles.js'
import { StyledElement } from '../element/styled-element.js'
import { formulaBoxStyles } from './formula-box-styles.js'
import { formulaExamples } from './formula-examples.js'
import { formulaWords } from './messages.js'

export interface FormulaBox {
  kind: FormulaKind
  /** The formula that is shown, or one that came and could not be. */
  text: string
  error: FormulaError | undefined
  language: Language
  /** What the formula is known as. */
  known: string | undefined
  check: (text: string, kind: FormulaKind) => FormulaError | undefined
  commits: 'typed' | 'done'
  /** What the formula may be. */
  kinds: readonly FormulaKind[]
  /** A formula without a fault. */
  onChange: (kind: FormulaKind, text: string) => void
  /** The first formula of a kind. */
  first: Readonly<Record<FormulaKind, string>>
}

/** What is typed, as long as the figure shows the formula of before. */
interface Draft {
  kind: FormulaKind
  shown: string
  typed: string
  error: FormulaError | undefined
}

/** Milliseconds without a letter after which a fault is told: a formula is wrong most of the time while it is typed. */
const PAUSE = 700

export class FormulaBoxElement extends StyledElement {
  static override styles = [baseStyles, controlStyles, formulaBoxStyles]
  static override properties: PropertyDeclarations = { box: { attribute: false }, draft: { state: true } }

  declare box: FormulaBox
  declare protected draft: Draft | undefined
  #pause: ReturnType<typeof setTimeout> | undefined

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    clearTimeout(this.#pause)
  }

  override render() {
    const { kind, language } = this.box
    const words = formulaWords[language]
    return html`<div class="box" role="group" aria-label=${words.title}>
      ${this.#starts()}
      <div class="control wide">
        <label for="formula">${words.labels[kind]}</label>
        ${this.#input()}
        <div id="fault" role="alert">${this.#fault()}</div>
        <p id="known" role="status">${this.#error ? nothing : this.box.known}</p>
      </div>
      ${this.#names()}
    </div>`
  }

  get #draft(): Draft | undefined {
    const { draft, box } = this
    return draft?.kind === box.kind && draft.shown === box.text ? draft : undefined
  }

  get #error(): FormulaError | undefined {
    return this.#draft ? this.#draft.error : this.box.error
  }

  #starts() {
    const { kind, kinds, text, language, first, onChange } = this.box
    const words = formulaWords[language]
    const options = formulaExamples.flatMap((one, i) =>
      one.kind === kind ? [{ value: String(i), name: one.name[language] }] : [],
    )
    const chosen = formulaExamples.findIndex((one) => one.kind === kind && one.text === text)
    return [
      kinds.length > 1
        ? segmentsControl({
            id: 'kind',
            label: words.kind,
            value: kind,
            options: kinds.map((value) => ({ value, name: words.kinds[value] })),
            onChange: (value) => onChange(value as FormulaKind, first[value as FormulaKind]),
          })
        : nothing,
      choiceControl({
        id: 'examples',
        label: words.examples,
        value: String(chosen),
        options: [...(chosen < 0 ? [{ value: '-1', name: words.own }] : []), ...options],
        onChange: (value) => void this.#tried(formulaExamples[Number(value)]?.text ?? text),
      }),
    ]
  }

  #input() {
    return html`<input
      id="formula"
      type="text"
      autocomplete="off"
      autocapitalize="off"
      autocorrect="off"
      spellcheck="false"
      aria-invalid=${this.#error ? 'true' : 'false'}
      aria-describedby="fault known"
      .value=${live(this.#draft?.typed ?? this.box.text)}
      @input=${this.#typed}
      @change=${this.#done}
    />`
  }

  readonly #typed = (event: Event): void => {
    const { value } = event.target as HTMLInputElement
    const error = this.box.commits === 'typed' ? this.#tried(value) : this.#checked(value)
    if (error) this.#pause = setTimeout(() => this.#tell(error), PAUSE)
  }

  readonly #done = (event: Event): void => {
    const error = this.#tried((event.target as HTMLInputElement).value)
    if (error) this.#tell(error)
  }

  /** Gives a right formula to the figure. */
  #tried(typed: string): FormulaError | undefined {
    const { kind, onChange, text } = this.box
    const error = this.#checked(typed)
    if (!error && typed !== text) onChange(kind, typed)
    return error
  }

  #checked(typed: string): FormulaError | undefined {
    clearTimeout(this.#pause)
    const { kind, check, text } = this.box
    this.draft = { kind, shown: text, typed, error: undefined }
    return check(typed, kind)
  }

  #tell(error: FormulaError): void {
    if (this.draft) this.draft = { ...this.draft, error }
  }

  #fault() {
    const error = this.#error
    if (!error) return nothing
    const { fault, text } = error
    return html`<p>${sentenceOf(fault, this.box.language)}</p>
      ${'at' in fault ? marked(text, fault.at) : nothing}`
  }

  #names() {
    const { kind, language } = this.box
    const words = formulaWords[language]
    return html`<details class="wide">
      <summary>${words.names}</summary>
      <dl>
        ${variablesOf[kind].map((name) => html`<dt><code>${name}</code></dt><dd>${words.variables[name]}</dd>`)}
      </dl>
      <p>${words.operators}</p>
      <p>${words.functions(Object.keys(functions).join(', '))}</p>
    </details>`
  }
}

/** The formula with a caret under the character at fault; a reader who hears it has the sentence. */
function marked(text: string, at: number) {
  const [sign = ' '] = text.slice(at)
  return html`<code aria-hidden="true">${text.slice(0, at)}<mark>${sign}</mark>${text.slice(at + sign.length)}</code>`
}
