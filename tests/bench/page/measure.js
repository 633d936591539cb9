// One work item: every engine brings candidates, each is checked against float64, the right ones are timed, then checked again.

import { problems } from './problems/index.js'
import { timeInRounds } from './rounds.js'

/**
 * @param {object} item one of items.mjs
 * @param {{name: string, own?: boolean}[]} engines each with a function for the kinds of work that it does
 * @param settings of rounds.js; kernelOnly leaves out the mode with copies where there is one without
 * @returns candidates as plain data: engine, mode, method, difference, and either samples or why there are none
 */
export async function measure(item, engines, settings) {
  const problem = problems[item.kind](item)
  const entries = []
  for (const engine of engines.filter(({ name }) => !item.without?.includes(name)))
    entries.push(...(await enter(engine, item, problem, settings)))
  const chosen = fastestMethods(entries)
  await timeInRounds(
    chosen.filter((entry) => entry.run && !entry.refused),
    settings,
  )
  for (const entry of entries) await leave(entry, problem)
  return chosen.map(({ engine, mode, method, flops, difference, refused, repeats, samples }) => {
    return { engine, mode, method, flops, difference, repeats, ...(refused ? { refused } : { samples }) }
  })
}

async function enter(engine, item, problem, { kernelOnly }) {
  try {
    const candidates = [...(engine.always?.() ?? []), ...((await engine[item.kind]?.(problem)) ?? [])]
    const hasKernel = candidates.some(({ mode }) => mode === 'kernel')
    const wanted = candidates.filter(({ mode }) => !(kernelOnly && hasKernel && mode === 'copies'))
    const entries = wanted.map((candidate) => ({
      flops: problem.flops,
      ...candidate,
      engine: engine.name,
      own: engine.own,
      tolerance: engine.own ? problem.ownTolerance : 1e-4,
    }))
    for (const entry of entries) await firstRun(entry, problem)
    return entries
  } catch (error) {
    return [{ engine: engine.name, refused: `failed: ${textOf(error)}` }]
  }
}

/** Also tells which of several methods is the fastest, roughly. */
async function firstRun(entry, problem) {
  try {
    await entry.run()
    await check(entry, problem)
    const start = performance.now()
    await entry.run()
    entry.roughly = performance.now() - start
  } catch (error) {
    entry.refused = `failed: ${textOf(error)}`
  }
}

async function check(entry, problem) {
  if (!entry.result) return // the peak computes nothing in particular
  const results = await entry.result()
  entry.difference = Math.max(
    ...(entry.expected ?? problem.expected).map((rows, i) => rows.difference(results[i])),
  )
  if (!(entry.difference <= entry.tolerance))
    entry.refused = `wrong: off by ${entry.difference.toPrecision(2)}`
}

/** Of several ways to do the same in one engine and mode only the fastest right one is timed. */
function fastestMethods(entries) {
  const best = new Map()
  for (const entry of entries) {
    const key = `${entry.engine} ${entry.mode}`
    const other = best.get(key)
    const better =
      !other || (other.refused && !entry.refused) || (!entry.refused && entry.roughly < other.roughly)
    if (better) best.set(key, entry)
  }
  return [...best.values()]
}

/** A time counts only when one more run is right after it was taken, into an output that holds nothing of the runs before. */
async function leave(entry, problem) {
  try {
    if (entry.samples && !entry.refused) {
      entry.clear?.()
      await entry.run()
      await check(entry, problem)
    }
  } catch (error) {
    entry.refused = `failed: ${textOf(error)}`
  }
  await entry.dispose?.()
}

function textOf(error) {
  return String(error?.message ?? error)
    .split('\n')[0]
    .slice(0, 200)
}
