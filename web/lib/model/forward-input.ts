// The input of a forward pass, checked and split into sequences.

import {
  consecutive,
  integerOf,
  LARGEST_POSITION,
  largest,
  type Options,
  optionsOf,
} from '../boundary/checks.js'
import { refuse, show } from '../boundary/errors.js'
import { NOTHING, type RawForwardRequest, type RawPositions } from '../boundary/raw.js'
import type { TensorInput } from '../boundary/tensor.js'
import type { Recipe } from '../families/index.js'
import { hasSegments, isPositionTable, modelInputIs } from '../position/position.js'
import type { Cache, CacheText } from './cache.js'
import { hasPart, roomOf } from './layer-positions.js'
import { queryStreamOf } from './query-stream.js'
import {
  type Batch,
  batchOf,
  companionsOf,
  masksOf,
  positionRowsOf,
  type Sequences,
  type TokenRow,
} from './sequences.js'

export interface ForwardInput {
  /** A list of token ids or of equally long lists, typed arrays, or a tensor. Absent only if `past` holds the encoder's text. */
  inputIds?: Sequences
  /**
   * Which tokens may be attended to: 1 or true = yes, 0 or false = no. Padding may stand on either side. One row holds for all sequences.
   */
  attentionMask?: Sequences
  /**
   * Position ids; 0, 1, 2 … when absent. If a learned table begins with rows for other purposes, position 0 is the first row after them:
   * RoBERTa's family counts tokens from there, with padding at −1.
   */
  positionIds?: Sequences
  /** Segments of BERT and its family, and of XLNet. */
  tokenTypeIds?: Sequences
  /** Task types of ERNIE. */
  taskTypeIds?: Sequences
  /** The decoder's tokens so far, beginning with its start token. */
  decoderInputIds?: Sequences
  decoderAttentionMask?: Sequences
  /** XLNet's factorisation order [tokens][tokens]: 1 where token i may not attend to token j; one matrix per sequence of a batch. */
  permMask?: readonly TokenRow[] | readonly (readonly TokenRow[])[]
  /** Positions that XLNet predicts; the logits are those of these targets. */
  targetPositions?: Sequences
  /**
   * A cache of model.cache(), or one per sequence of a batch: inputIds (in an encoder–decoder decoderInputIds) are the next tokens,
   * which are added to it. attentionMask is of all tokens, those of the cache first; absent, the earlier ones stay as they were.
   */
  past?: Cache | readonly Cache[]
  /**
   * Of a model that reads pictures, in place of inputIds: normalised pixels as transformers' processors give them, [channels, height, width],
   * or [pictures, channels, height, width].
   */
  pixelValues?: TensorInput
  /** Whether the pictures may have another size than the config says, for which the learned table of positions is resized (bicubic). */
  interpolatePosEncoding?: boolean
  /** Of Whisper, in place of inputIds: its log-mel spectrogram as transformers' WhisperFeatureExtractor gives it, [mels, frames], or a batch. */
  inputFeatures?: TensorInput
  /** Of Wav2Vec2 and HuBERT, in place of inputIds: samples as their feature extractors give them, [samples], or [sounds, samples]. */
  inputValues?: TensorInput
}

const INPUTS = [
  'inputIds',
  'attentionMask',
  'positionIds',
  'tokenTypeIds',
  'taskTypeIds',
  'decoderInputIds',
  'decoderAttentionMask',
  'permMask',
  'targetPositions',
  'past',
] as const
export type Given = Options<(typeof INPUTS)[number]>

/** The checked input of one sequence. */
export type SequenceInput = Pick<
  RawForwardRequest,
  | 'ids'
  | 'positions'
  | 'tokenTypes'
  | 'taskTypes'
  | 'keyMask'
  | 'pairMask'
  | 'targets'
  | 'encoderIds'
  | 'encoderPositions'
  | 'encoderMask'
> & {
  /** The segment of each position, if the encoding compares segments. */
  segments: number[] | undefined
  /** Rows of the learned table, if position ids affect only that: DeBERTa's distances are those of token indices. */
  tableRows: Float32Array | undefined
  /** What a cache holds after this pass. */
  read?: CacheText
}

export interface Parsed {
  sequences: SequenceInput[]
  batched: boolean
  /** The number of new tokens of the only stack or the decoder. */
  tokens: number
  /** The number of tokens that the cache holds before the new ones. */
  past: number
  targets: number
  encoderTokens: number
}

const NO_IDS = new Int32Array(0)
const NO_MASK = new Uint8Array(0)

export function givenIn(input: unknown): Given {
  return optionsOf(input ?? null, 'input', INPUTS)
}

