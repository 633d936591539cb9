// A report on the files of a model: its positions, what is ignored, and what would be refused. No weights are read.

import { largest, smallest } from '../boundary/checks.js'
import { messageOf } from '../boundary/errors.js'
import { Inventory } from '../checkpoint/inventory.js'
import type { TensorEntry } from '../checkpoint/safetensors-header.js'
import { type Recipe, recipeFor, tellsNoFamily } from '../families/index.js'
import { requireMemory, weightBytes } from '../families/memory.js'
import { onDemand } from '../families/on-demand.js'
import { Q8 } from '../families/weight-format.js'
import type { Frequencies, FrequenciesOptions } from '../position/hooks.js'
import type { Position } from '../position/position.js'
import { toldByTensors } from './told.js'

export { MOST_BYTES } from '../families/memory.js'

export interface ModelReport {
  /** The model_type; empty if the config does not say it. */
  modelType: string
  /** Would the model load? */
  loads: boolean
  /** The reasons against loading; empty if the model would load. */
  refused: string[]
  /** What the config does not say and the tensors do, in a sentence. */
  assumed?: string
  family?: string
  /** The count of numbers in the tensors that the model reads, learned tables of positions included. */
  parameters?: number
  /** The bytes of the weights in WebAssembly; the least possible if no file says their types. */
  bytes?: number
  /** The bytes of the weights in WebAssembly with `{ weights: 'q8' }`. */
  q8Bytes?: number
  dtypes?: Record<string, number>
  context?: number
  layers?: number
  heads?: number
  headDim?: number
  causal?: boolean
  /** The pictures that the config names: pixels in a row, and patches in a row. */
  pictures?: { size: number; side: number }
  /** Does the model read sounds? */
  hears?: true
  /** Does a convolution over the tokens bring position in, before the layers? */
  placedByConvolution?: true
  /** The token that the decoder of an encoder–decoder begins with. */
  decoderStart?: number
  positions?: LayerReport[]
  ignored?: { fields: string[]; tensors: string[] }
}

/** The layers that share a position, and what it is. */
export interface LayerReport {
  stack: 'encoder' | 'decoder'
  layers: number[]
  /** The encodings, with tables as the names of their tensors. */
  encodings: unknown[]
  /** How many keys a query sees besides its own, to the left and to the right. */
  window?: { left?: number; right?: number }
  frequencies?: FrequencyReport
}

interface FrequencyReport {
  /** The number of rotated pairs of channels. */
  pairs: number
  /** The positions per turn of the fastest and the slowest pair. */
  shortest: number
  longest: number
  /** The number of pairs that do not complete a turn within the context. */
  unfinished: number
  attentionFactor: number
}

/** The header of one file of weights. */
export interface FileTensors {
  file: string
  entries: readonly TensorEntry[]
}

/** The function frequencies() of the library, here or in a worker. */
export type FrequenciesOf = (
  position: Position,
  options: FrequenciesOptions,
) => Frequencies | Promise<Frequencies>

/** @param files undefined where they tell their tensors only while they are read */
export async function modelReport(
  given: object,
  files: readonly FileTensors[] | undefined,
  frequencies: FrequenciesOf,
): Promise<ModelReport> {
  const refused: string[] = []
  const attempt = attempts(refused)
  const tensors = tellsNoFamily(given) && files?.flatMap(({ entries }) => entries)
  const told = tensors ? await attempt(() => toldByTensors(given, tensors, onDemand)) : undefined
  const config = told?.config ?? given
  const modelType = String((config as { model_type?: unknown }).model_type ?? '')
  if (refused.length > 0) return { modelType, loads: false, refused }
  const recipe = await attempt(() => recipeFor(config, onDemand))
  if (!recipe) return { modelType, loads: false, refused }
  const inventory = new Inventory(recipe)
  await attempt(() => {
    if (!files) return
    for (const { file, entries } of files) inventory.add(entries, file)
    inventory.requireComplete()
  })
  await attempt(() => requireMemory(recipe, inventory))
  const context = contextOf(recipe)
  const positions = (await attempt(() => layersOf(recipe, context, frequencies))) ?? []
  const { spec } = recipe
  return {
    modelType,
    loads: refused.length === 0,
    refused,
    ...(told && { assumed: told.assumed }),
    family: recipe.family.name,
    ...(files && { parameters: inventory.parameters }),
    bytes: weightBytes(recipe, inventory),
    q8Bytes: weightBytes(recipe, inventory, Q8),
    dtypes: dtypesIn(files ?? []),
    context,
    layers: spec.layers,
    heads: spec.heads,
    headDim: spec.headDim,
    causal: spec.causal,
    ...signalsOf(recipe),
    ...(spec.encoder && recipe.decoderStart !== undefined ? { decoderStart: recipe.decoderStart } : {}),
    positions,
    ignored: { fields: recipe.ignoredFields, tensors: inventory.ignored },
  }
}

