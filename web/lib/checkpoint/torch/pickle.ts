// The few instructions of Python's pickle that a checkpoint of tensors consists of. Nothing is executed: a function or class is a name, and
// only names of the list below have a meaning. Everything else is refused by its name.

import type { Cursor } from '../cursor.js'
import type { Here } from '../weight-file.js'

/** A storage in the file, by its key. */
export interface Storage {
  key: string
  dtype: string
  /** Numbers in it. */
  size: number
}

/** A view of a storage. */
export interface View {
  storage: Storage
  offset: number
  shape: number[]
  strides: number[]
}

/** A function or class, which is not called. */
class Name {
  readonly of: string
  constructor(of: string) {
    this.of = of
  }
}

export class Tensor {
  readonly view: View
  constructor(view: View) {
    this.view = view
  }
}

/** A dictionary of any kind; it takes memory with its first entry. */
export class Dict {
  #entries: Map<unknown, unknown> | undefined

  get entries(): Map<unknown, unknown> {
    this.#entries ??= new Map()
    return this.#entries
  }
}

const MARK = Symbol('mark')

/** Each may take memory; a tensor takes fifty. */
const MOST_STEPS = 2 ** 21
const LONGEST_TEXT = 2 ** 20
const LONGEST_NAME = 256

/** The types of storages by their classes in torch. */
const STORAGES: ReadonlyMap<string, string> = new Map([
  ['torch FloatStorage', 'F32'],
  ['torch HalfStorage', 'F16'],
  ['torch BFloat16Storage', 'BF16'],
  ['torch DoubleStorage', 'F64'],
  ['torch LongStorage', 'I64'],
  ['torch IntStorage', 'I32'],
  ['torch ShortStorage', 'I16'],
  ['torch CharStorage', 'I8'],
  ['torch ByteStorage', 'U8'],
  ['torch BoolStorage', 'BOOL'],
])

const DICT = 'collections OrderedDict'
const REBUILD = ['torch._utils _rebuild_tensor_v2', 'torch._utils _rebuild_tensor']
const PARAMETER = 'torch._utils _rebuild_parameter'
const SIZE = 'torch Size'
const KNOWN = new Set([DICT, ...REBUILD, PARAMETER, SIZE, ...STORAGES.keys()])

/** Reads one pickle to its end. */
export async function readPickle(cursor: Cursor, here: Here): Promise<unknown> {
  return new Unpickler(cursor, here).read()
}

class Unpickler {
  readonly #cursor: Cursor
  readonly #here: Here
  readonly #decoder = new TextDecoder()
  readonly #memo = new Map<number, unknown>()
  #stack: unknown[] = []

  constructor(cursor: Cursor, here: Here) {
    this.#cursor = cursor
    this.#here = here
  }

