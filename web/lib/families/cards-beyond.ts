// Cards of models that tutorials do not compare.

import type { CardFacts, ModelCard } from './model-card.js'
import { transformers } from './model-card.js'

const neoxFacts: CardFacts = {
  stacks: 'decoder',
  norm: 'layer',
  place: 'pre',
  epsilon: 1e-5,
  embeddingNorm: false,
  block: 'parallel, two norms',
  heads: 'MHA',
  activation: 'gelu_tanh',
  gated: false,
  biases: ['query', 'key', 'value', 'output', 'mlp', 'norm'],
  tied: false,
  scale: '1/√d',
}

const qwenFacts: CardFacts = {
  ...neoxFacts,
  norm: 'rms',
  epsilon: 1e-6,
  block: 'sequential',
  heads: 'GQA',
  activation: 'silu',
  gated: true,
  biases: [],
}

const rotary = { types: ['rope'], doors: ['rotate'] }

export const beyondCards: readonly ModelCard[] = [
  {
    id: 'gpt-neox',
    family: 'gpt_neox',
    title: 'GPT-NeoX',
    titleZh: 'GPT-NeoX',
    year: 2022,
    paper: {
      title: 'GPT-NeoX-20B: An Open-Source Autoregressive Language Model',
      link: 'https://arxiv.org/abs/2204.06745',
    },
    position: {
      ...rotary,
      summary: { en: 'rotation of a quarter of each head', zh: '旋转每个头的四分之一' },
    },
    facts: neoxFacts,
    notes: [
      { en: 'A quarter of each head is rotated.', zh: '每个头只旋转四分之一。' },
      { en: 'Query, key and value are fused head by head.', zh: '查询、键、值按头交错合并。' },
    ],
    tutorials: [],
    source: transformers('gpt_neox'),
  },
  {
    id: 'gptj',
    family: 'gptj',
    title: 'GPT-J',
    titleZh: 'GPT-J',
    year: 2021,
    paper: {
      title: 'GPT-J-6B: A 6 Billion Parameter Autoregressive Language Model',
      link: 'https://github.com/kingoflolz/mesh-transformer-jax',
    },
    position: {
      ...rotary,
      summary: {
        en: 'rotation of 64 channels of each head, neighbours in pairs',
        zh: '旋转每个头的 64 个通道，相邻成对',
      },
    },
    facts: { ...neoxFacts, block: 'parallel, one norm', biases: ['mlp', 'norm', 'head'] },
    notes: [
      {
        en: 'The first 64 channels of each head are rotated, in pairs 2i and 2i + 1.',
        zh: '每个头的前 64 个通道旋转，2i 与 2i + 1 成对。',
      },
    ],
    tutorials: [],
    source: transformers('gptj'),
  },
  {
    id: 'mpt',
    family: 'mpt',
    title: 'MPT',
    titleZh: 'MPT',
    year: 2023,
    paper: {
      title: 'Introducing MPT-7B: A New Standard for Open-Source, Commercially Usable LLMs',
      link: 'https://www.databricks.com/blog/mpt-7b',
    },
    position: {
      types: ['alibi'],
      doors: ['bias'],
      summary: { en: 'ALiBi; alibi_bias_max sets the slopes', zh: 'ALiBi，斜率由 alibi_bias_max 决定' },
    },
    facts: { ...neoxFacts, block: 'sequential', activation: 'gelu', biases: [], tied: true },
    notes: [{ en: 'Its layer norms have a scale and no bias.', zh: '它的层归一化只有缩放，没有偏置。' }],
    tutorials: [],
    source: transformers('mpt'),
  },
  {
    id: 'qwen3',
    family: 'llama',
    title: 'Qwen3',
    titleZh: '通义千问 Qwen3',
    year: 2025,
    paper: { title: 'Qwen3 Technical Report', link: 'https://arxiv.org/abs/2505.09388' },
    position: {
      ...rotary,
      summary: { en: 'rotation, after a norm of each query and key', zh: '先对每个查询和键归一化，再旋转' },
    },
    facts: { ...qwenFacts, tied: true },
    notes: [
      {
        en: 'Each head’s query and key are normalised before rotation (QK-norm).',
        zh: '每个头的查询与键先归一化再旋转（QK-norm）。',
      },
      {
        en: 'The smaller models tie the output matrix to the embeddings; the larger do not.',
        zh: '较小的模型让输出矩阵与词嵌入共享，较大的不共享。',
        unsure: true,
      },
    ],
    tutorials: [],
    source: transformers('qwen3'),
  },
  {
    id: 'gemma3',
    family: 'gemma3',
    title: 'Gemma 3',
    titleZh: 'Gemma 3',
    year: 2025,
    paper: { title: 'Gemma 3 Technical Report', link: 'https://arxiv.org/abs/2503.19786' },
    position: {
      types: ['rope', 'mask'],
      doors: ['rotate', 'mask'],
      summary: {
        en: 'rotation, with a smaller base in the layers that see a window',
        zh: '旋转；只看窗口的层用较小的底数',
      },
    },
    facts: { ...qwenFacts, place: 'both', heads: 'MQA', activation: 'gelu_tanh', tied: true },
    notes: [
      {
        en: 'Five of six layers have a sliding window and base 10,000; every sixth sees all tokens and has base 1,000,000.',
        zh: '每六层中有五层用滑动窗口，底数 10,000；第六层看得见全部词元，底数 1,000,000。',
      },
      {
        en: 'Norms are stored as weight − 1; embeddings are multiplied by √dModel.',
        zh: '归一化存的是权重减 1；词嵌入乘以 √dModel。',
      },
      {
        en: 'This is the 1B model; the larger ones use GQA.',
        zh: '这是 1B 模型；更大的用 GQA。',
        unsure: true,
      },
    ],
    tutorials: [],
    source: transformers('gemma3'),
  },
  {
    id: 'llama4',
    family: 'llama4',
    title: 'Llama 4',
    titleZh: 'Llama 4',
    year: 2025,
    paper: {
      title: 'The Llama 4 herd: The beginning of a new era of natively multimodal AI innovation',
      link: 'https://ai.meta.com/blog/llama-4-multimodal-intelligence/',
    },
    position: {
      types: ['irope'],
      doors: ['rotate', 'mask'],
      summary: {
        en: 'rotation in three layers of four; in the fourth, queries scaled by position',
        zh: '每四层中三层旋转；第四层的查询随位置放大',
      },
    },
    facts: { ...qwenFacts, epsilon: 1e-5 },
    notes: [
      {
        en: 'Every fourth layer has no RoPE and attends beyond its chunk; its queries are scaled up with position.',
        zh: '每第四层没有 RoPE，也关注自己那一块之外；它的查询随位置放大。',
      },
      {
        en: 'Queries and keys of the other layers are divided by their root mean square.',
        zh: '其余各层的查询与键除以各自的均方根。',
      },
      { en: 'MoE layers are not supported.', zh: '不支持 MoE（混合专家）层。' },
    ],
    tutorials: [],
    source: transformers('llama4'),
  },
]
