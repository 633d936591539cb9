// What is often written about positions and is wrong: every mistake is refuted by the library, and the right formula is not.

import { describe, expect, test } from 'vitest'
import { encodings, type PositionEncoding, positionFromConfig } from 'whereformer'
import type { Bilingual } from '../../web/content/bilingual.js'
import { facts } from '../../web/content/mistakes/facts.js'
import { digits, list } from '../../web/content/mistakes/numbers.js'
import { rope } from '../../web/elements/figures/mistakes/collection/algebra.js'
import {
  groups,
  type Library,
  type Mistake,
  mistakes,
} from '../../web/elements/figures/mistakes/collection/index.js'
import { counterExample, distance, mistake } from '../../web/elements/figures/mistakes/collection/mistake.js'
import { expectClose } from '../support/close.js'
import { readJson } from '../support/golden.js'
import { useLibrary } from '../support/library.js'

const library = useLibrary()
const named = mistakes.map((entry) => [entry.id, entry] as const)

describe('every mistake', () => {
  test.each(named)('%s is refuted', async (_, { margin, refute }) => {
    expect(margin).toBeGreaterThan(0)
    const { at, got, wanted, sentence } = await refute(library.wf)
    expect(distance({ at, got, wanted })).toBeGreaterThanOrEqual(margin)
    expect(at).not.toMatch(/[\p{Script=Han}]/u)
    expect(wanted.length).toBeGreaterThan(0)
    expect(wanted.every(Number.isFinite)).toBe(true)
    expectBoth(sentence)
  })

  test.each(named)('%s: the right formula correct at all inputs', async (_, { check }) => {
    expect(await check(library.wf)).toBeLessThan(1e-5)
  })

  test.each(named)('%s is said in both languages', (_, entry) => {
    expectBoth(entry.title)
    expectBoth(entry.claim)
    expectBoth(entry.right)
    for (const formula of [entry.formula, entry.rightFormula]) expectTex(formula)
    expect(entry.formula).not.toBe(entry.rightFormula)
    const known = encodings.map(({ type }) => type)
    expect(entry.types.filter((type) => !known.includes(type))).toEqual([])
  })

  test('has an id of its own', () => {
    const ids = [...mistakes, ...facts].map(({ id }) => id)
    expect(ids.filter((id, i) => ids.indexOf(id) !== i)).toEqual([])
    expect(ids.filter((id) => !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(id))).toEqual([])
    expect(groups.flatMap((group) => group.mistakes)).toEqual(mistakes)
  })

  test('is refuted by a library that answers later, as in a worker', async () => {
    const later = Object.fromEntries(
      (['attention', 'embed', 'rotate', 'bias', 'frequencies'] as const).map((name) => [
        name,
        async (...given: never[]) => (library.wf[name] as (...given: never[]) => unknown)(...given),
      ]),
    ) as unknown as Library
    for (const { refute } of mistakes) expect(await refute(later)).toEqual(await refute(library.wf))
  })
})

