// The plan as a table: cells, seconds, and what is done.

/**
 * @param plan plan.json
 * @param experiments of the merged records
 * @param {string[]} missing names of runs
 */
export function planTable(plan, experiments, missing, machine) {
  const rows = experiments.map(({ name, encodings }) => {
    const seeds = (plan.experiments[name].seeds ?? plan.defaults.seeds).length
    const left = missing.filter((run) => run.startsWith(`${name}.`)).length
    const { seconds = 0 } = plan.experiments[name]
    return { name, cells: encodings.length, runs: encodings.length * seeds, seconds, left }
  })
  const sum = (of) => rows.reduce((total, row) => total + of(row), 0)
  const lines = [
    ['experiment', 'cells', 'runs', 's a run', 'hours', 'missing', 'hours'],
    ...rows.map(({ name, cells, runs, seconds, left }) => [
      ...[name, cells, runs, seconds, hours(runs * seconds), left, hours(left * seconds)].map(String),
    ]),
    [
      'all',
      sum(({ cells }) => cells),
      sum(({ runs }) => runs),
      '',
      hours(sum(({ runs, seconds }) => runs * seconds)),
      missing.length,
      hours(sum(({ left, seconds }) => left * seconds)),
    ].map(String),
  ]
  const widths = lines[0].map((_, i) => lines.reduce((most, line) => Math.max(most, line[i].length), 0))
  const table = lines.map((line) =>
    line.map((cell, i) => (i === 0 ? cell.padEnd(widths[i]) : cell.padStart(widths[i]))).join('  '),
  )
  return `${table.join('\n')}\n\nHours of one core, as planned on ${plan.machine}; this is ${machine}.`
}

const hours = (seconds) => (seconds / 3600).toFixed(1)
