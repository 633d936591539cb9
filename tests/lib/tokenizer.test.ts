import { describe, expect, test } from 'vitest'
import { Tokenizer } from '../../web/lib/tokenizer/tokenizer.js'
import { expectRefusal } from '../support/errors.js'
import { modelsFolder, readJson } from '../support/golden.js'

interface Examples {
  vocabulary: string
  examples: { text: string; ids: number[]; decoded: string }[]
  foreign: { text: string }[]
}

const { vocabulary, examples, foreign } = readJson<Examples>('character-tokenizer.json')
const json = readJson<object>('tiny-shakespeare-rope/tokenizer.json', modelsFolder)
const tokenizer = new Tokenizer(json)

describe('a vocabulary of characters', () => {
  test.each(examples)('$text', ({ text, ids, decoded }) => {
    expect(tokenizer.encode(text)).toEqual(ids)
    expect(tokenizer.decode(ids)).toBe(decoded)
  })

  test.each(foreign)('refuses $text and names the first stranger', ({ text }) => {
    const index = [...text].findIndex((c) => !vocabulary.includes(c))
    const stranger = [...text][index] as string
    const at = [...text].slice(0, index).join('').length
    expectRefusal(() => tokenizer.encode(text), 'ERR_VALUE', JSON.stringify(stranger), `index ${at}`)
  })

  test('long texts are fast enough', () => {
    const text = vocabulary.repeat(1000)
    const start = performance.now()
    expect(tokenizer.encode(text).length).toBe(65_000)
    expect(performance.now() - start).toBeLessThan(5000)
  })
})

const piece = (model: object, rest: object = {}) =>
  new Tokenizer({
    added_tokens: [],
    normalizer: null,
    pre_tokenizer: null,
    post_processor: null,
    decoder: null,
    model,
    ...rest,
  })

describe('other vocabularies', () => {
  test('an unknown token stands for strangers', () => {
    const model = { type: 'BPE', vocab: { a: 0, '?': 1 }, merges: [], unk_token: '?' }
    expect(piece(model).encode('ab')).toEqual([0, 1])
  })

  test('what a normalizer removes is no stranger', () => {
    const model = { type: 'BPE', vocab: { a: 0 }, merges: [] }
    const normalizer = { type: 'Strip', strip_left: true, strip_right: true }
    const clever = piece(model, { normalizer })
    expect(clever.encode(' a ')).toEqual([0])
    expectRefusal(() => clever.encode(' b'), 'ERR_VALUE', '"b"', 'index 1')
  })

  test('an added token may hold characters that the vocabulary lacks', () => {
    const model = { type: 'BPE', vocab: { a: 0 }, merges: [] }
    const end = {
      id: 1,
      content: '§',
      special: true,
      single_word: false,
      lstrip: false,
      rstrip: false,
      normalized: false,
    }
    expect(piece(model, { added_tokens: [end] }).encode('a§')).toEqual([0, 1])
  })
})

describe('refusals', () => {
  test.each<[string, () => unknown, string, ...string[]]>([
    ['text that is a number', () => tokenizer.encode(5), 'ERR_TYPE', 'text', '5'],
    ['ids that are text', () => tokenizer.decode('12'), 'ERR_TYPE', 'ids'],
    ['an id past the vocabulary', () => tokenizer.decode([0, 65]), 'ERR_VALUE', 'ids[1]', '65'],
    ['a negative id', () => tokenizer.decode([-1]), 'ERR_VALUE', 'ids[0]', '-1'],
    ['a fractional id', () => tokenizer.decode([0.5]), 'ERR_VALUE', 'ids[0]', '0.5'],
    ['no tokenizer.json', () => new Tokenizer({ model: null }), 'ERR_PARSE', 'tokenizer'],
    ['a tokenizer.json that is a list', () => new Tokenizer([]), 'ERR_PARSE', 'tokenizer'],
    ['a string', () => new Tokenizer('{}'), 'ERR_TYPE', 'tokenizer'],
    ['an unknown kind of model', () => piece({ type: 'Magic' }), 'ERR_PARSE', 'Magic'],
  ])('%s', (_, attempt, code, ...words) => {
    expectRefusal(attempt, code, ...words)
  })
})
