// Parameters that the training length fills: buckets and rows that no training sequence reaches keep the values that they were drawn with.

import type { LabEncoding, LabPosition, LabPositions, LabStack } from './encodings.js'

/** The saturation distance of buckets over the longest training sequence: distances beyond are too rare to train a bucket of their own. */
const SHARE = 3 / 4

/** The positions that a trainer takes for an encoding. @param trained tokens of the longest training sequence */
export function positionsFor({ position, tables }: LabEncoding, trained: number): LabPositions {
  if (tables !== 'training') return position
  const filled = (part: LabPosition) =>
    part.type === 't5' && part.maxDistance === undefined
      ? { ...part, maxDistance: Math.max(2, Math.floor(trained * SHARE)) }
      : part
  // layers that were given one stack share what they learn
  const known = new Map<LabStack, LabStack>()
  const stack = (one: LabStack): LabStack => {
    const made = known.get(one) ?? (isParts(one) ? one.map(filled) : filled(one))
    known.set(one, made)
    return made
  }
  return 'layers' in position && Array.isArray(position.layers)
    ? { layers: position.layers.map(stack) }
    : stack(position as LabStack)
}

const isParts = (stack: LabStack): stack is readonly LabPosition[] => Array.isArray(stack)
