// Number formatting.

/** Three significant digits: 0.5, 12.4; integers in full: 54400. U+2212 as minus sign. */
export function short(value: number): string {
  if (Number.isNaN(value)) return '–'
  if (!Number.isFinite(value)) return value > 0 ? '∞' : '−∞'
  if (value !== 0 && (Math.abs(value) >= 1e7 || Math.abs(value) < 1e-4)) return power(value)
  return minus(String(Number.isInteger(value) ? value : Number(value.toPrecision(3))))
}

/** Five decimals, for tables. */
export function exact(value: number): string {
  if (!Number.isFinite(value)) return short(value)
  return Number.isInteger(value) ? minus(String(value)) : minus(value.toFixed(5))
}

const SUPERSCRIPTS = '⁰¹²³⁴⁵⁶⁷⁸⁹'

/** 3.2 × 10⁻⁷, on one line */
function power(value: number): string {
  const [digits = '', exponent = '0'] = value.toExponential(2).split('e')
  const signs = [...exponent.replace('+', '')].map((sign) =>
    sign === '-' ? '⁻' : SUPERSCRIPTS[Number(sign)],
  )
  return `${minus(String(Number(digits)))}\u00a0×\u00a010${signs.join('')}`
}

function minus(digits: string): string {
  return digits.replace('-', '−')
}
