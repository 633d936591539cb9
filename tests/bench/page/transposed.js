// Linear layers store their weights as [outputs, inputs]; products want [inputs, outputs].

/** A copy of a matrix with rows and columns exchanged. */
export function transposed({ data, shape: [rows, columns] }) {
  const out = new Float32Array(data.length)
  for (let r = 0; r < rows; r++) {
    for (let c = 0; c < columns; c++) out[c * rows + r] = data[r * columns + c]
  }
  return { data: out, shape: [columns, rows] }
}
