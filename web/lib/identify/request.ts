// Reads and checks what identify() is given.

import { consecutive, integerOf, optionsOf, positionsOfLength } from '../boundary/checks.js'
import { refuse } from '../boundary/errors.js'
import { shapeText, type Tensor, tensorOf } from '../boundary/tensor.js'
import { hiddenCells, type Matrix } from './matrix.js'
import { headsFirst, type Rows } from './rows.js'

/** The most numbers of each array, and of a table that is named: 64 MB as float32. */
export const MOST_NUMBERS = 2 ** 24

const FIELDS = ['input', 'output', 'added', 'bias', 'scores', 'query', 'key', 'positions', 'heads'] as const

/** The checked arrays: rows before and after; vectors that are added; or a matrix, with its queries and keys if it is one of scores. */
export type Given =
  | { of: 'rows'; rows: Rows; whole: Rows }
  | { of: 'added'; rows: Rows }
  | { of: 'matrix'; matrix: Matrix; isScores: boolean; content?: { query: Tensor; key: Tensor } }

export function givenIn(request: unknown): Given {
  const given = optionsOf(request ?? null, 'request', FIELDS)
  const named = (['output', 'added', 'bias', 'scores'] as const).filter((name) => given[name] !== undefined)
  const [what] = named
  if (what === undefined || named.length > 1) {
    const got = what === undefined ? 'none of output, added, bias and scores' : named.join(' and ')
    throw refuse('ERR_VALUE', 'request', got, 'exactly one of: input with output, added, bias, scores')
  }
  requireCompanions(given, what)
  if (what === 'output') return rowsIn(given)
  if (what === 'added') return addedIn(given)
  return matrixIn(given, what)
}

type Fields = { readonly [name in (typeof FIELDS)[number]]?: unknown }

const COMPANIONS = {
  output: ['input', 'heads'],
  added: [],
  bias: [],
  scores: ['query', 'key'],
} as const

function requireCompanions(given: Fields, what: keyof typeof COMPANIONS): void {
  const allowed: readonly string[] = [...COMPANIONS[what], what, 'positions']
  const stranger = FIELDS.find((name) => given[name] !== undefined && !allowed.includes(name))
  if (stranger)
    throw refuse('ERR_VALUE', `request.${stranger}`, `${stranger} with ${what}`, `${allowed.join(', ')}`)
}

function rowsIn(given: Fields): Given {
  const input = rowsOf(given.input, 'request.input')
  const output = rowsOf(given.output, 'request.output')
  const leading = shapeText(input.shape.slice(0, -1))
  if (shapeText(output.shape.slice(0, -1)) !== leading) {
    const got = `shape ${shapeText(output.shape)}`
    throw refuse('ERR_SHAPE', 'request.output', got, `the rows of input, ${shapeText(input.shape)}`)
  }
  if (!input.data.some((x) => x !== 0)) {
    const wanted = 'rows that are not all zero (to identify vectors that are added, pass them as “added”)'
    throw refuse('ERR_VALUE', 'request.input', 'zeros', wanted)
  }
  const packed = given.heads === undefined ? 1 : integerOf(given.heads, 'request.heads', 1, 1024)
  const tokens = input.shape.at(-2) as number
  const positions = positionsIn(given.positions, tokens)
  const join = (heads: number): Rows => {
    const before = headsFirst(input, heads, 'request.input')
    const after = headsFirst(output, heads, 'request.output')
    const [count, , dim] = before.shape as [number, number, number]
    const width = after.shape[2] as number
    const isBatch = input.shape.length === 4 || heads > 1
    const headsEach = isBatch ? { headsEach: heads > 1 ? heads : (input.shape.at(-3) as number) } : {}
    const data = { input: before.data, output: after.data }
    return { heads: count, tokens, dim, width, ...data, positions, ...headsEach }
  }
  return { of: 'rows', rows: join(packed), whole: join(1) }
}

function addedIn(given: Fields): Given {
  const { data, shape } = rowsOf(given.added, 'request.added', [2])
  const [tokens, dim] = shape as [number, number]
  const positions = positionsIn(given.positions, tokens)
  const input = new Float32Array(data.length)
  return { of: 'added', rows: { heads: 1, tokens, dim, width: dim, input, output: data, positions } }
}

