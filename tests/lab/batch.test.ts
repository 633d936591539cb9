import { expect, test } from 'vitest'
import { batch } from '../../web/lab/batch.js'
import { answered, IGNORED, type Task } from '../../web/lab/tasks/task.js'
import { tasks } from '../../web/lab/tasks/tasks.js'
import { expectRefusal } from '../support/errors.js'

const copy = tasks.copy({ symbols: 3 })
const EQUALS = 3

test('targets are the next tokens of the answer, −100 before it and in the padding', () => {
  const { inputIds, targets } = batch(copy, { lengths: [1, 2, 3, 4, 5, 6], count: 40, seed: 9 })
  const [count, longest] = inputIds.shape
  expect([count, longest, targets.shape]).toEqual([40, 12, [40, 12]])
  const lengths = new Set<number>()
  for (let i = 0; i < count; i++) {
    const ids = [...inputIds.data.slice(i * longest, (i + 1) * longest)]
    const wanted = [...targets.data.slice(i * longest, (i + 1) * longest)]
    const length = ids.indexOf(EQUALS)
    lengths.add(length)
    const string = ids.slice(0, length)
    const padding = longest - 2 * length
    expect(wanted).toEqual([...Array(length).fill(IGNORED), ...string, ...Array(padding).fill(IGNORED)])
    expect(ids.slice(length + 1, 2 * length)).toEqual(string.slice(0, -1))
    expect(ids.slice(2 * length)).toEqual(Array(padding).fill(0))
  }
  expect([...lengths].sort()).toEqual([1, 2, 3, 4, 5, 6])
})

test('lengths are uniform', () => {
  const { inputIds } = batch(copy, { lengths: [1, 2, 3, 4], count: 4000, seed: 1 })
  const [count, longest] = inputIds.shape
  const counts = new Map<number, number>()
  for (let i = 0; i < count; i++) {
    const length = inputIds.data.indexOf(EQUALS, i * longest) - i * longest
    counts.set(length, (counts.get(length) ?? 0) + 1)
  }
  // 3 degrees of freedom: P(χ² > 16.3) = 0.001
  const chiSquared = [...counts.values()].reduce((sum, n) => sum + (n - 1000) ** 2 / 1000, 0)
  expect(counts.size).toBe(4)
  expect(chiSquared).toBeLessThan(16.3)
})

test('the same seed gives the same batch, another seed another', () => {
  const options = { length: 5, count: 8 }
  expect(batch(copy, { ...options, seed: 1 })).toEqual(batch(copy, { ...options, seed: 1 }))
  expect(batch(copy, { ...options, seed: 1 })).not.toEqual(batch(copy, { ...options, seed: 2 }))
})

test('bad options are refused', () => {
  const refused = (options: object, ...words: string[]) =>
    expectRefusal(() => batch(copy, options as never), 'ERR_VALUE', ...words)
  refused({}, 'neither length nor lengths')
  refused({ length: 2, lengths: [3] }, 'both')
  refused({ lengths: [] }, 'lengths', 'empty')
  refused({ lengths: [1, 2.5] }, 'lengths[1]', '2.5')
  refused({ length: 0 }, 'length', '0')
  refused({ length: 2, count: 0 }, 'count')
  refused({ length: 2, seed: -1 }, 'seed')
  refused({ length: 2, batch: 3 }, 'batch')
  expectRefusal(() => batch(copy, undefined as never), 'ERR_TYPE', 'options')
})

test('a task whose answer is empty is refused, and so are tokens outside of its vocabulary', () => {
  const made = (sample: Task['sample']): Task => ({ ...copy, sample })
  const drawn = (sample: Task['sample']) => () => batch(made(sample), { length: 2 })
  expectRefusal(
    drawn(() => answered([0, 1], [])),
    'ERR_VALUE',
    'task',
    'without an answer',
  )
  expectRefusal(
    drawn(() => ({ ids: [0], targets: [IGNORED] })),
    'ERR_VALUE',
    'without an answer',
  )
  expectRefusal(
    drawn(() => ({ ids: [4], targets: [0] })),
    'ERR_VALUE',
    '4',
    '0 to 3',
  )
  expectRefusal(
    drawn(() => ({ ids: [0], targets: [-1] })),
    'ERR_VALUE',
    '-1',
  )
  expectRefusal(
    drawn(() => ({ ids: [0], targets: [] })),
    'ERR_SHAPE',
    'targets',
  )
})
