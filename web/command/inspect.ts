// `whereformer inspect`: what a model's files say of its positions, what is ignored, and what would be refused. No weights are read.

import { parseArgs } from 'node:util'
import { load, type Position, type Whereformer } from 'whereformer'
import { messageOf } from '../lib/boundary/errors.js'
import { elementCount } from '../lib/boundary/tensor.js'
import { Inventory } from '../lib/checkpoint/inventory.js'
import { canonicalTensors } from '../lib/families/canonical.js'
import { type Recipe, recipeOf } from '../lib/families/index.js'
import { requireMemory } from '../lib/families/plan.js'
import { type ModelFolder, modelFolder, tensorsOf } from './folder.js'
import type { Output } from './progress.js'
import { UsageError } from './usage.js'

const INSPECT_HELP = `Usage: npx whereformer inspect FOLDER [--json]

Reads config.json and the headers of the weights (not the weights): where position enters each layer, base, scaling, frequencies and their
wavelengths against the context, windows, what is ignored, and what would be refused.

Exit code: 0 if the model would load, 1 if not, 2 if an argument is wrong.
`

interface ModelReport {
  folder: string
  modelType: string
  /** Would it load? The reasons against it, if not. */
  loads: boolean
  refused: string[]
  family?: string
  parameters?: number
  /** As float32 in WebAssembly. */
  bytes?: number
  dtypes?: Record<string, number>
  context?: number
  layers?: number
  heads?: number
  headDim?: number
  causal?: boolean
  positions?: LayerReport[]
  ignored?: { fields: string[]; tensors: string[] }
}

/** Of the layers that share a position. */
interface LayerReport {
  stack: 'encoder' | 'decoder'
  layers: number[]
  /** Encodings, tables as the names of their tensors. */
  encodings: unknown[]
  /** Keys that a query sees besides itself, to the left and to the right. */
  window?: { left?: number; right?: number }
  frequencies?: FrequencyReport
}

interface FrequencyReport {
  /** Rotated pairs of channels. */
  pairs: number
  /** Positions per turn, of the fastest and the slowest pair. */
  shortest: number
  longest: number
  /** Pairs that do not complete a turn within the context. */
  unfinished: number
  attentionFactor: number
}

/** @returns the exit code */
export async function inspect(args: readonly string[], { out }: { out: Output }): Promise<number> {
  const { values, positionals } = parsed(args)
  if (values.help) {
    out.write(INSPECT_HELP)
    return 0
  }
  const [path, ...more] = positionals
  if (path === undefined || more.length > 0)
    throw new UsageError(`inspect takes one folder, got ${positionals.length}`)
  const report = await reportOf(await modelFolder(path), await load())
  out.write(values.json ? `${JSON.stringify(report, null, 2)}\n` : textOf(report))
  return report.loads ? 0 : 1
}

function parsed(args: readonly string[]) {
  const options = { json: { type: 'boolean' }, help: { type: 'boolean' } } as const
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true })
  } catch (cause) {
    throw new UsageError(messageOf(cause))
  }
}

async function reportOf(folder: ModelFolder, wf: Whereformer): Promise<ModelReport> {
  const modelType = String((folder.config as { model_type?: unknown }).model_type)
  const refused: string[] = []
  const attempt = <T>(work: () => T): T | undefined => {
    try {
      return work()
    } catch (cause) {
      refused.push(messageOf(cause))
      return undefined
    }
  }
  const recipe = attempt(() => recipeOf(folder.config))
  if (!recipe) return { folder: folder.path, modelType, loads: false, refused }
  attempt(() => requireMemory(recipe.spec))
  const { inventory, dtypes } = await inventoryOf(folder, recipe)
  attempt(() => inventory.requireComplete())
  const positions = attempt(() => layersOf(recipe, wf)) ?? []
  const { spec } = recipe
  const parameters = canonicalTensors(spec).reduce((sum, { shape }) => sum + elementCount(shape), 0)
  return {
    folder: folder.path,
    modelType,
    loads: refused.length === 0,
    refused,
    family: recipe.family.name,
    parameters,
    bytes: 4 * parameters,
    dtypes,
    context: spec.maxPositions,
    layers: spec.layers,
    heads: spec.heads,
    headDim: spec.headDim,
    causal: spec.causal,
    positions,
    ignored: { fields: recipe.ignoredFields, tensors: inventory.ignored },
  }
}

async function inventoryOf(folder: ModelFolder, recipe: Recipe) {
  const inventory = new Inventory(recipe)
  const dtypes: Record<string, number> = {}
  for (const file of folder.files) {
    const entries = await tensorsOf(folder.path, file)
    inventory.add(entries, file)
    for (const { dtype } of entries) dtypes[dtype] = (dtypes[dtype] ?? 0) + 1
  }
  return { inventory, dtypes }
}