/** What is read in place of texts. */
function signalsOf({ signals }: Recipe): Pick<ModelReport, 'pictures' | 'hears' | 'placedByConvolution'> {
  if (!signals) return {}
  const { pictures, placedByConvolution } = signals
  return {
    ...(pictures ? { pictures } : { hears: true }),
    ...(placedByConvolution && { placedByConvolution }),
  }
}

/** Does work, and adds the message of a failure to the reasons against the model. */
const attempts =
  (refused: string[]) =>
  async <T>(work: () => T | Promise<T>): Promise<T | undefined> => {
    try {
      return await work()
    } catch (cause) {
      refused.push(messageOf(cause))
      return undefined
    }
  }

/** The number of tensors of each dtype. */
function dtypesIn(files: readonly FileTensors[]): Record<string, number> {
  const dtypes: Record<string, number> = {}
  for (const { entries } of files) for (const { dtype } of entries) dtypes[dtype] = (dtypes[dtype] ?? 0) + 1
  return dtypes
}

/** The number of positions that a model has; a table may begin with rows that no position uses. */
function contextOf({ positions, spec }: Recipe): number {
  const parts = [...positions.decoder, ...(positions.encoder ?? [])].flat() as Part[]
  const rooms = parts.map(({ type, table, offset = 0 }) => {
    const [rows = Number.NaN] = (table as { shape?: number[] } | undefined)?.shape ?? []
    return type === 'learned' ? rows - (offset as number) : Number.POSITIVE_INFINITY
  })
  return Math.min(spec.maxPositions, smallest(rooms))
}

async function layersOf(
  { positions, spec }: Recipe,
  context: number,
  frequencies: FrequenciesOf,
): Promise<LayerReport[]> {
  const stacks = [
    ['encoder', positions.encoder ?? []],
    ['decoder', positions.decoder],
  ] as const
  const reports = stacks.flatMap(([stack, layers]) => {
    const groups = new Map<string, { position: unknown; layers: number[] }>()
    for (const [layer, position] of layers.entries()) {
      const key = JSON.stringify(position)
      const group = groups.get(key) ?? { position, layers: [] }
      group.layers.push(layer)
      groups.set(key, group)
    }
    const headDim = stack === 'encoder' ? (spec.encoder?.headDim ?? spec.headDim) : spec.headDim
    return [...groups.values()].map(async ({ position, layers }) => ({
      stack,
      layers,
      ...(await partsReport([position].flat() as Part[], headDim, context, frequencies)),
    }))
  })
  return Promise.all(reports)
}

type Part = { type: string; [parameter: string]: unknown }

async function partsReport(
  parts: readonly Part[],
  headDim: number,
  context: number,
  frequencies: FrequenciesOf,
) {
  const window = parts.find(({ type, kind }) => type === 'mask' && kind === 'window')
  const turn = parts.find(({ type }) => type === 'rope' || type === 'irope')
  const sides =
    window &&
    Object.fromEntries(
      ['left', 'right'].flatMap((side) => (typeof window[side] === 'number' ? [[side, window[side]]] : [])),
    )
  return {
    encodings: parts.map(described),
    ...(sides ? { window: sides } : {}),
    ...(turn ? { frequencies: await frequenciesOf(turn, headDim, context, frequencies) } : {}),
  }
}

/** A position for people: tables as the names of their tensors, long lists as their lengths. */
function described(value: unknown): unknown {
  if (Array.isArray(value)) return value.length > 8 ? `${value.length} numbers` : value.map(described)
  if (typeof value !== 'object' || value === null) return value
  const { tensor, shape } = value as { tensor?: unknown; shape?: number[] }
  if (typeof tensor === 'string') return `${tensor} [${shape?.join(', ')}]`
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, described(part)]))
}

async function frequenciesOf(
  part: Part,
  headDim: number,
  context: number,
  frequencies: FrequenciesOf,
): Promise<FrequencyReport> {
  const { inverse, attentionFactor } = await frequencies(part as unknown as Position, {
    dim: headDim,
    length: context,
  })
  const wavelengths = [...inverse].map((x) => (2 * Math.PI) / x)
  return {
    pairs: wavelengths.length,
    shortest: smallest(wavelengths),
    longest: largest(wavelengths),
    unfinished: wavelengths.filter((length) => length > context).length,
    attentionFactor,
  }
}
