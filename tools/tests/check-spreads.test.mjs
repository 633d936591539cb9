import assert from 'node:assert/strict'
import { test } from 'node:test'
import { spreadsIn } from '../check/check-spreads.mjs'

const linesOf = (text) => spreadsIn('file.ts', text).map(({ line }) => line)

test('lists that are spread into arguments are found', () => {
  for (const call of [
    'list.push(...ids)',
    'const most = Math.max(0, ...numbers)',
    'new Set(...lists)',
    'String.fromCharCode(...bytes.map((x) => x + 1))',
    'maybe?.(...list)',
    'Math.max.apply(null, list)',
    'Reflect.apply(f, null, list)',
    '`$' + '{Math.min(...list)}`',
    'const f = (list: number[]) => g(...list)',
    'const f = (...rest: number[]) => g(...other)',
  ])
    assert.deepEqual(linesOf(`\n${call}\n`), [2], call)
  assert.deepEqual(linesOf('f(\n  ...one,\n  ...two,\n)\n'), [2, 3])
})

test('literals, rest parameters and lists with a reason pass', () => {
  for (const text of [
    'const all = [...ids, ...more]',
    'const both = { ...one, ...two }',
    'f([...list], { ...options })',
    'const f = (...given: number[]) => g(...given)',
    'function f(first, ...given) { return () => g(first, ...given) }',
    '// spread: one per head\nMath.max(...slopes)',
    'Math.max(...slopes) // spread: one per head',
    'box.apply(list)',
  ])
    assert.deepEqual(linesOf(text), [], text)
})

test('a reason is of one line, and says something', () => {
  assert.deepEqual(linesOf('// spread: two\n\nf(...list)'), [3])
  assert.deepEqual(linesOf('// spread:\nf(...list)'), [2])
})
