// The words of <wf-mistakes>; what is said about a single mistake is in collection/.

import type { Bilingual } from '../../../content/bilingual.js'

const en = {
  gap: ' ',
  stop: '. ',
  comma: ', ',
  colon: ': ',
  look: 'Choose a mistake to see where it fails: the wrong formula and the library get the same input.',
  lookFixed: 'A common mistake, and where it fails.',
  list: 'Mistakes',
  written: 'Common mistake',
  right: 'Correct',
  wrongFormula: 'The wrong formula',
  rightFormula: 'The correct formula',
  number: 'Number',
  apart: 'Difference',
  none: 'none',
  infinite: 'not comparable',
  at: 'Input',
  input: 'Input tried',
  inputOf: (number: number, total: number, at: string) => `${number} of ${total}: ${at}`,
  /** Verdict on the input that is shown. */
  smallest: (number: number) =>
    number === 1
      ? 'They differ at the first input tried.'
      : `This is the first input at which they differ; at ${number === 2 ? 'the one' : `the ${number - 1}`} before it the wrong formula looks right.`,
  same: 'Here both give the same values: this input does not reveal the mistake.',
  apartBy: (most: string) => `Here they differ by ${most}.`,
  notComparable: 'Here the two results cannot be compared: their shapes or values are incompatible.',
  tableLabel: (at: string) => `Values from the wrong formula and from the library at ${at}`,
  checked: (inputs: number, error: string) =>
    inputs === 1
      ? `An independent implementation of the correct formula agrees with the library at this input to within ${error}.`
      : `An independent implementation of the correct formula agrees with the library at all ${inputs} inputs to within ${error}.`,
  about: 'Encodings concerned',
  csv: { at: 'input', number: 'number', written: 'often written', right: 'right', apart: 'apart' },
}

export type MistakesWords = typeof en

const zh: MistakesWords = {
  gap: '',
  stop: '。',
  comma: '、',
  colon: '：',
  look: '选一个错误，看它在哪里出错：同一个输入分别交给错误的公式和程序库。',
  lookFixed: '一个常见的错误，以及它在哪里出错。',
  list: '错误列表',
  written: '常见错误',
  right: '正确',
  wrongFormula: '错误的公式',
  rightFormula: '正确的公式',
  number: '第几个数',
  apart: '相差',
  none: '无',
  infinite: '无法比较',
  at: '输入',
  input: '试过的输入',
  inputOf: (number, total, at) => `共 ${total} 个，第 ${number} 个：${at}`,
  smallest: (number) =>
    number === 1
      ? '第一个输入就已经分出对错。'
      : `这是分得出对错的最小输入：此前的 ${number - 1} 个输入上，错误的公式看起来都对。`,
  same: '在这个输入上，两边给出同样的数：从它看不出这个错误。',
  apartBy: (most) => `在这里两者相差 ${most}。`,
  notComparable: '在这里两边无法比较：形状或数值不相容。',
  tableLabel: (at) => `在 ${at} 处，错误的公式与程序库各自给出的数`,
  checked: (inputs, error) =>
    inputs === 1
      ? `按正确的公式另写的实现，在这个输入上与程序库相差不超过 ${error}。`
      : `按正确的公式另写的实现，在全部 ${inputs} 个输入上与程序库相差都不超过 ${error}。`,
  about: '涉及的编码',
  csv: { at: '输入', number: '第几个数', written: '常见写法', right: '正确', apart: '相差' },
}

export const mistakesWords: Bilingual<MistakesWords> = { en, zh }
