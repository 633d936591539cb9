// Installs node_modules if it does not match package-lock.json exactly.
import { chmodSync, existsSync, readFileSync } from 'node:fs'
import { basename, join, relative } from 'node:path'
import { explainLog, Failure } from '../failure.mjs'
import { modules, root } from '../paths.mjs'
import { run } from '../process.mjs'

/**
 * npm writes node_modules/.package-lock.json as its last act, so an interrupted installation has none.
 * It lists what is there: every package in the locked version, except optional ones for other systems.
 */
export function modulesAreCurrent(folder = root) {
  const wanted = readPackages(join(folder, 'package-lock.json'))
  const installed = readPackages(join(folder, 'node_modules/.package-lock.json'))
  if (!wanted || !installed) return false
  const complete = Object.entries(wanted).every(
    ([path, entry]) =>
      path === '' || installed[path]?.version === entry.version || (!installed[path] && entry.optional),
  )
  return complete && Object.keys(installed).every((path) => path in wanted)
}

export async function ensureModules() {
  if (modulesAreCurrent()) return
  console.log('Installing npm packages')
  const log = await install(root, { what: 'npm packages', log: 'npm-ci.log' })
  if (!modulesAreCurrent())
    throw new Failure('npm ci succeeded, but node_modules does not match package-lock.json.', { log })
  markExecutable()
}

/** The packages of a folder with a lock file of its own. @param {string} what their name in messages */
export async function ensureModulesIn(folder, what) {
  if (modulesAreCurrent(folder)) return
  console.log(`Installing ${what} (npm ci in ${relative(root, folder)})`)
  await install(folder, { what, log: `npm-ci-${basename(folder)}.log` })
}

/** @returns the path of the log */
async function install(folder, { what, log: name }) {
  const log = join(root, 'build/logs', name)
  // no install scripts; development packages also under NODE_ENV=production
  const args = ['ci', '--ignore-scripts', '--include=dev', '--no-audit', '--no-fund']
  const code = await run('npm', args, { cwd: folder, log, label: 'npm ci' })
  if (code !== 0)
    throw new Failure(`The ${what} could not be installed: ${explainLog(log) ?? 'npm ci failed'}.`, { log })
  return log
}

// Their install scripts would do it, and those do not run.
function markExecutable() {
  for (const file of [
    'google-closure-compiler-linux/compiler',
    '@esbuild/linux-x64/bin/esbuild',
    '@biomejs/cli-linux-x64/biome',
  ]) {
    if (existsSync(join(modules, file))) chmodSync(join(modules, file), 0o755)
  }
}

function readPackages(file) {
  if (!existsSync(file)) return null
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages
  } catch {
    return null
  }
}
