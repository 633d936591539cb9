// The words of <wf-doors>.

import type { Bilingual } from '../../../content/bilingual.js'
import { doorWords } from '../../parts/positions/door-words.js'

const en = {
  ...doorWords.en,
  gap: ' ',
  stop: '. ',
  comma: ', ',
  look: 'Choose an encoding to see where position enters. Choose a door to read what happens there.',
  label: (title: string) => `The Transformer and its six doors; lit: the doors of ${title}`,
  choose: 'Encoding',
  short: { sinusoidal: 'Sinusoidal', rope: 'RoPE', alibi: 'ALiBi', shaw: 'Shaw' },
  diagram: {
    positions: 'positions',
    embedding: 'embedding',
    eachLayer: 'in each layer',
    query: 'query',
    key: 'key',
    value: 'value',
    feedForward: 'feed-forward',
  },
  open: 'lit',
  shut: 'not lit',
  members: (names: string, more: number) =>
    `Encodings that enter here: ${names}${more ? ` and ${more} more` : ''}.`,
  nobody: 'No encoding in the catalogue enters here.',
  enters: (title: string, doors: string) => `${title} enters through ${doors}.`,
  optional: (door: string) =>
    `The paper describes another term, which would enter through ${door}; no published model uses it.`,
  and: ' and ',
  none: (title: string) =>
    `${title}: position enters through none of the doors. Only the causal mask, which is part of the model and not of the encoding, carries order.`,
  only: (title: string) => `${title} enters through none of the six doors.`,
  paper: 'Source:',
  csv: { door: 'door', name: 'name', lit: 'lit', encodings: 'encodings' },
}

export type DoorsWords = typeof en

const zh: DoorsWords = {
  ...doorWords.zh,
  gap: '',
  stop: '。',
  comma: '、',
  look: '选一种编码：它的位置从哪几扇门进来，那几扇门就亮起。点一扇门，看那里发生什么。',
  label: (title) => `Transformer 与它的六扇门；亮起的是${title}的门`,
  choose: '编码',
  short: { sinusoidal: '正弦', rope: 'RoPE', alibi: 'ALiBi', shaw: 'Shaw' },
  diagram: {
    positions: '位置',
    embedding: '词嵌入',
    eachLayer: '每一层都有',
    query: '查询',
    key: '键',
    value: '值',
    feedForward: '前馈网络',
  },
  open: '亮着',
  shut: '未亮',
  members: (names, more) => `从这扇门进来的有：${names}${more ? `，另有 ${more} 种` : ''}。`,
  nobody: '目录里没有哪种编码从这里进来。',
  enters: (title, doors) => `${title}从${doors}进来。`,
  optional: (door) => `还有一项会从${door}进来：论文写出了它，公开的模型都没有用。`,
  and: '和',
  none: (title) => `${title}：哪扇门都没有开。只有因果掩码带着次序，而它属于模型，不属于编码。`,
  only: (title) => `${title}不开六扇门中的任何一扇。`,
  paper: '出处：',
  csv: { door: '门', name: '名称', lit: '亮', encodings: '编码' },
}

export const doorsWords: Bilingual<DoorsWords> = { en, zh }