function layersOf({ positions, spec }: Recipe, wf: Whereformer): LayerReport[] {
  const stacks = [
    ['encoder', positions.encoder ?? []],
    ['decoder', positions.decoder],
  ] as const
  return stacks.flatMap(([stack, layers]) => {
    const groups = new Map<string, { position: unknown; layers: number[] }>()
    for (const [layer, position] of layers.entries()) {
      const key = JSON.stringify(position)
      const group = groups.get(key) ?? { position, layers: [] }
      group.layers.push(layer)
      groups.set(key, group)
    }
    const headDim = stack === 'encoder' ? (spec.encoder?.headDim ?? spec.headDim) : spec.headDim
    return [...groups.values()].map(({ position, layers }) => ({
      stack,
      layers,
      ...partsReport([position].flat() as Part[], headDim, spec.maxPositions, wf),
    }))
  })
}

type Part = { type: string; [parameter: string]: unknown }

function partsReport(parts: readonly Part[], headDim: number, context: number, wf: Whereformer) {
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
    ...(turn ? { frequencies: frequenciesOf(turn, headDim, context, wf) } : {}),
  }
}

/** Tables as the names of their tensors, long lists as their lengths. */
function described(value: unknown): unknown {
  if (Array.isArray(value)) return value.length > 8 ? `${value.length} numbers` : value.map(described)
  if (typeof value !== 'object' || value === null) return value
  const { tensor, shape } = value as { tensor?: unknown; shape?: number[] }
  if (typeof tensor === 'string') return `${tensor} [${shape?.join(', ')}]`
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, described(part)]))
}

function frequenciesOf(part: Part, headDim: number, context: number, wf: Whereformer): FrequencyReport {
  const { inverse, attentionFactor } = wf.frequencies(part as unknown as Position, {
    dim: headDim,
    length: context,
  })
  const wavelengths = [...inverse].map((x) => (2 * Math.PI) / x)
  return {
    pairs: wavelengths.length,
    shortest: Math.min(...wavelengths),
    longest: Math.max(...wavelengths),
    unfinished: wavelengths.filter((length) => length > context).length,
    attentionFactor,
  }
}

function textOf(report: ModelReport): string {
  const lines = [`${report.folder}: ${report.modelType}${report.loads ? '' : ' – would be refused'}`]
  for (const reason of report.refused) lines.push(`  refused: ${reason}`)
  if (report.family) {
    const { parameters = 0, bytes = 0, dtypes = {}, layers, heads, headDim, context, causal } = report
    const stored = Object.entries(dtypes)
      .map(([dtype, count]) => `${count} ${dtype}`)
      .join(', ')
    lines.push(
      `  ${(parameters / 1e6).toFixed(3)} million parameters, ${(bytes / 1e6).toFixed(1)} MB as float32; tensors: ${stored}`,
      `  ${layers} layers of ${heads} heads of ${headDim} channels, ${causal ? 'causal' : 'in both directions'}; context ${context}`,
    )
  }
  for (const layer of report.positions ?? []) lines.push(...layerLines(layer, report))
  const { fields = [], tensors = [] } = report.ignored ?? {}
  if (fields.length > 0) lines.push(`  ignored fields: ${fields.join(', ')}`)
  if (tensors.length > 0) lines.push(`  ignored tensors: ${shortened(tensors)}`)
  return `${lines.join('\n')}\n`
}

function layerLines(
  { stack, layers, encodings, window, frequencies }: LayerReport,
  { context }: ModelReport,
): string[] {
  const lines = [
    `  ${stack} layers ${ranges(layers)}: ${encodings.map((part) => JSON.stringify(part)).join(' ')}`,
  ]
  if (window)
    lines.push(`    window: ${window.left ?? 'all'} keys to the left, ${window.right ?? 'all'} to the right`)
  if (frequencies) {
    const { pairs, shortest, longest, unfinished, attentionFactor } = frequencies
    const factor = attentionFactor === 1 ? '' : `; cosines and sines times ${attentionFactor}`
    lines.push(
      `    ${pairs} rotated pairs, wavelengths ${shortest.toFixed(2)} to ${longest.toPrecision(5)} positions; ${unfinished} complete no turn within ${context}${factor}`,
    )
  }
  return lines
}

function shortened(names: readonly string[]): string {
  return names.slice(0, 8).join(', ') + (names.length > 8 ? ` … (${names.length})` : '')
}

/** 0–3, 5 */
function ranges(numbers: readonly number[]): string {
  const found: [number, number][] = []
  for (const n of numbers) {
    const last = found.at(-1)
    if (last && last[1] === n - 1) last[1] = n
    else found.push([n, n])
  }
  return found.map(([a, b]) => (a === b ? `${a}` : `${a}–${b}`)).join(', ')
}
