// The text box, and notes on what was typed.

import { css, html } from 'lit'
import { live } from 'lit/directives/live.js'
import type { Prepared } from './passage.js'
import type { TrainedWords } from './trained-words.js'

export const textBoxStyles = css`
  .text-box {
    display: grid;
    gap: 4px;
    margin-block-end: 8px;
  }
  .text-box label,
  .text-box .hint {
    color: var(--_soft);
  }
  .text-box p {
    margin: 0;
  }
  .text-box textarea {
    width: 100%;
    padding: 6px 10px;
    resize: vertical;
    field-sizing: content;
    min-height: 38px;
    max-height: calc(3 * 1.5rem + 14px); /* a long text is scrolled */
    font: 1rem / 1.5 ui-monospace, 'SF Mono', Menlo, Consolas, 'Noto Sans Mono CJK SC', monospace;
    color: var(--_term-content);
  }
  @container (max-width: 400px) {
    .text-box textarea {
      max-height: calc(2 * 1.5rem + 14px);
    }
  }
  @container (min-width: 640px) {
    .text-box {
      grid-template-columns: auto minmax(0, 1fr);
      gap: 4px 24px;
    }
    .text-box p {
      grid-area: 1 / 2;
    }
    .text-box textarea {
      grid-column: 1 / -1;
    }
  }
`

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

/** What of a typed text was not read as it stands, in sentences. */
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
