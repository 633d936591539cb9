import type { RelativeProjectionPosition, Tensor, TensorLike } from 'whereformer'
import { linear } from '../../positions/example-positions.js'
import { CONTENTS, rowsOf } from '../content-rows.js'
import type { OwnExample } from './own.js'

const mixes = ({ shape: [, columns = 1] }: TensorLike): Tensor => linear(42, [CONTENTS, columns], -1, 1)

export const relativeProjection: OwnExample<RelativeProjectionPosition> = {
  perToken: (position, contents, positions) => ({
    ...position,
    weights: rowsOf(mixes(position.weights), contentsByPosition(contents, positions)),
  }),
  note: {
    en: (title) =>
      `‘${title}’ mixes several curves over distance; the mixing weights are computed from each token’s vector.`,
    zh: (title) => `“${title}”把几条随距离变化的曲线混合起来；混合的权重由每个词元的向量算出。`,
  },
}

/** The content at each position, from 0; positions without a token have content 0. */
function contentsByPosition(contents: readonly number[], positions: readonly number[]): number[] {
  const at = new Map<number, number>()
  positions.forEach((position, i) => {
    const content = contents[i] ?? 0
    if ((at.get(position) ?? content) !== content) throw new Shared(position)
    at.set(position, content)
  })
  // spread: one per token of the example
  return Array.from({ length: Math.max(...positions) + 1 }, (_, position) => at.get(position) ?? 0)
}

/** Two tokens share a position, so only one of them could have a row of its own. */
class Shared extends Error {
  readonly code = 'ERR_VALUE'

  constructor(position: number) {
    super(`position.weights: two tokens at position ${position}, wanted one: a row belongs to a position`)
  }
}
