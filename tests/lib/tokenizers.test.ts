// The kinds of tokenizers that the models have, against the tokenizers library: exact ids, exact text.

import { describe, expect, test } from 'vitest'
import { TextStream } from '../../web/lib/tokenizer/text-stream.js'
import { Tokenizer } from '../../web/lib/tokenizer/tokenizer.js'
import { expectRefusal } from '../support/errors.js'
import { fileUrl, readJson } from '../support/golden.js'

type Spans = [start: number, end: number][]

/** Other rules of a kind, and what comes of texts: text, ids, offsets. */
interface OtherRules {
  name: string
  changes: object
  examples: [text: string, ids: number[], offsets: Spans][]
}

/** Offsets in code points as offsets in UTF-16 units. */
function inUnits(text: string, offsets: Spans): Spans {
  const starts = [0]
  for (const point of text) starts.push((starts.at(-1) as number) + point.length)
  return offsets.map(([start, end]) => [starts[start] as number, starts[end] as number])
}

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
    const plain = tokenizer.encode(text, { addSpecialTokens: false, offsets: true })
    expect(plain.ids).toEqual(idsWithoutSpecial)
    expect(plain.offsets).toHaveLength(plain.ids.length)
    expect(tokenizer.decode(ids, { skipSpecialTokens: true })).toBe(decoded)
    expect(tokenizer.decode(ids)).toBe(decodedWithSpecial)
  })

  const others = readJson<OtherRules[]>('offsets.json', folder).flatMap(({ name, changes, examples }) =>
    examples.map(([text, ids, offsets]) => ({ name, changes, text, ids, offsets })),
  )
  const json = readJson<object>('tokenizer.json', folder)

  test.each(others)('offsets, $name: $text', ({ changes, text, ids, offsets }) => {
    const other = new Tokenizer({ ...json, ...changes })
    expect(other.encode(text, { offsets: true })).toEqual({ ids, offsets: inUnits(text, offsets) })
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

describe('offsets that cannot be told', () => {
  const json = readJson<object>('tokenizer.json', fileUrl('tokenizers/byte-level-bpe/'))

  // the overlay stays, the accent passes over it: which character the composed one came from is not told by its neighbours
  test('are refused; the next text is placed', () => {
    const tokenizer = new Tokenizer({ ...json, normalizer: { type: 'NFC' } })
    const encode = (text: string) => tokenizer.encode(text, { offsets: true })
    expectRefusal(() => encode('a\u0334\u0301'), 'ERR_UNSUPPORTED', 'options.offsets', 'not told')
    expect(encode('ab').offsets.at(-1)?.[1]).toBe(2)
    expect(encode('ab '.repeat(100_000)).offsets.at(-1)?.[1]).toBe(300_000)
    expect(encode('e\u0301'.repeat(100_000)).offsets.at(-1)?.[1]).toBe(199_999) // what is composed has the place of the first
  })

  test('a flag is wanted', () => {
    const tokenizer = new Tokenizer(json)
    expectRefusal(() => tokenizer.encode('a', { offsets: 1 as never }), 'ERR_TYPE', 'options.offsets')
  })
})
