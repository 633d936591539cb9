import type { At } from '../../parts/figure/figure-body.js'
import type { extrapolationFields } from './extrapolation-fields.js'
import type { ExtrapolationWords } from './messages.js'

export type Here = At<typeof extrapolationFields, ExtrapolationWords>
