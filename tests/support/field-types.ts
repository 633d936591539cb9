// The types of the fields of a saved config.json, against those that transformers declares (tools/golden/field_types.py) and checks.

import { readFileSync } from 'node:fs'

type Kinds = Readonly<Record<string, string>>

const declared: Readonly<Record<string, Kinds>> = JSON.parse(
  readFileSync(new URL('../golden/field-types.json', import.meta.url), 'utf8'),
)

const TOKENS = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g

class Literal {
  readonly kind: 'float' | 'int'

  constructor(text: string) {
    this.kind = /[.eE]/.test(text) ? 'float' : 'int'
  }
}

const MARK = 'number literal: '

/** The parsed file, in which numbers know how they are written. */
function parse(file: Uint8Array): Record<string, unknown> {
  const marked = new TextDecoder()
    .decode(file)
    .replace(TOKENS, (token) => (token.startsWith('"') ? token : JSON.stringify(MARK + token)))
  return JSON.parse(marked, (_, value) =>
    typeof value === 'string' && value.startsWith(MARK) ? new Literal(value.slice(MARK.length)) : value,
  )
}

function kindOf(value: unknown): string {
  if (value === null) return 'null'
  if (value instanceof Literal) return value.kind
  if (Array.isArray(value)) return 'list'
  return typeof value === 'boolean' ? 'bool' : typeof value
}

/** "path: kind, not one of …" of each field that transformers would refuse, and how many were compared. */
export function wrongTypes(file: Uint8Array): { wrong: string[]; compared: number } {
  const config = parse(file)
  const kinds = declared[config.model_type as string]
  if (!kinds) return { wrong: [], compared: 0 }
  const all = Object.entries(kinds).flatMap(([path, allowed]) => {
    const value = path
      .split('.')
      .reduce<unknown>((object, key) => (object as Kinds | undefined)?.[key], config)
    return value === undefined ? [] : [{ path, allowed, kind: kindOf(value) }]
  })
  const wrong = all.filter(({ allowed, kind }) => !allowed.split(' ').includes(kind))
  return { wrong: wrong.map((one) => `${one.path}: ${one.kind}, not ${one.allowed}`), compared: all.length }
}
