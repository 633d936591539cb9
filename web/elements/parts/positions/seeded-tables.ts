// Tables of numbers that depend on a seed alone. They are made of additions and multiplications, so they are the same bits everywhere.

import type { Tensor } from 'whereformer'

/** Uniform in [0, 1) (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Independent values, low … high. */
export function linear(seed: number, shape: readonly number[], low: number, high: number): Tensor {
  const next = seeded(seed)
  const length = shape.reduce((a, b) => a * b, 1)
  return { data: Float32Array.from({ length }, () => low + (high - low) * next()), shape: [...shape] }
}

/** Columns in which neighbours are alike, as training leaves them: bounded random walks of about ±1. */
export function walk(seed: number, rows: number, columns: number): Tensor {
  const { data, shape } = linear(seed, [rows, columns], -0.6, 0.6)
  for (let i = columns; i < data.length; i++) data[i] = 0.9 * (data[i - columns] ?? 0) + (data[i] ?? 0)
  return { data, shape }
}
