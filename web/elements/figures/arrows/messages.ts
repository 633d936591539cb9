// The words of <wf-arrows>.

import type { Bilingual } from '../../../content/bilingual.js'
import type { Source, View } from './arrows-fields.js'
import type { SideName } from './plane.js'

const en = {
  gap: ' ',
  look: 'Drag the tip of an arrow, a word on the line, or both words together. Which of these changes q · k?',
  plane: 'The plane of one pair of channels: a query and a key as arrows',
  axis: 'Positions of the two words',
  tip: (side: SideName, word: string) => `${side === 'query' ? 'Query' : 'Key'} of ${word}: tip of its arrow`,
  tipAt: (angle: string, length: string) => `angle ${angle}°, length ${length}`,
  pin: (word: string) => `Position of ${word}`,
  apart: (distance: number) => `${distance} apart`,
  pair: (index: number, count: number): readonly string[] => ['Pair ', String(index), ` of ${count}`],
  toClocks: 'Show all pairs',
  angle: 'angle',
  product: 'q · k',
  before: 'before',
  after: 'rotated',
  turned: (word: string) => `${word} rotated`,
  turns: (position: string, degrees: string) => `${position} × ${degrees}°`,
  all: (count: number) => `All ${count} pairs`,
  allNote: 'wavelength (positions) above, part of q · k below',
  clock: (pair: number, wave: string, product: string) =>
    `Pair ${pair}: wavelength ${wave} positions; its part of q · k is ${product}`,
  row: 'Score and attention weight, by distance',
  rowHeading: 'Score by distance',
  distance: 'Distance',
  at: (distance: number, score: string, weight: string) => `${distance} apart: ${score}, weight ${weight}`,
  play: 'Play: move both words',
  pause: 'Pause',
  both: 'Move both words',
  bothAt: (key: string, keyAt: string, query: string, queryAt: string) =>
    `${key} at ${keyAt}, ${query} at ${queryAt}`,
  text: 'Your sentence',
  ofQuery: 'Query of',
  ofKey: 'Key of',
  nth: (index: number, word: string) => `${index}: ${word}`,
  view: 'Shown',
  views: { plane: 'one pair', clocks: 'all pairs', row: 'scores' } as Readonly<Record<View, string>>,
  rotate: 'Rotate by position',
  vectors: 'Query and key',
  sources: { head: 'of a trained head', made: 'made up' } as Readonly<Record<Source, string>>,
  layer: 'Layer',
  head: 'Head',
  peak: 'Distance of the largest score',
  farther: 'Move both by 1,000',
  original: 'Arrows as they were',
  ofHead: (query: string, key: string, head: number, layer: number) =>
    `The query of “${query}” and the key of “${key}”, before rotation, in head ${head} of layer ${layer} of a model with 0.1 million parameters that was trained on Shakespeare’s plays. It reads letters: what a word has is that of its last one.`,
  ofNobody: (query: string, key: string, peak: number) =>
    `The query of “${query}” and the key of “${key}” are made up, so that their score is largest about ${peak} positions apart.`,
  touched: 'You have turned or stretched an arrow.',
  rowMeans:
    'A bar is the score at one distance: q · k, summed over all pairs and divided by √16. A cell below it is the attention weight there, if a key like this one stood at all of these distances: the stronger its colour, the more.',
  title: 'Rotary position embedding: a query and a key as arrows',
  summary: (query: string, key: string, before: string, after: string, score: string) =>
    `${query}, ${key}; q · k of this pair is ${before} before rotation and ${after} after it; the score is ${score}.`,
  columns: ['pair', 'wavelength', 'q x', 'q y', 'k x', 'k y', 'q · k before', 'q · k rotated'],
  rowColumns: ['distance', 'score', 'weight'],
}

export type ArrowsWords = typeof en

const zh: ArrowsWords = {
  gap: '',
  look: '拖动箭头的尖端、轴上的一个词，或两个词一起拖动：哪一种会改变 q · k？',
  plane: '一对通道的平面：查询和键画成箭头',
  axis: '两个词的位置',
  tip: (side, word) => `${word} 的${side === 'query' ? '查询' : '键'}：箭头的尖端`,
  tipAt: (angle, length) => `角度 ${angle}°，长度 ${length}`,
  pin: (word) => `${word} 的位置`,
  apart: (distance) => `相距 ${distance}`,
  pair: (index, count) => ['第 ', String(index), ` 对，共 ${count} 对`],
  toClocks: '显示所有通道对',
  angle: '夹角',
  product: 'q · k',
  before: '旋转前',
  after: '旋转后',
  turned: (word) => `${word} 转过`,
  turns: (position, degrees) => `${position} × ${degrees}°`,
  all: (count) => `全部 ${count} 对`,
  allNote: '上面是波长（位置数），下面是在 q · k 中所占的一份',
  clock: (pair, wave, product) => `第 ${pair} 对：波长 ${wave} 个位置，在 q · k 中占 ${product}`,
  row: '各距离上的得分和注意力权重',
  rowHeading: '各距离上的得分',
  distance: '距离',
  at: (distance, score, weight) => `相距 ${distance}：${score}，注意力权重 ${weight}`,
  play: '播放：同时移动两个词',
  pause: '暂停',
  both: '同时移动两个词',
  bothAt: (key, keyAt, query, queryAt) => `${key} 在 ${keyAt}，${query} 在 ${queryAt}`,
  text: '你的句子',
  ofQuery: '查询来自',
  ofKey: '键来自',
  nth: (index, word) => `第 ${index} 个词：${word}`,
  view: '显示',
  views: { plane: '一对', clocks: '所有对', row: '得分' },
  rotate: '按位置旋转',
  vectors: '查询和键',
  sources: { head: '来自训练好的头', made: '人为构造' },
  layer: '层',
  head: '头',
  peak: '得分最大处的距离',
  farther: '两个词都后移 1,000',
  original: '恢复原来的箭头',
  ofHead: (query, key, head, layer) =>
    `“${query}”的查询和“${key}”的键，旋转之前，取自一个在莎士比亚剧本上训练、有 10 万个参数的模型的第 ${layer} 层第 ${head} 头。模型逐个字母阅读：一个词的查询和键就是它最后一个字母的。`,
  ofNobody: (query, key, peak) =>
    `“${query}”的查询和“${key}”的键是人为构造的，使得分在相距约 ${peak} 个位置时最大。`,
  touched: '有箭头被你转动或拉伸过。',
  rowMeans:
    '一根柱是一个距离上的得分：各对的 q · k 相加，再除以 √16。柱下的格子是那里的注意力权重，假定这些距离上都有一个这样的键；颜色越鲜明，权重越大。',
  title: '旋转位置编码：画成箭头的查询和键',
  summary: (query, key, before, after, score) =>
    `${query}，${key}；这一对的 q · k 旋转前为 ${before}，旋转后为 ${after}；得分为 ${score}。`,
  columns: ['通道对', '波长（位置数）', 'q x', 'q y', 'k x', 'k y', '旋转前 q · k', '旋转后 q · k'],
  rowColumns: ['距离', '得分', '注意力权重'],
}

export const arrowsWords: Bilingual<ArrowsWords> = { en, zh }
