// Faults of formulas as sentences: what came, and what was wanted.

import type { Bilingual, Language } from '../content/bilingual.js'
import type { Cell, Fault, Wanted } from './fault.js'
import { DEEPEST, LONGEST, MOST_VALUES } from './limits.js'

type Sentences = { readonly [K in Fault['kind']]: (fault: Extract<Fault, { kind: K }>) => string }

const number = (value: number): string => String(value).replace('-', '−')

const englishWanted: Readonly<Record<Wanted, string>> = {
  value: 'a number, a name or “(”',
  operator: 'an operator (+ − * / ^)',
  end: 'the end',
  ')': '“)”',
  ',': '“,”',
  ':': '“:”',
}

const englishCell = (cell: Cell): string =>
  'pair' in cell ? `pair ${cell.pair}` : `head ${cell.head}, query ${cell.query}, key ${cell.key}`

const en: Sentences = {
  syntax: ({ at, got, wanted }) => {
    const where = got === undefined ? 'The formula ends too early' : `Character ${at + 1} is “${got}”`
    return `${where}; expected ${listed(
      wanted.map((one) => englishWanted[one]),
      ' or ',
    )}.`
  },
  name: ({ got, wanted }) =>
    `“${got}” has no meaning here; expected ${wanted.join(', ')} or a function such as abs.`,
  bare: ({ got }) => `“${got}” is a function; expected its arguments: ${got}(…).`,
  arguments: ({ name, got, least, most }) =>
    `${name} received ${got} ${got === 1 ? 'argument' : 'arguments'}; expected ${range(least, most, ' to ')}.`,
  long: ({ got }) => `The formula has ${got} characters; expected at most ${LONGEST}.`,
  deep: () => `Parentheses are nested too deeply; expected at most ${DEEPEST} levels.`,
  many: ({ heads, length }) =>
    `A formula of i or j has a value for each pair: ${heads} heads and ${length} positions make ${heads * length * length}; expected at most ${MOST_VALUES}.`,
  value: ({ got, wanted, cell }) =>
    `The value for ${englishCell(cell)} is ${number(got)}; expected ${wanted === 'finite' ? 'a finite number' : 'a finite number above 0'}.`,
}

const chineseWanted: Readonly<Record<Wanted, string>> = {
  value: '数、名称或“(”',
  operator: '运算符（+ − * / ^）',
  end: '结尾',
  ')': '“)”',
  ',': '“,”',
  ':': '“:”',
}

const chineseCell = (cell: Cell): string =>
  'pair' in cell ? `第 ${cell.pair} 对` : `头 ${cell.head}、查询 ${cell.query}、键 ${cell.key}`

const zh: Sentences = {
  syntax: ({ at, got, wanted }) => {
    const where = got === undefined ? '公式没有写完' : `第 ${at + 1} 个字符是“${got}”`
    return `${where}，这里应为${listed(
      wanted.map((one) => chineseWanted[one]),
      '或',
    )}。`
  },
  name: ({ got, wanted }) => `“${got}”在这里没有含义，可以用 ${wanted.join('、')}，或 abs 这样的函数。`,
  bare: ({ got }) => `“${got}”是函数，后面应有自变量：${got}(…)。`,
  arguments: ({ name, got, least, most }) =>
    `${name} 给了 ${got} 个自变量，应为 ${range(least, most, ' 到 ')} 个。`,
  long: ({ got }) => `公式有 ${got} 个字符，最多 ${LONGEST} 个。`,
  deep: () => `括号嵌套太深，最多 ${DEEPEST} 层。`,
  many: ({ heads, length }) =>
    `含 i 或 j 的公式每一对位置有一个值：${heads} 个头、${length} 个位置共 ${heads * length * length} 个，最多 ${MOST_VALUES} 个。`,
  value: ({ got, wanted, cell }) =>
    `${chineseCell(cell)} 处的值是 ${number(got)}，应为${wanted === 'finite' ? '有限的数' : '大于 0 的有限数'}。`,
}

const sentences: Bilingual<Sentences> = { en, zh }

export function sentenceOf(fault: Fault, language: Language): string {
  return (sentences[language][fault.kind] as (fault: Fault) => string)(fault)
}

/** What a value, or an operator, may begin with. */
const signs: Readonly<Partial<Record<Wanted, string>>> = {
  value: '1 | d | (',
  operator: '+ | - | * | / | ^',
  end: '∎',
}

/** What was wanted in a few signs, the same in every language. */
export function signsOf(fault: Fault): string {
  switch (fault.kind) {
    case 'syntax':
      return fault.wanted.map((one) => signs[one] ?? one).join(' | ')
    case 'name':
      return fault.wanted.join(' | ')
    case 'bare':
      return `${fault.got}(…)`
    case 'arguments':
      return `${fault.name}: ${range(fault.least, fault.most, ' … ')}`
    case 'long':
      return `≤ ${LONGEST}`
    case 'deep':
      return `( ≤ ${DEEPEST}`
    case 'many':
      return `≤ ${MOST_VALUES}`
    case 'value':
      return fault.wanted === 'finite' ? '−∞ < x < ∞' : '0 < x < ∞'
  }
}

const range = (least: number, most: number, to: string): string =>
  least === most ? String(least) : `${least}${to}${most}`

function listed(names: readonly string[], or: string): string {
  const [last = '', ...before] = [...names].reverse()
  return before.length ? `${before.reverse().join(', ')}${or}${last}` : last
}
