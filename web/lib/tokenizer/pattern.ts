// The structure of a regular expression with the flag u, as far as the time that it takes depends on it.

/** A repeated part; `most` is Infinity for *, + and {n,}. */
export interface Repeated {
  of: Characters | Group
  least: number
  most: number
}

/** One character: a literal, an escape or a class, as it is written. */
export interface Characters {
  source: string
}

/** A group of alternatives, or a lookaround (`ahead`), which ends at the place where it began. */
export interface Group {
  alternatives: Repeated[][]
  ahead: boolean
}

export const isGroup = (node: Characters | Group): node is Group => 'alternatives' in node

/** Parses a regular expression; throws a RangeError for references to groups and for groups nested too deeply. */
export function parsePattern(source: string): Group {
  return new Parser(source).whole()
}

const ASSERTION = /\^|\$|\\[bB]/y
const OPENING = /\((?:\?(?:(<?[=!])|<[^>]*>|[a-z-]*:))?/y
const ATOM =
  /\[(?:\\[\s\S]|[^\\\]])*\]|\\[pPux]\{[^}]*\}|\\u[dD][89abAB]..\\u[dD][c-fC-F]..|\\u.{4}|\\x..|\\c.|\\[\s\S]|[\s\S]/uy
const QUANTIFIER = /(?:([*+?])|\{(\d+)(,?)(\d*)\})\??/y
const MOST_LEVELS = 32

class Parser {
  readonly #source: string
  #at = 0
  #level = 0

  constructor(source: string) {
    this.#source = source
  }

  whole(): Group {
    return this.#group(false)
  }

  #group(ahead: boolean): Group {
    if (++this.#level > MOST_LEVELS) throw new RangeError(`groups more than ${MOST_LEVELS} levels deep`)
    const alternatives: Repeated[][] = [[]]
    while (this.#at < this.#source.length && this.#source[this.#at] !== ')') {
      if (this.#source[this.#at] === '|') {
        this.#at++
        alternatives.push([])
      } else {
        const item = this.#item()
        if (item) alternatives.at(-1)?.push(item)
      }
    }
    this.#at++
    this.#level--
    return { alternatives, ahead }
  }

  #item(): Repeated | undefined {
    if (this.#take(ASSERTION)) return undefined
    const opening = this.#take(OPENING)
    const of = opening ? this.#group(opening[1] !== undefined) : this.#characters()
    return { of, ...this.#times() }
  }

  #characters(): Characters {
    const source = this.#take(ATOM)?.[0] ?? ''
    if (/^\\[1-9k]/.test(source)) throw new RangeError('a reference to a group')
    return { source }
  }

  #times(): { least: number; most: number } {
    const quantifier = this.#take(QUANTIFIER)
    if (!quantifier) return { least: 1, most: 1 }
    const [, sign, least = '', comma, most] = quantifier
    if (sign) return { least: sign === '+' ? 1 : 0, most: sign === '?' ? 1 : Number.POSITIVE_INFINITY }
    if (!comma) return { least: Number(least), most: Number(least) }
    return { least: Number(least), most: most ? Number(most) : Number.POSITIVE_INFINITY }
  }

  #take(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#at
    const found = pattern.exec(this.#source)
    if (found) this.#at = pattern.lastIndex
    return found
  }
}
