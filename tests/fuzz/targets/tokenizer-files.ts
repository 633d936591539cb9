// Files that stand for a tokenizer.json, with changed bytes, lines and settings: refused when they are loaded, or they encode in bounded time.

import { readFileSync } from 'node:fs'
import { tokenizerJson } from '../../../web/lib/tokenizer/files/tokenizer-files.js'
import { fileParts } from '../../../web/lib/tokenizer/given-files.js'
import { Tokenizer } from '../../../web/lib/tokenizer/tokenizer.js'
import { fileUrl } from '../../support/golden.js'
import type { Random } from '../../support/random.js'
import { attempt, type Bench, Fault, type Outcome, type Target } from '../target.js'
import type { Json, JsonObject } from '../values.js'
import { beside } from './known-tokenizer.js'

/** Class, and its files: the name that they have there, and that of the golden file. */
type Folders = Readonly<Record<string, Readonly<Record<string, string>>>>

export const tokenizerFiles = targetOf('tokenizer-files', 'tokenizer-files', {
  BertTokenizer: { 'vocab.txt': 'vocab.txt' },
  MPNetTokenizer: { 'vocab.txt': 'vocab-mpnet.txt' },
  GPT2Tokenizer: { 'vocab.json': 'vocab.json', 'merges.txt': 'merges.txt' },
  RobertaTokenizer: { 'vocab.json': 'vocab-roberta.json', 'merges.txt': 'merges.txt' },
  T5Tokenizer: { 'spiece.model': 't5.model' },
  XLMRobertaTokenizer: { 'sentencepiece.bpe.model': 'unigram.model' },
  EsmTokenizer: { 'vocab.txt': 'vocab-esm.txt' },
  DebertaV2Tokenizer: { 'spm.model': 'deberta.model' },
  AlbertTokenizer: { 'spiece.model': 'albert.model' },
  LlamaTokenizer: { 'tokenizer.model': 'bpe.model' },
  GemmaTokenizer: { 'tokenizer.model': 'gemma.model' },
})

export const marianFiles = targetOf('marian-files', 'marian-tokenizer', {
  MarianTokenizer: { 'vocab.json': 'vocab.json', 'source.spm': 'source.spm' },
  MarianTokenizerFast: {
    ...{ 'vocab.json': 'vocab.json', 'source.spm': 'source.spm' },
    ...{ 'target_vocab.json': 'target_vocab.json', 'target.spm': 'target.spm' },
  },
})

const TEXTS = [
  'the cat sat',
  '中文 \ud800 🙂',
  '',
  ' x\u0000\n',
  'ﬁ①Ⅳ',
  `${'a'.repeat(60)}!`,
  '>>de<< the word',
]
/** A length of 2⁶³, one of 2³¹, a number without an end, a field of an unknown kind, an empty piece, a score that is no number. */
const BYTES = [
  [0x0a, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x01],
  [0x0a, 0xff, 0xff, 0xff, 0xff, 0x07],
  Array<number>(20).fill(0xff),
  [0x0b],
  [0x0a, 0x00],
  [0x15, 0x00, 0x00, 0xc0, 0x7f],
]

interface Case {
  name: string
  /** Of each change: file, where (of 1), how many bytes go, which come. */
  edits: [file: string, at: number, gone: number, come: number[]][]
  settings: JsonObject
  text: string
}

function targetOf(name: string, golden: string, folders: Folders): Target {
  return { name, short: 1000, open: () => open(golden, folders) }
}

function make(random: Random, folders: Folders): Json {
  const name = random.pick(Object.keys(folders))
  const files = Object.keys(folders[name] as object)
  const edit = (): Case['edits'][number] => {
    const gone = random.pick([0, 0, 1, 1, 4, 1e9])
    const some = Array.from({ length: random.integer(0, 3) }, () => random.integer(0, 255))
    return [
      random.pick(files),
      random.integer(0, 1000) / 1000,
      gone,
      random.pick([some, some, random.pick(BYTES)]),
    ]
  }
  const edits = Array.from({ length: random.integer(0, 2) }, edit)
  const settings: JsonObject =
    random.integer(0, 2) === 0 ? { [random.pick(SETTINGS)]: settingOf(random) } : {}
  return { name, edits, settings, text: random.pick(TEXTS) } as unknown as Json
}

const SETTINGS = [
  ...[
    'do_lower_case',
    'strip_accents',
    'add_prefix_space',
    'legacy',
    'extra_ids',
    'src_lang',
    'tokenizer_class',
    'separate_vocabs',
  ],
  ...['unk_token', 'cls_token', 'mask_token', 'image_token', 'added_tokens_decoder', 'extra_special_tokens'],
  ...['additional_special_tokens', 'split_special_tokens', 'add_bos_token', '__proto__'],
]

function settingOf(random: Random): Json {
  const token = { content: random.pick(['<w>', '', 'the']), lstrip: random.flag() }
  return random.pick<Json>([
    ...[null, true, 7, 1e9, -1, '', '<w>', 'BertTokenizer', 'RxnTokenizer'],
    ...[[], ['<w>', token], token, { 5: token }, { 152: token }, { x: token }, { content: [] }],
  ])
}

function open(golden: string, folders: Folders): Promise<Bench> {
  const read = (file: string) => readFileSync(fileUrl(`${golden}/${file}`))
  const originals = new Map(
    Object.values(folders).flatMap((files) => Object.values(files).map((file) => [file, read(file)])),
  )

  function made({ name, edits = [], settings = {} }: Pick<Case, 'name' | 'edits' | 'settings'>): Tokenizer {
    const files: Record<string, object> = {}
    for (const [file, copy] of Object.entries(folders[name] ?? {}))
      files[file] = edits.filter(([one]) => one === file).reduce(edited, originals.get(copy) as Uint8Array)
    const separate_vocabs = 'target.spm' in files
    files['tokenizer_config.json'] = {
      tokenizer_class: name,
      add_bos_token: true,
      separate_vocabs,
      ...settings,
    }
    return new Tokenizer(tokenizerJson(fileParts, files, {}))
  }

  const known = made({ name: Object.keys(folders)[0] as string, edits: [], settings: {} })

  function run(value: Json): Outcome {
    const { text = '', ...one } = value as unknown as Case
    return attempt(() => {
      const tokenizer = made(one)
      const ids = tokenizer.encode(text)
      if (!ids.every(Number.isInteger)) throw new Fault(`ids ${ids}`)
      if (typeof tokenizer.decodeKnown(ids) !== 'string') throw new Fault(`no text of ${ids}`)
    })
  }

  return Promise.resolve(beside(known, { make: (random) => make(random, folders), run }))
}

function edited(bytes: Uint8Array, [, at, gone, come]: Case['edits'][number]): Uint8Array {
  const from = Math.floor(at * bytes.length)
  return Uint8Array.from([...bytes.subarray(0, from), ...come, ...bytes.subarray(from + gone)])
}
