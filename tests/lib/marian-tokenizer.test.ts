// Marian's tokenizer of source.spm and vocab.json, against transformers: exact ids, exact text.

import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { tokenizerJson } from '../../web/lib/tokenizer/files/tokenizer-files.js'
import { fileParts } from '../../web/lib/tokenizer/given-files.js'
import { Precompiled } from '../../web/lib/tokenizer/sentencepiece-normalizer.js'
import { TextStream } from '../../web/lib/tokenizer/text-stream.js'
import { Tokenizer } from '../../web/lib/tokenizer/tokenizer.js'
import { expectRefusal } from '../support/errors.js'
import { fileUrl, readJson } from '../support/golden.js'

interface Case {
  name: string
  /** What a file of the folder is a copy of. */
  files: Record<string, string>
  made: Record<string, object>
  ids: string[]
  own: string[]
  lists: string[]
  decoded: string[]
  decodedWithSpecial: string[]
}

const folder = fileUrl('marian-tokenizer/')
const texts = readJson<string[]>('texts.json', folder)
const cases = readJson<Case[]>('cases.json', folder)
const numbers = (line: string) => (line === '' ? [] : line.split(' ').map(Number))
const read = (file: string) => readFileSync(new URL(file, folder))

const config = { model_type: 'marian' }
const jsonOf = (files: object) => tokenizerJson(fileParts, files, config)

function filesOf({ files, made }: Pick<Case, 'files' | 'made'>): Record<string, object> {
  const copies = Object.entries(files).map(([name, copy]) => [name, read(copy)])
  return { ...Object.fromEntries(copies), ...made }
}

const shared = filesOf({ files: { 'vocab.json': 'vocab.json', 'source.spm': 'source.spm' }, made: {} })

test('there are texts and cases', () => expect([texts.length, cases.length]).toEqual([53, 5]))

describe.each(cases)('$name', (one) => {
  const tokenizer = new Tokenizer(jsonOf(filesOf(one)))

  test.each(texts.map((text, i) => ({ text, i })))('$text', ({ text, i }) => {
    expect(tokenizer.encode(text)).toEqual(numbers(one.ids[i] as string))
    expect(tokenizer.encode(text, { addSpecialTokens: false })).toEqual(numbers(one.own[i] as string))
  })

  test('ids become text', () => {
    const lists = one.lists.map(numbers)
    expect(lists.map((ids) => tokenizer.decode(ids, { skipSpecialTokens: true }))).toEqual(one.decoded)
    expect(lists.map((ids) => tokenizer.decode(ids))).toEqual(one.decodedWithSpecial)
  })

  test('and the same text token by token', () => {
    for (const [i, line] of one.lists.entries()) {
      const stream = new TextStream(tokenizer, [])
      const ids = numbers(line)
      const pieces = ids.map((id, k) => stream.push(id, k === ids.length - 1))
      expect(pieces.join('').trim()).toBe(one.decoded[i])
    }
  })
})

test('the target’s model is read where it decodes, and not before', () => {
  expect(() => jsonOf(shared)).not.toThrow()
  const apart = { ...shared, 'tokenizer_config.json': { separate_vocabs: true } }
  expectRefusal(() => jsonOf(apart), 'ERR_PARSE', 'tokenizer["target_vocab.json"]: got no such file')
  const vocabulary = { ...apart, 'target_vocab.json': read('target_vocab.json') }
  expectRefusal(() => jsonOf(vocabulary), 'ERR_TYPE', 'tokenizer["target.spm"]: got no such file')
})

test('tokens that are special in the source are special in the target, whatever their ids', () => {
  const one = cases.find(({ name }) => name === 'with another vocabulary to decode') as Case
  const tokenizer = new Tokenizer(jsonOf(filesOf(one)))
  const vocabulary = JSON.parse(read('target_vocab.json').toString()) as Record<string, number>
  const [pad = 0, word = 0] = ['<pad>', '词'].map((token) => vocabulary[token])
  expect(tokenizer.encode('<pad>', { addSpecialTokens: false })).not.toEqual([pad])
  expect(tokenizer.decode([pad, word], { skipSpecialTokens: true })).toBe('词')
  expect(tokenizer.decode([pad, word])).toBe('<pad> 词')
})

test('where a token is in a text is refused, as in transformers', () => {
  const tokenizer = new Tokenizer(jsonOf(shared))
  expectRefusal(() => tokenizer.encode('the word', { offsets: true }), 'ERR_UNSUPPORTED', 'options.offsets')
})

describe('is refused', () => {
  const refused = (files: object, code: string, ...words: string[]) =>
    expectRefusal(() => jsonOf({ ...shared, ...files }), code, ...words)
  const model = (file: string) => readFileSync(fileUrl(`tokenizer-files/${file}`))

  test('a vocabulary without the unknown token', () => {
    refused({ 'vocab.json': { '</s>': 0 } }, 'ERR_PARSE', 'tokenizer["vocab.json"]: got no "<unk>"')
    refused({ 'vocab.json': { '<unk>': 1.5 } }, 'ERR_VALUE', 'vocab.json["<unk>"]')
  })

  test('a model of another kind, with pieces of bytes, with other spaces', () => {
    const { 'source.spm': source } = shared as { 'source.spm': Uint8Array }
    refused(
      { 'source.spm': model('bpe.model') },
      'ERR_PARSE',
      'tokenizer["source.spm"]: got pieces of kind bpe',
    )
    refused({ 'source.spm': model('xlnet.model') }, 'ERR_PARSE', '"<eod>", a piece of type 4')
    const unspaced = new Uint8Array([...source, 0x1a, 0x02, 0x18, 0x00])
    refused({ 'source.spm': unspaced }, 'ERR_PARSE', 'spaces that are kept otherwise')
    refused({ 'source.spm': 'text' }, 'ERR_TYPE', 'its bytes')
  })

  test.each<[string, unknown, string]>([
    ['no list', { pieces: 'a' }, 'tokenizer.marian.pieces'],
    ['a score that is none', { pieces: [['a', '1']] }, 'tokenizer.marian.pieces[0][1]'],
    ['a number as a text', { reserved: { a: 1 } }, 'tokenizer.marian.reserved'],
    [
      'a vocabulary of texts',
      { target: { vocab: { a: 'x' }, pieces: [] } },
      'tokenizer.marian.target.vocab["a"]',
    ],
    ['a number as a map', { charsmap: 7 }, 'tokenizer.marian.charsmap'],
    ['a map that ends early', { charsmap: 'AAQAAAAM' }, 'ends early'],
  ])('in a tokenizer.json: %s', (_, fields, words) => {
    const json = jsonOf(shared) as { marian: object }
    expectRefusal(
      () => new Tokenizer({ ...json, marian: { ...json.marian, ...(fields as object) } }),
      'ERR_PARSE',
      words,
    )
  })
})

test('a map that never ends takes bounded time', () => {
  // a trie whose only node leads to itself at every byte: "a" is read on and on
  const units = new Uint32Array(128)
  units[0x61] = 0x61 | (0x61 << 10)
  const bytes = new Uint8Array(4 + units.byteLength)
  new DataView(bytes.buffer).setUint32(0, units.byteLength, true)
  bytes.set(new Uint8Array(units.buffer), 4)
  const map = new Precompiled(btoa(String.fromCharCode(...bytes)))
  const text = 'a'.repeat(100_000)
  expect(map.partsOf(text).join('')).toBe(text)
})
