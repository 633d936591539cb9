// Arrays in files: NumPy's .npy, one tensor of a safetensors file, and JSON.

import { refuse, show, WhereformerError } from '../boundary/errors.js'
import { elementCount, shapeOf, shapeText, type Tensor } from '../boundary/tensor.js'
import { formatOf } from '../checkpoint/formats.js'
import { decodeBfloat16, decodeFloat16 } from '../checkpoint/half.js'
import { bad, headerLength, readHeader } from '../checkpoint/safetensors-header.js'

/** The array in the bytes of a file. `label` names the file in messages; `name` chooses a tensor of a safetensors file that has several. */
export function arrayIn(bytes: Uint8Array, label: string, name?: string): Tensor {
  if (NPY.every((byte, i) => bytes[i] === byte)) return npyIn(bytes, label)
  const format = bytes[8] === 0x7b ? undefined : formatOf(bytes) // the header of safetensors begins with {
  if (format) throw bad(label, format.name, '.npy, safetensors or JSON')
  // the length of a safetensors header is far below 2^56; no text has a zero byte
  return bytes[7] === 0 ? safetensorIn(bytes, label, name) : jsonIn(new TextDecoder().decode(bytes), label)
}

const NPY = [0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59] // \x93NUMPY

type Decode = (view: DataView, count: number) => Float32Array

const each =
  (size: number, read: (view: DataView, at: number) => number): Decode =>
  (view, count) => {
    const numbers = new Float32Array(count)
    for (let i = 0; i < count; i++) numbers[i] = read(view, i * size)
    return numbers
  }

const halves =
  (decode: (halves: Uint16Array) => Float32Array): Decode =>
  (view, count) =>
    decode(Uint16Array.from({ length: count }, (_, i) => view.getUint16(2 * i, true)))

interface Type {
  size: number
  decode: Decode
}

const F16 = { size: 2, decode: halves(decodeFloat16) }
const BF16 = { size: 2, decode: halves(decodeBfloat16) }
const F32 = { size: 4, decode: each(4, (view, at) => view.getFloat32(at, true)) }
const F64 = { size: 8, decode: each(8, (view, at) => view.getFloat64(at, true)) }
const I32 = { size: 4, decode: each(4, (view, at) => view.getInt32(at, true)) }
const I64 = { size: 8, decode: each(8, (view, at) => Number(view.getBigInt64(at, true))) }

const OF_NPY: Readonly<Record<string, Type>> = { '<f2': F16, '<f4': F32, '<f8': F64, '<i4': I32, '<i8': I64 }
const OF_SAFETENSORS: Readonly<Record<string, Type>> = { F16, BF16, F32, F64, I32, I64 }

// NEP 1: magic, version, length of the header (2 bytes in version 1, 4 in versions 2 and 3), a Python dictionary, the numbers
function npyIn(bytes: Uint8Array, label: string): Tensor {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const version = bytes[6] ?? 0
  if (version < 1 || version > 3) throw bad(label, `.npy of version ${version}`, 'version 1, 2 or 3')
  const start = version === 1 ? 10 : 12
  if (bytes.length < start) throw bad(label, `${bytes.length} bytes`, 'a whole .npy file')
  const end = start + (version === 1 ? view.getUint16(8, true) : view.getUint32(8, true))
  if (end > bytes.length) throw bad(label, `${bytes.length} bytes`, `a header up to byte ${end}`)
  const header = new TextDecoder().decode(bytes.subarray(start, end))
  const descr = /'descr':\s*'([^']*)'/.exec(header)?.[1] ?? ''
  const type = OF_NPY[descr]
  if (!type) throw bad(label, `numbers of type ${show(descr)}`, Object.keys(OF_NPY).join(', '))
  const shape = shapeIn(/'shape':\s*\(([^)]*)\)/.exec(header)?.[1], label)
  const data = decoded(bytes.subarray(end), type, shape, label)
  return { data: /'fortran_order':\s*True/.test(header) ? rowMajor(data, shape) : data, shape }
}

