import { integerOf, textOf } from '../../lib/boundary/checks.js'
import { refuse } from '../../lib/boundary/errors.js'
import { type Chance, IGNORED, lengthOf, type Task } from './task.js'

export interface TextOptions {
  /** The text, at least 40 characters. */
  text: string
  /**
   * The number of characters at the end of each window that tests count. Windows of every length then end at the same places: equal
   * characters, read with more or less context. Absent: every character counts.
   */
  last?: number
}

const LEAST = 40
const MOST = 2 ** 20

/** Characters of a text: predict the next one, everywhere. The last tenth of the text is held out for tests. */
export function text(options: TextOptions): Task {
  const characters = [...textOf(options?.text, 'text')]
  if (characters.length < LEAST || characters.length > MOST) {
    throw refuse('ERR_VALUE', 'text', `${characters.length} characters`, `from ${LEAST} to ${MOST}`)
  }
  const vocabulary = [...new Set(characters)].sort(byCodePoint)
  const ids = new Map(vocabulary.map((character, id) => [character, id]))
  const all = characters.map((character) => ids.get(character) ?? 0)
  const kept = Math.floor(all.length * 0.9)
  const { last } = options
  const spec = { type: 'text', text: options.text, ...(last === undefined ? {} : { last }) }
  const part = (piece: readonly number[]) => windows({ spec, vocabulary, piece })
  const heldOut = part(all.slice(kept))
  return {
    ...part(all.slice(0, kept)),
    heldOut: last === undefined ? heldOut : endsOf(heldOut, all.slice(kept), last),
  }
}

interface Piece {
  spec: Task['spec']
  vocabulary: readonly string[]
  /** The ids of the text. */
  piece: readonly number[]
}

function windows({ spec, vocabulary, piece }: Piece): Task {
  const task: Task = {
    spec,
    name: { en: 'Characters of a text', zh: '文本字符' },
    definition: {
      en: 'The sequence is a piece of the text from a random place. The answer is every next character; tests use the last tenth of the text, which is not trained on.',
      zh: '序列是从文本随机位置截取的一段。答案是每个字符的下一个字符；测试使用文本最后十分之一，训练时不会用到。',
    },
    source: 'Language modelling by characters, as in Karpathy 2015, char-rnn.',
    length: { en: 'characters that are read', zh: '读入的字符数' },
    shortest: 1,
    longest: piece.length - 1,
    vocabulary,
    example: { prompt: shown(vocabulary, piece.slice(0, 12)), answer: shown(vocabulary, piece.slice(1, 13)) },
    tokens: (length) => length,
    chance: (length) => windowChance(piece, length),
    sample(length, random) {
      lengthOf(task, length)
      const start = random.below(piece.length - length)
      const window = piece.slice(start, start + length + 1)
      return { ids: window.slice(0, -1), targets: window.slice(1) }
    },
  }
  return task
}

/** The task of the last characters of windows: they end in the second half of the piece, so that the first has room for their beginnings. */
function endsOf(whole: Task, piece: readonly number[], last: number): Task {
  const half = Math.floor(piece.length / 2)
  integerOf(last, 'last', 1, half)
  const longest = half - 1
  const task: Task = {
    ...whole,
    shortest: last,
    longest,
    chance: () => windowChance(piece.slice(half - last), last),
    sample(length, random) {
      lengthOf(task, length)
      const end = half + random.below(piece.length - half)
      const window = piece.slice(end - length, end + 1)
      const targets = window.slice(1)
      return { ids: window.slice(0, -1), targets: targets.fill(IGNORED, 0, length - last) }
    },
  }
  return task
}

function shown(vocabulary: readonly string[], ids: readonly number[]): string {
  return ids.map((id) => vocabulary[id]).join('')
}

// The chance of a window, place by place: at each place another part of the piece can stand, with another most frequent character.
function windowChance(piece: readonly number[], length: number): Chance {
  const starts = piece.length - length
  let right = 0
  const counts = countsOf(piece.slice(1, starts + 1))
  for (let place = 1; place <= length; place++) {
    right += largestOf(counts)
    add(counts, piece[place] as number, -1)
    if (place < length) add(counts, piece[place + starts] as number, 1)
  }
  const answers = new Map<string, number>()
  for (let start = 0; start < starts; start++)
    add(answers, piece.slice(start + 1, start + length + 1).join(), 1)
  return { accuracy: right / starts / length, exactMatch: largestOf(answers) / starts }
}

function countsOf(ids: readonly number[]): Map<number, number> {
  const counts = new Map<number, number>()
  for (const id of ids) add(counts, id, 1)
  return counts
}

function add<K>(counts: Map<K, number>, key: K, by: number): void {
  counts.set(key, (counts.get(key) ?? 0) + by)
}

function largestOf(counts: ReadonlyMap<unknown, number>): number {
  let most = 0
  for (const count of counts.values()) most = Math.max(most, count)
  return most
}

function byCodePoint(a: string, b: string): number {
  return (a.codePointAt(0) ?? 0) - (b.codePointAt(0) ?? 0)
}
