// Ours against the peak, and against what this kind of machine reached before.
import { better, fallen, readBaseline, recordedShares, sharesOf, worse } from './baseline.mjs'
import { chosenItems } from './items.mjs'
import { percent } from './markdown.mjs'
import { measureItems } from './measure-items.mjs'
import { comparisonTable, machineList, refusals, waitingTable } from './report.mjs'

export async function quickRun(bench, ownEngines, { only, rounds, record }, { cpu }) {
  const failures = await bench.open(ownEngines)
  const settings = { rounds, sampleMs: 5, budgetMs: 1000, kernelOnly: true }
  const items = chosenItems(only, true)
  const results = await measureItems(bench, items, settings)
  const recorded = recordedShares(readBaseline(), cpu)
  const again = async (items, why) => {
    console.log(`${why}:`)
    return sharesOf(await measureItems(bench, items, settings))
  }
  const judge = (shares) => (recorded ? fallen(recorded, shares, items) : [])
  let shares = sharesOf(results)
  if (record) {
    shares = worse(shares, await again(items, 'once more, since only what is reached twice is recorded'))
    return { results, failures, shares, recorded, fallen: [] }
  }
  const suspects = new Set(judge(shares).map(({ id }) => id))
  if (suspects.size > 0) {
    const slow = items.filter(({ id }) => suspects.has(id))
    shares = better(shares, await again(slow, 'once more, for what seems to have fallen'))
  }
  return { results, failures, shares, recorded, fallen: judge(shares) }
}

export function quickReport(run) {
  const parts = [
    '# Short benchmark',
    machineList(run),
    comparisonTable(run.shares, run.recorded),
    waitingTable(run.results),
    refusals(run),
    verdict(run),
  ]
  return `${parts.filter(Boolean).join('\n\n')}\n`
}

function verdict({ machine, recorded, fallen }) {
  if (!recorded) {
    return `No baseline is recorded for ${machine.cpu}, so nothing was compared. "npm run bench:quick -- --record" records one.`
  }
  if (fallen.length === 0) return 'No share of the peak has fallen by more than a tenth.'
  const lines = fallen.map(
    ({ id, variant, before, now }) => `* ${id}, ${variant}: ${percent(now / before - 1)}`,
  )
  return `FALLEN by more than a tenth, measured twice:\n\n${lines.join('\n')}`
}
