// What <wf-attention> shows of a state: one or two readings of the text, and what comes next.

import type { AnyLibrary } from '../engine/library.js'
import type { StateOf } from '../figure/fields.js'
import type { Matrix } from '../matrix/matrix.js'
import { type AnyTrained, isOwn, prepareFor } from '../trained/own-model.js'
import type { Prepared } from '../trained/passage.js'
import {
  attentionMap,
  type Candidate,
  differenceMap,
  nextCharacters,
  type Reading,
  read,
} from '../trained/reading.js'
import type { TrainedName } from '../trained/trained-models.js'
import { type attentionFields, EXAMPLE } from './attention-fields.js'

export type AttentionState = StateOf<typeof attentionFields>

export interface AttentionDrawing {
  prepared: Prepared
  /** Characters that were read at most. */
  context: number
  /** One, or two side by side. */
  sides: readonly Side[]
  /** The second map minus the first one. */
  difference: Matrix | undefined
  layers: number
  heads: number
  layer: number
  head: number
  /** The token before the candidates. */
  token: number
}

export interface Side {
  trained: AnyTrained
  reading: Reading
  map: Matrix
  /** By token id. */
  candidates: readonly Candidate[]
}

export type OpenModel = (name: TrainedName) => Promise<AnyTrained>

/** Tokens of a map at most. */
const MOST_TOKENS = 64

async function opened(
  { model, compare }: AttentionState,
  openModel: OpenModel,
): Promise<[AnyTrained, ...AnyTrained[]]> {
  const first = await openModel(model)
  return compare === 'none' || compare === model || isOwn(first) ? [first] : [first, await openModel(compare)]
}

export async function drawAttention(
  library: AnyLibrary,
  state: AttentionState,
  openModel: OpenModel,
): Promise<AttentionDrawing> {
  const models = await opened(state, openModel)
  const context = Math.min(MOST_TOKENS, ...models.map((trained) => trained.context))
  const prepared = await prepareFor(models[0], state.text, context, EXAMPLE)
  const readings = await Promise.all(models.map((trained) => read(trained, prepared)))
  const sizes = readings.map(({ attentions }) => attentions.length)
  const layers = Math.min(...sizes)
  const heads = Math.min(...readings.map(({ attentions }) => attentions[0]?.shape[0] ?? 0))
  const [layer, head] = [Math.min(state.layer, layers - 1), Math.min(state.head, heads - 1)]
  const end = prepared.characters.length - 1
  const token = Math.min(state.token ?? end, end)
  const sides = await Promise.all(
    models.map(async (trained, i): Promise<Side> => {
      const reading = readings[i] as Reading
      const map = attentionMap(reading.attentions, layer, head)
      return { trained, reading, map, candidates: await nextCharacters(library, trained, reading, token) }
    }),
  )
  const [a, b] = sides
  const difference = a && b ? differenceMap(a.map, b.map) : undefined
  return { prepared, context, sides, difference, layers, heads, layer, head, token }
}
