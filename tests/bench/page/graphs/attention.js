// Attention out of an engine's own operations: what its users write, with the mask and the bias added as one tensor.

/** q, k, v [heads, tokens, headDim]; added broadcasts to [heads, tokens, tokens], or is absent */
export function attentionGraph(ops, { q, k, v, added, scale }) {
  const scores = ops.matmul(q, k, { transposeB: true, scale })
  const weights = ops.softmax(added ? ops.add(scores, added) : scores)
  return ops.matmul(weights, v)
}

/** What is added to the scores: the bias, and a large negative number where a key lies after its query. */
export function addedTensor({ bias, causal, shape: [heads, tokens] }) {
  if (!causal) return bias
  const shape = [bias ? heads : 1, tokens, tokens]
  const data = bias ? bias.data.slice() : new Float32Array(tokens * tokens)
  for (let row = 0; row < data.length / tokens; row++) {
    data.fill(-1e9, row * tokens + (row % tokens) + 1, (row + 1) * tokens)
  }
  return { data, shape }
}
