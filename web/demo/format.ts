// Numbers as the reader needs them, and characters as they can be seen and said.

import type { Messages } from './messages/index.js'

/** Two places: 0.31 */
export function weight(value: number): string {
  return value > 0 && value < 0.005 ? '< 0.01' : value.toFixed(2)
}

/** Five places: for tables. */
export function exact(value: number): string {
  return value.toFixed(5)
}

export function percent(value: number): string {
  return value > 0 && value < 0.001 ? '< 0.1 %' : `${(value * 100).toFixed(1)} %`
}

/** At most three digits that matter: 0.5, 12.4, 54400. */
export function short(value: number): string {
  return minus(String(Number.isInteger(value) ? value : Number(value.toPrecision(3))))
}

function minus(digits: string): string {
  return digits.replace('-', '−')
}

const SUPERSCRIPTS = '⁰¹²³⁴⁵⁶⁷⁸⁹'

/** Changes span many powers of ten: 0.43, 3 × 10⁻⁷. */
export function change(value: number): string {
  if (value === 0) return '0'
  if (!(Math.abs(value) < 0.001)) return minus(value.toFixed(3))
  const [digits = '', exponent = ''] = value.toExponential(0).split('e-')
  return `${minus(digits)} × 10⁻${[...exponent].map((digit) => SUPERSCRIPTS[Number(digit)]).join('')}`
}

export function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(2)} MB`
}

/** Blanks become signs that can be seen. */
export function signOf(character: string): string {
  return { ' ': '␣', '\n': '⏎' }[character] ?? character
}

/** Blanks become words that can be said. */
export function nameOf(character: string, messages: Messages): string {
  return { ' ': messages.text.space, '\n': messages.text.lineBreak }[character] ?? character
}
