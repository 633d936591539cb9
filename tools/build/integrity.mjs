// The hash with which a browser refuses any other file (subresource integrity).

import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'

/** @param {string} path @returns {Promise<string>} as the attribute integrity of a script has it */
export async function integrityOf(path) {
  const hash = createHash('sha384').update(await readFile(path))
  return `sha384-${hash.digest('base64')}`
}
