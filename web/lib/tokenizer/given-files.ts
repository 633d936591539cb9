// A tokenizer as the files of a folder that has no tokenizer.json. The code that reads them comes when they are seen (ADR 39).

import { choiceOf, fieldOf, fieldsOf, flagOf, integerOf, reading, textOf } from '../boundary/checks.js'
import { refuse, show } from '../boundary/errors.js'

/** The files that hold a vocabulary, in the order in which a folder is asked for them. */
export const VOCABULARIES = [
  'vocab.txt',
  'vocab.json',
  'spiece.model',
  'spm.model',
  'sentencepiece.bpe.model',
  'tokenizer.model',
] as const

/** What else is read where it is there: what the tokens mean, and in vocab.json's folder the merges, or Marian's SentencePiece models. */
export const COMPANIONS = [
  'tokenizer_config.json',
  'special_tokens_map.json',
  'added_tokens.json',
  'merges.txt',
  'source.spm',
  'target_vocab.json',
  'target.spm',
] as const

/** Those of them that are worth asking a host for only where another is. */
export const BESIDE: Readonly<Record<string, string>> = {
  'merges.txt': 'vocab.json',
  'source.spm': 'vocab.json',
  'target_vocab.json': 'source.spm',
  'target.spm': 'target_vocab.json',
}

/** What the code for such files is built with, since it imports nothing. */
export const fileParts = {
  choiceOf,
  fieldsOf,
  flagOf,
  integerOf,
  refuse,
  show,
  textOf,
} as const

export type FileParts = typeof fileParts

/** The tokenizer.json that files stand for; the config tells the class where they do not. */
export type TokenizerJsonOf = (parts: FileParts, files: object, config: unknown) => object

/** Brings the code for files. */
export type OpenFiles = () => Promise<TokenizerJsonOf>

/** The request with a tokenizer.json in place of files. */
export async function withTokenizerJson<T>(request: T, open: OpenFiles): Promise<T> {
  if (typeof request !== 'object' || request === null) return request
  const files = fieldOf(request, 'tokenizer', 'request')
  if (!areFiles(files)) return request
  const config = fieldOf(request, 'config', 'request')
  return { ...request, tokenizer: (await open())(fileParts, files, config) }
}

function areFiles(given: unknown): given is object {
  if (typeof given !== 'object' || given === null) return false
  const names = reading('request.tokenizer', () => Object.keys(given))
  return [...VOCABULARIES, ...COMPANIONS].some((file) => names.includes(file))
}
