// A config without `model_type`: its class may tell it; else it is another file of the checkpoint, or one of transformers before it wrote the
// field.

import { oneOf } from '../boundary/checks.js'
import { refuse, type WhereformerError } from '../boundary/errors.js'
import type { ConfigFields } from './config-fields.js'

/** Files that are taken for config.json, by the fields that only they have. */
const OTHERS: readonly (readonly [keys: readonly string[], is: string, wanted: string])[] = [
  [
    ['peft_type'],
    'the adapter_config.json of an adapter',
    'the config.json of its base model, with weights into which the adapter is merged (merge_and_unload)',
  ],
  [
    ['_class_name', '_diffusers_version'],
    'the config of a part of diffusers',
    'that of a Transformer over tokens',
  ],
  [['weight_map'], 'an index of shards', 'config.json; the index belongs to weights, { index, file }'],
  [['tokenizer_class', 'added_tokens_decoder', 'model_max_length'], 'tokenizer_config.json', 'config.json'],
  [['added_tokens', 'pre_tokenizer'], 'tokenizer.json', 'config.json; the tokenizer belongs to tokenizer'],
  [['_from_model_config', 'do_sample'], 'generation_config.json', 'config.json'],
  [['registered_name'], 'the config of Keras', 'the config.json of transformers'],
  [
    ['n_layers', 'n_heads', 'norm_eps'],
    'the params.json of the original LLaMA',
    'the config.json of transformers',
  ],
]

/** Fields of any Transformer, by which a config is one although no other file has its own. */
const SIZES = ['hidden_size', 'n_embd', 'd_model', 'num_hidden_layers', 'n_layer']

/** Is it the config of a Transformer, whatever its family is? */
export function isSized(config: ConfigFields): boolean {
  const keys = new Set(config.keys())
  return SIZES.some((key) => keys.has(key))
}

/** The refusal of a config without model_type. `got`: what it is, for one that has no fields, such as a promise of it. */
export function noModelType(config: ConfigFields, known: readonly string[], got: string): WhereformerError {
  const keys = new Set(config.keys())
  const other = isSized(config) ? undefined : OTHERS.find(([marks]) => marks.some((key) => keys.has(key)))
  if (other) return refuse('ERR_VALUE', 'config', other[1], other[2])
  if (keys.size === 0)
    return refuse('ERR_VALUE', 'config', got, 'the parsed config.json (there is no config.model_type)')
  const add = `the family, which files of older versions of transformers lack: add it, ${oneOf(known)}`
  return refuse('ERR_VALUE', 'config.model_type', 'nothing', add)
}

const plain = (name: string) => name.toLowerCase().replace(/_text$|[-_]/g, '')

/** What follows the model_type in the name of a class. */
const ENDING = /^(?:for\w+|(?:lmhead|doubleheads|encoder|mt)?model)$/

/** The model_type of the class that `architectures` names, where it is one of ours. Parts of larger models (…_text) have classes that only continue texts. */
export function typeOfClass(config: ConfigFields, known: readonly string[]): string | undefined {
  const name = plain(config.texts('architectures')?.[0] ?? '')
  return known.find((type) => {
    const rest = name.startsWith(plain(type)) ? name.slice(plain(type).length) : ''
    return type.endsWith('_text') ? rest === 'forcausallm' : ENDING.test(rest)
  })
}
