// Which known encoding a formula is: its values are given to identify(), as any other arrays.

import type { Tensor } from '../lib/boundary/tensor.js'
import type { Explanation, IdentifyRequest } from '../lib/identify/types.js'
import type { Position } from '../lib/position/position.js'
import { functionsOf, type HeadSizes, rotationOf, type TableSizes } from './position.js'
import type { Formula } from './read.js'

/** What identify() and rotate() are asked for, on this thread or another one. */
export interface Library {
  identify(request: IdentifyRequest): PromiseLike<{ explanations: Explanation[] }>
  rotate(position: Position, x: Tensor): Tensor | PromiseLike<Tensor>
}

/** Positions that are compared: enough to tell formulas apart, and few enough to be asked at each letter typed. */
const TOKENS = 40

/** Channels of a head that are compared. */
const WIDTH = 64

const formulas = ['none', 'alibi', 'kerple', 'sandwich', 'rope']

/** The encoding whose formula gives these values, or undefined: a table that would hold any values explains nothing. */
export async function recognised(
  library: Library,
  formula: Formula,
  sizes: TableSizes & HeadSizes,
): Promise<Explanation | undefined> {
  const request =
    formula.kind === 'bias' ? biasesOf(formula, sizes) : await rotatedBy(library, formula, sizes)
  const { explanations } = await library.identify(request)
  return explanations.find(isFormula)
}

/** [heads, queries, keys] */
export function biasesOf(formula: Formula, sizes: TableSizes): { bias: Tensor } {
  const { heads, length } = sizes
  const tokens = Math.max(2, Math.min(TOKENS, length))
  const { bias, byDistance } = functionsOf(formula, sizes)
  const data = Float32Array.from({ length: heads * tokens * tokens }, (_, cell) => {
    const [head, query, key] = [
      Math.floor(cell / tokens / tokens),
      Math.floor(cell / tokens) % tokens,
      cell % tokens,
    ]
    return bias?.(head, query, key) ?? byDistance?.(head, key - query) ?? Number.NaN
  })
  return { bias: { data, shape: [heads, tokens, tokens] } }
}

/** Rows before and after: [1, tokens, dim], of numbers without a pattern. */
export async function rotatedBy(
  library: Pick<Library, 'rotate'>,
  formula: Formula,
  { dim, length }: HeadSizes,
) {
  const tokens = Math.max(2, Math.min(TOKENS, length))
  const width = Math.min(dim, WIDTH)
  const data = Float32Array.from({ length: tokens * width }, (_, i) => 1 + Math.sin(37 * i * i + i))
  const input: Tensor = { data, shape: [1, tokens, width] }
  const output = await library.rotate(rotationOf(formula, { dim: width, length }), input)
  return { input, output }
}

function isFormula({ position }: Explanation): boolean {
  return [position ?? []].flat().every((part) => {
    const { scaling } = part as { scaling?: { ropeType?: string } }
    return formulas.includes(part.type) && scaling?.ropeType !== 'longrope'
  })
}
