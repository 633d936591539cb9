// Loads a Hugging Face checkpoint: creates the model of its config in WebAssembly, and fills it as weights arrive.

import { matmul } from '../attention/kernels.js'
import { allocateFloats } from '../boundary/allocate.js'
import { callbackOf, type Options, optionsOf, signalOf } from '../boundary/checks.js'
import type { Core } from '../boundary/core.js'
import { refuse, WhereformerError } from '../boundary/errors.js'
import { Handle } from '../boundary/handle.js'
import type { RawPositions } from '../boundary/raw.js'
import type { Tensor } from '../boundary/tensor.js'
import { Chat } from '../chat/chat.js'
import { Checkpoint, type CheckpointOptions } from '../checkpoint/checkpoint.js'
import { CopyDiffers } from '../checkpoint/copies.js'
import type { Dtype } from '../checkpoint/half.js'
import { Inventory } from '../checkpoint/inventory.js'
import { neverBack, type Progress } from '../checkpoint/progress.js'
import type { TensorEntry } from '../checkpoint/safetensors-header.js'
import { isIndexed, isReadableAgain } from '../checkpoint/shards.js'
import type { OpenUrl } from '../checkpoint/source.js'
import { type Piece, Weights } from '../checkpoint/weights.js'
import type { Factor, SignalReader } from '../families/family.js'
import { type Recipe, recipeFor, tellsNoFamily } from '../families/index.js'
import { requireMemory } from '../families/memory.js'
import { type LoadModelOptions, type WeightFormat, weightFormatOf } from '../families/weight-format.js'
import type { Multiply, StoredTensor } from '../position/table-reference.js'
import { withTokenizerJson } from '../tokenizer/given-files.js'
import { Tokenizer } from '../tokenizer/tokenizer.js'
import { type EmbeddingDefaults, embeddingOf } from './embed.js'
import { defaultsOf } from './generation-config.js'
import { lowerPositions, type ResolvedPositions, resolveLayers } from './layer-positions.js'
import { type LoadModelRequest, REQUEST_FIELDS } from './load-model-request.js'
import { Model, type ModelParts } from './model.js'
import type { ModelCode } from './model-code.js'
import { type Told, toldByTensors } from './told.js'

export type LoadModel = (
  core: Core,
  open: OpenUrl,
  request: LoadModelRequest,
  options?: LoadModelOptions,
) => Promise<Model>

/** Loading, with the code that comes when it is needed. @internal */
export const modelLoader =
  (code: ModelCode): LoadModel =>
  async (core, open, request, options) => {
    const read = await withTokenizerJson(request, code.tokenizerFiles)
    const given = optionsOf(read ?? null, 'request', REQUEST_FIELDS)
    const format = weightFormatOf(options)
    const reading: CheckpointOptions = {
      open,
      readers: code.readers,
      phase: 'weights',
      signal: signalOf(given.signal, 'request.signal'),
      onProgress: neverBack(callbackOf<(progress: Progress) => void>(given.onProgress, 'request.onProgress')),
      config: given.config as object | undefined,
    }
    const checkpoint = new Checkpoint(given.weights, reading)
    try {
      return await loadModel({ core, code, given, format, reading }, checkpoint)
    } finally {
      checkpoint.close()
    }
  }

interface Loading {
  core: Core
  code: ModelCode
  given: Options<(typeof REQUEST_FIELDS)[number]>
  format: WeightFormat
  reading: CheckpointOptions
}

async function loadModel(loading: Loading, checkpoint: Checkpoint): Promise<Model> {
  const { core, code, given, format, reading } = loading
  const told = await toldIn(loading, checkpoint)
  const { config } = told
  const recipe = await recipeFor(config, code.families) // refuses unknown families before anything is downloaded
  requireMemory(recipe, undefined, format)
  const tokenizer = given.tokenizer === undefined ? undefined : new Tokenizer(given.tokenizer)
  const defaults = defaultsOf(given.generationConfig, config, recipe)
  const embedding = embeddingOf(given.embedding)
  const chat = (ofFile: object | undefined) => new Chat({ ...given, ofFile }, code.renderer)
  const target = { core, ...told, tokenizer, defaults, chat, embedding, format }
  try {
    return await modelFrom(checkpoint, recipe, target)
  } catch (cause) {
    const { untied } = recipe
    if (!(cause instanceof CopyDiffers) || !untied) throw cause
    if (isReadableAgain(given.weights)) {
      const again = new Checkpoint(given.weights, reading)
      return await modelFrom(again, untied(), target).finally(() => again.close())
    }
    const again =
      'has to be read again with separate tables: pass an address, a Blob or bytes instead of a stream'
    throw new WhereformerError('ERR_VALUE', `weights: ${cause.difference}; the file ${again}`)
  }
}

/** The config.json: given, or from the files. Where it tells no family, their tensors may. */
async function toldIn(
  { code, given, reading }: Loading,
  checkpoint: Checkpoint,
): Promise<Partial<Told> & Pick<Told, 'config'>> {
  const { config: own, weights } = given
  const config = (own === undefined ? await configIn(checkpoint, weights) : own) as object
  const tensors = tellsNoFamily(config) ? await checkpoint.tensors() : undefined
  const told = tensors && (await toldByTensors(config, tensors, code.families))
  if (told) reading.onProgress?.({ phase: 'weights', loaded: 0, notice: told.assumed })
  return told ?? { config }
}