// computed in NumPy float64, four digits
describe('known counter-examples', () => {
  const row = 'x = [1, 2, 3, 4], p ='
  const known: [id: string, at: string, got: string, wanted: string][] = [
    ['score-outer-product', 'd = 2, q = [1, 2], k = [2, 1]', '[2, 1, 4, 2]', '2.828'],
    ['score-without-scale', 'd = 2, q = [1, 2], k = [2, 1]', '4', '2.828'],
    ['score-scale-is-width', 'd = 2, q = [1, 2], k = [2, 1]', '2', '2.828'],
    ['score-absolute-terms', 'i = 2, j = 1', '[1.414, 1.157, −0.2756]', '[0.9129, −0.3406, 0.7675]'],
    ['order-blind', 'π = (1, 0, 2)', '[1.439, 1.213]', '[1.693, 0.802]'],
    ['sinusoid-shift-matrix', 'd = 2, p = 1, k = 1', '[0, 1]', '[0.9093, −0.4161]'],
    ['sinusoid-repeats', 'd = 4, p = 628', '[0, 1, 0, 1]', '[−0.3132, 0.9497, −0.003185, 1]'],
    ['sinusoid-undefined', 'd = 4, p = 512', '[NaN, NaN, NaN, NaN]', '[0.07952, −0.9968, −0.9181, 0.3964]'],
    ['sinusoid-relative-only', 'd = 2, p = p_first = 1', '[0, 1]', '[0.8415, 0.5403]'],
    ['rope-elementwise', `${row} 0`, '[1, 0, 3, 0]', '[1, 2, 3, 4]'],
    ['rope-d-angles', `${row} 1`, '[−1.143, 2.09, 2.96, 4.003]', '[−1.143, 1.922, 2.96, 4.03]'],
    ['rope-overlapping-pairs', `${row} 1`, '[−1.143, 1.97, 3, 4]', '[−1.143, 1.922, 2.96, 4.03]'],
    ['rope-position-twice', `${row} 2`, '[0.86, −2.064, 2.838, 4.117]', '[−2.235, 0.077, 2.919, 4.059]'],
    ['rope-dot-product', 'd = 4, p = 0', '0', '[0, 0]'],
    ['rope-added', `${row} 0`, '[2, 2, 4, 4]', '[1, 2, 3, 4]'],
    ['rope-not-periodic', 'p = 7', '7', '0.7168'],
    ['rope-mixed-layouts', `${row} 1`, '[−1.143, 2.01, −1.745, 4.03]', '[−1.143, 1.922, 2.96, 4.03]'],
    ['rope-no-minus', `${row} 1`, '[2.223, 1.922, 3.04, 4.03]', '[−1.143, 1.922, 2.96, 4.03]'],
    ['rope-swapped', `${row} 0`, '[−2, 1, −4, 3]', '[1, 2, 3, 4]'],
    ['rope-head-axis', `${row} 1`, '[1, 2, 3, 4]', '[−1.143, 1.922, 2.96, 4.03]'],
    ['rope-position-restarts', `${row} 2`, '[1, 2, 3, 4]', '[−2.235, 0.077, 2.919, 4.059]'],
    ['rope-rounded', `${row} 257`, '[1.959, −1.079, −4.704, −1.694]', '[1.966, 1.065, −4.687, −1.741]'],
    ['rope-before-projection', 'i = j = 0, i = j = 1', '[0.7071, 1.672]', '[0.7071, 0.7071]'],
    ['rope-values', '2 × v = [1, 0]', '[0.7702, 0.4207]', '[1, 0]'],
    ['rope-decays', 'd = 4, n = [0, 1, 2, 3]', '[4, 3.081, 1.167, 0.01912]', '[0, 0, 0, 0]'],
    ['rope-any-length', 'd = 128, L = 512, p = 1024', '0.05901', '0.1182'],
    ['table-vector-in-cell', 'd = 2, i = 0, j = 0', '[3.536, 4.536]', '4.95'],
    ['table-per-position', 'd = 2, i = 0, j = 1', '4.95', '7.778'],
    ['table-rows', 'm = 3, i = 1, j = 0', '2', '−0.5'],
    ['table-clip-is-window', 'k = 1, i = 2, j ≤ 2', '[0, 0.3775, 0.6225]', '[0.2741, 0.2741, 0.4519]'],
    ['table-value-term', '2 × v = [1, 0]', '[1, 0]', '[1.5, −0.5]'],
    ['t5-32-is-distance', 'j − i = −46', '12', '13'],
    ['t5-last-at-128', 'j − i = −91', '14', '15'],
    ['t5-one-far-bucket', 'j − i = 91', '15', '31'],
    ['t5-direction', 'j − i = 1', '1', '17'],
    ['t5-vector-table', 'd = 1, q = 2, k = 0, T = 1', '2', '1'],
    ['t5-scaled', 'd = 2, q = k = [1, 2], T = 1', '4.536', '6'],
    ['alibi-before-scale', 'd = 2, q = k = 0, m = 0.5, i − j = 1', '−0.3536', '−0.5'],
    ['alibi-symmetric', 'm = 0.5, i = 0, j = [0, 1]', '[0.6225, 0.3775]', '[1, 0]'],
    ['alibi-one-slope', 'H = 8, h = 1, i = 1, j = 0', '−0.5', '−0.25'],
    ['alibi-slope-off-by-one', 'H = 8, h = 0, i = 1, j = 0', '−1', '−0.5'],
    ['alibi-slope-rule', 'H = 3, h = 0, i = 1, j = 0', '−0.1575', '−0.0625'],
    ['alibi-sign', 'H = 8, h = 0, i = 1, j = 0', '0.5', '−0.5'],
    ['alibi-multiplied', 'm = 0.5, i = 0, j = [0, 1]', '[0, 0]', '[1, 0]'],
  ]
  const find = (id: string) => mistakes.find((entry) => entry.id === id) as Mistake

  test('there is one for every mistake', () => {
    expect(known.map(([id]) => id).sort()).toEqual(mistakes.map(({ id }) => id).sort())
  })

  test.each(known)('%s at %s', async (id, at, got, wanted) => {
    const found = await find(id).refute(library.wf)
    expect([found.at, list(found.got), list(found.wanted)]).toEqual([at, got, wanted])
  })

  test('the sentences carry the numbers that a smallest input does not show', async () => {
    const { sentence } = await find('rope-elementwise').refute(library.wf)
    expect(sentence.en).toContain('10.07 instead of 30')
    expect((await find('t5-last-at-128').refute(library.wf)).sentence.en).toContain('starts at 113')
  })

  test('the rotation of the plain computations is the golden one', () => {
    const golden = [-1.272233, -1.838865, 2.878668, 4.088187]
    expectClose(rope([1, 2, 3, 4], 3), golden, { absolute: 1e-6 })
  })
})

