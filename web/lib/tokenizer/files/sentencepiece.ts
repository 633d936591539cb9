// spiece.model, sentencepiece.bpe.model and tokenizer.model: what each class puts around the pieces of a SentencePiece model.

import { type AddedToken, specialToken } from './added-tokens.js'
import type { Fields } from './given.js'
import { languages } from './mbart-languages.js'
import { mergesOf } from './merges.js'
import { type SentencePieceModel, sentencePieceModel } from './sentencepiece-model.js'
import { MARK, spacesBack } from './spaces.js'
import { type Built, type Source, type TokenizerClass, template, templateOfFlags } from './tokenizer-class.js'

const FILES = ['spiece.model', 'spm.model', 'sentencepiece.bpe.model', 'tokenizer.model']

const FAIRSEQ = {
  ...{ bos_token: '<s>', eos_token: '</s>', unk_token: '<unk>', sep_token: '</s>' },
  ...{ pad_token: '<pad>', cls_token: '<s>', mask_token: '<mask>' },
}

export const sentencePieceClasses: readonly TokenizerClass[] = [
  {
    names: ['T5'],
    modelTypes: ['t5', 'mt5'],
    tokens: { eos_token: '</s>', unk_token: '<unk>', pad_token: '<pad>' },
    build: (source) => {
      const count = source.settings.count('extra_ids', 100)
      const sentinels = Array.from({ length: count }, (_, i) => `<extra_id_${i}>`)
      const model = unigramModel(source, 2)
      const vocab = [...scored(model), ...sentinels.map(atZero).reverse()]
      const after = template([], [source.name('eos_token')])
      const built = unigram(vocab, 2, { normalizer: precompiled(model), post_processor: after })
      return { ...built, others: [...cutAt(model), ...sentinels.map((one) => specialToken(one))] }
    },
  },
  {
    names: ['XLMRoberta'],
    modelTypes: ['xlm-roberta'],
    tokens: FAIRSEQ,
    build: (source) => {
      const model = unigramModel(source, 0)
      const { name, settings } = source
      const vocab = [...firstOfFairseq(source), ...scored(model).slice(3), atZero(name('mask_token'))]
      const rules = {
        normalizer: precompiled(model),
        post_processor: template([name('bos_token')], [name('eos_token')]),
      }
      return { ...unigram(vocab, 3, rules, settings.flag('add_prefix_space', true)), others: cutAt(model) }
    },
  },
  {
    names: ['Camembert'],
    modelTypes: ['camembert'],
    tokens: FAIRSEQ,
    spaced: 'mask_token',
    build: (source) => {
      const model = unigramModel(source, 0)
      const { name, settings } = source
      const first = ['<s>NOTUSED', name('pad_token'), '</s>NOTUSED', name('unk_token')].map(atZero)
      const unused: Scored = ['<unk>NOTUSED', -100]
      const vocab = [...first, unused, ...scored(model).slice(1), atZero(name('mask_token'))]
      const rules = {
        normalizer: precompiled(model),
        post_processor: template([name('bos_token')], [name('eos_token')]),
      }
      return { ...unigram(vocab, 3, rules, settings.flag('add_prefix_space', true)), others: cutAt(model) }
    },
  },
  {
    names: ['MBart'],
    modelTypes: ['mbart'],
    tokens: FAIRSEQ,
    spaced: 'mask_token',
    build: (source) => {
      const model = unigramModel(source, 0)
      const { given, name, settings } = source
      const vocab = [
        ...firstOfFairseq(source),
        ...scored(model).slice(3),
        ...languages.map(atZero),
        atZero(name('mask_token')),
      ]
      const language = given.parts.choiceOf(
        settings.text('src_lang', 'en_XX'),
        'tokenizer_config.json.src_lang',
        languages,
      )
      const after = template([], [name('eos_token'), language])
      const built = unigram(vocab, 3, { normalizer: precompiled(model), post_processor: after })
      return { ...built, others: [...languages.map((one) => specialToken(one)), ...cutAt(model)] }
    },
  },
  {
    names: ['Albert'],
    modelTypes: ['albert'],
    tokens: {
      ...{ bos_token: '[CLS]', eos_token: '[SEP]', unk_token: '<unk>', sep_token: '[SEP]' },
      ...{ pad_token: '<pad>', cls_token: '[CLS]', mask_token: '[MASK]' },
    },
    build: (source) => {
      const model = unigramModel(source, 1)
      const { name, settings } = source
      const rules = {
        normalizer: cleaned(source, model, settings.flag('do_lower_case', true)),
        post_processor: template([name('cls_token')], [name('sep_token')]),
      }
      return {
        ...unigram(scored(model), 1, rules, settings.flag('add_prefix_space', true)),
        others: cutAt(model),
      }
    },
  },
  {
    names: ['XLNet'],
    modelTypes: ['xlnet'],
    tokens: {
      ...{ bos_token: '<s>', eos_token: '</s>', unk_token: '<unk>', sep_token: '<sep>' },
      ...{ pad_token: '<pad>', cls_token: '<cls>', mask_token: '<mask>' },
    },
    spaced: 'mask_token',
    build: (source) => {
      const model = unigramModel(source)
      const { name, settings } = source
      const rules = {
        normalizer: cleaned(source, model, settings.flag('do_lower_case', false)),
        post_processor: template([], [name('sep_token'), name('cls_token')]),
      }
      return { ...unigram(scored(model), model.unkId, rules), others: cutAt(model) }
    },
  },
  {
    names: ['DebertaV2'],
    modelTypes: ['deberta-v2'],
    tokens: {
      ...{ bos_token: '[CLS]', eos_token: '[SEP]', unk_token: '[UNK]', sep_token: '[SEP]' },
      ...{ pad_token: '[PAD]', cls_token: '[CLS]', mask_token: '[MASK]' },
    },
    build: (source) => {
      const model = unigramModel(source)
      const { name, settings } = source
      const rules = {
        normalizer: stripped(model, settings.flag('do_lower_case', false)),
        post_processor: template([name('cls_token')], [name('sep_token')]),
        pre_tokenizer: {
          type: 'Sequence',
          pretokenizers: [...(settings.flag('split_by_punct', false) ? [PUNCTUATION] : []), mark(true)],
        },
      }
      return { ...unigram(scored(model), model.unkId, rules), others: cutAt(model) }
    },
  },
  {
    names: ['Llama'],
    modelTypes: [],
    tokens: { bos_token: '<s>', eos_token: '</s>', unk_token: '<unk>' },
    build: (source) => {
      const spaced = source.settings.flag('add_prefix_space', true)
      const scheme = source.settings.flag('legacy', false) ? 'always' : 'first'
      return bytePairs(source, null, {
        normalizer: null,
        pre_tokenizer: {
          type: 'Metaspace',
          replacement: MARK,
          prepend_scheme: spaced ? scheme : 'never',
          split: false,
        },
        decoder: spacesBack(spaced ? [{ type: 'Strip', content: ' ', start: 1, stop: 0 }] : []),
      })
    },
  },
  {
    names: ['Gemma'],
    modelTypes: ['gemma', 'gemma2', 'gemma3_text'],
    tokens: {
      ...{ bos_token: '<bos>', eos_token: '<eos>', unk_token: '<unk>' },
      ...{ pad_token: '<pad>', mask_token: '<mask>' },
    },
    build: (source) =>
      bytePairs(source, source.name('unk_token'), {
        normalizer: { type: 'Replace', pattern: { String: ' ' }, content: MARK },
        pre_tokenizer: null, // it would cut at spaces, of which none are left
        decoder: spacesBack([]),
      }),
  },
]

