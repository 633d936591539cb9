// A formula as an expression of JavaScript, for the code that a figure shows.

import { constants } from './names.js'
import type { Node, Operator } from './syntax.js'

/** How tightly the parts of an expression hold together. */
const [CHOICE, COMPARISON, SUM, PRODUCT, SIGN, POWER, ATOM] = [0, 1, 2, 3, 4, 5, 6] as const

const levels: Readonly<Record<Operator, number>> = {
  '<': COMPARISON,
  '<=': COMPARISON,
  '>': COMPARISON,
  '>=': COMPARISON,
  '==': COMPARISON,
  '!=': COMPARISON,
  '+': SUM,
  '-': SUM,
  '*': PRODUCT,
  '/': PRODUCT,
  '%': PRODUCT,
  '^': POWER,
}

const signs: Partial<Record<Operator, string>> = { '^': '**', '==': '===', '!=': '!==' }

export function javaScriptOf(node: Node): string {
  return printed(node, CHOICE)
}

/** In parentheses where the part holds less tightly than what is around it. */
function printed(node: Node, around: number): string {
  const [text, level] = levelled(node)
  return level < around ? `(${text})` : text
}

function levelled(node: Node): [text: string, level: number] {
  switch (node.kind) {
    case 'number':
      return [String(node.value), ATOM]
    case 'name':
      return [Object.hasOwn(constants, node.name) ? `Math.${node.name.toUpperCase()}` : node.name, ATOM]
    case 'call':
      return [called(node.name, node.given.map(javaScriptOf)), ATOM]
    case 'negative':
      return [`-${printed(node.of, ATOM)}`, SIGN]
    case 'binary': {
      const compared = comparison(node)
      return compared ? [`Number(${compared})`, ATOM] : operation(node)
    }
    case 'choice': {
      const test = comparison(node.test) ?? printed(node.test, COMPARISON)
      return [`${test} ? ${printed(node.yes, CHOICE)} : ${printed(node.no, CHOICE)}`, CHOICE]
    }
  }
}

function called(name: string, given: readonly string[]): string {
  const [x, low, high] = given
  return name === 'clamp' ? `Math.min(Math.max(${x}, ${low}), ${high})` : `Math.${name}(${given.join(', ')})`
}

/** JavaScript has no power of a sign, and powers from right to left; all else from left to right. */
function operation({ operator, left, right }: Node & { kind: 'binary' }): [text: string, level: number] {
  const level = levels[operator]
  const [before, after] = operator === '^' ? [ATOM, SIGN] : [level, level + 1]
  return [`${printed(left, before)} ${signs[operator] ?? operator} ${printed(right, after)}`, level]
}

/** A comparison as what it is in JavaScript: true or false. */
function comparison(node: Node): string | undefined {
  if (node.kind !== 'binary' || levels[node.operator] !== COMPARISON) return undefined
  const { operator, left, right } = node
  return `${printed(left, SUM)} ${signs[operator] ?? operator} ${printed(right, SUM)}`
}
