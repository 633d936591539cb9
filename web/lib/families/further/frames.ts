// Samples become frames: convolutions with norms, a projection, and the convolution over the frames by which position enters.

import type { Tensor } from '../../boundary/tensor.js'
import type { StoredTensor } from '../../position/table-reference.js'
import type { Means, Signals } from '../family.js'
import type { FamilyParts } from '../family-parts.js'
import { convolved, type Kernel, kernelOf, rowsAfter } from './convolution.js'
import { gelu, normChannels, normRows } from './pointwise.js'
import { soundReader } from './sound.js'

interface StoredLayer {
  weight: StoredTensor
  bias: StoredTensor | undefined
}

interface StoredNorm {
  weight: StoredTensor
  bias: StoredTensor
  epsilon: number
}

/** A convolution over samples, then a norm where there is one, then GELU. */
export interface Stage extends StoredLayer {
  stride: number
  norm: StoredNorm | undefined
  along: 'row' | 'channel'
}

interface Front {
  stages: readonly Stage[]
  /** Before the projection. */
  norm: StoredNorm | undefined
  projection: StoredLayer
  /** The convolution over frames, whose weights are directions, with the length that each tap has. */
  position: StoredLayer & { sizes: StoredTensor; groups: number }
}

export function frames(parts: FamilyParts, front: Front): Signals {
  const { stages, projection, position } = front
  const layers = [...stages, ...stages.map((stage) => stage.norm), front.norm, projection, position]
  const tables = layers.flatMap((one) => (one ? [one.weight, one.bias] : []))
  return {
    placedByConvolution: true,
    tables: [...tables, position.sizes].filter((stored) => stored !== undefined),
    reader: (table, means) =>
      soundReader(parts, {
        ...{
          name: 'inputValues',
          axes: ['samples'],
          least: `${leastOf(stages)} samples, one frame, or more`,
        },
        ...{ width: projection.weight.shape[0] as number, stacks: 'stacks' },
        tokens: ([samples = 0]) =>
          stages.reduce((count, stage) => rowsAfter(count, tapsOf(stage), stage), samples),
        rows: rowsOf(front, table, means),
      }),
  }
}

const NORMS = { row: normRows, channel: normChannels } as const

const tapsOf = ({ weight }: StoredLayer) => weight.shape.at(-1) as number

/** The fewest samples that make a frame. */
function leastOf(stages: readonly Stage[]): number {
  return stages.reduceRight((count, stage) => (count - 1) * stage.stride + tapsOf(stage), 1)
}

type Table = (stored: StoredTensor) => Tensor

/** Makes frames [tokens · width] of samples. */
function rowsOf(front: Front, table: Table, means: Means): (samples: Float32Array) => Float32Array {
  const stages = front.stages.map((stage) => ({
    ...{ kernel: kernelIn(stage, table), stride: stage.stride, along: stage.along },
    norm: stage.norm && affineIn(stage.norm, table),
  }))
  const before = front.norm && affineIn(front.norm, table)
  const projection = kernelIn(front.projection, table)
  const position = positionIn(front, table)
  const padding = Math.floor(position.taps / 2)
  return (samples) => {
    let x: Tensor = { data: samples, shape: [samples.length, 1] }
    for (const stage of stages) {
      x = convolved(x, stage.kernel, means, stage)
      if (stage.norm) NORMS[stage.along](x, stage.norm)
      gelu(x)
    }
    if (before) normRows(x, before)
    const { data, shape } = convolved(x, projection, means)
    // with an even number of taps there is a row more, which is left out
    const places = convolved({ data, shape }, position, means, { padding })
    gelu(places)
    return data.map((value, i) => value + (places.data[i] as number))
  }
}

function kernelIn({ weight, bias }: StoredLayer, table: Table): Kernel {
  return kernelOf(table(weight), bias && table(bias).data)
}

const affineIn = ({ weight, bias, epsilon }: StoredNorm, table: Table) => ({
  ...{ weight: table(weight).data, bias: table(bias).data, epsilon },
})

/** The kernel over frames: the weights of each tap, divided by their length and multiplied by that which is stored. */
function positionIn({ position }: Front, table: Table): Kernel {
  const { data, shape } = table(position.weight)
  const sizes = table(position.sizes).data
  const squares = new Float64Array(sizes.length)
  for (const [i, x] of data.entries()) {
    const tap = i % sizes.length
    squares[tap] = (squares[tap] as number) + x * x
  }
  const factors = squares.map((square, tap) => (sizes[tap] as number) / Math.sqrt(square))
  const weights = data.map((x, i) => x * (factors[i % sizes.length] as number))
  return kernelOf({ data: weights, shape }, position.bias && table(position.bias).data, position.groups)
}