/** Each mark alone; the signs are those of ASCII that Unicode does not count as punctuation. */
const PUNCTUATION = {
  type: 'Split',
  pattern: { Regex: '[\\p{P}$+<=>^`|~]' },
  behavior: 'Isolated',
  invert: false,
}

type Scored = readonly [piece: string, score: number]

const atZero = (piece: string): Scored => [piece, 0]
const scored = ({ pieces }: SentencePieceModel) => pieces.map(({ text, score }): Scored => [text, score])

function firstOfFairseq({ name }: Source): Scored[] {
  return [name('bos_token'), name('pad_token'), name('eos_token'), name('unk_token')].map(atZero)
}

/** @param unkId the number that the class takes its unknown piece to have */
function unigramModel(source: Source, unkId?: number): SentencePieceModel {
  const model = modelOf(source, 'unigram')
  if (unkId !== undefined && model.unkId !== unkId)
    throw source.given.refusal(
      fileOf(source),
      `an unknown piece with number ${model.unkId}`,
      `${unkId}, as its class has`,
    )
  return model
}

function modelOf(source: Source, kind: SentencePieceModel['kind']): SentencePieceModel {
  const model = sentencePieceModel(source.given, fileOf(source))
  if (model.kind !== kind)
    throw source.given.refusal(
      fileOf(source),
      `pieces of kind ${model.kind}`,
      `kind ${kind}, as its class has`,
    )
  return model
}

