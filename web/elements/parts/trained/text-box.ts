// The text box, and notes on what was typed.

import { html } from 'lit'
import { live } from 'lit/directives/live.js'
import type { Prepared } from './passage.js'
import type { TrainedWords } from './trained-words.js'

export interface TextBox {
  text: string
  prepared: Prepared
  context: number
  /** The characters besides letters and spaces in the vocabulary. */
  known: readonly string[]
  words: TrainedWords
  gap: string
  onChange: (text: string) => void
}

export function textBox({ text, prepared, context, known, words, gap, onChange }: TextBox) {
  const sentences = notesOn(prepared, context, known, words)
  return html`<div class="text-box">
    <label for="text">${words.text}</label>
    <textarea
      id="text"
      rows="2"
      spellcheck="false"
      autocapitalize="off"
      aria-describedby="text-notes"
      .value=${live(text)}
      @input=${(event: Event) => onChange((event.target as HTMLTextAreaElement).value)}
    ></textarea>
    <p id="text-notes" role="status" class=${sentences.length ? 'notes' : 'hint'}>
      ${sentences.length ? sentences.join(gap) : words.textHint(context)}
    </p>
  </div>`
}

/** Unknown characters listed at most. */
const FEW = 5

/** Sentences on the parts of a typed text that were not read as they stand. */
export function notesOn(
  { length, strangers, leftOut, replaced }: Prepared,
  context: number,
  known: readonly string[],
  words: TrainedWords,
): string[] {
  const sentences: string[] = []
  if (leftOut) {
    const some = strangers.slice(0, FEW).map(words.quoted).join(words.and)
    const signs = known.filter((character) => !/[A-Za-z\s]/.test(character)).join(' ')
    sentences.push(words.strangers(leftOut, strangers.length > FEW ? `${some} …` : some, signs))
  }
  if (length - leftOut > context) sentences.push(words.tooLong(length - leftOut, context))
  if (replaced) sentences.push(words.replaced)
  return sentences
}
