// What families are built with. Those of a chunk take it as their argument, since they import nothing (ADR 39).

import { choiceOf, fieldsOf, flagOf, integerOf, itemsOf } from '../boundary/checks.js'
import { refuse, show } from '../boundary/errors.js'
import { shapeText, type TensorLike, tensorOf } from '../boundary/tensor.js'
import { withoutHidden } from '../position/position-ids.js'
import {
  afterPadding,
  bert,
  bertEmbeddings,
  bertHead,
  bertLayer,
  bertSpec,
  requireHeadsGelu,
  roberta,
} from './bert.js'
import { positionOf } from './config.js'
import { activationNamed, activationOf } from './family.js'
import { llamaSpec, llamaTensors } from './llama.js'
import {
  flattened,
  fused,
  linear,
  norm,
  orElse,
  ownHead,
  perBlock,
  rule,
  tokenTables,
  without,
  withoutGamma,
} from './rules.js'
import { scaleOf } from './scale.js'
import {
  architectureOf,
  biases,
  decoderHead,
  encoderHead,
  evenHeads,
  keyHeads,
  modelSpec,
  stackSpec,
} from './spec.js'
import { t5 } from './t5.js'
import { patchesInRow } from './tables.js'

export const familyParts = {
  activationNamed,
  activationOf,
  afterPadding,
  architectureOf,
  bert,
  bertEmbeddings,
  bertHead,
  bertLayer,
  bertSpec,
  biases,
  choiceOf,
  decoderHead,
  encoderHead,
  evenHeads,
  fieldsOf,
  flagOf,
  flattened,
  fused,
  integerOf,
  itemsOf,
  keyHeads,
  linear,
  llamaSpec,
  llamaTensors,
  modelSpec,
  norm,
  orElse,
  ownHead,
  patchesInRow,
  perBlock,
  positionOf,
  refuse,
  requireHeadsGelu,
  roberta,
  rule,
  scaleOf,
  shapeText,
  show,
  stackSpec,
  t5,
  tensorOf: tensorLike,
  tokenTables,
  without,
  withoutGamma,
  withoutHidden,
} as const

export type FamilyParts = typeof familyParts

// declared by what published declarations have: tensorOf itself is not among them
function tensorLike(value: unknown, argument: string, rank: readonly number[]): TensorLike {
  return tensorOf(value, argument, rank)
}
