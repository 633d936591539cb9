// RoPE on q and on k, each [heads, tokens, headDim]: halves of a row form the pairs, base 10000.

import { ExpectedRows } from '../expected-rows.js'
import { normal } from '../random.js'
import { sampledRows } from './sampled-rows.js'

export function rotary({ heads, tokens, headDim }) {
  const shape = [heads, tokens, headDim]
  const q = normal(1, ...shape)
  const k = normal(2, ...shape)
  const of = { rowCount: heads * tokens, width: headDim, rows: sampledRows(heads * tokens, 256) }
  return {
    q,
    k,
    shape,
    position: { type: 'rope', base: 10000 },
    ...sinesAndCosines(tokens, headDim),
    ownTolerance: 4e-6,
    expected: [q, k].map((x) => new ExpectedRows(of, (row) => turned(x, row, shape))),
  }
}

function turned({ data }, row, [, tokens, headDim]) {
  const half = headDim / 2
  const from = row * headDim
  const out = new Float64Array(headDim)
  for (let i = 0; i < half; i++) {
    const angle = (row % tokens) * 10000 ** (-i / half)
    const [x, y] = [data[from + i], data[from + i + half]]
    out[i] = x * Math.cos(angle) - y * Math.sin(angle)
    out[i + half] = x * Math.sin(angle) + y * Math.cos(angle)
  }
  return out
}

/** Both [tokens, headDim / 2], for engines that are given them. */
function sinesAndCosines(tokens, headDim) {
  const half = headDim / 2
  const angle = (_, i) => Math.floor(i / half) * 10000 ** (-(i % half) / half)
  const angles = Float64Array.from({ length: tokens * half }, angle)
  const shape = [tokens, half]
  return {
    cosines: { data: Float32Array.from(angles, Math.cos), shape },
    sines: { data: Float32Array.from(angles, Math.sin), shape },
  }
}
