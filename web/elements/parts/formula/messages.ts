// The words of the formula box.

import type { Bilingual } from '../../../content/bilingual.js'
import type { FormulaKind, Scope } from '../../../formula/names.js'

type OfKind<Text> = Readonly<Record<FormulaKind, Text>>

const en = {
  title: 'Your own encoding',
  kind: 'Position enters as',
  kinds: { bias: 'a bias', frequencies: 'a rotation' } as OfKind<string>,
  labels: {
    bias: 'Bias: added to the score of a query and a key',
    frequencies: 'Frequency: radians per position of pair k',
  } as OfKind<string>,
  examples: 'Start from',
  own: 'your own formula',
  names: 'Names and functions',
  variables: {
    d: 'distance: position of the key − position of the query; negative for earlier keys',
    i: 'position of the query, from 0',
    j: 'position of the key, from 0',
    h: 'head, from 0',
    H: 'number of heads',
    n: 'number of positions',
    k: 'pair of channels, from 0',
    D: 'width of a head',
  } as Readonly<Record<keyof Scope, string>>,
  functions: (names: string) => `Functions: ${names}. Constants: pi, e.`,
  operators: 'Operators: + − * / % ^, comparisons (1 or 0), and test ? a : b.',
  known: (name: string) => `This is ${name}.`,
  mistake: (id: string) => ` It contains a known mistake: ${id}.`,
  unknown: {
    bias: 'None of the known formulas for a bias (ALiBi, KERPLE, Sandwich) has these values.',
    frequencies: 'None of the known scalings of RoPE has these frequencies.',
  } as OfKind<string>,
  given: 'This page’s own code sets the encoding.',
  colon: ': ',
  and: ', ',
}

export type FormulaWords = typeof en

const zh: FormulaWords = {
  title: '你自己的编码',
  kind: '位置怎样进入',
  kinds: { bias: '作为偏置', frequencies: '作为旋转' },
  labels: {
    bias: '偏置：加到查询与键的得分上',
    frequencies: '频率：第 k 对通道每个位置转多少弧度',
  },
  examples: '从这里开始',
  own: '自己写的公式',
  names: '名称和函数',
  variables: {
    d: '距离：键的位置 − 查询的位置，前面的键为负',
    i: '查询的位置，从 0 数起',
    j: '键的位置，从 0 数起',
    h: '头的序号，从 0 数起',
    H: '头数',
    n: '位置的个数',
    k: '通道对的序号，从 0 数起',
    D: '头维度',
  },
  functions: (names) => `函数：${names}。常数：pi、e。`,
  operators: '运算：+ − * / % ^，比较（得 1 或 0），以及“条件 ? a : b”。',
  known: (name) => `这就是${name}。`,
  mistake: (id) => `其中有一个已知的错误：${id}。`,
  unknown: {
    bias: '已知的偏置公式（ALiBi、KERPLE、Sandwich）都不是这些值。',
    frequencies: '已知的 RoPE 缩放都不是这些频率。',
  },
  given: '编码由本页的程序给出。',
  colon: '：',
  and: '，',
}

export const formulaWords: Bilingual<FormulaWords> = { en, zh }
