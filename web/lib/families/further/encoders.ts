// Encoders whose code comes when their model_type is seen.

import type { FamiliesOf } from '../further.js'
import { bigBird, data2vecText, longformer } from './bert-relatives.js'
import { distilbert } from './distilbert.js'
import { electra, roformer } from './electra.js'
import { ALIASES, READ_BY } from './encoders-fields.generated.js'
import { eurobert } from './eurobert.js'
import { gte } from './gte.js'
import { modernBert } from './modernbert.js'
import { mpnet } from './mpnet.js'
import { nomicBert } from './nomic-bert.js'
import { esm, megatronBert, xlmRobertaXl } from './pre-norm-bert.js'
import { xlm } from './xlm.js'

const reads = { READ_BY, ALIASES }

const all = [
  ...[mpnet, electra, distilbert, nomicBert, roformer, esm, xlmRobertaXl, megatronBert],
  ...[data2vecText, bigBird, eurobert, xlm, modernBert, longformer, gte],
]

export const families: FamiliesOf = (parts) => all.map((family) => ({ ...family(parts), reads }))
