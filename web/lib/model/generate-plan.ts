// The options of generate(), checked.

import {
  callbackOf,
  integerOf,
  itemsOf,
  numberOf,
  type Options,
  optionsOf,
  signalOf,
} from '../boundary/checks.js'
import { refuse } from '../boundary/errors.js'
import type { ModelPosition } from './layer-positions.js'
import type { Sequences } from './sequences.js'

/**
 * Called for every new token, with its text if there is a tokenizer: '' while a character is incomplete. With several texts, also with the
 * index of the one that it continues; without a tokenizer the token has no text.
 */
export type OnToken = (id: number, text?: string, index?: number) => void

export interface GenerateOptions {
  /** The most new tokens; 20 when absent. */
  maxNewTokens?: number
  /** The temperature of sampling; 0 or absent = greedy. */
  temperature?: number
  /** Top-k: samples among the k most probable tokens; 0 or absent = all. */
  topK?: number
  /** Top-p (nucleus): samples among the most probable tokens whose sum reaches p; 1 or absent = all. */
  topP?: number
  /** The penalty of tokens that have occurred: their logits are divided by it when positive, multiplied when negative; 1 or absent = off. */
  repetitionPenalty?: number
  /** The seed of sampling: equal seeds give equal tokens; random when absent. Text i of several has the seed plus i. */
  seed?: number
  /** The token that ends a text, or several; the config's own when absent. */
  eosTokenId?: number | readonly number[]
  /** Which inputs are tokens: 1 or true = a token, 0 or false = padding, on either side; one row per sequence, or one for all. */
  attentionMask?: Sequences
  /** The first tokens of the decoder, for each sequence or for all; its start token when absent. */
  decoderInputIds?: Sequences
  /** An encoding under which the weights are read in place of the model's. */
  position?: ModelPosition
  onToken?: OnToken
  signal?: AbortSignal
}

export const GENERATE_OPTIONS = [
  'maxNewTokens',
  'temperature',
  'topK',
  'topP',
  'repetitionPenalty',
  'seed',
  'eosTokenId',
  'attentionMask',
  'decoderInputIds',
  'position',
  'onToken',
  'signal',
] as const
type Given = Options<(typeof GENERATE_OPTIONS)[number]>

export interface GeneratePlan {
  maxNewTokens: number
  temperature: number
  topK: number
  topP: number
  repetitionPenalty: number
  seed: number
  eos: ReadonlySet<number>
  attentionMask: unknown
  decoderInputIds: unknown
  position: unknown
  onToken: OnToken | undefined
  signal: AbortSignal | undefined
}

const LARGEST_SEED = 2 ** 32 - 1

export function planOf(options: unknown, vocab: number, defaultEos: readonly number[]): GeneratePlan {
  const given = optionsOf(options, 'options', GENERATE_OPTIONS)
  return {
    maxNewTokens: integerOr(given, 'maxNewTokens', 20),
    temperature: temperatureOf(given.temperature),
    topK: Math.min(integerOr(given, 'topK', 0), vocab),
    topP: topPOf(given.topP),
    repetitionPenalty: penaltyOf(given.repetitionPenalty),
    seed: given.seed === undefined ? randomSeed() : integerOf(given.seed, 'options.seed', 0, LARGEST_SEED),
    eos: new Set(given.eosTokenId === undefined ? defaultEos : eosOf(given.eosTokenId, vocab)),
    attentionMask: given.attentionMask,
    decoderInputIds: given.decoderInputIds,
    position: given.position,
    onToken: callbackOf(given.onToken, 'options.onToken'),
    signal: signalOf(given.signal, 'options.signal'),
  }
}

/** The plan of one text of several. */
export function planOfRow(plan: GeneratePlan, index: number): GeneratePlan {
  const { seed, onToken } = plan
  const report = onToken && ((id: number, text?: string) => onToken(id, text, index))
  return { ...plan, seed: (seed + index) % (LARGEST_SEED + 1), onToken: report }
}

function integerOr(given: Given, key: 'maxNewTokens' | 'topK', fallback: number): number {
  return given[key] === undefined ? fallback : integerOf(given[key], `options.${key}`)
}

function temperatureOf(value: unknown): number {
  const temperature = value === undefined ? 0 : numberOf(value, 'options.temperature')
  if (temperature < 0) throw refuse('ERR_VALUE', 'options.temperature', String(temperature), 'a number ≥ 0')
  return temperature
}

function topPOf(value: unknown): number {
  const topP = value === undefined ? 1 : numberOf(value, 'options.topP')
  if (!(topP > 0 && topP <= 1))
    throw refuse('ERR_VALUE', 'options.topP', String(topP), 'a number above 0, at most 1')
  return topP
}

function penaltyOf(value: unknown): number {
  const penalty = value === undefined ? 1 : numberOf(value, 'options.repetitionPenalty')
  if (!(penalty > 0))
    throw refuse('ERR_VALUE', 'options.repetitionPenalty', String(penalty), 'a number above 0')
  return penalty
}

function eosOf(value: unknown, vocab: number): number[] {
  const ids =
    typeof value === 'number' ? [value] : itemsOf(value, 'options.eosTokenId', 'an id or a list of ids')
  return ids.map((id) => integerOf(id, 'options.eosTokenId', 0, vocab - 1))
}

function randomSeed(): number {
  return Math.floor(Math.random() * (LARGEST_SEED + 1))
}
