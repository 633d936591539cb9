// Files that stand for a tokenizer.json, as transformers' class of them reads them. This folder imports nothing that runs from outside of it
// (ADR 39): what it is built with is an argument.

import type { FileParts, TokenizerJsonOf } from '../given-files.js'
import { withIds } from './added-tokens.js'
import { byteLevelClasses } from './byte-level.js'
import { Given } from './given.js'
import { marianClasses } from './marian.js'
import { sentencePieceClasses } from './sentencepiece.js'
import { Settings, type TokenNames } from './settings.js'
import type { TokenizerClass } from './tokenizer-class.js'
import { wordPieceClasses } from './word-piece.js'

const classes: readonly TokenizerClass[] = [
  ...wordPieceClasses,
  ...byteLevelClasses,
  ...sentencePieceClasses,
  ...marianClasses,
]

export const tokenizerJson: TokenizerJsonOf = (parts, files, config) => {
  const given = new Given(parts, files)
  const settings = new Settings(given)
  const found = classOf(parts, settings, config)
  const name = (token: keyof TokenNames) => settings.named(token, found)?.content ?? ''
  const { ids, rules, others } = found.build({ given, settings, name })
  const added_tokens = withIds(given, settings.tokens(found, others), ids)
  return { version: '1.0', truncation: null, padding: null, added_tokens, ...rules }
}

function classOf(parts: FileParts, settings: Settings, config: unknown): TokenizerClass {
  const { model_type: type, tokenizer_class: inConfig } =
    typeof config === 'object' && config !== null ? parts.fieldsOf(config, 'config') : {}
  const named = settings.className ?? inConfig ?? undefined
  if (named === undefined) return ofType(parts, type)
  const name = parts.textOf(named, 'tokenizer_class').replace(/(Tokenizer)(Fast)?$/, '')
  const found = classes.find(({ names }) => names.includes(name))
  if (found) return found
  const known = classes.flatMap(({ names }) => names).map((one) => `${one}Tokenizer`)
  const like = "if one of them reads the files rightly, name it in 'tokenizer_config.json'"
  const wanted = `a tokenizer.json, or one of ${known.join(', ')} (${like})`
  throw parts.refuse('ERR_UNSUPPORTED', 'tokenizer_class', parts.show(named), wanted)
}

function ofType(parts: FileParts, type: unknown): TokenizerClass {
  const found = classes.find(({ modelTypes }) => modelTypes.some((one) => one === type))
  if (found) return found
  const got = `none, and the model_type ${parts.show(type)}, which has none of its own`
  throw parts.refuse(
    'ERR_UNSUPPORTED',
    'tokenizer_class',
    got,
    "'tokenizer_config.json' with a tokenizer_class",
  )
}
