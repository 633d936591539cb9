// The text of generated tokens, piece by piece.

import { describe, expect, test } from 'vitest'
import { TextStream } from '../../web/lib/tokenizer/text-stream.js'
import { Tokenizer } from '../../web/lib/tokenizer/tokenizer.js'

// each byte is a token: é is two, 层 three, 😀 four
describe('bytes', () => {
  const hex = (byte: number) => `<0x${byte.toString(16).toUpperCase().padStart(2, '0')}>`
  const vocab = Object.fromEntries(Array.from({ length: 256 }, (_, byte) => [hex(byte), byte]))
  const tokenizer = new Tokenizer({
    version: '1.0',
    added_tokens: [
      {
        id: 256,
        content: '</s>',
        special: true,
        normalized: false,
        lstrip: false,
        rstrip: false,
        single_word: false,
      },
    ],
    normalizer: null,
    pre_tokenizer: null,
    post_processor: null,
    decoder: { type: 'Sequence', decoders: [{ type: 'ByteFallback' }, { type: 'Fuse' }] },
    model: {
      type: 'BPE',
      vocab,
      merges: [],
      byte_fallback: true,
      unk_token: null,
      fuse_unk: false,
      dropout: null,
      continuing_subword_prefix: null,
      end_of_word_suffix: null,
      ignore_merges: false,
    },
  })
  const bytesIn = (text: string) => [...new TextEncoder().encode(text)]
  const emitted = (ids: number[], prompt: number[] = []) => {
    const stream = new TextStream(tokenizer, prompt)
    return ids.map((id, i) => stream.push(id, i === ids.length - 1))
  }

  test('characters are emitted when they are complete', () => {
    expect(emitted(bytesIn('aé层b'))).toEqual(['a', '', 'é', '', '', '层', 'b'])
    expect(emitted(bytesIn('😀😀'))).toEqual(['', '', '', '😀', '', '', '', '😀'])
  })

  test('the pieces are the text, whatever came before', () => {
    const text = 'Ein Häuschen · 层归一化 😀 fin'
    for (const prompt of ['', 'x', 'große 层', '😀']) {
      expect(emitted(bytesIn(text), bytesIn(prompt)).join('')).toBe(text)
    }
  })

  test('what stays incomplete is emitted at the end', () => {
    const [first = 0, second = 0] = bytesIn('层')
    expect(emitted([97, first, second])[2]).toContain('\ufffd')
    expect(emitted([97, first, 98]).join('')).toMatch(/^a\ufffd+b$/)
  })

  test('special tokens and ids that the vocabulary lacks have no text', () => {
    expect(emitted([97, 256, 98, 999, 99])).toEqual(['a', '', 'b', '', 'c'])
  })

  test('special tokens are left out of decode on demand', () => {
    expect(tokenizer.decode([97, 256])).toBe('a</s>')
    expect(tokenizer.decode([97, 256], { skipSpecialTokens: true })).toBe('a')
  })
})
