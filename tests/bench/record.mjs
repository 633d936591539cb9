// Keeping a run: the tables of a full one in results/, the shares of a short one as the baseline of its kind of machine.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { modules } from '../../tools/paths.mjs'
import { capture } from '../../tools/process.mjs'
import { baselineFile, readBaseline, recordedShares } from './baseline.mjs'

const folder = fileURLToPath(new URL('results', import.meta.url))

export function recordTables({ machine, results, ...rest }, report) {
  mkdirSync(folder, { recursive: true })
  const kind = machine.cpu.toLowerCase().replace(/[^a-z0-9]+/g, '-')
  const file = `${folder}/${machine.date.slice(0, 10)}-${kind}`
  writeFileSync(`${file}.md`, report)
  writeJson(`${file}.json`, { machine, ...rest, items: results.measured })
  console.log(`Kept as ${file}.md and .json`)
}

export function recordBaseline({ machine, shares }) {
  const { cpu, chromium, commit, date } = machine
  const baseline = readBaseline()
  const rounded = Object.entries(shares).map(([key, share]) => [key, Number(share.toPrecision(3))])
  const all = { ...recordedShares(baseline, cpu), ...Object.fromEntries(rounded) } // of a run of some items the others stay
  baseline[cpu] = { chromium, commit, date, shares: all }
  writeJson(baselineFile, baseline)
  console.log(`${cpu}: the baseline is what was measured now`)
}

/** Laid out like every JSON file of the project; five digits are more than a measurement has. */
function writeJson(file, value) {
  const short = (_, x) => (typeof x === 'number' && !Number.isInteger(x) ? Number(x.toPrecision(5)) : x)
  writeFileSync(file, JSON.stringify(value, short, 2))
  capture(join(modules, '.bin/biome'), ['format', '--write', file])
}
