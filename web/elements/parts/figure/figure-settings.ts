// The settings of a figure: the author's initial values and the reader's changes. Every value is valid at all times.

import type { Json } from '../../../content/json.js'
import type { Field, Fields, StateOf } from './fields.js'
import { type Complaint, printState, type Refused, readState, shown } from './figure-state.js'

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

export class FigureSettings<F extends Fields> {
  readonly #fields: F
  /** From attributes and properties; reset() restores it. */
  #start: StateOf<F>
  #now: StateOf<F>
  /** By the name of what is rejected, or 'state'. */
  readonly complaints = new Map<string, Complaint>()
  /** Set by the last act: what is wrong with these is told, what it makes impossible elsewhere gives way. */
  #answerable = new Set<string>()
  /** That act was the reader's. */
  #isReaders = false
  /** Set before that act, and not read since. */
  #waiting = new Set<string>()

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

  get isReaders(): boolean {
    return this.#isReaders
  }

  /** From an attribute or a property; null and undefined mean the default. */
  assign(name: keyof F & string, given: unknown): void {
    const field = this.#fields[name] as Field<unknown>
    const { value, wanted } = given === null || given === undefined ? {} : safely(field, given)
    this.#forgive(name)
    this.#answerable.add(name)
    this.#isReaders = false
    this.#waiting.clear()
    if (wanted !== undefined) this.complaints.set(name, { name, got: shown(given), wanted })
    const used = value === undefined ? field.initial : value
    this.#start = { ...this.#start, [name]: used }
    this.#now = { ...this.#now, [name]: used }
  }

  /** Changes by the reader. */
  change(changes: Partial<StateOf<F>>): void {
    const { values } = readState(this.#fields, changes)
    for (const name of Object.keys(changes)) this.#forgive(name)
    this.#answerable = new Set(Object.keys(changes))
    this.#isReaders = true
    this.#waiting.clear()
    const cleared = Object.entries(changes).filter(([, value]) => value === undefined)
    this.#now = { ...this.#now, ...Object.fromEntries(cleared), ...values }
  }

  /** From a link or a host page; omitted settings take the author's values. */
  restore(given: unknown): void {
    const { values, complaints } = safelyRead(this.#fields, given)
    this.complaints.clear()
    const isNew = (name: string) => !same(values[name], this.#now[name])
    this.#answerable = new Set(Object.keys(values).filter(isNew))
    this.#isReaders = false
    this.#waiting.clear()
    for (const complaint of complaints) this.complaints.set(complaint.name, complaint)
    this.#now = { ...this.#start, ...values }
  }

  reset(): void {
    this.complaints.clear()
    this.#now = this.#start
  }

  /** A value that the computation rejects gives way to the one it uses, so that no link carries it. */
  refuse({ name, wanted, got, part, waits, used = this.#fields[name]?.initial }: Refused): void {
    const given = this.#now[name]
    const isAsked = got !== undefined || this.#answerable.has(name)
    if ((waits || !isAsked) && same(given, this.#fields[name]?.initial)) return // nobody asked for it
    if (isAsked) this.#complain(part === undefined ? name : `${name}.${part}`, got ?? given, wanted)
    else if (waits) {
      this.#waiting.add(name)
      this.#now = { ...this.#now }
      return
    }
    const wasStart = this.#now === this.#start
    if (this.#start[name] === given) this.#start = { ...this.#start, [name]: used }
    this.#now = wasStart ? this.#start : { ...this.#now, [name]: used }
  }

  #complain(name: string, got: unknown, wanted: string): void {
    const before = this.complaints.get(name) // of a value that was moved into its range already
    this.complaints.set(name, { name, got: before?.got ?? shown(got), wanted })
  }

  #forgive(field: string): void {
    for (const name of this.complaints.keys())
      if (name === field || name.startsWith(`${field}.`)) this.complaints.delete(name)
  }

  /** Settings that differ from the author's values or from the defaults: enough to restore the figure. */
  print(): Record<string, Json> {
    return { ...this.#printed(this.#start), ...this.printFromDefaults() }
  }

  /** Settings that differ from the defaults: the attributes of an element that starts in this state. */
  printFromDefaults(): Record<string, Json> {
    const initial = Object.entries(this.#fields).map(([name, field]) => [name, field.initial])
    return this.#printed(Object.fromEntries(initial))
  }

  #printed(usual: object): Record<string, Json> {
    const waiting = Array.from(this.#waiting, (name) => [name, (usual as Record<string, unknown>)[name]])
    return printState(this.#fields, { ...this.#now, ...Object.fromEntries(waiting) }, usual)
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
