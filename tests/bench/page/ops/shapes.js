// Shapes of results, for engines whose graphs are written down before they run.

export function broadcast(a, b) {
  const rank = Math.max(a.length, b.length)
  const axis = (shape, i) => shape[shape.length - rank + i] ?? 1
  return Array.from({ length: rank }, (_, i) => Math.max(axis(a, i), axis(b, i)))
}

export function product(a, b, transposeB) {
  const columns = b[b.length - (transposeB ? 2 : 1)]
  return [...broadcast(a.slice(0, -2), b.slice(0, -2)), a[a.length - 2], columns]
}

export function sliced(shape, axis, from, to) {
  return shape.map((n, i) => (i === axis ? to - from : n))
}

export function joined(shapes, axis) {
  const total = shapes.reduce((sum, shape) => sum + shape[axis], 0)
  return shapes[0].map((n, i) => (i === axis ? total : n))
}

export function permuted(shape, order) {
  return order.map((axis) => shape[axis])
}
