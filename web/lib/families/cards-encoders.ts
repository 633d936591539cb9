// Cards of the encoders that tutorials compare.

import type { CardFacts, ModelCard } from './model-card.js'
import { transformers } from './model-card.js'

const withoutTable: CardFacts = {
  stacks: 'encoder',
  norm: 'layer',
  place: 'post',
  epsilon: 1e-12,
  embeddingNorm: true,
  block: 'sequential',
  heads: 'MHA',
  activation: 'gelu',
  gated: false,
  biases: ['query', 'key', 'value', 'output', 'mlp', 'norm', 'head'],
  tied: true,
  scale: '1/√d',
}

const learned = { types: ['learned'], doors: ['embed'] }
const bertFacts: CardFacts = { ...withoutTable, offset: 0 }

export const encoderCards: readonly ModelCard[] = [
  {
    id: 'bert',
    family: 'bert',
    title: 'BERT',
    titleZh: 'BERT',
    year: 2018,
    paper: {
      title: 'BERT: Pre-training of Deep Bidirectional Transformers for Language Understanding',
      link: 'https://arxiv.org/abs/1810.04805',
    },
    position: { ...learned, summary: { en: 'learned table, 512 rows', zh: '可学习的表，512 行' } },
    facts: bertFacts,
    notes: [
      {
        en: 'A layer, an activation and a norm stand before the head.',
        zh: '输出矩阵之前有一层线性变换、激活与归一化。',
      },
      { en: 'Tokens have two types.', zh: '词元分两种类型。' },
    ],
    tutorials: [
      {
        say: { en: 'BERT uses relative positions.', zh: 'BERT 使用相对位置。' },
        truth: {
          en: 'It has a learned table of 512 absolute positions.',
          zh: '它有一张学得的绝对位置表，共 512 个位置。',
        },
      },
    ],
    source: transformers('bert'),
  },
  {
    id: 'roberta',
    family: 'roberta',
    title: 'RoBERTa',
    titleZh: 'RoBERTa',
    year: 2019,
    paper: {
      title: 'RoBERTa: A Robustly Optimized BERT Pretraining Approach',
      link: 'https://arxiv.org/abs/1907.11692',
    },
    position: {
      ...learned,
      summary: {
        en: 'learned table; counted over the tokens that are not padding',
        zh: '可学习的表，只数非填充的词元',
      },
    },
    facts: { ...bertFacts, epsilon: 1e-5, offset: 2 },
    notes: [
      {
        en: 'Positions count from the padding id + 1, and padding keeps the row of its id.',
        zh: '位置从填充 id + 1 数起，填充词元用其 id 那一行。',
      },
      { en: 'Released models have one token type.', zh: '发布的模型只有一种词元类型。', unsure: true },
    ],
    tutorials: [
      {
        say: { en: 'The positions of RoBERTa are not learned.', zh: 'RoBERTa 的位置不可学习。' },
        truth: {
          en: 'They are learned, in a table whose first used row follows the padding id.',
          zh: '是学得的，表从填充 id 的下一行开始用。',
        },
      },
    ],
    source: transformers('roberta'),
  },
  {
    id: 'albert',
    family: 'albert',
    title: 'ALBERT',
    titleZh: 'ALBERT',
    year: 2019,
    paper: {
      title: 'ALBERT: A Lite BERT for Self-supervised Learning of Language Representations',
      link: 'https://arxiv.org/abs/1909.11942',
    },
    position: { ...learned, summary: { en: 'learned table, 512 rows', zh: '可学习的表，512 行' } },
    facts: { ...bertFacts, activation: 'gelu_tanh' },
    notes: [
      { en: 'All layers share one set of weights.', zh: '所有层共用一组权重。' },
      {
        en: 'Embeddings are 128 wide, normed there, and projected once, before the first layer.',
        zh: '词嵌入宽 128，在该宽度归一化，只在第一层之前投影一次。',
      },
    ],
    tutorials: [
      {
        say: { en: 'ALBERT uses a relative bias.', zh: 'ALBERT 使用相对偏置。' },
        truth: { en: 'It has learned absolute positions.', zh: '它用学得的绝对位置。' },
      },
    ],
    source: transformers('albert'),
  },
  {
    id: 'xlnet',
    family: 'xlnet',
    title: 'XLNet',
    titleZh: 'XLNet',
    year: 2019,
    paper: {
      title: 'XLNet: Generalized Autoregressive Pretraining for Language Understanding',
      link: 'https://arxiv.org/abs/1906.08237',
    },
    position: {
      types: ['xlnet'],
      doors: ['content', 'bias'],
      summary: { en: 'content terms of the distance, in both directions', zh: '距离的内容项，双向' },
    },
    facts: { ...withoutTable, embeddingNorm: false, biases: ['mlp', 'norm', 'head'] },
    notes: [
      {
        en: 'The scale applies to the sum of three scores: content, position and segment.',
        zh: '缩放作用于内容、位置、片段三项得分之和。',
      },
      {
        en: 'Predicting a token needs the query stream: the content stream sees the token itself.',
        zh: '预测词元需要查询流：内容流看得见该词元本身。',
      },
    ],
    tutorials: [
      {
        say: {
          en: 'The terms of a score with positions are relative by themselves.',
          zh: '得分里带位置的各项本身就是相对的。',
        },
        truth: {
          en: 'With absolute codes they are absolute; they become relative when the code is that of the distance.',
          zh: '用绝对的位置向量时它们是绝对的；换成距离的向量才是相对的。',
        },
      },
    ],
    source: transformers('xlnet'),
  },
  {
    id: 'deberta',
    family: 'deberta',
    title: 'DeBERTa',
    titleZh: 'DeBERTa',
    year: 2020,
    paper: {
      title: 'DeBERTa: Decoding-enhanced BERT with Disentangled Attention',
      link: 'https://arxiv.org/abs/2006.03654',
    },
    position: {
      types: ['deberta'],
      doors: ['content', 'score'],
      summary: { en: 'two content terms of the distance', zh: '两个距离的内容项' },
    },
    facts: {
      ...withoutTable,
      epsilon: 1e-7,
      biases: ['query', 'value', 'output', 'mlp', 'norm', 'head'],
      scale: '1/√(3d)',
    },
    notes: [
      {
        en: 'Query and value have biases, the key has none; versions 2 and 3 give it one.',
        zh: '查询与值有偏置，键没有；第 2、3 版的键也有。',
      },
      {
        en: 'Versions 2 and 3 have log buckets and share the projections of content and position; 2 may add a convolution.',
        zh: '第 2、3 版用对数分桶，内容与位置共用投影；第 2 版可加卷积。',
      },
      { en: 'Masked (padding) tokens enter as zeros.', zh: '被掩码的（填充）词元以零进入。' },
      {
        en: 'Released models add no positions to the input.',
        zh: '发布的模型不在输入上加位置。',
        unsure: true,
      },
    ],
    tutorials: [
      {
        say: { en: 'DeBERTa has relative positions only.', zh: 'DeBERTa 只有相对位置。' },
        truth: {
          en: 'The paper adds absolute ones before the softmax of the masked language model; transformers has no such decoder.',
          zh: '论文在掩码语言模型的 softmax 之前加入绝对位置；transformers 没有这一解码器。',
        },
      },
      {
        say: { en: 'It is a relative bias.', zh: '它是相对偏置。' },
        truth: { en: 'Its terms depend on the content.', zh: '它的各项依赖内容。' },
      },
    ],
    source: `${transformers('deberta')}, and those of deberta_v2`,
  },
  {
    id: 'ernie3',
    family: 'bert',
    title: 'ERNIE 3.0',
    titleZh: '文心 ERNIE 3.0',
    year: 2021,
    paper: {
      title:
        'ERNIE 3.0: Large-scale Knowledge Enhanced Pre-training for Language Understanding and Generation',
      link: 'https://arxiv.org/abs/2107.02137',
    },
    position: {
      ...learned,
      summary: {
        en: 'paper: Transformer-XL; published small models: learned table',
        zh: '论文：Transformer-XL；公开的小模型：可学习的表',
      },
    },
    facts: { ...bertFacts, epsilon: 1e-5 },
    notes: [
      {
        en: 'BERT with one more embedding table, for the task type.',
        zh: 'BERT 再加一张嵌入表：任务类型。',
      },
      {
        en: 'Only the smaller models are public; the paper’s own stands on Transformer-XL.',
        zh: '公开的只有较小的模型；论文里的模型以 Transformer-XL 为基础。',
      },
    ],
    tutorials: [
      {
        say: { en: 'ERNIE 3.0 has relative positions.', zh: 'ERNIE 3.0 使用相对位置。' },
        truth: {
          en: 'True of the paper’s model; the public ones have a learned absolute table.',
          zh: '论文里的模型如此；公开的模型用学得的绝对位置表。',
        },
      },
    ],
    source: transformers('ernie'),
  },
]