const fileOf = ({ given }: Source): string => FILES.find((file) => given.has(file)) ?? (FILES[0] as string)

/** Control symbols, and symbols of the user. */
function cutAt({ pieces }: SentencePieceModel): AddedToken[] {
  const found = pieces.filter(({ type }) => type === 3 || type === 4)
  return found.map(({ text, type }) => specialToken(text, { special: type === 3 }))
}

function precompiled({ charsmap }: SentencePieceModel): Fields | null {
  return charsmap === undefined ? null : { type: 'Precompiled', precompiled_charsmap: charsmap }
}

/** Quotes, accents and capitals, as ALBERT and XLNet prepare a text. */
function cleaned({ settings }: Source, model: SentencePieceModel, lowercase: boolean): Fields {
  const quote = (marks: string) => ({ type: 'Replace', pattern: { String: marks }, content: '"' })
  const keeps = settings.flag('keep_accents', false)
  const map = precompiled(model)
  const normalizers = [
    ...[quote('``'), quote("''")],
    ...(keeps ? [] : [{ type: 'NFKD' }, { type: 'StripAccents' }]),
    ...(lowercase ? [{ type: 'Lowercase' }] : []),
    ...(map ? [map] : []),
  ]
  return { type: 'Sequence', normalizers }
}

/** Spaces at both ends, and all but one between words, as DeBERTa prepares a text. */
function stripped(model: SentencePieceModel, lowercase: boolean): Fields {
  const map = precompiled(model)
  const normalizers = [
    ...(lowercase ? [{ type: 'Lowercase' }] : []),
    { type: 'Strip', strip_left: true, strip_right: true },
    ...(map ? [map] : []),
    { type: 'Replace', pattern: { Regex: ' {2,}' }, content: ' ' },
  ]
  return { type: 'Sequence', normalizers }
}

/** The mark of a space in front of each word. */
function mark(spaced: boolean): Fields {
  return { type: 'Metaspace', replacement: MARK, prepend_scheme: spaced ? 'always' : 'never', split: true }
}

type Around = Pick<Built['rules'], 'normalizer' | 'post_processor'> & Partial<Built['rules']>

function unigram(vocab: readonly Scored[], unk_id: number, around: Around, spaced = true): Built {
  return {
    ids: new Map(vocab.map(([piece], id) => [piece, id])),
    rules: {
      model: { type: 'Unigram', unk_id, vocab, byte_fallback: false },
      pre_tokenizer: { type: 'Sequence', pretokenizers: [{ type: 'WhitespaceSplit' }, mark(spaced)] },
      decoder: mark(spaced),
      ...around,
    },
  }
}

type Between = Pick<Built['rules'], 'normalizer' | 'pre_tokenizer' | 'decoder'>

function bytePairs(source: Source, unk_token: string | null, between: Between): Built {
  const { given, settings } = source
  // transformers 4 adds the first token where no file says it, 5 does not
  if (!settings.has('add_bos_token'))
    throw given.refusal(
      'tokenizer_config.json',
      'no add_bos_token',
      'true or false: whether a text begins with the first token',
    )
  const model = modelOf(source, 'bpe')
  const ids = new Map(model.pieces.map(({ text }, id) => [text, id]))
  const merges = mergesOf(ids)
  const rules = { type: 'BPE', dropout: null, unk_token, fuse_unk: true, byte_fallback: true }
  return {
    ids,
    rules: {
      model: { ...rules, vocab: Object.fromEntries(ids), merges },
      post_processor: templateOfFlags(source),
      ...between,
    },
    others: cutAt(model),
  }
}
