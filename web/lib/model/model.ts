// A model: weights in WebAssembly, everything else plain data.

import { fieldsOf, optionsOf } from '../boundary/checks.js'
import type { Core } from '../boundary/core.js'
import { refuse, throwIfAborted, WhereformerError } from '../boundary/errors.js'
import { EventLoop } from '../boundary/event-loop.js'
import { disposedOf, disposeKey, disposeWithOwner, Handle, itsOwn, skipKey } from '../boundary/handle.js'
import { NOTHING, type RawCreateSessionRequest, type RawPositions } from '../boundary/raw.js'
import type { Returned, ReturnNames } from '../boundary/returned.js'
import {
  type ApplyChatTemplateOptions,
  type Chat,
  type ChatMessage,
  type ChatOptions,
  isChat,
  NO_CHAT,
} from '../chat/chat.js'
import { APPLY_OPTIONS } from '../chat/chat-parts.js'
import { frozen, type Ignored } from '../checkpoint/ignored.js'
import type { ModelSpec, ReadSignals, SignalReader } from '../families/family.js'
import type { Recipe } from '../families/index.js'
import { TextStream } from '../tokenizer/text-stream.js'
import type { DecodeOptions, EncodeOptions, Encoding, Tokenizer } from '../tokenizer/tokenizer.js'
import { Cache, type CacheOptions, cachePlan } from './cache.js'
import {
  type EmbeddingDefaults,
  type Embeddings,
  type EmbedTextsOptions,
  embedPlan,
  pooled,
  tokensOf,
} from './embed.js'
import {
  type ForwardInput,
  type ForwardOptions,
  type ForwardResult,
  type ForwardReturn,
  forwardPlan,
} from './forward.js'
import { collectForward } from './forward-result.js'
import { run } from './generate.js'
import {
  type Defaults,
  GENERATE_OPTIONS,
  type GenerateOptions,
  type GeneratePlan,
  planOf,
  planOfRow,
  STREAM_OPTIONS,
  type StreamOptions,
} from './generate-plan.js'
import {
  describePositions,
  type ModelPosition,
  type ResolvedPositions,
  roomOf,
  surgeryOf,
} from './layer-positions.js'
import { type StreamPiece, textOf } from './pieces.js'
import { type Prompt, promptsOf, visibleIn } from './prompts.js'
import { freshReading, pastOf, readingOn, requireRoomIn } from './reading.js'
import { type ModelFiles, type Origin, type SaveOptions, saveModel } from './save.js'
import { idsOf, rowsIn, type TokenRow, type TokenTensor } from './sequences.js'

/** What generate() continues: ids or text, or several of them. */
export type GenerateInput =
  | string
  | readonly string[]
  | readonly TokenRow[]
  | TokenRow
  | TokenTensor
  | SoundInput

/** What Whisper's generate() listens to. */
export type SoundInput = Required<Pick<ForwardInput, 'inputFeatures'>>

export interface ModelParts {
  core: Core
  handle: Handle
  recipe: Recipe
  positions: ResolvedPositions
  /** The positions as the core reads them. */
  lowered: RawPositions
  /** The version of the weights: the steps that they were trained since they were made. */
  version: number
  /** Of a model that reads pictures or sounds. */
  signals?: SignalReader
  tokenizer: Tokenizer | undefined
  /** Why the tokenizer that the files have is none here. */
  noTokenizer?: Error | undefined
  defaults: Defaults
  chat?: Chat
  /** What the file of weights says of a tokenizer_config.json. */
  ofFile?: object | undefined
  embedding?: EmbeddingDefaults
  ignored: Ignored
  /** The checkpoint of a loaded model; a model that is being trained has none. */
  origin?: Origin
}

const WHOLE = { stored: 'F32', type: 'F32', first: 0, byColumn: false } as const

export class Model {
  readonly spec: Readonly<ModelSpec>
  readonly family: string
  /** Fields and tensors of the checkpoint that were ignored because they have no effect. */
  readonly ignored: Ignored
  readonly #parts: ModelParts
  readonly #position: ModelPosition
  readonly #sessions = new Set<Handle>()
  #disposed = false

  /** @internal Created by loadModel. */
  constructor(parts: ModelParts) {
    this.#parts = parts
    this.spec = Object.freeze({ ...parts.recipe.spec })
    this.family = parts.recipe.family.name
    this.#position = describePositions(parts.positions)
    this.ignored = frozen(parts.ignored)
    disposeWithOwner(this, parts.handle)
  }

