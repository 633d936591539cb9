// The words of <wf-identify>.

import type { Tables } from '../element/language.js'
import type { Side } from './identify-drawing.js'
import type { Example } from './identify-fields.js'

type Sides = Readonly<Record<Side, string>>

const en = {
  colon: ': ',
  look: 'Two arrays, and the name of what lies between them. Try an example, or take arrays of your own program.',
  sides: { input: 'Before', output: 'After, or a bias alone' } as Sides,
  paste: 'Paste nested lists, or drop a file',
  choose: 'Choose a file …',
  formats: '.npy, .safetensors with one tensor, or JSON. Nothing leaves your machine.',
  shape: (shape: string) => `shape ${shape}`,
  empty: 'nothing yet',
  example: 'Arrays',
  examples: {
    none: 'my own',
    neighbours: 'RoPE, other layout',
    offset: 'positions from 1 on',
    yarn: 'a scaled RoPE',
    mistake: 'a known mistake',
    alibi: 'a matrix of biases',
    nothing: 'random numbers',
  } as Readonly<Record<Example, string>>,
  waiting: 'Give the array after the encoding, and the one before it.',
  one: 'This fits.',
  several: (count: number) => `${count} explanations fit equally well: these arrays do not tell which.`,
  none: 'None of these: no encoding, convention or known mistake that was tried computes it. Nearest:',
  difference: (number: string) => `largest difference ${number}`,
  tolerance: (number: string, precision: string) => `Up to ${number} counts as equal (${precision}).`,
  changes: 'If one convention were different',
  convention: 'Convention',
  value: 'Value',
  apart: 'Largest difference',
  same: 'Equal here with',
  conventions: {
    ...{ offset: 'added to the positions', reversed: 'turned the other way', scale: 'result times' },
    ...{ inputScale: 'input times', side: 'rows of', isCausal: 'causal mask' },
  } as Readonly<Record<string, string>>,
  mistake: 'Known mistake',
  yes: 'yes',
  no: 'no',
  table: 'table from the data',
}

export type IdentifyWords = typeof en

const zh: IdentifyWords = {
  colon: '：',
  look: '两个数组，以及两者之间是什么。先试一个例子，或放入你自己程序的数组。',
  sides: { input: '之前', output: '之后（或只给偏置）' },
  paste: '粘贴嵌套列表，或把文件拖到这里',
  choose: '选择文件……',
  formats: '.npy、只含一个张量的 .safetensors，或 JSON。数据不离开你的电脑。',
  shape: (shape) => `形状 ${shape}`,
  empty: '还没有',
  example: '数组',
  examples: {
    none: '我自己的',
    neighbours: '另一种排列的 RoPE',
    offset: '从 1 开始的位置',
    yarn: '缩放过的 RoPE',
    mistake: '一个已知的错误',
    alibi: '一个偏置矩阵',
    nothing: '随机数',
  },
  waiting: '请给出编码之后的数组，以及之前的数组。',
  one: '这个解释符合。',
  several: (count) => `有 ${count} 种解释同样符合：这些数组分不出是哪一种。`,
  none: '都不是：试过的编码、约定和已知错误都算不出它。最接近的是：',
  difference: (number) => `最大差 ${number}`,
  tolerance: (number, precision) => `相差不超过 ${number} 视为相等（${precision}）。`,
  changes: '假如改变一项约定',
  convention: '约定',
  value: '取值',
  apart: '最大差',
  same: '在这里与此相等',
  conventions: {
    ...{ offset: '位置加上', reversed: '反方向旋转', scale: '结果乘以' },
    ...{ inputScale: '输入乘以', side: '哪一侧的行', isCausal: '因果掩码' },
  },
  mistake: '已知的错误',
  yes: '是',
  no: '否',
  table: '表来自数据',
}

export const identifyWords: Tables<IdentifyWords> = { en, zh }
