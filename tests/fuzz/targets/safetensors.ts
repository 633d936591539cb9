// safetensors files with changed headers, bytes and lengths, beside a second reader of the format: both accept, with the same tensors, or
// both refuse. What the library refuses beyond the format (names, axes, types) is in SECURITY.md; no case comes near these limits.

import { readAll } from '../../lib/support/checkpoint-reader.js'
import type { Random } from '../../support/random.js'
import { fileOf } from '../../support/safetensors-file.js'
import { type Change, changedBy, changesOf } from '../changes.js'
import { type Bench, Fault, type Outcome, refused, type Target } from '../target.js'
import type { Json, JsonObject } from '../values.js'
import { equalBits } from './known.js'

export const safetensors: Target = { name: 'safetensors', short: 6000, open: async () => bench() }

interface Case {
  header: JsonObject
  changes: Change[]
  /** [index, characters that go, text that comes] in the text of the header. */
  edits: [number, number, string][]
  padding: number
  /** Bytes of data more or fewer than the header says. */
  more: number
  /** Added to the length of the header. */
  length: number
  /** Bytes that arrive at a time; 0 = all lie in memory. */
  chunk: number
}

const BYTES: Readonly<Record<string, number>> = {
  ...{ BOOL: 1, U8: 1, I8: 1, F8_E4M3: 1, F8_E5M2: 1, U16: 2, I16: 2, F16: 2, BF16: 2 },
  ...{ U32: 4, I32: 4, F32: 4, U64: 8, I64: 8, F64: 8 },
}
const NAMES = ['a', 'b', 'weight', 'é', '', '__metadata__', 'x.y', '\u0000', 'constructor', '__proto__', '0']
const TEXTS = [
  '{',
  '}',
  '"',
  ',',
  ':',
  '0',
  '1.0',
  '-0',
  '1e2',
  ' ',
  '\\u0061',
  'null',
  '\ud800',
  '[]',
  '"a":1,',
]

function make(random: Random): Json {
  const entries: JsonObject = {}
  let at = 0
  for (let i = random.integer(0, 4); i > 0; i--) {
    const dtype = random.pick(Object.keys(BYTES))
    const shape = Array.from({ length: random.integer(0, 3) }, () => random.integer(0, 4))
    const bytes = shape.reduce((a, n) => a * n, BYTES[dtype] as number)
    const name = random.pick(NAMES.filter((one) => one !== '__metadata__'))
    if (Object.hasOwn(entries, name)) continue
    const value = { dtype, shape, data_offsets: [at, at + bytes] }
    Object.defineProperty(entries, name, { value, enumerable: true, writable: true, configurable: true })
    at += bytes
  }
  if (random.integer(0, 3) === 0) entries.__metadata__ = { format: 'pt' }
  const rarely = <T>(value: T, usual: T) => (random.integer(0, 5) === 0 ? value : usual)
  const changes = rarely(
    [],
    changesOf(random, entries, () => fieldOf(random)),
  )
  return {
    header: entries,
    changes: random.flag() ? [] : changes,
    edits: rarely([[random.integer(0, 80), random.integer(0, 3), random.pick(TEXTS)]], []),
    padding: rarely(random.integer(1, 9), 0),
    more: rarely(random.integer(-3, 3), 0),
    length: rarely(random.pick([-1, 1, 8, 2 ** 31]), 0),
    chunk: random.pick([0, 0, 1, 3, 64]),
  } as unknown as Json
}

function fieldOf(random: Random): Json {
  return random.pick<() => Json>([
    () => random.pick([0, 1, 2, 3, 4, 8, 16, 2 ** 32, 2 ** 53, -1, 0.5]),
    () => random.pick(Object.keys(BYTES)),
    () =>
      random.pick<Json>([[], [0], [0, 4], [4, 0], [1, 1, 1], [2 ** 30, 2 ** 30], {}, null, true, 'x', '']),
    () => ({ dtype: 'F32', shape: [1], data_offsets: [0, 4] }),
  ])()
}

function fileFrom({ header, changes = [], edits = [], padding = 0, more = 0, length = 0 }: Case): Uint8Array {
  const changed = changedBy(header ?? {}, changes)
  let text = JSON.stringify(changed)
  for (const [index = 0, gone = 0, come = ''] of edits)
    text = text.slice(0, index) + come + text.slice(index + gone)
  const bytes = new TextEncoder().encode(text + ' '.repeat(Math.abs(padding)))
  const data = new Uint8Array(Math.min(Math.max(0, dataBytes(header ?? {}) + more), 10_000))
  data.forEach((_, i) => {
    data[i] = i % 61
  })
  return fileOf(bytes, data, BigInt(Math.max(0, bytes.length + length)))
}

const dataBytes = (header: JsonObject) =>
  Math.max(
    0,
    ...Object.values(header).map((one) => Number(((one as JsonObject)?.data_offsets as number[])?.[1] ?? 0)),
  )

