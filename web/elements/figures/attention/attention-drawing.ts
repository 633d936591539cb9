// The data of <wf-attention> for a state: one or two readings of the text, and what comes next.

import type { Tensor } from 'whereformer'
import type { AnyLibrary } from '../../parts/engine/library.js'
import type { StateOf } from '../../parts/figure/fields.js'
import type { OpenOwn } from '../../parts/formula/open-own.js'
import { OWN } from '../../parts/formula/own-fields.js'
import type { OwnFigure } from '../../parts/formula/own-figure.js'
import type { Matrix } from '../../parts/matrix/matrix.js'
import { type AnyTrained, hasStacks, isOwn, prepareFor } from '../../parts/trained/own-model.js'
import type { Prepared } from '../../parts/trained/passage.js'
import {
  attentionMap,
  type Candidate,
  differenceMap,
  mapsIn,
  nextCharacters,
  type Reading,
  read,
  type StackMaps,
} from '../../parts/trained/reading.js'
import type { Stack } from '../../parts/trained/stacks.js'
import type { TrainedName } from '../../parts/trained/trained-models.js'
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
  /** Whose attention; undefined in a model of one stack. */
  stack: Stack | undefined
  /** Keys after the query are hidden. */
  causal: boolean
  /** Names of the rows (queries) and of the columns (keys), a piece of text each. */
  queries: readonly string[]
  keys: readonly string[]
  layers: number
  heads: number
  layer: number
  head: number
  /** The query at which candidates are shown. */
  token: number
  /** The encoding of the second side, where it has none of the trained ones. */
  own: OwnFigure | undefined
}

export interface Side {
  trained: AnyTrained
  reading: Reading
  /** Per layer [heads, queries, keys], of the stack. */
  attentions: readonly Tensor[]
  map: Matrix
  /** By token id; none where nothing is predicted. */
  candidates: readonly Candidate[]
}

export type OpenModel = (name: TrainedName) => Promise<AnyTrained>

/** Tokens of a map at most. */
const MOST_TOKENS = 64

interface Opened {
  models: [AnyTrained, ...AnyTrained[]]
  own?: OwnFigure
}

async function opened(
  { model, compare }: AttentionState,
  openModel: OpenModel,
  openOwn: OpenOwn,
): Promise<Opened> {
  const first = await openModel(model)
  if (compare === 'none' || compare === model || isOwn(first)) return { models: [first] }
  if (compare !== OWN) return { models: [first, await openModel(compare)] }
  const { heads, headDim } = first.model.spec
  const own = await openOwn(() => ({ tokens: 2 * first.context, dim: headDim, heads })) // a text may go on
  return { models: [first, { ...first, position: own.position }], own }
}

export async function drawAttention(
  library: AnyLibrary,
  state: AttentionState,
  openModel: OpenModel,
  openOwn: OpenOwn,
): Promise<AttentionDrawing> {
  const { models, own } = await opened(state, openModel, openOwn)
  // spread: one per model that is shown
  const context = Math.min(MOST_TOKENS, ...models.map((trained) => trained.context))
  const prepared = await prepareFor(models[0], state.text, context, EXAMPLE)
  const readings = await Promise.all(models.map((trained) => read(trained, prepared)))
  const maps = readings.map((reading) => mapsIn(reading, state.stack, prepared.characters))
  // spread: one per model that is shown
  const layers = Math.min(...maps.map(({ attentions }) => attentions.length))
  // spread: one per model that is shown
  const heads = Math.min(...maps.map(({ attentions }) => attentions[0]?.shape[0] ?? 0))
  const [layer, head] = [Math.min(state.layer, layers - 1), Math.min(state.head, heads - 1)]
  const { queries, keys } = maps[0] as StackMaps
  const stack = hasStacks(models[0]) ? state.stack : undefined
  const causal = stack ? stack === 'decoder' : models[0].model.spec.causal
  const end = queries.length - 1
  const token = Math.min(state.token ?? end, end)
  const sides = await Promise.all(
    models.map(async (trained, i): Promise<Side> => {
      const reading = readings[i] as Reading
      const { attentions } = maps[i] as StackMaps
      const map = attentionMap(attentions, layer, head)
      const candidates = stack === 'encoder' ? [] : await nextCharacters(library, trained, reading, token)
      return { trained, reading, attentions, map, candidates }
    }),
  )
  const [a, b] = sides
  const difference = a && b ? differenceMap(a.map, b.map) : undefined
  const parts = { layers, heads, layer, head, token }
  return { prepared, context, sides, difference, stack, causal, queries, keys, own, ...parts }
}
