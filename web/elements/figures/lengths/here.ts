import type { At } from '../../parts/figure/figure-body.js'
import type { lengthsFields } from './lengths-fields.js'
import type { LengthsWords } from './messages.js'

export type Here = At<typeof lengthsFields, LengthsWords>
