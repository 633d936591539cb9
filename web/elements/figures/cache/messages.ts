// The words of <wf-cache>.

import type { Bilingual } from '../../../content/bilingual.js'
import type { CacheEncoding, Operation, Padding, Scaling, Storage } from './cache-fields.js'

type By<Key extends string> = Readonly<Record<Key, string>>
type ByStorage = Readonly<Record<CacheEncoding, Partial<By<Storage>>>>

const en = {
  gap: ' ',
  title: 'Positions in a cache of keys',
  look: 'A model that writes keeps the keys of all that it has read. Evict some, renumber or pad them: what does the next letter attend to?',
  operation: 'What happens to the cache',
  operations: { keep: 'Keep all', renumber: 'Renumber', pad: 'Pad left' } as By<Exclude<Operation, 'evict'>>,
  evict: (count: number) => `Evict ${count}`,

  everyDistance: 'Every distance is right.',
  everyRow: 'Every letter has its own row.',
  wrongShare: (share: string, hasPads: boolean) =>
    `${share} of the attention goes to the wrong ${hasPads ? 'tokens' : 'letters'}.`,
  scoresOff: 'Scores are wrong, but this head hardly notices.',
  looksAt: (sign: string, back: number) => `It looks most at “${sign}”, ${back} back.`,
  looksAtItself: 'It looks most at itself.',
  looksAtPadding: 'It looks most at the padding.',
  error: (size: string) => `Largest error of a score: ${size}.`,

  distances: 'distance',
  positions: { rope: 'position', alibi: 'position', learned: 'row' } as By<CacheEncoding>,
  pad: 'pad',
  legend: { share: 'share of attention', wrong: 'wrong share', right: 'what it should be' },
  row: (sign: string, position: number) =>
    `The next letter, ${sign}, at position ${position}, and what it attends to.`,
  key: (sign: string, position: number, share: string) => `${sign}, position ${position}: ${share}.`,
  wrongKey: (sign: string, position: number, share: string, right: string) =>
    `${sign}, position ${position}: ${share}, should be ${right}.`,
  gone: (sign: string) => `${sign}: evicted.`,
  maskedPad: 'Padding: masked.',

  encoding: 'Encoding',
  encodings: { rope: 'RoPE', alibi: 'ALiBi (loads 1.6 MB)', learned: 'learned table' } as By<CacheEncoding>,
  keys: {
    rope: 'Keys are stored',
    alibi: 'Distances are counted',
    learned: 'Renumbering',
  } as By<CacheEncoding>,
  storages: {
    rope: { positioned: 'rotated', bare: 'before rotation', again: 'rotated, then once more' },
    alibi: { positioned: 'by stored positions', bare: 'by index in cache' },
    learned: { positioned: 'next letter alone', again: 'reads all again' },
  } as ByStorage,
  padding: 'With padding, count',
  paddings: {
    length: 'the padded length',
    mask: 'real letters',
    counted: 'pads everywhere',
    seen: 'and see the pads',
  } as By<Padding>,
  scaling: 'Frequencies',
  scalings: { none: 'as trained', dynamic: 'dynamic NTK' } as By<Scaling>,
  start: 'First position',
  head: 'Head',
  nthHead: (layer: number, head: number) => `layer ${layer}, head ${head}`,
  usualHead: (layer: number, head: number) => `layer ${layer}, head ${head} (one back)`,

  whyKeep: {
    rope: 'RoPE rotates a key by its position before it is stored, so each cached key carries its position with it.',
    alibi: 'ALiBi adds no position to what is stored: its bias is added when the query arrives.',
    learned: 'A row of the table is added to each embedding, so position is in every cached key and value.',
  } as By<CacheEncoding>,
  why: {
    evict:
      'The oldest keys are dropped, the others keep their positions. Every distance stays as it was; only what was dropped is missing.',
  },
  whyRenumber: {
    rope: {
      positioned:
        'The code takes the length of the cache as the next position, but the keys are still rotated for their old ones. No error, no warning.',
      bare: 'Keys are stored before rotation and rotated when they are read, by their index in the cache.',
      again: 'Each stored key is rotated once more, back by the number of evicted letters: R₋₄R₁₁ = R₇.',
    },
    alibi: {
      positioned:
        'The next position is the length of the cache, while the bias still counts from the old positions of the keys.',
      bare: 'The bias is computed when the query arrives, from indices in the cache. The keys need no change.',
    },
    learned: {
      positioned:
        'The next letter takes the row of the cache’s length. The old rows are inside every key and value, and no correction takes them out.',
      again:
        'The letters that are left are read again from row 0. Only that removes the old rows, and with them what the evicted letters said.',
    },
  } as ByStorage,
  whyPad: {
    length:
      'The letters are numbered from the first real one, but the next takes the length of the padded row. Count it from the mask, never from the length.',
    mask: 'Padding is masked and not counted: the next position is the number of real letters.',
    counted:
      'Padding is masked, but every position counts it. Distances forgive that offset; rows of a table do not.',
    seen: 'Nothing masks the padding, here line breaks: the letters have read it, and the next one sees it.',
  } as By<Padding>,
  whyDynamic:
    'Dynamic NTK picks its frequencies by the current length: stored keys keep the angles of earlier lengths.',
  whyDynamicCured: {
    positioned: '',
    bare: 'Dynamic NTK changes the frequencies; keys stored before rotation are rotated with the current ones.',
    again: 'A further rotation does not remove the angles of earlier frequencies.',
  } as By<Storage>,
  models: {
    rope: 'a model of 0.1 million parameters with RoPE',
    alibi: 'a model of 0.8 million parameters with ALiBi',
    learned: 'a model of 0.1 million parameters with a learned table',
  } as By<CacheEncoding>,
  measured: (layer: number, head: number, model: string) =>
    `Layer ${layer}, head ${head} of ${model}; all but positions is as in an undisturbed reading.`,
  csv: [
    'token',
    'position',
    'right position',
    'score',
    'right score',
    'weight',
    'right weight',
  ] as readonly string[],
}

