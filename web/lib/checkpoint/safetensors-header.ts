// The header of a safetensors file, treated as untrusted: 8 bytes of length, then JSON that must describe the rest of
// the file exactly, without holes, overlaps, duplicate names or anything that another reader could understand differently.

import { refuse, show, WhereformerError } from '../boundary/errors.js'
import { shapeText } from '../boundary/tensor.js'
import { refusalOf } from './formats.js'

export interface TensorEntry {
  name: string
  dtype: string
  shape: number[]
  /** Byte range in the data, which follow the header. */
  begin: number
  end: number
}

const LARGEST_HEADER = 25 * 2 ** 20
const MOST_TENSORS = 100_000
const LARGEST_RANK = 8
const LONGEST_NAME = 512
const DEEPEST_JSON = 4
const BRACE = 0x7b

const BYTES_OF: ReadonlyMap<string, number> = new Map([
  ...['BOOL', 'U8', 'I8', 'F8_E4M3', 'F8_E5M2'].map((dtype) => [dtype, 1] as const),
  ...['U16', 'I16', 'F16', 'BF16'].map((dtype) => [dtype, 2] as const),
  ...['U32', 'I32', 'F32'].map((dtype) => [dtype, 4] as const),
  ...['U64', 'I64', 'F64'].map((dtype) => [dtype, 8] as const),
])

/**
 * The length of the JSON, from the first eight bytes. `start`: the first FIRST_BYTES of the file, by which a file of another format is
 * named for what it is. `label` names the file in messages.
 */
export function headerLength(start: Uint8Array, label: string): number {
  if (start.length < 8)
    throw (
      refusalOf(start, label) ?? bad(label, `${start.length} bytes`, 'a safetensors file (at least 8 bytes)')
    )
  const length = new DataView(start.buffer, start.byteOffset, 8).getBigUint64(0, true)
  const foreign = beginsAsHeader(start) ? undefined : refusalOf(start, label)
  if (foreign) throw foreign
  if (length > LARGEST_HEADER)
    throw bad(label, `a header of ${length} bytes`, `at most ${LARGEST_HEADER} (is it safetensors?)`)
  return Number(length)
}

/** A length below 2^32 and an opening brace: safetensors, whatever the bytes of the length look like. */
export function beginsAsHeader(start: Uint8Array): boolean {
  return start[8] === BRACE && [4, 5, 6, 7].every((i) => start[i] === 0)
}

/** The entries in the order of the data; every byte belongs to exactly one. */
export function readHeader(bytes: Uint8Array, label: string): TensorEntry[] {
  const header = parseHeader(headerText(bytes, label), label)
  const described = Object.entries(header).filter(([name, value]) => !isMetadata(name, value, label))
  if (described.length > MOST_TENSORS)
    throw bad(label, `${described.length} tensors`, `at most ${MOST_TENSORS}`)
  return requireContiguous(
    described.map(([name, value]) => entryOf(name, value, `${label}, tensor ${show(name)}`)),
    label,
  )
}

export function bad(argument: string, got: string, wanted: string): WhereformerError {
  return refuse('ERR_PARSE', argument, got, wanted)
}

function headerText(bytes: Uint8Array, label: string): string {
  if (bytes[0] !== BRACE) throw bad(`${label}, header`, 'another first character', 'JSON that starts with {')
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch (cause) {
    throw new WhereformerError('ERR_PARSE', `${label}, header: got bytes that are not UTF-8, wanted UTF-8`, {
      cause,
    })
  }
}

function parseHeader(text: string, label: string): object {
  try {
    scanJson(text, label)
    return JSON.parse(text) as object // starts with {, so it is an object
  } catch (cause) {
    if (cause instanceof WhereformerError) throw cause
    throw new WhereformerError('ERR_PARSE', `${label}, header: got invalid JSON, wanted JSON (${cause})`, {
      cause,
    })
  }
}

// a string (an unclosed one swallows the rest, so that the scan stays linear) · a punctuation mark · a number or word
const JSON_TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"?|[{}[\]:]|[^\s"{}[\]:,]+/gs
const WHOLE_NUMBER = /^(?:0|[1-9][0-9]*)$/

// What JSON.parse does not report: duplicate keys (it keeps the last), depth, and numbers such as 1.0, 1e3 or −0 that
// other readers refuse. Anything that is not JSON is left to JSON.parse.
function scanJson(text: string, label: string): void {
  const open: Set<string>[] = []
  let last = ''
  for (const [token] of text.matchAll(JSON_TOKEN)) {
    if (token === '{' || token === '[') descend(open, label)
    else if (token === '}' || token === ']') open.pop()
    else if (token === ':') addKey(open.at(-1), last, label)
    else if (!token.startsWith('"')) requireWhole(token, label)
    last = token
  }
}

