// The words of <wf-identify>.

import type { Bilingual } from '../../../content/bilingual.js'
import type { Side } from './identify-drawing.js'
import type { Example } from './identify-fields.js'

const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`

type Sides = Readonly<Record<Side, string>>

const en = {
  colon: ': ',
  look: 'Give two arrays; the figure names the encoding that maps one to the other. Try an example, or use arrays from your own program.',
  sides: { input: 'Before', output: 'After, or a bias matrix' } as Sides,
  paste: 'Paste nested lists or drop a file',
  choose: 'Choose a file …',
  formats: '.npy, .safetensors with one tensor, or JSON. Nothing leaves your machine.',
  shape: (shape: string) => `shape ${shape}`,
  empty: 'empty',
  reading: 'reading …',
  noArray: (name: string) =>
    `${name}: this is no array. Wanted: nested lists of numbers, or a file of one of these types.`,
  unreadable: (name: string) => `${name} could not be read. Was it moved or changed?`,
  folder: (name: string) => `${name} is a folder. Wanted: one file with one array.`,
  severalFiles: (count: number) => `${count} files came at once. Wanted: one file with one array.`,
  noFile: 'Nothing came that could be an array. Wanted: one file, or nested lists as text.',
  tooLarge: (name: string, size: number, most: number) =>
    `${name} has ${megabytes(size)}; at most ${megabytes(most)} are read. A few heads and some dozen positions are enough.`,
  refused: 'The library does not take these arrays.',
  library: 'The library says:',
  example: 'Arrays',
  examples: {
    none: 'your own',
    neighbours: 'RoPE, other layout',
    offset: 'positions starting at 1',
    yarn: 'a scaled RoPE',
    mistake: 'a known mistake',
    alibi: 'a bias matrix',
    nothing: 'random numbers',
  } as Readonly<Record<Exclude<Example, 'custom'>, string>>,
  waiting: 'Add the array after the encoding and the array before it.',
  one: 'Match found.',
  several: (count: number) => `${count} explanations fit equally well; these arrays cannot distinguish them.`,
  ofData:
    'What fits has a number of its own for every channel, distance or token, or numbers that these arrays do not determine: others would fit as well.',
  none: 'No match: none of the encodings, conventions and known mistakes tried reproduces it. Closest:',
  difference: (number: string) => `largest difference ${number}`,
  tolerance: (number: string, precision: string) => `Tolerance: ${number} (${precision}).`,
  changes: 'Effect of changing one convention',
  convention: 'Convention',
  value: 'Value',
  apart: 'Largest difference',
  same: 'Same result here with',
  conventions: {
    offset: 'position offset',
    positions: 'positions',
    rounding: 'rounded',
    reversed: 'rotated in the opposite direction',
    scale: 'output multiplied by',
    inputScale: 'input multiplied by',
    side: 'rows are',
    isCausal: 'causal mask',
  } as Readonly<Record<string, string>>,
  mistake: 'Known mistake',
  yes: 'yes',
  no: 'no',
  table: 'table taken from the data',
}

export type IdentifyWords = typeof en

const zh: IdentifyWords = {
  colon: '：',
  look: '给出两个数组，图会说出把前者变成后者的编码。先试一个例子，或放入你自己程序的数组。',
  sides: { input: '之前', output: '之后，或偏置矩阵' },
  paste: '粘贴嵌套列表，或把文件拖到这里',
  choose: '选择文件……',
  formats: '.npy、只含一个张量的 .safetensors，或 JSON。数据不会离开你的电脑。',
  shape: (shape) => `形状 ${shape}`,
  empty: '空',
  reading: '正在读取……',
  noArray: (name) => `${name}：这不是数组。应为嵌套的数字列表，或上述类型的文件。`,
  unreadable: (name) => `${name} 读取失败。它是不是被移动或改动过？`,
  folder: (name) => `${name} 是一个文件夹。这里只收一个文件，里面是一个数组。`,
  severalFiles: (count) => `一次来了 ${count} 个文件。这里只收一个文件，里面是一个数组。`,
  noFile: '放进来的内容里没有数组。请给一个文件，或把嵌套列表作为文本给出。',
  tooLarge: (name, size, most) =>
    `${name} 有 ${megabytes(size)}，最多读取 ${megabytes(most)}。几个头、几十个位置就够了。`,
  refused: '程序库不接受这样的数组。',
  library: '程序库的说明：',
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
  ofData:
    '符合的解释给每个通道、距离或词元各用一个数，或者含有这些数组确定不了的数：换成别的数也能符合，所以说不出是哪一个。',
  none: '都不是：试过的编码、约定和已知错误都算不出它。最接近的是：',
  difference: (number) => `最大差别 ${number}`,
  tolerance: (number, precision) => `相差不超过 ${number} 视为相等（${precision}）。`,
  changes: '改变一项约定的影响',
  convention: '约定',
  value: '取值',
  apart: '最大差别',
  same: '在这里结果相同的还有',
  conventions: {
    offset: '位置偏移量',
    positions: '位置',
    rounding: '取舍',
    reversed: '反方向旋转',
    scale: '结果乘以',
    inputScale: '输入乘以',
    side: '行属于',
    isCausal: '因果掩码',
  },
  mistake: '已知的错误',
  yes: '是',
  no: '否',
  table: '表来自数据',
}

export const identifyWords: Bilingual<IdentifyWords> = { en, zh }
