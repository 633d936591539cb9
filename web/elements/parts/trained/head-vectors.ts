// The query and the key of every token in one head, before any rotation: the input of the layer, normalised, times the weights. The
// model says its weights by save(), under the names of this package.

import type { ModelPosition, Tensor } from 'whereformer'
import type { AnyLibrary } from '../engine/library.js'
import { FigureFailure } from '../figure/trouble.js'
import type { TrainedModel } from './trained-models.js'

type AnyModel = TrainedModel['model']

export interface HeadReading {
  ids: readonly number[]
  positions: readonly number[]
  /** The encoding of every layer. */
  position: ModelPosition
  layer: number
  head: number
}

/** Both [tokens, headDim]. */
export interface HeadVectors {
  query: Tensor
  key: Tensor
}

/** Of a model that normalises by RMS before its attention, without biases, as LLaMA does. */
export async function headVectors(
  library: AnyLibrary,
  model: AnyModel,
  reading: HeadReading,
): Promise<HeadVectors> {
  const { ids, positions, position, layer, head } = reading
  const { spec } = model
  const weights = await weightsOf(model)
  const weight = (name: string): Tensor => tensorIn(weights, `layers.${layer}.${name}.weight`)
  const input = { inputIds: [...ids], positionIds: [...positions] }
  const { hiddenStates } = await model.forward(input, { position, return: ['hiddenStates'] })
  const states = hiddenStates[layer] as Tensor
  const normed = await library.rmsNorm(states, { weight: weight('norm1'), epsilon: spec.normEpsilon })
  const project = async (name: string, which: number) =>
    library.matmul(normed, transposedRows(weight(name), which * spec.headDim, spec.headDim))
  const keyHead = Math.floor(head / (spec.heads / spec.kvHeads))
  return { query: await project('query', head), key: await project('key', keyHead) }
}

/** Rows of a matrix [out, in] as columns: [in, count]. */
function transposedRows({ data, shape }: Tensor, first: number, count: number): Tensor {
  const width = shape.at(-1) ?? 0
  const columns = new Float32Array(width * count)
  for (let row = 0; row < count; row++)
    for (let i = 0; i < width; i++) columns[i * count + row] = data[(first + row) * width + i] ?? Number.NaN
  return { data: columns, shape: [width, count] }
}

type Weights = ReadonlyMap<string, Tensor>

const read = new WeakMap<AnyModel, Promise<Weights>>()

function weightsOf(model: AnyModel): Promise<Weights> {
  const weights = read.get(model) ?? saved(model)
  read.set(model, weights)
  weights.catch(() => read.delete(model))
  return weights
}

async function saved(model: AnyModel): Promise<Weights> {
  return tensorsIn((await model.save({ format: 'whereformer' }))['model.safetensors'])
}

/** Of a safetensors file of float32, as save() writes it: the length of the header, the header, the data. */
function tensorsIn(file: Uint8Array): Weights {
  const length = Number(new DataView(file.buffer, file.byteOffset).getBigUint64(0, true))
  const header: Record<string, { shape: number[]; data_offsets: [number, number] }> = JSON.parse(
    new TextDecoder().decode(file.subarray(8, 8 + length)),
  )
  const entries = Object.entries(header).filter(([name]) => name !== '__metadata__')
  return new Map(
    entries.map(
      ([
        name,
        {
          shape,
          data_offsets: [from, to],
        },
      ]) => [name, { data: new Float32Array(file.slice(8 + length + from, 8 + length + to).buffer), shape }],
    ),
  )
}

function tensorIn(weights: Weights, name: string): Tensor {
  const tensor = weights.get(name)
  if (tensor) return tensor
  throw new FigureFailure('ERR_VALUE', `the model has no tensor ${name}`)
}
