// Texts of the catalogue page.

import type { Bilingual } from '../../content/bilingual.js'

const en = {
  title: 'All encodings',
  description: (count: number) => `${count} position encodings with formulas, figures, parameters and tests.`,
  lead: (count: number) =>
    `The library’s ${count} encodings, each tested against an independent implementation. Open one to see its values.`,
  door: 'Door',
  allDoors: 'all',
  from: 'Since year',
  search: 'Name',
  count: (shown: number, all: number) => `${Number.isNaN(shown) ? '{shown}' : shown} of ${all}`,
  source: 'Source:',
  testedAgainst: 'Tested against:',
  parameters: 'Parameters',
  noParameters: 'No parameters.',
  noDoor: 'no door',
  required: 'required',
  columns: ['name', 'values', 'default', 'meaning'],
  doors: {
    embed: '① embed',
    rotate: '② rotate',
    bias: '③ bias',
    content: '④ content',
    value: '⑤ value',
    mask: '⑥ mask',
    score: 'on the score',
    positions: 'on position ids',
  } as Record<string, string>,
}

export type CatalogueWords = typeof en

const zh: CatalogueWords = {
  title: '全部编码',
  description: (count) => `${count} 种位置编码：公式、图、参数与测试。`,
  lead: (count) => `程序库的 ${count} 种编码，每一种都与独立的实现核对过。打开一种，看看它的数值。`,
  door: '门',
  allDoors: '全部',
  from: '起始年份',
  search: '名称',
  count: (shown, all) => `共 ${all} 种，显示 ${Number.isNaN(shown) ? '{shown}' : shown} 种`,
  source: '出处：',
  testedAgainst: '核对所据：',
  parameters: '参数',
  noParameters: '没有参数。',
  noDoor: '不经过门',
  required: '必填',
  columns: ['名称', '取值', '默认值', '含义'],
  doors: {
    embed: '① 嵌入',
    rotate: '② 旋转',
    bias: '③ 偏置',
    content: '④ 内容',
    value: '⑤ 值',
    mask: '⑥ 掩码',
    score: '作用于得分',
    positions: '作用于位置编号',
  },
}

export const catalogueWords: Bilingual<CatalogueWords> = { en, zh }
