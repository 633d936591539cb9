// Generated cases against the built package, for as long as wanted.   npm run fuzz -- --minutes N --target NAME --seed S
//
// A process runs the cases and writes the number of each before it begins; one that hangs or ends is replaced, and goes on after that
// case. Faults are written to build/fuzz as files: a file that moves to tests/fuzz/found is a test.
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, openSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { modules, root } from '../../tools/paths.mjs'
import { main } from '../../tools/process.mjs'
import { optionsFrom } from './options.mjs'
import { recordRun, stateNow } from './record.mjs'

const folder = join(root, 'build/fuzz')
const HANG = 60_000
const MOST_DEATHS = 10

await main(async () => {
  const { minutes, targets, seed, record: recording } = optionsFrom(process.argv.slice(2))
  mkdirSync(folder, { recursive: true })
  let faults = 0
  for (const target of targets) {
    const figures = await runTarget(target, minutes, seed)
    console.log(
      `${target.padEnd(12)} ${figures.cases} cases in ${figures.seconds} s: ${figures.worked} worked, ${figures.refused} refused, ${figures.faults} faults`,
    )
    faults += figures.faults
    if (recording) recordRun({ target, seed, ...stateNow(), ...figures })
  }
  if (faults > 0) {
    console.log(`The faults are in build/fuzz. Move a file to tests/fuzz/found to make it a test.`)
    process.exitCode = 1
  }
})

async function runTarget(target, minutes, seed) {
  const started = Date.now()
  const end = started + minutes * 60_000
  const total = { cases: 0, worked: 0, refused: 0, faults: 0 }
  let from = 0
  let deaths = 0
  while (from === 0 || (Date.now() < end && deaths < MOST_DEATHS)) {
    const left = Math.max((end - Date.now()) / 60_000, 0.001)
    const { report, pulse, log, how } = await runProcess(target, { seed, from, minutes: left })
    const part = report ?? pulse
    for (const key of ['cases', 'worked', 'refused']) total[key] += part[key]
    total.faults += report ? report.faults.length : 1
    if (report) break
    deaths++
    console.log(`${target}: case ${pulse.index} ${how} (${log})`)
    await runProcess(target, { seed, from, minutes: 1, only: pulse.index })
    from = pulse.index + 1
  }
  return { ...total, seconds: Math.round((Date.now() - started) / 1000) }
}

/** @returns the report, or where the process hung or ended */
async function runProcess(target, { seed, from, minutes, only }) {
  const names = ['report.json', 'pulse.json', only === undefined ? 'log' : 'kept.log']
  const [report, pulse, log] = names.map((name) => join(folder, `.${target}-${seed}-${from}.${name}`))
  for (const file of [report, pulse]) rmSync(file, { force: true })
  const output = openSync(log, 'w')
  const file = target === 'elements' ? 'elements' : 'fuzz'
  const vitest = [join(modules, 'vitest/vitest.mjs'), 'run', '--config', 'tests/fuzz/vitest.config.ts']
  const child = spawn(process.execPath, [...vitest, `tests/fuzz/${file}.test.ts`], {
    cwd: root,
    detached: true,
    stdio: ['ignore', output, output],
    env: {
      ...process.env,
      FUZZ_TARGET: target,
      FUZZ_SEED: String(seed),
      FUZZ_FROM: String(from),
      FUZZ_MINUTES: String(minutes),
      FUZZ_FOLDER: folder,
      FUZZ_REPORT: report,
      FUZZ_PULSE: pulse,
      ...(only === undefined ? {} : { FUZZ_ONLY: String(only) }),
    },
  })
  const how = await ended(child, pulse)
  const none = { index: from, cases: 0, worked: 0, refused: 0 }
  return { report: read(report), pulse: read(pulse) ?? none, log, how }
}

/**
 * Ends the process, and those that it started, when the number of the case stays the same for too long.
 * @returns how it ended, in words
 */
function ended(child, pulse) {
  return new Promise((resolve) => {
    let [last, since] = ['', Date.now()]
    let hung = false
    const watch = setInterval(() => {
      const now = existsSync(pulse) ? readFileSync(pulse, 'utf8') : ''
      if (now !== last) [last, since] = [now, Date.now()]
      else if (Date.now() - since > HANG) {
        hung = true
        process.kill(-child.pid, 'SIGKILL')
      }
    }, 500)
    child.on('exit', (code, signal) => {
      clearInterval(watch)
      resolve(hung ? `took longer than ${HANG} ms` : `ended the process (${signal ?? `code ${code}`})`)
    })
  })
}

function read(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}
