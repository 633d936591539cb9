// What was found with each consumer: a file of JSON per consumer in the user's cache folder.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { cacheFolder } from '../../tools/paths.mjs'

const sources = fileURLToPath(new URL('.', import.meta.url))

export const home = join(cacheFolder(), 'consumers')

const fileOf = ({ id }) => join(home, 'results', `${id}.json`)

/**
 * @typedef {{ ok: boolean, core?: string, error?: string, seconds: number }} Outcome
 * @typedef {{ key: string, date: string, versions?: Record<string, string>, install?: string, steps: Record<string, Outcome> }} Result
 */

/** @returns {Result | undefined} */
export function readResult(consumer) {
  const file = fileOf(consumer)
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined
}

export function writeResult(consumer, result) {
  mkdirSync(dirname(fileOf(consumer)), { recursive: true })
  writeFileSync(fileOf(consumer), `${JSON.stringify(result, null, 2)}\n`)
}

export function isGreen({ install, steps }) {
  return !install && Object.values(steps).every(({ ok }) => ok)
}

/** Changes with the package, the entry of the table and the files of the project. */
export function keyOf({ title, note, tweak, ...consumer }, tarball) {
  const hash = createHash('sha256').update(basename(tarball)).update(JSON.stringify(consumer))
  for (const name of ['page', ...consumer.templates.map((template) => `templates/${template}`)])
    for (const file of filesIn(join(sources, name)))
      hash.update(relative(sources, file)).update(readFileSync(file))
  return hash.digest('hex').slice(0, 16)
}

function filesIn(folder) {
  const names = readdirSync(folder, { recursive: true }).sort()
  return names.map((name) => join(folder, name)).filter((path) => statSync(path).isFile())
}
