// The settings of a figure: where its author starts it, and what the reader has made of it. Every value is legal at all times.

import type { Field, Fields, Json, StateOf } from './fields.js'
import { type Complaint, printState, readState, shown } from './figure-state.js'

export class FigureSettings<F extends Fields> {
  readonly #fields: F
  /** What attributes and properties say: reset leads back here. */
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

  /** From the reader's hand. */
  change(changes: Partial<StateOf<F>>): void {
    const { values } = readState(this.#fields, changes)
    for (const name of Object.keys(changes)) this.complaints.delete(name)
    const cleared = Object.entries(changes).filter(([, value]) => value === undefined)
    this.#now = { ...this.#now, ...Object.fromEntries(cleared), ...values }
  }

  /** From a link or a host; what is not mentioned is as its author has it. */
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

  /** What differs from the author's start, or from the defaults: with it the figure can be put back as it is. */
  print(): Record<string, Json> {
    return { ...printState(this.#fields, this.#now, this.#start), ...this.printFromDefaults() }
  }

  /** What differs from the defaults: the attributes of an element that starts like this. */
  printFromDefaults(): Record<string, Json> {
    const initial = Object.entries(this.#fields).map(([name, field]) => [name, field.initial])
    return printState(this.#fields, this.#now, Object.fromEntries(initial))
  }
}

// Values with getters that throw are no values.
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
