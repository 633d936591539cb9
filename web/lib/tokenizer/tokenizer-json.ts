// The parts of a tokenizer.json that the tokenizer library takes as they are, checked before it reads them.

import {
  choiceOf,
  type Fields,
  fieldOf,
  fieldsOf,
  integerOf,
  itemsOf,
  numberOf,
  requireShallow,
  textOf,
} from '../boundary/checks.js'
import { refuse, show } from '../boundary/errors.js'

/** The most normalizers, pre-tokenizers, post-processors and decoders, those inside of sequences included. */
const MOST_RULES = 128

/** The largest length beyond which words are unknown: the time of a word grows with its cube. */
const LONGEST_WORD = 1000

/** Refuses what is no tokenizer.json. */
export function requireTokenizer(json: unknown): void {
  const isObject = typeof json === 'object' && json !== null
  if (isObject && fieldOf(json, 'model', 'tokenizer') !== undefined) return
  const wanted = 'the parsed tokenizer.json'
  if (isObject) throw refuse('ERR_PARSE', 'tokenizer', whatIs(json), wanted)
  throw refuse('ERR_TYPE', 'tokenizer', show(json), wanted)
}

/** Throws for what cannot be used, and for what could take too long. */
export function requireUsable(json: unknown): void {
  requireShallow(json, 'tokenizer')
  requireModel(fieldsOf(fieldOf(json, 'model', 'tokenizer'), 'tokenizer.model'))
  const marian = fieldOf(json, 'marian', 'tokenizer')
  if (marian !== undefined) requireMarian(marian)
  const tokens = listOf(fieldOf(json, 'added_tokens', 'tokenizer') ?? [], 'tokenizer.added_tokens')
  for (const [i, token] of tokens.entries()) requireAddedToken(token, `tokenizer.added_tokens[${i}]`)
  const rules = RULES.reduce((count, name) => {
    return count + requireRule(fieldOf(json, name, 'tokenizer') ?? null, `tokenizer.${name}`)
  }, 0)
  if (rules > MOST_RULES) throw refuse('ERR_VALUE', 'tokenizer', `${rules} rules`, `at most ${MOST_RULES}`)
}

/** What an object is that is no tokenizer.json: another file of a checkpoint, or what stands for a file. */
function whatIs(json: object): string {
  const keys = new Set(Object.keys(json))
  if (['tokenizer_class', 'added_tokens_decoder', 'model_max_length'].some((key) => keys.has(key)))
    return 'tokenizer_config.json'
  if (keys.has('model_type')) return 'config.json'
  if (keys.size > 100 && Object.values(json).every(Number.isInteger))
    return 'the vocabulary alone (vocab.json)'
  return show(json)
}

const RULES = ['normalizer', 'pre_tokenizer', 'post_processor', 'decoder']

function requireModel(model: Fields): void {
  if (model.type !== undefined) choiceOf(model.type, 'tokenizer.model.type', ['BPE', 'WordPiece', 'Unigram'])
  const { vocab, merges, max_input_chars_per_word: longest } = model
  if (Array.isArray(vocab)) requireScored(vocab, 'tokenizer.model.vocab')
  else requireIds(vocab, 'tokenizer.model.vocab')
  if (merges !== undefined) listOf(merges, 'tokenizer.model.merges').forEach(requireMerge)
  if ((longest ?? null) !== null)
    integerOf(longest, 'tokenizer.model.max_input_chars_per_word', 0, LONGEST_WORD)
  if ((model.unk_id ?? null) !== null) integerOf(model.unk_id, 'tokenizer.model.unk_id')
  for (const name of [
    'unk_token',
    'continuing_subword_prefix',
    'continuing_subword_suffix',
    'end_of_word_suffix',
  ])
    if ((model[name] ?? null) !== null) textOf(model[name], `tokenizer.model.${name}`)
}

