// Cards of models that read sounds.

import { card, learned } from './further-card.js'
import type { CardFacts, ModelCard, Words } from './model-card.js'

const wav2vec2: CardFacts = {
  stacks: 'encoder',
  norm: 'layer',
  place: 'post',
  epsilon: 1e-5,
  embeddingNorm: true,
  block: 'sequential',
  heads: 'MHA',
  activation: 'gelu',
  gated: false,
  biases: ['query', 'key', 'value', 'output', 'mlp', 'norm'],
  tied: true,
  scale: '1/√d',
}

const convolved = { types: ['none'], doors: [], instead: { en: 'a convolution', zh: '卷积' } } as const

const convolution: Words = {
  en: 'no table and no formula: a grouped convolution over the frames (128 taps, 16 groups), through GELU, is added to them before the first layer',
  zh: '没有位置表，也没有公式：对各帧做一次分组卷积（128 个抽头、16 组），过 GELU，在第一层之前加到各帧上',
}
const relative: Words = {
  en: 'What the convolution adds depends on the neighbours of a frame, 64 to each side, and at the edges on the zeros beyond: it tells order, and an absolute place near the ends alone.',
  zh: '卷积加上的内容取决于左右各 64 帧，边缘处还取决于界外的零：它告诉模型顺序，只有靠近两端时才含绝对位置。',
}
const normed: Words = {
  en: 'The weights of the convolution are stored as directions and lengths, one length for each tap (weight norm).',
  zh: '卷积权重按方向和长度分开存放，每个抽头一个长度（权重归一化）。',
}
const samples: Words = {
  en: 'Samples at 16 kHz become a frame every 20 ms, by seven convolutions without padding; XLSR and the large models have norms before the sublayers. A checkpoint for letters (ForCTC) has a head of its own.',
  zh: '16 kHz 的采样经过七层不补零的卷积，每 20 毫秒成为一帧；XLSR 与大模型的归一化在子层之前；识别字母的检查点（ForCTC）有自己的输出头。',
}
const sinusoids: Words = {
  en: 'The table of the encoder holds sinusoids, sines before cosines; it is read from the file, as transformers does.',
  zh: '编码器的表里存的是正弦编码（先正弦后余弦），和 transformers 一样从文件读取。',
}
const windows: Words = {
  en: 'A spectrogram has 3000 columns, 30 seconds: shorter sounds are padded by the feature extractor, and the silence is attended to.',
  zh: '频谱固定 3000 列（30 秒）：较短的声音由特征提取器补齐，补上的静音同样参与注意力。',
}

export const furtherAudioCards: readonly ModelCard[] = [
  card({
    type: 'wav2vec2',
    title: 'Wav2Vec2',
    year: 2020,
    paper: [
      'wav2vec 2.0: A Framework for Self-Supervised Learning of Speech Representations',
      'https://arxiv.org/abs/2006.11477',
    ],
    position: [convolved, convolution.en, convolution.zh],
    facts: wav2vec2,
    notes: [relative, normed, samples],
  }),
  card({
    type: 'hubert',
    title: 'HuBERT',
    year: 2021,
    paper: [
      'HuBERT: Self-Supervised Speech Representation Learning by Masked Prediction of Hidden Units',
      'https://arxiv.org/abs/2106.07447',
    ],
    position: [convolved, convolution.en, convolution.zh],
    facts: wav2vec2,
    notes: [relative, normed],
  }),
  card({
    type: 'whisper',
    title: 'Whisper',
    year: 2022,
    paper: ['Robust Speech Recognition via Large-Scale Weak Supervision', 'https://arxiv.org/abs/2212.04356'],
    position: [
      learned,
      'a table in each stack: sinusoids over the columns of a spectrogram in the encoder, learned rows for the tokens of the decoder',
      '每个栈一张表：编码器对频谱各列用正弦编码，解码器对词元用可学习的行',
    ],
    facts: {
      ...wav2vec2,
      stacks: 'encoder and decoder',
      place: 'pre',
      embeddingNorm: false,
      biases: ['query', 'value', 'output', 'mlp', 'norm'],
      offset: 0,
    },
    notes: [sinusoids, windows],
  }),
]
