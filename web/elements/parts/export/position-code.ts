// A position in the code that a figure shows.

/** JavaScript; tables are zeros of their sizes, for values of the reader. */
export function positionCode(position: unknown): string {
  const text = JSON.stringify(position, (_, value) =>
    value instanceof Float32Array ? `new Float32Array(${value.length} /* … */)` : value,
  )
  return text.replace(/"(new Float32Array\(.*?\))"/g, '$1')
}