function shapeIn(text: string | undefined, label: string): number[] {
  const parts = (text ?? '?').split(',').map((part) => part.trim())
  const lengths = parts.filter((part) => part !== '').map(Number)
  if (lengths.every((n) => Number.isSafeInteger(n) && n >= 0)) return shapeOf(lengths, `${label}, shape`)
  throw bad(`${label}, shape`, show(text), 'whole numbers')
}

function decoded(
  bytes: Uint8Array,
  { size, decode }: Type,
  shape: readonly number[],
  label: string,
): Float32Array {
  const count = elementCount(shape)
  if (bytes.byteLength !== count * size) {
    throw bad(label, `${bytes.byteLength} bytes of numbers`, `${count * size} for shape ${shapeText(shape)}`)
  }
  return decode(new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength), count)
}

/** Values in Fortran's order, where the first axis runs fastest, as row-major ones. */
function rowMajor(data: Float32Array, shape: readonly number[]): Float32Array {
  const steps = shape.map((_, axis) => elementCount(shape.slice(0, axis)))
  const at = shape.map(() => 0)
  return data.map(() => {
    const from = at.reduce((sum, index, axis) => sum + index * (steps[axis] as number), 0)
    for (let axis = shape.length - 1; axis >= 0; axis--) {
      at[axis] = (at[axis] as number) + 1
      if ((at[axis] as number) < (shape[axis] as number)) break
      at[axis] = 0
    }
    return data[from] as number
  })
}

function safetensorIn(bytes: Uint8Array, label: string, name: string | undefined): Tensor {
  const length = headerLength(bytes, label)
  const entries = readHeader(bytes.subarray(8, 8 + length), label)
  const named = name === undefined ? entries : entries.filter((entry) => entry.name === name)
  const [entry, ...others] = named
  if (!entry || others.length > 0) {
    const got = name === undefined ? `${entries.length} tensors` : `no tensor ${show(name)}`
    const names = entries.slice(0, 8).map((one) => one.name)
    throw refuse('ERR_VALUE', label, got, `the name of one, as ${label}:NAME (${names.join(', ')} …)`)
  }
  const type = OF_SAFETENSORS[entry.dtype]
  if (!type)
    throw bad(`${label}, tensor ${show(entry.name)}`, entry.dtype, Object.keys(OF_SAFETENSORS).join(', '))
  const { shape, begin, end } = entry
  return { data: decoded(bytes.subarray(8 + length + begin, 8 + length + end), type, shape, label), shape }
}

/** An array in JSON: nested lists, or { data, shape }; −Infinity as Python writes it. */
function jsonIn(text: string, label: string): Tensor {
  const value = parsed(text, label)
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
  const { data, shape }: { data?: unknown; shape?: unknown } = isObject ? value : {}
  if (data !== undefined || shape !== undefined) {
    const flat = listOf(data, `${label}, data`)
    const lengths = shapeOf(shape, `${label}, shape`)
    if (flat.shape.length === 1 && flat.data.length === elementCount(lengths))
      return { data: flat.data, shape: lengths }
    throw bad(
      `${label}, data`,
      `shape ${shapeText(flat.shape)}`,
      `a list of ${elementCount(lengths)} numbers`,
    )
  }
  return listOf(value, label)
}

function parsed(text: string, label: string): unknown {
  try {
    return JSON.parse(text.replace(/-Infinity\b/g, '-1e999'))
  } catch (cause) {
    throw new WhereformerError(
      'ERR_PARSE',
      `${label}: got invalid JSON, wanted lists of numbers (${cause})`,
      { cause },
    )
  }
}

function listOf(value: unknown, label: string): Tensor {
  const shape: number[] = []
  for (let inner = value; Array.isArray(inner); inner = inner[0]) shape.push(inner.length)
  shapeOf(shape, label)
  const numbers: number[] = []
  collect(value, shape, numbers, label)
  return { data: Float32Array.from(numbers), shape }
}

function collect(
  value: unknown,
  [length, ...rest]: readonly number[],
  numbers: number[],
  label: string,
): void {
  if (length === undefined) {
    if (typeof value !== 'number') throw bad(label, show(value), 'lists of numbers')
    numbers.push(value)
    return
  }
  if (!Array.isArray(value) || value.length !== length)
    throw bad(label, show(value), `lists of one length, here ${length}`)
  for (const inner of value) collect(inner, rest, numbers, label)
}