  /** @internal */
  get [skipKey](): boolean {
    return true
  }

  /** @internal What the file of weights says of a tokenizer_config.json: a worker's page renders chats. */
  get ofFile(): object | undefined {
    return this.#parts.ofFile
  }

  /** The position of the checkpoint; a trainer's model has what it has learned by now. */
  get position(): ModelPosition {
    const parts = itsOwn('model', () => this.#parts)
    if (!this.#disposed) void parts.positions // the same objects, brought up to date
    return this.#position
  }

  forward<Return extends ReturnNames<ForwardReturn> = readonly []>(
    input: ForwardInput,
    options?: ForwardOptions<Return>,
  ): Returned<ForwardResult, Return> {
    const { handle, recipe, lowered, version, signals } = Model.#aliveOf(this)
    const read = signals?.read(input)
    const plan = forwardPlan(read?.input ?? input, options, recipe, read?.positions ?? lowered, version)
    const sessions = plan.caches.map((cache) => cache.parts.handle.requireAlive())
    const raws = plan.requests.map((request, i) => {
      const session = sessions[i] ?? 0
      const data = read?.embeddings?.[i]
      if (data) handle.call((raw, model) => raw.setTensor({ model, name: 'embedding', data, ...WHOLE }))
      const made = read?.request(request, i) ?? request
      return handle.call((raw, model) => raw.forward({ model, session, ...made }))
    })
    const result = collectForward(raws, plan, recipe.spec)
    // all or none: what the core has read before a failure is forgotten by the next pass
    for (const [i, { read }] of plan.sequences.entries()) if (read) plan.caches[i]?.hold(read)
    return result as Returned<ForwardResult, Return>
  }

  /**
   * The position of a model that reads pictures for pictures of this height and width in pixels: its learned table, resized as transformers'
   * class does it (`interpolate_pos_encoding`).
   */
  interpolatePosEncoding(height: number, width: number): ModelPosition {
    const { signals } = Model.#aliveOf(this)
    if (signals?.interpolated) return signals.interpolated(height, width)
    const reason = 'reads no pictures'
    throw new WhereformerError('ERR_UNSUPPORTED', `interpolatePosEncoding: this ${this.family} ${reason}`)
  }

  /**
   * Makes a cache of the keys and values of a text, for passes of forward() that continue it: `forward({ inputIds, past: cache })` reads the
   * next tokens. dispose() frees them, as does dispose() of the model.
   */
  cache(options: CacheOptions): Cache {
    const { recipe, lowered, signals } = Model.#aliveOf(this)
    const read = recipe.spec.encoder && signals?.read(options, 'options')
    const { session, ...plan } = cachePlan(read?.input ?? options, recipe, lowered)
    const handle = this.#session(read?.request(session, 0) ?? session, 'cache')
    const release = () => {
      handle.dispose()
      this.#sessions.delete(handle)
    }
    return new Cache({ ...plan, handle, release, recipe })
  }

  /**
   * Continues texts. Ids for ids: the given tokens followed by the new ones (the decoder's, in an encoder–decoder), as transformers returns
   * them. Text for text: the given text followed by the new one (the new one alone, in an encoder–decoder). A list for a list of texts or of
   * lists of ids: each is continued as if it stood alone, without the tokens that options.attentionMask hides.
   */
  async generate(input: string, options?: GenerateOptions): Promise<string>
  async generate(input: readonly string[], options?: GenerateOptions): Promise<string[]>
  async generate(input: readonly TokenRow[], options?: GenerateOptions): Promise<number[][]>
  async generate(input: ArrayLike<number> | ArrayLike<bigint>, options?: GenerateOptions): Promise<number[]>
  async generate(input: TokenTensor | SoundInput, options?: GenerateOptions): Promise<number[] | number[][]>
  async generate(
    input: GenerateInput,
    options?: GenerateOptions,
  ): Promise<number[] | string | number[][] | string[]> {
    Model.#aliveOf(this)
    const { list, batched, plan } = this.#planned(input, options, GENERATE_OPTIONS)
    const made: (number[] | string)[] = []
    for (const [i, one] of list.entries()) {
      const own = batched ? planOfRow(plan, i) : plan
      made.push(await this.#continue(one, own))
    }
    return batched ? (made as number[][] | string[]) : (made[0] as number[] | string)
  }

  /**
   * Continues one text, or answers the messages of a chat, and gives each new token when it is there:
   * `for await (const { text } of model.stream(prompt))`.
   * Leaving the loop frees what it holds; it holds nothing before the first token is asked for. After an abort the ids so far are the prompt
   * to go on from; with a cache as options.past nothing is read twice.
   */
  async *stream(
    input: string | TokenRow | TokenTensor | SoundInput | readonly ChatMessage[],
    options?: StreamOptions & ChatOptions,
  ): AsyncGenerator<StreamPiece, void, undefined> {
    if (isChat(input)) {
      const { template, variables, ...rest } = fieldsOf(options === undefined ? {} : options, 'options')
      const prompt = await Model.#chatOf(this).text(input, {
        template,
        variables,
        addGenerationPrompt: true,
      })
      const ids = Model.#tokenizerOf(this).encode(prompt, { addSpecialTokens: false })
      return yield* this.stream(ids, rest as StreamOptions)
    }
    Model.#aliveOf(this)
    const { list, plan } = this.#planned(input, options, STREAM_OPTIONS)
    if (list.length > 1) throw refuse('ERR_SHAPE', 'inputIds', `${list.length} texts`, 'one, or generate()')
    yield* this.#run(plan, list[0] as Start)
  }

  /**
   * Vectors of texts, as sentence-transformers makes them: [texts, width], or [width] of one. A text is read on its own, so that padding
   * changes nothing. Defaults are those of the model's modules.json, where fromPretrained() found one.
   */
  async embed(texts: string | readonly string[], options?: EmbedTextsOptions): Promise<Embeddings> {
    const { embedding = {}, lowered, recipe } = Model.#aliveOf(this)
    const { spec } = recipe
    if (spec.encoder)
      throw refuse(
        'ERR_UNSUPPORTED',
        'embed',
        `a ${this.family} with encoder and decoder`,
        'a model of one stack',
      )
    const plan = embedPlan(texts, options, embedding, roomOf(lowered.stacks))
    const tokenizer = Model.#tokenizerOf(this)
    const eventLoop = new EventLoop()
    const data = new Float32Array(plan.texts.length * spec.dModel)
    const truncated: number[] = []
    for (const [i, text] of plan.texts.entries()) {
      await eventLoop.yield()
      throwIfAborted(plan.signal)
      const { ids, cut } = tokensOf(text, plan.maxTokens, tokenizer)
      if (cut) truncated.push(i)
      const { lastHiddenState } = this.forward({ inputIds: ids }, { return: ['lastHiddenState'] })
      data.set(pooled(lastHiddenState, plan), i * spec.dModel)
    }
    return { data, shape: plan.single ? [spec.dModel] : [plan.texts.length, spec.dModel], truncated }
  }

  /** Answers the messages of a chat: the new text, without special tokens. The template of the model says how they are read. */
  async chat(messages: readonly ChatMessage[], options?: StreamOptions & ChatOptions): Promise<string> {
    return textOf(this.stream(messages, options))
  }

  /** The text that the model's chat template makes of messages, as transformers' apply_chat_template with `tokenize=False`. */
  async applyChatTemplate(
    messages: readonly ChatMessage[],
    options?: ApplyChatTemplateOptions,
  ): Promise<string> {
    return Model.#chatOf(this).text(messages, optionsOf(options, 'options', APPLY_OPTIONS))
  }

  #planned(input: unknown, options: unknown, known: Parameters<typeof planOf>[1]) {
    const { recipe, defaults, signals } = this.#parts
    this.#requireGenerative()
    const { spec } = recipe
    const encode = (text: string) => Model.#tokenizerOf(this).encode(text)
    const stopTokens = (text: string) => tokensIn(text, Model.#tokenizerOf(this))
    const plan = planOf(options, known, { vocab: spec.vocab, defaults, tokensOf: stopTokens })
    const read = signals?.read(input)
    const ids = read ? optionsOf(read.input, 'input', ['inputIds']).inputIds : input
    if (read && plan.attentionMask !== undefined)
      throw refuse('ERR_UNSUPPORTED', 'options.attentionMask', 'a mask', 'no mask: sounds have no padding')
    const { list, batched } = promptsOf(ids, plan.attentionMask, spec.vocab, encode)
    if (!spec.encoder) this.#refuseDecoderInput(plan)
    const first = spec.encoder ? this.#decoderPrompts(plan, list.length) : list.map(visibleIn)
    const past = pastOf(plan, recipe, list.length)
    const starts = list.map((prompt, i) => ({ prompt, first: first[i] as Int32Array, past, read, index: i }))
    return { list: starts, batched, plan }
  }

  async #continue(start: Start, plan: GeneratePlan): Promise<number[] | string> {
    const { encoder } = this.#parts.recipe.spec
    const { prompt, first } = start
    const made = { ids: [] as number[], text: '' }
    for await (const { id, text } of this.#run(plan, start)) {
      made.ids.push(id)
      made.text += text ?? ''
      // spread: one text or none
      plan.onToken?.(id, ...(text === undefined ? [] : [text]))
    }
    if (prompt.text !== undefined) return encoder ? made.text : prompt.text + made.text
    return [...(encoder ? first : prompt.ids), ...made.ids]
  }

