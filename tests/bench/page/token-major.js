// [heads, tokens, headDim] ↔ [tokens, heads, headDim], for operators that want the heads of a token side by side.

/** Tensors [1, tokens, heads · headDim] of tensors [heads, tokens, headDim]. */
export function tokenMajorTensor({ data, shape: [heads, tokens, width] }) {
  return { data: swapped(data, heads, tokens, width), shape: [1, tokens, heads * width] }
}

/** A problem whose results come token-major: how to arrange them as expected, and where an expected row lies in them. */
export function tokenMajorProblem(problem) {
  const [heads, tokens, width] = problem.shape
  return {
    ...problem,
    arrange: (data) => swapped(data, tokens, heads, width),
    place: (row) => (row % tokens) * heads + Math.floor(row / tokens),
  }
}

/** [outer, inner, width] → [inner, outer, width] */
function swapped(data, outer, inner, width) {
  const out = new Float32Array(data.length)
  for (let o = 0; o < outer; o++) {
    for (let i = 0; i < inner; i++) {
      const from = (o * inner + i) * width
      out.set(data.subarray(from, from + width), (i * outer + o) * width)
    }
  }
  return out
}
