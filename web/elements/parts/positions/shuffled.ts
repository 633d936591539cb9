/** 0 … count − 1 in another order, the same for the same seed; never the order itself. */
import { linear } from './seeded-tables.js'

export function shuffled(count: number, seed: number): number[] {
  const draws = linear(seed + 7919, [count], 0, 1).data
  const order = Array.from({ length: count }, (_, i) => i)
  for (let i = count - 1; i > 0; i--) {
    const j = Math.floor((draws[i] ?? 0) * (i + 1))
    ;[order[i], order[j]] = [order[j] ?? 0, order[i] ?? 0]
  }
  return order.every((token, i) => token === i) ? order.reverse() : order
}
