// The settings of <wf-bias>: its attributes, and the parts of its state.

import { choice, integer, name, settings } from '../../parts/figure/fields.js'
import { formulaFields } from '../../parts/formula/own-fields.js'

const BIAS_VIEWS = ['map', 'weights', 'distance', 'slopes'] as const
export type BiasView = (typeof BIAS_VIEWS)[number]

export const biasFields = {
  encoding: name('alibi'),
  view: choice('map', BIAS_VIEWS),
  length: integer(32, 4, 256),
  heads: integer(8, 1, 16),
  head: integer(0, 0, 15),
  /** The position of the first query and key of the map. */
  first: integer(0, 0, 100_000),
  /** Back from the query, in the view of weights: compared with the next nearer one. */
  distance: integer(8, 1, 255),
  parameters: settings(),
  bias: formulaFields.bias,
}
