// The families this engine can run, and the recipe that one of them makes of a config.json.

import { fieldsOf, oneOf, requireShallow } from '../boundary/checks.js'
import { refuse, show, WhereformerError } from '../boundary/errors.js'
import type { Position, PositionEncoding } from '../position/position-types.generated.js'
import type { TableReference } from '../position/table-reference.js'
import { albert } from './albert.js'
import { bart } from './bart.js'
import { bert, roberta } from './bert.js'
import { bloom } from './bloom.js'
import { positionOf } from './config.js'
import { ConfigFields } from './config-fields.js'
import { deberta, debertaV2 } from './deberta.js'
import { falcon } from './falcon.js'
import type {
  Constant,
  Factor,
  Family,
  LayerPositions,
  ModelSpec,
  PositionCounter,
  Signals,
  TensorRule,
} from './family.js'
import { familyParts } from './family-parts.js'
import { CHUNKS, type ChunkName, chunkOf, furtherTypes, type OpenChunk } from './further.js'
import { gemma3 } from './gemma3.js'
import { gptNeox } from './gpt-neox.js'
import { gpt2 } from './gpt2.js'
import { gptj } from './gptj.js'
import { hasClass, ignoredFields } from './honoured.js'
import { llama } from './llama.js'
import { llama4 } from './llama4.js'
import { mpt } from './mpt.js'
import { isSized, noModelType, typeOfClass } from './no-model-type.js'
import { palm } from './palm.js'
import { requireSizes } from './plan.js'
import { quantizedRefusal } from './quantized.js'
import { architectureOf } from './spec.js'
import { t5 } from './t5.js'
import { whereformer } from './whereformer.js'
import { xlnet } from './xlnet.js'

const families: readonly Family[] = [
  llama,
  gpt2,
  bert,
  roberta,
  albert,
  bart,
  t5,
  xlnet,
  deberta,
  debertaV2,
  bloom,
  falcon,
  palm,
  gptNeox,
  gptj,
  mpt,
  gemma3,
  llama4,
  whereformer,
]

/** Models that read pictures beside texts, of which the text model is loaded. */
const TOWERS = 'gemma3 llava llava_next mistral3 qwen2_5_vl qwen2_vl qwen3_vl'.split(' ')

const modelTypes = [...families.flatMap((family) => family.modelTypes), ...furtherTypes, ...TOWERS]

/** Before the names of a text model that stands beside a tower. */
const TEXTS = /^(?:model\.)?language_model\./

/** How a checkpoint becomes a model. Names are renamed ones (`rename`). */
export interface Recipe {
  family: Family
  spec: ModelSpec
  rules: TensorRule[]
  constants: readonly Constant[]
  factors: readonly Factor[]
  signals?: Signals
  /** Paths of the fields of config.json without effect. */
  ignoredFields: string[]
  /** May a tensor of this renamed name be unused? */
  mayBeLeft(name: string): boolean
  /** The original of each copy: tied weights may be stored more than once. */
  copies: Readonly<Record<string, string>>
  /** The recipe of a checkpoint whose copies differ from their originals. */
  untied?: () => Recipe
  positions: LayerPositions
  rename(name: string): string
  /** Counts the default position ids; 0, 1, 2 … when absent. */
  positionIds?: PositionCounter
  /** The start token of a decoder. */
  decoderStart?: number
  padId?: number
}

/** Reads a config.json of the families here; nothing is loaded yet. */
export function recipeOf(config: object): Recipe {
  return recipeAmong(families, textPartIn(fieldsIn(config)))
}

/** Reads a config.json; nothing is loaded yet but the families of its chunk. */
export async function recipeFor(config: object, open: OpenChunk): Promise<Recipe> {
  const fields = textPartIn(fieldsIn(config))
  const chunk = chunkOf(fields.peek('model_type'))
  return recipeAmong(chunk ? (await open(chunk))(familyParts) : families, fields)
}

/** Is a config that of a Transformer whose family it does not tell? Its tensors may. */
export function tellsNoFamily(config: unknown): boolean {
  if (typeof config !== 'object' || config === null) return false
  const fields = new ConfigFields(config)
  return !fields.has('model_type') && isSized(fields) && !typeOfClass(fields, modelTypes)
}

/** What the config would be of each model type that has a class in transformers; those that refuse it are left out. */
export async function recipesOf(config: object, open: OpenChunk): Promise<[type: string, recipe: Recipe][]> {
  const known = [...families]
  for (const name of Object.keys(CHUNKS) as ChunkName[]) {
    const ofChunk = await unlessRefused(async () => (await open(name))(familyParts), [])
    known.push(...ofChunk) // spread: the families of a chunk
  }
  const found: [string, Recipe][] = []
  for (const type of modelTypes) {
    const recipe = await unlessRefused(
      () => recipeAmong(known, fieldsIn({ ...config, model_type: type })),
      undefined,
    )
    if (recipe && hasClass(recipe.family, type)) found.push([type, recipe])
  }
  return found
}

async function unlessRefused<T, E>(work: () => T | Promise<T>, instead: E): Promise<T | E> {
  try {
    return await work()
  } catch (cause) {
    if (cause instanceof WhereformerError && cause.code !== 'ERR_LOAD') return instead
    throw cause
  }
}

function fieldsIn(config: object): ConfigFields {
  if (typeof config !== 'object') throw refuse('ERR_TYPE', 'config', show(config), 'the parsed config.json')
  requireShallow(config, 'config')
  const given = fieldsOf(config, 'config')
  const own = new ConfigFields(given)
  const type = own.has('model_type') ? undefined : typeOfClass(own, modelTypes)
  if (!type && !own.has('model_type')) throw noModelType(own, modelTypes, show(config))
  const fields = type ? new ConfigFields({ ...given, model_type: type }) : own
  const quantized = quantizedRefusal(fields)
  if (quantized) throw quantized
  return fields
}