  async read(): Promise<unknown> {
    for (let steps = 0; steps < MOST_STEPS; steps++) {
      const wait = this.#cursor.ensure(1)
      if (wait) await wait
      const code = String.fromCharCode(this.#cursor.u8())
      if (code === '.') return this.#pop()
      const step = this.#steps[code]
      if (!step)
        throw this.bad(`the instruction ${this.#here.parts.show(code)}`, 'those of tensors in dictionaries')
      const more = step()
      if (more) await more
    }
    throw this.bad(`more than ${MOST_STEPS} instructions`, 'fewer')
  }

  bad(got: string, wanted: string) {
    return this.#here.parts.refuse('ERR_PARSE', `${this.#here.label}, pickle`, got, wanted)
  }

  // Each instruction, by its character.
  readonly #steps: Readonly<Record<string, () => Promise<void> | void>> = {
    __proto__: null as never,
    '\x80': () => this.#number(1, (n) => this.#requireProtocol(n)),
    '\x95': () => this.#bytes(8, () => {}), // a frame
    '(': () => this.#push(MARK),
    ')': () => this.#push([]),
    ']': () => this.#push([]),
    '}': () => this.#push(new Dict()),
    N: () => this.#push(null),
    '\x88': () => this.#push(true),
    '\x89': () => this.#push(false),
    K: () => this.#number(1, (n) => this.#push(n)),
    M: () => this.#number(2, (n) => this.#push(n)),
    J: () => this.#bytes(4, (b) => this.#push(viewOf(b).getInt32(0, true))),
    G: () => this.#bytes(8, (b) => this.#push(viewOf(b).getFloat64(0))),
    '\x8a': () => this.#number(1, (n) => this.#bytes(n, (b) => this.#push(wholeOf(b)))),
    X: () => this.#text(4),
    '\x8c': () => this.#text(1),
    U: () => this.#text(1), // a text of Python 2
    T: () => this.#text(4),
    q: () => this.#number(1, (n) => this.#keep(n)),
    r: () => this.#number(4, (n) => this.#keep(n)),
    '\x94': () => this.#keep(this.#memo.size),
    h: () => this.#number(1, (n) => this.#recall(n)),
    j: () => this.#number(4, (n) => this.#recall(n)),
    '\x85': () => this.#push(this.#take(1)),
    '\x86': () => this.#push(this.#take(2)),
    '\x87': () => this.#push(this.#take(3)),
    t: () => this.#push(this.#sinceMark()),
    l: () => this.#push(this.#sinceMark()),
    a: () => this.#append(this.#take(1)),
    e: () => this.#append(this.#sinceMark()),
    s: () => this.#setItems(this.#take(2)),
    u: () => this.#setItems(this.#sinceMark()),
    c: () => this.#global(),
    '\x93': () => this.#nameOf(this.#take(2)),
    Q: () => this.#push(this.#storage(this.#pop())),
    R: () => this.#push(this.#called(this.#take(2))),
    b: () => this.#build(),
    '0': () => {
      this.#pop()
    },
  }

