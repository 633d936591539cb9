// Questions about what a causal mask tells a model without position encoding.

import { say } from '../bilingual.js'
import { short } from '../format.js'

export const recognised = {
  text: say(
    'A causal model without position encoding reads eight tokens, and one head scores all keys alike. In which text does its output tell how many tokens it sees?',
    '一个不加位置编码的因果模型读八个词元，有个头给所有键打同样的分。在哪种文本里，它的输出能说明自己看见几个词元？',
  ),
  answers: {
    started: say('A start token, then the same word seven times.', '一个起始词元，再是同一个词七次。'),
    same: say('The same word, eight times.', '同一个词，重复八次。'),
    both: say('In both: the mask lets it count.', '两种都能：有掩码就能数。'),
    neither: say('In neither: there are no positions.', '两种都不能：没有位置。'),
  },
  labels: {
    same: say(
      'The same word: largest difference between two of the eight outputs',
      '同一个词：八个输出之间的最大差别',
    ),
    started: say(
      'With a start token: smallest difference between neighbouring outputs',
      '有起始词元：相邻两个输出的最小差别',
    ),
    weight: say(
      'Attention weight of the first token, seen from the eighth (columns: from the first to the eighth)',
      '第八个词元给第一个的注意力权重（柱：从第一个到第八个）',
    ),
  },
  explain: ({ same, weight }: { same: number; weight: number }) =>
    say(
      `Equal values have one mean, however many there are: these outputs differ by ${short(same)}. A start token’s value enters with weight 1/n, ${short(weight)} at the eighth token, which tells n: a head can count like this where some token can be recognised.`,
      `相同的值取平均还是那个值，不管有几个：这些输出相差 ${short(same)}。起始词元的值以权重 1/n 进入，到第八个词元是 ${short(weight)}，n 就看得出来：认得出某个词元，头就能这样计数。`,
    ),
}
