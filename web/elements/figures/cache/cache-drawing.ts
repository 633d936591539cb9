// What <wf-cache> shows of a state: for every cached key its position, and the attention that it gets and should get from the next letter.

import type { AnyLibrary } from '../../parts/engine/library.js'
import { beyond } from '../../parts/figure/beyond.js'
import type { Refusal } from '../../parts/figure/figure-state.js'
import { largest } from '../../parts/matrix/largest.js'
import { type Prepared, prepare } from '../../parts/trained/passage.js'
import { attentionMap } from '../../parts/trained/reading.js'
import {
  CACHE_EXAMPLE,
  type CacheEncoding,
  type CacheState,
  type cacheFields,
  type Storage,
} from './cache-fields.js'
import { LONGEST, type Plan, planOf } from './cache-plan.js'
import { alibiScores } from './encodings/alibi.js'
import { learnedScores } from './encodings/learned.js'
import { type CacheModel, encodingOf, type Scores } from './encodings/meeting.js'
import { ropeScores } from './encodings/rope.js'

/** A token of the cache; the last one is the letter that is read. */
export interface Slot {
  kind: 'pad' | 'evicted' | 'key' | 'query'
  /** Empty for padding. */
  character: string
  /** Undefined where no score uses it: masked padding, evicted keys. */
  position: number | undefined
  /** The right one, of letters. */
  rightPosition: number
  score: number
  rightScore: number
  /** Shares of the attention; 0 where a token is not seen. */
  weight: number
  rightWeight: number
}

export interface CacheDrawing {
  prepared: Prepared
  characters: readonly string[]
  encoding: CacheEncoding
  storage: Storage
  slots: readonly Slot[]
  /** How many keys an eviction drops. */
  evictable: number
  /** Context length of the training. */
  context: number
  /** The last start that leaves room in a learned table. */
  farthest: number
  /** Share of the attention that goes to other tokens than it should: half the sum of all differences. */
  misplaced: number
  /** Of a score of a letter. */
  largestError: number
  /** The slot that gets most. */
  top: number
  layers: number
  layer: number
  heads: number
  head: number
  /** Of the head that is shown if none is chosen. */
  usual: { layer: number; head: number }
  refusals: Refusal<typeof cacheFields>[]
}

const scoresOf: Record<CacheEncoding, Scores> = {
  rope: ropeScores,
  alibi: alibiScores,
  learned: learnedScores,
}

/** What can be done to keys of an encoding. */
export const STORAGES_OF: Record<CacheEncoding, readonly Storage[]> = {
  rope: ['positioned', 'bare', 'again'],
  alibi: ['positioned', 'bare'],
  learned: ['positioned', 'again'],
}

export async function drawCache(
  library: AnyLibrary,
  state: CacheState,
  openModel: (encoding: CacheEncoding) => Promise<CacheModel>,
): Promise<CacheDrawing> {
  const trained = await openModel(state.encoding)
  const { model, characters } = trained
  const prepared = prepare(state.text, characters, LONGEST, CACHE_EXAMPLE)
  const letters = prepared.characters
  const usual = await headOfPrevious(trained, letters)
  const { layers, heads } = model.spec
  const wanted = { layer: state.layer ?? usual.layer, head: state.head ?? usual.head }
  const { used, refusals } = usable({ ...state, ...wanted }, trained, letters.length)
  const plan = planOf(used, letters.length)
  const meet = meetings(library, trained, used, letters, plan)
  const slots = slotsOf(plan, letters, await meet(plan.yields), await meet(plan.right))
  await weigh(library, slots)
  return {
    prepared,
    characters,
    encoding: state.encoding,
    storage: used.keys,
    slots,
    evictable: planOf({ ...used, operation: 'evict' }, letters.length).evicted,
    context: trained.context,
    farthest: roomFor(model, letters.length) - 1,
    misplaced: sum(slots.map(({ weight, rightWeight }) => Math.abs(weight - rightWeight))) / 2,
    largestError: largestError(slots),
    top: indexOfLargest(slots.map(({ weight }) => weight)),
    layers,
    layer: used.layer,
    heads,
    head: used.head,
    usual,
    refusals,
  }
}

type Used = CacheState & { layer: number; head: number }

/** The settings that the model and the encoding have room for. */
function usable(state: Used, { model }: CacheModel, letters: number) {
  const { spec } = model
  const counts = { layer: spec.layers, head: spec.heads, start: roomFor(model, letters) }
  const refusals: Refusal<typeof cacheFields>[] = beyond(state, counts)
  const storages = STORAGES_OF[state.encoding]
  if (!storages.includes(state.keys))
    refusals.push({ name: 'keys', wanted: storages.join(' | '), used: 'positioned' })
  if (state.encoding !== 'rope' && state.scaling !== 'none')
    refusals.push({ name: 'scaling', wanted: 'none', used: 'none' })
  const changes = Object.fromEntries(refusals.map(({ name, used }) => [name, used]))
  return { used: { ...state, ...changes } as Used, refusals }
}

