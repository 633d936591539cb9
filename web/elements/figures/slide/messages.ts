// The words of <wf-slide>.

import type { Bilingual } from '../../../content/bilingual.js'
import { slideCaption } from '../../../content/slide-caption.js'
import type { SmallName } from '../../parts/trained/trained-names.js'

const en = {
  gap: ' ',
  look: 'Slide the line along the positions: one map stands still, the other falls apart.',
  line: 'Line',
  names: { 'small-rope': 'rotary (RoPE)', 'small-learned': 'learned table' } as Readonly<
    Record<SmallName, string>
  >,
  label: (name: string, layer: number, head: number) =>
    `Attention map, ${name}, layer ${layer}, head ${head}`,
  /** For those who do not see the map. */
  summary: (first: number, last: number, before: string, beforeAtStart: string) =>
    `The line stands at positions ${first} to ${last}. A character gives on average ${before} of its attention to the character before it; at position 0 it gave ${beforeAtStart}.`,
  query: 'query',
  key: 'key',
  cell: (query: string, key: string, value: string) => `query ‘${query}’, key ‘${key}’: ${value}`,
  hiddenCell: (query: string, key: string) => `query ‘${query}’, key ‘${key}’: masked, it comes later`,
  maps: 'Both maps',
  change: 'largest change',
  loss: 'loss in nats',
  from: (start: string, now: string) => `${start} → ${now}`,
  position: 'Position of the first character',
  at: (first: number, last: number) => `positions ${first} to ${last}`,
  ruler: (rows: number, trained: number) =>
    `The ${rows} positions of the table; training read the first ${trained}.`,
  trained: (last: number) => `0–${last}: trained`,
  untouched: (first: number, last: number) => `${first}–${last}: never trained`,
  caption: slideCaption.en,
}

export type SlideWords = typeof en

const zh: SlideWords = {
  gap: '',
  look: '让这行字沿位置滑动：一张图纹丝不动，另一张面目全非。',
  line: '文本',
  names: { 'small-rope': '旋转（RoPE）', 'small-learned': '可学习的表' },
  label: (name, layer, head) => `注意力图，${name}，第 ${layer} 层第 ${head} 头`,
  summary: (first, last, before, beforeAtStart) =>
    `这行字位于位置 ${first} 至 ${last}。一个字符平均把 ${before} 的注意力给前一个字符；从位置 0 开始时是 ${beforeAtStart}。`,
  query: '查询',
  key: '键',
  cell: (query, key, value) => `查询“${query}”，键“${key}”：${value}`,
  hiddenCell: (query, key) => `查询“${query}”，键“${key}”：已掩码，它在后面`,
  maps: '两张图',
  change: '最大变化',
  loss: '损失（nat）',
  from: (start, now) => `${start} → ${now}`,
  position: '首字符的位置',
  at: (first, last) => `位置 ${first} 至 ${last}`,
  ruler: (rows, trained) => `表中的 ${rows} 个位置；训练只用到前 ${trained} 个。`,
  trained: (last) => `0–${last}：训练过`,
  untouched: (first, last) => `${first}–${last}：从未训练`,
  caption: slideCaption.zh,
}

export const slideWords: Bilingual<SlideWords> = { en, zh }
