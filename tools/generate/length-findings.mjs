// Numbers over runs: what the page and its sentences are made of. NaN where there is no run.

/** Of the numbers of one encoding at one length, one per seed. */
function spread(values) {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  // spread: one per seed
  return { mean, min: Math.min(...values), max: Math.max(...values), values }
}

export function runsOf({ runs }, encoding) {
  return runs.filter((run) => run.encoding === encoding)
}

/** One per test length. @param {'exactMatch' | 'accuracy'} measure */
export function spreads(record, encoding, measure) {
  const runs = runsOf(record, encoding)
  return record.options.testLengths.map((_, i) => spread(runs.map((run) => run[measure][i])))
}

/** The mean over seeds, the lengths beyond those of training, and the records. */
export function meanBeyond(records, encoding, measure) {
  const values = records.flatMap((record) => {
    const { testLengths, trainLength } = record.options
    const far = testLengths.flatMap((length, i) => (length > trainLength ? [i] : []))
    return runsOf(record, encoding).flatMap((run) => far.map((i) => run[measure][i]))
  })
  return spread(values).mean
}

/** Encodings with their values, the largest first; those without a value are left out. */
export function ranked(encodings, scoreOf) {
  return encodings
    .map((encoding) => ({ encoding, value: scoreOf(encoding) }))
    .filter(({ value }) => Number.isFinite(value))
    .toSorted((a, b) => b.value - a.value)
}

/** Where the seeds of an encoding differ most in exact match, or undefined without two seeds anywhere. */
export function widest(records, encodings) {
  const cells = records.flatMap((record) =>
    encodings.flatMap((encoding) =>
      spreads(record, encoding, 'exactMatch').map(({ min, max, values }, i) => ({
        ...{ task: record.task.type, encoding, length: record.options.testLengths[i] },
        ...{ min, max, seeds: values.length },
      })),
    ),
  )
  const [first] = cells.filter(({ seeds }) => seeds > 1).toSorted((a, b) => b.max - b.min - (a.max - a.min))
  return first
}
