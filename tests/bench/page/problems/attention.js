// softmax((q·k + content) · scale + bias) · v over [heads, tokens, headDim], with an encoding, a mask, an added bias.

import { ExpectedRows, largestMagnitude } from '../expected-rows.js'
import { normal } from '../random.js'
import { encodings } from './encodings.js'
import { sampledRows } from './sampled-rows.js'

const ROWS_PER_HEAD = 16

export function attention({ heads, tokens, headDim, causal, bias, encoding, weights, beside, flops }) {
  const shape = [heads, tokens, headDim]
  const [q, k, v] = [1, 2, 3].map((seed) => normal(seed, ...shape))
  const added = bias ? biases[bias](heads, tokens) : undefined
  const terms = encoding ? encodings[encoding]({ heads, tokens, headDim }) : {}
  // a bias that is a position encoding: others need it as a tensor
  const biasPosition = bias === 'alibi' ? { type: 'alibi', symmetric: true } : undefined
  const problem = { q, k, v, shape, causal, bias: added, biasPosition, terms, weights, flops }
  const rows = Array.from({ length: heads }, (_, head) =>
    sampledRows(tokens, ROWS_PER_HEAD).map((query) => head * tokens + query),
  ).flat()
  const of = { rowCount: heads * tokens, width: headDim, rows, scale: largestMagnitude(v.data) }
  const expected = (what) => [
    new ExpectedRows(of, (row) => outputRow(what, Math.floor(row / tokens), row % tokens)),
  ]
  const weightRows = new ExpectedRows({ ...of, width: tokens, scale: 1 }, (row) =>
    weightsOf(problem, Math.floor(row / tokens), row % tokens),
  )
  const plain = { ...problem, causal: false, bias: undefined, biasPosition: undefined, terms: {} }
  return {
    ...problem,
    ownTolerance: 4e-6,
    expected: [...expected(problem), ...(weights ? [weightRows] : [])],
    unadorned: beside && expected(plain),
  }
}

const biases = {
  mask: (heads, tokens) => normal(4, heads, tokens, tokens),
  alibi,
}

// −slope · |query − key|, slopes 2^−1 … 2^−8 over 8 heads (Press et al. 2022)
function alibi(heads, tokens) {
  const data = new Float32Array(heads * tokens * tokens)
  for (let i = 0, head = 0; head < heads; head++) {
    const slope = 2 ** ((-8 * (head + 1)) / heads)
    for (let query = 0; query < tokens; query++) {
      for (let key = 0; key < tokens; key++) data[i++] = -slope * Math.abs(query - key)
    }
  }
  return { data, shape: [heads, tokens, tokens] }
}

function outputRow(problem, head, query) {
  const { v, shape } = problem
  const [, tokens, headDim] = shape
  const output = new Float64Array(headDim)
  weightsOf(problem, head, query).forEach((weight, key) => {
    const from = (head * tokens + key) * headDim
    for (let c = 0; c < headDim; c++) output[c] += weight * v.data[from + c]
  })
  return output
}

function weightsOf(problem, head, query) {
  const { shape, causal } = problem
  const tokens = shape[1]
  const scores = new Float64Array(causal ? query + 1 : tokens)
  for (let key = 0; key < scores.length; key++) scores[key] = scoreOf(problem, head, query, key)
  const largest = scores.reduce((a, b) => Math.max(a, b), -Infinity)
  const powers = scores.map((score) => Math.exp(score - largest))
  const total = powers.reduce((a, b) => a + b, 0)
  return powers.map((x) => x / total)
}

function scoreOf({ q, k, bias, terms, shape }, head, query, key) {
  const [, tokens, headDim] = shape
  const at = (tensor, token) => {
    const from = (head * tokens + token) * headDim
    return tensor.data.subarray(from, from + headDim)
  }
  const [qRow, kRow] = [at(q, query), at(k, key)]
  let score = 0
  for (let c = 0; c < headDim; c++) score += qRow[c] * kRow[c]
  if (terms.content) score += terms.content(head, key - query, qRow, kRow)
  score *= terms.scale ?? 1 / Math.sqrt(headDim)
  if (terms.bias) score += terms.bias(head, key - query)
  if (bias) score += bias.data[(head * tokens + query) * tokens + key]
  return score
}
