// SHA-256 of files, in the form that `sha256sum --check` reads.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { basename } from 'node:path'

export function checksums(files) {
  const line = (file) =>
    `${createHash('sha256').update(readFileSync(file)).digest('hex')}  ${basename(file)}\n`
  return files.map(line).join('')
}
