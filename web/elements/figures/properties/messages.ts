// The words of <wf-properties>.

import type { Bilingual } from '../../../content/bilingual.js'
import type { Column } from './properties-fields.js'

const en = {
  gap: ' ',
  comma: ', ',
  look: 'Click a column heading to sort; click an encoding to see its smallest counter-examples.',
  label: 'Properties of the encodings, measured',
  columns: {
    encoding: 'Encoding',
    unique: 'Unique',
    relative: 'Relative',
    falls: 'Never rises with distance',
    range: 'New values beyond training',
    pairs: 'Incomplete pairs',
  } as Readonly<Record<Column, string>>,
  sortBy: (column: string) => `Sort by: ${column}`,
  besideRope: (title: string) => `${title} with RoPE`,
  waiting: '…',
  refused: 'not available with these settings',
  unique: (least: string) => `yes, ${least}`,
  notUnique: 'no',
  relative: 'yes',
  notRelative: (change: string) => `no, ${change}`,
  falls: 'yes',
  rises: (at: number) => `no: rises at ${at}`,
  stays: 'no new values',
  leaves: (at: number) => `from ${at} on`,
  pairs: (unseen: number, pairs: number) => `${unseen} of ${pairs}`,

  examples: {
    heading: (title: string) => `Counter-examples: ${title}`,
    least: (what: string, least: string) =>
      `Closest: ${what}; their values differ by ${least} (root mean square).`,
    alike: (what: string) => `It cannot distinguish ${what}.`,
    positions: (a: number, b: number) => `positions ${a} and ${b}`,
    distances: (a: number, b: number) => `distances ${a} and ${b}`,
    relative: (length: number) =>
      `Query and key were shifted together, up to position ${length - 1}: no score changed by more than rounding.`,
    moved: (query: number, key: number, shift: number, change: string) =>
      `Shifting query ${query} and key ${key} by ${shift} changes their score by ${change}.`,
    largest: (query: number, key: number, shift: number, change: string) =>
      `Largest change: ${change}, for query ${query} and key ${key} shifted by ${shift}.`,
    falls: 'The score of equal content never rises with distance.',
    rises: (from: number, to: number, by: string) =>
      `The score of equal content rises from distance ${from} to ${to}, by ${by}.`,
    boundFalls: 'RoFormer’s upper bound on the score falls with distance.',
    boundRises: (from: number, to: number) =>
      `RoFormer’s upper bound on the score does not fall throughout either: it first rises from distance ${from} to ${to}.`,
    stays: (trainLength: number) =>
      `From ${trainLength} on, no value lies outside the range seen in training.`,
    leaves: (at: number, excess: string) =>
      `The first values outside the range seen in training are at ${at}; they exceed it by ${excess} of its width.`,
    pairs: (unseen: number, pairs: number, trainLength: number) =>
      `${unseen} of ${pairs} pairs complete no rotation within ${trainLength} positions.`,
    ends: (at: number) => `Its table has no row for position ${at}.`,
  },
  curve: 'Score for equal content',
  seen: (length: number) => `training length ${length}`,
  distance: 'distance between query and key',
  score: 'score of equal content',
  curveAt: (distance: number, score: string) => `distance ${distance}: ${score}`,
  bound: 'RoFormer’s bound',
  paper: 'Source:',
  heads: 'Heads',
  dim: 'Head dimension',
  length: 'Length measured',
  trainLength: 'Training length',
  seed: 'Random seed',
  caption: (length: number, trainLength: number) =>
    `Measured on scores before softmax, at positions 0 to ${length - 1}; positions below ${trainLength} count as seen in training. Learned tables are fixed examples: a row describes the method, not a trained model. A counter-example proves that a property fails; finding none does not prove that it holds.`,
  csv: {
    type: 'type',
    least: 'least apart',
    first: 'first',
    second: 'second',
    change: 'largest change',
    rise: 'first rise',
    leaves: 'leaves at',
    excess: 'excess',
    unseen: 'unseen pairs',
    pairs: 'pairs',
  },
}