export type CacheWords = typeof en

const zh: CacheWords = {
  gap: '',
  title: '键缓存里的位置',
  look: '写文本的模型会留下读过的所有键。逐出几个、重新编号，或在左边填充：下一个字母会关注什么？',
  operation: '对缓存做什么',
  operations: { keep: '全部保留', renumber: '重新编号', pad: '左填充' },
  evict: (count) => `逐出 ${count} 个`,

  everyDistance: '每个距离都对。',
  everyRow: '每个字母都用自己的那一行。',
  wrongShare: (share, hasPads) => `${share} 的注意力给错了${hasPads ? '词元' : '字母'}。`,
  scoresOff: '得分错了，但这个头几乎不受影响。',
  looksAt: (sign, back) => `它最关注往前第 ${back} 个，“${sign}”。`,
  looksAtItself: '它最关注自己。',
  looksAtPadding: '它最关注填充。',
  error: (size) => `得分的最大误差：${size}。`,

  distances: '距离',
  positions: { rope: '位置', alibi: '位置', learned: '行' },
  pad: '填充',
  legend: { share: '注意力份额', wrong: '错误的份额', right: '应有的份额' },
  row: (sign, position) => `下一个字母 ${sign} 在位置 ${position}，以及它关注的字母：`,
  key: (sign, position, share) => `${sign}，位置 ${position}：${share}。`,
  wrongKey: (sign, position, share, right) => `${sign}，位置 ${position}：${share}，应为 ${right}。`,
  gone: (sign) => `${sign}：已逐出。`,
  maskedPad: '填充：已掩码。',

  encoding: '编码',
  encodings: { rope: 'RoPE', alibi: 'ALiBi（需下载 1.6 MB）', learned: '可学习的表' },
  keys: { rope: '键何时存入', alibi: '距离怎样数', learned: '重新编号时' },
  storages: {
    rope: { positioned: '旋转之后', bare: '旋转之前', again: '旋转之后，再转一次' },
    alibi: { positioned: '按存入时的位置', bare: '按缓存中的下标' },
    learned: { positioned: '只改下一个字母', again: '全部重读' },
  },
  padding: '有填充时，位置怎样数',
  paddings: {
    length: '按填充后的总长',
    mask: '只数真正的字母',
    counted: '处处算上填充',
    seen: '算上且看得见填充',
  },
  scaling: '频率',
  scalings: { none: '与训练时相同', dynamic: '动态 NTK' },
  start: '首个位置',
  head: '头',
  nthHead: (layer, head) => `第 ${layer} 层第 ${head} 头`,
  usualHead: (layer, head) => `第 ${layer} 层第 ${head} 头（关注前一个）`,

  whyKeep: {
    rope: 'RoPE 先按位置旋转键，再存入缓存，所以每个键都带着自己的位置。',
    alibi: 'ALiBi 存入时不加位置：偏置在查询到来时才加上。',
    learned: '位置表的一行加到了每个词嵌入上，所以缓存里的每个键和值都含有位置。',
  },
  why: { evict: '最旧的几个键被逐出，其余的保留原来的位置。距离全都不变，缺少的只是被逐出的那几个。' },
  whyRenumber: {
    rope: {
      positioned: '程序把缓存的长度当作下一个位置，而键仍按旧位置旋转。没有报错，也没有警告。',
      bare: '键在旋转之前存入，读取时才按它在缓存中的下标旋转。',
      again: '每个存入的键再转一次，往回转的位置数就是被逐出的字母数：R₋₄R₁₁ = R₇。',
    },
    alibi: {
      positioned: '下一个位置取缓存的长度，而偏置仍从键的旧位置算起。',
      bare: '偏置在查询到来时按缓存中的下标计算，键不用改。',
    },
    learned: {
      positioned: '下一个字母取了缓存长度所指的那一行。旧的行已在每个键和值里，没有哪种修正能把它们取出来。',
      again: '剩下的字母从第 0 行起重读一遍。只有这样才能去掉旧的行，被逐出的字母所带来的内容也随之消失。',
    },
  },
  whyPad: {
    length: '字母从第一个真正的字母数起，下一个位置却取了填充后的总长。应从掩码数，不能从长度数。',
    mask: '填充已掩码，也不计数：下一个位置就是真正的字母数。',
    counted: '填充已掩码，但每个位置都把它算在内。距离不受这种偏移影响，位置表的行却会错。',
    seen: '填充（这里是换行符）没有掩码：字母都读到了它，下一个字母也看得见它。',
  },
  whyDynamic: '动态 NTK 按当前长度选频率：存入的键仍是文本较短时的角度。',
  whyDynamicCured: {
    positioned: '',
    bare: '动态 NTK 会改变频率；旋转之前存入的键总按当前频率旋转。',
    again: '再转一次去不掉旧频率留下的角度。',
  },
  models: {
    rope: '10 万参数的 RoPE 模型',
    alibi: '80 万参数的 ALiBi 模型',
    learned: '10 万参数、用可学习的表的模型',
  },
  measured: (layer, head, model) => `${model}，第 ${layer} 层第 ${head} 头；除位置外，一切与未受干扰时相同。`,
  csv: ['词元', '位置', '正确的位置', '得分', '正确的得分', '权重', '正确的权重'],
}

export const cacheWords: Bilingual<CacheWords> = { en, zh }