/** The config.json of files that bring their own, where the request has none. */
async function configIn(checkpoint: Checkpoint, weights: unknown): Promise<object> {
  const config = isIndexed(weights) ? undefined : await checkpoint.config()
  if (config) return config
  throw refuse('ERR_TYPE', 'config', 'nothing', 'the parsed config.json: of files, GGUF alone brings its own')
}

interface Target {
  core: Core
  config: object
  assumed?: string
  tokenizer: Tokenizer | undefined
  defaults: ReturnType<typeof defaultsOf>
  chat: (ofFile: object | undefined) => Chat
  embedding: EmbeddingDefaults
  format: WeightFormat
}

async function modelFrom(checkpoint: Checkpoint, recipe: Recipe, target: Target): Promise<Model> {
  const { core, config, assumed, tokenizer, format } = target
  const inventory = new Inventory(recipe)
  const builder = new ModelBuilder(core, recipe, inventory, format)
  try {
    await checkpoint.read(inventory, builder)
    const { handle, positions, lowered, names, tables, signals } = builder.finish()
    const { defaults, chat, embedding } = target
    const unheeded = defaults.ignored.map((field) => `generation_config.${field}`)
    const fields = [...recipe.ignoredFields, ...unheeded]
    const ignored = { fields, tensors: inventory.ignored, ...(assumed && { assumed: [assumed] }) }
    const origin = { config, names, tables }
    const reads = signals ? { signals } : {}
    const made = { core, handle, recipe, positions, lowered, version: 0, ...reads }
    const own = tokenizer ? { tokenizer } : tokenizerIn(checkpoint)
    const ofFile = checkpoint.first?.tokenizerConfig
    const said = { defaults, chat: chat(ofFile), ofFile, embedding }
    return new Model({ ...made, ...own, ...said, ignored, origin })
  } catch (cause) {
    builder.dispose()
    throw cause
  }
}

/** The tokenizer that the files bring; what cannot be used as one is no reason to refuse the model. */
function tokenizerIn(checkpoint: Checkpoint): Pick<ModelParts, 'tokenizer' | 'noTokenizer'> {
  try {
    const json = checkpoint.first?.tokenizer?.()
    return { tokenizer: json && new Tokenizer(json) }
  } catch (cause) {
    if (!(cause instanceof WhereformerError)) throw cause
    return { tokenizer: undefined, noTokenizer: cause }
  }
}

interface Finished {
  handle: Handle
  positions: ResolvedPositions
  lowered: RawPositions
  names: ReadonlyMap<string, string>
  tables: ReadonlyMap<string, Tensor>
  signals: SignalReader | undefined
}

/** A model that is being filled. */
class ModelBuilder {
  readonly #core: Core
  readonly #recipe: Recipe
  readonly #inventory: Inventory
  readonly #format: WeightFormat
  readonly #weights: Weights
  #handle: Handle | undefined

  constructor(core: Core, recipe: Recipe, inventory: Inventory, format: WeightFormat) {
    this.#core = core
    this.#recipe = recipe
    this.#inventory = inventory
    this.#format = format
    this.#weights = new Weights(recipe, (piece, dtype) => this.#set(piece, dtype))
  }

  /** Called before the tensors of each file, when their types are known. */
  begin(all?: readonly string[]): void {
    requireMemory(this.#recipe, this.#inventory, this.#format)
    if (this.#handle) return
    if (all) this.#weights.expect(all)
    const { handle } = this.#core.call((raw) => raw.createModel(this.#recipe.spec))
    this.#handle = new Handle(this.#core, handle, 'model')
    for (const { name, size, value } of this.#recipe.constants) {
      this.#set({ name, data: new Float32Array(size).fill(value), first: 0, byColumn: false }, 'F32')
    }
  }

  receiverOf(entry: TensorEntry) {
    return this.#weights.receiverOf(entry)
  }

  finish(): Finished {
    const handle = this.#alive()
    this.#weights.requireEqualCopies()
    const table = (stored: StoredTensor) => this.#weights.table(stored)
    const multiply: Multiply = (a, b) => matmul(this.#core, a, b)
    const weights = (name: string) => handle.call((raw, model) => raw.readTensor({ model, name })).data
    for (const factor of this.#recipe.factors) this.#multiply(factor, weights(factor.name), table)
    const positions = resolveLayers(this.#recipe.positions, table, multiply)
    const signals = this.#recipe.signals?.reader(table, { multiply, weights, allocate: allocateFloats })
    const lowered = lowerPositions(positions)
    handle.call((raw, model) => raw.finishModel({ model, ...lowered }))
    const { names, tables } = this.#weights
    return { handle, positions, lowered, names, tables, signals }
  }

  dispose(): void {
    this.#handle?.dispose()
  }

  #multiply({ name, by }: Factor, data: Float32Array, table: (stored: StoredTensor) => Tensor): void {
    const each = typeof by === 'number' ? Float32Array.of(by) : table(by).data
    const width = data.length / each.length
    const product = data.map((x, i) => x * (each[Math.floor(i / width)] as number))
    this.#set({ name, data: product, first: 0, byColumn: false }, 'F32')
  }

  #set(piece: Piece, dtype: Dtype): void {
    const type = this.#format.typeOf(dtype)
    const stored = piece.data instanceof Float32Array ? 'F32' : dtype
    this.#alive().call((raw, model) => raw.setTensor({ model, ...piece, stored, type }))
  }

  #alive(): Handle {
    if (!this.#handle) this.begin() // a checkpoint without tensors has no first one
    return this.#handle as Handle
  }
}
