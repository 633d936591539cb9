// The words of <wf-slide>.

import type { Bilingual } from '../../../content/bilingual.js'
import { slideCaption, slideDetails, slideLook } from '../../../content/slide-words.js'
import type { SmallName } from '../../parts/trained/trained-names.js'

type Names<Name> = Readonly<Record<SmallName, Name>>

const en = {
  gap: ' ',
  look: slideLook.en,
  line: 'Text',
  names: { 'small-rope': 'rotary (RoPE)', 'small-learned': 'learned table' } as Names<string>,
  /** In the empty half of a map: its name, and what follows where there is room. */
  titles: { 'small-rope': ['Rotary', 'RoPE'], 'small-learned': ['Learned', 'table'] } as Names<
    readonly [string, string]
  >,
  label: (name: string, layer: number, head: number) =>
    `Attention map, ${name}, layer ${layer}, head ${head}`,
  /** For those who do not see the map. */
  summary: (first: number, last: number, before: string, beforeAtStart: string, change: string) =>
    `The line is at positions ${first} to ${last}. On average a character gives ${before} of its attention to the previous one; when the line started at position 0, it was ${beforeAtStart}. The largest change of any attention weight since position 0 is ${change}.`,
  query: 'query',
  key: 'key',
  cell: (query: string, key: string, value: string) => `query ‘${query}’, key ‘${key}’: ${value}`,
  hiddenCell: (query: string, key: string) => `query ‘${query}’, key ‘${key}’: masked`,
  maps: 'Both models',
  change: 'Map changed by',
  loss: 'Loss',
  from: (start: string, now: string) => `${start} → ${now}`,
  move: 'Move the line',
  play: 'Play',
  pause: 'Pause',
  leap: 'Ten positions on',
  position: 'First position',
  at: (first: number, last: number) => `positions ${first} to ${last}`,
  ruler: (rows: number, trained: number) =>
    `The table has ${rows} positions; only the first ${trained} were used in training.`,
  trained: (last: number) => `trained: 0–${last}`,
  untouched: 'never trained',
  caption: slideCaption.en,
  details: slideDetails.en,
}

export type SlideWords = typeof en

const zh: SlideWords = {
  gap: '',
  look: slideLook.zh,
  line: '文本',
  names: { 'small-rope': '旋转（RoPE）', 'small-learned': '可学习的表' },
  titles: { 'small-rope': ['旋转', 'RoPE'], 'small-learned': ['可学习', '位置表'] },
  label: (name, layer, head) => `注意力图，${name}，第 ${layer} 层第 ${head} 头`,
  summary: (first, last, before, beforeAtStart, change) =>
    `这行字位于位置 ${first} 至 ${last}。一个字符平均把 ${before} 的注意力给前一个字符；从位置 0 开始时是 ${beforeAtStart}。与位置 0 相比，变化最大的注意力权重变了 ${change}。`,
  query: '查询',
  key: '键',
  cell: (query, key, value) => `查询“${query}”，键“${key}”：${value}`,
  hiddenCell: (query, key) => `查询“${query}”，键“${key}”：已掩码`,
  maps: '两个模型',
  change: '图的变化',
  loss: '损失',
  from: (start, now) => `${start} → ${now}`,
  move: '移动这行字',
  play: '播放',
  pause: '暂停',
  leap: '前进十个位置',
  position: '首个位置',
  at: (first, last) => `位置 ${first} 至 ${last}`,
  ruler: (rows, trained) => `表中的 ${rows} 个位置；训练只用到前 ${trained} 个。`,
  trained: (last) => `训练过：0–${last}`,
  untouched: '从未训练',
  caption: slideCaption.zh,
  details: slideDetails.zh,
}

export const slideWords: Bilingual<SlideWords> = { en, zh }
