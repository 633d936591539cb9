// The golden data and their manifest, read without the code under test.

import { readFileSync } from 'node:fs'
import type { Tensor } from 'whereformer'
import type { Tolerance } from './close.js'

const folder = new URL('../golden/', import.meta.url)
export const modelsFolder = new URL('../../web/demo/public/models/', import.meta.url)

interface ManifestFile {
  tolerance: Tolerance
  truth: string[]
  cases: Record<string, never>
}

const manifest = JSON.parse(readFileSync(new URL('MANIFEST.json', folder), 'utf8')) as {
  files: Record<string, ManifestFile>
}

type Values = Float32Array | Int32Array | Uint8Array

export interface Golden<Case> {
  cases: [name: string, details: Case][]
  tolerance: Tolerance
  /** What produced the numbers. */
  truth: string[]
  /** Of all tensors. */
  names: string[]
  has(name: string): boolean
  tensor(name: string): Tensor
  values(name: string): Values
}

export function golden<Case = Record<string, never>>(file: string): Golden<Case> {
  const entry = manifest.files[file]
  if (!entry) throw new Error(`tests/golden/MANIFEST.json lists no ${file}: run tools/golden/generate.py`)
  const read = readTensors(new URL(file, folder))
  const find = (name: string) => {
    const found = read.get(name)
    if (!found) throw new Error(`${file} holds no ${name}`)
    return found
  }
  return {
    cases: Object.entries(entry.cases ?? {}) as unknown as [string, Case][],
    tolerance: entry.tolerance,
    truth: entry.truth,
    names: [...read.keys()],
    has: (name) => read.has(name),
    tensor: (name) => find(name) as Tensor,
    values: (name) => find(name).data,
  }
}

interface Stored {
  data: Values
  shape: number[]
}

const arrays = { F32: Float32Array, I32: Int32Array, U8: Uint8Array }

function readTensors(url: URL): Map<string, Stored> {
  const file = readFileSync(url)
  const length = Number(file.readBigUInt64LE(0))
  const header = JSON.parse(file.toString('utf8', 8, 8 + length)) as Record<string, Header>
  const entries = Object.entries(header).filter(([name]) => name !== '__metadata__')
  return new Map(
    entries.map(
      ([
        name,
        {
          dtype,
          shape,
          data_offsets: [from, to],
        },
      ]) => {
        const bytes = new Uint8Array(file.subarray(8 + length + from, 8 + length + to))
        return [name, { data: new arrays[dtype](bytes.buffer), shape }]
      },
    ),
  )
}

interface Header {
  dtype: keyof typeof arrays
  shape: number[]
  data_offsets: [number, number]
}

export function readJson<T>(path: string, base: URL = folder): T {
  return JSON.parse(readFileSync(new URL(path, base), 'utf8')) as T
}

export function fileUrl(path: string, base: URL = folder): URL {
  return new URL(path, base)
}
