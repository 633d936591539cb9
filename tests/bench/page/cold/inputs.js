// A small attention, since what counts on a cold page is the way to it: 4 heads of 32 for 64 tokens.

export const shape = [4, 64, 32]

export function input(seed) {
  const length = shape.reduce((product, n) => product * n, 1)
  return { data: Float32Array.from({ length }, (_, i) => Math.sin(seed * (i + 1))), shape }
}

export const [q, k, v] = [1, 2, 3].map(input)
