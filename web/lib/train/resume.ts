// A trainer from its files: the same weights, moments and steps, so that it goes on to the same bits.

import { type Fields, fieldsOf, integerOf, largest, numberOf, optionsOf } from '../boundary/checks.js'
import type { Core } from '../boundary/core.js'
import { refuse, show, WhereformerError } from '../boundary/errors.js'
import type { Handle } from '../boundary/handle.js'
import { CHOICES, TRAINING_DEFAULTS } from '../boundary/spec.generated.js'
import { elementCount, type Tensor } from '../boundary/tensor.js'
import { Checkpoint } from '../checkpoint/checkpoint.js'
import { decode } from '../checkpoint/half.js'
import { Inventory } from '../checkpoint/inventory.js'
import { collector } from '../checkpoint/safetensors.js'
import { bad, headerLength, readHeader } from '../checkpoint/safetensors-header.js'
import { memoryBytes, type OpenUrl } from '../checkpoint/source.js'
import { type Piece, Weights } from '../checkpoint/weights.js'
import { canonicalTensors } from '../families/canonical.js'
import { type Recipe, recipeOf } from '../families/index.js'
import { storedTensorsIn } from '../position/table-reference.js'
import { STATE_KEY, STATE_VERSION, type TrainerState } from './save.js'
import { startTrainer } from './start.js'
import { trainCall } from './train-core.js'
import type { Trainer } from './trainer.js'
import { requireTrainingMemory, type TrainerPlan, type TrainingFields } from './trainer-options.js'
import type { TrainerTensor } from './trainer-parts.js'

const NAMES = ['config.json', 'model.safetensors', 'optimizer.safetensors'] as const

/** The files of a trainer, read and checked; nothing is made of them yet. */
export interface ResumePlan {
  plan: TrainerPlan
  weights: ReadonlyMap<string, Float32Array>
  moments: Moments
  steps: number
}

export async function resumePlan(files: unknown, open: OpenUrl): Promise<ResumePlan> {
  const given = optionsOf(files ?? null, 'files', NAMES)
  const [config, model, optimizer] = NAMES.map((name) => bytesOf(given[name], `files['${name}']`))
  const parsed = parse(config as Uint8Array, "files['config.json']")
  const recipe = recipeOf(parsed)
  requireTrainingMemory(recipe.spec)
  const moments = readMoments(optimizer as Uint8Array, "files['optimizer.safetensors']")
  const { steps, seed, training } = moments.state
  const { weights, tables } = await readWeights(recipe, model as Uint8Array, open)
  return { plan: { config: parsed, recipe, tables, training, seed }, weights, moments, steps }
}

export function resumeTrainer(core: Core, { plan, weights, moments, steps }: ResumePlan): Trainer {
  return startTrainer(core, plan, (trainer, tensors) => {
    for (const tensor of tensors) {
      const weight = weights.get(tensor.name) // those of positions were in them from the start
      if (weight) write(trainer, tensor, 'weight', weight)
      for (const of of ['moment', 'square'] as const)
        write(trainer, tensor, of, moments.take(`${of}.${tensor.name}`, [tensor.rows, tensor.columns]))
    }
    return steps
  })
}

function write(
  handle: Handle,
  { index }: TrainerTensor,
  of: 'weight' | 'moment' | 'square',
  data: Float32Array,
) {
  trainCall(handle, (raw, trainer) => raw.writeTrainerTensor({ trainer, index, of, data }))
}

function bytesOf(value: unknown, argument: string): Uint8Array {
  const bytes = memoryBytes(value, argument)
  if (bytes) return bytes
  throw refuse('ERR_TYPE', argument, show(value), 'the bytes that save() returned, a Uint8Array')
}

function parse(bytes: Uint8Array, argument: string): Fields {
  return fieldsOf(parsedJson(new TextDecoder().decode(bytes), argument), argument)
}

function parsedJson(text: string, argument: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new WhereformerError('ERR_PARSE', `${argument}: is not JSON (${cause})`, { cause })
  }
}

interface ReadWeights {
  /** The weights by canonical names. */
  weights: ReadonlyMap<string, Float32Array>
  tables: ReadonlyMap<string, Tensor>
}

