// A table of positions on a grid for another grid, as torch.nn.functional.interpolate(mode='bicubic', align_corners=False) makes it, with
// `antialias` or without.

/** Rows and columns of patches. */
export type Shape = readonly [rows: number, columns: number]

/** Cells of the old grid, and how much each of them counts in a cell of the new one. */
interface Taps {
  at: readonly number[]
  weights: readonly number[]
}

/** [rows · columns, width] → [new rows · new columns, width] */
export function resized(table: Float32Array, from: Shape, to: Shape, antialias: boolean): Float32Array {
  const taps = antialias ? smoothTaps : cubicTaps
  const [down, across] = [taps(from[0], to[0]), taps(from[1], to[1])]
  const width = table.length / (from[0] * from[1])
  const out = new Float32Array(to[0] * to[1] * width)
  for (const [i, row] of down.entries()) {
    for (const [j, column] of across.entries()) {
      const sums = new Float64Array(width)
      for (const [r, y] of row.at.entries()) {
        for (const [c, x] of column.at.entries()) {
          const weight = (row.weights[r] as number) * (column.weights[c] as number)
          const start = (y * from[1] + x) * width
          for (let k = 0; k < width; k++)
            sums[k] = (sums[k] as number) + weight * (table[start + k] as number)
        }
      }
      out.set(sums, (i * to[1] + j) * width)
    }
  }
  return out
}

/** Along one axis: four cells, those at the edges also for cells beyond. */
function cubicTaps(from: number, to: number): Taps[] {
  return Array.from({ length: to }, (_, i) => {
    const place = ((i + 0.5) * from) / to - 0.5
    const cells = [-1, 0, 1, 2].map((step) => Math.floor(place) + step)
    return {
      at: cells.map((cell) => Math.min(Math.max(cell, 0), from - 1)),
      weights: cells.map((cell) => cubic(cell - place, -0.75)),
    }
  })
}

/** Along one axis: a cubic that is as much wider as the grid becomes coarser, over the cells that there are. */
function smoothTaps(from: number, to: number): Taps[] {
  const step = from / to
  const stretch = Math.max(step, 1)
  return Array.from({ length: to }, (_, i) => {
    const centre = (i + 0.5) * step
    const first = Math.max(Math.trunc(centre - 2 * stretch + 0.5), 0)
    const end = Math.min(Math.trunc(centre + 2 * stretch + 0.5), from)
    const at = Array.from({ length: end - first }, (_, j) => first + j)
    const weights = at.map((cell) => cubic((cell + 0.5 - centre) / stretch, -0.5))
    const sum = weights.reduce((all, weight) => all + weight, 0)
    return { at, weights: weights.map((weight) => weight / sum) }
  })
}

/** Cubic convolution with PyTorch's two values of its free parameter (Keys 1981). */
function cubic(distance: number, a: number): number {
  const x = Math.abs(distance)
  if (x <= 1) return ((a + 2) * x - (a + 3)) * x * x + 1
  return x < 2 ? ((a * x - 5 * a) * x + 8 * a) * x - 4 * a : 0
}
