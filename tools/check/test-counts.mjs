// Counts tests from the output or report of each runner. Each function returns {passed, failed, skipped}, or null.

/** Catch2's console reporter ends in one of two forms. */
export function fromCatch2(output) {
  const all = output.match(/All tests passed \(\d+ assertions? in (\d+) test cases?\)/)
  if (all) return { passed: Number(all[1]), failed: 0, skipped: 0 }
  const line = output.match(/^test cases:\s*\d+.*$/m)?.[0]
  if (!line) return null
  const number = (word) => Number(line.match(new RegExp(`(\\d+) ${word}`))?.[1] ?? 0)
  return {
    passed: number('passed') + number('failed as expected'),
    failed: number('failed(?! as)'),
    skipped: number('skipped'),
  }
}

export function fromCtest(output) {
  const summary = output.match(/(\d+) tests? failed out of (\d+)/)
  if (!summary) return null
  return { passed: Number(summary[2]) - Number(summary[1]), failed: Number(summary[1]), skipped: 0 }
}

/** The TAP reporter of node --test. */
export function fromNodeTest(output) {
  const number = (word) => Number(output.match(new RegExp(`^# ${word} (\\d+)$`, 'm'))?.[1] ?? Number.NaN)
  const counts = {
    passed: number('pass'),
    failed: number('fail') + number('cancelled'),
    skipped: number('skipped') + number('todo'),
  }
  return Number.isNaN(counts.passed) ? null : counts
}

/** A file that cannot be loaded fails as a suite without any test. */
export function fromVitest(json) {
  const report = JSON.parse(json)
  const broken = report.testResults.filter(
    (file) => file.status === 'failed' && file.assertionResults.length === 0,
  ).length
  const skipped = (report.numPendingTests ?? 0) + (report.numTodoTests ?? 0)
  return { passed: report.numPassedTests, failed: report.numFailedTests + broken, skipped }
}

export function fromPlaywright(json) {
  const { stats, errors } = JSON.parse(json)
  const failed = stats.unexpected + (stats.unexpected === 0 ? (errors?.length ?? 0) : 0)
  return { passed: stats.expected + stats.flaky, failed, skipped: stats.skipped }
}

/** Our own closing line. */
export function fromClosingLine(output) {
  const line = [...output.matchAll(/^(\d+) passed, (\d+) failed$/gm)].at(-1)
  return line ? { passed: Number(line[1]), failed: Number(line[2]), skipped: 0 } : null
}
