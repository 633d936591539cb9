import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  fromCatch2,
  fromClosingLine,
  fromCtest,
  fromNodeTest,
  fromPlaywright,
  fromVitest,
} from '../check/test-counts.mjs'

const counts = (passed, failed, skipped = 0) => ({ passed, failed, skipped })

test('Catch2', () => {
  assert.deepEqual(fromCatch2('====\nAll tests passed (55 assertions in 7 test cases)\n'), counts(7, 0))
  assert.deepEqual(fromCatch2('All tests passed (1 assertion in 1 test case)\n'), counts(1, 0))
  assert.deepEqual(
    fromCatch2('test cases: 8 | 6 passed | 2 failed\nassertions: 9 | 7 passed | 2 failed\n'),
    counts(6, 2),
  )
  assert.deepEqual(
    fromCatch2('test cases: 3 | 1 passed | 1 skipped | 1 failed as expected\n'),
    counts(2, 0, 1),
  )
  assert.equal(fromCatch2('No test cases matched\n'), null)
})

test('CTest', () => {
  assert.deepEqual(fromCtest('100% tests passed, 0 tests failed out of 8\n'), counts(8, 0))
  assert.deepEqual(fromCtest('75% tests passed, 2 tests failed out of 8\n'), counts(6, 2))
  assert.equal(fromCtest('No tests were found!!!\n'), null)
})

test('node --test', () => {
  const output = '# tests 5\n# pass 3\n# fail 1\n# cancelled 0\n# skipped 1\n# todo 0\n'
  assert.deepEqual(fromNodeTest(output), counts(3, 1, 1))
  assert.equal(fromNodeTest('SyntaxError'), null)
})

test('Vitest, with a file that does not load', () => {
  const report = {
    numPassedTests: 4,
    numFailedTests: 1,
    numPendingTests: 1,
    testResults: [
      { status: 'failed', assertionResults: [{}] },
      { status: 'failed', assertionResults: [] },
    ],
  }
  assert.deepEqual(fromVitest(JSON.stringify(report)), counts(4, 2, 1))
})

test('Playwright, with an error outside of any test', () => {
  const stats = { expected: 3, unexpected: 0, flaky: 1, skipped: 2 }
  assert.deepEqual(fromPlaywright(JSON.stringify({ stats, errors: [] })), counts(4, 0, 2))
  assert.deepEqual(fromPlaywright(JSON.stringify({ stats, errors: [{}] })), counts(4, 1, 2))
})

test('a closing line of our own', () => {
  assert.deepEqual(
    fromClosingLine('log 3 passed, 1 failed in a sentence\n9 passed, 2 failed\n'),
    counts(9, 2),
  )
  assert.equal(fromClosingLine('done'), null)
})
