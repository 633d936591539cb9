// Plain JavaScript in float32, as somebody would write it by hand: the order of loops is good for caches, nothing else is clever.

export async function openPlain() {
  return new PlainEngine()
}

class PlainEngine {
  name = 'plain JS'

  matmul({ a, b, shape }) {
    const out = new Float32Array(shape[0] * shape[1])
    return [{ mode: 'copies', run: () => multiply(a, b, out), result: () => [out] }]
  }

  gemv(problem) {
    return this.matmul(problem)
  }

  attention(problem) {
    const { shape, terms } = problem
    if (terms.position || shape[1] > 1024) return [] // nobody writes those by hand; it takes seconds and minutes
    const [heads, tokens] = shape
    const out = new Float32Array(problem.v.data.length)
    const scores = new Float32Array(problem.weights ? heads * tokens * tokens : tokens)
    const results = problem.weights ? [out, scores] : [out]
    return [{ mode: 'copies', run: () => attend(problem, scores, out), result: () => results }]
  }

  rotary({ q, k, shape, cosines, sines }) {
    const outputs = [q, k].map(({ data }) => new Float32Array(data.length))
    const run = () => {
      rotate(q.data, shape, cosines.data, sines.data, outputs[0])
      rotate(k.data, shape, cosines.data, sines.data, outputs[1])
    }
    return [{ mode: 'copies', run, result: () => outputs }]
  }

  softmax({ x, shape }) {
    const out = new Float32Array(x.data.length)
    const [rows, columns] = shape
    const run = () => {
      for (let r = 0; r < rows; r++) {
        const from = r * columns
        softmaxRow(x.data.subarray(from, from + columns), out.subarray(from, from + columns))
      }
    }
    return [{ mode: 'copies', run, result: () => [out] }]
  }
}

function multiply(a, b, out) {
  const [inner, columns] = b.shape
  const [x, y] = [a.data, b.data]
  out.fill(0)
  for (let r = 0; r < a.shape[0]; r++) {
    const to = r * columns
    for (let t = 0; t < inner; t++) {
      const factor = x[r * inner + t]
      const from = t * columns
      for (let c = 0; c < columns; c++) out[to + c] += factor * y[from + c]
    }
  }
}

/** @param scores of one row, or of all rows where the weights are a result */
function attend({ q, k, v, shape, causal, bias }, scores, out) {
  const [heads, tokens, headDim] = shape
  const scale = 1 / Math.sqrt(headDim)
  out.fill(0)
  for (let row = 0; row < heads * tokens; row++) {
    const query = row % tokens
    const keys = causal ? query + 1 : tokens
    const first = (row - query) * headDim
    const seen =
      scores.length > tokens ? scores.subarray(row * tokens, row * tokens + keys) : scores.subarray(0, keys)
    for (let key = 0; key < keys; key++) {
      const added = bias ? bias.data[row * tokens + key] : 0
      seen[key] = dot(q.data, row * headDim, k.data, first + key * headDim, headDim) * scale + added
    }
    softmaxRow(seen, seen)
    for (let key = 0; key < keys; key++) {
      addScaled(out, row * headDim, v.data, first + key * headDim, seen[key], headDim)
    }
  }
}

function dot(a, from, b, start, count) {
  let sum = 0
  for (let c = 0; c < count; c++) sum += a[from + c] * b[start + c]
  return sum
}

function addScaled(out, to, from, start, factor, count) {
  for (let c = 0; c < count; c++) out[to + c] += factor * from[start + c]
}

function softmaxRow(from, to) {
  let largest = -Infinity
  for (let i = 0; i < from.length; i++) if (from[i] > largest) largest = from[i]
  let total = 0
  for (let i = 0; i < from.length; i++) {
    const power = Math.exp(from[i] - largest)
    to[i] = power
    total += power
  }
  const factor = 1 / total
  for (let i = 0; i < to.length; i++) to[i] *= factor
}

function rotate(x, [heads, tokens, headDim], cosines, sines, out) {
  const half = headDim / 2
  for (let row = 0; row < heads * tokens; row++) {
    const angles = (row % tokens) * half
    const from = row * headDim
    for (let i = 0; i < half; i++) {
      const cosine = cosines[angles + i]
      const sine = sines[angles + i]
      const first = x[from + i]
      const second = x[from + half + i]
      out[from + i] = first * cosine - second * sine
      out[from + half + i] = first * sine + second * cosine
    }
  }
}