function requireIds(given: unknown, argument: string): void {
  const vocab = fieldsOf(given, argument)
  for (const token of Object.keys(vocab)) integerOf(vocab[token], `${argument}[${show(token)}]`)
}

function requireScored(list: readonly unknown[], argument: string): void {
  for (const [i, entry] of list.entries()) {
    const [token, score] = itemsOf(entry, `${argument}[${i}]`, 'a token and its score')
    textOf(token, `${argument}[${i}][0]`)
    numberOf(score, `${argument}[${i}][1]`)
  }
}

function requireMarian(marian: unknown): void {
  const { pieces, charsmap, reserved, target } = fieldsOf(marian, 'tokenizer.marian')
  requireScored(listOf(pieces, 'tokenizer.marian.pieces'), 'tokenizer.marian.pieces')
  if (charsmap !== null) textOf(charsmap, 'tokenizer.marian.charsmap')
  for (const text of Object.values(fieldsOf(reserved, 'tokenizer.marian.reserved')))
    textOf(text, 'tokenizer.marian.reserved')
  if (target === null) return
  const { vocab, pieces: known } = fieldsOf(target, 'tokenizer.marian.target')
  requireIds(vocab, 'tokenizer.marian.target.vocab')
  for (const piece of listOf(known, 'tokenizer.marian.target.pieces'))
    textOf(piece, 'tokenizer.marian.target.pieces')
}

function requireMerge(merge: unknown, i: number): void {
  if (typeof merge === 'string') return
  const argument = `tokenizer.model.merges[${i}]`
  const pair = itemsOf(merge, argument, 'two tokens')
  if (pair.length !== 2) throw refuse('ERR_VALUE', argument, `${pair.length} tokens`, 'two tokens')
  for (const k of [0, 1]) textOf(pair[k], `${argument}[${k}]`)
}

function requireAddedToken(token: unknown, argument: string): void {
  textOf(fieldOf(token, 'content', argument), `${argument}.content`)
  integerOf(fieldOf(token, 'id', argument), `${argument}.id`)
}

/** Refuses what is no rule. @returns how many rules it is, with those inside */
function requireRule(rule: unknown, argument: string): number {
  if (rule === null) return 0
  const fields = fieldsOf(rule, argument)
  for (const name of ['content', 'prepend', 'replacement', 'prefix', 'suffix'])
    if ((fields[name] ?? null) !== null) requireShort(fields[name], `${argument}.${name}`)
  if (fields.pattern !== undefined) requirePattern(fields.pattern, `${argument}.pattern`)
  if (fields.length !== undefined) integerOf(fields.length, `${argument}.length`, 1)
  for (const name of ['start', 'stop'])
    if (fields[name] !== undefined) integerOf(fields[name], `${argument}.${name}`)
  return 1 + PARTS.reduce((count, name) => count + insideOf(fields[name], `${argument}.${name}`), 0)
}

function requirePattern(pattern: unknown, argument: string): void {
  const { Regex, String: text } = fieldsOf(pattern, argument)
  textOf(Regex ?? text, `${argument}.${Regex === undefined ? 'String' : 'Regex'}`)
}

/** The fields of a sequence that hold its parts; the items of a template count as rules. */
const PARTS = ['normalizers', 'pretokenizers', 'processors', 'decoders', 'single']

function insideOf(list: unknown, argument: string): number {
  if (list === undefined) return 0
  return listOf(list, argument).reduce<number>(
    (count, rule, i) => count + requireRule(rule, `${argument}[${i}]`),
    0,
  )
}

/** The longest text that a rule may insert. */
const LONGEST_CONTENT = 1000

function requireShort(value: unknown, argument: string): void {
  const { length } = textOf(value, argument)
  if (length > LONGEST_CONTENT)
    throw refuse('ERR_VALUE', argument, `${length} characters`, `at most ${LONGEST_CONTENT}`)
}

const listOf = (value: unknown, argument: string) => itemsOf(value, argument, 'a list')
