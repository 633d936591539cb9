// A cache of keys and values that the caller continues with forward(): the tokens read so far, and which of them are visible.

import { integerOf, isList, itemsOf, type Options, optionsOf, reading } from '../boundary/checks.js'
import { refuse, show } from '../boundary/errors.js'
import { disposedOf, disposeKey, disposeWithOwner, type Handle, itsOwn, skipKey } from '../boundary/handle.js'
import { NOTHING, type RawCreateSessionRequest, type RawPositions } from '../boundary/raw.js'
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
}

export interface CacheParts {
  handle: Handle
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
  /** The version of the weights that read the tokens. */
  version: number
}

/** The keys and values of one sequence, and its tokens. */
export class Cache {
  readonly capacity: number
  readonly #parts: CacheParts
  #text: CacheText = { ids: new Int32Array(0), mask: new Uint8Array(0), version: 0 }

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

  /** Frees the keys and values. */
  dispose(): void {
    itsOwn('cache', () => this.#parts).release()
    disposedOf(this)
  }

  [disposeKey](): void {
    this.dispose()
  }
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
  const text = { encoderIds, encoderMask, encoderPositions: NOTHING }
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
