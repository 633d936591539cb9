// Checks the sizes of a spec before anything is allocated: a small config can describe a model that does not fit.

import { integerOf } from '../boundary/checks.js'
import { refuse } from '../boundary/errors.js'
import type { ModelSpec, StackSpec } from './family.js'

export const MOST_LAYERS = 1024
const MOST_TAPS = 64

/** Refuses sizes that the core does not accept, before rules and positions of each layer are created. */
export function requireSizes(spec: ModelSpec): void {
  for (const key of ['vocab', 'dModel', 'embeddingSize'] as const) integerOf(spec[key], `spec.${key}`, 1)
  for (const key of ['tokenTypes', 'taskTypes'] as const) integerOf(spec[key], `spec.${key}`)
  if (spec.headTransform && spec.headScale !== 1)
    throw refuse(
      'ERR_UNSUPPORTED',
      'spec.headScale',
      String(spec.headScale),
      '1 with headTransform, which has a norm after it',
    )
  requireStack(spec, 'spec')
  if (spec.encoder) requireStack(spec.encoder, 'spec.encoder')
}

function requireStack(stack: StackSpec, argument: string): void {
  const { layers, blocks, queryKeyNormLayers, heads, kvHeads } = stack
  integerOf(layers, `${argument}.layers`, 1, MOST_LAYERS)
  requireOnePerLayer(blocks, layers, `${argument}.blocks`)
  for (const [i, block] of blocks.entries()) integerOf(block, `${argument}.blocks[${i}]`, 0, layers - 1)
  if (queryKeyNormLayers.length > 0)
    requireOnePerLayer(queryKeyNormLayers, layers, `${argument}.queryKeyNormLayers`)
  for (const key of ['heads', 'kvHeads', 'headDim', 'dFf'] as const)
    integerOf(stack[key], `${argument}.${key}`, 1)
  if (heads % kvHeads !== 0) {
    throw refuse('ERR_VALUE', `${argument}.kvHeads`, String(kvHeads), `a divisor of the ${heads} heads`)
  }
  integerOf(stack.convKernel, `${argument}.convKernel`, 0, MOST_TAPS)
}

function requireOnePerLayer(list: readonly number[], layers: number, argument: string): void {
  if (list.length === layers) return
  throw refuse('ERR_SHAPE', argument, `${list.length} numbers`, `${layers}, one per layer`)
}
