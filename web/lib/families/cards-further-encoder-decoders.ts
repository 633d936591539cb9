// Cards of encoder–decoders whose families come when their model_type is seen.

import { card, learned, windowed } from './further-card.js'
import type { CardFacts, ModelCard } from './model-card.js'

const bart: CardFacts = {
  stacks: 'encoder and decoder',
  norm: 'layer',
  place: 'post',
  epsilon: 1e-5,
  embeddingNorm: false,
  block: 'sequential',
  heads: 'MHA',
  activation: 'gelu',
  gated: false,
  biases: ['query', 'key', 'value', 'output', 'mlp', 'norm', 'head'],
  tied: true,
  scale: '1/√d',
}

const sines = { types: ['sinusoidal'], doors: ['embed'] } as const

export const furtherEncoderDecoderCards: readonly ModelCard[] = [
  card({
    type: 'marian',
    title: 'Marian',
    year: 2018,
    paper: ['Marian: Fast Neural Machine Translation in C++', 'https://arxiv.org/abs/1804.00344'],
    position: [sines, 'sinusoids, sines before cosines', '正弦编码，先正弦后余弦'],
    facts: bart,
    notes: [
      { en: 'The translators of OPUS-MT have this class.', zh: 'OPUS-MT 的翻译模型用的就是这个类。' },
      { en: 'Both stacks need one vocabulary.', zh: '编码器与解码器须用同一词表。' },
    ],
  }),
  card({
    type: 'pegasus',
    title: 'PEGASUS',
    year: 2019,
    paper: [
      'PEGASUS: Pre-training with Extracted Gap-sentences for Abstractive Summarization',
      'https://arxiv.org/abs/1912.08777',
    ],
    position: [sines, 'sinusoids, sines before cosines', '正弦编码，先正弦后余弦'],
    facts: { ...bart, place: 'pre' },
    notes: [
      {
        en: 'Norms stand before the sublayers and at the end of each stack.',
        zh: '归一化在子层之前，以及每个栈的末尾。',
      },
    ],
  }),
  card({
    type: 'blenderbot',
    title: 'Blenderbot',
    year: 2020,
    paper: ['Recipes for building an open-domain chatbot', 'https://arxiv.org/abs/2004.13637'],
    position: [learned, 'a learned table in each stack', '每个栈一张可学习位置表'],
    facts: { ...bart, place: 'pre', offset: 0 },
    notes: [
      {
        en: 'Norms stand before the sublayers and at the end of each stack.',
        zh: '归一化在子层之前，以及每个栈的末尾。',
      },
    ],
  }),
  card({
    type: 'led',
    title: 'LED',
    year: 2020,
    paper: ['Longformer: The Long-Document Transformer', 'https://arxiv.org/abs/2004.05150'],
    position: [
      windowed(learned),
      'a learned table in each stack; each layer of the encoder sees half a window on each side, 256 tokens of 512',
      '每个栈一张可学习位置表；编码器的每层只看左右各半个窗口，512 的窗口即各 256 个词元',
    ],
    facts: { ...bart, embeddingNorm: true, offset: 0 },
    notes: [
      {
        en: 'No token is global: transformers’ class has none either, unless global_attention_mask says so.',
        zh: '没有全局词元：transformers 的类在没有 global_attention_mask 时也没有。',
      },
      {
        en: 'The decoder is that of BART, and sees all of the encoder.',
        zh: '解码器与 BART 相同，看得到编码器的全部输出。',
      },
    ],
  }),
  card({
    type: 'm2m_100',
    title: 'M2M-100',
    year: 2020,
    paper: ['Beyond English-Centric Multilingual Machine Translation', 'https://arxiv.org/abs/2010.11125'],
    position: [
      sines,
      'sinusoids that start at the padding’s id + 1 and reach the endpoint',
      '正弦编码，从填充 id + 1 数起，以端点为界',
    ],
    facts: {
      ...bart,
      place: 'pre',
      activation: 'relu',
      biases: ['query', 'key', 'value', 'output', 'mlp', 'norm'],
    },
    notes: [
      { en: 'NLLB has this class.', zh: 'NLLB 用的就是这个类。' },
      { en: 'Padding has no code, also in the decoder.', zh: '填充没有编码，解码器里也一样。' },
      {
        en: 'Tokens are decoded with forward and a cache: generate, which counts from 0, is refused.',
        zh: '逐词元解码用 forward 加缓存：generate 从 0 数起，会被拒绝。',
      },
    ],
  }),
  card({
    type: 'mbart',
    title: 'mBART',
    year: 2020,
    paper: [
      'Multilingual Denoising Pre-training for Neural Machine Translation',
      'https://arxiv.org/abs/2001.08210',
    ],
    position: [
      learned,
      'a learned table in each stack, after two unused rows',
      '每个栈一张可学习位置表，前两行不用',
    ],
    facts: { ...bart, place: 'pre', embeddingNorm: true, offset: 2 },
    notes: [
      {
        en: 'Its answers start with the language, which its config does not say.',
        zh: '答案以语言词元开头，配置里没有写。',
      },
    ],
  }),
  card({
    type: 'plbart',
    title: 'PLBART',
    year: 2021,
    paper: [
      'Unified Pre-training for Program Understanding and Generation',
      'https://arxiv.org/abs/2103.06333',
    ],
    position: [
      learned,
      'a learned table in each stack, after two unused rows',
      '每个栈一张可学习位置表，前两行不用',
    ],
    facts: { ...bart, embeddingNorm: true, offset: 2 },
    notes: [{ en: 'BART with scaled embeddings.', zh: '词嵌入要缩放的 BART。' }],
  }),
  card({
    type: 'umt5',
    title: 'UMT5',
    year: 2023,
    paper: [
      'UniMax: Fairer and more Effective Language Sampling for Large-Scale Multilingual Pretraining',
      'https://arxiv.org/abs/2304.09151',
    ],
    position: [
      { types: ['t5'], doors: ['bias', 'score'] },
      'buckets of distances, a table in every layer',
      '距离分桶，每层一张表',
    ],
    facts: {
      ...bart,
      norm: 'rms',
      place: 'pre',
      epsilon: 1e-6,
      activation: 'gelu_tanh',
      gated: true,
      biases: [],
      tied: false,
      scale: '1',
    },
    notes: [
      { en: 'T5 and mT5 store one table for all layers of a stack.', zh: 'T5 与 mT5 每个栈只存一张表。' },
      {
        en: 'Its output is scaled before the head, which may be stored.',
        zh: '输出先缩放再进输出头；输出头可以另存。',
      },
    ],
  }),
]
