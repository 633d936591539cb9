// What the weights of a model take in WebAssembly, and whether they fit.

import { WhereformerError } from '../boundary/errors.js'
import { elementCount, shapeText } from '../boundary/tensor.js'
import { canonicalTensors } from './canonical.js'
import type { Recipe } from './index.js'

/** The memory of WebAssembly (MAXIMUM_MEMORY in bindings/CMakeLists.txt). */
export const MOST_BYTES = 2 ** 31

/** Bytes of a number of each type in which a matrix is kept. */
const SIZES = { F32: 4, F16: 2, BF16: 2 }

/** The types of a checkpoint's tensors, as far as they are known. */
export interface KnownTypes {
  dtypeOf(name: string): keyof typeof SIZES | undefined
}

const UNKNOWN: KnownTypes = { dtypeOf: () => undefined }

/** Bytes that each canonical tensor takes; at least, for those of unknown type. Vectors are float32. */
function sizesOf({ spec, rules }: Recipe, types: KnownTypes) {
  const stored = new Map(rules.flatMap(({ from, to }) => to.map(({ name }) => [name, from] as const)))
  return canonicalTensors(spec).map(({ name, shape }) => {
    const type = types.dtypeOf(stored.get(name) ?? name)
    const size = shape.length < 2 ? SIZES.F32 : type === undefined ? SIZES.F16 : SIZES[type]
    return { name, shape, bytes: size * elementCount(shape) }
  })
}

/** Bytes of all weights; at least, if not all types are known. */
export function weightBytes(recipe: Recipe, types: KnownTypes): number {
  return sizesOf(recipe, types).reduce((sum, { bytes }) => sum + bytes, 0)
}

/** Refuses weights that do not fit into WebAssembly memory: before any is read in any type, then in those that the files have. */
export function requireMemory(recipe: Recipe, types = UNKNOWN): void {
  const total = weightBytes(recipe, types)
  if (total <= MOST_BYTES) return
  const { name, shape, bytes } = sizesOf(recipe, types).reduce((a, b) => (b.bytes > a.bytes ? b : a))
  const largest = `the largest, ${name} ${shapeText(shape)}, ${bytes}`
  const least = types === UNKNOWN ? ' even in 16 bits' : ''
  throw new WhereformerError(
    'ERR_OOM',
    `config: the weights need ${total} bytes${least} (${largest}), WebAssembly has at most ${MOST_BYTES}`,
  )
}
