// Whether two parts of a regular expression can match the same character.

import type { Characters } from './pattern.js'

export class Overlap {
  readonly #flags: string
  readonly #known = new Map<string, boolean>()

  constructor(ignoresCase: boolean) {
    this.#flags = ignoresCase ? 'iu' : 'u'
  }

  of(a: Characters, b: Characters): boolean {
    if (a.source === b.source) return true
    const both = `(?=${a.source})(?:${b.source})`
    const known = this.#known.get(both) ?? new RegExp(both, this.#flags).test(everyCharacter())
    this.#known.set(both, known)
    return known
  }

  requireNone(choice: readonly Characters[]): void {
    const ambiguous = choice.some((a, i) => choice.slice(i + 1).some((b) => this.of(a, b)))
    if (ambiguous) throw new RangeError('a repetition of what matches a text in several ways')
  }
}

let everyOne: string | undefined

/** All of Unicode, each character once; a half of a pair stands alone. */
function everyCharacter(): string {
  if (everyOne === undefined) {
    const step = 2048
    const parts = ['\udc00 \ud800 ']
    for (let start = 0; start < 0x110000; start += step) {
      if (start >= 0xd800 && start < 0xe000) continue
      // spread: 2048, the step
      parts.push(String.fromCodePoint(...Array.from({ length: step }, (_, i) => start + i)))
    }
    everyOne = parts.join('')
  }
  return everyOne
}
