// Files of tokenizers, changed at random: each is refused or works, by a WhereformerError or a result, and the next call is right.

import { expect, test } from 'vitest'
import { WhereformerError } from '../../web/lib/boundary/errors.js'
import { Tokenizer } from '../../web/lib/tokenizer/tokenizer.js'
import { fileUrl, readJson } from '../support/golden.js'
import { Random } from '../support/random.js'

const KINDS = ['byte-level-bpe', 'word-piece', 'unigram', 'byte-fallback-bpe']
const CASES = 400
const TEXTS = ['the cat sat', 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!', '中文 \ud800 🙂', '']

type Json = Record<string, unknown>

const patterns = ['(a|a)*$', '(a+)+$', '\\p{L}+', '[', '(?<x>a)\\k<x>', '', '(?=a)', '\\s+(?!\\S)|\\s+']
const kinds = [
  'Replace',
  'Split',
  'Sequence',
  'Metaspace',
  'ByteLevel',
  'Strip',
  'FixedLength',
  'Magic',
  'TemplateProcessing',
  'CTC',
]

test.each(KINDS)('%s', (kind) => {
  const original = readJson<Json>('tokenizer.json', fileUrl(`tokenizers/${kind}/`))
  const known = new Tokenizer(original)
  const expected = known.encode(TEXTS[0])
  const random = new Random(20)
  const below = (most: number) => random.integer(0, most - 1)
  const one = <T>(list: readonly T[]): T => random.pick(list)
  const value = (depth = 0): unknown =>
    one([
      () => null,
      () => one([-1, 0, 0.5, 7, 2 ** 31, Number.MAX_SAFE_INTEGER]),
      () => one(['', 'a', '$&', '▁', 'a'.repeat(below(3000))]),
      () => one([true, false]),
      () => (depth > 2 ? [] : Array.from({ length: below(3) }, () => value(depth + 1))),
      () => rule(depth),
    ])()
  const rule = (depth: number): unknown => ({
    type: one(kinds),
    pattern: one([{ Regex: one(patterns) }, { String: one(['a', '', ' ']) }, {}, null]),
    content: one(['', 'aa', '$1', 'b'.repeat(900)]),
    ...(depth < 3 && {
      [one(['normalizers', 'pretokenizers', 'decoders', 'processors', 'single'])]: value(depth + 1),
    }),
  })

  let worked = 0
  let refused = 0
  for (let i = 0; i < CASES; i++) {
    const changed = structuredClone(original)
    for (let change = below(3); change >= 0; change--) alter(changed, one, below, value, rule)
    try {
      const tokenizer = new Tokenizer(changed)
      for (const text of TEXTS) tokenizer.decode(tokenizer.encode(text))
      worked++
    } catch (error) {
      expect(error, `case ${i}: ${(error as Error).stack}`).toBeInstanceOf(WhereformerError)
      refused++
    }
    expect(known.encode(TEXTS[0])).toEqual(expected)
  }
  expect(worked).toBeGreaterThan(CASES / 50)
  expect(refused).toBeGreaterThan(CASES / 50)
})

/** Replaces one value somewhere in the file, or one of its rules. */
function alter(
  json: Json,
  one: <T>(list: readonly T[]) => T,
  below: (most: number) => number,
  value: () => unknown,
  rule: (depth: number) => unknown,
): void {
  if (below(3) === 0) {
    json[one(['normalizer', 'pre_tokenizer', 'decoder', 'post_processor'])] = rule(0)
    return
  }
  let at = json
  for (;;) {
    const key = one(Object.keys(at))
    const inner = at[key]
    if (typeof inner === 'object' && inner !== null && Object.keys(inner).length > 0 && below(4) > 0) {
      at = inner as Json
    } else {
      at[key] = value()
      return
    }
  }
}
