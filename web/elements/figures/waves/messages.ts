// The words of <wf-waves>.

import type { Bilingual } from '../../../content/bilingual.js'

const en = {
  gap: ' ',
  look: 'Slide from counting to binary to waves, and watch the steps below.',
  title: 'Codes of positions',
  form: 'From counting to binary to waves',
  forms: { count: 'count', binary: 'binary', waves: 'waves', table: 'learned table' },
  strip: (last: number) => `The codes of positions 0 to ${last}`,
  position: 'Position',
  other: 'Second position',
  at: (position: number) => `position ${position}`,
  pair: (position: number, other: number) => `positions ${position} and ${other}`,
  product: 'dot product',
  noRow: (last: number) => `no row: the table ends at position ${last}`,
  code: { count: 'number', binary: 'digits', sine: 'sin', cosine: 'cos', row: 'row', terms: 'terms' },
  spoken: (position: number, code: string) => `position ${position}: ${code}`,
  step: 'Step to the next',
  from: (from: number, to: number, step: string) => `${from} to ${to}: ${step}`,
  flips: (digits: number) => (digits === 1 ? '1 digit flips' : `${digits} digits flip`),
  always: (step: string) => `always ${step}`,
  never: 'none',
  tableName: 'learned table',
  untrained: 'never trained',
  missing: '✕ no row',
  compare: 'Compare with a second position',
  both: 'Both positions, distance kept',
  channels: 'Digits, or pairs of waves',
  positions: 'Positions shown',
  base: 'Base of the waves',
  table: 'Learned table beside the waves',
  divided: 'Divide the numbers by how many there are',
  captions: {
    count: (last: number) =>
      `Each column is a position, as high as its number. A step is always 1, but at position ${last} the number is ${last}.`,
    divided: (count: number, step: string) =>
      `Each column is a position, as high as its number divided by ${count}. All are below 1, but a step is only ${step}, and less in a longer text.`,
    binary: (digits: number) =>
      `Each row is a binary digit: filled where it is 1, with its weight at the left. The row below: length of the step, the square root of how many of the ${digits} digits flip.`,
    repeats: (count: number) => `So few digits repeat after ${count} positions.`,
    waves: (base: string, pairs: number, shortest: string, longest: string) =>
      `Each row is a pair of channels: a sine (bars, solid line) and a cosine (dashed), with the positions per wave at the left. Bars stand for −1 to 1. With base ${base} and ${pairs} pairs, wavelengths run from ${shortest} to ${longest} positions.`,
    paper: (base: string, longest: string, pairs: number) =>
      `In the paper the base is ${base}, and ${pairs} pairs run up to ${longest}.`,
    table: (drawn: number, rows: number, width: number, trained: number) =>
      `Above: waves. Below: ${drawn} of the ${width} channels of a learned table, those that vary most, each on its own scale. It belongs to a small model trained on ${trained} positions; rows ${trained} to ${rows - 1} were never trained, and there is no row ${rows}.`,
  },
  csv: { position: 'position', step: 'step to the next' },
}

export type WavesWords = typeof en

const zh: WavesWords = {
  gap: '',
  look: '拖动滑块，从计数到二进制，再到波，看下面的每一步。',
  title: '位置的编码',
  form: '从计数到二进制，再到波',
  forms: { count: '计数', binary: '二进制', waves: '波', table: '可学习的表' },
  strip: (last) => `位置 0 至 ${last} 的编码`,
  position: '位置',
  other: '第二个位置',
  at: (position) => `位置 ${position}`,
  pair: (position, other) => `位置 ${position} 与 ${other}`,
  product: '点积',
  noRow: (last) => `没有这一行：表到位置 ${last} 为止`,
  code: { count: '数', binary: '各位', sine: 'sin', cosine: 'cos', row: '行', terms: '各项' },
  spoken: (position, code) => `位置 ${position}：${code}`,
  step: '到下一个位置的步长',
  from: (from, to, step) => `${from} 到 ${to}：${step}`,
  flips: (digits) => `翻转 ${digits} 位`,
  always: (step) => `总是 ${step}`,
  never: '没有',
  tableName: '可学习的表',
  untrained: '从未训练',
  missing: '✕ 没有行',
  compare: '与第二个位置比较',
  both: '两个位置一起移动，距离不变',
  channels: '二进制位数，或波的对数',
  positions: '显示的位置数',
  base: '波的底数（base）',
  table: '在波旁边放一张可学习的表',
  divided: '把各数除以位置的总数',
  captions: {
    count: (last) => `每一列是一个位置，高度就是它的数。每一步总是 1，可是到了位置 ${last}，数就是 ${last}。`,
    divided: (count, step) =>
      `每一列是一个位置，高度是它的数除以 ${count}。所有的数都小于 1，可是一步只有 ${step}，文本越长还越小。`,
    binary: (digits) =>
      `每一行是一个二进制位，涂满处为 1，左边是它的权。下面一行是步长，即 ${digits} 位之中翻转位数的平方根。`,
    repeats: (count) => `位数这么少，每 ${count} 个位置就重复。`,
    waves: (base, pairs, shortest, longest) =>
      `每一行是一对通道：正弦（柱与实线）和余弦（虚线），左边是波长（位置数）。柱高从 −1 到 1。底数为 ${base}，${pairs} 对通道，波长从 ${shortest} 到 ${longest} 个位置。`,
    paper: (base, longest, pairs) => `论文中底数为 ${base}，${pairs} 对通道，波长最长 ${longest}。`,
    table: (drawn, rows, width, trained) =>
      `上面是波。下面是一张可学习的表，画出它 ${width} 个通道里变化最大的 ${drawn} 个，各有各的比例。它属于一个小模型，训练只用到 ${trained} 个位置；第 ${trained} 至 ${rows - 1} 行从未训练，第 ${rows} 行不存在。`,
  },
  csv: { position: '位置', step: '到下一个位置的步长' },
}

export const wavesWords: Bilingual<WavesWords> = { en, zh }
