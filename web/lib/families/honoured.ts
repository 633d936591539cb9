// Every field of a config.json is read, known to have no effect, or has the only supported value. Fields that transformers' class does
// not read have no effect either: they are ignored and reported. Any other field is refused, since the model would differ from the
// original.

import { WhereformerError } from '../boundary/errors.js'
import type { ConfigFields, UnreadField } from './config-fields.js'
import type { Family, ReadFields } from './family.js'
import { ALIASES, READ_BY, SHARED } from './read-fields.generated.js'

type Key = string | RegExp

/** Fields of any model that do not affect a forward pass. */
const IRRELEVANT: readonly Key[] = [
  // name and storage
  /_.*/, // _name_or_path, _attn_implementation …
  /(?:adapter_)?transformers(?:_version|\.js_config|_weights)/,
  /(?:torch_)?dtype/,
  /(?:attn|experts)_implementation/,
  /architectures|model_type/,
  'tokenizer_class',
  'torchscript',
  'use_bfloat16',
  // training
  /(?:.*_)?(?:dropout|pdrop|layerdrop)(?:_prob|_rate)?/,
  /initializer_.*|init_std/,
  'gradient_checkpointing',
  'tf_legacy_loss',
  // outputs, and how the computation is divided
  /return_dict.*/,
  /output_(?:attentions|hidden_states|scores)/,
  'chunk_size_feed_forward',
  'use_cache',
  // tasks
  /id2label|label2id|num_labels|problem_type|finetuning_task|task_specific_params/,
  /summary_.*/,
  // generation
  /(?:.*_)?token_ids?/,
  /(?:max|min)_(?:new_)?(?:length|tokens)/,
  /(?:repetition|length|diversity|exponential_decay_length)_penalty/,
  /(?:encoder_)?no_repeat_ngram_size/,
  /(?:begin_)?suppress_tokens|bad_words_ids|remove_invalid_values/,
  /num_(?:beams|beam_groups|return_sequences)|early_stopping|do_sample/,
  /temperature|top_k|top_p|typical_p|prefix/,
  'is_decoder', // for models that do not read it
]

const FIXED: Readonly<Record<string, readonly unknown[]>> = {
  __proto__: null as never,
  add_cross_attention: [false],
  is_encoder_decoder: [false],
  tie_encoder_decoder: [false],
  pruned_heads: [], // transformers 4: heads that are not in the file
}

/** Does transformers have a class for this model type, which defines the fields and tensors in use? */
export function hasClass(family: Family, modelType: string): boolean {
  return Object.hasOwn(readsOf(family).READ_BY, modelType)
}

const OWN: ReadFields = { READ_BY, ALIASES }

function readsOf({ reads = OWN }: Family): ReadFields {
  return reads
}

/**
 * The fields without effect because transformers does not read them; refuses fields that it reads and that are not supported here.
 * To be called after a family has read its fields.
 */
export function ignoredFields(config: ConfigFields, family: Family): string[] {
  const inConfig = ({ path }: UnreadField) => path.slice(config.path('').length)
  const fixed: typeof FIXED = { __proto__: null as never, ...FIXED, ...family.fixed }
  const modelType = config.text('model_type')
  const read = readByClass(family, modelType)
  const aliases = aliasesOf(family, modelType)
  const knows = (keys: readonly Key[] = [], key: string) => keys.some((known) => matches(known, key))
  const verdictOf = (field: UnreadField): Verdict => {
    const { key, value, overruled } = field
    const [path, unread] = [inConfig(field), read !== undefined && !read.has(key)]
    const allowed = fixed[path] ?? FIXED[key]
    if (isEmptyObject(value) || FIXED[key]?.includes(value)) return 'harmless'
    if (allowed && !allowed.includes(value)) return 'strange'
    if (knows(IRRELEVANT, key)) return 'harmless'
    if (overruled || unread || key === 'auto_map') return 'ignored' // code of its own, which is not run
    if (allowed || knows(family.irrelevant, key)) return 'harmless'
    const alias = Object.hasOwn(aliases, path) ? aliases[path] : undefined
    return alias && value === config.peek(alias) ? 'harmless' : 'strange'
  }
  const unread = config.unread().map((field) => ({ field, verdict: verdictOf(field) }))
  const those = (wanted: Verdict) =>
    unread.flatMap(({ field, verdict }) => (verdict === wanted ? [field] : []))
  requireNone(those('strange'), family)
  return those('ignored').map(inConfig)
}

type Verdict = 'harmless' | 'ignored' | 'strange'

// The fields that transformers reads, by their own names also where they are inside objects.
function readByClass(family: Family, modelType: string): ReadonlySet<string> | undefined {
  if (!hasClass(family, modelType)) return undefined
  return new Set(`${SHARED} ${readsOf(family).READ_BY[modelType]}`.split(' '))
}

// Aliases: another name of a field with the same value changes nothing.
function aliasesOf(family: Family, modelType: string): Readonly<Record<string, string>> {
  const { [modelType]: text } = readsOf(family).ALIASES
  const pairs = text?.split(' ') ?? []
  return Object.fromEntries(pairs.map((pair) => pair.split('=') as [string, string]))
}

function requireNone(strange: readonly UnreadField[], family: Family): void {
  if (strange.length === 0) return
  const fields = strange.map(sentence).join(', ')
  const message = `config: ${family.name} does not honour ${fields}; left out, the model would compute something else`
  throw new WhereformerError('ERR_UNSUPPORTED', message)
}

function matches(known: Key, key: string): boolean {
  if (typeof known === 'string') return known === key
  return known.exec(key)?.[0] === key
}

// pruned_heads: {}
function isEmptyObject(value: unknown): boolean {
  return (
    typeof value === 'object' && value !== null && !Array.isArray(value) && Object.keys(value).length === 0
  )
}

// JSON has no integers beyond those of a double.
const inJson = (_: string, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value)

function sentence({ path, value }: UnreadField): string {
  const text = JSON.stringify(value, inJson) ?? typeof value
  return `${path} = ${text.length > 60 ? `${text.slice(0, 60)}…` : text}`
}
