// Arrays in files: .npy of each type, order and version, safetensors, JSON.

import { describe, expect, test } from 'vitest'
import { arrayIn } from '../../web/lib/identify/array-file.js'
import { expectRefusal } from '../support/errors.js'
import { npyFile } from '../support/npy-file.js'
import { wellFormed } from '../support/safetensors-file.js'

const text = (json: string) => new TextEncoder().encode(json)
const numbers = [1, -2.5, 0.125, 4, 5, 6]

describe('npy', () => {
  test.each(['<f2', '<f4', '<f8'] as const)('%s', (descr) => {
    const read = arrayIn(npyFile(numbers, [2, 3], { descr }), 'x.npy')
    expect([Array.from(read.data), read.shape]).toEqual([numbers, [2, 3]])
  })

  test.each(['<i4', '<i8'] as const)('whole numbers, %s', (descr) => {
    const read = arrayIn(npyFile([0, 3, -1], [3], { descr }), 'p.npy')
    expect([Array.from(read.data), read.shape]).toEqual([[0, 3, -1], [3]])
  })

  test.each([1, 2, 3])('version %i', (version) => {
    expect(arrayIn(npyFile(numbers, [6], { version }), 'x.npy').shape).toEqual([6])
  })

  test("Fortran's order runs the first axis fastest", () => {
    const read = arrayIn(npyFile([1, 4, 2, 5, 3, 6], [2, 3], { isFortran: true }), 'x.npy')
    expect([Array.from(read.data), read.shape]).toEqual([
      [1, 2, 3, 4, 5, 6],
      [2, 3],
    ])
    const eight = [0, 4, 2, 6, 1, 5, 3, 7]
    expect(Array.from(arrayIn(npyFile(eight, [2, 2, 2], { isFortran: true }), 'x.npy').data)).toEqual([
      0, 1, 2, 3, 4, 5, 6, 7,
    ])
  })

  test('a view that starts anywhere', () => {
    const file = npyFile(numbers, [6], { descr: '<f8' })
    const moved = new Uint8Array(file.length + 3)
    moved.set(file, 3)
    expect(Array.from(arrayIn(moved.subarray(3), 'x.npy').data)).toEqual(numbers)
  })

  test('refuses what it cannot read', () => {
    const whole = npyFile(numbers, [6])
    expectRefusal(
      () => arrayIn(npyFile(numbers, [6], { descr: '>f4' }), 'x.npy'),
      'ERR_PARSE',
      '">f4"',
      '<f4',
    )
    expectRefusal(() => arrayIn(npyFile(numbers, [6], { version: 4 }), 'x.npy'), 'ERR_PARSE', 'version 4')
    expectRefusal(() => arrayIn(whole.subarray(0, whole.length - 1), 'x.npy'), 'ERR_PARSE', '23 bytes')
    expectRefusal(() => arrayIn(whole.subarray(0, 9), 'x.npy'), 'ERR_PARSE', 'x.npy')
    expectRefusal(() => arrayIn(whole.subarray(0, 40), 'x.npy'), 'ERR_PARSE', '40 bytes')
  })
})

describe('safetensors', () => {
  const file = wellFormed({
    q: { dtype: 'F32', shape: [1, 2], bytes: new Uint8Array(Float32Array.of(1, 2).buffer) },
    k: { dtype: 'BF16', shape: [2], bytes: new Uint8Array(Uint16Array.of(0x3f80, 0xc020).buffer) },
  })

  test('one tensor by its name', () => {
    expect(arrayIn(file, 'a.safetensors', 'q')).toEqual({ data: Float32Array.of(1, 2), shape: [1, 2] })
    expect(arrayIn(file, 'a.safetensors', 'k')).toEqual({ data: Float32Array.of(1, -2.5), shape: [2] })
  })

  test('refuses without a name where there are several, and a wrong one', () => {
    expectRefusal(() => arrayIn(file, 'a.safetensors'), 'ERR_VALUE', '2 tensors', 'q, k')
    expectRefusal(() => arrayIn(file, 'a.safetensors', 'v'), 'ERR_VALUE', '"v"')
  })
})

describe('JSON', () => {
  test('nested lists, −Infinity as Python writes it', () => {
    const read = arrayIn(text('\n[[0, -Infinity], [-1.5e-1, 2]]'), 'x.json')
    expect([Array.from(read.data), read.shape]).toEqual([
      [0, -Infinity, Math.fround(-0.15), 2],
      [2, 2],
    ])
  })

  test('data and shape', () => {
    const read = arrayIn(text('{"data": [1, 2, 3, 4], "shape": [2, 2]}'), 'x.json')
    expect([Array.from(read.data), read.shape]).toEqual([
      [1, 2, 3, 4],
      [2, 2],
    ])
  })

  test('refuses lists of several lengths, other values, and what is no JSON', () => {
    expectRefusal(() => arrayIn(text('[[1, 2], [3]]'), 'x.json'), 'ERR_PARSE', 'here 2')
    expectRefusal(() => arrayIn(text('[1, "2"]'), 'x.json'), 'ERR_PARSE', '"2"')
    expectRefusal(() => arrayIn(text('[1, NaN]'), 'x.json'), 'ERR_PARSE', 'x.json')
    expectRefusal(() => arrayIn(text('{"data": [1, 2], "shape": [3]}'), 'x.json'), 'ERR_PARSE', '3 numbers')
    expectRefusal(() => arrayIn(text('1, 2'), 'x.json'), 'ERR_PARSE', 'x.json')
    expectRefusal(() => arrayIn(new Uint8Array(), 'x.json'), 'ERR_PARSE', 'x.json')
    for (const value of [
      'null',
      'true',
      '"x"',
      '{}',
      '[null]',
      '[[1], null]',
      '{"data": null, "shape": [1]}',
    ])
      expectRefusal(() => arrayIn(text(value), 'x.json'), 'ERR_PARSE', 'lists of')
  })
})
