// What a trainer is made from, checked before anything is downloaded.

import {
  choiceOf,
  type Fields,
  fieldsOf,
  flagOf,
  integerOf,
  itemsOf,
  numberOf,
  oneOf,
  optionsOf,
} from '../boundary/checks.js'
import { refuse, show, WhereformerError } from '../boundary/errors.js'
import type { RawCreateTrainerRequest, RawPositions } from '../boundary/raw.js'
import type { ModelFields } from '../boundary/spec.generated.js'
import { CHOICES, MODEL_DEFAULTS, STACK_DEFAULTS, TRAINING_DEFAULTS } from '../boundary/spec.generated.js'
import { elementCount, type Tensor } from '../boundary/tensor.js'
import { canonicalTensors } from '../families/canonical.js'
import type { ModelSpec } from '../families/family.js'
import { type Recipe, recipeOf } from '../families/index.js'
import type { CoreOptions } from '../load-options.js'
import type { CustomPosition } from '../position/custom.js'
import type { PositionEncoding } from '../position/position-types.generated.js'
import { inFamily } from './family-config.js'
import { namedPositions } from './named-positions.js'

/** An encoding whose learned parameters may be absent: they are drawn from the seed then. */
export type TrainablePosition =
  | ({ type: PositionEncoding['type'] } & Readonly<Record<string, unknown>>)
  /** Functions that give the table that training starts from, for positions below `length`. */
  | CustomPosition
export type TrainablePositions = TrainablePosition | readonly TrainablePosition[]

/** The model of a trainer, a decoder or an encoder; fields that are absent are as in LLaMA. */
export interface TrainerModel extends Partial<Omit<ModelFields, 'encoder' | 'vocab' | 'dModel' | 'heads'>> {
  layers: number
  heads: number
  dModel: number
  vocab: number
  /** Another name of gatedMlp: down(activation(gate x) · up x). */
  gated?: boolean
  /** The longest sequence, for learned tables that have a row for each position. */
  length?: number
  /** One position for all layers, or one for each; none when absent. */
  position?: TrainablePositions | { layers: readonly TrainablePositions[] }
}

/** The options of AdamW. */
export interface OptimizerOptions {
  /** The largest learning rate; 0.001 when absent. */
  learningRate?: number
  /** The course of the learning rate after the warm-up; 'constant' when absent. */
  schedule?: 'constant' | 'linear' | 'cosine'
  /** The steps in which the learning rate rises; 0 when absent. */
  warmup?: number
  /** The step at which a linear or a cosine schedule ends. */
  steps?: number
  /** The share of the learning rate at the end of the schedule; 0 when absent. */
  finalRate?: number
  /** The weight decay of matrices and embeddings, but not of biases, norms and positions; 0 when absent. */
  weightDecay?: number
  /** The decay rates of the two moments; [0.9, 0.999] when absent. */
  betas?: readonly [number, number]
  /** The number that is added to the root of the second moment; 1e-8 when absent. */
  epsilon?: number
  /** The largest global norm of the gradients; 0, which is off, when absent. */
  clip?: number
}

export interface TrainerOptions {
  model: TrainerModel
  optimizer?: OptimizerOptions
  /** How the weights are drawn; when absent 'llama' with RMS norms, else 'gpt2'. */
  init?: 'gpt2' | 'llama'
  /** The seed of weights and learned positions, a whole number from 0 to 2^53 − 1; 0 when absent. */
  seed?: number
  /**
   * Where the core for training is, as for load(). The first trainer names it; the others share its instance. With threads it is not
   * needed: the core of the library trains, and one that is named here is another instance, with threads of its own.
   */
  core?: CoreOptions
}

/** The options of optimiser and initial weights, as the core reads them. */
export type TrainingFields = Omit<RawCreateTrainerRequest, 'model' | 'seed' | keyof RawPositions>

export interface TrainerPlan {
  /** The config.json of the model, whose positions refer to `tables`. */
  config: Fields
  recipe: Recipe
  tables: ReadonlyMap<string, Tensor>
  training: TrainingFields
  seed: number
}

export function trainerPlan(options: unknown): TrainerPlan {
  const given = optionsOf(options ?? null, 'options', ['model', 'optimizer', 'init', 'seed', 'core'])
  const seed =
    given.seed === undefined ? 0 : integerOf(given.seed, 'options.seed', 0, Number.MAX_SAFE_INTEGER)
  const { spec, length, position } = modelOf(given.model)
  const shape = { model_type: 'whereformer', spec }
  const { spec: sized } = recipeOf(shape)
  const room = roomBeside(sized)
  const { heads, headDim, dModel } = sized
  const named = namedPositions(
    position,
    'options.model.position',
    { heads, headDim, dModel, length, room },
    seed,
  )
  const config = { ...shape, position: named.position }
  const described = inFamily({ config, recipe: recipeOf(config), tables: named.tables })
  const { recipe } = described
  const init = given.init === undefined ? undefined : choiceOf(given.init, 'options.init', CHOICES.init)
  const usualInit = recipe.spec.norm === 'rms' ? 'llama' : 'gpt2'
  const training = { ...optimizerOf(given.optimizer), init: init ?? usualInit }
  return { ...described, training, seed }
}

