// Numbers as the sentences about mistakes and the figure write them.

/** Four digits that matter; what float32 rounds off is 0. */
export function digits(value: number): string {
  if (Number.isNaN(value)) return 'NaN'
  if (!Number.isFinite(value)) return value < 0 ? '−∞' : '∞'
  const rounded = Math.abs(value) < 1e-5 ? 0 : Number(value.toPrecision(4))
  return String(rounded).replace('-', '−')
}

/** A single number as it is, several in brackets. */
export function list(values: readonly number[]): string {
  const [first = Number.NaN] = values
  return values.length === 1 ? digits(first) : `[${values.map(digits).join(', ')}]`
}