/** Checks the input of a pass. @param positions those of this pass, which may differ from the model's */
export function parseInput(given: Given, recipe: Recipe, positions: RawPositions): Parsed {
  refuseForeign(given, recipe, positions)
  const texts = textsOf(given, recipe, positions)
  const { inputs, batch, stream, encoder } = texts
  const typesAt = tokenKindsOf(given, recipe, texts)
  const query = queryStreamOf(given.permMask, given.targetPositions, inputs, (encoder ?? stream).masks)
  const targetsAt = (i: number) => query.targets[i] ?? []
  const rowsGiven = hasPart(positions, modelInputIs('tokenIndices')) && given.positionIds !== undefined
  const positionsAt = placesOf(recipe.family.counts === 'rows' || rowsGiven, texts, targetsAt)
  return {
    sequences: batch.rows.map((ids, i) => ({
      ids,
      ...positionsAt(i),
      ...typesAt(i),
      keyMask: stream.masks?.[i] ?? NO_MASK,
      pairMask: query.pairMasks?.[i] ?? NO_MASK,
      targets: targetsAt(i).length,
      encoderIds: (encoder && inputs.rows[i]) ?? NO_IDS,
      encoderPositions: encoder?.positions[i] ?? NOTHING,
      encoderMask: encoder?.masks?.[i] ?? NO_MASK,
    })),
    batched: inputs.batched,
    tokens: batch.tokens,
    past: 0,
    targets: targetsAt(0).length,
    encoderTokens: encoder ? inputs.tokens : 0,
  }
}

/** The tokens of a pass. Without an encoder `inputs` and `batch` are the same. */
interface Texts {
  /** The tokens of input.inputIds. */
  inputs: Batch
  /** The tokens of the only stack or of the decoder, and their stream. */
  batch: Batch
  stream: Stream
  /** The stream of `inputs` where an encoder reads them. */
  encoder: Stream | undefined
}

function textsOf(given: Given, recipe: Recipe, positions: RawPositions): Texts {
  const { encoder, vocab } = recipe.spec
  const inputs = batchOf(given.inputIds, 'input.inputIds', vocab)
  const batch = encoder ? decoderBatch(given.decoderInputIds, inputs, recipe) : inputs
  const read = streamOf(inputs, given.attentionMask, given.positionIds, recipe, positions)
  requireRoom(read, inputs, given.positionIds, encoder ? positions.encoderStacks : positions.stacks)
  if (!encoder) return { inputs, batch, stream: read, encoder: undefined }
  const stream = decoderStream(batch, given.decoderAttentionMask, recipe, positions)
  return { inputs, batch, stream, encoder: read }
}

type OfSequence<K extends keyof SequenceInput> = (i: number) => Pick<SequenceInput, K>

/** Token types are rows of a table if the model has one, else the segments of positions. */
function tokenKindsOf(
  given: Given,
  { spec }: Recipe,
  { inputs, stream }: Texts,
): OfSequence<'tokenTypes' | 'taskTypes' | 'segments'> {
  const tokenTypes = typesOf(given.tokenTypeIds, 'input.tokenTypeIds', inputs, spec.tokenTypes)
  const taskTypes = typesOf(given.taskTypeIds, 'input.taskTypeIds', inputs, spec.taskTypes)
  return (i) => ({
    tokenTypes: spec.tokenTypes ? Int32Array.from(tokenTypes?.[i] ?? []) : NO_IDS,
    taskTypes: Int32Array.from(taskTypes?.[i] ?? []),
    segments: spec.tokenTypes ? undefined : segmentsOf(tokenTypes?.[i], stream.positions[i]),
  })
}

/** Position ids may be rows of the learned table alone, where other encodings take token indices. */
function placesOf(
  rowsAlone: boolean,
  { batch, stream, encoder }: Texts,
  targetsAt: (i: number) => readonly number[],
): OfSequence<'positions' | 'tableRows'> {
  if (rowsAlone) {
    requireWhole((encoder ?? stream).positions)
    return (i) => ({ positions: NOTHING, tableRows: stream.positions[i] })
  }
  return (i) => ({
    positions: withTargets(stream.positions[i] ?? NOTHING, targetsAt(i), batch.tokens),
    tableRows: undefined,
  })
}

