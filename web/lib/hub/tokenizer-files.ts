// The tokenizer of a folder that has no tokenizer.json: its vocabulary, and the files that say what its tokens mean.

import { WhereformerError } from '../boundary/errors.js'
import { readOpened } from '../checkpoint/source.js'
import {
  BESIDE,
  COMPANIONS,
  type OpenFiles,
  VOCABULARIES,
  withTokenizerJson,
} from '../tokenizer/given-files.js'
import type { Files } from './files.js'

interface Telling {
  signal: AbortSignal | undefined
  tell: (notice: string) => void
}

/** The tokenizer.json that the files stand for. Files that nothing here reads are no reason to refuse the model: a notice tells of them. */
export async function tokenizerInFiles(
  files: Files,
  config: object,
  open: OpenFiles,
  { signal, tell }: Telling,
): Promise<object | undefined> {
  const found: Record<string, Uint8Array> = {}
  const ask = async (name: string) => {
    const opened = await files.open(name)
    if (opened) found[name] = await readOpened(opened, { phase: 'weights', signal })
    return opened !== undefined
  }
  for (const name of VOCABULARIES) if (await ask(name)) break
  if (Object.keys(found).length === 0) return undefined
  for (const name of COMPANIONS) {
    const other = BESIDE[name]
    if (other === undefined || found[other]) await ask(name)
  }
  try {
    return (await withTokenizerJson({ tokenizer: found, config }, open)).tokenizer
  } catch (cause) {
    if (!(cause instanceof WhereformerError) || cause.code === 'ERR_LOAD') throw cause
    tell(`the model has no tokenizer here (${cause.message})`)
    return undefined
  }
}
