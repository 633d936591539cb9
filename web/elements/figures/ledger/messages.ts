// The words of <wf-ledger>.

import type { Bilingual } from '../../../content/bilingual.js'
import type { Term } from './terms.js'

type ByTerm = Readonly<Record<Term, string>>

const en = {
  gap: ' ',
  stop: '. ',
  colon: ': ',
  look: 'Point at a score to see its terms. In the bars, ink is content and colour is position.',
  encoding: 'Encoding',
  more: 'More settings',
  tokens: 'Tokens',
  head: 'Head',
  nth: (index: number, count: number) => `${index} of ${count}`,
  query: 'query',
  key: 'key →',
  queryControl: 'Query',
  keyControl: 'Key',
  named: (index: number, name: string) => `${index} ‘${name}’`,
  causal: 'Causal mask',
  seed: 'Seed',
  terms: {
    content: 'content · content',
    contentPosition: 'content · position',
    positionContent: 'position · content',
    positionPosition: 'position · position',
    rotation: 'rotation',
    softcap: 'cap',
    bias: 'bias',
    mask: 'mask',
  } as ByTerm,
  meaning: {
    content: 'the tokens’ content, without positions',
    contentPosition: 'the query’s content, the key’s position',
    positionContent: 'the query’s position, the key’s content',
    positionPosition: 'the two positions, independent of content',
    rotation: 'the change due to rotating query and key',
    softcap: 'the change due to the soft cap on the score',
    bias: 'a number that depends on the two positions only',
    mask: 'a number that hides a key or lowers its score',
  } as ByTerm,
  score: 'score',
  scoreLabel: 'score (before softmax)',
  sum: (cell: string) => `The score of ${cell}`,
  cell: (query: string, key: string) => `query ${query}, key ${key}`,
  hiddenCell: (query: string, key: string) => `query ${query}, key ${key}: masked`,
  weight: (weight: string) => `After softmax this key has an attention weight of ${weight}.`,
  hidden: 'hidden',
  stack: (query: string) => `Scores of query ${query}, one row per key`,
  label: (title: string, head: number) => `Scores with ${title}, head ${head}`,
  summary: (rows: number, low: string, high: string) =>
    `${rows} queries and keys, scores from ${low} to ${high}.`,
  termsAre: (names: string) => `Terms: ${names}.`,
  and: ', ',
  checked: (gap: string) =>
    `Every sum was checked against the score that attention uses; the largest difference is ${gap}.`,
  same: 'Every sum equals the score that attention uses.',
  ofModel:
    'Content is the layer’s score without the encoding; the other terms are what each part of the encoding adds.',
  inContent: 'Position vectors that were added to the embeddings are part of “content” here.',
  ofCross: 'Cross-attention uses no position encoding: each score is content alone.',
  sentence:
    'Equal words have equal content: compare two keys with the same word to see the effect of position alone. Vectors and matrices are random numbers from the seed.',
}

export type LedgerWords = typeof en

const zh: LedgerWords = {
  gap: '',
  stop: '。',
  colon: '：',
  look: '把指针移到一个得分上，看它由哪几项组成。条形里，墨色是内容，彩色是位置。',
  encoding: '编码',
  more: '更多设置',
  tokens: '词元数',
  head: '头',
  nth: (index, count) => `第 ${index} 个，共 ${count} 个`,
  query: '查询',
  key: '键 →',
  queryControl: '查询',
  keyControl: '键',
  named: (index, name) => `${index}“${name}”`,
  causal: '因果掩码',
  seed: '随机种子',
  terms: {
    content: '内容 · 内容',
    contentPosition: '内容 · 位置',
    positionContent: '位置 · 内容',
    positionPosition: '位置 · 位置',
    rotation: '旋转',
    softcap: '封顶',
    bias: '偏置',
    mask: '掩码',
  },
  meaning: {
    content: '查询的内容遇上键的内容，仿佛没有位置',
    contentPosition: '查询的内容遇上键的位置',
    positionContent: '查询的位置遇上键的内容',
    positionPosition: '两个位置相遇，与词元是什么无关',
    rotation: '转动查询和键所带来的改变',
    softcap: '编码对算好的得分所做的改变',
    bias: '只由两个位置决定的一个数',
    mask: '用来遮住或压低的数',
  },
  score: '得分',
  scoreLabel: '得分（softmax 之前）',
  sum: (cell) => `${cell}的得分`,
  cell: (query, key) => `查询 ${query}、键 ${key}`,
  hiddenCell: (query, key) => `查询 ${query}、键 ${key}：已掩码`,
  weight: (weight) => `softmax 之后，这个键的注意力权重是 ${weight}。`,
  hidden: '不可见',
  stack: (query) => `查询 ${query}的各个得分，每行一个键`,
  label: (title, head) => `${title}之下的得分，第 ${head} 头`,
  summary: (rows, low, high) => `${rows} 个查询和键，得分从 ${low} 到 ${high}。`,
  termsAre: (names) => `这里的各项：${names}。`,
  and: '、',
  checked: (gap) => `每个和都与注意力实际所用的得分核对过，最多相差 ${gap}。`,
  same: '每个和都与注意力实际所用的得分相等。',
  ofModel: '内容是这一层去掉编码后的得分，编码的各部分添上其余。',
  inContent: '加在嵌入上的位置向量，算在内容里。',
  ofCross: '交叉注意力不用位置编码：每个得分都只是内容。',
  sentence:
    '相同的词内容也相同：看两个同为一个词的键，就知道单凭位置造成了什么。向量和权重是有种子的随机数。',
}

export const ledgerWords: Bilingual<LedgerWords> = { en, zh }
