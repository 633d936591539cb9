// How many buckets T5's bias has, where the caller says how far they go.

/** The published number of buckets, for distances to 128. */
const PUBLISHED = 32

/** The number of buckets that `maxDistance` fills, at most those of T5: a bucket without a distance would stay as it was drawn. */
export function t5Buckets(maxDistance: number | undefined, bidirectional: boolean): number {
  if (maxDistance === undefined) return PUBLISHED
  const sides = bidirectional ? 2 : 1
  let side = PUBLISHED / sides
  while (side > 2 && !isFilled(side, maxDistance)) side -= 2
  return side * sides
}

/** Has each bucket of one direction a distance? Half are exact, the others grow with the logarithm of the distance (t5_buckets.hpp). */
function isFilled(side: number, maxDistance: number): boolean {
  const exact = side / 2
  if (maxDistance <= exact) return false
  const found = new Set<number>()
  for (let distance = exact; distance <= maxDistance; distance++) {
    const share = Math.log(distance / exact) / Math.log(maxDistance / exact)
    found.add(Math.min(exact + Math.floor(share * (side - exact) + 1e-9), side - 1))
  }
  return found.size === side - exact
}
