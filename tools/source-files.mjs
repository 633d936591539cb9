// The files of the project: tracked files and new files that .gitignore does not exclude.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Failure } from './failure.mjs'
import { root } from './paths.mjs'
import { capture } from './process.mjs'

/** Paths relative to the folder, which must be a git work tree; deleted files that are still tracked are omitted. */
export function sourceFiles(folder = root) {
  const listed = capture('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: folder,
    maxBuffer: 1 << 26,
  })
  if (listed === null) throw new Failure(`git cannot list the files of ${folder}.`)
  return [...new Set(listed.split('\0'))].filter((path) => path && existsSync(join(folder, path))).sort()
}
