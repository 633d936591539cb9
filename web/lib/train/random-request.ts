// A checkpoint in the format of this package whose tensors are drawn from a seed while it is read. The draws are sums and products of exact
// numbers: a seed gives the same bits in every engine.

import { integerOf, optionsOf } from '../boundary/checks.js'
import { Pcg32 } from '../boundary/pcg32.js'
import { elementCount } from '../boundary/tensor.js'
import { tablesOf } from '../checkpoint/inventory.js'
import { type Recipe, recipeOf } from '../families/index.js'
import type { LoadModelOptions } from '../families/weight-format.js'
import type { LoadModelRequest } from '../model/load-model-request.js'
import type { RandomModelOptions, RandomModelSpec } from './random-model.js'

export function randomRequest(
  spec: RandomModelSpec,
  options: RandomModelOptions | undefined,
): [LoadModelRequest, LoadModelOptions] {
  const given = optionsOf(options, 'options', ['position', 'seed', 'weights'])
  const { position = { type: 'none' }, seed = 0 } = given
  const first = integerOf(seed, 'options.seed', 0, Number.MAX_SAFE_INTEGER)
  const config = { model_type: 'whereformer', spec, position }
  const weights = new ReadableStream(new RandomFile(shapesOf(recipeOf(config)), first), { highWaterMark: 0 })
  return [{ config, weights }, { weights: given.weights as LoadModelOptions['weights'] }]
}

type Shapes = readonly (readonly [name: string, shape: readonly number[]])[]

function shapesOf(recipe: Recipe): Shapes {
  const weights = recipe.rules.map(({ from, shape }) => [from, shape] as const)
  const tables = tablesOf(recipe).map(({ tensor, shape }) => [tensor, shape] as const)
  return [...new Map([...weights, ...tables])]
}

/** Values that are drawn at once. */
const PIECE = 2 ** 16

class RandomFile implements UnderlyingDefaultSource<Uint8Array> {
  readonly #pieces: Iterator<Uint8Array>

  constructor(shapes: Shapes, seed: number) {
    this.#pieces = piecesOf(shapes, seed)
  }

  pull(controller: ReadableStreamDefaultController<Uint8Array>): void {
    const { done, value } = this.#pieces.next()
    if (done) controller.close()
    else controller.enqueue(value)
  }
}

function* piecesOf(shapes: Shapes, seed: number): Generator<Uint8Array> {
  yield headerOf(shapes)
  for (const [i, [name, shape]] of shapes.entries()) {
    const draw = drawOf(name, shape, new Pcg32(seed, i))
    const count = elementCount(shape)
    for (let at = 0; at < count; at += PIECE)
      yield new Uint8Array(Float32Array.from({ length: Math.min(PIECE, count - at) }, draw).buffer)
  }
}

/** Norms begin as 1 and biases as 0; rows of matrices and tables have the length 1 on average, so that values keep their size. */
function drawOf(name: string, shape: readonly number[], random: Pcg32): () => number {
  if (shape.length === 1) return () => (name.endsWith('.weight') ? 1 : 0)
  const most = Math.sqrt(3 / (shape.at(-1) ?? 1)) // of a uniform draw with variance 1 / width
  return () => (2 * random.uniform() - 1) * most
}

function headerOf(shapes: Shapes): Uint8Array {
  let end = 0
  const entries = shapes.map(([name, shape]) => {
    const begin = end
    end += 4 * elementCount(shape)
    return [name, { dtype: 'F32', shape, data_offsets: [begin, end] }] as const
  })
  const json = new TextEncoder().encode(JSON.stringify(Object.fromEntries(entries)))
  const header = new Uint8Array(8 + json.length)
  new DataView(header.buffer).setBigUint64(0, BigInt(json.length), true)
  header.set(json, 8)
  return header
}
