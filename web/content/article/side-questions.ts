// Questions about what the side pages tell, and the figure that shows the same; by the id of the section that tells it.

import type { FigureName } from './figures.js'

type Figures = Readonly<Record<string, FigureName | undefined>>

export const sideQuestions: Readonly<Record<string, Figures>> = {
  // Details
  mask: { recognised: undefined },
  t5: { 'shared-table': 'models' },

  // Content decides
  vectors: { 'far-value': 'shaw' },
  deberta: { 'delta-row': 'ledger' },

  // Position while generating
  cached: { 'moved-value': 'doors' },
  'next-position': { 'padded-next': 'cache' },
  dropping: { renumbered: 'cache', 'rotated-again': 'cache' },
  'changing-frequencies': { 'new-frequencies': 'cache' },

  // Stretching a rotation
  decay: { 'first-rise': 'rope' },
  why: { unfinished: 'scaling' },
  scaling: { 'own-factors': 'scaling' },
  flat: { 'flat-curve': 'extrapolation', 'deciding-test': 'extrapolation' },
}
