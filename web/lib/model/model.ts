// A model: weights in WebAssembly, everything else plain data.

import type { Core } from '../boundary/core.js'
import { refuse, throwIfAborted, WhereformerError } from '../boundary/errors.js'
import { disposedOf, disposeKey, disposeWithOwner, Handle } from '../boundary/handle.js'
import { NOTHING, type RawCreateSessionRequest, type RawPositions } from '../boundary/raw.js'
import { frozen, type Ignored } from '../checkpoint/ignored.js'
import type { ModelSpec } from '../families/family.js'
import type { Recipe } from '../families/index.js'
import { TextStream } from '../tokenizer/text-stream.js'
import type { DecodeOptions, EncodeOptions, Tokenizer } from '../tokenizer/tokenizer.js'
import { type ForwardInput, type ForwardOptions, type ForwardResult, forwardPlan } from './forward.js'
import { collectForward } from './forward-result.js'
import { type Generated, run } from './generate.js'
import { type GenerateOptions, type GeneratePlan, planOf } from './generate-plan.js'
import {
  describePositions,
  type ModelPosition,
  type ResolvedPositions,
  roomOf,
  surgeryOf,
} from './layer-positions.js'
import { idsOf } from './sequences.js'

export interface ModelParts {
  core: Core
  handle: Handle
  recipe: Recipe
  positions: ResolvedPositions
  /** The same positions as the core reads them. */
  lowered: RawPositions
  tokenizer: Tokenizer | undefined
  /** Generation stops at any of these. */
  eosIds: readonly number[]
  ignored: Ignored
}

export class Model {
  readonly spec: Readonly<ModelSpec>
  readonly family: string
  /** The training length of the checkpoint. */
  readonly position: ModelPosition
  /** Fields and tensors of the checkpoint that were ignored because they have no effect. */
  readonly ignored: Ignored
  readonly #parts: ModelParts
  readonly #sessions = new Set<Handle>()
  #disposed = false

  /** @internal Created by loadModel. */
  constructor(parts: ModelParts) {
    this.#parts = parts
    this.spec = Object.freeze({ ...parts.recipe.spec })
    this.family = parts.recipe.family.name
    this.position = describePositions(parts.positions)
    this.ignored = frozen(parts.ignored)
    disposeWithOwner(this, parts.handle)
  }

  forward(input: ForwardInput, options?: ForwardOptions): ForwardResult {
    this.#requireAlive()
    const { handle, recipe, lowered } = this.#parts
    const plan = forwardPlan(input, options, recipe, lowered)
    const raws = plan.requests.map((request) =>
      handle.call((raw, model) => raw.forward({ model, ...request })),
    )
    return collectForward(raws, plan, recipe.spec)
  }

