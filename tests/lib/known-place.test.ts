// Which files of the core are asked for before the module with the same bytes. In a browser: tests/browser/wasm-missing.spec.ts.

import { describe, expect, test } from 'vitest'
import { isKnown } from '../../web/lib/known-place.js'

const name = 'core-simd.wasm'
const at = (address: string) => isKnown({ name, find: () => new URL(address) })

describe('the file of a core is expected', () => {
  test.each([
    ['where a bundler gave it a name', 'https://example.org/assets/core-simd-Bq3x.wasm'],
    ['where a bundler gave it a version', 'https://example.org/assets/core-simd.wasm?v=3f'],
    ['inside of the script', 'data:application/wasm;base64,AGFzbQEAAAA='],
    ['on a disk', 'file:///app/dist/core-simd.wasm'],
  ])('%s', (_, address) => {
    expect(at(address)).toBe(true)
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
