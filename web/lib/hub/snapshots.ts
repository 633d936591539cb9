// The cache of the Hub's own programs, which is read and never written: models--owner--name/snapshots/commit/file, refs/branch.

import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { openFile } from '../node-file.js'
import { isCommit } from './address.js'
import type { FileKey, Kept } from './store.js'

/** A branch is looked up for a model on the Hub alone; a commit is of one repository, wherever it is. */
export async function snapshotFile(cache: string, { name, revision, file, onHub }: FileKey) {
  const folder = join(cache, `models--${name.replace('/', '--')}`)
  const commit = isCommit(revision) ? revision : onHub && (await refIn(folder, revision))
  return commit ? fileIn(join(folder, 'snapshots', commit, file), commit) : undefined
}

async function refIn(folder: string, revision: string): Promise<string | undefined> {
  const text = await readFile(join(folder, 'refs', revision), 'utf8').catch(() => '')
  return isCommit(text.trim()) ? text.trim() : undefined
}

async function fileIn(path: string, commit: string): Promise<Kept | undefined> {
  const facts = await stat(path).catch(() => undefined)
  if (!facts?.isFile()) return undefined
  return { etag: undefined, commit, open: () => openFile(path, 'weights') }
}
