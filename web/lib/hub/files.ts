// The files of a model, wherever they are, and those of them that are JSON.

import { WhereformerError } from '../boundary/errors.js'
import type { Opened } from '../checkpoint/byte-stream.js'
import { refusalOfJson } from '../checkpoint/formats.js'
import { readOpened } from '../checkpoint/source.js'

/** The model has no file of that name. */
export class NoFile extends WhereformerError {}

export interface Files {
  /** Opens a file; undefined if there is none. */
  open(file: string): Promise<Opened | undefined>
  /** Says that there is no such file, and where. */
  missing(file: string): string
  /** The names of all files; undefined where the place does not tell them. */
  names(): Promise<readonly string[] | undefined>
}

export async function requiredFile(files: Files, file: string): Promise<Opened> {
  const opened = await files.open(file)
  if (opened) return opened
  throw new NoFile('ERR_LOAD', files.missing(file))
}

export async function textIn(opened: Opened, signal: AbortSignal | undefined): Promise<string> {
  return new TextDecoder().decode(await readOpened(opened, { phase: 'weights', signal }))
}

export async function jsonIn(opened: Opened, signal: AbortSignal | undefined): Promise<object> {
  const bytes = await readOpened(opened, { phase: 'weights', signal })
  try {
    return JSON.parse(new TextDecoder().decode(bytes)) as object
  } catch (cause) {
    const reason = new WhereformerError('ERR_PARSE', `${opened.from}: is no JSON (${cause})`, { cause })
    throw refusalOfJson(bytes, opened.from) ?? reason
  }
}
