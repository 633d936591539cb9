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

const model = { type: 'BPE', vocab: { a: 0, b: 1 }, merges: [] }
const replace = (from: string, content: string) => ({ type: 'Replace', pattern: { String: from }, content })
const split = (Regex: string) => ({ type: 'Split', pattern: { Regex }, behavior: 'Isolated', invert: false })
const added = { id: 2, content: 'aaaa', special: false, normalized: true }
const doubling = { type: 'Sequence', normalizers: Array(40).fill(replace('a', 'aa')) }

describe('a hostile tokenizer.json is refused when it is loaded', () => {
  test.each<[string, () => unknown, ...string[]]>([
    [
      'a pattern that could hang',
      () => piece(model, { pre_tokenizer: split('^(a|a)*$') }),
      'could take too long',
    ],
    [
      'the same in a normalizer',
      () => piece(model, { normalizer: { type: 'Replace', pattern: { Regex: '(a+)+$' }, content: '' } }),
      'could take too long',
    ],
    [
      'the same in a sequence of decoders',
      () =>
        piece(model, {
          decoder: {
            type: 'Sequence',
            decoders: [{ type: 'Replace', pattern: { Regex: '(a+)+$' }, content: '' }],
          },
        }),
      'could take too long',
    ],
    [
      'rules that write for ever into an added token',
      () => piece(model, { normalizer: doubling, added_tokens: [added] }),
      'write more than',
    ],
    [
      'too many rules',
      () =>
        piece(model, { normalizer: { type: 'Sequence', normalizers: Array(129).fill(replace('a', 'b')) } }),
      '130 rules',
    ],
    [
      'a long replacement',
      () => piece(model, { normalizer: replace('a', 'b'.repeat(2000)) }),
      '2000 characters',
    ],
    [
      'a rule in itself',
      () => {
        const normalizer = { type: 'Sequence', normalizers: [] as unknown[] }
        normalizer.normalizers.push(normalizer)
        return piece(model, { normalizer })
      },
      '64 levels',
    ],
    [
      'a word without end',
      () => piece({ type: 'WordPiece', vocab: { a: 0 }, unk_token: 'a', max_input_chars_per_word: 1e9 }),
      'max_input_chars_per_word',
    ],
    ['a negative id', () => piece({ ...model, vocab: { a: -1 } }), 'vocab["a"]', '-1'],
    ['a fractional id', () => piece({ ...model, vocab: { a: 0.5 } }), 'vocab["a"]', '0.5'],
    ['an id that is text', () => piece({ ...model, vocab: { a: '0' } }), 'vocab["a"]'],
    [
      'a negative id of an added token',
      () => piece(model, { added_tokens: [{ ...added, id: -1 }] }),
      'added_tokens[0].id',
    ],
    [
      'an added token without text',
      () => piece(model, { added_tokens: [{ id: 3 }] }),
      'added_tokens[0].content',
    ],
    ['a score that is text', () => piece({ type: 'Unigram', vocab: [['a', 'x']], unk_id: 0 }), 'vocab[0][1]'],
    ['a merge of one token', () => piece({ ...model, merges: [['a']] }), 'merges[0]'],
    [
      'pieces without length',
      () => piece(model, { pre_tokenizer: { type: 'FixedLength', length: 0 } }),
      'length',
    ],
    ['a rule that is a number', () => piece(model, { decoder: 7 }), 'decoder'],
  ])('%s', (_, attempt, ...words) => {
    expectRefusal(attempt, 'ERR_PARSE', 'tokenizer', ...words)
  })
})

describe('more than a function has arguments', () => {
  const many = 200_000
  const unigram = (pieces: number, rest: object = {}) =>
    new Tokenizer({
      version: '1.0',
      added_tokens: [],
      normalizer: null,
      pre_tokenizer: null,
      post_processor: null,
      decoder: { type: 'Fuse' },
      model: {
        type: 'Unigram',
        unk_id: 0,
        vocab: [
          ['<unk>', 0] as const,
          ['a', -1] as const,
          ['b', -2] as const,
          ...Array.from({ length: pieces }, (_, i) => [`x${i}`, -3 - i / pieces] as const),
        ],
      },
      ...rest,
    })

  test('pieces of a Unigram vocabulary', () => {
    const tokenizer = unigram(many)
    expect(tokenizer.encode(`ax${many - 1}b`)).toEqual([1, many + 2, 2])
    expect(tokenizer.decode([2, many + 2, 1])).toBe(`bx${many - 1}a`)
  })

  const whole = { type: 'Metaspace', replacement: '▁', prepend_scheme: 'never', split: false }
  test.each([null, whole])('tokens of a text that is one piece (%o)', (pre_tokenizer) => {
    const tokenizer = unigram(10, { pre_tokenizer })
    const ids = tokenizer.encode('ab'.repeat(many / 2))
    expect(ids).toEqual(Array.from({ length: many }, (_, i) => 1 + (i % 2)))
    expect(tokenizer.decode(ids)).toBe('ab'.repeat(many / 2))
  })
})

describe('a tokenizer.json that fails on a text', () => {
  test('rules that double the text end, and the next call is right', () => {
    const growing = piece({ ...model, unk_token: 'b' }, { normalizer: doubling })
    expectRefusal(() => growing.encode('aaaa'), 'ERR_VALUE', 'text', 'write more than')
    expect(growing.encode('b')).toEqual([1])
  })

  test('a template without what it names', () => {
    const broken = piece(model, {
      post_processor: { type: 'TemplateProcessing', single: [{ SpecialToken: null }] },
    })
    expectRefusal(() => broken.encode('a'), 'ERR_VALUE', 'text')
  })

  test('what is inserted is inserted as it is', () => {
    const dollars = piece({ ...model, vocab: { $: 0, '&': 1 } }, { normalizer: replace('a', '$&') })
    expect(dollars.encode('a')).toEqual([0, 1])
  })
})