function descend(open: Set<string>[], label: string): void {
  open.push(new Set())
  if (open.length > DEEPEST_JSON)
    throw bad(`${label}, header`, 'deeply nested JSON', `at most ${DEEPEST_JSON} levels`)
}

function addKey(keys: Set<string> | undefined, token: string, label: string): void {
  const key = keyText(token)
  if (keys?.has(key)) throw bad(`${label}, header`, `the name ${show(key)} twice`, 'each name once')
  keys?.add(key)
}

// "a" and "\u0061" are the same name; tokens that are not strings are checked by JSON.parse.
function keyText(token: string): string {
  try {
    return String(JSON.parse(token))
  } catch {
    return token
  }
}

function requireWhole(token: string, label: string): void {
  if (!WHOLE_NUMBER.test(token)) throw bad(`${label}, header`, show(token), 'strings and whole numbers')
}

function isMetadata(name: string, value: unknown, label: string): boolean {
  if (name !== '__metadata__') return false
  const texts = isObject(value) ? Object.values(value) : [undefined]
  if (texts.some((text) => typeof text !== 'string')) {
    throw bad(`${label}, __metadata__`, 'other values', 'an object of strings')
  }
  return true
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function entryOf(name: string, value: unknown, label: string): TensorEntry {
  requireName(name, label)
  if (!isObject(value)) throw bad(label, show(value), '{ dtype, shape, data_offsets }')
  requireKeys(value, label)
  const shape = wholeNumbers(value.shape, `${label}, shape`)
  const [from = 0, to = 0] = requirePair(wholeNumbers(value.data_offsets, `${label}, data_offsets`), label)
  const dtype = String(value.dtype)
  const bytes = byteCount(dtype, shape, label)
  if (to - from !== bytes) {
    throw bad(
      `${label}, data_offsets`,
      `${to - from} bytes`,
      `${bytes} for ${dtype} of shape ${shapeText(shape)}`,
    )
  }
  return { name, dtype, shape, begin: from, end: to }
}

function requireName(name: string, label: string): void {
  const length = new TextEncoder().encode(name).length
  if (length > LONGEST_NAME) throw bad(label, `a name of ${length} bytes`, `at most ${LONGEST_NAME}`)
  if (/\p{Surrogate}/u.test(name))
    throw bad(label, 'half a surrogate pair in the name', 'well-formed Unicode')
}

function requireKeys(value: Record<string, unknown>, label: string): void {
  const keys = Object.keys(value).sort().join(', ')
  if (keys !== 'data_offsets, dtype, shape')
    throw bad(label, `the keys ${keys || '(none)'}`, 'dtype, shape, data_offsets')
  if (!BYTES_OF.has(String(value.dtype)) || typeof value.dtype !== 'string') {
    throw bad(`${label}, dtype`, show(value.dtype), `one of: ${[...BYTES_OF.keys()].join(', ')}`)
  }
}

function wholeNumbers(value: unknown, label: string): number[] {
  if (!Array.isArray(value) || !value.every((n) => Number.isSafeInteger(n) && n >= 0)) {
    throw bad(
      label,
      Array.isArray(value) ? JSON.stringify(value) : show(value),
      'a list of whole numbers below 2^53',
    )
  }
  return value as number[]
}

function requirePair(offsets: number[], label: string): number[] {
  const [begin = 0, end = 0] = offsets
  if (offsets.length !== 2 || begin > end)
    throw bad(`${label}, data_offsets`, shapeText(offsets), '[begin, end], begin ≤ end')
  return offsets
}

// Each step is checked: a product past 2^53 could wrap to a small number elsewhere.
function byteCount(dtype: string, shape: number[], label: string): number {
  if (shape.length > LARGEST_RANK) throw bad(label, `${shape.length} axes`, `at most ${LARGEST_RANK}`)
  return [...shape, BYTES_OF.get(dtype) ?? 0].reduce((product, n) => {
    if (!Number.isSafeInteger(product * n))
      throw bad(`${label}, shape`, shapeText(shape), 'fewer than 2^53 bytes')
    return product * n
  }, 1)
}

// The tensors must follow one another from the first byte of the data on.
function requireContiguous(entries: TensorEntry[], label: string): TensorEntry[] {
  const sorted = [...entries].sort((a, b) => a.begin - b.begin || a.end - b.end)
  let reached = 0
  for (const { name, begin, end } of sorted) {
    if (begin !== reached) {
      const fault =
        begin > reached ? `${begin - reached} bytes that no tensor owns` : 'an overlap with the tensor before'
      throw bad(`${label}, tensor ${show(name)}`, fault, 'tensors that follow one another')
    }
    reached = end
  }
  return sorted
}