describe('the search', () => {
  const nothing = { en: '', zh: '' }
  const same = mistake<(x: number) => number>({
    id: 'no-mistake',
    title: nothing,
    claim: nothing,
    right: nothing,
    formula: '',
    rightFormula: '',
    types: [],
    margin: 0.1,
    wrong: (x) => x + 1e-3,
    correct: (x) => x,
    candidates: async (_, formula) =>
      [0, 1, 2].map((x) => ({ at: String(x), got: [formula(x)], wanted: [x] })),
    sentence: () => nothing,
  })

  test('a formula that is right after all is an error', async () => {
    await expect(same.refute(library.wf)).rejects.toThrow('no-mistake: no counter-example among 3 inputs')
    expect(await same.check(library.wf)).toBe(0)
  })

  test('takes the first input that is far enough', () => {
    const at = (x: number) => ({ at: String(x), got: [x * x], wanted: [x] })
    const found = counterExample([0, 1, 2, 3].map(at), { id: 'square', margin: 0.1 })
    expect(found.at).toBe('2')
    expect(() => counterExample([], { id: 'none', margin: 0.1 })).toThrow('none')
  })

  test('more numbers, NaN and infinities are infinitely far', () => {
    const apart = (got: number[], wanted: number[]) => distance({ at: '', got, wanted })
    expect(apart([1, 2], [1])).toBe(Infinity)
    expect(apart([NaN], [1])).toBe(Infinity)
    expect(apart([1], [NaN])).toBe(Infinity)
    expect(apart([-Infinity], [0])).toBe(Infinity)
    expect(apart([-Infinity, NaN], [-Infinity, NaN])).toBe(0)
    expect(apart([0, 3], [-0, 1])).toBe(2)
  })

  test('numbers are shown with four digits', () => {
    expect([1, -0.123456, 62831.9, 1e-8, -Infinity, NaN].map(digits)).toEqual([
      '1',
      '−0.1235',
      '62830',
      '0',
      '−∞',
      'NaN',
    ])
    expect([list([1]), list([1, -2])]).toEqual(['1', '[1, −2]'])
  })
})

describe('facts', () => {
  test.each(facts.map((fact) => [fact.id, fact] as const))('%s is said in both languages', (_, fact) => {
    expectBoth(fact.claim)
    expectBoth(fact.right)
  })

  const configs = facts.flatMap(({ configs = {} }) => Object.entries(configs))

  test.each(configs)('%s: %s', (name, type) => {
    const position = positionFromConfig(readJson<{ config: object }>(`configs/${name}.json`).config)
    const types = ([position].flat() as PositionEncoding[]).map((part) => part.type)
    expect(types).toContain(type)
  })
})

function expectBoth({ en, zh }: Bilingual): void {
  expect(en).toMatch(/[a-z]/i)
  expect(en).not.toMatch(/[\p{Script=Han}]|NaN|undefined,|∞/u)
  expect(zh).toMatch(/[\p{Script=Han}]/u)
}

/** Braces are balanced and backslashes survived. */
function expectTex(formula: string): void {
  expect(formula).toBe(formula.trim())
  expect(formula).toMatch(/[=\\]/)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: what a lost backslash would have left
  expect(formula).not.toMatch(/[\u0000-\u001f$]/)
  const depth = [...formula].reduce((sum, c) => sum + Number(c === '{') - Number(c === '}'), 0)
  expect(depth).toBe(0)
}
