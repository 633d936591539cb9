// Numbers as the reader needs them.

/** At most three digits that matter: 0.5, 12.4, 54400; a true minus sign. */
export function short(value: number): string {
  if (Number.isNaN(value)) return '–'
  if (!Number.isFinite(value)) return value > 0 ? '∞' : '−∞'
  if (value !== 0 && (Math.abs(value) >= 1e7 || Math.abs(value) < 1e-4)) return power(value)
  return minus(String(Number.isInteger(value) ? value : Number(value.toPrecision(3))))
}

/** Five places: for tables. */
export function exact(value: number): string {
  if (!Number.isFinite(value)) return short(value)
  return Number.isInteger(value) ? minus(String(value)) : minus(value.toFixed(5))
}

const SUPERSCRIPTS = '⁰¹²³⁴⁵⁶⁷⁸⁹'

/** 3.2 × 10⁻⁷ */
function power(value: number): string {
  const [digits = '', exponent = '0'] = value.toExponential(2).split('e')
  const signs = [...exponent.replace('+', '')].map((sign) =>
    sign === '-' ? '⁻' : SUPERSCRIPTS[Number(sign)],
  )
  return `${minus(String(Number(digits)))} × 10${signs.join('')}`
}

function minus(digits: string): string {
  return digits.replace('-', '−')
}
