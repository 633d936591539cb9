// vocab.json and merges.txt: byte-pair encoding over bytes, as GPT-2's.

import type { Fields, Given } from './given.js'
import { type Built, type Source, type TokenizerClass, template, templateOfFlags } from './tokenizer-class.js'
import { QWEN } from './word-splits.js'

const VOCABULARY = 'vocab.json'
const MERGES = 'merges.txt'

const END = '<|endoftext|>'

export const byteLevelClasses: readonly TokenizerClass[] = [
  {
    names: ['GPT2'],
    modelTypes: ['gpt2', 'gpt_neo', 'gptj', 'codegen', 'opt', 'phi', 'starcoder2'],
    tokens: { bos_token: END, eos_token: END, unk_token: END },
    build: (source) =>
      byteLevel(source, () => ({ pre_tokenizer: bytes(source), post_processor: templateOfFlags(source) })),
  },
  {
    names: ['Roberta', 'Bart', 'Longformer', 'LED', 'Mvp'],
    modelTypes: ['roberta', 'data2vec-text', 'bart'],
    tokens: {
      ...{ bos_token: '<s>', eos_token: '</s>', unk_token: '<unk>', sep_token: '</s>' },
      ...{ pad_token: '<pad>', cls_token: '<s>', mask_token: '<mask>' },
    },
    build: (source) =>
      byteLevel(source, (ids) => ({ pre_tokenizer: bytes(source), post_processor: around(source, ids) })),
  },
  {
    names: ['Deberta'],
    modelTypes: ['deberta'],
    tokens: {
      ...{ bos_token: '[CLS]', eos_token: '[SEP]', unk_token: '[UNK]', sep_token: '[SEP]' },
      ...{ pad_token: '[PAD]', cls_token: '[CLS]', mask_token: '[MASK]' },
    },
    build: (source) =>
      byteLevel(source, () => ({
        pre_tokenizer: bytes(source),
        post_processor: template([source.name('cls_token')], [source.name('sep_token')]),
      })),
  },
  {
    names: ['Qwen2'],
    modelTypes: ['qwen2', 'qwen3'],
    tokens: { eos_token: END, unk_token: END, pad_token: END },
    build: (source) =>
      byteLevel(source, () => ({
        normalizer: { type: 'NFC' },
        pre_tokenizer: { type: 'Sequence', pretokenizers: [QWEN, bytes(source, false)] },
        post_processor: templateOfFlags(source),
      })),
  },
]

function bytes({ settings }: Source, use_regex = true): Fields {
  const add_prefix_space = settings.flag('add_prefix_space', false)
  return { type: 'ByteLevel', add_prefix_space, trim_offsets: true, use_regex }
}

function around({ settings, name }: Source, ids: Ids): Fields {
  const token = (named: 'sep_token' | 'cls_token') => [name(named), ids.get(name(named)) ?? 0]
  return {
    type: 'RobertaProcessing',
    sep: token('sep_token'),
    cls: token('cls_token'),
    trim_offsets: settings.flag('trim_offsets', true),
    add_prefix_space: settings.flag('add_prefix_space', false),
  }
}

type Rules = Pick<Built['rules'], 'pre_tokenizer' | 'post_processor'> & Partial<Built['rules']>

type Ids = ReadonlyMap<string, number>

function byteLevel({ given }: Source, rulesOf: (ids: Ids) => Rules): Built {
  const ids = given.ids(VOCABULARY)
  const model = { type: 'BPE', dropout: null, unk_token: null, fuse_unk: false, byte_fallback: false }
  const vocab = { vocab: Object.fromEntries(ids), merges: mergesIn(given, ids) }
  const decoder = { type: 'ByteLevel', add_prefix_space: true, trim_offsets: true, use_regex: true }
  return { ids, rules: { model: { ...model, ...vocab }, normalizer: null, decoder, ...rulesOf(ids) } }
}

function mergesIn(given: Given, ids: Ids): [string, string][] {
  const lines = given.lines(MERGES)
  const merges = lines.flatMap((line, i): [string, string][] => {
    if (line.startsWith('#version')) return []
    const [left = '', right = '', ...more] = line.split(' ')
    const stranger = [left, right, left + right].find((token) => !ids.has(token))
    if (right === '' || more.length > 0 || stranger !== undefined)
      throw given.refusal(
        MERGES,
        `${JSON.stringify(line)} in line ${i + 1}`,
        `two tokens of ${VOCABULARY} that make a third`,
      )
    return [[left, right]]
  })
  if (merges.length === 0) throw given.refusal(MERGES, 'no merges', 'two tokens in each line')
  return merges
}
