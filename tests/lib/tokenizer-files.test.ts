// Tokenizers of folders that have no tokenizer.json, against transformers: exact ids, exact text.

import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { tokenizerJson } from '../../web/lib/tokenizer/files/tokenizer-files.js'
import { fileParts } from '../../web/lib/tokenizer/given-files.js'
import { Tokenizer } from '../../web/lib/tokenizer/tokenizer.js'
import { importsFromElsewhere } from '../support/chunk.js'
import { expectRefusal } from '../support/errors.js'
import { fileUrl, readJson } from '../support/golden.js'

interface Case {
  name: string
  config: object
  /** What a file of the folder is a copy of. */
  files: Record<string, string>
  made: Record<string, object>
  /** How many special tokens stand behind a text. */
  behind: number
  ids: string[]
  decoded: string[]
  decodedWithSpecial: string[]
}

const folder = fileUrl('tokenizer-files/')
const texts = readJson<string[]>('texts.json', folder)
const cases = readJson<Case[]>('cases.json', folder)

function filesOf({ files, made }: Case): Record<string, object> {
  const read = Object.entries(files).map(([name, copy]) => [name, readFileSync(new URL(copy, folder))])
  return { ...Object.fromEntries(read), ...made }
}

const jsonOf = (files: object, config: unknown) => tokenizerJson(fileParts, files, config)

test.each(readdirSync(new URL('../../web/lib/tokenizer/files/', import.meta.url)))(
  '%s imports types, and modules beside it',
  (file) =>
    expect(importsFromElsewhere(new URL(`../../web/lib/tokenizer/files/${file}`, import.meta.url))).toEqual(
      [],
    ),
)

test('there are texts and cases', () => expect([texts.length, cases.length]).toEqual([41, 30]))

describe.each(cases)('$name', (one) => {
  const tokenizer = new Tokenizer(jsonOf(filesOf(one), one.config))
  const expected = one.ids.map((line) => (line === '' ? [] : line.split(' ').map(Number)))

  test.each(texts.map((text, i) => ({ text, ids: expected[i] as number[] })))('$text', ({ text, ids }) => {
    expect(tokenizer.encode(text)).toEqual(ids)
  })

  test('special tokens can be left out', () => {
    const own = texts.map((text) => tokenizer.encode(text, { addSpecialTokens: false }).length + one.behind)
    const front = (expected[0] as number[]).length - one.behind
    expect(own.map((length) => length + front)).toEqual(expected.map((ids) => ids.length))
  })

  test('ids become text', () => {
    const last = expected.slice(-one.decoded.length)
    expect(last.map((ids) => tokenizer.decode(ids, { skipSpecialTokens: true }))).toEqual(one.decoded)
    expect(last.map((ids) => tokenizer.decode(ids))).toEqual(one.decodedWithSpecial)
  })
})

