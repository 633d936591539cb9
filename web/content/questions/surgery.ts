// Questions that <wf-surgery> answers: the same drawing, in the same state.

import { say } from '../bilingual.js'
import { short } from '../format.js'

export const shuffled = {
  text: say(
    'Twelve words, no position encoding, every word sees every other. Shuffle them. Which words get another output?',
    '十二个词，不加位置编码，每个词都看得见其他词。把次序打乱，哪些词的输出会变？',
  ),
  answers: {
    some: say('Only some, such as those with new neighbours.', '只有一部分，比如换了邻居的词。'),
    none: say('None.', '一个都不变。'),
    all: say('All of them.', '全都会变。'),
  },
  labels: {
    compared: say('Words compared; a column is how far an output moved', '比较的词数；柱高是输出变化的大小'),
    most: say('Largest change of an output, as a share of its length', '输出的最大变化，占其长度的比例'),
  },
  explain: ({ outputs, most }: { outputs: readonly number[]; most: number }) =>
    say(
      `The largest change among ${outputs.length} outputs is ${short(most)}, no more than rounding: the same numbers, added in another order. Each output travels with its word.`,
      `${outputs.length} 个输出里最大的变化是 ${short(most)}，不超出舍入：同样的数，只是相加的次序不同。每个输出都跟着自己的词走。`,
    ),
}

export const causalShuffled = {
  text: say(
    'Now each word sees only itself and the words before it, still without positions, in one layer. Shuffle all words but the last. Whose output changes?',
    '现在每个词只看得见自己和前面的词，仍然不加位置，只有一层。除最后一个词之外全部打乱，谁的输出会变？',
  ),
  answers: {
    nobody: say('Nobody’s: there are no positions.', '谁的都不变：没有位置可言。'),
    everybody: say('Everybody’s, the last word’s included.', '都会变，最后一个词也一样。'),
    before: say('That of words before; the last one’s stays.', '前面的词会变，最后一个词不变。'),
  },
  labels: {
    before: say('Largest change among the words before', '前面各词中最大的变化'),
    last: say('Change of the last word', '最后一个词的变化'),
  },
  explain: ({ last, most }: { last: number; most: number }) =>
    say(
      `A word before now sees other words, and its output moves by up to ${short(most)} times its length. The last word sees the same set as before and moves by ${short(last)}, no more than rounding. One causal layer knows which words come before, not in which order; the next layer can use what the first one leaked.`,
      `前面的词看见的词变了，输出的变化最多达到其长度的 ${short(most)} 倍。最后一个词看见的还是同一批词：变化是 ${short(last)}，不超出舍入。一层因果注意力知道前面有哪些词，却不知道它们的次序；下一层才能利用第一层漏进来的信息。`,
    ),
}

export const slid = {
  text: say(
    'Slide a sentence eight positions to the right and compare the attention maps before and after. Which map moves?',
    '把一句话整体后移八个位置，比较前后的注意力图。哪一张会变？',
  ),
  answers: {
    rope: say('That of the rotation (RoPE).', '旋转（RoPE）的图。'),
    learned: say('That of the learned table.', '可学习表的图。'),
    both: say('Both.', '两张都变。'),
    neither: say('Neither.', '两张都不变。'),
  },
  labels: {
    rope: say('Rotation: largest change of a weight', '旋转：权重的最大变化'),
    learned: say('Learned table: largest change of a weight', '可学习的表：权重的最大变化'),
  },
  explain: ({ rope, learned }: { rope: number; learned: number }) =>
    say(
      `Under the rotation no weight moves by more than ${short(rope)}: every difference of angles is as it was. Under the table one moves by ${short(learned)}: other rows are added to the same words.`,
      `旋转之下，权重的变化不超过 ${short(rope)}：角度之差一个都没变。可学习的表之下，有的权重变了 ${short(learned)}：同样的词加上了别的行。`,
    ),
}
