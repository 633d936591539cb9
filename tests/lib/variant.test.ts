// Which bytes of a core are compiled: as they came, or made relaxed by a patch. On small stand-ins for cores, and in an engine that has
// relaxed SIMD as one that lacks it; the built package: tests/wasm/lifetime.test.ts, in a browser tests/browser/wasm-missing.spec.ts.

import { deflateRawSync } from 'node:zlib'
import { createDelta } from 'fossil-delta'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { checksum } from '../../web/lib/checksum.js'
import { inflated } from '../../web/lib/inflated.js'
import type { Patch, PatchSource, WasmSources } from '../../web/lib/load-options.js'
import { patchOf } from '../../web/lib/patched.js'
import { variantOf, varying } from '../../web/lib/variant.js'
import { expectRejection } from '../support/errors.js'

const plain = Uint8Array.from({ length: 3000 }, (_, i) => Math.imul(i, 0x9e3779b1) >>> 24)
const relaxed = plain.map((byte, i) => (i % 700 === 9 ? byte + 1 : byte))
const other = plain.map((byte, i) => (i === 1500 ? byte + 1 : byte))

const deflated = (bytes: Uint8Array) => deflateRawSync(bytes).toString('base64')
const patchFrom = (from: Uint8Array): Patch =>
  patchOf(checksum(from), deflated(createDelta(from, relaxed)), checksum(relaxed))

const patch = patchFrom(plain)
const found = (name: string, one: Patch): PatchSource => ({ name, find: async () => ({ default: one }) })
const missing: PatchSource = { name: 'lost.mjs', find: () => Promise.reject(new Error('404')) }
const sources = (...patches: PatchSource[]): WasmSources => ({
  simd: [{ name: 'core-simd.wasm', find: () => plain }],
  relaxed: patches,
})

const ARGUMENT = 'options.wasmUrl'
const made = (asked: 'simd' | 'relaxed' | 'fastest', bytes: Uint8Array, ...patches: PatchSource[]) =>
  varying(asked, sources(...patches))(new Uint8Array(bytes), ARGUMENT, 'https://example.org/a.wasm')

describe('a patch', () => {
  test('makes the file of the bytes that it is of, and of the file itself', () => {
    expect(patch(plain)).toEqual(relaxed)
    expect(patch(relaxed)).toEqual(relaxed)
  })

  test.each([
    ['with another byte in the middle', other],
    ['with another byte where the patch puts one', plain.map((byte, i) => (i === 709 ? byte + 5 : byte))],
    ['with one byte more', Uint8Array.of(...plain, 1)],
    ['of the file with one byte more', Uint8Array.of(...relaxed, 1)],
    ['cut short', plain.subarray(0, 2900)],
    ['in another order', Uint8Array.of(...plain.subarray(4), ...plain.subarray(0, 4))],
    ['of nothing', new Uint8Array()],
  ])('refuses bytes %s', (_, bytes) => {
    expect(patch(bytes)).toBeUndefined()
  })

  test('leaves the bytes that it is given as they are', () => {
    const given = plain.slice()
    patch(given)
    expect(given).toEqual(plain)
  })
})

test('text is inflated', () => {
  expect(inflated(deflated(plain))).toEqual(plain)
  expect(inflated(deflated(new Uint8Array()))).toEqual(new Uint8Array())
})

describe('bytes of a core', () => {
  const ours = found('core-relaxed-patch.mjs', patch)
  const theirs = found('theirs.mjs', patchFrom(other))

  test('are taken as they came where simd is asked for, and no patch is loaded', async () => {
    const find = vi.fn(async () => ({ default: patch }))
    expect(await made('simd', plain, { name: 'never.mjs', find })).toEqual(plain)
    expect(find).not.toHaveBeenCalled()
  })

  test.each(['relaxed', 'fastest'] as const)('become relaxed, or are already: %s', async (asked) => {
    expect(await made(asked, plain, ours)).toEqual(relaxed)
    expect(await made(asked, relaxed, ours)).toEqual(relaxed)
  })

  test('take the first patch that fits, also where another does not come', async () => {
    expect(await made('relaxed', plain, theirs, ours)).toEqual(relaxed)
    expect(await made('relaxed', plain, missing, ours)).toEqual(relaxed)
  })

  test('that no patch fits are taken as they came, or refused', async () => {
    expect(await made('fastest', other, ours)).toEqual(other)
    const words = [ARGUMENT, 'https://example.org/a.wasm', 'core-simd.wasm of this version']
    await expectRejection(made('relaxed', other, ours), 'ERR_LOAD', ...words)
  })

  test('are taken as they came, or refused, where the patch does not come', async () => {
    expect(await made('fastest', plain, missing)).toEqual(plain)
    await expectRejection(made('relaxed', plain, missing), 'ERR_LOAD', 'lost.mjs', '404', "'fastest'")
  })
})

describe('the variant', () => {
  const variant = (value: unknown, ...patches: PatchSource[]) =>
    variantOf(value, sources(...patches), 'options.variant')

  afterEach(() => {
    vi.restoreAllMocks()
  })

  test.each([
    ['the engine has relaxed SIMD', true, [missing], 'relaxed', 'fastest'],
    ['the engine lacks it', false, [missing], 'ERR_UNSUPPORTED', 'simd'],
    ['the entry has no patch', true, [], 'ERR_UNSUPPORTED', 'simd'],
  ])('where %s', (_, has, patches, asRelaxed, asFastest) => {
    vi.spyOn(WebAssembly, 'validate').mockReturnValue(has)
    expect(variant('simd', ...patches)).toBe('simd')
    expect(variant('fastest', ...patches)).toBe(asFastest)
    const refused = asRelaxed.startsWith('ERR')
    if (refused)
      expect(() => variant('relaxed', ...patches)).toThrow(expect.objectContaining({ code: asRelaxed }))
    else expect(variant('relaxed', ...patches)).toBe(asRelaxed)
  })
})
