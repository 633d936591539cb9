// What docs/conflicts.md says: both sides by their parameter, and what lies between them. docs/conflicts.md names these tests.

import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { mistakes } from '../../../web/elements/figures/mistakes/collection/index.js'
import { defaultOf, entryOf, parameterOf } from '../../support/conflicts.js'

describe('official texts that were wrong', () => {
  test('are refuted among the mistakes: tests/wasm/mistakes.test.ts', () => {
    const ids = mistakes.map(({ id }) => id)
    expect(ids).toContain('alibi-sign')
    expect(ids).toContain('rope-decays')
  })
})

describe('docs/conflicts.md', () => {
  const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8')
  const page = read('../../../docs/conflicts.md')

  test('names every test here, and no other', () => {
    const named = [...page.matchAll(/\| _([^_|]+)_ \|/g)].map(([, name]) => name)
    const files = readdirSync(new URL('.', import.meta.url)).map((file) => read(`./${file}`))
    const here = files.flatMap((text) => [...text.matchAll(/^describe\('(.+)', /gm)].map(([, name]) => name))
    expect(new Set(named)).toEqual(new Set(here.filter((name) => name !== 'docs/conflicts.md')))
  })

  test('prints defaults in bold', () => {
    const bold = [...page.matchAll(/\*\*`(\{ ?".+?\})`\*\*/g)].map(([, json]) => JSON.parse(json as string))
    expect(bold.length).toBeGreaterThan(20)
    for (const { type, scaling, ...rest } of bold) {
      for (const [name, value] of Object.entries(rest)) {
        const { kind, default: usual } = parameterOf(type, name)
        if (kind === 'choice' || kind === 'boolean') expect(value, `${type}.${name}`).toBe(usual)
      }
      if (scaling?.truncate !== undefined) expect(scaling.truncate).toBe(defaultOf(type, 'scaling.truncate'))
    }
  })

  test('writes JSON that the library takes: known types, parameters and choices', () => {
    const snippets = [...page.matchAll(/`(\{ ?".+?\})`/g)].map(([, json]) => JSON.parse(json as string))
    expect(snippets.length).toBeGreaterThan(20)
    for (const { type, scaling = {}, ...rest } of snippets) {
      const inner = Object.entries(scaling).map(([name, value]) => [`scaling.${name}`, value] as const)
      for (const [name, value] of [...Object.entries(rest), ...inner]) {
        const parameter = entryOf(type).parameters.find((one) => one.name === name)
        expect(parameter, `${type}.${name}`).toBeDefined()
        if (parameter?.choices) expect(parameter.choices).toContain(value)
      }
    }
  })
})
