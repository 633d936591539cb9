// Cards of encoder–decoder models.

import { type ModelCard, transformers } from './model-card.js'

export const encoderDecoderCards: readonly ModelCard[] = [
  {
    id: 't5',
    family: 't5',
    title: 'T5',
    titleZh: 'T5',
    year: 2019,
    paper: {
      title: 'Exploring the Limits of Transfer Learning with a Unified Text-to-Text Transformer',
      link: 'https://arxiv.org/abs/1910.10683',
    },
    position: {
      types: ['t5'],
      doors: ['bias', 'score'],
      summary: {
        en: 'bias by 32 buckets of the distance, scores not scaled',
        zh: '按距离分 32 个桶的偏置，得分不缩放',
      },
    },
    facts: {
      stacks: 'encoder and decoder',
      norm: 'rms',
      place: 'pre',
      epsilon: 1e-6,
      embeddingNorm: false,
      block: 'sequential',
      heads: 'MHA',
      activation: 'relu',
      gated: false,
      biases: [],
      tied: true,
      scale: '1',
    },
    notes: [
      {
        en: 'One table of 32 buckets per stack, held by its first layer and used by all; none in cross-attention.',
        zh: '每个栈一张 32 桶的表，由第一层持有、各层共用；交叉注意力没有。',
      },
      {
        en: 'Version 1.0 multiplies the input of its output matrix by 1/√d_model; 1.1 has a gated GELU and an untied output matrix.',
        zh: '1.0 版把输出矩阵的输入乘以 1/√dModel；1.1 版用门控 GELU，输出矩阵独立。',
      },
      {
        en: 'Heads may be wider or narrower than dModel divided by their number.',
        zh: '头维度不必等于 dModel 除以头数。',
      },
    ],
    tutorials: [
      {
        say: {
          en: 'k = 32, and all distances beyond k share a bucket.',
          zh: 'k = 32，超过 k 的距离都归一个桶。',
        },
        truth: {
          en: '32 is the number of buckets; 128 is the distance that sets the scale; the two directions keep separate last buckets.',
          zh: '32 是桶的个数；128 是决定尺度的距离；两个方向各有自己的最后一个桶。',
        },
      },
      {
        say: {
          en: 'It learns two tables, content–content and position–content.',
          zh: '它学习“内容—内容”和“位置—内容”两张表。',
        },
        truth: {
          en: 'One table of scalars, 32 × heads, per stack.',
          zh: '每个栈只有一张标量表，32 × 头数。',
        },
      },
      {
        say: { en: 'The index is i − j, and scores are divided by √d.', zh: '下标是 i − j，得分除以 √d。' },
        truth: { en: 'The index is j − i, and nothing is divided.', zh: '下标是 j − i，且不作任何缩放。' },
      },
    ],
    source: transformers('t5'),
  },
  {
    id: 'bart',
    family: 'bart',
    title: 'BART',
    titleZh: 'BART',
    year: 2019,
    paper: {
      title:
        'BART: Denoising Sequence-to-Sequence Pre-training for Natural Language Generation, Translation, and Comprehension',
      link: 'https://arxiv.org/abs/1910.13461',
    },
    position: {
      types: ['learned'],
      doors: ['embed'],
      summary: { en: 'learned table, shifted by two rows', zh: '可学习的表，错开两行' },
    },
    facts: {
      stacks: 'encoder and decoder',
      norm: 'layer',
      place: 'post',
      epsilon: 1e-5,
      embeddingNorm: true,
      block: 'sequential',
      heads: 'MHA',
      activation: 'gelu',
      gated: false,
      biases: ['query', 'key', 'value', 'output', 'mlp', 'norm', 'head'],
      tied: true,
      scale: '1/√d',
      offset: 2,
    },
    notes: [
      {
        en: 'Each stack has its own position table and its own norm after the embeddings; both share the token embeddings.',
        zh: '两个栈各有位置表，词嵌入之后各有归一化；词嵌入共用。',
      },
      { en: 'The decoder starts with token 2.', zh: '解码器以 2 号词元开头。' },
    ],
    tutorials: [],
    source: transformers('bart'),
  },
]
