// Compares the tensors that a model needs with the headers of a checkpoint. One error lists all faults.

import { type ErrorCode, refuse, show, WhereformerError } from '../boundary/errors.js'
import { elementCount, shapeText } from '../boundary/tensor.js'
import type { Recipe } from '../families/index.js'
import { quantizedBy, UNQUANTIZED } from '../families/quantized.js'
import { type StoredTensor, storedTensorsIn } from '../position/table-reference.js'
import { DTYPES, type Dtype, isDtype } from './half.js'
import { bad, type TensorEntry } from './safetensors-header.js'

const MOST_LISTED = 20

export class Inventory {
  readonly #recipe: Recipe
  /** Shapes of the tensors that the model needs, by the names that rules use. */
  readonly #wanted = new Map<string, readonly number[]>()
  /** Types of the needed tensors that the checkpoint has, by name. */
  readonly #found = new Map<string, string>()
  /** Substitutes: the tensor that is read where a needed one is absent, by the name of that one. */
  readonly #instead = new Map<string, string>()
  /** Shapes of the substitutes, by name. */
  readonly #spare = new Map<string, readonly number[]>()
  /** Tensors that are neither needed nor copies of needed ones. */
  readonly #leftover = new Set<string>()
  readonly #misshapen: string[] = []
  readonly #unreadable: string[] = []

  constructor(recipe: Recipe) {
    this.#recipe = recipe
    for (const { from, shape, orElse } of recipe.rules) {
      this.#wanted.set(from, shape)
      if (orElse === undefined) continue
      this.#instead.set(from, orElse)
      this.#spare.set(orElse, shape)
    }
    for (const { tensor, shape } of tablesOf(recipe)) this.#wanted.set(tensor, shape)
  }

  /** Whether a tensor of the checkpoint is part of the model. */
  wants(name: string): boolean {
    const renamed = this.#recipe.rename(name)
    return this.#wanted.has(renamed) || this.#spare.has(renamed)
  }

  /** Notes the tensors of one file. */
  add(entries: readonly TensorEntry[], label: string): void {
    for (const entry of entries) this.#add(entry, label)
  }

  /** Compares the names that an index lists with the model; an error if they do not match. */
  requireNames(names: readonly string[]): void {
    const there = new Set(names.map((name) => this.#recipe.rename(name)))
    for (const name of names) if (this.#isLeft(name)) this.#leftover.add(name)
    this.#refuse(this.#missingIn(there))
  }

  get faulty(): boolean {
    return this.#foreign().length + this.#misshapen.length + this.#unreadable.length > 0
  }

  /** Unused tensors, by their names in the checkpoint. */
  get ignored(): string[] {
    const read = new Set([...this.#wanted.keys()].map((name) => this.#source(name)))
    return [...this.#leftover].filter((name) => !read.has(this.#recipe.rename(name)))
  }

  /** The type of a tensor that was found, by the name that rules use. */
  dtypeOf(name: string): Dtype | undefined {
    const dtype = this.#found.get(this.#source(name))
    return dtype !== undefined && isDtype(dtype) ? dtype : undefined
  }

  /** Numbers in the tensors that the model reads, each tensor once; learned tables of positions are among them. */
  get parameters(): number {
    const read = new Map([...this.#wanted].map(([name, shape]) => [this.#source(name), shape]))
    return [...read.values()].reduce((sum, shape) => sum + elementCount(shape), 0)
  }

  /** Refuses a checkpoint that lacks tensors; to be called after the last file. */
  requireComplete(): void {
    this.#refuse(this.#missingIn(this.#found))
  }

  /** The tensor that is read for one that the model needs. */
  #source(name: string): string {
    const other = this.#instead.get(name)
    return other !== undefined && !this.#found.has(name) && this.#found.has(other) ? other : name
  }

  #missingIn(there: ReadonlyMap<string, unknown> | ReadonlySet<string>): string[] {
    const stands = (name: string | undefined) => name !== undefined && there.has(name)
    return [...this.#wanted.keys()].filter((name) => !stands(name) && !stands(this.#instead.get(name)))
  }

  #add({ name, dtype, shape }: TensorEntry, label: string): void {
    const renamed = this.#recipe.rename(name)
    if (this.#isLeft(name)) this.#leftover.add(name)
    const wanted = this.#wanted.get(renamed) ?? this.#spare.get(renamed)
    if (!wanted) return
    if (this.#found.has(renamed)) throw bad(label, `the tensor ${show(name)} once more`, 'each tensor once')
    this.#found.set(renamed, dtype)
    if (shapeText(shape) !== shapeText(wanted)) {
      this.#misshapen.push(`${show(name)} ${shapeText(shape)} instead of ${shapeText(wanted)}`)
    }
    if (!isDtype(dtype)) this.#unreadable.push(`${show(name)} ${dtype}`)
  }

  #isLeft(name: string): boolean {
    const renamed = this.#recipe.rename(name)
    return !this.#wanted.has(renamed) && !Object.hasOwn(this.#recipe.copies, renamed)
  }

  #foreign(): string[] {
    return this.ignored.filter((name) => !this.#recipe.mayBeLeft(this.#recipe.rename(name)))
  }

  // Several faults have the code of the first. Unexpected names are listed too: they may be misspelt missing ones.
  #refuse(missing: readonly string[]): void {
    const leftover = missing.length > 0 ? this.ignored : this.#foreign()
    const shapeOf = (name: string) => shapeText(this.#wanted.get(name) ?? [])
    const absent = missing.map((name) => `${show(name)} of shape ${shapeOf(name)}`)
    const family = this.#recipe.family.name
    const faults: [ErrorCode, string, readonly string[]][] = [
      ['ERR_VALUE', `the checkpoint lacks ${tensors(absent.length)}`, absent],
      ['ERR_SHAPE', `${tensors(this.#misshapen.length)} of another shape than config says`, this.#misshapen],
      [
        'ERR_UNSUPPORTED',
        `${tensors(this.#unreadable.length)} of a dtype other than ${DTYPES.join(', ')}`,
        this.#unreadable,
      ],
      ['ERR_VALUE', `${tensors(leftover.length)} with no place in ${family}`, leftover.map(show)],
    ]
    const present = faults.filter(([, , names]) => names.length > 0)
    if (!present[0]) return
    const quantized = quantizedBy(this.ignored)
    if (quantized)
      throw refuse('ERR_UNSUPPORTED', 'weights', `weights quantised by ${quantized}`, UNQUANTIZED)
    const sentences = present.map(([, fault, names]) => `${fault}: ${listed(names)}`)
    throw new WhereformerError(present[0][0], `weights: ${sentences.join('; ')}`)
  }
}

/** The tensors that a recipe's positions refer to, those that read pictures or sounds, and factors of others. */
export function tablesOf({ positions, signals, factors }: Recipe): StoredTensor[] {
  return [
    ...[...positions.decoder, ...(positions.encoder ?? [])].flatMap(storedTensorsIn),
    ...(signals?.tables ?? []),
    ...factors.flatMap(({ by }) => (typeof by === 'number' ? [] : [by])),
  ]
}

function tensors(count: number): string {
  return count === 1 ? '1 tensor' : `${count} tensors`
}

function listed(names: readonly string[]): string {
  return names.slice(0, MOST_LISTED).join(', ') + (names.length > MOST_LISTED ? ' …' : '')
}
