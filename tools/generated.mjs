// Files that a tool writes, and fails over when asked with --check and they are stale.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Failure } from './failure.mjs'
import { modules, root } from './paths.mjs'

/** `path` from the root, `command` what writes it. With `check` a file that is not `text` is a failure, otherwise it is written. */
export function keepCurrent(path, text, { check, command }) {
  const target = join(root, path)
  if (existsSync(target) && readFileSync(target, 'utf8') === text) return
  if (check) throw new Failure(`${path} is stale; run "${command}".`)
  writeFileSync(target, text)
}

/** Source text as the formatter leaves it in the file of this path. */
export function formatted(text, path) {
  const biome = join(modules, '.bin/biome')
  const result = spawnSync(biome, ['format', '--stdin-file-path', path], {
    input: text,
    encoding: 'utf8',
    cwd: root,
  })
  if (result.status !== 0) throw new Failure(`Biome could not format ${path}: ${result.stderr}`)
  return result.stdout
}

/** In both languages, once where they say the same. */
export const both = (english, chinese) => (english === chinese ? english : `${english} · ${chinese}`)
