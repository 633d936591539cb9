// The learned buckets of the shipped model with T5's bias → the module that <wf-bias> draws.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../paths.mjs'
import { formatted } from './generated.mjs'

const folder = 'web/demo/public/models/tiny-shakespeare-t5'
const module = 'web/elements/figures/bias/trained-buckets.generated.ts'

/** @returns {Map<string, string>} path from the root → text */
export function trainedBias() {
  const { position } = JSON.parse(readFileSync(join(root, folder, 'config.json'), 'utf8'))
  const { table, ...rest } = position
  const data = halves(readFileSync(join(root, folder, 'model.safetensors')), table.tensor)
  const text = `// Generated from ${folder} by "npm run generate". Do not edit.

import type { T5Position } from 'whereformer'

/** [buckets, heads] */
const table = { data: Float32Array.of(${data.join(', ')}), shape: ${JSON.stringify(table.shape)} }

export const trainedBuckets: T5Position = { ...${JSON.stringify(rest)}, table }
`
  return new Map([[module, formatted(text, module)]])
}

/** The numbers of a tensor of 16 bits, in a safetensors file. */
function halves(file, name) {
  const length = Number(file.readBigUInt64LE(0))
  const { dtype, data_offsets } = JSON.parse(file.toString('utf8', 8, 8 + length))[name]
  if (dtype !== 'F16') throw new TypeError(`${name} is ${dtype}`)
  const [start, end] = data_offsets.map((offset) => 8 + length + offset)
  return Array.from({ length: (end - start) / 2 }, (_, i) => half(file.readUInt16LE(start + 2 * i)))
}

/** Without infinities: weights have none. */
function half(bits) {
  const [sign, exponent, fraction] = [bits >> 15 ? -1 : 1, (bits >> 10) & 31, bits & 1023]
  return sign * (exponent ? 2 ** (exponent - 15) * (1 + fraction / 1024) : 2 ** -24 * fraction)
}