  /**
   * Writes config.json and model.safetensors: what loadModel() of these files gives has the same weights, bit by bit; a model loaded with
   * `{ weights: 'q8' }` writes the rounded ones, which give the same results under that option. Other programs open the format `family`.
   * ERR_UNSUPPORTED: the format `whereformer` of a family whose position ids follow the token ids (RoBERTa, BLOOM …), and the model of a
   * trainer, which has a save() of its own.
   */
  save(options?: SaveOptions): ModelFiles {
    const { handle, recipe, defaults, origin } = Model.#aliveOf(this)
    return saveModel({ handle, recipe, eosIds: defaults.eosIds, origin }, options)
  }

  /** The ids of a text; with `{ offsets: true }` also where each token is in it. */
  encode(text: string, options: EncodeOptions & { offsets: true }): Encoding
  encode(text: string, options?: EncodeOptions & { offsets?: false }): number[]
  encode(text: string, options?: EncodeOptions): number[] | Encoding {
    return Model.#tokenizerOf(this).encode(text, options)
  }

  decode(ids: ArrayLike<number>, options?: DecodeOptions): string {
    return Model.#tokenizerOf(this).decode(ids, options)
  }

  /** Frees the weights; a running generate() rejects with ERR_DISPOSED. */
  dispose(): void {
    const { handle } = itsOwn('model', () => this.#parts)
    this.#disposed = true
    disposedOf(this)
    for (const session of this.#sessions) session.dispose() // before the weights that it reads
    handle.dispose()
  }

  [disposeKey](): void {
    this.dispose()
  }

  static #tokenizerOf(model: Model): Tokenizer {
    const { tokenizer, noTokenizer } = Model.#aliveOf(model)
    if (tokenizer) return tokenizer
    if (noTokenizer) throw noTokenizer
    throw new WhereformerError(
      'ERR_UNSUPPORTED',
      'the model was loaded without a tokenizer: pass { tokenizer } to loadModel',
    )
  }

  static #chatOf(model: Model): Chat {
    const { chat } = Model.#aliveOf(model)
    if (chat) return chat
    throw new WhereformerError('ERR_UNSUPPORTED', NO_CHAT)
  }

