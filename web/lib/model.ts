// A model: weights in WebAssembly, everything else plain data.

import type { Core } from './core.js'
import { throwIfAborted, WhereformerError } from './errors.js'
import type { ModelSpec } from './families/family.js'
import {
  collectForward,
  type ForwardInput,
  type ForwardOptions,
  type ForwardResult,
  forwardPlan,
  idsOf,
} from './forward.js'
import { type GenerateOptions, type GeneratePlan, planOf, run } from './generate.js'
import { disposedOf, disposeKey, disposeWithOwner, Handle } from './handle.js'
import { lowerPosition, type Position } from './position.js'
import type { RawPosition, RawTable } from './raw.js'
import type { Tokenizer } from './tokenizer.js'

export interface ModelParts {
  core: Core
  handle: Handle
  spec: ModelSpec
  family: string
  position: Position
  tokenizer: Tokenizer | undefined
  eosTokenIds: readonly number[]
}

export class Model {
  readonly spec: Readonly<ModelSpec>
  readonly family: string
  readonly position: Position
  readonly #parts: ModelParts
  readonly #sessions = new Set<Handle>()
  #disposed = false

  /** @internal Models come from loadModel. */
  constructor(parts: ModelParts) {
    this.#parts = parts
    this.spec = Object.freeze({ ...parts.spec })
    this.family = parts.family
    this.position = parts.position
    disposeWithOwner(this, parts.handle)
  }

  forward(input: ForwardInput, options?: ForwardOptions): ForwardResult {
    this.#requireAlive()
    const plan = forwardPlan(input, options, this.spec)
    const raws = plan.requests.map((request) =>
      this.#parts.handle.call((raw, model) => raw.forward({ model, ...request })),
    )
    return collectForward(raws, plan, this.spec)
  }

  /** The given tokens followed by the new ones, as transformers returns them. */
  async generate(inputIds: ArrayLike<number>, options?: GenerateOptions): Promise<number[]> {
    this.#requireAlive()
    const plan = planOf(options, this.spec.vocab, this.#parts.eosTokenIds)
    const prompt = idsOf(inputIds, 'inputIds', this.spec.vocab)
    const capacity = prompt.length + plan.maxNewTokens
    requireRoom(plan.override ? plan.position : lowerPosition(this.position), capacity)
    throwIfAborted(plan.signal)
    return [...prompt, ...(await this.#withSession(capacity, plan, (session) => run(session, prompt, plan)))]
  }

  encode(text: string): number[] {
    return this.#tokenizer().encode(text)
  }

  decode(ids: ArrayLike<number>): string {
    return this.#tokenizer().decode(ids)
  }

  /** Frees the weights; a generate() that is under way ends with ERR_DISPOSED. */
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

  async #withSession<T>(
    capacity: number,
    { seed, override, position }: GeneratePlan,
    use: (session: Handle) => Promise<T>,
  ): Promise<T> {
    const { core, handle } = this.#parts
    const session = handle.call((raw, model) =>
      raw.createSession({ model, capacity, seed, override, position }),
    )
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

// A learned table ends; every other encoding goes on.
function requireRoom(position: RawPosition, tokens: number): void {
  const learned = position.filter((part) => part.type === 'learned') as { table: RawTable; offset?: number }[]
  const rows = Math.min(...learned.map(({ table, offset = 0 }) => table.rows - offset))
  if (tokens <= rows) return
  const sentence = `the prompt and maxNewTokens make ${tokens} tokens, but the learned position table ends after ${rows}`
  throw new WhereformerError('ERR_VALUE', `inputIds: ${sentence}`)
}
