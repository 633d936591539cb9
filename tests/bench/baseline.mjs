// Shares of the peak that a kind of machine reached before, and whether any of them has fallen.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

export const baselineFile = fileURLToPath(new URL('baseline.json', import.meta.url))
export const variants = ['relaxed', 'simd']

/** A share below this part of what it was has fallen: "by more than a tenth". */
const KEPT = 0.9

/** { "attention/none/1024 relaxed": 0.91, … } of the results' items in both variants; what was not measured is left out. */
export function sharesOf(results) {
  const entries = results.measured.flatMap(({ item }) =>
    variants.map((variant) => [`${item.id} ${variant}`, shareOf(results, item.id, variant)]),
  )
  return Object.fromEntries(entries.filter(([, share]) => !Number.isNaN(share)))
}

/** Without copies where the interface allows it. */
function shareOf(results, id, variant) {
  const modes = ['kernel', 'copies'].map((mode) => results.share(id, variant, mode))
  return modes.find((share) => !Number.isNaN(share)) ?? Number.NaN
}

export function readBaseline() {
  return JSON.parse(readFileSync(baselineFile, 'utf8'))
}

/** @returns the shares recorded for a kind of machine, or null */
export function recordedShares(baseline, cpu) {
  return baseline[cpu]?.shares ?? null
}

/**
 * The recorded shares of the items that have fallen. What could not be measured (a wrong result, a failure) has fallen to nothing.
 * @param {Record<string, number>} recorded
 * @param {Record<string, number>} shares of today
 * @param {{id: string}[]} items that ran today
 */
export function fallen(recorded, shares, items) {
  return items
    .flatMap(({ id }) => variants.map((variant) => ({ id, variant, key: `${id} ${variant}` })))
    .filter(({ key }) => key in recorded)
    .map(({ id, variant, key }) => ({ id, variant, before: recorded[key], now: shares[key] ?? 0 }))
    .filter(({ before, now }) => !(now >= before * KEPT))
}

/** The better of two measurements, before something counts as fallen: a neighbour's turn on the core may have come in ours. */
export function better(first, second) {
  return merged(first, second, Math.max)
}

/** The worse of two measurements, before something is recorded: the neighbour's turn may have come in the peak's. */
export function worse(first, second) {
  return merged(first, second, Math.min)
}

function merged(first, second, choose) {
  const chosen = Object.entries(second).map(([key, share]) => [key, choose(share, first[key] ?? share)])
  return { ...first, ...Object.fromEntries(chosen) }
}
