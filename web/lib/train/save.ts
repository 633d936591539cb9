// The files of a trainer's checkpoint.

import type { Tensor } from '../boundary/tensor.js'
import { safetensorsFile } from '../checkpoint/safetensors-writer.js'
import { storedTensor } from '../checkpoint/stored-tensors.js'
import { configFile } from '../families/config-file.js'
import { fileName } from './family-config.js'
import { type LivePositions, learnedParameter, partOf } from './live-positions.js'
import { trainCall } from './train-core.js'
import type { TrainingFields } from './trainer-options.js'
import type { TrainerParts, TrainerTensor } from './trainer-parts.js'

export interface TrainerFiles {
  'config.json': Uint8Array
  'model.safetensors': Uint8Array
  'optimizer.safetensors': Uint8Array
}

/** The metadata of optimizer.safetensors, as JSON. */
export interface TrainerState {
  version: number
  steps: number
  seed: number
  training: TrainingFields
}

export const STATE_VERSION = 1
export const STATE_KEY = 'whereformer'

type Part = 'weight' | 'moment' | 'square'

export function saveTrainer(parts: TrainerParts): TrainerFiles {
  const read = reader(parts)
  return {
    'config.json': configFile(configOf(parts, read)),
    'model.safetensors': safetensorsFile(weightsOf(parts, read), { format: 'pt' }),
    'optimizer.safetensors': safetensorsFile(momentsOf(parts, read), {
      format: 'pt',
      [STATE_KEY]: JSON.stringify(stateOf(parts)),
    }),
  }
}

type Read = (tensor: TrainerTensor, of: Part) => Float32Array

function reader({ trainer: handle }: TrainerParts): Read {
  return ({ index }, of) =>
    trainCall(handle, (core, trainer) => core.readTrainerTensor({ trainer, index, of })).data
}

const stateOf = ({ steps, plan: { seed, training } }: TrainerParts): TrainerState => ({
  version: STATE_VERSION,
  steps,
  seed,
  training,
})

/** The config with the learned numbers that are no tables. */
function configOf({ plan, positions, tensors }: TrainerParts, read: Read): object {
  const config = structuredClone(plan.config)
  for (const tensor of tensors) {
    const parameter = learnedParameter(tensor.name)
    if (!parameter || positions.tensorOf(parameter)) continue
    const numbers = [...read(tensor, 'weight')]
    const { stack, part, name } = parameter
    const listed = Array.isArray(positions.lowered.stacks[stack]?.position[part]?.[name])
    for (const layer of positions.layersOf(stack))
      Reflect.set(partOf(ofLayer(config.position, layer), part), name, listed ? numbers : numbers[0])
  }
  return config
}

function ofLayer(position: unknown, layer: number): unknown {
  const { layers } = position as { layers?: unknown[] }
  return layers ? layers[layer] : position
}

function weightsOf({ plan, positions, tensors }: TrainerParts, read: Read): Map<string, Tensor> {
  const byName = new Map(tensors.map((tensor) => [tensor.name, tensor]))
  const canonical = (name: string) => read(byName.get(name) as TrainerTensor, 'weight')
  const stored = plan.recipe.rules.map((rule) => [rule.from, storedTensor(rule, canonical)] as const)
  const all = [...stored, ...tables(positions, tensors, read)]
  return new Map(all.map(([name, tensor]) => [fileName(plan.recipe, name), tensor]))
}

/** The tables of positions: those that the core learns, and those that stay as they are. */
function tables(positions: LivePositions, tensors: readonly TrainerTensor[], read: Read): [string, Tensor][] {
  const learned = tensors.flatMap((tensor): [string, Tensor][] => {
    const parameter = learnedParameter(tensor.name)
    const stored = parameter && positions.tensorOf(parameter)
    return stored ? [[stored.tensor, { data: read(tensor, 'weight'), shape: stored.shape }]] : []
  })
  return [...positions.tables, ...learned]
}

function momentsOf({ tensors }: TrainerParts, read: Read): Map<string, Tensor> {
  const parts = ['moment', 'square'] as const
  return new Map(
    parts.flatMap((of) =>
      tensors.map((tensor) => [
        `${of}.${tensor.name}`,
        { data: read(tensor, of), shape: [tensor.rows, tensor.columns] },
      ]),
    ),
  )
}
