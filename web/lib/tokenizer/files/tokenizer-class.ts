// What a class of transformers makes of a vocabulary: the parts of a tokenizer.json.

import type { AddedToken } from './added-tokens.js'
import type { Fields, Given } from './given.js'
import type { Defaults, Settings, TokenNames } from './settings.js'

export interface Built {
  /** The ids of the vocabulary's tokens. */
  ids: Map<string, number>
  /** The other parts; texts alone are encoded, so that templates have nothing for pairs. */
  rules: {
    model: Fields
    normalizer: Fields | null
    pre_tokenizer: Fields | null
    post_processor: Fields | null
    decoder: Fields
    /** What is Marian's alone. */
    marian?: Fields
  }
  /** Tokens that the vocabulary says a text is cut at. */
  others?: readonly AddedToken[]
}

/** What a class is made from. */
export interface Source {
  given: Given
  settings: Settings
  /** The text of a named token. */
  name(token: keyof TokenNames): string
}

export interface TokenizerClass extends Defaults {
  /** Its names as tokenizer_class, without the ending Fast. */
  names: readonly string[]
  /** The model types whose tokenizer it is where no file names one. */
  modelTypes: readonly string[]
  build(source: Source): Built
}

/** A post-processor that puts tokens around a text. */
export function template(before: readonly string[], after: readonly string[]): Fields {
  const special = (id: string) => ({ SpecialToken: { id, type_id: 0 } })
  const text = { Sequence: { id: 'A', type_id: 0 } }
  return {
    type: 'TemplateProcessing',
    single: [...before.map(special), text, ...after.map(special)],
    pair: [],
  }
}

/** The post-processor of classes that take add_bos_token and add_eos_token. */
export function templateOfFlags({ settings, name }: Source): Fields {
  const end = (token: 'bos_token' | 'eos_token') =>
    settings.flag(`add_${token}`, false) && name(token) !== '' ? [name(token)] : []
  return template(end('bos_token'), end('eos_token'))
}
