// The rules of layers whose modules differ from the canonical ones only in their names: shapes and biases follow from the spec.

import type { StackSpec, TensorRule } from '../family.js'
import type { FamilyParts } from '../family-parts.js'

/** The stored name of each module of a layer, by its canonical name; {i} stands for the number of the layer. */
export type LayerNames = Readonly<Record<string, string>>

/** What the classes of models without a table of tokens have and nothing reads. */
export const WITHOUT_HEAD = ['tie_word_embeddings'] as const

interface Place {
  /** The width of the model. */
  width: number
  /** What precedes the canonical names: encoder. of an encoder–decoder. */
  home?: string
}

/** The rules of all blocks of a stack. */
export function namedLayers(
  parts: FamilyParts,
  s: StackSpec,
  names: LayerNames,
  { width, home = '' }: Place,
): TensorRule[] {
  return parts.perBlock(s, (i) =>
    Object.entries(names).flatMap(([ours, name]) => {
      const [from, to] = [name.replace('{i}', String(i)), `${home}layers.${i}.${ours}`]
      const sizes = LINEARS[ours.slice(ours.lastIndexOf('.') + 1)]?.(s, width)
      return sizes ? parts.linear(from, to, sizes) : parts.norm(from, to, width, { bias: s.normBias })
    }),
  )
}

/** The names, each after a prefix. */
export function inside(prefix: string, names: LayerNames): LayerNames {
  return Object.fromEntries(Object.entries(names).map(([ours, name]) => [ours, prefix + name]))
}

type Sizes = Parameters<FamilyParts['linear']>[2]

const LINEARS: Readonly<Record<string, (s: StackSpec, width: number) => Sizes>> = {
  query: (s, width) => ({ out: s.heads * s.headDim, width, bias: s.queryBias }),
  key: (s, width) => ({ out: s.kvHeads * s.headDim, width, bias: s.keyBias }),
  value: (s, width) => ({ out: s.kvHeads * s.headDim, width, bias: s.valueBias }),
  output: (s, width) => ({ out: width, width: s.heads * s.headDim, bias: s.outputBias }),
  gate: (s, width) => ({ out: s.dFf, width, bias: s.mlpBias }),
  up: (s, width) => ({ out: s.dFf, width, bias: s.mlpBias }),
  down: (s, width) => ({ out: width, width: s.dFf, bias: s.mlpBias }),
}
