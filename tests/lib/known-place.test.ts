// Which files of the core are asked for before the module with the same bytes. In a browser: tests/browser/wasm-missing.spec.ts.

import { runInThisContext } from 'node:vm'
import { describe, expect, test } from 'vitest'
import { isKnown } from '../../web/lib/known-place.js'

const name = 'core-simd.wasm'
const at = (address: string) => isKnown({ name, find: () => new URL(address) })

/** The same, asked by a script that came from this address. */
const from = (script: string, address: string): boolean =>
  runInThisContext('(ask) => ask()', { filename: script })(() => at(address))

describe('the file of a core is expected', () => {
  test.each([
    ['where a bundler gave it a name', 'https://example.org/assets/core-simd-Bq3x.wasm'],
    ['where a bundler gave it a version', 'https://example.org/assets/core-simd.wasm?v=3f'],
    ['inside of the script', 'data:application/wasm;base64,AGFzbQEAAAA='],
    ['on a disk', 'file:///app/dist/core-simd.wasm'],
  ])('%s', (_, address) => {
    expect(at(address)).toBe(true)
  })

  test('beside a script as it is published', () => {
    const folder = 'https://cdn.example/npm/whereformer@0.1.0/dist/'
    expect(from(`${folder}chunk-CA32TMFV.mjs`, `${folder}core-simd.wasm`)).toBe(true)
    expect(from(`${folder}+esm`, `${folder}core-simd.wasm`)).toBe(false)
  })

  test("not on the disk of a bundler's server, whose path stands in import.meta.url", () => {
    const script = 'http://127.0.0.1:3000/_bun/client/index-000000008cec24fc.js'
    expect(from(script, 'file:///app/node_modules/whereformer/dist/core-simd.wasm')).toBe(false)
  })

  test('not beside a script of another name', () => {
    expect(at('https://example.org/assets/core-simd.wasm')).toBe(false)
  })

  test('not where a script has no address', () => {
    const find = () => new URL(name, undefined)
    expect(isKnown({ name, find })).toBe(false)
  })

  test('not where an engine or a tool keeps no stack', () => {
    const { stackTraceLimit } = Error
    Error.stackTraceLimit = 0
    try {
      expect(at('https://example.org/whereformer/dist/core-simd.wasm')).toBe(false)
    } finally {
      Error.stackTraceLimit = stackTraceLimit
    }
  })

  test('bytes inside of a module are no file', () => {
    expect(isKnown({ name: 'the bytes inside', find: () => new Uint8Array(8) })).toBe(false)
  })
})
