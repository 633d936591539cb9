// Chat templates, rendered under bounds.
//
// A template is a program of whoever published the model. It reaches the values that it is given and nothing else; here every step of it
// costs, lists and texts have a largest size, and a namespace is in no other value, so that no value is larger than it was when it was made.

import { Environment, Interpreter, parse, tokenize } from '@huggingface/jinja'

/** In characters. */
const LARGEST_TEMPLATE = 2 ** 18
/** In characters; of every text on the way, too. */
const LARGEST_TEXT = 2 ** 22
/** Of a list or object with all that is in it. */
const MOST_VALUES = 2 ** 18
const MOST_STEPS = 2 ** 20

type Node = Parameters<Interpreter['evaluate']>[0]
type Value = ReturnType<Interpreter['evaluate']>

/** The text of a template. @param now what strftime_now() tells */
export function render(template: string, variables: Readonly<Record<string, unknown>>, now: Date): string {
  if (template.length > LARGEST_TEMPLATE) throw tooMuch(`a template of ${template.length} characters`)
  const program = parse(tokenize(template, { lstrip_blocks: true, trim_blocks: true }))
  const environment = new Environment()
  for (const [name, value] of Object.entries({ ...globals(now), ...variables })) environment.set(name, value)
  return String(new Bounded(environment).run(program).value)
}

const globals = (now: Date) => ({
  true: true,
  false: false,
  none: null,
  True: true,
  False: false,
  None: null,
  raise_exception(message: unknown) {
    throw new Error(String(message))
  },
  range,
  strftime_now: (format: unknown) => strftime(now, String(format)),
})

/** What is not defined is iterated as an empty list, as in Python, and not refused as by the library. */
const NONE = new Environment().set('none', [])

class Bounded extends Interpreter {
  #steps = MOST_STEPS
  readonly #iterated = new WeakSet<object>()
  readonly #sizes = new WeakMap<object, number>()

  override evaluate(node: Node, environment: Environment): Value {
    if (node?.type === 'For') this.#note(node as never)
    const value = super.evaluate(node, environment)
    const isIterated = node !== undefined && this.#iterated.has(node)
    this.#spend(1 + this.#costOf(value, isIterated))
    return isIterated && value.type === 'UndefinedValue' ? NONE : value
  }

  #note({ iterable }: { iterable: { lhs?: object } }): void {
    this.#iterated.add(iterable)
    if (iterable.lhs) this.#iterated.add(iterable.lhs)
  }

  #costOf({ value }: Value, isIterated: boolean): number {
    if (typeof value === 'string') {
      if (value.length > LARGEST_TEXT) throw tooMuch(`a text of ${value.length} characters`)
      return value.length / 64
    }
    if (typeof value !== 'object' || value === null) return 0
    const isNew = !this.#sizes.has(value)
    this.#sizeOf(value)
    const count = Array.isArray(value) ? value.length : value instanceof Map ? value.size : 0
    return count * (isIterated ? 16 : isNew ? 4 : 1 / 64)
  }

  /** How many values are in one, as when it was made: only namespaces change, and those are in none. */
  #sizeOf(value: object): number {
    const known = this.#sizes.get(value)
    if (known !== undefined) return known
    let size = 1
    for (const one of insideOf(value)) {
      if (one.type === 'NamespaceValue') throw tooMuch('a namespace inside of another value')
      size += typeof one.value === 'object' && one.value !== null ? this.#sizeOf(one.value) : 1
      if (size > MOST_VALUES) throw tooMuch(`more than ${MOST_VALUES} values in one`)
    }
    this.#sizes.set(value, size)
    return size
  }

  #spend(steps: number): void {
    this.#steps -= steps
    if (this.#steps < 0) throw tooMuch(`more than ${MOST_STEPS} steps`)
  }
}

function insideOf(value: object): Value[] {
  if (Array.isArray(value)) return value
  return value instanceof Map ? [...value.values()] : []
}

function range(...given: number[]): number[] {
  const [start = 0, stop = 0, step = 1] = given.length === 1 ? [0, ...given] : given
  const count = Math.max(0, Math.ceil((stop - start) / step))
  if (!(count <= MOST_VALUES)) throw tooMuch(`range(${given.join(', ')})`)
  return Array.from({ length: count }, (_, i) => start + i * step)
}

const MONTHS = 'January February March April May June July August September October November December'.split(
  ' ',
)
const DAYS = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ')

/** As Python's in the locale C. */
function strftime(now: Date, format: string): string {
  const two = (number: number) => String(number).padStart(2, '0')
  const month = MONTHS[now.getMonth()] as string
  const day = DAYS[now.getDay()] as string
  const said: Record<string, string> = {
    '%Y': String(now.getFullYear()),
    '%y': two(now.getFullYear() % 100),
    '%m': two(now.getMonth() + 1),
    '%d': two(now.getDate()),
    '%B': month,
    '%b': month.slice(0, 3),
    '%A': day,
    '%a': day.slice(0, 3),
    '%H': two(now.getHours()),
    '%I': two(now.getHours() % 12 || 12),
    '%M': two(now.getMinutes()),
    '%S': two(now.getSeconds()),
    '%p': now.getHours() < 12 ? 'AM' : 'PM',
    '%%': '%',
  }
  return format.replace(/%-?./g, (token) => {
    const text = said[token.replace('-', '')]
    if (text === undefined) throw new Error(`strftime_now: ${token} is not known here`)
    return token.length > 2 ? text.replace(/^0+(?=\d)/, '') : text
  })
}

function tooMuch(what: string): Error {
  return new RangeError(`${what} is more than a template may have`)
}
