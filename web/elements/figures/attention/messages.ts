// The words of <wf-attention>.

import type { Bilingual } from '../../../content/bilingual.js'

const en = {
  gap: ' ',
  look: 'Each row is a character; its strong cells are the characters it attends to. Type your own text.',
  lookBoth:
    'Two models with different position encodings, trained on the same plays, read the same text. The third map is the second minus the first.',
  strip: 'The tokens of the text (one per character) and their positions',
  colours: 'Ink: content. Colour: position.',
  askNext: 'Choose a token to see the most likely next one.',
  askHere:
    'Choose a token to see what the model predicts there, or type the mask token, such as [MASK] or <mask>.',
  model: 'Model',
  compare: 'Compare with',
  alone: 'none',
  loads: (name: string, size: string) => `${name} · ${size}`,
  difference: 'difference',
  query: 'query',
  key: 'key (attended character) →',
  cell: (query: number, queryName: string, key: number, keyName: string, value: string) =>
    `query ${query} ‘${queryName}’, key ${key} ‘${keyName}’: ${value}`,
  hiddenCell: (query: number, queryName: string, key: number, keyName: string) =>
    `query ${query} ‘${queryName}’, key ${key} ‘${keyName}’: masked, it comes later`,
  masked: 'masked (later token)',
  weight: 'attention weight',
  label: (layer: number, head: number, model: string) =>
    `Attention map of layer ${layer}, head ${head}: ${model}`,
  differenceLabel: (layer: number, head: number) =>
    `Difference of the two attention maps of layer ${layer}, head ${head}`,
  facts: (self: string, before: string) =>
    `In this map a character gives, on average, ${self} of its attention to itself and ${before} to the previous one.`,
  strongest: (query: number, queryName: string, key: number, keyName: string, value: string) =>
    `Largest attention weight on an earlier token: query ${query} ‘${queryName}’, key ${key} ‘${keyName}’, ${value}.`,
  strongestOfAll: (query: number, queryName: string, key: number, keyName: string, value: string) =>
    `Largest attention weight: query ${query} ‘${queryName}’, key ${key} ‘${keyName}’, ${value}.`,
  largest: (query: number, queryName: string, key: number, keyName: string, value: string) =>
    `Largest difference: ${value}, at query ${query} ‘${queryName}’, key ${key} ‘${keyName}’.`,
  caption: 'Each row sums to 1. Hatched cells are masked: these models are causal.',
  captionBoth: 'Each row sums to 1. The model is bidirectional: nothing is masked.',
  captionEncoder: 'Each row sums to 1. The encoder is bidirectional: nothing is masked.',
  captionDecoder: 'Each row sums to 1. Hatched cells are masked: the decoder is causal.',
  captionCross: 'Rows are decoder tokens, columns encoder tokens; each row sums to 1.',
  ownApart:
    'Both maps come from the same weights; the second has your encoding in place of the one in training.',
  apart:
    'The models differ in more than their position encoding (LLaMA, GPT-2, BLOOM or T5 architecture), and each learned its own heads. So head 1 of one model does not correspond to head 1 of the other.',
  overview: (count: number) => `All ${count} attention maps`,
  overviewOfLayer: (layer: number, layers: number) => `Attention maps of layer ${layer} of ${layers}`,
  overviewItem: (layer: number, head: number) => `layer ${layer}, head ${head}`,
  layer: 'Layer',
  head: 'Head',
  part: 'Attention',
  next: (position: number, name: string) => `Most likely tokens after position ${position} ‘${name}’`,
  here: (position: number, name: string) => `Most likely tokens at position ${position} ‘${name}’`,
  rest: (share: string) => `All other tokens: ${share}.`,
  goesOn: 'A possible continuation',
  continue: 'Continue the text',
  stop: 'Stop',
  adopt: 'Use as text',
  output: 'Text and continuation',
  beyond: (context: number) =>
    `The model was trained on ${context} characters at a time. It can continue beyond that, but its text gets worse.`,
  tableEnd: (context: number) =>
    `Its position table has ${context} rows, so the text cannot become longer than that.`,
  stopped: 'Stopped early:',
  settings: 'Sampling',
  temperature: 'Temperature',
  temperatureHelp:
    '0: always the most likely character; 1: the model’s probabilities; higher: flatter probabilities.',
  topK: 'Top k',
  topKHelp: '0: no limit.',
  topP: 'Top p',
  topPHelp: 'Samples from the most likely characters whose probabilities sum to p; 1: no limit.',
  seed: 'Seed',
  seedHelp: 'The same seed gives the same text.',
}

export type AttentionWords = typeof en