export type PropertiesWords = typeof en

const zh: PropertiesWords = {
  gap: '',
  comma: '，',
  look: '点列名按该列排序；点一种编码，看它最小的反例。',
  label: '各种编码的性质，实测',
  columns: {
    encoding: '编码',
    unique: '唯一',
    relative: '相对',
    falls: '从不随距离上升',
    range: '训练之外的新值',
    pairs: '未转满的对',
  },
  sortBy: (column) => `按此列排序：${column}`,
  besideRope: (title) => `${title}，与 RoPE 合用`,
  waiting: '…',
  refused: '不适用于这些设置',
  unique: (least) => `是，${least}`,
  notUnique: '否',
  relative: '是',
  notRelative: (change) => `否，${change}`,
  falls: '是',
  rises: (at) => `否，在 ${at} 处上升`,
  stays: '没有新值',
  leaves: (at) => `从 ${at} 起出现新值`,
  pairs: (unseen, pairs) => `${pairs} 对中 ${unseen} 对`,

  examples: {
    heading: (title) => `反例：${title}`,
    least: (what, least) => `最接近的是${what}：两者数值之差的均方根为 ${least}。`,
    alike: (what) => `它分不清${what}。`,
    positions: (a, b) => `位置 ${a} 与 ${b}`,
    distances: (a, b) => `距离 ${a} 与 ${b}`,
    relative: (length) => `查询与键一起平移，直到位置 ${length - 1}：没有哪个得分的变化超过舍入误差。`,
    moved: (query, key, shift, change) =>
      `把查询 ${query} 和键 ${key} 一起移动 ${shift}，得分就变化 ${change}。`,
    largest: (query, key, shift, change) =>
      `最大的变化是 ${change}，见于查询 ${query} 和键 ${key} 移动 ${shift} 时。`,
    falls: '相同内容的得分从不随距离上升。',
    rises: (from, to, by) => `相同内容的得分从距离 ${from} 到 ${to} 上升了 ${by}。`,
    boundFalls: 'RoFormer 给出的得分上界随距离下降。',
    boundRises: (from, to) => `RoFormer 给出的得分上界也不是一路下降：第一次上升是从距离 ${from} 到 ${to}。`,
    stays: (trainLength) => `从 ${trainLength} 起，没有哪个值超出训练中见过的范围。`,
    leaves: (at, excess) =>
      `训练中没有见过的值首次出现在 ${at} 处；超出的部分是所见范围宽度的 ${excess} 倍。`,
    pairs: (unseen, pairs, trainLength) =>
      `${pairs} 对中有 ${unseen} 对在 ${trainLength} 个位置之内转不满一圈。`,
    ends: (at) => `它的表没有位置 ${at} 的行。`,
  },
  curve: '相同内容的得分',
  seen: (length) => `训练长度 ${length}`,
  distance: '查询与键的距离',
  score: '相同内容的得分',
  curveAt: (distance, score) => `距离 ${distance}：${score}`,
  bound: 'RoFormer 的上界',
  paper: '出处：',
  heads: '头数',
  dim: '头维度',
  length: '测量的长度',
  trainLength: '训练长度',
  seed: '随机种子',
  caption: (length, trainLength) =>
    `在 softmax 之前的得分上测得，位置 0 到 ${length - 1}，小于 ${trainLength} 的视为训练中见过。可学习的表是固定的示例：一行说明的是方法，而不是某个训练好的模型。有反例，就证明性质不成立；没有找到反例，并不证明它成立。`,
  csv: {
    type: 'type',
    least: '最小差异',
    first: '之一',
    second: '之二',
    change: '最大变化',
    rise: '首次上升',
    leaves: '越界处',
    excess: '越界量',
    unseen: '未转满的对',
    pairs: '通道对',
  },
}

export const propertiesWords: Bilingual<PropertiesWords> = { en, zh }
