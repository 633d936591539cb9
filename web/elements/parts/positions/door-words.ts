// Words for the six hooks, which the page calls doors, and for what encodings change besides.

import type { Bilingual } from '../../../content/bilingual.js'

const en = {
  names: { embed: 'Embed', rotate: 'Rotate', bias: 'Bias', content: 'Content', value: 'Value', mask: 'Mask' },
  door: (number: number, name: string) => `Door ${number}, ${name}`,
  explained: {
    embed:
      'A vector for the position is added to the token’s embedding: x + p. This happens once, before the first layer; all layers then receive position mixed with content.',
    rotate:
      'Queries and keys are rotated by angles proportional to position: R(i) q and R(j) k. Position enters their product only as the distance j − i. This happens in each layer. Some encodings also scale the vectors.',
    bias: 'A number for each query and key position is added to the score: s + b(i, j). Usually it does not depend on the tokens; in forgetting attention it is computed from gates of the tokens in between.',
    content:
      'A term that depends on the positions and on the vectors is added to the score, such as q · r, where r is a vector for the distance. The same distance can matter for one token and not for another.',
    value:
      'Position changes the values, not the attention weights: a vector that depends on the distance is added to each value before the weighted mean is taken.',
    mask: 'Keys at some positions are hidden: they get an attention weight of 0. The causal mask, which hides later tokens, is the common case; most language models have it in addition to a position encoding.',
  },
  named: (number: number, name: string) => `door ${number} (${name})`,
  beside: {
    positions:
      'It changes the position ids themselves, before they are used, and is combined with another encoding.',
    score: 'It also changes the scores themselves: their scale, or a soft cap.',
  },
}

const zh: typeof en = {
  names: { embed: '嵌入', rotate: '旋转', bias: '偏置', content: '内容', value: '值', mask: '掩码' },
  door: (number, name) => `第 ${number} 扇门：${name}`,
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
  named: (number, name) => `第 ${number} 扇门（${name}）`,
  beside: {
    positions: '它在位置到达各扇门之前给位置重新编号，要与另一种编码合用。',
    score: '它还改变得分本身：换一种缩放，或者封顶。',
  },
}

export const doorWords: Bilingual<typeof en> = { en, zh }
