// What families are built with. Those of a chunk take it as their argument, since they import nothing (ADR 39).

import { choiceOf, itemsOf } from '../boundary/checks.js'
import { refuse, show } from '../boundary/errors.js'
import { withoutHidden } from '../position/position-ids.js'
import { positionOf } from './config.js'
import { activationNamed, activationOf } from './family.js'
import { llamaSpec, llamaTensors } from './llama.js'
import { fused, linear, norm, orElse, ownHead, perBlock, rule, without, withoutGamma } from './rules.js'
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

export const familyParts = {
  activationNamed,
  activationOf,
  architectureOf,
  biases,
  choiceOf,
  decoderHead,
  encoderHead,
  evenHeads,
  fused,
  itemsOf,
  keyHeads,
  linear,
  llamaSpec,
  llamaTensors,
  modelSpec,
  norm,
  orElse,
  ownHead,
  perBlock,
  positionOf,
  refuse,
  rule,
  scaleOf,
  show,
  stackSpec,
  without,
  withoutGamma,
  withoutHidden,
} as const

export type FamilyParts = typeof familyParts