// Inputs that a family does not use would otherwise be ignored silently.
function refuseForeign(given: Given, { spec, family }: Recipe, positions: RawPositions): void {
  const foreign: [keyof Given, boolean, string][] = [
    ['tokenTypeIds', spec.tokenTypes > 0 || hasPart(positions, hasSegments), 'has no token types'],
    ['taskTypeIds', spec.taskTypes > 0, 'has no task types'],
    ['decoderInputIds', spec.encoder !== undefined, 'has no decoder besides an encoder'],
    ['decoderAttentionMask', spec.encoder !== undefined, 'has no decoder besides an encoder'],
    ['permMask', spec.queryStream, 'has no query stream'],
    ['targetPositions', spec.queryStream, 'has no query stream'],
  ]
  const stranger = foreign.find(([key, used]) => !used && given[key] !== undefined)
  if (!stranger) return
  const [key, , reason] = stranger
  throw refuse('ERR_UNSUPPORTED', `input.${key}`, show(given[key]), `nothing: this ${family.name} ${reason}`)
}

interface Stream {
  masks: Uint8Array[] | undefined
  positions: Float32Array[]
}

function streamOf(
  batch: Batch,
  mask: unknown,
  positionIds: unknown,
  recipe: Recipe,
  positions: RawPositions,
): Stream {
  const masks = masksOf(mask, 'input.attentionMask', batch)
  const count = recipe.positionIds
  const least = count && hasPart(positions, isPositionTable) ? -1 : 0 // padding has its own row, before that of position 0
  const given = positionRowsOf(positionIds, 'input.positionIds', batch, least)
  const made = count && batch.rows.map((row, i) => count(row, masks?.[i]))
  return { masks, positions: given ?? made ?? [] }
}

function decoderBatch(value: unknown, inputs: Batch, { spec, decoderStart }: Recipe): Batch {
  const argument = 'input.decoderInputIds'
  if (value === undefined) {
    const start = decoderStart === undefined ? '' : `, beginning with ${decoderStart}`
    throw refuse('ERR_VALUE', argument, 'nothing', `the decoder’s tokens so far${start}`)
  }
  const batch = batchOf(value, argument, spec.vocab)
  if (batch.rows.length === inputs.rows.length && batch.batched === inputs.batched) return batch
  throw refuse(
    'ERR_SHAPE',
    argument,
    `${batch.rows.length} sequences`,
    `${inputs.rows.length}, like inputIds`,
  )
}

function decoderStream(
  batch: Batch,
  mask: unknown,
  { positionIds }: Recipe,
  positions: RawPositions,
): Stream {
  const masks = masksOf(mask, 'input.decoderAttentionMask', batch)
  const counted = positionIds ? batch.rows.map((row, i) => positionIds(row, masks?.[i])) : []
  const stream = { masks, positions: counted }
  requireRoom(stream, batch, undefined, positions.stacks)
  return stream
}

export function requireRoom(
  { positions }: Stream,
  { argument, tokens }: Batch,
  positionIds: unknown,
  stacks: RawPositions['stacks'],
): void {
  const room = roomOf(stacks)
  const ends = positions.map((row) => (row.length ? largest(row) : tokens - 1))
  const last = ends.length ? largest(ends) : tokens - 1
  if (last < room) return
  const end = `where the learned table of positions ends`
  if (positionIds !== undefined)
    throw refuse('ERR_VALUE', 'input.positionIds', `position ${last}`, `positions below ${room}, ${end}`)
  throw refuse('ERR_VALUE', argument, `${tokens} tokens`, `at most ${room}, ${end}`)
}

function requireWhole(positions: readonly Float32Array[]): void {
  const broken = positions.flatMap((row) => [...row]).find((p) => !Number.isInteger(p))
  if (broken === undefined) return
  throw refuse('ERR_VALUE', 'input.positionIds', String(broken), 'integers: they are row indices of a table')
}

export function typesOf(
  value: unknown,
  argument: string,
  batch: Batch,
  rows: number,
): number[][] | undefined {
  const most = rows > 0 ? rows - 1 : LARGEST_POSITION // segments are compared, not looked up
  return companionsOf(value, argument, batch, (item, at) => integerOf(item, at, 0, most))
}

// A target has the position of the token that it predicts.
function withTargets(positions: Float32Array, targets: readonly number[], tokens: number): Float32Array {
  if (targets.length === 0) return positions
  const all = positions.length ? positions : consecutive(tokens)
  return Float32Array.from([...all, ...targets.map((place) => all[place] ?? 0)])
}

function segmentsOf(types: number[] | undefined, positions: Float32Array | undefined): number[] | undefined {
  if (!types || !positions) return types
  const segments: number[] = new Array(Math.floor(largest(positions)) + 1).fill(0)
  types.forEach((type, i) => {
    segments[Math.floor(positions[i] ?? 0)] = type
  })
  return segments
}