  static #aliveOf(model: Model): ModelParts {
    const parts = itsOwn('model', () => model.#parts)
    if (!model.#disposed) return parts
    throw new WhereformerError('ERR_DISPOSED', 'the model was disposed of and cannot be used again')
  }

  #requireGenerative(): void {
    const { causal, head } = this.spec
    const [first = 0] = this.#parts.recipe.positionIds?.(Int32Array.of(UNUSED)) ?? []
    if (first !== 0) {
      const reason = `counts positions from ${first}; use forward with a cache`
      throw new WhereformerError('ERR_UNSUPPORTED', `generate: this ${this.family} ${reason}`)
    }
    if (causal && head !== 'none') return
    const reason = causal ? 'has no language modelling head' : 'is bidirectional'
    throw new WhereformerError('ERR_UNSUPPORTED', `generate: this ${this.family} ${reason}; use forward`)
  }

  #decoderPrompts({ decoderInputIds }: GeneratePlan, count: number): Int32Array[] {
    const { recipe, defaults } = this.#parts
    const { spec } = recipe
    const decoderStart = defaults.decoderStart ?? recipe.decoderStart
    const argument = 'options.decoderInputIds'
    if (decoderInputIds === undefined) {
      if (decoderStart !== undefined) return Array(count).fill(Int32Array.of(decoderStart))
      const wanted = `the decoder’s start token, or ${argument}`
      throw refuse('ERR_VALUE', 'config.decoder_start_token_id', 'nothing', wanted)
    }
    const { rows, batched } = rowsIn(decoderInputIds, argument)
    if (rows.length !== count && rows.length !== 1)
      throw refuse('ERR_SHAPE', argument, `${rows.length} rows`, `${count}, like inputIds, or one for all`)
    const starts = rows.map((row, i) => idsOf(row, batched ? `${argument}[${i}]` : argument, spec.vocab))
    return rows.length === 1 ? Array(count).fill(starts[0]) : starts
  }

  #refuseDecoderInput({ decoderInputIds }: GeneratePlan): void {
    if (decoderInputIds === undefined) return
    const wanted = 'nothing: the model has one stack'
    throw refuse('ERR_UNSUPPORTED', 'options.decoderInputIds', 'token ids', wanted)
  }

  async *#run(
    plan: GeneratePlan,
    { prompt, first, past, read, index }: Start,
  ): AsyncGenerator<StreamPiece, void, undefined> {
    const { recipe, lowered, tokenizer, version } = this.#parts
    const surgery = surgeryOf(plan.position, 'options.position', recipe.spec, lowered)
    const positions = surgery ?? lowered
    const capacity = first.length + plan.maxNewTokens
    const encoded = recipe.spec.encoder ? prompt : undefined
    requireRoom(positions.stacks, capacity, 'the prompt and maxNewTokens make')
    if (encoded) requireRoom(positions.encoderStacks, encoded.ids.length, 'there are')
    throwIfAborted(plan.signal)
    const text = tokenizer && new TextStream(tokenizer, encoded ? [] : first)
    if (past) {
      requireRoomIn(past, capacity)
      return yield* run(readingOn(past, first, plan, version), first, plan, text, this.#unchanged())
    }
    const request = {
      ...positions,
      prompt: first.length,
      capacity,
      seed: plan.seed,
      override: surgery !== undefined,
      encoderIds: encoded?.ids ?? new Int32Array(0),
      encoderPositions: NOTHING,
      encoderMask: encoded?.mask ?? new Uint8Array(0),
    }
    const session = this.#session(read?.request(request, index) ?? request, 'model')
    try {
      yield* run(freshReading(session, first, plan), first, plan, text, this.#unchanged())
    } finally {
      session.dispose()
      this.#sessions.delete(session)
    }
  }

  // Gives a check that the weights are still those that read the first tokens of a text: its keys are of them.
  #unchanged(): () => void {
    let first: number | undefined
    return () => {
      const { version } = this.#parts
      first ??= version
      if (version === first) return
      const got = `a model that was trained from step ${first} to ${version} meanwhile`
      throw refuse('ERR_VALUE', 'generate', got, 'the same weights to the end')
    }
  }

  #session(request: Omit<RawCreateSessionRequest, 'model'>, what: string): Handle {
    const { core, handle } = this.#parts
    const session = handle.call((raw, model) => raw.createSession({ model, ...request }))
    const owned = new Handle(core, session.handle, what)
    this.#sessions.add(owned)
    return owned
  }
}

/** An id that is neither a token nor padding. */
const UNUSED = -(2 ** 31)

/** A text that is continued: what was given, and the first tokens of what is decoded. */
interface Start {
  prompt: Prompt
  first: Int32Array
  /** What holds the keys and values, if the caller keeps them. */
  past: Cache | undefined
  /** Where the text is a sound, all sounds, and the number of this one. */
  read: ReadSignals | undefined
  index: number
}

/** The tokens of a text; none where its characters are not in the vocabulary. */
function tokensIn(text: string, tokenizer: Tokenizer): number[] {
  try {
    return tokenizer.encode(text, { addSpecialTokens: false })
  } catch {
    return []
  }
}

function requireRoom(stacks: RawPositions['stacks'], tokens: number, sentence: string): void {
  const room = roomOf(stacks)
  if (tokens <= room) return
  const end = `but the learned position table ends after ${room}`
  throw new WhereformerError('ERR_VALUE', `inputIds: ${sentence} ${tokens} tokens, ${end}`)
}
