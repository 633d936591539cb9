// The words of <wf-rotation>.

import type { Bilingual } from '../../../content/bilingual.js'

const en = {
  gap: ' ',
  look: 'Turn a dial or drag the position: both hands of every dial rotate, and the angle between them stays.',
  position: 'Position of the query',
  distance: 'Distance to the key',
  dim: 'Head dimension',
  base: 'Base',
  scaling: 'Scaling',
  scalings: {
    default: 'none',
    linear: 'linear',
    ntk: 'NTK-aware',
    dynamic: 'dynamic NTK',
    yarn: 'YaRN',
    llama3: 'Llama 3',
  },
  factor: 'Factor',
  trainLength: 'Training length',
  legend: {
    query: 'query',
    key: 'key',
    between: 'angle between them',
    part: 'this pair’s contribution to the score',
  },
  clocksLabel: 'Pairs of channels as dials, fastest first',
  pair: (index: number) => `pair ${index}`,
  every: (wave: string) => `wavelength ${wave}`,
  clock: (pair: number, wave: string, query: string, key: string, product: string) =>
    `Pair ${pair}, wavelength ${wave} positions: query at ${query}°, key at ${key}°; contribution to the score ${product}.`,
  summary: (query: number, key: number, score: string) =>
    `Query at position ${query}, key at ${key}: for identical vectors with pairs of equal length the score is ${score} times its value at distance\u00a00.`,
  wavesLabel: 'Wavelength of each pair',
  wavelength: 'wavelength (positions)',
  plain: 'without scaling',
  scaled: (name: string) => `with ${name}`,
  pairAxis: 'pair of channels',
  train: (length: number) => `training length ${length}`,
  reading: (pair: number, values: readonly string[]) =>
    `pair ${pair}: wavelength ${values[0]} positions${values[1] === undefined ? '' : `, ${values[1]} without scaling`}`,
  wavesSummary: (whole: number, pairs: number) =>
    `${whole} of ${pairs} pairs complete at least one rotation within the training length.`,
  caption:
    'RoPE rotates each pair of channels of a query and a key by an angle proportional to the position. Fast pairs distinguish small distances, slow pairs large ones.',
  unseen: (rest: number, length: number) =>
    `${rest} of the pairs complete no rotation within the training length of ${length}; on longer texts they reach angles that did not occur in training. Scaling slows them down.`,
  attentionFactor: (factor: string) =>
    `This scaling also multiplies sines and cosines by ${factor}. The score includes this factor; the drawn hands do not.`,
  title: 'Rotary position embedding',
  shown: (clocks: number, pairs: number) => `Shown: ${clocks} of ${pairs} pairs.`,
}

export type RotationWords = typeof en

const zh: RotationWords = {
  gap: '',
  look: '转动一个表盘，或拖动位置：每个表盘的两根指针一起转，它们之间的夹角不变。',
  position: '查询的位置',
  distance: '与键的距离',
  dim: '头维度',
  base: '底数（base）',
  scaling: '缩放',
  scalings: {
    default: '无',
    linear: '线性',
    ntk: 'NTK-aware',
    dynamic: '动态 NTK',
    yarn: 'YaRN',
    llama3: 'Llama 3',
  },
  factor: '因子',
  trainLength: '训练长度',
  legend: { query: '查询', key: '键', between: '二者的夹角', part: '这一对在得分中的一份' },
  clocksLabel: '画成表盘的通道对，最快的在前',
  pair: (index) => `第 ${index} 对`,
  every: (wave) => `波长 ${wave}`,
  clock: (pair, wave, query, key, product) =>
    `第 ${pair} 对，波长 ${wave} 个位置：查询的指针在 ${query}°，键的指针在 ${key}°；在得分中占 ${product}。`,
  summary: (query, key, score) =>
    `查询在位置 ${query}，键在位置 ${key}：两个相同的向量，各对一样长时，得分是距离为 0 时的 ${score} 倍。`,
  wavesLabel: '各对通道的波长',
  wavelength: '波长（位置数）',
  plain: '不缩放',
  scaled: (name) => `${name} 缩放`,
  pairAxis: '通道对',
  train: (length) => `训练长度 ${length}`,
  reading: (pair, values) =>
    `第 ${pair} 对：波长 ${values[0]} 个位置${values[1] === undefined ? '' : `，不缩放时为 ${values[1]}`}`,
  wavesSummary: (whole, pairs) => `${pairs} 对中有 ${whole} 对在训练长度之内至少转满一圈。`,
  caption:
    'RoPE 把查询和键的每一对通道转过一个角度，角度与位置成正比。快的对分辨小的距离，慢的对分辨大的距离。',
  unseen: (rest, length) =>
    `有 ${rest} 对在训练长度 ${length} 之内转不满一圈；文本更长时，它们会转到训练中没有出现过的角度。缩放放慢它们。`,
  attentionFactor: (factor) => `这种缩放还把正弦和余弦乘以 ${factor}；得分含有这个因子，画出的指针不含。`,
  title: '旋转位置编码',
  shown: (clocks, pairs) => `图中画出 ${pairs} 对中的 ${clocks} 对。`,
}

export const rotationWords: Bilingual<RotationWords> = { en, zh }
