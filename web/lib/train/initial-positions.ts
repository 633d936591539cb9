// The learned parameters of encodings before training, where the caller gives none: shapes from the model, values as the papers and
// their code have them, drawn from the seed. Normal distributions of these are replaced by uniform ones with the same mean and
// standard deviation: no function of the platform is needed, so the bits are the same everywhere.

import { allocateFloats } from '../boundary/allocate.js'
import type { Fields } from '../boundary/checks.js'
import { refuse } from '../boundary/errors.js'
import { Pcg32 } from '../boundary/pcg32.js'
import type { Tensor } from '../boundary/tensor.js'
import { t5Buckets } from './t5-buckets.js'

export interface PositionSizes {
  heads: number
  headDim: number
  dModel: number
  /** The longest sequence; tables that have a row per position need it. */
  length: number | undefined
  /** The most numbers that all parameters together may have. */
  room: number
}

/** Fills the parts of one stack. */
export class InitialPositions {
  readonly #random: Pcg32
  readonly #sizes: PositionSizes
  #room: number

  constructor(seed: number, sizes: PositionSizes) {
    // another stream than that of the weights
    this.#random = new Pcg32(seed, 0x706f_7369)
    this.#sizes = sizes
    this.#room = sizes.room
  }

  readonly #take = (count: number, of: string): void => {
    this.#room -= count
    if (this.#room >= 0) return
    const wanted = `at most ${this.#sizes.room} numbers in all tables`
    throw refuse('ERR_OOM', of, `${count} numbers, too many to train`, wanted)
  }

