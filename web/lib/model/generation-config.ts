// generation_config.json: what a model does where a caller says nothing, and what of it cannot be done here.

import { fieldOf, fieldsOf, flagOf, integerOf, isList, itemsOf } from '../boundary/checks.js'
import type { Recipe } from '../families/index.js'
import { ABSENT, type Defaults, type Setting, settingsOf } from './generate-plan.js'

/** The field of each setting. */
const FIELDS = {
  maxNewTokens: 'max_new_tokens',
  temperature: 'temperature',
  topK: 'top_k',
  topP: 'top_p',
  minP: 'min_p',
  repetitionPenalty: 'repetition_penalty',
  noRepeatNgram: 'no_repeat_ngram_size',
} as const satisfies Record<Setting, string>

const HONOURED = new Set<string>([
  ...Object.values(FIELDS),
  'do_sample',
  'eos_token_id',
  'decoder_start_token_id',
])

/** Fields that change no token. */
const WITHOUT_EFFECT =
  /^(?:_.*|transformers_version|(?:bos|pad)_token_id|use_cache|cache_(?:implementation|config)|output_\w+|return_\w+|renormalize_logits|remove_invalid_values|low_memory)$/

/** Fields that say nothing when they are 1; others when they are 0. */
const NOTHING_AT_ONE =
  /^(?:num_beams|num_beam_groups|num_return_sequences|length_penalty|encoder_repetition_penalty|typical_p|guidance_scale)$/

/** What transformers samples among where a file asks for sampling and says no more. */
const SAMPLED = { temperature: 1, topK: 50 }

interface GenerationDefaults extends Defaults {
  /** Fields that say what generate() does not do. */
  ignored: string[]
}

/** @param file the parsed generation_config.json, if there is one */
export function defaultsOf(file: unknown, config: object, { spec }: Recipe): GenerationDefaults {
  const given = file === undefined ? {} : fieldsOf(file, 'generationConfig')
  const said = (key: string) => given[key] ?? undefined
  const topP = said('top_p') === 0 ? Number.EPSILON : said('top_p') // 0: the most probable alone
  const settings = settingsOf(
    { ...Object.fromEntries(Object.entries(FIELDS).map(([key, field]) => [key, said(field)])), topP },
    (key) => `generationConfig.${FIELDS[key]}`,
  )
  const samples = said('do_sample') !== undefined && flagOf(said('do_sample'), 'generationConfig.do_sample')
  const eos = said('eos_token_id') ?? fieldOf(config, 'eos_token_id', 'config')
  const start = said('decoder_start_token_id')
  return {
    settings: { ...ABSENT, ...(samples && SAMPLED), ...settings, ...(!samples && { temperature: 0 }) },
    eosIds: idsAmong(eos, spec.vocab),
    decoderStart:
      start === undefined
        ? undefined
        : integerOf(start, 'generationConfig.decoder_start_token_id', 0, spec.vocab - 1),
    ignored: Object.keys(given).filter((key) => !HONOURED.has(key) && says(key, given[key])),
  }
}

/** The ids of the field: one, several or none; those outside of the vocabulary are ignored. */
function idsAmong(eos: unknown, vocab: number): number[] {
  const ids = isList(eos, 'eos_token_id') ? itemsOf(eos, 'eos_token_id', 'ids') : [eos]
  return ids.filter((id): id is number => Number.isInteger(id) && (id as number) < vocab)
}

function says(key: string, value: unknown): boolean {
  if (value === null || value === false || WITHOUT_EFFECT.test(key)) return false
  if (typeof value === 'number')
    return value !== (NOTHING_AT_ONE.test(key) ? 1 : 0) || key.endsWith('_token_id')
  return !(isList(value, key) && (value as unknown[]).length === 0)
}
