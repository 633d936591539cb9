// The typed text as a field of the state.

import type { Field } from '../figure/fields.js'

/** Only the end of a longer text is kept. */
const MOST = 100_000

/** A link holds more than a model reads, and stays short even where signs take many places in it. */
const LINKED = 150

export function passage(initial: string): Field<string> {
  return {
    initial,
    print: (text) =>
      Array.from(text.slice(-4 * LINKED))
        .slice(-LINKED)
        .join(''),
    read: (given) => (typeof given === 'string' ? { value: given.slice(-MOST) } : { wanted: '"…"' }),
  }
}
