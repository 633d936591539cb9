// Sampled rows of a result in double precision, and how far a result in float32 is from them.

export class ExpectedRows {
  /**
   * @param {{rowCount: number, width: number, rows: number[], scale?: number}} of a result [rowCount, width], of which `rows` are compared;
   *   differences are relative to `scale`, the largest expected magnitude when absent
   * @param {(row: number) => Float64Array} compute
   */
  constructor({ rowCount, width, rows, scale }, compute) {
    this.rowCount = rowCount
    this.width = width
    this.rows = rows
    this.values = rows.map(compute)
    this.scale = scale ?? Math.max(...this.values.map(largestMagnitude))
  }

  /** Infinity for NaN anywhere in these rows, and for a result of another length. */
  difference(actual) {
    if (actual?.length !== this.rowCount * this.width) return Number.POSITIVE_INFINITY
    let largest = 0
    this.rows.forEach((row, i) => {
      const expected = this.values[i]
      for (let c = 0; c < this.width; c++) {
        const difference = Math.abs(actual[row * this.width + c] - expected[c])
        if (!(difference <= largest))
          largest = Number.isNaN(difference) ? Number.POSITIVE_INFINITY : difference
      }
    })
    return largest / this.scale
  }

  /** A whole result of which only the compared rows were brought back, in their order. */
  spread(sampled) {
    const whole = new Float32Array(this.rowCount * this.width).fill(Number.NaN)
    this.rows.forEach((row, i) => {
      whole.set(sampled.subarray(i * this.width, (i + 1) * this.width), row * this.width)
    })
    return whole
  }
}

export function largestMagnitude(values) {
  return values.reduce((largest, x) => Math.max(largest, Math.abs(x)), 0)
}
