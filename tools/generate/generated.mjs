// Shared code of the generators.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { Failure } from '../failure.mjs'
import { modules, root } from '../paths.mjs'

/** Source text, formatted for this path. */
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

/** Text in both languages; once if they are equal. */
export const both = (english, chinese) => (english === chinese ? english : `${english} · ${chinese}`)
