// The positions of a model that is being trained, as JavaScript shows them: the tables and numbers follow the core's.

import type { RawPositions } from '../boundary/raw.js'
import type { Tensor } from '../boundary/tensor.js'
import type { Recipe } from '../families/index.js'
import { lowerPositions, type ResolvedPositions, resolveLayers, roomOf } from '../model/layer-positions.js'
import { isReference, type Multiply, type StoredTensor } from '../position/table-reference.js'

/** A learned parameter of one part of a stack. */
export interface LearnedParameter {
  stack: number
  part: number
  name: string
}

/** The parameter that the core names position.<stack>.<part>.<parameter>; undefined for tensors of the model itself. */
export function learnedParameter(name: string): LearnedParameter | undefined {
  const [, stack, part, own = ''] = /^position\.(\d+)\.(\d+)\.(.+)$/.exec(name) ?? []
  return stack === undefined ? undefined : { stack: Number(stack), part: Number(part), name: own }
}

export class LivePositions {
  readonly resolved: ResolvedPositions
  /** The positions as the core reads them, over the memory of these tables. */
  readonly lowered: RawPositions
  readonly #recipe: Recipe
  /** The tables by their names in a checkpoint. */
  readonly tables: ReadonlyMap<string, Tensor>

  constructor(recipe: Recipe, tables: ReadonlyMap<string, Tensor>, multiply?: Multiply) {
    this.#recipe = recipe
    this.tables = tables
    this.resolved = resolveLayers(
      recipe.positions,
      ({ tensor }: StoredTensor) => tables.get(tensor) as Tensor,
      multiply,
    )
    this.lowered = lowerPositions(this.resolved)
  }

  /** The number of positions that tables have rows for. */
  get room(): number {
    return roomOf(this.lowered.stacks)
  }

  /** The layers that use a stack. */
  layersOf(stack: number): number[] {
    return [...this.lowered.stackOf].flatMap((used, layer) => (used === stack ? [layer] : []))
  }

  /** The tensor of a checkpoint that holds a parameter; undefined for numbers, which config.json holds. */
  tensorOf({ stack, part, name }: LearnedParameter): StoredTensor | undefined {
    const [layer = 0] = this.layersOf(stack)
    const value = Reflect.get(partOf(this.#recipe.positions.decoder[layer], part), name)
    return isReference(value) ? value : undefined
  }

  /** Takes over what the core has learned. */
  set(parameter: LearnedParameter, values: Float32Array): void {
    const stored = this.tensorOf(parameter)
    if (stored) {
      this.tables.get(stored.tensor)?.data.set(values)
      return
    }
    const { stack, part, name } = parameter
    const lowered = this.lowered.stacks[stack]?.position[part] as Record<string, unknown>
    const value = Array.isArray(lowered[name]) ? [...values] : values[0]
    lowered[name] = value
    for (const layer of this.layersOf(stack))
      Reflect.set(partOf(this.resolved.decoder[layer], part), name, value)
  }
}

export function partOf(position: unknown, part: number): object {
  return (Array.isArray(position) ? position[part] : position) as object
}
