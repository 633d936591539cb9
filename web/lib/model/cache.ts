// A cache of keys and values that the caller continues with forward(): the tokens read so far, and which of them are visible.

import {
  consecutive,
  flagOf,
  integerOf,
  isList,
  itemsOf,
  type Options,
  optionsOf,
  reading,
} from '../boundary/checks.js'
import { refuse, show } from '../boundary/errors.js'
import { disposedOf, disposeKey, disposeWithOwner, type Handle, itsOwn, skipKey } from '../boundary/handle.js'
import { NOTHING, type RawCreateSessionRequest, type RawPositions } from '../boundary/raw.js'
import type { TensorInput } from '../boundary/tensor.js'
import type { Recipe } from '../families/index.js'
import { type ModelPosition, roomOf, surgeryOf } from './layer-positions.js'
import { batchOf, masksOf, type Sequences, type TokenRow, type TokenTensor } from './sequences.js'

export interface CacheOptions {
  /** The most tokens that the cache can hold. */
  capacity: number
  /** An encoding in place of the model's, for every pass with this cache. */
  position?: ModelPosition
  /** The text of an encoder–decoder's encoder, which is read once. */
  inputIds?: TokenRow | TokenTensor
  attentionMask?: Sequences
  /** Of Whisper, the sound that its encoder reads, in place of inputIds. */
  inputFeatures?: TensorInput
}

export interface EvictOptions {
  /**
   * Whether later tokens take the positions of those that left, or keep theirs. The two differ wherever some token stays before them, so
   * that there is no default.
   */
  renumber: boolean
}

export interface CacheParts {
  handle: Handle
  recipe: Recipe
  /** Frees the handle. */
  release: () => void
  positions: RawPositions
  capacity: number
  encoderTokens: number
}

/** The tokens of a cache: the core is told how many they are, and forgets any others. */
export interface CacheText {
  ids: Int32Array
  /** The mask of the tokens, 1 = visible. */
  mask: Uint8Array
  /** What evicted tokens add to the position of each token, as its family counts the tokens that are left. */
  skipped: Int32Array
  /** How many of the first tokens were read as a text of their own is: each saw those before it, and nothing else, at its own position. */
  intact: number
  /** The version of the weights that read the tokens. */
  version: number
}