async function readWeights(recipe: Recipe, file: Uint8Array, open: OpenUrl): Promise<ReadWeights> {
  const weights = new Map<string, Float32Array>()
  const collectors = new Map(
    canonicalTensors(recipe.spec).map(({ name, shape }) => {
      const { data } = collector(shape)
      weights.set(name, data)
      return [name, { data, columns: elementCount(shape.slice(1)) }] as const
    }),
  )
  const parts = new Weights(recipe, (piece, type) => {
    place(decode(piece.data, type), piece, collectors.get(piece.name))
  })
  const destination = { begin: () => {}, receiverOf: parts.receiverOf.bind(parts) }
  const checkpoint = new Checkpoint(file, { open, phase: 'weights' })
  await checkpoint.read(new Inventory(recipe), destination).finally(() => checkpoint.close())
  parts.requireEqualCopies()
  const stored = recipe.positions.decoder.flatMap(storedTensorsIn)
  return { weights, tables: new Map(stored.map((one) => [one.tensor, parts.table(one)])) }
}

function place(
  data: Float32Array,
  { first, byColumn }: Piece,
  to: { data: Float32Array; columns: number } | undefined,
): void {
  if (!to) return
  if (!byColumn) {
    to.data.set(data, first * to.columns)
    return
  }
  const rows = to.data.length / to.columns
  data.forEach((x, i) => {
    to.data[(i % rows) * to.columns + first + Math.floor(i / rows)] = x
  })
}

/** The tensors of optimizer.safetensors. */
interface Moments {
  state: TrainerState
  take(name: string, shape: readonly [number, number]): Float32Array
}

function readMoments(bytes: Uint8Array, label: string): Moments {
  const start = 8 + headerLength(bytes, label)
  if (bytes.length < start) throw bad(label, `${bytes.length} bytes`, 'a complete file')
  const entries = new Map(readHeader(bytes.subarray(8, start), label).map((entry) => [entry.name, entry]))
  const end = Math.max(0, largest([...entries.values()].map((entry) => entry.end)))
  if (bytes.length !== start + end) throw bad(label, `${bytes.length - start} bytes of data`, `${end}`)
  return {
    state: stateIn(bytes.subarray(8, start), label),
    take(name, shape) {
      const entry = entries.get(name)
      const fits =
        entry?.dtype === 'F32' && entry.shape.length === 2 && entry.shape.every((n, i) => n === shape[i])
      if (fits) return new Float32Array(bytes.slice(start + entry.begin, start + entry.end).buffer)
      const got = entry ? `${entry.dtype} [${entry.shape}]` : 'nothing'
      throw refuse('ERR_SHAPE', `${label}, tensor ${name}`, got, `F32 [${shape}]`)
    },
  }
}

function stateIn(header: Uint8Array, label: string): TrainerState {
  const { __metadata__: metadata = {} } = parsedJson(new TextDecoder().decode(header), label) as Record<
    string,
    object
  >
  const text = Reflect.get(metadata, STATE_KEY)
  if (typeof text !== 'string') throw bad(label, 'no state of a trainer in its metadata', 'a file of save()')
  const state = fieldsOf(parsedJson(text, label), label)
  if (state.version !== STATE_VERSION) {
    throw refuse('ERR_UNSUPPORTED', label, `version ${show(state.version)}`, `version ${STATE_VERSION}`)
  }
  return {
    version: STATE_VERSION,
    steps: integerOf(state.steps, `${label}, steps`, 0, 2 ** 31 - 1),
    seed: integerOf(state.seed, `${label}, seed`, 0, Number.MAX_SAFE_INTEGER),
    training: trainingIn(state.training, `${label}, training`),
  }
}

function trainingIn(value: unknown, label: string): TrainingFields {
  const fields = fieldsOf(value, label)
  const entries = Object.entries(TRAINING_DEFAULTS).map(([key, usual]) => {
    const argument = `${label}.${key}`
    if (typeof usual === 'number') return [key, numberOf(fields[key], argument)]
    const choices: readonly string[] = CHOICES[key as 'schedule' | 'init']
    if (choices.includes(fields[key] as string)) return [key, fields[key]]
    throw refuse('ERR_VALUE', argument, show(fields[key]), choices.join(' or '))
  })
  return Object.fromEntries(entries) as TrainingFields
}
