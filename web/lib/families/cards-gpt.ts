// Cards of decoders related to GPT-2.

import { type CardFacts, type ModelCard, transformers } from './model-card.js'

const EVERYWHERE = ['query', 'key', 'value', 'output', 'mlp', 'norm'] as const

const withoutTable: CardFacts = {
  stacks: 'decoder',
  norm: 'layer',
  place: 'pre',
  epsilon: 1e-5,
  embeddingNorm: false,
  block: 'sequential',
  heads: 'MHA',
  activation: 'gelu_tanh',
  gated: false,
  biases: EVERYWHERE,
  tied: true,
  scale: '1/√d',
}

const gpt2Facts: CardFacts = { ...withoutTable, offset: 0 }

export const gptCards: readonly ModelCard[] = [
  {
    id: 'gpt2',
    family: 'gpt2',
    title: 'GPT-2',
    titleZh: 'GPT-2',
    year: 2019,
    paper: {
      title: 'Language Models are Unsupervised Multitask Learners',
      link: 'https://cdn.openai.com/better-language-models/language_models_are_unsupervised_multitask_learners.pdf',
    },
    position: {
      types: ['learned'],
      doors: ['embed'],
      summary: { en: 'learned table, 1024 rows', zh: '可学习的表，1024 行' },
    },
    facts: gpt2Facts,
    notes: [
      { en: 'Weights are stored as [in, out].', zh: '权重按 [输入, 输出] 存放。' },
      {
        en: 'Query, key and value are one fused matrix.',
        zh: '查询、键、值合在一个矩阵里。',
      },
    ],
    tutorials: [
      {
        say: { en: 'GPT uses relative positions.', zh: 'GPT 使用相对位置。' },
        truth: {
          en: 'It has a learned table of 1024 absolute positions.',
          zh: '它有一张学得的绝对位置表，共 1024 个位置。',
        },
      },
    ],
    source: transformers('gpt2'),
  },
  {
    id: 'gpt3',
    family: 'gpt2',
    title: 'GPT-3',
    titleZh: 'GPT-3',
    year: 2020,
    paper: { title: 'Language Models are Few-Shot Learners', link: 'https://arxiv.org/abs/2005.14165' },
    position: {
      types: ['learned', 'mask'],
      doors: ['embed', 'mask'],
      summary: {
        en: 'learned table, 2048 rows; every second layer sees a window only',
        zh: '可学习的表，2048 行；每两层有一层只看一个窗口',
      },
    },
    facts: gpt2Facts,
    notes: [
      {
        en: 'Its weights were never published; what runs here is GPT-2 with every other layer local.',
        zh: '其权重从未公开；这里运行的是每两层有一层为局部注意力的 GPT-2。',
      },
      {
        en: 'Dense and locally banded layers take turns, over 2048 learned positions.',
        zh: '稠密层与局部带状层交替，学得的位置共 2048 个。',
        unsure: true,
      },
      {
        en: 'GPT-Neo is not equivalent: it does not scale its scores.',
        zh: 'GPT-Neo 与它不等价：GPT-Neo 的得分不缩放。',
      },
    ],
    tutorials: [],
    source: `${transformers('gpt2')}; no class of its own`,
  },
  {
    id: 'bloom',
    family: 'bloom',
    title: 'BLOOM',
    titleZh: 'BLOOM',
    year: 2022,
    paper: {
      title: 'BLOOM: A 176B-Parameter Open-Access Multilingual Language Model',
      link: 'https://arxiv.org/abs/2211.05100',
    },
    position: {
      types: ['alibi'],
      doors: ['bias'],
      summary: { en: 'ALiBi: a slope per head', zh: 'ALiBi：每个头一个斜率' },
    },
    facts: { ...withoutTable, embeddingNorm: true },
    notes: [
      {
        en: 'Query, key and value are fused head by head.',
        zh: '查询、键、值按头交错合并。',
      },
      { en: 'The bias is added after the division by √d.', zh: '偏置在除以 √d 之后加入。' },
    ],
    tutorials: [
      {
        say: { en: 'ALiBi multiplies the attention weights.', zh: 'ALiBi 与注意力权重相乘。' },
        truth: {
          en: 'It is added to the scores before the softmax, with a slope for each head.',
          zh: '它在 softmax 之前加到得分上，每个头一个斜率。',
        },
      },
      {
        say: {
          en: 'ALiBi projects to few dimensions and so needs fewer parameters.',
          zh: 'ALiBi 投影到低维，因而参数更少。',
        },
        truth: { en: 'It has no projection and no parameters.', zh: '它既无投影，也无参数。' },
      },
    ],
    source: transformers('bloom'),
  },
  {
    id: 'falcon',
    family: 'falcon',
    title: 'Falcon',
    titleZh: 'Falcon',
    year: 2023,
    paper: { title: 'The Falcon Series of Open Language Models', link: 'https://arxiv.org/abs/2311.16867' },
    position: {
      types: ['rope'],
      doors: ['rotate'],
      summary: {
        en: 'rotation; Falcon-RW: ALiBi, scaled together with the scores',
        zh: '旋转；Falcon-RW 为 ALiBi，与得分一同缩放',
      },
    },
    facts: {
      ...withoutTable,
      block: 'parallel, one norm',
      heads: 'MQA',
      activation: 'gelu',
      biases: ['norm'],
    },
    notes: [
      {
        en: 'That is 7B. 40B and 180B have two norms in parallel and groups of heads.',
        zh: '以上是 7B。40B 与 180B 有两个并行的归一化，并用 GQA。',
      },
      {
        en: 'RW-1B has ALiBi, added before the division by √d, and biases; its sublayers are sequential.',
        zh: 'RW-1B 用 ALiBi，在除以 √d 之前加入，并带偏置；它的子层依次排列。',
      },
      {
        en: 'The slopes of RW, and what they give for each key, are rounded to bfloat16.',
        zh: 'RW 的斜率及其对每个键的乘积都舍入到 bfloat16。',
      },
    ],
    tutorials: [
      {
        say: { en: 'Falcon uses ALiBi.', zh: 'Falcon 使用 ALiBi。' },
        truth: {
          en: '7B, 40B and 180B rotate; ALiBi is right for the RW models.',
          zh: '7B、40B 与 180B 用旋转；只有 RW 系列用 ALiBi。',
        },
      },
    ],
    source: transformers('falcon'),
  },
]
