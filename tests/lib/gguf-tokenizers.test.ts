// Tokenizers inside of GGUF files, against those that the files were made from: exact ids, exact text.

import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { Chat } from '../../web/lib/chat/chat.js'
import { openRenderer } from '../../web/lib/chat/on-demand.js'
import { ByteReader } from '../../web/lib/checkpoint/byte-reader.js'
import { Cursor } from '../../web/lib/checkpoint/cursor.js'
import { tokenizerConfigIn } from '../../web/lib/checkpoint/gguf/chat.js'
import { LARGEST_HEADER, type Metadata, readHeader } from '../../web/lib/checkpoint/gguf/metadata.js'
import { tokenizerIn } from '../../web/lib/checkpoint/gguf/tokenizer.js'
import { ProgressSum } from '../../web/lib/checkpoint/progress.js'
import { readerParts } from '../../web/lib/checkpoint/weight-file.js'
import { Tokenizer } from '../../web/lib/tokenizer/tokenizer.js'
import { expectRefusal, expectRejection } from '../support/errors.js'
import { fileUrl, readJson } from '../support/golden.js'

interface Case {
  file: string
  ids: string[]
  decoded: string[]
  /** What templates of the file make of a message, by their names. */
  chats?: Record<string, string>
}

const folder = fileUrl('gguf-tokenizers/')
const texts = readJson<string[]>('texts.json', folder)
const cases = readJson<Case[]>('cases.json', folder)
const here = { label: 'weights', parts: readerParts }

async function metadataOf(file: string): Promise<Metadata> {
  const bytes = new Uint8Array(readFileSync(new URL(file, folder)))
  const reader = new ByteReader(bytes, new ProgressSum('weights'), undefined)
  return (await readHeader(new Cursor(reader, here, LARGEST_HEADER), here)).metadata
}

test('there are texts and cases', () => expect([texts.length, cases.length]).toEqual([46, 13]))

describe.each(cases)('$file', ({ file, ids, decoded }) => {
  const expected = ids.map((line) => (line === '' ? [] : line.split(' ').map(Number)))
  const opened = metadataOf(file).then((metadata) => new Tokenizer(tokenizerIn(metadata, here)))

  test.each(texts.map((text, i) => [text, expected[i] as number[]] as const))('%s', async (text, wanted) =>
    expect((await opened).encode(text)).toEqual(wanted),
  )

  test('ids become text', async () => {
    const tokenizer = await opened
    expect(expected.slice(-decoded.length).map((one) => tokenizer.decode(one))).toEqual(decoded)
  })
})

describe('chat templates', () => {
  const chats = cases.find(({ file }) => file === 'llama.gguf')?.chats ?? {}
  const messages = [{ role: 'user', content: 'the words, 位置' }]
  const textOf = async (files: object, template?: string) => {
    const ofFile = tokenizerConfigIn(await metadataOf('llama.gguf'))
    return new Chat({ ...files, ofFile }, openRenderer).text(messages, {
      template,
      addGenerationPrompt: true,
    })
  }

  test('give the text that transformers gives', async () => {
    expect(Object.keys(chats)).toEqual(['default', 'tool_use'])
    for (const [name, text] of Object.entries(chats)) expect(await textOf({}, name)).toBe(text)
  })

  test('go behind what is given', async () => {
    const { default: own } = chats
    expect(await textOf({ chatTemplate: 'A{{ eos_token }}' })).toBe('A</s>')
    expect(await textOf({ tokenizerConfig: { chat_template: 'B{{ bos_token }}' } })).toBe('B<s>')
    expect(await textOf({ tokenizerConfig: { chat_template: null } })).toBe(own)
    expect(await textOf({ tokenizerConfig: { eos_token: '<w>' } })).toBe(own?.replace('</s>', '<w>'))
  })

  test('of another kind, or with a number of no token, are refused or left out', async () => {
    const metadata = new Map<string, unknown>([
      ...(await metadataOf('llama.gguf')),
      ['tokenizer.chat_template', 7],
      ['tokenizer.ggml.bos_token_id', 1e9],
    ]) as Metadata
    const ofFile = tokenizerConfigIn(metadata)
    expect(ofFile).toMatchObject({ bos_token: undefined, eos_token: '</s>' })
    await expectRejection(
      new Chat({ ofFile }, openRenderer).text(messages, {}),
      'ERR_TYPE',
      'weights, tokenizer.chat_template[1].template: got 7',
    )
    expect(tokenizerConfigIn(new Map())).toEqual({})
  })
})

