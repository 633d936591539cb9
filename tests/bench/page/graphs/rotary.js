// RoPE on halves out of elementwise operations: [x1 · cos − x2 · sin, x2 · cos + x1 · sin].

/** x [heads, tokens, headDim]; cosines and sines [1, tokens, headDim / 2] */
export function rotaryGraph(ops, x, cosines, sines) {
  const half = x.shape[2] / 2
  const first = ops.slice(x, 2, 0, half)
  const second = ops.slice(x, 2, half, 2 * half)
  return ops.concat(
    [
      ops.sub(ops.mul(first, cosines), ops.mul(second, sines)),
      ops.add(ops.mul(second, cosines), ops.mul(first, sines)),
    ],
    2,
  )
}
