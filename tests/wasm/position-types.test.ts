// web/lib/position-types.ts says the same as the catalogue: names, kinds, choices, and what must be there.

import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { type EncodingParameter, encodings } from 'whereformer'

const file = fileURLToPath(new URL('../../web/lib/position-types.ts', import.meta.url))
const program = ts.createProgram([file], { strict: true, target: ts.ScriptTarget.ES2022, noEmit: true })
const checker = program.getTypeChecker()
const members = membersByType()

function membersByType(): Map<string, ts.Type> {
  const source = program.getSourceFile(file)
  const symbol = source && checker.getSymbolAtLocation(source)
  const union = symbol && checker.getExportsOfModule(symbol).find(({ name }) => name === 'PositionEncoding')
  const declared = union && checker.getDeclaredTypeOfSymbol(union)
  if (!declared?.isUnion()) throw new TypeError('PositionEncoding is no union')
  return new Map(declared.types.map((member) => [literalOf(member), member]))
}

function literalOf(member: ts.Type): string {
  const symbol = member.getProperty('type')
  const type = symbol && checker.getTypeOfSymbol(symbol)
  if (!type?.isStringLiteral()) throw new TypeError(`${checker.typeToString(member)} has no type`)
  return type.value
}

/** [name with dots, what it is] of every property. */
function properties(type: ts.Type, prefix = ''): [string, string][] {
  return type.getProperties().flatMap((symbol): [string, string][] => {
    const name = prefix + symbol.name
    if (name === 'type') return []
    const value = checker.getNonNullableType(checker.getTypeOfSymbol(symbol))
    const isGroup = encodings.some(({ parameters }) => parameters.some((p) => p.name.startsWith(`${name}.`)))
    if (isGroup) return properties(value, `${name}.`)
    return [[name, `${kindOf(value)}${symbol.flags & ts.SymbolFlags.Optional ? '' : ', required'}`]]
  })
}

function kindOf(type: ts.Type): string {
  const parts = type.isUnion() ? type.types : [type]
  if (parts.every((part) => part.isStringLiteral()))
    return parts
      .map(({ value }) => value)
      .sort()
      .join(' | ')
  const text = checker.typeToString(type)
  if (text.includes('readonly number[]')) return 'numbers' // some may be tables too
  return /\bTable\b/.test(text) ? 'tensor' : text
}

function expected({ kind, choices = [], required }: EncodingParameter): string {
  const words = kind === 'choice' ? [...choices].sort().join(' | ') : kind === 'integer' ? 'number' : kind
  return required ? `${words}, required` : words
}

test('there is a type of each encoding', () => {
  expect([...members.keys()].sort()).toEqual(encodings.map(({ type }) => type).sort())
})

test.each(encodings)('$type', ({ type, parameters }) => {
  const member = members.get(type)
  const wanted = parameters.map((parameter) => [parameter.name, expected(parameter)])
  expect(Object.fromEntries(member ? properties(member) : [])).toEqual(Object.fromEntries(wanted))
})
