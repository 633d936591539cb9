import { expect, test } from 'vitest'
import { show, WhereformerError } from '../../web/lib/boundary/errors.js'

test('the error is an Error with a code and a cause', () => {
  const cause = new Error('why')
  const error = new WhereformerError('ERR_LOAD', 'no', { cause })
  expect(error).toBeInstanceOf(Error)
  expect([error.name, error.code, error.message, error.cause]).toEqual([
    'WhereformerError',
    'ERR_LOAD',
    'no',
    cause,
  ])
  expect(String(error)).toBe('WhereformerError: no')
})

test.each<[unknown, string]>([
  ['text', '"text"'],
  ['x'.repeat(100), `"${'x'.repeat(40)}…"`],
  [Number.NaN, 'NaN'],
  [null, 'null'],
  [undefined, 'undefined'],
  [5n, '5n'],
  [Symbol('s'), 'Symbol(s)'],
  [() => 1, 'a function'],
  [[1, 2], 'an array of 2'],
  [new Float64Array(2), 'a Float64Array of 16 bytes'],
  [new Int32Array(2), 'an Int32Array of 8 bytes'],
  [new Uint8Array(2), 'a Uint8Array of 2 bytes'],
  [new Date(0), 'an object (Date)'],
])('shows %s in a few words', (value, words) => {
  expect(show(value)).toBe(words)
})

test('showing never throws', () => {
  const revoked = Proxy.revocable({}, {})
  revoked.revoke()
  const hostile = {
    get [Symbol.toStringTag](): string {
      throw new Error('boo')
    },
  }
  for (const value of [revoked.proxy, hostile]) expect(show(value)).toBe('an unreadable object')
})
