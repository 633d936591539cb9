// Cards of decoders related to LLaMA, and of PaLM.

import { type CardFacts, type ModelCard, transformers } from './model-card.js'

const llamaFacts: CardFacts = {
  stacks: 'decoder',
  norm: 'rms',
  place: 'pre',
  epsilon: 1e-5,
  embeddingNorm: false,
  block: 'sequential',
  heads: 'MHA',
  activation: 'silu',
  gated: true,
  biases: [],
  tied: false,
  scale: '1/√d',
}

const rotary = { types: ['rope'], doors: ['rotate'] }

export const llamaCards: readonly ModelCard[] = [
  {
    id: 'palm',
    family: 'palm',
    title: 'PaLM',
    titleZh: 'PaLM',
    year: 2022,
    paper: {
      title: 'PaLM: Scaling Language Modeling with Pathways',
      link: 'https://arxiv.org/abs/2204.02311',
    },
    position: { ...rotary, summary: { en: 'rotation of every pair', zh: '旋转每一对通道' } },
    facts: {
      ...llamaFacts,
      norm: 'layer',
      block: 'parallel, one norm',
      heads: 'MQA',
      tied: true,
    },
    notes: [
      {
        en: 'No weights are public; it was tested against an independent implementation.',
        zh: '没有公开的权重；与独立的实现核对过。',
      },
      { en: 'Its norms scale and do not shift.', zh: '它的归一化只有缩放，没有偏置。' },
    ],
    tutorials: [
      {
        say: { en: 'PaLM is among the models with absolute positions.', zh: 'PaLM 属于使用绝对位置的模型。' },
        truth: { en: 'It rotates queries and keys.', zh: '它旋转查询与键。' },
      },
    ],
    source: 'the paper; names of tensors as in lucidrains/PaLM-rlhf-pytorch',
  },
  {
    id: 'llama',
    family: 'llama',
    title: 'LLaMA',
    titleZh: 'LLaMA',
    year: 2023,
    paper: {
      title: 'LLaMA: Open and Efficient Foundation Language Models',
      link: 'https://arxiv.org/abs/2302.13971',
    },
    position: { ...rotary, summary: { en: 'rotation of every pair', zh: '旋转每一对通道' } },
    facts: { ...llamaFacts, epsilon: 1e-6 },
    notes: [
      {
        en: 'Hugging Face rotates channels i and i + d/2 together, Meta 2i and 2i + 1; conversion permutes the weights.',
        zh: 'Hugging Face 让通道 i 与 i + d/2 一起旋转，Meta 让 2i 与 2i + 1 一起旋转；转换时重排权重。',
      },
      {
        en: 'From version 2 on, released files have epsilon 1e-5; the larger models use GQA.',
        zh: '第 2 版及以后发布的文件 ε 为 1e-5；较大的模型用 GQA。',
        unsure: true,
      },
    ],
    tutorials: [
      {
        say: { en: 'LLaMA uses a relative bias.', zh: 'LLaMA 使用相对偏置。' },
        truth: {
          en: 'It rotates queries and keys; nothing is added to the scores.',
          zh: '它旋转查询与键，得分上不加任何东西。',
        },
      },
    ],
    source: transformers('llama'),
  },
  {
    id: 'vicuna',
    family: 'llama',
    title: 'Vicuna',
    titleZh: 'Vicuna',
    year: 2023,
    paper: {
      title: 'Judging LLM-as-a-Judge with MT-Bench and Chatbot Arena',
      link: 'https://arxiv.org/abs/2306.05685',
    },
    position: { ...rotary, summary: { en: 'rotation (a LLaMA)', zh: '旋转（即 LLaMA）' } },
    facts: llamaFacts,
    notes: [{ en: 'LLaMA with other weights: the same graph.', zh: '换了权重的 LLaMA：计算图相同。' }],
    tutorials: [],
    source: transformers('llama'),
  },
  {
    id: 'alpaca',
    family: 'llama',
    title: 'Alpaca',
    titleZh: 'Alpaca',
    year: 2023,
    paper: {
      title: 'Stanford Alpaca: An Instruction-following LLaMA model',
      link: 'https://github.com/tatsu-lab/stanford_alpaca',
    },
    position: { ...rotary, summary: { en: 'rotation (a LLaMA)', zh: '旋转（即 LLaMA）' } },
    facts: { ...llamaFacts, epsilon: 1e-6 },
    notes: [
      { en: 'LLaMA with other weights: the same graph.', zh: '换了权重的 LLaMA：计算图相同。' },
      { en: 'One token was added, for padding.', zh: '多了一个填充词元。', unsure: true },
    ],
    tutorials: [],
    source: transformers('llama'),
  },
]
