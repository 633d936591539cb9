// Vectors of texts, as sentence-transformers makes them: the last hidden states of a text's tokens, special ones included, pooled to one.

import { choiceOf, flagOf, integerOf, itemsOf, optionsOf, signalOf, textOf } from '../boundary/checks.js'
import { refuse } from '../boundary/errors.js'
import type { Tensor } from '../boundary/tensor.js'
import type { Tokenizer } from '../tokenizer/tokenizer.js'

const POOLINGS = ['mean', 'cls', 'last', 'max'] as const

/** How a model makes one vector of a text. */
export interface EmbeddingDefaults {
  /** The mean of the tokens, the first, the last, or the largest of each channel; `mean` when nobody says. */
  pooling?: (typeof POOLINGS)[number]
  /** Whether vectors are scaled to length 1, so that their products are cosines; false when nobody says. */
  normalize?: boolean
  /** The most tokens of a text, special ones included. */
  maxTokens?: number
  /** A part of the model that is not computed here: embed() is refused with its name. */
  unsupported?: string
}

export interface EmbedTextsOptions extends Omit<EmbeddingDefaults, 'unsupported'> {
  signal?: AbortSignal
}

/** Vectors [texts, width], or [width] of one text. */
export interface Embeddings extends Tensor {
  /** The indices of texts that were longer than the model reads, and were cut as sentence-transformers cuts them. */
  truncated: number[]
}

interface EmbedPlan {
  texts: string[]
  single: boolean
  pooling: (typeof POOLINGS)[number]
  normalize: boolean
  maxTokens: number
  signal: AbortSignal | undefined
}

const SETTINGS = ['pooling', 'normalize', 'maxTokens'] as const

/** The settings of a model, checked. */
export function embeddingOf(given: unknown): EmbeddingDefaults {
  const { unsupported, ...settings } = optionsOf(given, 'embedding', [...SETTINGS, 'unsupported'])
  const checked = checkedSettings(settings, 'embedding')
  return unsupported === undefined
    ? checked
    : { ...checked, unsupported: textOf(unsupported, 'embedding.unsupported') }
}

/** @param room the most tokens that the model's positions have */
export function embedPlan(
  texts: unknown,
  options: unknown,
  { unsupported, ...defaults }: EmbeddingDefaults,
  room: number,
): EmbedPlan {
  if (unsupported !== undefined)
    throw refuse('ERR_UNSUPPORTED', 'embed', `a model with ${unsupported}`, 'pooling of hidden states alone')
  const { signal, ...settings } = optionsOf(options, 'options', [...SETTINGS, 'signal'])
  const single = typeof texts === 'string'
  const list = single ? [texts] : itemsOf(texts, 'texts', 'a text or a list of texts')
  const given = { pooling: 'mean', normalize: false, maxTokens: room, ...defaults } as const
  const plan = { ...given, ...checkedSettings(settings, 'options') }
  return {
    ...plan,
    maxTokens: Math.min(plan.maxTokens, room),
    texts: list.map((text, i) => textOf(text, single ? 'texts' : `texts[${i}]`)),
    single,
    signal: signalOf(signal, 'options.signal'),
  }
}

function checkedSettings(
  { pooling, normalize, maxTokens }: Readonly<Partial<Record<(typeof SETTINGS)[number], unknown>>>,
  argument: string,
): EmbeddingDefaults {
  return {
    ...(pooling !== undefined && { pooling: choiceOf(pooling, `${argument}.pooling`, POOLINGS) }),
    ...(normalize !== undefined && { normalize: flagOf(normalize, `${argument}.normalize`) }),
    ...(maxTokens !== undefined && { maxTokens: integerOf(maxTokens, `${argument}.maxTokens`, 1) }),
  }
}

/** The tokens of a text. What is too long loses tokens at its end, and keeps the special ones around it. */
export function tokensOf(text: string, most: number, tokenizer: Tokenizer): { ids: number[]; cut: boolean } {
  const ids = tokenizer.encode(text)
  if (ids.length <= most) return { ids, cut: false }
  const bare = tokenizer.encode(text, { addSpecialTokens: false })
  const special = ids.length - bare.length
  const before = Array.from({ length: special + 1 }, (_, i) => i).find((from) =>
    bare.every((id, i) => ids[from + i] === id),
  )
  if (before === undefined || special >= most) return { ids: ids.slice(0, most), cut: true }
  const kept = bare.slice(0, most - special)
  return { ids: [...ids.slice(0, before), ...kept, ...ids.slice(before + bare.length)], cut: true }
}

/** One vector of the rows [tokens, width] of a text. */
export function pooled(
  { data, shape: [tokens = 0, width = 0] }: Tensor,
  { pooling, normalize }: EmbedPlan,
): Float32Array {
  const row = (index: number) => data.subarray(index * width, (index + 1) * width)
  const vector = Float64Array.from(row(pooling === 'last' ? tokens - 1 : 0))
  if (pooling === 'mean' || pooling === 'max')
    for (let i = 1; i < tokens; i++)
      for (const [c, value] of row(i).entries()) {
        const before = vector[c] as number
        vector[c] = pooling === 'mean' ? before + value : Math.max(before, value)
      }
  if (pooling === 'mean') for (const [c, sum] of vector.entries()) vector[c] = sum / tokens
  if (!normalize) return Float32Array.from(vector)
  const length = Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0))
  return Float32Array.from(vector, (value) => value / Math.max(length, 1e-12))
}
