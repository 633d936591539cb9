// Builds a small project with every bundler, framework and runtime of users, and opens it.
//   npm run consumers [-- NAME …] [-- --list]     NAME: a consumer, or the beginning of several; without it, those that are not green
// Projects and results are kept in the user's cache folder: what was stopped goes on where it was. Ends with docs/consumers.md.
import { parseArgs } from 'node:util'
import { Failure } from '../../tools/failure.mjs'
import { main } from '../../tools/process.mjs'
import { launch } from './browser.mjs'
import { makeProject, packed } from './project.mjs'
import { writeReport } from './report.mjs'
import { isGreen, keyOf, readResult, writeResult } from './results.mjs'
import { runStep } from './step.mjs'
import { consumers } from './table.mjs'

await main(async () => {
  const { values, positionals } = parsed()
  if (values.list) return list()
  const chosen = choose(positionals)
  const tarball = await packed()
  const waiting = chosen.filter((consumer) => positionals.length > 0 || !isDone(consumer, tarball))
  if (waiting.length < chosen.length)
    console.log(`${chosen.length - waiting.length} of ${chosen.length} are green already`)
  const browser = await launch()
  try {
    for (const consumer of waiting) await runConsumer(consumer, { tarball, browser })
  } finally {
    await browser.close()
  }
  await writeReport()
  const red = chosen.filter((consumer) => !isDone(consumer, tarball))
  console.log(`${chosen.length - red.length} green, ${red.length} not${red.map(({ id }) => ` ${id}`).join()}`)
  process.exitCode = red.length === 0 ? 0 : 1
})

function parsed() {
  try {
    return parseArgs({ allowPositionals: true, options: { list: { type: 'boolean' } } })
  } catch (error) {
    throw new Failure(`${error.message}\nnpm run consumers [-- NAME …] [-- --list]`)
  }
}

function list() {
  for (const { id, title } of consumers) console.log(`${id.padEnd(16)}${title}`)
}

function choose(names) {
  const unknown = names.filter((name) => !consumers.some(({ id }) => id.startsWith(name)))
  if (unknown.length > 0)
    throw new Failure(
      `No consumer is called ${unknown.join(', ')}. "npm run consumers -- --list" shows them.`,
    )
  return consumers.filter(({ id }) => names.length === 0 || names.some((name) => id.startsWith(name)))
}

function isDone(consumer, tarball) {
  const result = readResult(consumer)
  return result?.key === keyOf(consumer, tarball) && isGreen(result)
}

async function runConsumer(consumer, { tarball, browser }) {
  const result = { key: keyOf(consumer, tarball), date: new Date().toISOString().slice(0, 10), steps: {} }
  const started = Date.now()
  try {
    const project = await makeProject(consumer, tarball)
    result.versions = project.versions
    for (const [name, step] of Object.entries(consumer.steps))
      result.steps[name] = await attempt(() => runStep(step, project, browser))
  } catch (error) {
    result.install = error.message
  }
  writeResult(consumer, result)
  const seconds = Math.round((Date.now() - started) / 1000)
  console.log(`${isGreen(result) ? 'ok     ' : 'FAILED '} ${consumer.id}, ${seconds} s${told(result)}`)
}

async function attempt(work) {
  const started = Date.now()
  const outcome = await work().then(
    (core) => ({ ok: true, core }),
    (error) => ({ ok: false, error: error.message }),
  )
  return { ...outcome, seconds: Math.round((Date.now() - started) / 1000) }
}

function told({ install, steps }) {
  if (install) return `\n  install: ${install}`
  return Object.entries(steps)
    .map(([name, { ok, core, error }]) =>
      ok ? `, ${name}${core ? ` (${core})` : ''}` : `\n  ${name}: ${error}`,
    )
    .join('')
}
