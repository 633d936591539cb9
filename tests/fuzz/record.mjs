// The figures of long runs: docs/reliability.md is made of them.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { formatted } from '../../tools/generate/generated.mjs'
import { root } from '../../tools/paths.mjs'
import { capture } from '../../tools/process.mjs'

const folder = join(root, 'docs/reliability')

/** What the runs try. */
const tested = ['CMakeLists.txt', 'bindings', 'src', 'web/content', 'web/elements', 'web/lab', 'web/lib']

/**
 * The last commit that changed what is tried, the start of the SHA-256 of the plain core, and the day.
 * @param core a file of which `dist/core-simd.wasm` is a copy, where dist/ is not built
 */
export const stateNow = (core = 'dist/core-simd.wasm') => ({
  commit: commitNow(),
  core: hashOf(join(root, core)),
  date: new Date().toISOString().slice(0, 10),
})

const hashOf = (file) => createHash('sha256').update(readFileSync(file)).digest('hex').slice(0, 10)

function commitNow() {
  const git = (...words) => capture('git', ['-C', root, ...words, '--', ...tested])?.trim()
  if (git('status', '--porcelain')) return 'uncommitted'
  return git('log', '-1', '--format=%h', '--abbrev=10') || 'unknown'
}

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

/** `kind` of tests/checked; the others stay as they are. */
export function recordChecked(kind, figures) {
  const file = join(folder, 'checked.json')
  const others = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
  write(file, { ...others, [kind]: figures })
}

export function recordAllocations(figures) {
  write(join(folder, 'allocations.json'), figures)
}

function write(file, content) {
  mkdirSync(folder, { recursive: true })
  writeFileSync(file, formatted(JSON.stringify(content), file))
}
