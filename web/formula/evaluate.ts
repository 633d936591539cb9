// The value of a formula, in double. A formula becomes functions of its variables, one per part, which are made once and called per value.

import { constants, functions, type Scope, variables } from './names.js'
import type { Node, Operator } from './syntax.js'

export type Valued = (scope: Scope) => number

const operations: { readonly [operator in Operator]: (x: number, y: number) => number } = {
  '+': (x, y) => x + y,
  '-': (x, y) => x - y,
  '*': (x, y) => x * y,
  '/': (x, y) => x / y,
  '%': (x, y) => x % y,
  '^': (x, y) => x ** y,
  '<': (x, y) => Number(x < y),
  '<=': (x, y) => Number(x <= y),
  '>': (x, y) => Number(x > y),
  '>=': (x, y) => Number(x >= y),
  '==': (x, y) => Number(x === y),
  '!=': (x, y) => Number(x !== y),
}

export function valued(node: Node): Valued {
  switch (node.kind) {
    case 'number': {
      const { value } = node
      return () => value
    }
    case 'name':
      return ofName(node.name)
    case 'call':
      return ofCall(node.name, node.given.map(valued))
    case 'negative': {
      const of = valued(node.of)
      return (scope) => -of(scope)
    }
    case 'binary': {
      const [operation, left, right] = [operations[node.operator], valued(node.left), valued(node.right)]
      return (scope) => operation(left(scope), right(scope))
    }
    case 'choice': {
      const [test, yes, no] = [valued(node.test), valued(node.yes), valued(node.no)]
      return (scope) => (test(scope) ? yes(scope) : no(scope))
    }
  }
}

function ofName(name: string): Valued {
  const value = Object.hasOwn(constants, name) ? constants[name] : undefined
  return value === undefined ? variables[name as keyof Scope] : () => value
}

function ofCall(name: string, given: readonly Valued[]): Valued {
  const of = functions[name]?.of as (...values: number[]) => number
  const [x, y] = given
  if (x && given.length === 1) return (scope) => of(x(scope))
  if (x && y && given.length === 2) return (scope) => of(x(scope), y(scope))
  // spread: eight at most, as names.ts says
  return (scope) => of(...given.map((value) => value(scope)))
}
