// From the text of a formula to its parts. Reading executes nothing of the text: it becomes data, checked before any of it is evaluated.

import type { Wanted } from './fault.js'
import { FormulaError } from './formula-error.js'
import { DEEPEST, LONGEST } from './limits.js'
import { constants, type FormulaKind, functions, type Scope, variablesOf } from './names.js'
import { parse, Unreadable } from './parser.generated.js'
import { type Node, partsOf } from './syntax.js'

export interface Formula {
  readonly kind: FormulaKind
  readonly text: string
  readonly node: Node
  /** The variables in it. */
  readonly uses: ReadonlySet<keyof Scope>
}

/** Throws a FormulaError that says what is wrong, and at which character. */
export function readFormula(text: string, kind: FormulaKind): Formula {
  requireSize(text)
  const node = parsed(text)
  requireNames(node, text, kind)
  return { kind, text, node, uses: new Set(namesIn(node)) }
}

function requireSize(text: string): void {
  if (text.length > LONGEST)
    throw new FormulaError(text.slice(0, LONGEST), { kind: 'long', at: LONGEST, got: text.length })
  let depth = 0
  for (let at = 0; at < text.length; at++) {
    const sign = text.charAt(at)
    if ('(（'.includes(sign)) depth += 1
    if (')）'.includes(sign)) depth -= 1
    if (depth > DEEPEST) throw new FormulaError(text, { kind: 'deep', at })
  }
}

function parsed(text: string): Node {
  try {
    return parse(text) as Node
  } catch (cause) {
    if (!(cause instanceof Unreadable)) throw cause
    const at = cause.location.start.offset
    const sign = text.slice(at).match(/^[A-Za-z0-9.]+|^./su)?.[0]
    throw new FormulaError(text, { kind: 'syntax', at, got: sign, wanted: wantedIn(cause.expected) })
  }
}

/** Where a value may stand nothing else may. */
function wantedIn(expected: readonly { type: string; description?: string }[]): Wanted[] {
  const names = new Set(expected.map(({ type, description = type }) => description))
  if (names.has('number')) return ['value']
  const closing = ([')', ',', ':', 'end'] as const).filter((one) => names.has(one))
  return ['operator', ...closing]
}

function requireNames(node: Node, text: string, kind: FormulaKind): void {
  for (const part of partsOf(node)) requireNames(part, text, kind)
  if (node.kind === 'name') requireVariable(node, text, kind)
  if (node.kind === 'call') requireFunction(node, text, kind)
}

function requireVariable({ name, at }: Node & { kind: 'name' }, text: string, kind: FormulaKind): void {
  if (isVariable(name, kind) || Object.hasOwn(constants, name)) return
  if (Object.hasOwn(functions, name)) throw new FormulaError(text, { kind: 'bare', at, got: name })
  throw unknown(text, name, at, kind)
}

function requireFunction(
  { name, given, at }: Node & { kind: 'call' },
  text: string,
  kind: FormulaKind,
): void {
  if (isVariable(name, kind) || Object.hasOwn(constants, name)) {
    const open = at + name.length + (text.slice(at + name.length).match(/^\s*/)?.[0].length ?? 0)
    throw new FormulaError(text, { kind: 'syntax', at: open, got: '(', wanted: ['operator', 'end'] })
  }
  const known = Object.hasOwn(functions, name) ? functions[name] : undefined
  if (!known) throw unknown(text, name, at, kind)
  const { least, most } = known
  if (given.length < least || given.length > most)
    throw new FormulaError(text, { kind: 'arguments', at, name, got: given.length, least, most })
}

const isVariable = (name: string, kind: FormulaKind): boolean =>
  (variablesOf[kind] as readonly string[]).includes(name)

const unknown = (text: string, got: string, at: number, kind: FormulaKind) =>
  new FormulaError(text, { kind: 'name', at, got, wanted: variablesOf[kind] })

function namesIn(node: Node): (keyof Scope)[] {
  const own = node.kind === 'name' && !Object.hasOwn(constants, node.name) ? [node.name as keyof Scope] : []
  return [...own, ...partsOf(node).flatMap(namesIn)]
}
