// What the weights of a model take in WebAssembly, and whether they fit.

import { WhereformerError } from '../boundary/errors.js'
import { elementCount, shapeText } from '../boundary/tensor.js'
import { canonicalTensors } from './canonical.js'
import type { Recipe } from './index.js'
import { AS_STORED, Q8, type WeightFormat } from './weight-format.js'

/** The largest memory of WebAssembly in bytes (MAXIMUM_MEMORY in bindings/CMakeLists.txt). */
export const MOST_BYTES = 2 ** 31

/** The bytes of a row of a matrix, by its length, for each type in which a matrix is kept. */
const ROW_BYTES = {
  F32: (width: number) => 4 * width,
  F16: (width: number) => 2 * width,
  BF16: (width: number) => 2 * width,
  Q8: (width: number) => (32 + 2) * Math.ceil(width / 32),
}

/** The types of a checkpoint's tensors, as far as they are known. */
export interface KnownTypes {
  dtypeOf(name: string): 'F32' | 'F16' | 'BF16' | undefined
}

const UNKNOWN: KnownTypes = { dtypeOf: () => undefined }

/** The bytes of each canonical tensor; the least possible for those of unknown type. Vectors are float32. */
function sizesOf({ spec, rules }: Recipe, types: KnownTypes, format: WeightFormat) {
  const stored = new Map(rules.flatMap(({ from, to }) => to.map(({ name }) => [name, from] as const)))
  return canonicalTensors(spec).map(({ name, shape }) => {
    const kept = format.typeOf(types.dtypeOf(stored.get(name) ?? name)) ?? 'F16'
    const [rows = 1, ...row] = shape
    const rowBytes = ROW_BYTES[shape.length < 2 ? 'F32' : kept]
    return { name, shape, bytes: rows * rowBytes(elementCount(row)) }
  })
}

/** The bytes of all weights; the least possible if not all types are known. */
export function weightBytes(recipe: Recipe, types: KnownTypes, format = AS_STORED): number {
  return sizesOf(recipe, types, format).reduce((sum, { bytes }) => sum + bytes, 0)
}

/** Refuses weights that do not fit into WebAssembly memory: before any is read in any type, then in those that the files have. */
export function requireMemory(recipe: Recipe, types = UNKNOWN, format = AS_STORED): void {
  const total = weightBytes(recipe, types, format)
  if (total <= MOST_BYTES) return
  const { name, shape, bytes } = sizesOf(recipe, types, format).reduce((a, b) => (b.bytes > a.bytes ? b : a))
  const largest = `the largest, ${name} ${shapeText(shape)}, ${bytes}`
  const least = types === UNKNOWN ? format.least : ''
  const need = `the weights need ${total} bytes${least} (${largest}), WebAssembly has at most ${MOST_BYTES}`
  const rounded = weightBytes(recipe, types, Q8)
  const hint = rounded <= MOST_BYTES ? `; they fit with { weights: 'q8' }, in ${rounded}` : ''
  throw new WhereformerError('ERR_OOM', `config: ${need}${hint}`)
}
