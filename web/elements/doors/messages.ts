// The words of <wf-doors>.

import type { Tables } from '../element/language.js'

const en = {
  gap: ' ',
  stop: '. ',
  comma: ', ',
  look: 'Choose an encoding, and the doors by which position enters light up. Choose a door to read what happens there.',
  label: (title: string) => `The Transformer and its six doors; lit for ${title}`,
  choose: 'Encoding',
  diagram: {
    ...{ positions: 'positions', tokens: 'tokens', embedding: 'embedding', eachLayer: 'in each layer' },
    ...{ query: 'query', key: 'key', value: 'value', feedForward: 'feed-forward', next: 'next token' },
    names: {
      ...{ embed: 'Embed', rotate: 'Rotate', bias: 'Bias', content: 'Content', value: 'Value', mask: 'Mask' },
    },
  },
  door: (number: number, name: string) => `Door ${number}, ${name}`,
  open: 'lit',
  shut: 'not lit',
  explained: {
    embed:
      'A vector for the position is added to the embedding of the token: x + p. It happens once, before the first layer; from there it travels through all layers, mixed with the content.',
    rotate:
      'Queries and keys are turned by an angle that grows with the position: R(i) q and R(j) k. Their product then depends on the distance i − j. It happens in each layer. Some encodings stretch the vectors as well.',
    bias: 'A number for each pair of positions is added to the score: s + b(i, j). Mostly it is the same whatever the tokens are; in forgetting attention it comes from gates of the tokens in between.',
    content:
      'A term that depends on the positions and on the vectors is added to the score, such as q · r for a vector r of the distance. The same distance can matter to one token and not to another.',
    value:
      'The position changes what is handed over, not who is listened to: each value gets something that depends on its distance before the values are mixed.',
    mask: 'Some keys are hidden, by where they stand: they get no attention at all. The causal mask, which hides what comes later, is of this kind, and most language models have it besides their encoding.',
  },
  members: (names: string, more: number) => `By this door: ${names}${more ? ` and ${more} more` : ''}.`,
  nobody: 'No encoding of the catalogue enters here.',
  enters: (title: string, doors: string) => `${title} enters by ${doors}.`,
  named: (number: number, name: string) => `door ${number} (${name})`,
  optional: (door: string) =>
    `Another term would enter by ${door}; the paper writes it down, and no published model uses it.`,
  and: ' and ',
  none: (title: string) =>
    `${title}: none of the doors opens. Order can be told from the causal mask alone, which belongs to the model and not to the encoding.`,
  only: (title: string) => `${title} opens none of the six doors.`,
  beside: {
    positions:
      'It renumbers the positions before any door sees them; it is used together with another encoding.',
    score: 'It also changes the scores themselves: their scale, or a cap.',
  },
  paper: 'Source:',
  csv: { door: 'door', name: 'name', lit: 'lit', encodings: 'encodings' },
}

export type DoorsWords = typeof en

const zh: DoorsWords = {
  gap: '',
  stop: '。',
  comma: '、',
  look: '选一种编码：它的位置从哪几扇门进来，那几扇门就亮起。点一扇门，看那里发生什么。',
  label: (title) => `Transformer 与它的六扇门；亮起的是${title}的门`,
  choose: '编码',
  diagram: {
    ...{ positions: '位置', tokens: '词元', embedding: '词嵌入', eachLayer: '每一层都有' },
    ...{ query: '查询', key: '键', value: '值', feedForward: '前馈网络', next: '下一个词元' },
    names: { embed: '嵌入', rotate: '旋转', bias: '偏置', content: '内容', value: '值', mask: '掩码' },
  },
  door: (number, name) => `第 ${number} 扇门：${name}`,
  open: '亮着',
  shut: '未亮',
  explained: {
    embed: '把位置的向量加到词元的嵌入上：x + p。只在进入第一层之前做一次，此后与内容混在一起，穿过所有层。',
    rotate:
      '查询和键按位置转过一个角度，位置越靠后转得越多：R(i) q 与 R(j) k。二者之积于是取决于距离 i − j。每一层都做。有的编码还会伸缩向量。',
    bias: '给得分加上每对位置的一个数：s + b(i, j)。它多半与词元的内容无关；遗忘注意力则由夹在中间的词元的门算出这个数。',
    content:
      '加到得分上的一项既看位置，也看向量，例如 q · r，其中 r 是距离对应的向量。同样的距离，对有的词元要紧，对有的不要紧。',
    value: '位置改变的是交出去的内容，而不是听谁的：在各个值混合之前，给每个值加上一个取决于距离的向量。',
    mask: '按所处的位置遮住一部分键，被遮住的完全得不到注意力。遮住后文的因果掩码就属于这一类；多数语言模型在位置编码之外都有它。',
  },
  members: (names, more) => `从这扇门进来的有：${names}${more ? `，另有 ${more} 种` : ''}。`,
  nobody: '目录里没有哪种编码从这里进来。',
  enters: (title, doors) => `${title}从${doors}进来。`,
  named: (number, name) => `第 ${number} 扇门（${name}）`,
  optional: (door) => `还有一项会从${door}进来：论文写出了它，公开的模型都没有用。`,
  and: '和',
  none: (title) => `${title}：哪扇门都没有开。顺序只能从因果掩码看出来，而它属于模型，不属于编码。`,
  only: (title) => `${title}不开六扇门中的任何一扇。`,
  beside: {
    positions: '它在位置到达各扇门之前给位置重新编号，要与另一种编码合用。',
    score: '它还改变得分本身：换一种缩放，或者封顶。',
  },
  paper: '出处：',
  csv: { door: '门', name: '名称', lit: '亮', encodings: '编码' },
}

export const doorsWords: Tables<DoorsWords> = { en, zh }
