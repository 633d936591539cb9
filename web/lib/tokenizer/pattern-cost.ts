// Refuses regular expressions whose time a text can drive up: engines try every way in which a pattern matches a text, and one like
// (a|a)* has 2ⁿ of them. What is accepted has at most a constant times n² ways from each place of a text.

import { Overlap } from './overlap.js'
import { type Characters, type Group, isGroup, parsePattern, type Repeated } from './pattern.js'

/** The most repetitions without an end that can share characters, in a row. */
const MOST_OVERLAPPING = 2

/** The most ways through the alternatives and optional parts of a pattern. */
const MOST_WAYS = 4096

/** The most characters in the body of a repetition, {3} written out. */
const MOST_PLACES = 64

/** The largest count in braces after one character, such as {3}. */
const MOST_TIMES = 1000

/** The longest repetition that is cheap: a longer bounded one costs as much as one without an end. */
const LONG = 64

/** @returns why the pattern may take too long, or undefined */
export function whyTooSlow(pattern: RegExp): string | undefined {
  try {
    const overlap = new Overlap(/\(\?[a-z]*i[a-z]*[:-]/.test(pattern.source) || pattern.ignoreCase)
    const ways = waysOf(parsePattern(pattern.source), overlap)
    const slow = ways.find((way) => overlapping(way, overlap) > MOST_OVERLAPPING)
    return slow && `more than ${MOST_OVERLAPPING} unbounded repetitions of the same characters in a row`
  } catch (error) {
    if (error instanceof RangeError || error instanceof SyntaxError) return error.message
    throw error
  }
}

/** The unbounded repetitions along one way. */
type Way = readonly Characters[]

function overlapping(way: Way, overlap: Overlap): number {
  const counts = way.map((one, i) => way.slice(0, i + 1).filter((other) => overlap.of(one, other)).length)
  return counts.reduce((a, b) => Math.max(a, b), 0)
}

function waysOf(group: Group, overlap: Overlap): Way[] {
  return bounded(
    group.alternatives.flatMap((items) =>
      items.reduce<Way[]>((before, item) => joined(before, waysOfItem(item, overlap)), [[]]),
    ),
  )
}

function joined(before: Way[], after: Way[]): Way[] {
  if (before.length * after.length > MOST_WAYS) throw new RangeError(`more than ${MOST_WAYS} ways to match`)
  return before.flatMap((a) => after.map((b) => [...a, ...b]))
}

function bounded(ways: Way[]): Way[] {
  if (ways.length > MOST_WAYS) throw new RangeError(`more than ${MOST_WAYS} ways to match`)
  return ways
}

function waysOfItem({ of, least, most }: Repeated, overlap: Overlap): Way[] {
  if (most === 0) return [[]]
  if (least > MOST_TIMES) throw new RangeError(`a repetition of more than ${MOST_TIMES} times`)
  if (most === 1) return [...(least === 0 ? [[]] : []), ...(isGroup(of) ? waysOf(of, overlap) : [[]])]
  const characters = isGroup(of) ? charactersOfLoop(of, overlap) : [of]
  if (most - least > LONG) return characters.map((one) => [one])
  return Array.from({ length: most - least + 1 }, () => [])
}

/** The characters of a group that is repeated. Refuses one that matches some text in several ways. */
function charactersOfLoop(group: Group, overlap: Overlap): Characters[] {
  const places = new Places()
  const { first, last, empty } = places.ofGroup(group)
  if (empty) throw new RangeError('a repetition of what may be empty')
  for (const end of last) places.follow(end, first)
  for (const choice of [first, ...places.next.values()]) overlap.requireNone(choice.map((i) => places.at(i)))
  return places.characters
}

interface Part {
  /** The places where a group may begin and end. */
  first: number[]
  last: number[]
  empty: boolean
}

/** The places of a group and which of them follow each other: Glushkov's automaton. */
class Places {
  readonly characters: Characters[] = []
  readonly next = new Map<number, number[]>()

  at(place: number): Characters {
    return this.characters[place] as Characters
  }

  follow(place: number, first: readonly number[]): void {
    this.next.set(place, [...(this.next.get(place) ?? []), ...first])
  }

  ofGroup({ alternatives, ahead }: Group): Part {
    const parts = alternatives.map((items) => this.#row(items.map((item) => () => this.#item(item))))
    if (ahead) return { first: [], last: [], empty: true }
    return {
      first: parts.flatMap(({ first }) => first),
      last: parts.flatMap(({ last }) => last),
      empty: parts.some(({ empty }) => empty),
    }
  }

  #item({ of, least, most }: Repeated): Part {
    if (most - least > LONG) throw new RangeError('an unbounded repetition inside of another')
    if (most > MOST_PLACES) throw new RangeError(`a repetition of more than ${MOST_PLACES} characters`)
    const once = () => (isGroup(of) ? this.ofGroup(of) : this.#place(of))
    return this.#row(
      Array.from({ length: most }, (_, i) => () => {
        const part = once()
        return i < least ? part : { ...part, empty: true }
      }),
    )
  }

  #place(characters: Characters): Part {
    const place = this.characters.push(characters) - 1
    if (place >= MOST_PLACES) throw new RangeError(`a repetition of more than ${MOST_PLACES} characters`)
    this.next.set(place, [])
    return { first: [place], last: [place], empty: false }
  }

  #row(parts: (() => Part)[]): Part {
    const row: Part = { first: [], last: [], empty: true }
    for (const make of parts) {
      const { first, last, empty } = make()
      for (const end of row.last) this.follow(end, first)
      if (row.empty) row.first = [...row.first, ...first]
      row.last = empty ? [...row.last, ...last] : last
      row.empty &&= empty
    }
    return row
  }
}