describe('is refused', () => {
  const bert = { 'vocab.txt': '[PAD]\n[UNK]\n[CLS]\n[SEP]\n[MASK]\na\n' }
  const bytes = readFileSync(new URL('t5.model', folder))
  const t5 = { model_type: 't5' }
  const refused = (files: object, config: unknown, code: string, ...words: string[]) =>
    expectRefusal(() => jsonOf(files, config), code, ...words)

  test.each(['RxnTokenizer', 'PreTrainedTokenizerFast', 'BioGptTokenizer', 'BertJapaneseTokenizer'])(
    'the class %s, by its name, with those that are known',
    (tokenizer_class) => {
      const files = { ...bert, 'tokenizer_config.json': { tokenizer_class } }
      refused(
        files,
        { model_type: 'bert' },
        'ERR_UNSUPPORTED',
        `got "${tokenizer_class}"`,
        'BertTokenizer',
        'name it in',
      )
    },
  )

  test('a folder that names no class, with a model_type that has none', () => {
    refused(bert, { model_type: 'llama' }, 'ERR_UNSUPPORTED', 'tokenizer_class: got none', 'llama')
    refused(bert, undefined, 'ERR_UNSUPPORTED', 'tokenizer_class')
    expect(jsonOf(bert, { tokenizer_class: 'BertTokenizerFast' })).toEqual(
      jsonOf(bert, { model_type: 'bert' }),
    )
  })

  test('the file of another class, and what is no such file', () => {
    refused(bert, t5, 'ERR_TYPE', 'tokenizer["spiece.model"]: got no such file')
    refused(
      { 'spiece.model': bytes },
      { model_type: 'bert' },
      'ERR_PARSE',
      'tokenizer["vocab.txt"]: got no such file',
    )
    refused({ 'vocab.txt': bytes }, { model_type: 'bert' }, 'ERR_PARSE', 'no UTF-8')
    for (const other of [
      '<!doctype html>\n<p>Not found</p>\n',
      '{\n  "a": 0\n}\n',
      '#version: 0.2\na b\n',
      '',
    ])
      refused(
        { 'vocab.txt': other },
        { model_type: 'bert' },
        'ERR_PARSE',
        'tokenizer["vocab.txt"]: got no line "[UNK]"',
      )
    refused({ 'spiece.model': 'text' }, t5, 'ERR_TYPE', 'its bytes')
    refused({ 'vocab.json': '{', 'merges.txt': '' }, { model_type: 'gpt2' }, 'ERR_PARSE', 'no JSON')
    refused({ 'vocab.json': { a: 0 } }, { model_type: 'gpt2' }, 'ERR_PARSE', 'merges.txt')
    refused(
      { 'vocab.json': { a: 'x' }, 'merges.txt': '' },
      { model_type: 'gpt2' },
      'ERR_TYPE',
      'vocab.json["a"]',
    )
  })

  test.each(['vocab.txt', 'vocab.json', 'merges.txt', 'spiece.model', 'tokenizer_config.json'])(
    'a Git LFS pointer in place of %s, as bytes and as text',
    (file) => {
      const types: Record<string, string> = { 'vocab.txt': 'bert', 'spiece.model': 't5' }
      const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${'a'.repeat(64)}\nsize 791656\n`
      const others = { 'vocab.json': '{}', 'merges.txt': '' }
      for (const given of [new TextEncoder().encode(pointer), ...(file.endsWith('.model') ? [] : [pointer])])
        refused(
          { ...others, [file]: given },
          { model_type: types[file] ?? 'gpt2' },
          'ERR_PARSE',
          `tokenizer["${file}"]: got a Git LFS pointer, wanted the file itself: run "git lfs pull" in the clone`,
        )
    },
  )

  test('a SentencePiece model of another kind or layout', () => {
    const bpe = readFileSync(new URL('bpe.model', folder))
    const llama = { tokenizer_class: 'LlamaTokenizer' }
    const config = { 'tokenizer_config.json': { add_bos_token: true } }
    refused({ 'spiece.model': bpe }, t5, 'ERR_PARSE', 'kind bpe')
    refused({ 'tokenizer.model': bytes, ...config }, llama, 'ERR_PARSE', 'kind unigram')
    refused({ 'spiece.model': readFileSync(new URL('albert.model', folder)) }, t5, 'ERR_PARSE', 'number 1')
    refused({ 'tokenizer.model': bpe }, llama, 'ERR_PARSE', 'no add_bos_token')
  })

  test.each([
    ['nothing', [], 'no pieces'],
    ['a text', [...new TextEncoder().encode('vocabulary')], 'a field of kind 6'],
    ['the base64 of another library', [...new TextEncoder().encode('IQ== 0\n')], 'ends early'],
    ['a length of 2⁶³', [0x0a, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x01], 'ends early'],
    ['a number without an end', Array<number>(30).fill(0xff), 'more than ten bytes'],
    ['a piece without text', [0x0a, 0x00], 'a piece without text'],
    ['a piece that is no text', [0x0a, 0x03, 0x0a, 0x01, 0xff], 'no UTF-8'],
    ['a score that is none', [0x0a, 0x08, 0x0a, 0x01, 0x61, 0x15, 0x00, 0x00, 0xc0, 0x7f], 'NaN'],
    ['a score of other bytes', [0x0a, 0x05, 0x0a, 0x01, 0x61, 0x10, 0x00], ''],
    [
      'an unknown piece that is none',
      [0x0a, 0x03, 0x0a, 0x01, 0x61, 0x12, 0x03, 0xc0, 0x02, 0x07],
      'number 7',
    ],
    ['a part of a model', [...bytes.subarray(0, 1000)], ''],
  ])('as a SentencePiece model: %s', (_, given, words) => {
    refused({ 'spiece.model': Uint8Array.from(given) }, t5, 'ERR_PARSE', 'tokenizer["spiece.model"]', words)
  })

  test('a token in two lines, a merge of what is no token, a token with another number', () => {
    refused(
      { 'vocab.txt': `${bert['vocab.txt']}a\n` },
      { model_type: 'bert' },
      'ERR_PARSE',
      '"a" in lines 6 and 7',
    )
    const gpt2 = { 'vocab.json': { a: 0, b: 1, ab: 2 } }
    for (const merges of ['a c', 'b a', 'a', 'a b c', ''])
      refused(
        { ...gpt2, 'merges.txt': `#version: 0.2\n${merges}\n` },
        { model_type: 'gpt2' },
        'ERR_PARSE',
        'in line 2',
      )
    for (const merges of ['', '#version: 0.2\n'])
      refused(
        { ...gpt2, 'merges.txt': merges },
        { model_type: 'gpt2' },
        'ERR_PARSE',
        '["merges.txt"]: got no merges',
      )
    const added = { 'added_tokens.json': { '<w>': 9 } }
    refused({ ...bert, ...added }, { model_type: 'bert' }, 'ERR_PARSE', '<w> as token 9', 'token 6')
  })

  test('what a setting cannot be', () => {
    const set = (fields: object, code: string, ...words: string[]) =>
      refused({ ...bert, 'tokenizer_config.json': fields }, { model_type: 'bert' }, code, ...words)
    set({ do_lower_case: 'yes' }, 'ERR_TYPE', 'tokenizer_config.json.do_lower_case')
    set({ split_special_tokens: true }, 'ERR_UNSUPPORTED', 'split_special_tokens')
    set({ tokenizer_class: 7 }, 'ERR_TYPE', 'tokenizer_class')
    set({ mask_token: { content: 7 } }, 'ERR_TYPE', 'mask_token.content')
    set({ added_tokens_decoder: { x: '<w>' } }, 'ERR_VALUE', 'added_tokens_decoder[x]')
  })
})

