// The settings of a figure: the author's initial values and the reader's changes. Every value is valid at all times.

import type { Field, Fields, Json, StateOf } from './fields.js'
import { type Complaint, printState, readState, shown } from './figure-state.js'

export class FigureSettings<F extends Fields> {
  readonly #fields: F
  /** From attributes and properties; reset() restores it. */
  #start: StateOf<F>
  #now: StateOf<F>
  /** By the name of the field, or 'state'. */
  readonly complaints = new Map<string, Complaint>()

  constructor(fields: F) {
    this.#fields = fields
    const initial = Object.entries(fields).map(([name, field]) => [name, field.initial])
    this.#start = Object.fromEntries(initial) as StateOf<F>
    this.#now = this.#start
  }

  get now(): StateOf<F> {
    return this.#now
  }

  get isChanged(): boolean {
    return this.#now !== this.#start
  }

  /** From an attribute or a property; null and undefined mean the default. */
  assign(name: keyof F & string, given: unknown): void {
    const field = this.#fields[name] as Field<unknown>
    const { value, wanted } = given === null || given === undefined ? {} : safely(field, given)
    this.complaints.delete(name)
    if (wanted !== undefined) this.complaints.set(name, { name, got: shown(given), wanted })
    const used = value === undefined ? field.initial : value
    this.#start = { ...this.#start, [name]: used }
    this.#now = { ...this.#now, [name]: used }
  }

  /** Changes by the reader. */
  change(changes: Partial<StateOf<F>>): void {
    const { values } = readState(this.#fields, changes)
    for (const name of Object.keys(changes)) this.complaints.delete(name)
    const cleared = Object.entries(changes).filter(([, value]) => value === undefined)
    this.#now = { ...this.#now, ...Object.fromEntries(cleared), ...values }
  }

  /** From a link or a host page; omitted settings take the author's values. */
  restore(given: unknown): void {
    const { values, complaints } = safelyRead(this.#fields, given)
    this.complaints.clear()
    for (const complaint of complaints) this.complaints.set(complaint.name, complaint)
    this.#now = { ...this.#start, ...values }
  }

  reset(): void {
    this.complaints.clear()
    this.#now = this.#start
  }

  /** What differs from the author's values or from the defaults: enough to restore the figure. */
  print(): Record<string, Json> {
    return { ...printState(this.#fields, this.#now, this.#start), ...this.printFromDefaults() }
  }

  /** What differs from the defaults: the attributes of an element that starts like this. */
  printFromDefaults(): Record<string, Json> {
    const initial = Object.entries(this.#fields).map(([name, field]) => [name, field.initial])
    return printState(this.#fields, this.#now, Object.fromEntries(initial))
  }
}

// Getters of the given object may throw.
function safely(field: Field<unknown>, given: unknown) {
  try {
    return field.read(given)
  } catch {
    return { wanted: typeof field.initial }
  }
}

function safelyRead(fields: Fields, given: unknown) {
  try {
    return readState(fields, given)
  } catch {
    return readState(fields, undefined)
  }
}
