// Running other programs: with a log, signs of life, and a clean end when the user interrupts.
import { spawn, spawnSync } from 'node:child_process'
import {
  accessSync,
  closeSync,
  constants,
  fstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  readSync,
  statSync,
} from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { Failure } from './failure.mjs'
import { root } from './paths.mjs'

const running = new Set()
let pace = 5
let interrupted = false

// A child in our own process group hears Ctrl+C by itself; a signal sent to us alone has to be passed on. We leave last.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    interrupted = true
    for (const child of running) child.kill(signal)
    if (running.size === 0) process.exit(130)
  })
}

/** How many seconds may pass between two signs of life of a silent command; programs that run several at once speak less. */
export function setPace(seconds) {
  pace = seconds
}

/** The first executable of this name on PATH (or on the given list of folders), or null. */
export function which(name, path = process.env.PATH ?? '') {
  for (const folder of path.split(delimiter).filter(Boolean)) {
    const file = join(folder, name)
    try {
      accessSync(file, constants.X_OK)
      if (statSync(file).isFile()) return file
    } catch {}
  }
  return null
}

/** Standard output of a short command, or null when it cannot run or fails. */
export function capture(command, args, options = {}) {
  const result = spawnSync(command, args, {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
    ...options,
  })
  return result.status === 0 ? result.stdout : null
}

/**
 * Runs a command to its end and returns its exit code.
 * With `log` its output goes there, and while it is silent here, a line every few seconds tells the time and the log's last line;
 * without, it writes to our own output.
 */
export async function run(command, args, { cwd = root, env = process.env, log, label = '' } = {}) {
  const output = log ? openLog(log) : null
  const child = spawn(command, args, {
    cwd,
    env,
    stdio: log ? ['ignore', output, output] : ['ignore', 'inherit', 'inherit'],
  })
  running.add(child)
  const started = Date.now()
  const heartbeat = log && setInterval(() => console.log(signOfLife(label, started, log)), pace * 1000)
  const end = await new Promise((resolve) => {
    child.on('error', (error) => resolve({ error }))
    child.on('exit', (code) => resolve({ code: code ?? 1 }))
  })
  clearInterval(heartbeat)
  if (output !== null) closeSync(output)
  running.delete(child)
  if (interrupted) throw new Interrupted()
  if (end.error) throw new Failure(`The program ${command} cannot be run (${end.error.code}).`)
  return end.code
}

/**
 * The frame of every script: a Failure becomes its sentence and exit code 1, Ctrl+C exit code 130, any other error stays a stack trace.
 * With `--help` the comment that the script begins with is printed, and nothing is done.
 */
export async function main(work) {
  if (process.argv.includes('--help')) return console.log(firstComment(process.argv[1]))
  try {
    await work()
  } catch (error) {
    if (error instanceof Interrupted) {
      console.error('\nInterrupted. The same command continues where this one stopped.')
      process.exit(130)
    }
    if (!(error instanceof Failure)) throw error
    console.error(`\n${error.message}`)
    process.exit(1)
  }
}

function firstComment(script) {
  const lines = readFileSync(script, 'utf8').split('\n')
  const code = lines.findIndex((line) => !/^(\/\/|#!)/.test(line))
  return lines
    .slice(0, code)
    .map((line) => line.replace(/^\/\/ ?/, ''))
    .join('\n')
}

class Interrupted extends Error {}

function openLog(log) {
  try {
    mkdirSync(dirname(log), { recursive: true })
    return openSync(log, 'w')
  } catch (error) {
    if (error.code === 'ENOSPC') throw new Failure(`the disk of ${dirname(log)} is full`)
    throw new Failure(`the folder ${dirname(log)} cannot be written (${error.code})`)
  }
}

function signOfLife(label, started, log) {
  const seconds = Math.round((Date.now() - started) / 1000)
  const last = lastLine(log)
  return `  … ${label ? `${label}, ` : ''}${seconds} s${last ? ` (${last})` : ''}`
}

function lastLine(log) {
  const file = openSync(log, 'r')
  try {
    const size = fstatSync(file).size
    const buffer = Buffer.alloc(Math.min(size, 2000))
    readSync(file, buffer, 0, buffer.length, size - buffer.length)
    const lines = stripVTControlCharacters(buffer.toString('utf8'))
      .trimEnd()
      .split(/[\r\n]/)
    const line = lines.at(-1).trim()
    return line.length > 90 ? `${line.slice(0, 89)}…` : line
  } finally {
    closeSync(file)
  }
}