test('JSON may be text, and texts may be bytes; lines may end as on Windows', () => {
  const encode = (text: string) => new TextEncoder().encode(text)
  const one = { 'vocab.txt': '[UNK]\n[CLS]\n[SEP]\na\n', 'tokenizer_config.json': { do_lower_case: false } }
  const other = {
    'vocab.txt': encode('[UNK]\r\n[CLS]\r\n[SEP]\r\na').buffer,
    'tokenizer_config.json': '{ "do_lower_case": false }',
  }
  expect(jsonOf(other, { model_type: 'bert' })).toEqual(jsonOf(one, { model_type: 'bert' }))
})

test('a letter is a token, where a class of its own only puts spaces between them', () => {
  const letters = { 'vocab.txt': '[PAD]\n[UNK]\n[CLS]\n[SEP]\n[MASK]\nE\nV\nQ\n' }
  const plain = { 'tokenizer_config.json': { tokenizer_class: 'BertTokenizer', do_lower_case: false } }
  expect(new Tokenizer(jsonOf({ ...letters, ...plain }, {})).encode('E V Q')).toEqual([2, 5, 6, 7, 3])
})

test('other classes of the same kind', () => {
  const vocabulary = { 'vocab.txt': '[UNK]\n[CLS]\n[SEP]\na\n' }
  const named = (tokenizer_class: string) => jsonOf(vocabulary, { tokenizer_class })
  for (const one of ['DistilBert', 'Electra', 'MobileBert', 'ConvBert', 'SqueezeBert', 'LayoutLM', 'Lxmert'])
    expect(named(`${one}Tokenizer`)).toEqual(named('BertTokenizer'))
})