describe('is refused', () => {
  const changed = async (file: string, changes: Record<string, unknown>) => {
    const metadata = new Map([...(await metadataOf(file)), ...Object.entries(changes)])
    for (const [name, value] of metadata) if (value === undefined) metadata.delete(name)
    return () => tokenizerIn(metadata as Metadata, here)
  }
  const KEY = 'tokenizer.ggml.'
  const OTHER = "or the model's tokenizer.json as { tokenizer }"

  test.each<[string, string, unknown, string, string]>([
    ['llama.gguf', 'model', 't5', 'ERR_UNSUPPORTED', 'got "t5", wanted one of: gpt2, llama, bert'],
    ['gpt-2.gguf', 'pre', 'bloom', 'ERR_UNSUPPORTED', 'got "bloom", wanted one of: gpt-2, llama-bpe'],
    ['gpt-2.gguf', 'pre', undefined, 'ERR_UNSUPPORTED', 'got nothing, wanted one of: gpt-2'],
    ['bert.gguf', 'tokens', ['[CLS]', '[SEP]', '[UNK]', '▁Word'], 'ERR_PARSE', '4, one for each token'],
    ['gpt-2.gguf', 'tokens', undefined, 'ERR_PARSE', 'got nothing, wanted a list of texts'],
    ['gpt-2.gguf', 'tokens', [1, 2], 'ERR_PARSE', 'wanted a list (string)'],
    ['gpt-2.gguf', 'merges', undefined, 'ERR_PARSE', 'got nothing'],
    [
      'gpt-2.gguf',
      'merges',
      ['a zz'],
      'ERR_PARSE',
      'merges[0]: got "a zz", wanted two tokens that make a third',
    ],
    ['gpt-2.gguf', 'merges', ['a'], 'ERR_PARSE', 'wanted two tokens that make a third'],
    ['llama.gguf', 'scores', [1], 'ERR_PARSE', 'one for each token'],
    ['llama.gguf', 'add_bos_token', 1, 'ERR_PARSE', 'got 1, wanted true or false'],
    ['llama.gguf', 'bos_token_id', 1e9, 'ERR_PARSE', 'wanted a number below'],
  ])('%s with another %s: %j', async (file, field, value, code, words) => {
    const read = await changed(file, { [KEY + field]: value })
    expectRefusal(read, code, words, ...(code === 'ERR_UNSUPPORTED' ? [OTHER] : []))
  })

  test('a vocabulary of BERT with capitals, since the file does not say whether texts keep theirs', async () => {
    const tokens = ['[CLS]', '[SEP]', '[UNK]', '▁Word']
    const read = await changed('bert.gguf', {
      [`${KEY}tokens`]: tokens,
      [`${KEY}token_type`]: undefined,
    })
    expectRefusal(read, 'ERR_UNSUPPORTED', 'tokens: got "Word", wanted tokens in small letters', OTHER)
  })

  test('a token twice', async () => {
    const read = await changed('llama.gguf', {
      [`${KEY}tokens`]: ['a', 'a'],
      [`${KEY}token_type`]: undefined,
    })
    expectRefusal(read, 'ERR_PARSE', 'tokens: got "a", wanted each token once')
  })
})

test('a file without a vocabulary has no tokenizer', async () => {
  expect(tokenizerIn(new Map(), here)).toBeUndefined()
  expect(tokenizerIn(new Map([['tokenizer.ggml.model', 'none']]), here)).toBeUndefined()
})
