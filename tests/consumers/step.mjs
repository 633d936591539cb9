// One step of a consumer: its commands run in the project, and what they serve, leave or print is checked.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { checkPage, checkServer } from './browser.mjs'
import { ending } from './environment.mjs'
import { equal } from './equal.mjs'
import { RESULT } from './result.mjs'
import { ISOLATED, NOT_FOUND, serve } from './serve.mjs'

const PATIENCE = 300_000

/**
 * @typedef {object} Step
 * @property {string} [run] a command that has to end well
 * @property {string} [serve] a command that serves at {port} of 127.0.0.1 until it is stopped
 * @property {string} [watch] a command that writes `ready` and goes on
 * @property {string} [ready] the file that `watch` writes
 * @property {string} [folder] served after `run`, or while `watch` runs
 * @property {string} [path] of the page, at the server
 * @property {boolean} [server] the page tells what the server computed
 * @property {number} [threads] so many are expected, here and in the worker: what is served from `folder` is cross-origin isolated
 * @property {boolean} [worker] false: the page does not call loadInWorker()
 * @property {'page' | 'text' | 'output'} [check] a page in Chromium, the text that is served, or what `run` prints
 */

/** Throws unless the step is as wanted. @param {Step} step @returns how the core came, for pages */
export async function runStep(step, { folder, env }, browser) {
  const output = step.run ? await runToEnd(step.run, { cwd: folder, env }) : ''
  if (!step.serve && !step.folder) {
    if (!output.includes(RESULT)) throw new Error(`expected "${RESULT}" in\n${ending(output)}`)
    return
  }
  const served = await open(step, { folder, env })
  try {
    const url = new URL(step.path ?? '', served.url).href
    if (step.check === 'text')
      return equal((await (await fetch(url)).text()).trim(), RESULT, 'what is served')
    if (step.server) await checkServer(url)
    return await checkPage(browser, url, step)
  } catch (error) {
    throw new Error(`${error.message}\n${ending(served.output?.() ?? '', 12)}`.trim())
  } finally {
    await served.close()
  }
}

async function open(step, { folder, env }) {
  if (step.serve) return serveBy(step.serve, { cwd: folder, env })
  const headers = step.threads ? ISOLATED : {}
  const files = await serve(join(folder, step.folder), step.missing ?? NOT_FOUND, headers)
  if (!step.watch) return files
  const program = start(step.watch, { cwd: folder, env })
  await until(() => existsSync(join(folder, step.ready)), program)
  const close = async () => {
    files.close()
    await program.stop()
  }
  return { url: files.url, output: program.output, close }
}

async function serveBy(command, options) {
  const port = await freePort()
  const program = start(command.replaceAll('{port}', String(port)), options)
  const url = `http://127.0.0.1:${port}/`
  const answers = () =>
    fetch(url, { signal: AbortSignal.timeout(60_000) }).then(
      () => true,
      () => false,
    )
  await until(answers, program)
  return { url, output: program.output, close: program.stop }
}

async function until(done, program) {
  const end = Date.now() + PATIENCE
  try {
    while (!(await done())) {
      if (program.ended()) throw new Error(`the program ended:\n${ending(program.output())}`)
      if (Date.now() > end)
        throw new Error(`nothing after ${PATIENCE / 1000} s:\n${ending(program.output())}`)
      await sleep(200)
    }
  } catch (error) {
    await program.stop()
    throw error
  }
}

const living = new Set()

// groups of their own do not hear Ctrl+C
process.on('exit', () => {
  for (const signal of living) signal('SIGKILL')
})

/** Starts a shell command as the leader of a group, so that it can be stopped with all that it starts. */
function start(command, options) {
  const child = spawn('sh', ['-c', command], {
    ...options,
    detached: true,
    stdio: 'pipe', // esbuild serves while its input is open
  })
  let output = ''
  let ended = false
  const keep = (text) => {
    output += text
  }
  child.stdout.on('data', keep)
  child.stderr.on('data', keep)
  const signal = (name) => {
    try {
      process.kill(-child.pid, name)
    } catch {} // it ended by itself
  }
  living.add(signal)
  const exit = new Promise((resolve) =>
    child.on('close', (code) => {
      ended = true
      living.delete(signal)
      resolve(code)
    }),
  )
  const stop = async () => {
    signal('SIGTERM')
    await Promise.race([exit, sleep(3000, undefined, { ref: false })])
    signal('SIGKILL')
    await Promise.race([exit, sleep(3000, undefined, { ref: false })]) // others may hold its output
  }
  return { output: () => output, ended: () => ended, exit, stop }
}

async function runToEnd(command, options) {
  const program = start(command, options)
  const late = sleep(PATIENCE, 'late', { ref: false })
  const code = await Promise.race([program.exit, late])
  if (code === 'late') await program.stop()
  if (code !== 0) throw new Error(`"${command}" ended with ${code}:\n${ending(program.output())}`)
  return program.output()
}

async function freePort() {
  const server = createServer()
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address()
  await new Promise((resolve) => server.close(resolve))
  return port
}
