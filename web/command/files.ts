// Files that arguments name, and those of a model's folder.

import type { Stats } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { messageOf, WhereformerError } from '../lib/boundary/errors.js'

/** The bytes of what an argument names: a file, or a pipe such as a shell's <(…). */
export async function bytesOf(path: string): Promise<Uint8Array> {
  try {
    return await readFile(path)
  } catch (cause) {
    throw unreadable(path, cause)
  }
}

export async function textOf(path: string): Promise<string> {
  return new TextDecoder().decode(await bytesOf(path))
}

export function unreadable(path: string, cause: unknown): WhereformerError {
  return new WhereformerError('ERR_LOAD', `${path}: could not be read (${messageOf(cause)})`, { cause })
}

/** Refuses what only looks like a file of a model (a pipe, a device), which could be read for ever: models come from elsewhere. */
export async function requireFile(path: string): Promise<void> {
  const facts = await stat(path).catch((cause) => {
    throw unreadable(path, cause)
  })
  if (facts.isFile()) return
  throw new WhereformerError('ERR_LOAD', `${path}: got ${kindOf(facts)}, wanted a file`)
}

function kindOf(facts: Stats): string {
  if (facts.isDirectory()) return 'a folder'
  return facts.isFIFO() ? 'a pipe' : 'a device or a socket'
}
