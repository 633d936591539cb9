// tokenizer.json files with changed values and rules: refused when they are loaded, or they encode and decode in bounded time.

import { Tokenizer } from '../../../web/lib/tokenizer/tokenizer.js'
import { fileUrl, readJson } from '../../support/golden.js'
import type { Random } from '../../support/random.js'
import { type Change, changedBy, changesOf } from '../changes.js'
import { attempt, type Bench, Fault, type Outcome, type Target } from '../target.js'
import type { Json } from '../values.js'
import { beside } from './known-tokenizer.js'

export const tokenizer: Target = { name: 'tokenizer', short: 1500, open }

const KINDS = ['byte-level-bpe', 'word-piece', 'unigram', 'byte-fallback-bpe']
const PATTERNS = [
  ...[
    '(a|a)*$',
    '(a+)+$',
    '\\p{L}+',
    '[',
    '(?<x>a)\\k<x>',
    '',
    '(?=a)',
    '\\s+(?!\\S)|\\s+',
    '(?:a?){20}a{20}',
  ],
  ...['a*a*a*b', '[a-z]+[a-z]+$', '(\\w\\s?)+!', '^(([a-z])+.)+$', '.*', '(?i)x', '\\X', '(?>a)'],
]
const TYPES = [
  ...[
    'Replace',
    'Split',
    'Sequence',
    'Metaspace',
    'ByteLevel',
    'Strip',
    'FixedLength',
    'Magic',
    'CTC',
    'NFKC',
  ],
  ...['TemplateProcessing', 'BertNormalizer', 'Lowercase', 'Prepend', 'Precompiled', 'Punctuation', 'Digits'],
  ...['BPE', 'WordPiece', 'Unigram', 'WordLevel', 'Fuse', 'ByteFallback', 'Whitespace', 'BertPreTokenizer'],
]
const LISTS = ['normalizers', 'pretokenizers', 'decoders', 'processors', 'single', 'pair']
const ROOMS = ['normalizer', 'pre_tokenizer', 'decoder', 'post_processor', 'model', 'added_tokens']
const TEXTS = ['the cat sat', `${'a'.repeat(60)}!`, '中文 \ud800 🙂', '', ' x\u0000\n', 'ﬁ①Ⅳ']

interface Case {
  kind: string
  changes: Change[]
  text: string
}

function make(random: Random): Json {
  const kind = random.pick(KINDS)
  const document = documents.get(kind) as Json
  const changes = changesOf(random, document, () => madeUp(random, 0))
  if (random.integer(0, 2) === 0) changes.push({ path: [random.pick(ROOMS)], value: ruleOf(random, 0) })
  return { kind, changes, text: random.pick(TEXTS) } as unknown as Json
}

const documents = new Map(
  KINDS.map((kind) => [kind, readJson<Json>('tokenizer.json', fileUrl(`tokenizers/${kind}/`))]),
)

function madeUp(random: Random, depth: number): Json {
  return random.pick<() => Json>([
    () => null,
    () => random.pick([-1, 0, 0.5, 7, 1e9, 2 ** 31, Number.MAX_SAFE_INTEGER]),
    () => random.pick(['', 'a', '$&', '▁', 'a'.repeat(random.integer(0, 3000)), '__proto__', '<unk>']),
    () => random.flag(),
    () => (depth > 2 ? [] : Array.from({ length: random.integer(0, 2) }, () => madeUp(random, depth + 1))),
    () => ruleOf(random, depth),
  ])()
}

function ruleOf(random: Random, depth: number): Json {
  return {
    type: random.pick(TYPES),
    pattern: random.pick<Json>([
      { Regex: random.pick(PATTERNS) },
      { String: random.pick(['a', '', ' ']) },
      {},
      null,
    ]),
    content: random.pick(['', 'aa', '$1', 'b'.repeat(900)]),
    behavior: random.pick(['Isolated', 'Removed', 'MergedWithPrevious', 'Contiguous', 'x']),
    ...(depth < 3 ? { [random.pick(LISTS)]: madeUp(random, depth + 1) } : {}),
  }
}

function open(): Promise<Bench> {
  const known = new Tokenizer(documents.get(KINDS[0] as string))

  function run(value: Json): Outcome {
    const { kind, changes = [], text = '' } = value as unknown as Case
    const document = documents.get(kind)
    if (document === undefined) return 'refused'
    return attempt(() => {
      const made = new Tokenizer(changedBy(document, changes))
      const back = made.decode(made.encode(text))
      if (typeof back !== 'string') throw new Fault(`decode gives ${typeof back}`)
    })
  }

  return Promise.resolve(beside(known, { make, run }))
}
