import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { nodeTestFailures, playwrightFailures, vitestFailures } from '../check/test-failures.mjs'
import { root } from '../paths.mjs'

const spec = (title, status, ...results) => ({
  title,
  file: 'one.spec.ts',
  line: 7,
  tests: [{ status, results }],
})
const failed = (message, more = {}) => ({ status: 'failed', errors: [{ message, ...more }] })

test('every failed test of Playwright is reported with its error and the line where it came up', () => {
  const location = { file: join(root, 'tests/browser/one.spec.ts'), line: 9 }
  const suites = [
    {
      title: 'one.spec.ts',
      specs: [
        spec('is green', 'expected', { status: 'passed', errors: [] }),
        spec('finds two', 'unexpected', failed('\u001b[31mstrict mode violation\u001b[39m', { location })),
      ],
      suites: [
        {
          title: 'without scripts',
          specs: [spec('waits', 'unexpected', failed('late', { snippet: '> 7 | await' }))],
        },
      ],
    },
  ]
  const failures = playwrightFailures(JSON.stringify({ suites, errors: [{ message: 'no server' }] }))
  assert.deepEqual(failures, [
    '✘ one.spec.ts:7 › without scripts › waits (failed)\n    late\n    > 7 | await',
    '✘ one.spec.ts:7 › finds two (failed)\n    strict mode violation\n    at tests/browser/one.spec.ts:9',
    '    no server',
  ])
})

test('every failed test of Vitest is reported, and a file that does not load', () => {
  const report = {
    testResults: [
      {
        name: join(root, 'tests/engines/article.test.ts'),
        status: 'failed',
        assertionResults: [
          { fullName: 'is green', status: 'passed', failureMessages: [] },
          { fullName: 'has a height', status: 'failed', failureMessages: ['AssertionError: 3\n    at here'] },
        ],
      },
      {
        name: join(root, 'tests/broken.test.ts'),
        status: 'failed',
        message: 'no module',
        assertionResults: [],
      },
    ],
  }
  assert.deepEqual(vitestFailures(JSON.stringify(report)), [
    '✘ tests/engines/article.test.ts › has a height\n    AssertionError: 3\n        at here',
    '✘ tests/broken.test.ts\n    no module',
  ])
})

test('of an error that is a whole page the start is reported', () => {
  const long = Array.from({ length: 100 }, (_, i) => `line ${i}`).join('\n')
  const suites = [{ title: 'one.spec.ts', specs: [spec('is long', 'unexpected', failed(long))] }]
  const [reported] = playwrightFailures(JSON.stringify({ suites }))
  assert.match(reported, /line 59\n {4}… 40 more lines$/)
})

test('every failed test of Node is reported, however far from the end', () => {
  const green = ['ok 2 - is green', '  ---', '  duration_ms: 1', '  ...']
  const failing = ['  ---', '  duration_ms: 2', '  error: |-', '    three', '  ...']
  const tap = ['TAP version 13', 'not ok 1 - npm run lint', ...failing, ...green, '1..2', '# fail 1'].join(
    '\n',
  )
  assert.deepEqual(nodeTestFailures(tap), ['✘ npm run lint\n    duration_ms: 2\n    error: |-\n      three'])
})

test('nothing failed, nothing is reported', () => {
  assert.deepEqual(playwrightFailures(JSON.stringify({ suites: [], errors: [] })), [])
  assert.deepEqual(vitestFailures(JSON.stringify({ testResults: [] })), [])
  assert.deepEqual(nodeTestFailures('TAP version 13\nok 1 - is green\n  ---\n  ...\n'), [])
})
