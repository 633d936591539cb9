// The kinds of tokenizers that the models have, against the tokenizers library: exact ids, exact text.

import { describe, expect, test } from 'vitest'
import { TextStream } from '../../web/lib/tokenizer/text-stream.js'
import { Tokenizer } from '../../web/lib/tokenizer/tokenizer.js'
import { fileUrl, readJson } from '../support/golden.js'

interface Example {
  text: string
  ids: number[]
  idsWithoutSpecial: number[]
  decoded: string
  decodedWithSpecial: string
}

const KINDS = ['byte-level-bpe', 'word-piece', 'unigram', 'unigram-precompiled', 'byte-fallback-bpe']

describe.each(KINDS)('%s', (kind) => {
  const folder = fileUrl(`tokenizers/${kind}/`)
  const tokenizer = new Tokenizer(readJson<object>('tokenizer.json', folder))
  const examples = readJson<Example[]>('expected.json', folder)

  test('there are examples', () => expect(examples.length).toBeGreaterThan(15))

  test.each(examples)('$text', ({ text, ids, idsWithoutSpecial, decoded, decodedWithSpecial }) => {
    expect(tokenizer.encode(text)).toEqual(ids)
    expect(tokenizer.encode(text, { addSpecialTokens: false })).toEqual(idsWithoutSpecial)
    expect(tokenizer.decode(ids, { skipSpecialTokens: true })).toBe(decoded)
    expect(tokenizer.decode(ids)).toBe(decodedWithSpecial)
  })

  // as a model would write them: behind each prompt, token by token
  test('emitted piece by piece, no text is lost, doubled or broken', () => {
    const written = examples.filter(({ text }) => /\S/.test(text))
    for (const prompt of written) {
      for (const { idsWithoutSpecial: answer } of written) {
        const stream = new TextStream(tokenizer, prompt.ids)
        const pieces = answer.map((id, i) => stream.push(id, i === answer.length - 1))
        const whole = tokenizer.decodeKnown([...prompt.ids, ...answer])
        expect(tokenizer.decodeKnown(prompt.ids) + pieces.join('')).toBe(whole)
        for (const piece of pieces.slice(0, -1)) expect(piece).not.toContain('\ufffd')
      }
    }
  })
})
