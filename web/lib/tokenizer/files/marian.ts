// source.spm with vocab.json: Marian's SentencePiece models cut texts, and the vocabulary numbers the pieces of both languages. With
// separate_vocabs what decodes is target_vocab.json with target.spm.

import type { Fields, Given } from './given.js'
import { type SentencePieceModel, sentencePieceModel } from './sentencepiece-model.js'
import { type Built, type Source, type TokenizerClass, template } from './tokenizer-class.js'

const VOCABULARY = 'vocab.json'
const TARGET_VOCABULARY = 'target_vocab.json'

const [NORMAL, UNKNOWN, CONTROL, UNUSED] = [1, 2, 3, 5]

export const marianClasses: readonly TokenizerClass[] = [
  {
    names: ['Marian'],
    modelTypes: ['marian'],
    tokens: { eos_token: '</s>', unk_token: '<unk>', pad_token: '<pad>' },
    build,
  },
]

function build({ given, settings, name }: Source): Built {
  const ids = given.ids(VOCABULARY)
  const unk_token = name('unk_token')
  if (!ids.has(unk_token))
    throw given.refusal(VOCABULARY, `no ${JSON.stringify(unk_token)}`, 'the unknown token among its tokens')
  const source = modelIn(given, 'source.spm')
  const target = settings.flag('separate_vocabs', false) ? targetIn(given) : null
  return {
    ids,
    rules: {
      model: { type: 'BPE', vocab: Object.fromEntries(ids), merges: [], unk_token },
      normalizer: null,
      pre_tokenizer: null,
      post_processor: template([], [name('eos_token')]),
      decoder: { type: 'Fuse' },
      marian: {
        pieces: source.pieces.filter(isNormal).map(({ text, score }) => [text, score]),
        charsmap: source.charsmap ?? null,
        reserved: reservedIn(target?.model ?? source),
        target: target && { vocab: Object.fromEntries(target.ids), pieces: namesIn(target.model) },
      },
    },
  }
}

function targetIn(given: Given): { ids: Map<string, number>; model: SentencePieceModel } {
  if (!given.has(TARGET_VOCABULARY))
    throw given.refusal(TARGET_VOCABULARY, 'no such file', 'the vocabulary that decodes (separate_vocabs)')
  return { ids: given.ids(TARGET_VOCABULARY), model: modelIn(given, 'target.spm') }
}

/** What Marian trains: pieces of texts with the usual spaces. */
function modelIn(given: Given, file: string): SentencePieceModel {
  const model = sentencePieceModel(given, file)
  const other = otherThanUsual(model)
  if (other === undefined) return model
  throw given.refusal(
    file,
    other,
    "kind unigram, pieces of texts, a space in front of them, as Marian's have",
  )
}

function otherThanUsual({ kind, pieces, usualSpaces }: SentencePieceModel): string | undefined {
  if (kind !== 'unigram') return `pieces of kind ${kind}`
  const other = pieces.find(({ type }) => ![NORMAL, UNKNOWN, CONTROL, UNUSED].includes(type))
  if (other) return `${JSON.stringify(other.text)}, a piece of type ${other.type}`
  return usualSpaces ? undefined : 'spaces that are kept otherwise'
}

const isNormal = ({ type }: { type: number }) => type === NORMAL
const namesIn = ({ pieces }: SentencePieceModel) => pieces.filter(isNormal).map(({ text }) => text)

/** What is written for pieces that stand for no text. */
function reservedIn({ pieces }: SentencePieceModel): Fields {
  const found = pieces.filter(({ type }) => type === UNKNOWN || type === CONTROL)
  return Object.fromEntries(found.map(({ text, type }) => [text, type === CONTROL ? '' : ' ⁇ ']))
}
