import { describe, expect, test } from 'vitest'
import { encodings } from '../../web/lib/position/catalogue.js'
import { lowerPosition } from '../../web/lib/position/position.js'
import { resolveTables } from '../../web/lib/position/table-reference.js'
import { expectRefusal } from '../support/errors.js'
import { complete, type Type } from '../support/positions.js'

const table = { data: Float32Array.of(1, 2, 3, 4, 5, 6), shape: [3, 2] }

describe('lowering', () => {
  test('no position is an empty list, one becomes a list of one', () => {
    expect(lowerPosition(undefined)).toEqual([])
    expect(lowerPosition([])).toEqual([])
    expect(lowerPosition({ type: 'rope', base: 500 })).toEqual([{ type: 'rope', base: 500 }])
  })

  test('tables go down under their own name', () => {
    expect(lowerPosition({ type: 't5', table, maxDistance: 20 })).toEqual([
      { type: 't5', table: { data: table.data, rows: 3, columns: 2 }, maxDistance: 20 },
    ])
  })

  test('a list of numbers may be a tensor, as learned numbers are', () => {
    const slopes = { data: Float32Array.of(1, 0.5), shape: [2, 1, 1] }
    expect(lowerPosition({ type: 'alibi', slopes })).toEqual([{ type: 'alibi', slopes: [1, 0.5] }])
    expect(lowerPosition({ type: 'alibi', slopes: slopes.data })).toEqual([
      { type: 'alibi', slopes: [1, 0.5] },
    ])
    const waiting = { type: 'alibi', slopes: { tensor: 'slopes', shape: [2] } }
    expectRefusal(() => lowerPosition(waiting), 'ERR_VALUE', 'position.slopes', '"slopes"')
  })

  test('parameters of an object inside stay inside', () => {
    const scaling = { ropeType: 'linear', factor: 2 }
    expect(lowerPosition({ type: 'rope', scaling })).toEqual([{ type: 'rope', scaling }])
  })

  test('an undefined parameter counts as absent', () => {
    expect(lowerPosition({ type: 'alibi', slopes: undefined })).toEqual([{ type: 'alibi' }])
  })

  test('what is lowered is what was checked: getters are read once', () => {
    let reads = 0
    const position = {
      type: 'rope',
      get base() {
        return ++reads === 1 ? 100 : Number.NaN
      },
    }
    expect(lowerPosition(position)).toEqual([{ type: 'rope', base: 100 }])
  })

  test('every encoding of the catalogue has a title in both languages and parameters that are documented', () => {
    for (const entry of encodings) {
      expect(entry.title && entry.titleZh && entry.paper && entry.testedAgainst).toBeTruthy()
      for (const parameter of entry.parameters) {
        expect(parameter.description && parameter.descriptionZh).toBeTruthy()
        const presences = [parameter.required, parameter.optional, parameter.default !== undefined]
        expect(presences.filter(Boolean).length).toBe(1)
      }
    }
  })

  test('table references wait for their tensor', () => {
    const waiting = { type: 'learned' as const, table: { tensor: 'wpe', shape: [3, 2] } }
    expectRefusal(() => lowerPosition(waiting), 'ERR_VALUE', 'position.table', '"wpe"')
    expect(resolveTables(waiting, () => table)).toEqual({ type: 'learned', table })
  })
})

describe('refusals', () => {
  const throwing = {
    get type() {
      throw new Error('boo')
    },
  }
  const revoked = Proxy.revocable({}, {})
  revoked.revoke()

  test.each<[string, unknown, string, ...string[]]>([
    ['null', null, 'ERR_TYPE', 'position', 'null'],
    ['a string', 'rope', 'ERR_TYPE', 'position', '"rope"'],
    ['no type', {}, 'ERR_TYPE', 'position.type'],
    ['an unknown type', { type: 'rotary' }, 'ERR_UNSUPPORTED', '"rotary"', 'rope, alibi'],
    ['a type that is a method', { type: 'toString' }, 'ERR_UNSUPPORTED', '"toString"'],
    ['an unknown key', { type: 'rope', theta: 1 }, 'ERR_VALUE', 'position.theta', 'base, layout, rotaryDim'],
    ['a key of another encoding', { type: 'none', base: 1 }, 'ERR_VALUE', 'position.base', 'no parameters'],
    ['a base of NaN', { type: 'rope', base: Number.NaN }, 'ERR_VALUE', 'position.base', 'NaN'],
    ['a base of text', { type: 'rope', base: '10000' }, 'ERR_TYPE', 'position.base', '"10000"'],
    ['a base of null', { type: 'rope', base: null }, 'ERR_TYPE', 'position.base', 'null'],
    [
      'an unknown layout',
      { type: 'rope', layout: 'full' },
      'ERR_VALUE',
      'position.layout',
      'half, interleaved',
    ],
    [
      'a fractional rotary dimension',
      { type: 'rope', rotaryDim: 2.5 },
      'ERR_VALUE',
      'position.rotaryDim',
      '2.5',
    ],
    ['a negative rotary dimension', { type: 'rope', rotaryDim: -2 }, 'ERR_VALUE', 'position.rotaryDim', '-2'],
    ['slopes of text', { type: 'alibi', slopes: '1' }, 'ERR_TYPE', 'position.slopes'],
    ['a slope of NaN', { type: 'alibi', slopes: [1, Number.NaN] }, 'ERR_VALUE', 'position.slopes[1]', 'NaN'],
    ['a flag of 1', { type: 'alibi', symmetric: 1 }, 'ERR_TYPE', 'position.symmetric', '1'],
    ['no table', { type: 'learned' }, 'ERR_TYPE', 'position.table', 'nothing'],
    ['a table of numbers', { type: 'learned', table: [[1]] }, 'ERR_TYPE', 'position.table'],
    [
      'a flat table',
      { type: 'learned', table: { data: table.data, shape: [6] } },
      'ERR_SHAPE',
      'position.table',
      '2 axes',
    ],
    [
      'a table of doubles',
      { type: 'learned', table: { data: new Float64Array(6), shape: [3, 2] } },
      'ERR_TYPE',
      'Float64Array',
    ],
    ['an encoding inside a list', [{ type: 'rope' }, { type: 'x' }], 'ERR_UNSUPPORTED', 'position[1].type'],
    ['a list in a list', [[{ type: 'rope' }]], 'ERR_TYPE', 'position[0]'],
    ['seventeen encodings', Array(17).fill({ type: 'none' }), 'ERR_SHAPE', '17 items'],
    ['a getter that throws', throwing, 'ERR_TYPE', 'position.type'],
    ['a revoked proxy', revoked.proxy, 'ERR_TYPE'],
    [
      'a proxy whose keys throw',
      new Proxy(
        {},
        {
          ownKeys: () => {
            throw new Error('boo')
          },
        },
      ),
      'ERR_TYPE',
      'position',
    ],
  ])('%s', (_, position, code, ...words) => {
    expectRefusal(() => lowerPosition(position), code, ...words)
  })
})

test.each(encodings.map((entry) => [entry.type as Type, entry] as const))(
  '%s: a formula, and variants that its parameters can express',
  (type, { formula, variants }) => {
    expect(formula).not.toBe('')
    expect(variants.length).toBeGreaterThan(0)
    for (const { name, nameZh, parameters, testedAgainst } of variants) {
      expect(name && nameZh && testedAgainst).toBeTruthy()
      expect(lowerPosition({ ...complete[type], ...parameters })).toMatchObject([{ type }])
    }
  },
)
