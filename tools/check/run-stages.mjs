// Runs stages, two at a time, and says what came of them.

import { Failure } from '../failure.mjs'

const lanes = 2

/** Two stages at a time, in the order of the list; a stage marked `alone` waits until nothing else runs. */
export async function runAll(chosen, tools) {
  requireNeeds(chosen)
  const results = new Map()
  const waiting = [...chosen]
  const running = new Map()
  while (waiting.length > 0 || running.size > 0) {
    for (let next = takeReady(waiting, results, running); next; next = takeReady(waiting, results, running)) {
      const stage = next
      running.set(
        stage,
        runStage(stage, tools, results).then((result) => finish(stage, result)),
      )
    }
    await Promise.race(running.values())
  }
  return results

  function finish(stage, result) {
    results.set(stage.name, result)
    running.delete(stage)
  }
}

/** A stage whose need is not among them would wait for ever. */
function requireNeeds(chosen) {
  const names = new Set(chosen.map(({ name }) => name))
  for (const { name, needs = [] } of chosen)
    for (const need of needs)
      if (!names.has(need))
        throw new Failure(`${name} needs the stage ${need}, which is not among those to run.`)
}

function takeReady(waiting, results, running) {
  if (running.size >= lanes || [...running.keys()].some((stage) => stage.alone)) return null
  const index = waiting.findIndex((stage) => {
    const answered = (stage.needs ?? []).every((need) => results.has(need))
    return answered && (!stage.alone || (running.size === 0 && waiting.every((other) => other.alone)))
  })
  return index < 0 ? null : waiting.splice(index, 1)[0]
}

async function runStage(stage, tools, results) {
  const broken = (stage.needs ?? []).find((need) => !isGreen(results.get(need)))
  if (broken) return { passed: 0, failed: 0, note: `not run: ${broken} failed`, seconds: 0 }
  const started = Date.now()
  console.log(`▶ ${stage.name}: ${stage.about}`)
  const result = await outcome(stage, tools)
  result.seconds = (Date.now() - started) / 1000
  console.log(
    `${isGreen(result) ? '✔' : '✘'} ${stage.name}: ${words(result)} (${result.seconds.toFixed(1)} s)`,
  )
  return result
}

async function outcome(stage, tools) {
  try {
    const { skippedBecause, ...counts } = await stage.run({ name: stage.name, tools })
    if (skippedBecause) return { passed: 0, failed: 0, skipped: 1, note: `skipped: ${skippedBecause}` }
    if (counts.passed + counts.failed === 0) return { ...counts, failed: 1, note: 'no test ran' }
    return counts
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    console.log(error.message)
    return { passed: 0, failed: 1, skipped: 0 }
  }
}

function isGreen(result) {
  return result !== undefined && result.failed === 0 && !result.note?.startsWith('not run')
}

function words({ passed, failed, skipped, note }) {
  return (
    note ??
    [`${passed} passed`, failed && `${failed} failed`, skipped && `${skipped} skipped`]
      .filter(Boolean)
      .join(', ')
  )
}

/** @returns whether all are green */
export function report(chosen, results, started) {
  console.log()
  for (const { name } of chosen) {
    const result = results.get(name)
    console.log(
      `${isGreen(result) ? '✔' : '✘'} ${name.padEnd(14)}${result.seconds.toFixed(1).padStart(7)} s   ${words(result)}`,
    )
  }
  const sum = (key) => [...results.values()].reduce((total, result) => total + result[key], 0)
  console.log(`\nin ${Math.round((Date.now() - started) / 1000)} s`)
  console.log(`${sum('passed')} passed, ${sum('failed')} failed`)
  return [...results.values()].every(isGreen)
}
