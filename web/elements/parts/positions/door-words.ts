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
    embed:
      '把位置的向量加到词元的嵌入上：x + p。只在进入第一层之前做一次；此后所有层收到的都是与内容混在一起的位置。',
    rotate:
      '查询和键各自旋转，角度与位置成正比：R(i) q 与 R(j) k。位置只以距离 j − i 进入二者之积。每一层都做。有的编码还缩放向量。',
    bias: '按查询和键的位置，给得分加上一个数：s + b(i, j)。它多半与词元无关；遗忘注意力则由夹在中间的词元的门算出这个数。',
    content:
      '给得分加上一项，它既取决于位置，也取决于向量，例如 q · r，其中 r 是距离的向量。同样的距离，对有的词元要紧，对有的不要紧。',
    value: '位置改变的是值，而不是注意力权重：在对值求加权平均之前，给每个值加上一个取决于距离的向量。',
    mask: '遮住某些位置的键：它们的注意力权重为 0。最常见的是因果掩码，它遮住后面的词元；多数语言模型在位置编码之外还用它。',
  },
  named: (number, name) => `第 ${number} 扇门（${name}）`,
  beside: {
    positions: '它在位置编号被用到之前就改变编号，要与另一种编码合用。',
    score: '它还改变得分本身：改变缩放，或者封顶。',
  },
}

export const doorWords: Bilingual<typeof en> = { en, zh }