  /**
   * Ids for ids: the given tokens followed by the new ones (the decoder's, in an encoder–decoder), as transformers returns them.
   * Text for text: the given text followed by the new one (the new one alone, in an encoder–decoder).
   */
  async generate(input: string, options?: GenerateOptions): Promise<string>
  async generate(input: ArrayLike<number>, options?: GenerateOptions): Promise<number[]>
  async generate(input: ArrayLike<number> | string, options?: GenerateOptions): Promise<number[] | string> {
    this.#requireAlive()
    this.#requireGenerative()
    const { spec } = this.#parts.recipe
    const plan = planOf(options, spec.vocab, this.#parts.eosIds)
    const text = typeof input === 'string'
    const ids = idsOf(text ? this.#tokenizer().encode(input) : input, 'inputIds', spec.vocab)
    const prompt = spec.encoder ? this.#decoderPrompt(plan) : ids
    const made = await this.#run(plan, prompt, spec.encoder ? ids : undefined)
    if (text) return spec.encoder ? made.text : input + made.text
    return [...prompt, ...made.ids]
  }

  encode(text: string, options?: EncodeOptions): number[] {
    return this.#tokenizer().encode(text, options)
  }

  decode(ids: ArrayLike<number>, options?: DecodeOptions): string {
    return this.#tokenizer().decode(ids, options)
  }

  /** Frees the weights; a running generate() rejects with ERR_DISPOSED. */
  dispose(): void {
    this.#disposed = true
    disposedOf(this)
    for (const session of this.#sessions) session.dispose() // before the weights that it reads
    this.#parts.handle.dispose()
  }

  [disposeKey](): void {
    this.dispose()
  }

  #tokenizer(): Tokenizer {
    this.#requireAlive()
    if (this.#parts.tokenizer) return this.#parts.tokenizer
    throw new WhereformerError(
      'ERR_UNSUPPORTED',
      'the model was loaded without a tokenizer: pass { tokenizer } to loadModel',
    )
  }

  #requireAlive(): void {
    if (this.#disposed)
      throw new WhereformerError('ERR_DISPOSED', 'the model was disposed of and cannot be used again')
  }

  #requireGenerative(): void {
    const { causal, head } = this.spec
    if (causal && head !== 'none') return
    const reason = causal ? 'has no language modelling head' : 'reads in both directions'
    throw new WhereformerError('ERR_UNSUPPORTED', `generate: this ${this.family} ${reason}; use forward`)
  }

  #decoderPrompt({ decoderInputIds }: GeneratePlan): Int32Array {
    const { spec, decoderStart } = this.#parts.recipe
    if (decoderInputIds !== undefined) return idsOf(decoderInputIds, 'options.decoderInputIds', spec.vocab)
    if (decoderStart !== undefined) return Int32Array.of(decoderStart)
    const wanted = 'the token that the decoder begins with, or options.decoderInputIds'
    throw refuse('ERR_VALUE', 'config.decoder_start_token_id', 'nothing', wanted)
  }

  async #run(plan: GeneratePlan, prompt: Int32Array, encoderIds: Int32Array | undefined): Promise<Generated> {
    const { recipe, lowered, tokenizer } = this.#parts
    if (!recipe.spec.encoder && plan.decoderInputIds !== undefined) {
      const wanted = 'nothing: the model has one stack'
      throw refuse('ERR_UNSUPPORTED', 'options.decoderInputIds', 'token ids', wanted)
    }
    const surgery = surgeryOf(plan.position, 'options.position', recipe.spec, lowered)
    const positions = surgery ?? lowered
    const capacity = prompt.length + plan.maxNewTokens
    requireRoom(positions.stacks, capacity, 'the prompt and maxNewTokens make')
    if (encoderIds) requireRoom(positions.encoderStacks, encoderIds.length, 'there are')
    throwIfAborted(plan.signal)
    const stream = tokenizer && new TextStream(tokenizer, encoderIds ? [] : prompt)
    const request = {
      ...positions,
      prompt: prompt.length,
      capacity,
      seed: plan.seed,
      override: surgery !== undefined,
      encoderIds: encoderIds ?? new Int32Array(0),
      encoderPositions: NOTHING,
      encoderMask: new Uint8Array(0),
    }
    return this.#withSession(request, (session) => run(session, prompt, plan, stream))
  }

  async #withSession<T>(
    request: Omit<RawCreateSessionRequest, 'model'>,
    use: (session: Handle) => Promise<T>,
  ): Promise<T> {
    const { core, handle } = this.#parts
    const session = handle.call((raw, model) => raw.createSession({ model, ...request }))
    const owned = new Handle(core, session.handle, 'model')
    this.#sessions.add(owned)
    try {
      return await use(owned)
    } finally {
      owned.dispose()
      this.#sessions.delete(owned)
    }
  }
}

function requireRoom(stacks: RawPositions['stacks'], tokens: number, sentence: string): void {
  const room = roomOf(stacks)
  if (tokens <= room) return
  const end = `but the learned position table ends after ${room}`
  throw new WhereformerError('ERR_VALUE', `inputIds: ${sentence} ${tokens} tokens, ${end}`)
}
