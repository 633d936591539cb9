import type { Random } from '../../lib/boundary/pcg32.js'

/** Different whole numbers in random order: the first of a shuffled list (Fisher–Yates). */
export function distinct(count: number, below: number, random: Random): number[] {
  const all = Array.from({ length: below }, (_, i) => i)
  for (let i = 0; i < count; i++) {
    const j = i + random.below(below - i)
    const chosen = all[j] as number
    all[j] = all[i] as number
    all[i] = chosen
  }
  return all.slice(0, count)
}
