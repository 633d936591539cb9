// Every field of a config.json is read, known to change no number, or has the only value that this engine has. Anything else is refused:
// a model that is almost the original would be worse than none.

import { WhereformerError } from '../errors.js'
import type { ConfigFields, UnreadField } from './config-fields.js'
import type { Family } from './family.js'

type Key = string | RegExp

/** Fields of any model that change no number of a forward pass. */
const IRRELEVANT: readonly Key[] = [
  // what it is called and how it is stored
  /_.*/, // _name_or_path, _attn_implementation …
  /(?:adapter_)?transformers(?:_version|\.js_config|_weights)/,
  /(?:torch_)?dtype/,
  /(?:attn|experts)_implementation/,
  /architectures|model_type/,
  'auto_map',
  'tokenizer_class',
  'torchscript',
  'use_bfloat16',
  // training
  /(?:.*_)?(?:dropout|pdrop|layerdrop)(?:_prob|_rate)?/,
  /initializer_.*|init_std/,
  'gradient_checkpointing',
  'tf_legacy_loss',
  // what is returned, and how the work is cut
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
  'is_decoder', // of those that do not read it
]

const FIXED: Readonly<Record<string, readonly unknown[]>> = {
  __proto__: null as never,
  add_cross_attention: [false],
  is_encoder_decoder: [false],
  tie_encoder_decoder: [false],
}

/** To be called when a family has read what it wants to know. */
export function requireHonoured(config: ConfigFields, family: Family): void {
  const fixed: typeof FIXED = { __proto__: null as never, ...FIXED, ...family.fixed }
  const irrelevant = [...IRRELEVANT, ...(family.irrelevant ?? [])]
  const strange = config.unread().filter(({ path, key, value }) => {
    const allowed = fixed[path.slice(config.path('').length)] ?? FIXED[key]
    if (allowed) return !allowed.includes(value)
    return !irrelevant.some((known) => matches(known, key)) && !isEmptyObject(value)
  })
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

function sentence({ path, value }: UnreadField): string {
  const text = JSON.stringify(value) ?? typeof value
  return `${path} = ${text.length > 60 ? `${text.slice(0, 60)}…` : text}`
}
