/**
 * The merges of byte-pair encoding, which SentencePiece does not list: each way to put a piece together, in the order of pieces. Of pieces with
 * the same text the last counts.
 */
export function mergesOf(ids: ReadonlyMap<string, number>): [string, string][] {
  const merges: [string, string][] = []
  for (const [text] of [...ids].sort(([, a], [, b]) => a - b)) {
    let end = 0
    for (const point of text) {
      end += point.length
      const left = text.slice(0, end)
      if (!ids.has(left)) continue
      const right = text.slice(end)
      if (ids.has(right)) merges.push([left, right])
    }
  }
  return merges
}
