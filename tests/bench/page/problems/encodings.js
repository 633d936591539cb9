// Encodings as the benchmark uses them: what our interface is given, and the same from the papers in doubles. distance = key − query.

import { normal } from '../random.js'

export const encodings = { rope, alibi, t5, shaw, transformerXl, deberta }

/** Su et al. 2021, halves of a row form the pairs: q · R(distance) k, of which q · k is counted already. */
function rope({ headDim }) {
  const half = headDim / 2
  return {
    position: { type: 'rope', base: 10000 },
    content: (_, distance, query, key) => {
      let sum = 0
      for (let i = 0; i < half; i++) {
        const angle = distance * 10000 ** (-i / half)
        const [x, y] = [key[i], key[i + half]]
        sum += query[i] * (x * (Math.cos(angle) - 1) - y * Math.sin(angle))
        sum += query[i + half] * (x * Math.sin(angle) + y * (Math.cos(angle) - 1))
      }
      return sum
    },
  }
}

/** Press et al. 2022, symmetric, so that an unmasked call is meaningful. */
function alibi({ heads }) {
  return {
    position: { type: 'alibi', symmetric: true },
    bias: (head, distance) => -(2 ** ((-8 * (head + 1)) / heads)) * Math.abs(distance),
  }
}

/** Raffel et al. 2020, both directions, 32 buckets; scaled like plain attention, to compare the cost of the table alone. */
function t5({ heads, headDim }) {
  const table = normal(5, 32, heads)
  return {
    position: { type: 't5', table, bidirectional: true, maxDistance: 128 },
    givenScale: 1 / Math.sqrt(headDim),
    bias: (head, distance) => table.data[bucketOf(distance) * heads + head],
  }
}

function bucketOf(distance) {
  const offset = distance > 0 ? 16 : 0
  const n = Math.abs(distance)
  if (n < 8) return offset + n
  return offset + Math.min(15, 8 + Math.floor((Math.log(n / 8) / Math.log(128 / 8)) * 8))
}

/** Shaw et al. 2018, the key term, clipped at 64. */
function shaw({ headDim }) {
  const reach = 64
  const keyTable = normal(6, 2 * reach + 1, headDim)
  return {
    position: { type: 'shaw', keyTable },
    content: (_, distance, query) => {
      const row = Math.max(-reach, Math.min(reach, distance)) + reach
      return dot(query, keyTable.data, row * headDim)
    },
  }
}

/** Dai et al. 2019: (q + u) · k + (q + v) · W R(query − key). */
function transformerXl({ heads, tokens, headDim }) {
  const width = heads * headDim
  const weight = normal(7, width, width)
  weight.data.forEach((x, i) => {
    weight.data[i] = x / Math.sqrt(width)
  })
  const contentBias = normal(8, heads, headDim)
  const positionBias = normal(9, heads, headDim)
  const projected = projectedSinusoids(weight, tokens, width)
  return {
    position: { type: 'transformerXl', weight, contentBias, positionBias },
    content: (head, distance, query, key) => {
      const row = projected(-distance).subarray(head * headDim, (head + 1) * headDim)
      const from = head * headDim
      let sum = 0
      for (let c = 0; c < headDim; c++) {
        sum += contentBias.data[from + c] * key[c] + (query[c] + positionBias.data[from + c]) * row[c]
      }
      return sum
    },
  }
}

/** W R(t) for −tokens < t < tokens, each computed when first asked for. */
function projectedSinusoids(weight, tokens, width) {
  const rows = new Map()
  const half = width / 2
  return (t) => {
    if (Math.abs(t) >= tokens) throw new RangeError(`no distance ${t} among ${tokens} tokens`)
    if (rows.has(t)) return rows.get(t)
    const angles = Float64Array.from({ length: half }, (_, i) => t * 10000 ** (-i / half))
    const wave = Float64Array.from({ length: width }, (_, i) =>
      i < half ? Math.sin(angles[i]) : Math.cos(angles[i - half]),
    )
    const row = Float64Array.from({ length: width }, (_, o) => dot(wave, weight.data, o * width))
    rows.set(t, row)
    return row
  }
}

/** He et al. 2021, content to position and position to content, one row per distance, span 512. */
function deberta({ heads, headDim }) {
  const span = 512
  const width = heads * headDim
  const positionKey = normal(10, 2 * span, width)
  const positionQuery = normal(11, 2 * span, width)
  return {
    position: { type: 'deberta', positionKey, positionQuery },
    scale: 1 / Math.sqrt(3 * headDim),
    content: (head, distance, query, key) => {
      const row = Math.max(0, Math.min(2 * span - 1, span - distance))
      const from = row * width + head * headDim
      return dot(query, positionKey.data, from) + dot(key, positionQuery.data, from)
    },
  }
}

function dot(row, data, from) {
  let sum = 0
  for (let c = 0; c < row.length; c++) sum += row[c] * data[from + c]
  return sum
}
