// Files that a command will write.

import { open, unlink } from 'node:fs/promises'
import { messageOf } from '../lib/boundary/errors.js'
import { UsageError } from './usage.js'

/** Refuses a file that cannot be written, before hours of training. A file that is made for the test is removed: no results are no file. */
export async function requireWritable(path: string): Promise<void> {
  const touched = async (flag: string) => (await open(path, flag)).close()
  try {
    await touched('wx').then(
      () => unlink(path),
      () => touched('a'),
    )
  } catch (cause) {
    throw new UsageError(`--out: ${messageOf(cause)}`)
  }
}
