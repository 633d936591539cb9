// Questions that <wf-surgery> answers: the same drawing, in the same state.

import { say } from '../bilingual.js'
import { short } from '../format.js'

export const shuffled = {
  text: say(
    'A model without position encoding reads a sentence. Every token sees every other. You shuffle the tokens. Whose output changes?',
    '一个不加位置编码的模型读一句话，每个词元都看得见其他词元。把次序打乱，谁的输出会变？',
  ),
  answers: {
    all: say('Everyone’s', '全都会变'),
    some: say('Only those with new neighbours', '换了邻居的才变'),
    none: say('Nobody’s', '谁的都不变'),
  },
  labels: {
    compared: say('Tokens compared (columns: change of each output)', '比较的词元数（柱：各个输出的变化）'),
    most: say('Largest change of an output, relative to its length', '输出的最大变化，占其长度的比例'),
  },
  explain: ({ outputs, most }: { outputs: readonly number[]; most: number }) =>
    say(
      `The largest change among ${outputs.length} outputs is ${short(most)}: rounding, from adding the same numbers in another order. Each output moves with its token.`,
      `${outputs.length} 个输出里最大的变化是 ${short(most)}，只是舍入：同样的数，相加的次序不同。每个输出都跟着自己的词元走。`,
    ),
}

export const causalShuffled = {
  text: say(
    'Now with a causal mask: each token sees itself and earlier tokens. Still no positions, and one layer. You swap the first two of five tokens. Whose output changes?',
    '现在加上因果掩码：每个词元只看得见自己和前面的词元。仍然不加位置，只有一层。把五个词元的前两个对调，谁的输出会变？',
  ),
  answers: {
    nobody: say('Nobody’s: there are no positions.', '谁的都不变：没有位置。'),
    everybody: say('Everyone’s: all see the two.', '都会变：都看得见那两个。'),
    swapped: say('Those two tokens’ alone.', '只有那两个词元的。'),
    later: say('That of the three later tokens.', '后面三个词元的。'),
  },
  labels: {
    swapped: say(
      'Smallest change of the two (columns: change of each output)',
      '那两个中较小的变化（柱：各个输出的变化）',
    ),
    later: say('Largest change of the three later ones', '后面三个中最大的变化'),
  },
  explain: ({ swapped, later }: { swapped: number; later: number }) =>
    say(
      `The two now see other tokens; their outputs change by at least ${short(swapped)} times their length. The later ones see the same set as before; their largest change is ${short(later)}, up to rounding. One causal layer knows which tokens come before, not in which order. A second layer can tell more, because the first layer’s outputs depend on the order.`,
      `那两个词元看见的词元变了，输出的变化至少是其长度的 ${short(swapped)} 倍。后面的词元看见的还是同一批，最大的变化是 ${short(later)}（至多有舍入）。一层因果注意力知道前面有哪些词元，却不知道它们的次序；再加一层就知道得更多，因为第一层的输出取决于次序。`,
    ),
}

export const slid = {
  text: say(
    'You shift a sentence by eight positions. Which attention map changes?',
    '把一句话整体后移八个位置。哪一张注意力图会变？',
  ),
  answers: {
    rope: say('RoPE’s.', 'RoPE 的。'),
    learned: say('The learned table’s.', '可学习的表的。'),
    both: say('Both.', '两张都变。'),
    neither: say('Neither.', '两张都不变。'),
  },
  labels: {
    rope: say('RoPE: largest change of an attention weight', 'RoPE：注意力权重的最大变化'),
    learned: say('Learned table: largest change of an attention weight', '可学习的表：注意力权重的最大变化'),
  },
  explain: ({ rope, learned }: { rope: number; learned: number }) =>
    say(
      `With RoPE no attention weight changes by more than ${short(rope)}: all differences of angles are the same. With the table one changes by ${short(learned)}: the same tokens get other rows.`,
      `用 RoPE 时，注意力权重的变化不超过 ${short(rope)}：角度之差都没有变。用可学习的表时，有一个变了 ${short(learned)}：同样的词元得到了别的行。`,
    ),
}