const zh: AttentionWords = {
  gap: '',
  look: '每一行是一个字符，颜色重的格子是它关注的字符。可以输入自己的文本。',
  lookBoth: '两个模型位置编码不同，用同样的剧本训练，现在读同一段文本。第三张图是第二张减第一张。',
  strip: '文本的词元（token），每个字符一个，下方是位置',
  colours: '墨色是词元的内容，彩色是它的位置。',
  askNext: '选一个词元，看它后面最可能出现什么。',
  askHere: '选一个词元，看模型在那里预测什么；也可以输入掩码词元，如 [MASK] 或 <mask>。',
  model: '模型',
  compare: '对照',
  alone: '无',
  loads: (name, size) => `${name} · ${size}`,
  difference: '二者之差',
  query: '查询',
  key: '键：被关注的字符 →',
  cell: (query, queryName, key, keyName, value) =>
    `查询 ${query}“${queryName}”，键 ${key}“${keyName}”：${value}`,
  hiddenCell: (query, queryName, key, keyName) =>
    `查询 ${query}“${queryName}”，键 ${key}“${keyName}”：已掩码，它在后面`,
  masked: '已掩码：在后面',
  weight: '注意力权重',
  label: (layer, head, model) => `第 ${layer} 层第 ${head} 头的注意力图：${model}`,
  differenceLabel: (layer, head) => `第 ${layer} 层第 ${head} 头两张注意力图之差`,
  facts: (self, before) => `在这张图里，一个字符平均把 ${self} 的注意力给自己，把 ${before} 给前一个字符。`,
  strongest: (query, queryName, key, keyName, value) =>
    `前面的词元得到的最大注意力权重：查询 ${query}“${queryName}”，键 ${key}“${keyName}”，${value}。`,
  strongestOfAll: (query, queryName, key, keyName, value) =>
    `最大的注意力权重：查询 ${query}“${queryName}”，键 ${key}“${keyName}”，${value}。`,
  largest: (query, queryName, key, keyName, value) =>
    `相差最大的一处：查询 ${query}“${queryName}”，键 ${key}“${keyName}”，相差 ${value}。`,
  caption: '每行之和为 1。画斜线的格子已掩码：这些模型是因果的。',
  captionBoth: '每行之和为 1。模型是双向的，没有掩码。',
  captionEncoder: '每行之和为 1。编码器是双向的，没有掩码。',
  captionDecoder: '每行之和为 1。画斜线的格子已掩码：解码器是因果的。',
  captionCross: '每行是解码器的一个词元，每列是编码器的一个词元；每行之和为 1。',
  ownApart: '两张图出自同样的权重，第二张用你的编码代替训练时的编码。',
  apart:
    '两个模型不只位置编码不同（结构分别是 LLaMA、GPT-2、BLOOM 或 T5），各个头也是各自学到的。所以一个模型的第 1 头并不对应另一个模型的第 1 头。',
  overview: (count) => `全部 ${count} 张注意力图`,
  overviewOfLayer: (layer, layers) => `第 ${layer} 层的注意力图（共 ${layers} 层）`,
  overviewItem: (layer, head) => `第 ${layer} 层第 ${head} 头`,
  layer: '层',
  head: '头',
  part: '注意力',
  next: (position, name) => `位置 ${position}“${name}”之后，最可能的词元`,
  here: (position, name) => `位置 ${position}“${name}”处，最可能的词元`,
  rest: (share) => `其余词元合计 ${share}。`,
  goesOn: '文本可能怎样继续',
  continue: '续写',
  stop: '停止',
  adopt: '用作文本',
  output: '原文与续写',
  beyond: (context) => `模型训练时一次只见过 ${context} 个字符。它可以继续往后写，但文字会越来越差。`,
  tableEnd: (context) => `它的位置表有 ${context} 行：文本最长只能写到这个长度。`,
  stopped: '提前停下：',
  settings: '采样',
  temperature: '温度（temperature）',
  temperatureHelp: '0 总取概率最高的字符；1 按概率抽取；更大则更平均。',
  topK: '只在最可能的 k 个中抽取',
  topKHelp: '0 表示不限制。',
  topP: '只在累计概率达到 p 的字符中抽取',
  topPHelp: '1 表示不限制。',
  seed: '随机种子',
  seedHelp: '种子相同，文本就相同。',
}

/** Words that differ where tokens are pieces of text instead of characters. */
const ofPieces: Bilingual<Partial<AttentionWords>> = {
  en: {
    look: 'Each row is a token, its strong cells are those it takes information from. Type a text of your own.',
    strip: 'The tokens of the text with their positions',
    key: 'key: the token it attends to →',
    facts: (self, before) =>
      `In this map a token gives on average ${self} of its attention to itself and ${before} to the one before it.`,
    caption: 'A row adds up to 1. Hatched cells are masked: the model reads from left to right.',
    beyond: (context) => `Its config gives a context length of ${context} tokens; this text is longer.`,
    settings: 'Sampling',
    temperatureHelp: '0 always takes the likeliest token; 1 draws by the probabilities; more flattens them.',
    topKHelp: '0 allows all tokens.',
  },
  zh: {
    look: '每一行是一个词元，颜色重的格子是它关注的词元。可以输入自己的文本。',
    strip: '文本的词元及其位置',
    key: '键：被关注的词元 →',
    facts: (self, before) => `在这张图里，一个词元平均把 ${self} 的注意力给自己，把 ${before} 给前一个词元。`,
    caption: '每行之和为 1。画斜线的格子已掩码：模型是因果的。',
    beyond: (context) => `它的配置给出的上下文长度是 ${context} 个词元，这段文本更长。`,
    next: (position, name) => `位置 ${position}“${name}”之后，概率最高的十个词元`,
    rest: (share) => `其余词元合计 ${share}。`,
    settings: '采样',
    temperatureHelp: '0 总取最可能的词元；1 按概率抽取；更大则更平均。',
    topKHelp: '0 表示允许所有词元。',
  },
}

export const attentionWords: Bilingual<AttentionWords> = { en, zh }

export const attentionWordsOfPieces: Bilingual<AttentionWords> = {
  en: { ...en, ...ofPieces.en },
  zh: { ...zh, ...ofPieces.zh },
}
