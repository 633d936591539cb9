// Queries and keys of a trained head before their rotation: its layer's input, normalised and projected with the weights of the model.

import type { Tensor } from 'whereformer'
import { headerLength, readHeader } from '../../../lib/checkpoint/safetensors-header.js'
import type { AnyLibrary } from '../../parts/engine/library.js'
import type { TrainedModel } from '../../parts/trained/trained-models.js'
import type { SmallName } from '../../parts/trained/trained-names.js'

type SmallModel = TrainedModel<SmallName>

export interface HeadVectors {
  query: Float32Array
  key: Float32Array
}

/** `tokens`: which token's query, and which token's key, of a text. */
export async function headVectors(
  library: AnyLibrary,
  trained: SmallModel,
  text: string,
  { layer, head }: { layer: number; head: number },
  tokens: { query: number; key: number },
): Promise<HeadVectors> {
  const [weights, states] = await Promise.all([weightsOf(trained), statesOf(trained, text)])
  const state = states[layer]
  if (!state) throw new Error(`layer: got ${layer}, wanted one of the ${states.length - 1} layers`)
  const block = `model.layers.${layer}`
  const weight = weights(`${block}.input_layernorm.weight`)
  const input = await library.rmsNorm(state, { weight, epsilon: EPSILON })
  const width = (trained.model.spec.dModel ?? 0) / trained.model.spec.heads
  const part = async (name: string, token: number) => {
    const projected = await library.matmul(input, transposed(weights(`${block}.self_attn.${name}.weight`)))
    const start = token * (projected.shape[1] ?? 0) + head * width
    return projected.data.slice(start, start + width)
  }
  const [query, key] = await Promise.all([part('q_proj', tokens.query), part('k_proj', tokens.key)])
  return { query, key }
}

/** rms_norm_eps of both small models. */
const EPSILON = 1e-5

const states = new WeakMap<SmallModel, { text: string; read: Promise<readonly Tensor[]> }>()

/** The input of each layer [tokens, width]. */
function statesOf(trained: SmallModel, text: string): Promise<readonly Tensor[]> {
  const known = states.get(trained)
  if (known?.text === text) return known.read
  const read = (async () => {
    const inputIds = await trained.model.encode(text)
    return (await trained.model.forward({ inputIds }, { return: ['hiddenStates'] })).hiddenStates
  })()
  states.set(trained, { text, read })
  read.catch(() => states.delete(trained))
  return read
}

const files = new WeakMap<SmallModel, Promise<(name: string) => Tensor>>()

/** Tensors by name, from the file that the model writes of itself. */
function weightsOf(trained: SmallModel): Promise<(name: string) => Tensor> {
  const known = files.get(trained)
  if (known) return known
  const read = (async () => {
    const { 'model.safetensors': file } = await trained.model.save()
    const start = 8 + headerLength(file, 'model.safetensors')
    const entries = readHeader(file.subarray(8, start), 'model.safetensors')
    return (name: string): Tensor => {
      const entry = entries.find((one) => one.name === name)
      if (!entry) throw new Error(`model.safetensors: there is no tensor ${name}`)
      const bytes = file.slice(start + entry.begin, start + entry.end)
      return { data: new Float32Array(bytes.buffer), shape: entry.shape }
    }
  })()
  files.set(trained, read)
  read.catch(() => files.delete(trained))
  return read
}

/** Projections are stored [out, in]. */
function transposed({ data, shape: [rows = 0, columns = 0] }: Tensor): Tensor {
  const turned = Float32Array.from(data, (_, i) => data[(i % rows) * columns + Math.floor(i / rows)] ?? 0)
  return { data: turned, shape: [columns, rows] }
}
