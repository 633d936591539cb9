// Every entry of the built package has an error class of its own: each recognises the errors of all others, also of another realm and
// behind the worker of the lab.

import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { createContext, runInContext } from 'node:vm'
import { beforeAll, describe, expect, test } from 'vitest'
import { packageFile } from '../support/package-files.js'

interface Entry {
  WhereformerError: new (code: string, message: string) => Error & { code: string }
}

const pathOf = (file: string) => fileURLToPath(packageFile(file))
const MODULES = ['node.mjs', 'inline.mjs', 'web.mjs', 'worker.mjs', 'lab-node.mjs', 'lab.mjs']
const COMMON = ['node.cjs', 'worker.cjs', 'lab-node.cjs']
const SCRIPT = 'whereformer.global.js'
const entries = new Map<string, Entry>()

/** As a frame of a page, or jsdom, has it: with an Error of its own. */
function inAnotherRealm(): Entry {
  const realm = createContext({ performance, TextDecoder, TextEncoder, URL })
  runInContext(readFileSync(pathOf(SCRIPT), 'utf8'), realm)
  return runInContext('whereformer', realm)
}

beforeAll(async () => {
  for (const name of MODULES) entries.set(name, await import(/* @vite-ignore */ pathOf(name)))
  for (const name of COMMON) entries.set(name, createRequire(import.meta.url)(pathOf(name)))
  entries.set(SCRIPT, inAnotherRealm())
})

describe('an error of any entry is one for every entry', () => {
  test.each([...MODULES, ...COMMON, SCRIPT])('%s', (name) => {
    const own = entries.get(name) as Entry
    const classes = [...entries.values()].map(({ WhereformerError }) => WhereformerError)
    expect(new Set(classes).size).toBeGreaterThan(4) // else there is nothing to tell apart
    const error = new own.WhereformerError('ERR_VALUE', 'a: got b, wanted c')
    for (const [other, { WhereformerError }] of entries)
      expect(error instanceof WhereformerError, `of ${name} for ${other}`).toBe(true)
    expect([error.name, error.code]).toEqual(['WhereformerError', 'ERR_VALUE'])
  })

  test('nothing else is one', () => {
    const named = Object.assign(new Error('a'), { name: 'WhereformerError', code: 'ERR_VALUE' })
    const throwing = new Proxy({}, { get: () => expect.fail('read') })
    for (const { WhereformerError } of entries.values()) {
      for (const other of [named, new RangeError('a'), throwing, {}, 'ERR_VALUE', null, undefined])
        expect(other instanceof WhereformerError).toBe(false)
      class Narrow extends WhereformerError {}
      expect(new WhereformerError('ERR_VALUE', 'a')).not.toBeInstanceOf(Narrow)
      expect(new Narrow('ERR_VALUE', 'a')).toBeInstanceOf(Narrow)
    }
  })
})

describe('a run of the lab that the trainer refuses', () => {
  test.each(['lab-node.mjs', 'lab-node.cjs'])('%s reports the refusal, once', async (name) => {
    const { run } = entries.get(name) as unknown as typeof import('whereformer/lab')
    const reports = []
    const options = { task: 'copy', encodings: ['rope'], trainLength: 4, testLengths: [4] } as const
    for await (const report of run({ ...options, model: { activation: 'wave' } })) reports.push(report)
    expect(reports.map(({ kind }) => kind)).toEqual(['start', 'failure', 'results'])
    const { error } = reports[1] as Extract<(typeof reports)[number], { kind: 'failure' }>
    expect(error.code).toBe('ERR_VALUE')
    expect(error.message).toContain('activation')
    expect(error.message).toContain('"wave"')
  })
})