  #requireProtocol(protocol: number): void {
    if (protocol < 2 || protocol > 5) throw this.bad(`protocol ${protocol}`, '2 to 5')
  }

  #push(value: unknown): void {
    this.#stack.push(value)
  }

  #pop(): unknown {
    if (this.#stack.length === 0) throw this.bad('an instruction without its values', 'a whole pickle')
    return this.#stack.pop()
  }

  #take(count: number): unknown[] {
    const values = Array.from({ length: count }, () => this.#pop()).reverse()
    if (values.includes(MARK)) throw this.bad('an instruction without its values', 'a whole pickle')
    return values
  }

  #sinceMark(): unknown[] {
    const at = this.#stack.lastIndexOf(MARK)
    if (at < 0) throw this.bad('the end of a list without its start', 'a whole pickle')
    return this.#stack.splice(at).slice(1)
  }

  #keep(key: number): void {
    this.#memo.set(key, this.#stack.at(-1))
  }

  #recall(key: number): void {
    if (!this.#memo.has(key)) throw this.bad(`value ${key}, which was not kept`, 'a whole pickle')
    this.#push(this.#memo.get(key))
  }

  #append(values: unknown[]): void {
    const list = this.#stack.at(-1)
    if (!Array.isArray(list)) throw this.bad('items without a list', 'a whole pickle')
    for (const value of values) list.push(value)
  }

  #setItems(values: unknown[]): void {
    const dict = this.#stack.at(-1)
    if (!(dict instanceof Dict) || values.length % 2 === 1)
      throw this.bad('items without a dictionary', 'a whole pickle')
    for (let i = 0; i < values.length; i += 2) dict.entries.set(values[i], values[i + 1])
  }

  async #global(): Promise<void> {
    const module = await this.#line()
    this.#nameOf([module, await this.#line()])
  }

  #nameOf(parts: unknown[]): void {
    const [module, own] = parts
    if (typeof module !== 'string' || typeof own !== 'string')
      throw this.bad('a name that is no text', 'a whole pickle')
    const name = `${module} ${own}`
    if (KNOWN.has(name)) {
      this.#push(new Name(name))
      return
    }
    const { label, parts: tools } = this.#here
    const wanted = `tensors alone, which need no other code than ${DICT.replace(' ', '.')} and torch's for tensors; nothing was run`
    throw tools.refuse(
      'ERR_UNSUPPORTED',
      `${label}, pickle`,
      `a call of ${tools.show(name.replace(' ', '.'))}`,
      wanted,
    )
  }

  /** ('storage', class, key, place, numbers), in files before version 1.6 with a view of another storage behind it. */
  #storage(id: unknown): Storage {
    const [kind, of, key, , size, view] = Array.isArray(id) ? id : []
    const dtype = of instanceof Name ? STORAGES.get(of.of) : undefined
    const isWhole = typeof size === 'number' && Number.isSafeInteger(size) && size >= 0
    if (kind !== 'storage' || dtype === undefined || typeof key !== 'string' || !isWhole)
      throw this.bad(
        'a storage that is described in another way',
        "torch's ('storage', type, key, place, count)",
      )
    if (view) throw this.bad('a storage inside of another', 'whole storages: save the checkpoint again')
    return { key, dtype, size }
  }

  #called([callee, args]: unknown[]): unknown {
    if (!(callee instanceof Name) || !Array.isArray(args))
      throw this.bad('a call of what is no name', 'tensors')
    if (callee.of === DICT) return this.#dictOf(args)
    if (callee.of === SIZE) return args[0]
    if (callee.of === PARAMETER) return args[0]
    if (REBUILD.includes(callee.of)) return this.#tensor(args)
    throw this.bad(`a call of ${callee.of.replace(' ', '.')}`, 'tensors in dictionaries')
  }

  #dictOf([items = []]: unknown[]): Dict {
    const dict = new Dict()
    for (const item of Array.isArray(items) ? items : []) {
      if (Array.isArray(item)) dict.entries.set(item[0], item[1])
    }
    return dict
  }

  #tensor([storage, offset, shape, strides]: unknown[]): Tensor {
    const whole = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0
    const list = (value: unknown): value is number[] =>
      Array.isArray(value) && value.length <= 8 && value.every(whole)
    const isStorage =
      typeof storage === 'object' && storage !== null && 'dtype' in storage && 'key' in storage
    if (!isStorage || !whole(offset) || !list(shape) || !list(strides) || shape.length !== strides.length)
      throw this.bad('a tensor that is described in another way', 'a storage, an offset, a shape and strides')
    const view = { storage: storage as Storage, offset, shape, strides }
    const last = shape.reduce((at, n, i) => at + (n - 1) * (strides[i] as number), offset)
    const empty = shape.includes(0)
    if (!empty && !(last < view.storage.size))
      throw this.bad(
        `a tensor that reaches number ${last} of a storage of ${view.storage.size}`,
        'one inside of its storage',
      )
    return new Tensor(view)
  }

  /** The attributes of a dictionary, such as its `_metadata`, are of no use here. */
  #build(): void {
    this.#pop()
    if (!(this.#stack.at(-1) instanceof Dict))
      throw this.bad('the state of an object', 'tensors in dictionaries')
  }

  #number(size: 1 | 2 | 4, use: (value: number) => Promise<void> | void): Promise<void> | void {
    return this.#bytes(size, (bytes) => use(bytes.reduceRight((value, byte) => value * 256 + byte, 0)))
  }

  #text(size: 1 | 4): Promise<void> | void {
    return this.#number(size, (length) => {
      if (length > LONGEST_TEXT) throw this.bad(`a text of ${length} bytes`, `at most ${LONGEST_TEXT}`)
      return this.#bytes(length, (bytes) => this.#push(this.#decoder.decode(bytes)))
    })
  }

  #bytes(count: number, use: (bytes: Uint8Array) => Promise<void> | void): Promise<void> | void {
    const wait = this.#cursor.ensure(count)
    if (!wait) return use(this.#cursor.bytes(count))
    return wait.then(() => use(this.#cursor.bytes(count)))
  }

  async #line(): Promise<string> {
    const bytes: number[] = []
    for (;;) {
      await this.#cursor.ensure(1)
      const byte = this.#cursor.u8()
      if (byte === 10) return String.fromCharCode(...bytes) // spread: 256
      bytes.push(byte)
      if (bytes.length > LONGEST_NAME)
        throw this.bad(`a name of more than ${LONGEST_NAME} bytes`, 'a short one')
    }
  }
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
}

/** A whole number of any length, in two's complement; as near as a double has it. */
function wholeOf(bytes: Uint8Array): number {
  const negative = ((bytes.at(-1) ?? 0) & 128) !== 0
  const size = bytes.reduceRight((value, byte) => value * 256 + byte, 0)
  return negative ? size - 256 ** bytes.length : size
}
