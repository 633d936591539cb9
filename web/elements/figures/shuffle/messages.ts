// The words of <wf-shuffle>.

import type { Bilingual } from '../../../content/bilingual.js'

const en = {
  gap: ' ',
  look: 'Shuffle the characters. Each column is a character with its output: does the output change?',
  shuffle: 'Shuffle',
  inOrder: 'In order',
  causal: 'Causal mask',
  order: 'Order',
  rowBefore: 'order of the text',
  rowAfter: 'new order',
  columns: (count: number, order: string) =>
    `${count} characters with their outputs, in the order of the text and in the order ‘${order}’`,
  exactly: 'No output changes, not even by rounding.',
  unchanged: (most: string) => `No output changes (rounding: ${most}).`,
  changed: (count: number, all: number, name: string, most: string) =>
    `${count} of ${all} outputs change; the largest change, ${most} of the vector’s length, is that of ‘${name}’.`,
  allDiffer: (all: number) => `All ${all} outputs differ from each other.`,
  equals: (different: number, all: number) =>
    `The ${all} outputs have ${different} different values: equal characters, equal outputs.`,
  some: (different: number, all: number) => `The ${all} outputs have ${different} different values.`,
  allEqual: (all: number) => `All ${all} outputs are equal.`,
  single: 'A single character has no other order.',
  mapBefore: 'attention, order of the text',
  mapAfter: 'attention, new order',
  label: (map: string, layer: number, head: number) => `${map}: layer ${layer}, head ${head}`,
  summary: (rows: number, largest: string) => `${rows} queries and keys; largest weight ${largest}.`,
  query: 'query',
  key: 'key',
  cell: (query: string, key: string, value: string) => `query ‘${query}’, key ‘${key}’: ${value}`,
  hiddenCell: (query: string, key: string) => `query ‘${query}’, key ‘${key}’: masked`,
  weight: 'attention weight',
  masked: 'masked',
  character: 'character',
  from: 'index in the text',
  to: 'index in the new order',
  change: 'output changed by',
  table: 'Each character with its old and new index and the change of its output',
  caption: (layer: number, width: number) =>
    `A model without position encoding, 25,000 parameters, trained on plays. It reads characters, so each is a token. A column holds the ${width} numbers of its output after layer ${layer}: green above 0, magenta below, stronger with the square root. Below: two strokes where an output is the same up to rounding, else a bar as high as its change.`,
  unmasked: 'In training the model had its causal mask; here every character sees every other.',
}

export type ShuffleWords = typeof en

const zh: ShuffleWords = {
  gap: '',
  look: '把字符打乱。每一列是一个字符和它的输出：输出变不变？',
  shuffle: '打乱',
  inOrder: '恢复原序',
  causal: '因果掩码',
  order: '次序',
  rowBefore: '原来的次序',
  rowAfter: '新的次序',
  columns: (count, order) => `${count} 个字符和它们的输出：原来的次序，和新的次序“${order}”`,
  exactly: '没有输出变化，连舍入误差也没有。',
  unchanged: (most) => `没有输出变化：最大的差别是向量长度的 ${most}，只是舍入误差。`,
  changed: (count, all, name, most) =>
    `${all} 个输出中有 ${count} 个变了，变得最多的是“${name}”：相当于自身长度的 ${most}。`,
  allDiffer: (all) => `${all} 个输出各不相同。`,
  equals: (different, all) => `${all} 个输出只有 ${different} 种不同的值：字符相同，输出就相同。`,
  some: (different, all) => `${all} 个输出有 ${different} 种不同的值。`,
  allEqual: (all) => `${all} 个输出全都相同。`,
  single: '只有一个字符，没有别的次序。',
  mapBefore: '注意力，原来的次序',
  mapAfter: '注意力，新的次序',
  label: (map, layer, head) => `${map}：第 ${layer} 层第 ${head} 头`,
  summary: (rows, largest) => `${rows} 个查询和键，最大的权重为 ${largest}。`,
  query: '查询',
  key: '键',
  cell: (query, key, value) => `查询“${query}”，键“${key}”：${value}`,
  hiddenCell: (query, key) => `查询“${query}”，键“${key}”：已掩码`,
  weight: '注意力权重',
  masked: '已掩码',
  character: '字符',
  from: '原来的序号',
  to: '新的序号',
  change: '输出的变化',
  table: '每个字符原来和现在的序号，以及输出变了多少',
  caption: (layer, width) =>
    `一个不带位置编码的小模型，两万五千个参数，用剧本训练。它按字符读，一个字符就是一个词元。一列是第 ${layer} 层之后输出的 ${width} 个数：大于 0 为绿，小于 0 为品红，深浅随平方根。最下面：两道横线表示输出不变（只差舍入），否则柱高就是变化的大小。`,
  unmasked: '训练时它带着因果掩码；这里每个字符都看得见其他所有字符。',
}

export const shuffleWords: Bilingual<ShuffleWords> = { en, zh }