function bench(): Bench {
  const right = fileOf('{"a":{"dtype":"F32","shape":[2],"data_offsets":[0,8]}}', 8)

  async function run(json: Json): Promise<Outcome> {
    const value = json as unknown as Case
    const file = fileFrom(value)
    const expected = independent(file)
    let read: Awaited<ReturnType<typeof readAll>>
    try {
      read = await readAll(file, value.chunk > 0 ? value.chunk : undefined)
    } catch (error) {
      if (expected && refused(error)) throw new Fault(`refused what is right: ${(error as Error).message}`)
      return refused(error)
    }
    if (!expected) throw new Fault(`accepted what is wrong: ${new TextDecoder().decode(file.subarray(8))}`)
    compare(read, expected)
    return 'worked'
  }

  return {
    make,
    run,
    async known() {
      const { tensors } = await readAll(right)
      if (String(tensors.get('a')?.data) !== '0,0') throw new Fault('the known file is read otherwise')
    },
    live: () => 0,
    close() {},
  }
}

function compare({ entries, tensors }: Awaited<ReturnType<typeof readAll>>, expected: Entries): void {
  if (entries.length !== expected.size) throw new Fault(`${entries.length} tensors, wanted ${expected.size}`)
  for (const { name, dtype, shape } of entries) {
    const one = expected.get(name)
    if (one?.dtype !== dtype || String(one.shape) !== String(shape)) throw new Fault(`another ${name}`)
    const floats = tensors.get(name)?.data
    if (dtype === 'F32' && !equalBits(floats as Float32Array, new Float32Array(one.bytes.slice().buffer)))
      throw new Fault(`other numbers in ${name}`)
  }
}

type Entries = Map<string, { dtype: string; shape: number[]; bytes: Uint8Array }>

/** The format as its specification has it, written a second time: every rule where it can be read, nothing fast. */
function independent(file: Uint8Array): Entries | undefined {
  if (file.length < 8) return undefined
  const size = new DataView(file.buffer, file.byteOffset).getBigUint64(0, true)
  if (size > BigInt(file.length - 8)) return undefined
  const start = 8 + Number(size)
  const text = strictText(file.subarray(8, start))
  const header = text?.startsWith('{') ? uniqueJson(text) : undefined
  if (!(header instanceof Map)) return undefined
  const entries: Entries = new Map()
  const ranges: [number, number][] = []
  for (const [name, one] of header) {
    if (name === '__metadata__') {
      if (!(one instanceof Map) || [...one.values()].some((text) => typeof text !== 'string'))
        return undefined
      continue
    }
    if (!(one instanceof Map) || [...one.keys()].sort().join() !== 'data_offsets,dtype,shape')
      return undefined
    const [dtype, shape, offsets] = [one.get('dtype'), one.get('shape'), one.get('data_offsets')]
    if (typeof dtype !== 'string' || !Object.hasOwn(BYTES, dtype) || !areSizes(shape) || !areSizes(offsets))
      return undefined
    const [begin, end] = offsets
    if (offsets.length !== 2 || begin === undefined || end === undefined || begin > end) return undefined
    const bytes = shape.reduce((a, n) => a * BigInt(n), BigInt(BYTES[dtype] as number))
    if (bytes !== BigInt(end - begin)) return undefined
    ranges.push([begin, end])
    entries.set(name, { dtype, shape, bytes: file.subarray(start + begin, start + end) })
  }
  return covers(ranges, file.length - start) ? entries : undefined
}

/** Every byte once. */
function covers(ranges: [number, number][], length: number): boolean {
  let reached = 0
  for (const [begin, end] of ranges.sort((a, b) => a[0] - b[0] || a[1] - b[1])) {
    if (begin !== reached) return false
    reached = end
  }
  return reached === length
}

const areSizes = (value: unknown): value is number[] =>
  Array.isArray(value) && value.every((n) => Number.isSafeInteger(n) && (n as number) >= 0)

function strictText(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}

type Parsed = string | number | boolean | null | Parsed[] | Map<string, Parsed>

/** JSON with whole numbers only and each key once; undefined for anything else. */
function uniqueJson(text: string): Parsed | undefined {
  let at = 0
  const fail = (): never => {
    throw new SyntaxError()
  }
  const skip = () => {
    while (' \t\n\r'.includes(text[at] ?? 'x')) at++
  }
  const eat = (sign: string) => (text[at] === sign ? at++ >= 0 : false)
  const match = (pattern: RegExp) => {
    pattern.lastIndex = at
    const [found] = pattern.exec(text) ?? []
    if (found !== undefined) at += found.length
    return found
  }
  const string = () => {
    const token = match(/"(?:[^"\\]|\\.)*"/sy) ?? fail()
    const value = JSON.parse(token) as string
    return /\p{Surrogate}/u.test(value) ? fail() : value
  }
  function value(): Parsed {
    skip()
    if (text[at] === '"') return string()
    if (eat('[')) return list(']', value)
    if (eat('{')) return object()
    const word = match(/null|true|false|(?:0|[1-9][0-9]*)(?![0-9.eE])/y) ?? fail()
    return JSON.parse(word) as Parsed
  }
  function list<T>(end: string, item: () => T): T[] {
    const items: T[] = []
    skip()
    if (eat(end)) return items
    for (;;) {
      items.push(item())
      skip()
      if (eat(end)) return items
      if (!eat(',')) fail()
    }
  }
  function object(): Map<string, Parsed> {
    const found = new Map<string, Parsed>()
    list('}', () => {
      skip()
      const key = string()
      skip()
      if (!eat(':') || found.has(key)) fail()
      found.set(key, value())
    })
    return found
  }
  try {
    const parsed = value()
    skip()
    return at === text.length ? parsed : undefined
  } catch {
    return undefined
  }
}
