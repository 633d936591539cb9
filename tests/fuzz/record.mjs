// The figures of long runs: docs/reliability.md is made of them.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../tools/paths.mjs'
import { capture } from '../../tools/process.mjs'

const folder = join(root, 'docs/reliability')

export const commitNow = () =>
  capture('git', ['-C', root, 'rev-parse', '--short=10', 'HEAD'])?.trim() ?? 'unknown'

/** A later run of the same target with the same seed replaces the earlier one. */
export function recordRun(run) {
  const file = join(folder, 'runs.json')
  const runs = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : []
  const others = runs.filter(({ target, seed }) => target !== run.target || seed !== run.seed)
  write(
    file,
    [...others, run].sort((a, b) => a.target.localeCompare(b.target) || a.seed - b.seed),
  )
}

export function recordEndurance(figures) {
  write(join(folder, 'endurance.json'), figures)
}

function write(file, content) {
  mkdirSync(folder, { recursive: true })
  writeFileSync(file, `${JSON.stringify(content, null, 2)}\n`)
}
