// The options of generate(), checked.

import {
  callbackOf,
  integerOf,
  itemsOf,
  numberOf,
  type Options,
  optionsOf,
  signalOf,
  textOf,
} from '../boundary/checks.js'
import { refuse } from '../boundary/errors.js'
import type { Cache } from './cache.js'
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
  /** Min-p: samples among the tokens that are at least this times as probable as the most probable; 0 or absent = all. */
  minP?: number
  /** The penalty of tokens that have occurred: their logits are divided by it when positive, multiplied when negative; 1 or absent = off. */
  repetitionPenalty?: number
  /** No n tokens in a row occur twice; 0 or absent = off. */
  noRepeatNgram?: number
  /** The seed of sampling: equal seeds give equal tokens; random when absent. Text i of several has the seed plus i. */
  seed?: number
  /** The token that ends a text, or several; the config's own when absent. */
  eosTokenId?: number | readonly number[]
  /**
   * A text that ends a generation, or several (16 at most): the new text is cut before the first that is complete, also where it spans tokens;
   * of ids, those that completed it are there. One that is a single token ends a generation as `eosTokenId` does, special ones too.
   */
  stop?: string | readonly string[]
  /** Which inputs are tokens: 1 or true = a token, 0 or false = padding, on either side; one row per sequence, or one for all. */
  attentionMask?: Sequences
  /** The first tokens of the decoder, for each sequence or for all; its start token when absent. */
  decoderInputIds?: Sequences
  /** An encoding under which the weights are read in place of the model's. */
  position?: ModelPosition
  /**
   * A cache of the model's cache() that the text is read into and that keeps it: what it holds of the beginning of the prompt is not read again,
   * and what it holds beyond is forgotten. With it a seed draws by the place of a token in the text.
   */
  past?: Pick<Cache, 'capacity' | 'length'>
  onToken?: OnToken
  signal?: AbortSignal
}

/** Options of stream(): its pieces are what onToken would be called with. */
export type StreamOptions = Omit<GenerateOptions, 'onToken'>

export const STREAM_OPTIONS = [
  'maxNewTokens',
  'temperature',
  'topK',
  'topP',
  'minP',
  'repetitionPenalty',
  'noRepeatNgram',
  'seed',
  'eosTokenId',
  'stop',
  'attentionMask',
  'decoderInputIds',
  'position',
  'past',
  'signal',
] as const
export const GENERATE_OPTIONS = [...STREAM_OPTIONS, 'onToken'] as const
type Given = Options<(typeof GENERATE_OPTIONS)[number]>

/** How each setting is checked. */
const CHECKS = {
  maxNewTokens: (value: unknown, argument: string) => integerOf(value, argument),
  temperature: within((x) => x >= 0, 'a number ≥ 0'),
  topK: (value: unknown, argument: string) => integerOf(value, argument),
  topP: within((x) => x > 0 && x <= 1, 'a number above 0, at most 1'),
  minP: within((x) => x >= 0 && x <= 1, 'a number from 0 to 1'),
  repetitionPenalty: within((x) => x > 0, 'a number above 0'),
  noRepeatNgram: (value: unknown, argument: string) => integerOf(value, argument),
} as const

export type Setting = keyof typeof CHECKS

/** What a model does where a caller says nothing. */
export interface Defaults {
  settings: Readonly<Record<Setting, number>>
  eosIds: readonly number[]
  /** The first token of a decoder beside an encoder. */
  decoderStart?: number | undefined
}

export const ABSENT: Defaults['settings'] = {
  maxNewTokens: 20,
  temperature: 0,
  topK: 0,
  topP: 1,
  minP: 0,
  repetitionPenalty: 1,
  noRepeatNgram: 0,
}

export interface GeneratePlan extends Record<Setting, number> {
  seed: number
  eos: ReadonlySet<number>
  stop: readonly string[]
  attentionMask: unknown
  decoderInputIds: unknown
  position: unknown
  past: unknown
  onToken: OnToken | undefined
  signal: AbortSignal | undefined
}

const LARGEST_SEED = 2 ** 32 - 1

interface PlanFor {
  vocab: number
  defaults: Defaults
  /** The tokens of a stop string; throws where there is no tokenizer. */
  tokensOf: (text: string) => number[]
}

/** @param known the options that the call has */
export function planOf(
  options: unknown,
  known: readonly (typeof GENERATE_OPTIONS)[number][],
  { vocab, defaults, tokensOf }: PlanFor,
): GeneratePlan {
  const given: Given = optionsOf(options, 'options', known)
  const stop = stopOf(given.stop)
  const whole = stop.map(tokensOf).filter((ids) => ids.length === 1)
  const eos =
    given.eosTokenId === undefined ? defaults.eosIds : idsIn(given.eosTokenId, 'options.eosTokenId', vocab)
  const settings = { ...defaults.settings, ...settingsOf(given, (key) => `options.${key}`) }
  return {
    ...settings,
    topK: Math.min(settings.topK, vocab),
    seed: given.seed === undefined ? randomSeed() : integerOf(given.seed, 'options.seed', 0, LARGEST_SEED),
    eos: new Set([...eos, ...whole.flat()]),
    stop,
    attentionMask: given.attentionMask,
    decoderInputIds: given.decoderInputIds,
    position: given.position,
    past: given.past,
    onToken: callbackOf(given.onToken, 'options.onToken'),
    signal: signalOf(given.signal, 'options.signal'),
  }
}

/** The settings that are given, checked. @param name the argument of a setting, for errors */
export function settingsOf(
  given: Readonly<Partial<Record<Setting, unknown>>>,
  name: (key: Setting) => string,
): Partial<Record<Setting, number>> {
  const keys = (Object.keys(CHECKS) as Setting[]).filter((key) => given[key] !== undefined)
  return Object.fromEntries(keys.map((key) => [key, CHECKS[key](given[key], name(key))]))
}

/** The plan of one text of several. */
export function planOfRow(plan: GeneratePlan, index: number): GeneratePlan {
  const { seed, onToken } = plan
  const report = onToken && ((id: number, text?: string) => onToken(id, text, index))
  return { ...plan, seed: (seed + index) % (LARGEST_SEED + 1), onToken: report }
}

function within(fits: (value: number) => boolean, wanted: string) {
  return (value: unknown, argument: string): number => {
    const number = numberOf(value, argument)
    if (fits(number)) return number
    throw refuse('ERR_VALUE', argument, String(number), wanted)
  }
}

/** An id of the vocabulary, or a list of them. */
function idsIn(value: unknown, argument: string, vocab: number): number[] {
  const ids = typeof value === 'number' ? [value] : itemsOf(value, argument, 'an id or a list of ids')
  return ids.map((id) => integerOf(id, argument, 0, vocab - 1))
}

const MOST_STOPS = 16

function stopOf(value: unknown): string[] {
  if (value === undefined) return []
  const given =
    typeof value === 'string'
      ? [value]
      : itemsOf(value, 'options.stop', 'a text or a list of texts', MOST_STOPS)
  return given.map((item) => {
    if (textOf(item, 'options.stop') !== '') return item as string
    throw refuse('ERR_VALUE', 'options.stop', 'an empty text', 'texts of at least one character')
  })
}

function randomSeed(): number {
  return Math.floor(Math.random() * (LARGEST_SEED + 1))
}
