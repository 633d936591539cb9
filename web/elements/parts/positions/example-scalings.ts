// Parameters of a RoPE scaling, as if trained on a quarter of the length shown. The library has no defaults for them.

import type { ExampleSizes } from './schema-positions.js'

/** Parameters that the reader has chosen, by path. */
export type Chosen = Readonly<Record<string, unknown>>

/** How many times longer than its training a text is. */
const factor = 4

/** Parameters of all methods; each uses its own. Empty without a scaling. */
export function exampleScaling({ tokens, dim }: ExampleSizes, chosen: Chosen): { scaling?: object } {
  const { 'scaling.ropeType': type = 'default' } = chosen
  if (type === 'default') return {}
  const trained = Math.max(2, tokens / factor)
  const lengths = { originalMaxPositionEmbeddings: trained, maxPositionEmbeddings: trained }
  const lists = type === 'longrope' ? searched(pairsOf(dim, chosen)) : {}
  return { scaling: { factor, ...lengths, ...lists } }
}

/** In the place of factors that LongRoPE searches for: the slower a pair, the more it is divided, up to the factor. */
function searched(pairs: number) {
  const longFactor = Array.from({ length: pairs }, (_, i) => factor ** (i / pairs))
  return { longFactor, shortFactor: longFactor.map(() => 1) }
}

/** Number of pairs among the rotated channels. */
function pairsOf(dim: number, { rotaryDim, rotaryStart = 0 }: Chosen): number {
  return (Number(rotaryDim) || dim - Number(rotaryStart)) / 2
}
