// Regular expressions of tokenizers: those of published ones are accepted, those that could hang are not.

import { describe, expect, test } from 'vitest'
import { whyTooSlow } from '../../web/lib/tokenizer/pattern-cost.js'

const contractions = "(?:'[sS]|'[tT]|'[rR][eE]|'[vV][eE]|'[mM]|'[lL][lL]|'[dD])"

describe('patterns of published tokenizers', () => {
  test.each([
    ['GPT-2', "'s|'t|'re|'ve|'m|'ll|'d| ?\\p{L}+| ?\\p{N}+| ?[^\\s\\p{L}\\p{N}]+|\\s+(?!\\S)|\\s+"],
    [
      'GPT-2, as tiktoken has it',
      "'(?:[sdmt]|ll|ve|re)| ?\\p{L}+| ?\\p{N}+| ?[^\\s\\p{L}\\p{N}]+|\\s+(?!\\S)|\\s+",
    ],
    [
      'Llama 3',
      `${contractions}|[^\\r\\n\\p{L}\\p{N}]?\\p{L}+|\\p{N}{1,3}| ?[^\\s\\p{L}\\p{N}]+[\\r\\n]*|\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+`,
    ],
    [
      'Qwen 2',
      `${contractions}|[^\\r\\n\\p{L}\\p{N}]?\\p{L}+|\\p{N}| ?[^\\s\\p{L}\\p{N}]+[\\r\\n]*|\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+`,
    ],
    [
      'o200k',
      `[^\\r\\n\\p{L}\\p{N}]?[\\p{Lu}\\p{Lt}\\p{Lm}\\p{Lo}\\p{M}]*[\\p{Ll}\\p{Lm}\\p{Lo}\\p{M}]+${contractions}?|[^\\r\\n\\p{L}\\p{N}]?[\\p{Lu}\\p{Lt}\\p{Lm}\\p{Lo}\\p{M}]+[\\p{Ll}\\p{Lm}\\p{Lo}\\p{M}]*${contractions}?|\\p{N}{1,3}| ?[^\\s\\p{L}\\p{N}]+[\\r\\n/]*|\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+`,
    ],
    [
      'DeepSeek V3',
      '[!"#$%&\'()*+,\\-./:;<=>?@\\[\\\\\\]\\^_`{|}~][A-Za-z]+|[^\\r\\n\\p{L}\\p{P}\\p{S}]?[\\p{L}\\p{M}]+| ?[\\p{P}\\p{S}]+[\\r\\n]*|\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+',
    ],
    ['BLOOM', ' ?[^()|\\s.,!?…。，、।۔،]+'],
    [
      'CLIP',
      "<\\|startoftext\\|>|<\\|endoftext\\|>|'s|'t|'re|'ve|'m|'ll|'d|[\\p{L}]+|[\\p{N}]|[^\\s\\p{L}\\p{N}]+",
    ],
    ['Falcon', '[0-9][0-9][0-9]'],
    ['digits in groups of three from the right', '(?=(?:\\d{3})+(?!\\d))'],
    ['the same in front of what is no digit', '\\p{N}{1,3}(?=(?:\\p{N}{3})*(?:\\P{N}|$))'],
    ['lines', '(?:\\r?\\n)+(?!\\r?\\n)'],
    ['Chameleon', '<sentinel:[0-9]+>|(IMGIMG)((A|B|C|D|E|F|G|H|I){1,4})Z|([\\t\\n]|    |  )|\\d|[\\p{P}]'],
    ['spaces of XLM-R', ' {2,}'],
    ['a union of classes, as the library writes it', '(?:(?=(?:[a-z]|[^0-9]))[\\s\\S])+'],
    ['ByteLevel', / ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+/u.source],
  ])('%s', (_, source) => {
    expect(whyTooSlow(new RegExp(source, 'gu'))).toBeUndefined()
  })
})

describe('patterns that could hang', () => {
  test.each([
    ['equal alternatives', '^(a|a)*$'],
    ['overlapping classes', '(?:[a-z]|\\p{L})+$'],
    ['nested repetitions', '(a+)+$'],
    ['nested, beside others', '(?:x|\\s*a+)*$'],
    ['nested in a lookahead', '(?:(?=a*b)a)*'],
    ['nested in two groups', '((?:a*))+$'],
    ['optional inside', '(a?)*$'],
    ['optional inside, bounded', '(a?){30}a{30}'],
    ['lengths that overlap', '(?:a|aa)+$'],
    ['lengths that overlap, bounded', '(?:a|aa){1,40}$'],
    ['a bounded repetition inside', '(?:a{1,3})+$'],
    ['many optional ones', `${'a?'.repeat(30)}${'a'.repeat(30)}`],
    ['many pairs of equal alternatives', `${'(?:a|a)'.repeat(30)}$`],
    ['many in a row', 'a*a*a*a*b'],
    ['many in a row, of different classes', '\\p{L}+[a-z]+\\w+b'],
    ['many in a row, bounded', 'a{0,900}a{0,900}a{0,900}b'],
    ['a reference', '(a*)\\1*'],
    ['a reference by name', '(?<x>a*)\\k<x>*'],
    ['groups without end', `${'(?:'.repeat(100)}a${')'.repeat(100)}`],
    ['a long repetition', '(?:a{50}b{50})*'],
  ])('%s: %s', (_, source) => {
    expect(whyTooSlow(new RegExp(source, 'gu'))).toMatch(/\w/)
  })

  test('letters of both cases are the same where case is ignored', () => {
    expect(whyTooSlow(/(?:a|A)*$/iu)).toMatch(/several ways/)
    expect(whyTooSlow(/(?:a|A)*$/u)).toBeUndefined()
  })
})