function positionsIn(value: unknown, tokens: number): Float32Array {
  const positions =
    value === undefined ? consecutive(tokens) : positionsOfLength(value, tokens, 'request.positions')
  if (positions.every((p) => p === positions[0]))
    throw refuse(
      'ERR_VALUE',
      'request.positions',
      `${positions[0]} for every token`,
      'at least two positions',
    )
  return positions
}

function rowsOf(value: unknown, argument: string, rank: readonly number[] = [2, 3, 4]): Tensor {
  const tensor = arrayOf(value, argument, rank)
  requireFinite(tensor.data, argument)
  const [tokens, dim] = tensor.shape.slice(-2) as [number, number]
  if (tensor.length > 0 && tokens > 1 && dim > 1) return { data: tensor.data.slice(), shape: tensor.shape }
  const wanted = 'at least 2 tokens of at least 2 channels, […, tokens, dim]'
  throw refuse('ERR_SHAPE', argument, `shape ${shapeText(tensor.shape)}`, wanted)
}

function arrayOf(value: unknown, argument: string, rank: readonly number[]) {
  const tensor = tensorOf(value, argument, rank)
  if (tensor.length <= MOST_NUMBERS) return tensor
  const got = `shape ${shapeText(tensor.shape)}, ${tensor.length} numbers`
  throw refuse('ERR_SHAPE', argument, got, `at most ${MOST_NUMBERS}: some heads or tokens of them`)
}

function requireFinite(
  data: Float32Array,
  argument: string,
  isHidden: (x: number) => boolean = () => false,
): void {
  for (let i = 0; i < data.length; i++) {
    const x = data[i] as number
    if (Number.isFinite(x) || isHidden(x)) continue
    throw refuse('ERR_VALUE', `${argument}.data[${i}]`, String(x), 'a finite number')
  }
}

function matrixIn(given: Fields, what: 'bias' | 'scores'): Given {
  const argument = `request.${what}`
  const tensor = arrayOf(given[what], argument, [2, 3, 4])
  const { shape } = tensor
  const data = tensor.data.slice() // what is read next may free or move it
  requireFinite(data, argument, (x) => x === Number.NEGATIVE_INFINITY)
  const [queries, keys] = shape.slice(-2) as [number, number]
  const heads = data.length / Math.max(queries * keys, 1)
  if (!(heads >= 1 && keys > 1) || queries > keys || (shape.length === 4 && shape[0] !== 1)) {
    const wanted = '[heads?, queries, keys] with at least 2 keys, and no more queries than keys'
    throw refuse('ERR_SHAPE', argument, `shape ${shapeText(shape)}`, wanted)
  }
  const key = positionsIn(given.positions, keys)
  const hidden = hiddenCells(data, queries * keys)
  const matrix = { heads, queries, keys, data, hidden, query: key.slice(keys - queries), key }
  const isScores = what === 'scores'
  if (given.query === undefined && given.key === undefined) return { of: 'matrix', matrix, isScores }
  return { of: 'matrix', matrix, isScores, content: contentIn(given, matrix) }
}

function contentIn(given: Fields, { heads, queries, keys }: Matrix): { query: Tensor; key: Tensor } {
  const read = (name: 'query' | 'key', tokens: number): Tensor => {
    const argument = `request.${name}`
    const tensor = arrayOf(given[name], argument, [2, 3, 4])
    requireFinite(tensor.data, argument)
    const dim = tensor.shape.at(-1) as number
    if (tensor.data.length === heads * tokens * dim && tensor.shape.at(-2) === tokens && dim > 0)
      return { data: tensor.data.slice(), shape: [heads, tokens, dim] }
    throw refuse('ERR_SHAPE', argument, `shape ${shapeText(tensor.shape)}`, `[${heads}, ${tokens}, dim]`)
  }
  const [query, key] = [read('query', queries), read('key', keys)]
  if (query.shape[2] === key.shape[2]) return { query, key }
  throw refuse('ERR_SHAPE', 'request.key', `width ${key.shape[2]}`, `${query.shape[2]}, like query`)
}
