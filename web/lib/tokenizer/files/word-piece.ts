// vocab.txt: a token in each line, for the tokenizers of BERT and of those that are like it.

import { specialToken } from './added-tokens.js'
import type { Given } from './given.js'
import { type Built, type Source, type TokenizerClass, template } from './tokenizer-class.js'

const VOCABULARY = 'vocab.txt'

export const wordPieceClasses: readonly TokenizerClass[] = [
  {
    names: 'Bert DistilBert Electra MobileBert ConvBert SqueezeBert LayoutLM Lxmert'.split(' '),
    modelTypes: ['bert', 'distilbert', 'electra', 'ernie', 'megatron-bert', 'nomic_bert'],
    tokens: {
      ...{ unk_token: '[UNK]', sep_token: '[SEP]', pad_token: '[PAD]' },
      ...{ cls_token: '[CLS]', mask_token: '[MASK]' },
    },
    build: (source) => wordPiece(source),
  },
  {
    names: ['MPNet'],
    modelTypes: ['mpnet'],
    tokens: {
      ...{ bos_token: '<s>', eos_token: '</s>', unk_token: '[UNK]', sep_token: '</s>' },
      ...{ pad_token: '<pad>', cls_token: '<s>', mask_token: '<mask>' },
    },
    spaced: 'mask_token',
    build: (source) => wordPiece(source),
  },
  {
    names: ['Esm'],
    modelTypes: ['esm'],
    tokens: {
      ...{ eos_token: '<eos>', unk_token: '<unk>', pad_token: '<pad>' },
      ...{ cls_token: '<cls>', mask_token: '<mask>' },
    },
    build: (source) => aminoAcids(source),
  },
]

// A text is cut at every token of the vocabulary, and what is left is unknown, word by word: no piece of it is a token.
function aminoAcids({ given, name }: Source): Built {
  const ids = vocabularyIn(given, name('unk_token'))
  const end = name('eos_token')
  return {
    ids,
    rules: {
      model: {
        type: 'WordPiece',
        unk_token: name('unk_token'),
        continuing_subword_prefix: '##',
        max_input_chars_per_word: 100,
        vocab: Object.fromEntries(ids),
      },
      normalizer: null,
      pre_tokenizer: { type: 'WhitespaceSplit' },
      post_processor: template([name('cls_token')], end === '' ? [] : [end]),
      decoder: { type: 'WordPiece', prefix: '##', cleanup: false },
    },
    others: [...ids.keys()].map((token) => specialToken(token, { special: false })),
  }
}

function wordPiece({ given, settings, name }: Source): Built {
  const ids = vocabularyIn(given, name('unk_token'))
  return {
    ids,
    rules: {
      model: {
        type: 'WordPiece',
        unk_token: name('unk_token'),
        continuing_subword_prefix: '##',
        max_input_chars_per_word: 100,
        vocab: Object.fromEntries(ids),
      },
      normalizer: {
        type: 'BertNormalizer',
        clean_text: true,
        handle_chinese_chars: settings.flag('tokenize_chinese_chars', true),
        strip_accents: settings.has('strip_accents') ? settings.flag('strip_accents', false) : null,
        lowercase: settings.flag('do_lower_case', true),
      },
      pre_tokenizer: { type: 'BertPreTokenizer' },
      post_processor: template([name('cls_token')], [name('sep_token')]),
      decoder: { type: 'WordPiece', prefix: '##', cleanup: true },
    },
  }
}

// The library takes the spaces at the end of a line away. Lines that are empty have a number, and no token. Any text has lines: one without the
// token that words without pieces become is no vocabulary.
function vocabularyIn(given: Given, unknown: string): Map<string, number> {
  const ids = new Map<string, number>()
  for (const [id, line] of given.lines(VOCABULARY).entries()) {
    const token = line.trimEnd()
    const first = ids.get(token)
    if (first !== undefined && token !== '')
      throw given.refusal(
        VOCABULARY,
        `${JSON.stringify(token)} in lines ${first + 1} and ${id + 1}`,
        'each token once',
      )
    ids.set(token, id)
  }
  if (!ids.has(unknown))
    throw given.refusal(
      VOCABULARY,
      `no line ${JSON.stringify(unknown)}`,
      'a vocabulary with the unknown token',
    )
  return ids
}