/** The keys and values of one sequence, and its tokens. */
export class Cache {
  readonly capacity: number
  readonly #parts: CacheParts
  #text: CacheText = {
    ids: new Int32Array(0),
    mask: new Uint8Array(0),
    skipped: new Int32Array(0),
    intact: 0,
    version: 0,
  }

  /** @internal Created by Model.cache. */
  constructor(parts: CacheParts) {
    this.#parts = parts
    this.capacity = parts.capacity
    disposeWithOwner(this, { dispose: parts.release })
  }

  /** @internal */
  get [skipKey](): boolean {
    return true
  }

  /** @internal Is the value a cache, and neither a proxy of one nor what only inherits from one? */
  static isItself(value: unknown): value is Cache {
    return typeof value === 'object' && value !== null && #parts in value
  }

  /** The number of tokens that the cache holds. */
  get length(): number {
    return itsOwn('cache', () => this.#text).ids.length
  }

  /** @internal */
  get parts(): CacheParts {
    return this.#parts
  }

  /** @internal The tokens that were read so far. */
  get text(): CacheText {
    return this.#text
  }

  /** @internal Takes over the text that a pass has read; cannot fail. */
  hold(text: CacheText): void {
    this.#text = text
  }

  /** Forgets all but the first tokens. @param tokens how many stay */
  crop(tokens: number): void {
    const text = itsOwn('cache', () => this.#text)
    const count = integerOf(tokens, 'tokens', 0, text.ids.length)
    this.#parts.handle.requireAlive()
    this.#text = without(text, count, text.ids.length)
  }

  /**
   * Forgets the tokens from index `from` to before `to`; later ones move up. With `renumber` they also take the positions from that of
   * token `from` on: keys that were rotated are turned by the difference. ERR_VALUE where cached keys hold positions otherwise (added
   * vectors, xPos, frequencies that follow the length). Masks by index, such as sliding windows, count the tokens that are left.
   */
  evict(from: number, to: number, options: EvictOptions): void {
    const text = itsOwn('cache', () => this.#text)
    const past = text.ids.length
    const last = integerOf(to, 'to', 0, past)
    const first = integerOf(from, 'from', 0, last)
    const renumber = flagOf(optionsOf(options, 'options', ['renumber']).renumber, 'options.renumber')
    const { handle, recipe } = this.#parts
    handle.call((raw, session) => raw.evict({ session, past, from: first, to: last, renumber }))
    const left = without(text, first, last)
    const skipped = renumber ? 0 : nextPosition(text, recipe) - nextPosition(left, recipe)
    for (let i = first; i < left.ids.length; i++) left.skipped[i] = (left.skipped[i] ?? 0) + skipped
    this.#text = left
  }

  /** Frees the keys and values. */
  dispose(): void {
    itsOwn('cache', () => this.#parts).release()
    disposedOf(this)
  }

  [disposeKey](): void {
    this.dispose()
  }
}

/** The text without the tokens from index `from` to before `to`. */
function without({ ids, mask, skipped, intact, version }: CacheText, from: number, to: number): CacheText {
  const cut = <T extends Int32Array | Uint8Array>(list: T): T => {
    const left = list.slice(0, list.length - to + from) as T
    left.set(list.subarray(to), from)
    return left
  }
  const left = from < to ? Math.min(intact, from) : intact // tokens behind have seen those that leave
  return { ids: cut(ids), mask: cut(mask), skipped: cut(skipped), intact: left, version }
}

/** The position of one visible token after the text. */
function nextPosition({ ids, mask, skipped }: CacheText, recipe: Recipe): number {
  const [position = 0] = positionsFrom(
    { ids: Int32Array.from([...ids, 0]), mask: Uint8Array.from([...mask, 1]), skipped },
    ids.length,
    recipe,
  )
  return position
}

/**
 * The positions of the tokens from index `past` on, counted by the family in the whole text, after those that were evicted. Without a rule
 * of the family positions are indices.
 */
export function positionsFrom(
  { ids, mask, skipped }: Pick<CacheText, 'ids' | 'mask' | 'skipped'>,
  past: number,
  { positionIds }: Recipe,
): Float32Array {
  const counted = positionIds?.(ids, mask.includes(0) ? mask : undefined)
  const positions = counted?.length ? counted.slice(past) : consecutive(ids.length - past, past)
  const gap = skipped[past - 1] ?? 0
  return gap === 0 ? positions : positions.map((position) => position + gap)
}

type Given = Options<'capacity' | 'position' | 'inputIds' | 'attentionMask'>

/** What a cache is made from. */
export interface CachePlan {
  positions: RawPositions
  capacity: number
  encoderTokens: number
  session: Omit<RawCreateSessionRequest, 'model'>
}

export function cachePlan(options: unknown, recipe: Recipe, own: RawPositions): CachePlan {
  const given = optionsOf(options ?? null, 'options', ['capacity', 'position', 'inputIds', 'attentionMask'])
  const { spec, family } = recipe
  if (!spec.causal) {
    const wanted = 'a model that continues a text'
    throw refuse('ERR_UNSUPPORTED', 'cache', `a ${family.name} that is bidirectional`, wanted)
  }
  const capacity = integerOf(given.capacity, 'options.capacity', 1)
  const surgery = surgeryOf(given.position, 'options.position', spec, own)
  const positions = surgery ?? own
  const room = roomOf(positions.stacks)
  if (capacity > room)
    throw refuse(
      'ERR_VALUE',
      'options.capacity',
      String(capacity),
      `at most ${room}, where the learned table of positions ends`,
    )
  const { encoderIds, encoderMask } = encoderText(given, recipe, positions)
  const encoderPositions = recipe.positionIds?.(
    encoderIds,
    given.attentionMask === undefined ? undefined : encoderMask,
  )
  const text = { encoderIds, encoderMask, encoderPositions: encoderPositions ?? NOTHING }
  const session = { ...positions, ...text, override: surgery !== undefined, prompt: 0, capacity, seed: 0 }
  return { positions, capacity, encoderTokens: encoderIds.length, session }
}

function encoderText(given: Given, { spec, family }: Recipe, positions: RawPositions) {
  const none = { encoderIds: new Int32Array(0), encoderMask: new Uint8Array(0) }
  if (!spec.encoder) {
    const stranger = (['inputIds', 'attentionMask'] as const).find((key) => given[key] !== undefined)
    if (stranger === undefined) return none
    const wanted = `nothing: this ${family.name} has no encoder; pass tokens to forward()`
    throw refuse('ERR_UNSUPPORTED', `options.${stranger}`, show(given[stranger]), wanted)
  }
  const batch = batchOf(given.inputIds, 'options.inputIds', spec.vocab)
  const [encoderIds] = batch.rows
  if (!encoderIds || batch.rows.length !== 1)
    throw refuse(
      'ERR_SHAPE',
      'options.inputIds',
      `${batch.rows.length} sequences`,
      'one: a cache is of one sequence',
    )
  const room = roomOf(positions.encoderStacks)
  if (batch.tokens > room)
    throw refuse(
      'ERR_VALUE',
      'options.inputIds',
      `${batch.tokens} tokens`,
      `at most ${room}, where the learned table of positions ends`,
    )
  const mask = masksOf(given.attentionMask, 'options.attentionMask', batch)
  return { encoderIds, encoderMask: mask?.[0] ?? none.encoderMask }
}

/** The checked caches of input.past: a list with one per sequence of a batch, or that of one sequence. */
export function cachesOf(value: unknown, argument: string): Cache[] {
  const several = isList(value, argument)
  const given = several ? itemsOf(value, argument, 'a list of caches') : [value]
  const caches = given.map((cache, i) => {
    if (Cache.isItself(cache)) return cache
    const at = several ? `${argument}[${i}]` : argument
    const got = reading(at, () => cache instanceof Cache) ? 'a proxy of a cache' : show(cache)
    throw refuse('ERR_TYPE', at, got, 'a cache of model.cache() itself')
  })
  const lengths = caches.map(({ length }) => length)
  if (lengths.length === 0) throw refuse('ERR_SHAPE', argument, 'no cache', 'one per sequence')
  if (lengths.every((length) => length === lengths[0])) return caches
  throw refuse('ERR_SHAPE', argument, `caches of ${lengths.join(', ')} tokens`, 'as many tokens in each')
}
