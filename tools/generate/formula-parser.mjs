// The parser of formulas, made by Peggy from web/formula/grammar.peggy.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import peggy from 'peggy'
import { root } from '../paths.mjs'
import { formatted } from './generated.mjs'

const grammar = 'web/formula/grammar.peggy'
const parser = 'web/formula/parser.generated.ts'

const HEAD = `// biome-ignore-all lint: Peggy wrote it
// @ts-nocheck
// Generated from ${grammar} by "npm run generate". Do not edit.

`

const TYPES = `
export interface Unreadable extends Error {
  readonly expected: readonly { type: string; description?: string }[]
  readonly location: { readonly start: { readonly offset: number } }
}

/** The class of errors that parse() throws. */
export const Unreadable: new (...given: never) => Unreadable = peg$SyntaxError
export const parse: (text: string) => unknown = peg$parse
`

/** @returns path from the root → text */
export function formulaParserFile() {
  const text = readFileSync(join(root, grammar), 'utf8')
  const source = peggy.generate(text, { output: 'source', format: 'es' })
  const [body] = source.split('const peg$allowedStartRules')
  return new Map([[parser, formatted(`${HEAD}${body}${TYPES}`, parser)]])
}