/** The config of the text model, which is inside, or in configs of transformers 4 beside that of the pictures. The outer one ties the head. */
function textPartIn(fields: ConfigFields): ConfigFields {
  const type = fields.peek('model_type') as string
  if (!TOWERS.includes(type)) return fields
  const inner = fields.inner('text_config')
  const tied = fields.peek('tie_word_embeddings')
  const ties = tied === undefined ? {} : { tie_word_embeddings: tied }
  return inner?.with(ties) ?? fields.with({ model_type: `${type}_text`, vision_config: undefined })
}

function recipeAmong(known: readonly Family[], fields: ConfigFields): Recipe {
  const family = familyOf(known, fields)
  return recipeWith(fields, family, family.spec(fields))
}

function recipeWith(fields: ConfigFields, family: Family, spec: ModelSpec): Recipe {
  requireSizes(spec)
  const untied = family.untied?.bind(family, spec)
  const rules = family.tensors(spec, fields)
  const positions = family.positions?.(fields, spec) ?? { decoder: ofEachLayer(fields, spec) }
  const positionIds = family.positionIds?.(fields)
  const tokens = specialTokens(fields, family)
  const unused = family.unused ?? []
  const judged = hasClass(family, fields.text('model_type'))
  return {
    family,
    spec,
    rules,
    constants: family.constants?.(spec, fields) ?? [],
    factors: family.factors?.(spec, fields) ?? [],
    ...(family.signals ? { signals: family.signals(spec, fields) } : {}),
    ignoredFields: [...ignoredFields(fields, family), ...headLeftOut(fields)],
    mayBeLeft: (name) => judged || unused.some((pattern) => pattern.test(name)),
    copies: copiesOf(spec, rules),
    ...(untied ? { untied: () => recipeWith(fields, family, untied()) } : {}),
    positions: settled(positions),
    rename: (name) => family.rename(name.replace(TEXTS, '')),
    ...(positionIds ? { positionIds } : {}),
    ...tokens,
  }
}

function familyOf(known: readonly Family[], fields: ConfigFields): Family {
  const modelType = fields.text('model_type')
  const family = known.find((f) => f.modelTypes.includes(modelType))
  if (family) return family
  throw refuse('ERR_UNSUPPORTED', 'config.model_type', show(modelType), oneOf(modelTypes))
}

function ofEachLayer(fields: ConfigFields, { layers }: ModelSpec): Position<TableReference>[] {
  return Array.from({ length: layers }, (_, layer) => positionOf(fields, layer))
}

function headLeftOut(fields: ConfigFields): string[] {
  return architectureOf(fields) === 'task' ? ['architectures'] : []
}

const EMBEDDINGS = ['encoder.embed_tokens.weight', 'decoder.embed_tokens.weight']
const HEADS = [
  ...['lm_head', 'lm_loss', 'cls.predictions.decoder', 'predictions.decoder', 'to_logits'],
  ...['generator_lm_head', 'vocab_projector', 'pred_layer.proj', 'decoder', 'proj_out'],
]

function copiesOf({ head, tieHead }: ModelSpec, rules: readonly TensorRule[]): Record<string, string> {
  const tied = head === 'lm' && tieHead
  const ofHeads = (part: string) => (tied ? HEADS.map((name) => `${name}.${part}`) : [])
  const ofStacks = rules.some(({ from }) => from === 'shared.weight') ? EMBEDDINGS : []
  const copies = { embedding: [...ofStacks, ...ofHeads('weight')], 'head.bias': ofHeads('bias') }
  const read = new Set(rules.map(({ from }) => from))
  const pairs = Object.entries(copies).flatMap(([canonical, names]) => {
    const from = rules.find(({ to }) => to[0]?.name === canonical)?.from
    return from === undefined ? [] : names.filter((name) => !read.has(name)).map((name) => [name, from])
  })
  return Object.fromEntries(pairs)
}

function specialTokens(fields: ConfigFields, family: Family): Pick<Recipe, 'decoderStart' | 'padId'> {
  const id = (key: string) => {
    const value = fields.raw(key)
    return Number.isInteger(value) && (value as number) >= 0 ? (value as number) : undefined // −1 stands for none
  }
  const padId = id('pad_token_id')
  const decoderStart = id('decoder_start_token_id') ?? family.decoderStart ?? padId
  return {
    ...(padId === undefined ? {} : { padId }),
    ...(decoderStart === undefined ? {} : { decoderStart }),
  }
}

function settled({ decoder, encoder }: LayerPositions): LayerPositions {
  const each = (positions: Position<TableReference>[]) => positions.map(settledPosition)
  return encoder ? { decoder: each(decoder), encoder: each(encoder) } : { decoder: each(decoder) }
}

/** Replaces layer numbers by their effect, so that equal layers have equal positions. */
function settledPosition(position: Position<TableReference>): Position<TableReference> {
  return 'type' in position ? settledPart(position) : position.map(settledPart)
}

function settledPart(part: PositionEncoding<TableReference>): PositionEncoding<TableReference> {
  if (part.type === 'irope') {
    const { nopeEvery = 4, layer = 0 } = part
    const turns = nopeEvery === 0 || (layer + 1) % nopeEvery !== 0
    return { ...part, layer: turns ? 0 : nopeEvery - 1 }
  }
  if (part.type !== 'rope' || part.globalEvery === undefined) return part
  const { localBase, globalEvery, layer = 0, scaling, ...turn } = part
  if ((layer + 1) % globalEvery !== 0)
    return { ...turn, ...(localBase === undefined ? {} : { base: localBase }) }
  return scaling ? { ...turn, scaling } : turn
}