  /** Gives an encoding every learned parameter that it needs; parameters that are given stay. */
  fill(part: Fields, argument: string): Fields {
    const type = part.type as string
    const make = Object.hasOwn(recipes, type) ? recipes[type] : undefined
    const made = make?.(new Draw(this.#random, this.#sizes, argument, this.#take), part) ?? {}
    const missing = Object.entries(made).filter(([name]) => part[name] === undefined)
    return { ...part, ...Object.fromEntries(missing.map(([name, draw]) => [name, draw()])) }
  }
}

/** Draws tensors and numbers. */
class Draw {
  readonly sizes: PositionSizes
  readonly #random: Pcg32
  readonly #argument: string
  readonly #take: (count: number, of: string) => void

  constructor(
    random: Pcg32,
    sizes: PositionSizes,
    argument: string,
    take: (count: number, of: string) => void,
  ) {
    this.#take = take
    this.#random = random
    this.sizes = sizes
    this.#argument = argument
  }

  /** The number of rows of a table that ends. */
  get length(): number {
    if (this.sizes.length !== undefined) return this.sizes.length
    const wanted = `the longest sequence, for the table of ${this.#argument}`
    throw refuse('ERR_TYPE', 'options.model.length', 'nothing', wanted)
  }

  /** Uniform numbers from low to high. */
  between(low: number, high: number, count: number): number[] {
    return Array.from({ length: count }, () => low + (high - low) * this.#random.uniform())
  }

  /** A tensor of uniform numbers with this standard deviation around a mean. */
  tensor(rows: number, columns: number, deviation: number, mean = 0): Tensor {
    const reach = deviation * Math.sqrt(3)
    const { data, shape } = this.zeros(rows, columns)
    for (let i = 0; i < data.length; i++) data[i] = mean - reach + 2 * reach * this.#random.uniform()
    return { data, shape }
  }

  /** A tensor of zeros; one that is too large is refused before anything is allocated. */
  zeros(rows: number, columns: number): Tensor {
    if (!Number.isInteger(rows) || rows < 1)
      throw refuse(
        'ERR_VALUE',
        this.#argument,
        `a table of ${rows} rows`,
        'a whole number of rows, at least 1',
      )
    this.#take(rows * columns, `${this.#argument}, a table of ${rows} × ${columns}`)
    return { data: allocateFloats(rows * columns, this.#argument), shape: [rows, columns] }
  }

  /** A matrix as PyTorch's Linear draws weight and bias: uniform in ±1/√inputs. */
  linear(rows: number, columns: number, inputs: number): Tensor {
    return this.tensor(rows, columns, 1 / Math.sqrt(3 * inputs))
  }
}

type Makers = Readonly<Record<string, () => Tensor | number[]>>

/** The standard deviation of BERT, GPT-2 and most models since (`initializer_range`). */
const USUAL = 0.02

const numberIn = (part: Fields, name: string, absent: number) =>
  typeof part[name] === 'number' ? part[name] : absent

const FIRE_WIDTH = 32
const TISA_KERNELS = 5
const SHAW_DISTANCE = 16

/** KERPLE's parameters stay above this (its code: eps = 1e-2). */
const KERPLE_LEAST = 0.01

const recipes: Readonly<Record<string, (draw: Draw, part: Fields) => Makers>> = {
  learned: (draw, part) => ({
    table: () => draw.tensor(draw.length + numberIn(part, 'offset', 0), draw.sizes.dModel, USUAL),
  }),
  // row 0 is for what is no digit
  abacus: (draw, part) => ({
    table: () => draw.tensor(draw.length + 1 + numberIn(part, 'offset', 0), draw.sizes.dModel, USUAL),
  }),
  // transformers: normal, σ = 1/√dModel
  t5: (draw, { maxDistance, bidirectional }) => {
    const buckets = t5Buckets(
      typeof maxDistance === 'number' ? maxDistance : undefined,
      bidirectional !== false,
    )
    return { table: () => draw.tensor(buckets, draw.sizes.heads, 1 / Math.sqrt(draw.sizes.dModel)) }
  },
  buckets: (draw, part) => ({
    table: () => draw.tensor(bucketsOf(part), draw.sizes.heads, 1 / Math.sqrt(draw.sizes.dModel)),
  }),
  relativeBias: (draw) => ({ table: () => draw.tensor(2 * draw.length - 1, draw.sizes.heads, USUAL) }),
  // the authors' code: log kernel −r1 · ln(1 + r2 d) and power kernel −r1 · d^r2; the factor that is called p there is uniform in
  // (0, 2), the one called a in (0, 1)
  kerple: (draw, part) => {
    const [high1, high2] = part.kind === 'power' ? [1, 2] : [2, 1]
    return {
      r1: () => draw.between(KERPLE_LEAST, high1, draw.sizes.heads),
      r2: () => draw.between(KERPLE_LEAST, high2, draw.sizes.heads),
    }
  },
  // two linear layers of width 32; c = 0.1 and the multiplier 1 are the encoding's defaults
  fire: (draw) => ({
    weight1: () => draw.linear(FIRE_WIDTH, 1, 1),
    bias1: () => draw.linear(1, FIRE_WIDTH, 1),
    weight2: () => draw.linear(draw.sizes.heads, FIRE_WIDTH, FIRE_WIDTH),
    bias2: () => draw.linear(1, draw.sizes.heads, FIRE_WIDTH),
  }),
  // x-transformers: three linear layers of a quarter of the model's width
  mlpBias: (draw, part): Makers => {
    const { heads, dModel } = draw.sizes
    const width = Math.max(1, Math.floor(dModel / 4))
    if (part.weight1 !== undefined || part.weight2 !== undefined) return {} // a network of the caller's
    return {
      weight1: () => draw.linear(width, 1, 1),
      bias1: () => draw.linear(1, width, 1),
      weight2: () => draw.linear(width, width, width),
      bias2: () => draw.linear(1, width, width),
      weight3: () => draw.linear(heads, width, width),
      bias3: () => draw.linear(1, heads, width),
    }
  },
  // the authors' code: five bells, amplitude and sharpness 0.1 ± 0.01, centers 0 ± 5
  tisa: (draw) => ({
    amplitude: () => draw.tensor(draw.sizes.heads, TISA_KERNELS, 0.01, 0.1),
    sharpness: () => draw.tensor(draw.sizes.heads, TISA_KERNELS, 0.01, 0.1),
    center: () => draw.tensor(draw.sizes.heads, TISA_KERNELS, 5),
  }),
  // k = 16 as in the paper, where sequences are longer than that; Xavier's bounds as in tensor2tensor
  shaw: (draw) => {
    const { headDim, length } = draw.sizes
    const rows = 2 * Math.max(1, Math.min(SHAW_DISTANCE, (length ?? SHAW_DISTANCE + 1) - 1)) + 1
    return { keyTable: () => draw.tensor(rows, headDim, Math.sqrt(2 / (rows + headDim))) }
  },
  relativeKey: (draw) => ({ table: () => draw.tensor(2 * draw.length - 1, draw.sizes.headDim, USUAL) }),
  transformerXl: (draw) => relativeVectors(draw),
  // one of the tables is enough for the encoding; both are the paper's
  deberta: (draw, part): Makers => {
    if (part.positionKey !== undefined || part.positionQuery !== undefined) return {}
    const rows = () => 2 * (numberIn(part, 'buckets', 0) || draw.length)
    const columns = draw.sizes.heads * draw.sizes.headDim
    return {
      positionKey: () => draw.tensor(rows(), columns, USUAL),
      positionQuery: () => draw.tensor(rows(), columns, USUAL),
    }
  },
  // rows of position embeddings times a projection
  tupe: (draw) => {
    const columns = draw.sizes.heads * draw.sizes.headDim
    return {
      queryTable: () => draw.tensor(draw.length, columns, USUAL),
      keyTable: () => draw.tensor(draw.length, columns, USUAL),
    }
  },
  // the authors' code: zeros, and a row more than tokens, since positions are from 0 to their number
  cope: (draw) => ({ table: () => draw.zeros(draw.length + 1, draw.sizes.headDim) }),
  swin: (draw, part) => {
    const rows = (2 * numberIn(part, 'height', 1) - 1) * (2 * numberIn(part, 'width', 1) - 1)
    return { table: () => draw.tensor(rows, draw.sizes.heads, USUAL) }
  },
}

// The number of buckets: bucket 0, and one for each edge of a direction. Without edges those of the encoding: 1, 2, 5, 17.
function bucketsOf({ edges, directional }: Fields): number {
  const count = Array.isArray(edges) ? edges.length : 4
  return 1 + (directional === true ? 2 : 1) * count
}

function relativeVectors(draw: Draw): Makers {
  const { heads, headDim, dModel } = draw.sizes
  return {
    weight: () => draw.tensor(heads * headDim, dModel, USUAL),
    contentBias: () => draw.tensor(heads, headDim, USUAL),
    positionBias: () => draw.tensor(heads, headDim, USUAL),
  }
}
