// The settings of <wf-rotation>: its attributes, and the parts of its state.

import { choice, integer, multipleOf, number } from '../../parts/figure/fields.js'

export const SCALINGS = ['default', 'linear', 'ntk', 'dynamic', 'yarn', 'llama3'] as const
export type Scaling = (typeof SCALINGS)[number]

export const rotationFields = {
  /** Position of the query. */
  position: integer(12, 0, 131_072),
  /** How far the key stands before it. */
  distance: integer(4, 0, 131_072),
  dim: multipleOf(2, integer(16, 2, 128)),
  base: number(10_000, 2, 10_000_000),
  scaling: choice('default', SCALINGS),
  factor: number(4, 1, 64),
  trainLength: integer(64, 2, 131_072),
}
