// Checks whether an output is up to date with its source files.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { root } from '../paths.mjs'

const ignored = new Set(['node_modules', 'dist', '.vite'])

/**
 * Names and contents of all files below the given files and folders; a path that does not exist counts as absent. Times do not count: what
 * writes a file as it was (a rehearsed release, a picture taken again) would have the page built anew below a browser that reads it.
 */
export function fingerprint(paths, extra = '') {
  const hash = createHash('sha256').update(extra)
  for (const path of paths)
    for (const file of filesBelow(path))
      hash
        .update(`${relative(root, file)} `)
        .update(readFileSync(file))
        .update('\n')
  return hash.digest('hex')
}

/** If the output is stale, the stamp is removed, so that an interrupted rebuild is not taken as fresh. */
export function isFresh(stamp, value) {
  const fresh = existsSync(stamp) && readFileSync(stamp, 'utf8') === value
  if (!fresh) rmSync(stamp, { force: true })
  return fresh
}

export function markFresh(stamp, value) {
  mkdirSync(dirname(stamp), { recursive: true })
  writeFileSync(stamp, value)
}

function filesBelow(path) {
  const state = statSync(path, { throwIfNoEntry: false })
  if (!state) return []
  if (!state.isDirectory()) return [path]
  const names = readdirSync(path).filter((name) => !ignored.has(name))
  return names.sort().flatMap((name) => filesBelow(join(path, name)))
}