/** How many starts there are before a learned table ends, padding counted. */
function roomFor(model: CacheModel['model'], letters: number): number {
  const { type } = encodingOf(model)
  return type === 'learned' ? model.spec.maxPositions - letters - 2 : Number.POSITIVE_INFINITY
}

/** The scores of the last letter with the tokens of a numbering. */
function meetings(
  library: AnyLibrary,
  { model, context }: CacheModel,
  state: Used,
  letters: readonly string[],
  plan: Plan,
) {
  const { layer, head, scaling } = state
  return async (numbering: Plan['yields']): Promise<Read> => {
    const pads = numbering.stored.length - letters.length
    const ids = await model.encode(PAD.repeat(pads) + letters.join(''))
    const meeting = {
      library,
      model,
      context,
      ids,
      layer,
      head,
      scaling,
      evicted: plan.evicted,
      ...numbering,
    }
    const scores = await scoresOf[state.encoding](meeting)
    return { pads, scores, positions: numbering.used }
  }
}

/** The vocabulary has no token for padding. */
const PAD = '\n'

interface Read {
  /** How many of the tokens are padding. */
  pads: number
  scores: Float32Array
  positions: readonly number[]
}

function slotsOf(plan: Plan, letters: readonly string[], yields: Read, right: Read): Slot[] {
  const none = {
    score: Number.NEGATIVE_INFINITY,
    rightScore: Number.NEGATIVE_INFINITY,
    weight: 0,
    rightWeight: 0,
  }
  const pads = Array.from({ length: plan.pads }, (_, i): Slot => {
    const seen = plan.seen
      ? { position: yields.positions[i], score: yields.scores[i] ?? Number.NaN }
      : { position: undefined }
    return { ...none, kind: 'pad', character: '', rightPosition: Number.NaN, ...seen }
  })
  const keys = letters.map((character, i): Slot => {
    const rightPosition = right.positions[i] ?? Number.NaN
    if (i < plan.evicted) return { ...none, kind: 'evicted', character, position: undefined, rightPosition }
    const score = yields.scores[yields.pads + i] ?? Number.NaN
    const rightScore = right.scores[i] ?? Number.NaN
    const kind = i === letters.length - 1 ? 'query' : 'key'
    return {
      ...none,
      kind,
      character,
      position: yields.positions[yields.pads + i],
      rightPosition,
      score,
      rightScore,
    }
  })
  return [...pads, ...keys]
}

/** Hidden scores are −∞, so that they get no share. */
async function weigh(library: AnyLibrary, slots: Slot[]): Promise<void> {
  const shares = async (scores: number[]) => {
    const { data } = await library.softmax({ data: Float32Array.from(scores), shape: [scores.length] })
    return data
  }
  const weights = await shares(slots.map(({ score }) => score))
  const right = await shares(slots.map(({ rightScore }) => rightScore))
  slots.forEach((slot, i) => {
    slot.weight = weights[i] ?? Number.NaN
    slot.rightWeight = right[i] ?? Number.NaN
  })
}

/** Of all letters whose keys are there. */
function largestError(slots: readonly Slot[]): number {
  const errors = slots
    .filter(({ rightScore }) => Number.isFinite(rightScore))
    .map(({ score, rightScore }) => Math.abs(score - rightScore))
  return largest(errors)
}

/** The head in which the last letter looks most at the one before it. */
async function headOfPrevious(
  { model }: CacheModel,
  letters: readonly string[],
): Promise<{ layer: number; head: number }> {
  const inputIds = await model.encode(letters.join(''))
  const { attentions } = await model.forward({ inputIds }, { return: ['attentions'] })
  const last = letters.length - 1
  let best = { layer: 0, head: 0, weight: -1 }
  for (const [layer, { shape }] of attentions.entries())
    for (let head = 0; head < (shape[0] ?? 0); head++) {
      const map = attentionMap(attentions, layer, head)
      const weight = map.data[last * map.columns + Math.max(0, last - 1)] ?? 0
      if (weight > best.weight) best = { layer, head, weight }
    }
  return { layer: best.layer, head: best.head }
}

const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0)

const indexOfLargest = (values: readonly number[]): number =>
  values.reduce((best, value, i) => (value > (values[best] ?? 0) ? i : best), 0)
