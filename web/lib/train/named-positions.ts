// Positions of a trainer: learned parameters that are missing are drawn, and every table gets a name, under which a checkpoint keeps it.
// The positions themselves then hold references, as config.json writes them.

import { type Fields, fieldOf, fieldsOf, isList, itemsOf, optionsOf, textOf } from '../boundary/checks.js'
import { refuse } from '../boundary/errors.js'
import { type Tensor, tensorOf } from '../boundary/tensor.js'
import { withoutCustom } from '../position/custom.js'
import { InitialPositions, type PositionSizes } from './initial-positions.js'

export interface NamedPositions {
  /** The position as config.json holds it. */
  position: object
  tables: ReadonlyMap<string, Tensor>
}

const MOST_PARTS = 16

export function namedPositions(
  value: unknown,
  argument: string,
  sizes: PositionSizes,
  seed: number,
): NamedPositions {
  const naming = new Naming(new InitialPositions(seed, sizes), sizes)
  if (value === undefined) return { position: { type: 'none' }, tables: naming.tables }
  const list = isList(value, argument) ? undefined : fieldOf(value, 'layers', argument)
  if (list === undefined) return { position: naming.stack(value, argument), tables: naming.tables }
  optionsOf(value, argument, ['layers'])
  const layers = itemsOf(list, `${argument}.layers`, 'a list of positions')
  const position = { layers: layers.map((one, i) => naming.stack(one, `${argument}.layers[${i}]`)) }
  return { position, tables: naming.tables }
}

class Naming {
  readonly tables = new Map<string, Tensor>()
  readonly #initial: InitialPositions
  readonly #sizes: PositionSizes
  /** The named position of each object: layers that were given one object share what they learn. */
  readonly #known = new Map<unknown, object>()

  constructor(initial: InitialPositions, sizes: PositionSizes) {
    this.#initial = initial
    this.#sizes = sizes
  }

  stack(value: unknown, argument: string): object {
    const known = this.#known.get(value)
    if (known) return known
    const prefix = `position.${this.#known.size}`
    const plain = withoutCustom(value, argument, this.#sizes.heads, () => [this.#longest(argument)])
    const many = isList(plain, argument)
    const parts = many ? itemsOf(plain, argument, 'a list of encodings', MOST_PARTS) : [plain]
    const named = parts.map((part, i) =>
      this.#part(part, many ? `${argument}[${i}]` : argument, `${prefix}.${i}`),
    )
    const stack = many ? named : (named[0] as Fields)
    this.#known.set(value, stack)
    return stack
  }

  /** The largest position of the tables that functions become. */
  #longest(argument: string): number {
    const { length } = this.#sizes
    if (length !== undefined) return length - 1
    throw refuse(
      'ERR_TYPE',
      'options.model.length',
      'nothing',
      `the longest sequence, for the functions of ${argument}`,
    )
  }

  #part(value: unknown, argument: string, prefix: string): Fields {
    const fields = fieldsOf(value, argument)
    textOf(fields.type, `${argument}.type`)
    const filled = this.#initial.fill(fields, argument)
    const entries = Object.entries(filled).map(([key, one]) => {
      return [
        key,
        isTable(one, `${argument}.${key}`) ? this.#name(one, `${argument}.${key}`, `${prefix}.${key}`) : one,
      ]
    })
    return Object.fromEntries(entries)
  }

  #name(value: unknown, argument: string, name: string) {
    const { data, shape } = tensorOf(value, argument)
    this.tables.set(name, { data: data.slice(), shape })
    return { tensor: name, shape }
  }
}

function isTable(value: unknown, argument: string): boolean {
  if (typeof value !== 'object' || value === null || isList(value, argument)) return false
  if (fieldOf(value, 'tensor', argument) !== undefined)
    throw refuse('ERR_TYPE', argument, 'a reference to a tensor', 'the tensor itself: { data, shape }')
  return fieldOf(value, 'data', argument) !== undefined
}