const MODEL_FIELDS = [
  ...new Set([...Object.keys(STACK_DEFAULTS), ...Object.keys(MODEL_DEFAULTS)]),
  'layers',
  'blocks',
  'scale',
  'queryKeyNormLayers',
  'queryKeyNormEpsilon',
]
const OWN_FIELDS = ['gated', 'length', 'position']

function modelOf(value: unknown): { spec: Fields; length: number | undefined; position: unknown } {
  const given = fieldsOf(value, 'options.model')
  for (const key of Object.keys(given)) {
    if (MODEL_FIELDS.includes(key) || OWN_FIELDS.includes(key)) continue
    const wanted = oneOf([...MODEL_FIELDS, ...OWN_FIELDS])
    throw refuse('ERR_VALUE', `options.model.${key}`, 'an unknown field', wanted)
  }
  const { gated, length, position, ...fields } = given
  for (const key of ['layers', 'heads', 'dModel', 'vocab'] as const)
    integerOf(fields[key], `options.model.${key}`, 1)
  const longest = length === undefined ? undefined : integerOf(length, 'options.model.length', 1)
  const spec = {
    ...fields,
    ...(gated === undefined ? {} : { gatedMlp: flagOf(gated, 'options.model.gated') }),
    ...(longest === undefined ? {} : { maxPositions: longest }),
  }
  return { spec, length: longest, position }
}

const OPTIMIZER_FIELDS = [
  'learningRate',
  'schedule',
  'warmup',
  'steps',
  'finalRate',
  'weightDecay',
  'betas',
  'epsilon',
  'clip',
] as const

// The options of the optimiser; the core checks the bounds of numbers.
function optimizerOf(value: unknown): Omit<TrainingFields, 'init'> {
  const { init, ...usual } = TRAINING_DEFAULTS
  const given = optionsOf(value, 'options.optimizer', OPTIMIZER_FIELDS)
  const at = (key: string) => `options.optimizer.${key}`
  const number = (key: 'learningRate' | 'finalRate' | 'weightDecay' | 'epsilon' | 'clip') =>
    given[key] === undefined ? usual[key] : numberOf(given[key], at(key))
  const count = (key: 'warmup' | 'steps') =>
    given[key] === undefined ? usual[key] : integerOf(given[key], at(key))
  const [beta1, beta2] = betasOf(given.betas, at('betas')) ?? [usual.beta1, usual.beta2]
  return {
    learningRate: number('learningRate'),
    schedule:
      given.schedule === undefined
        ? usual.schedule
        : choiceOf(given.schedule, at('schedule'), CHOICES.schedule),
    warmup: count('warmup'),
    steps: count('steps'),
    finalRate: number('finalRate'),
    weightDecay: number('weightDecay'),
    beta1,
    beta2,
    epsilon: number('epsilon'),
    clip: number('clip'),
  }
}

function betasOf(value: unknown, argument: string): [number, number] | undefined {
  if (value === undefined) return undefined
  const betas = itemsOf(value, argument, 'two numbers', 2)
  if (betas.length !== 2) throw refuse('ERR_SHAPE', argument, show(value), 'two numbers')
  return [numberOf(betas[0], `${argument}[0]`), numberOf(betas[1], `${argument}[1]`)]
}

/** The largest memory of WebAssembly in bytes (MAXIMUM_MEMORY in bindings/CMakeLists.txt). */
const MOST_BYTES = 2 ** 31
/** The floats that each weight takes: as the model reads it, its value, its gradient and two moments. */
const FLOATS = 5

export function requireTrainingMemory(spec: ModelSpec): void {
  roomBeside(spec)
}

/** How many numbers positions may have beside the weights of the model. */
function roomBeside(spec: ModelSpec): number {
  const count = canonicalTensors(spec).reduce((sum, { shape }) => sum + elementCount(shape), 0)
  const bytes = 4 * FLOATS * count
  if (bytes <= MOST_BYTES) return Math.floor(MOST_BYTES / (4 * FLOATS)) - count
  const sizes = `${count} weights with their gradients and moments need ${bytes} bytes`
  throw new WhereformerError('ERR_OOM', `options.model: ${sizes}, WebAssembly has at most ${MOST_BYTES}`)
}
