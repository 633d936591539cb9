// Questions about position in the values.

import { type Bilingual, say } from '../bilingual.js'
import { short } from '../format.js'

export const movedValue = {
  text: say(
    'In the first layer, a query attends to one key alone, two positions back. Then both move on by 20. With which encoding does the query receive another value?',
    '在第一层，一个查询只关注往前两个位置的那一个键。然后两者一起后移 20。用哪种编码时，查询收到的值变了？',
  ),
  answers: {
    sinusoidal: say('Sinusoidal vectors', '正弦向量'),
    rope: say('RoPE', 'RoPE'),
    alibi: say('ALiBi', 'ALiBi'),
    shaw: say('Shaw’s vectors', 'Shaw 的向量'),
  },
  labels: {
    change: (name: Bilingual) =>
      say(`${name.en}: largest change of what is received`, `${name.zh}：收到的值的最大变化`),
  },
  explain: (change: number) =>
    say(
      `A vector added to the embedding is in the value too, which changes by up to ${short(change)}. RoPE rotates queries and keys, ALiBi changes scores, and neither touches a value; the vector that Shaw adds to it is that of the distance, which is still 2.`,
      `加在嵌入上的向量也进了值，值的变化最多 ${short(change)}。RoPE 旋转查询和键，ALiBi 改的是得分，都不碰值；Shaw 加给值的是距离的向量，而距离还是 2。`,
    ),
}

export const farValue = {
  text: say(
    'Shaw’s vectors, clipped at k\u00a0=\u00a04, are added to keys and values. One key is 6 positions back, another 60. What do the values tell the query about these distances?',
    'Shaw 的向量在 k\u00a0=\u00a04 处截断，加在键和值上。一个键在往前 6 个位置处，另一个在往前 60 处。从值里，查询能知道这两个距离的什么？',
  ),
  answers: {
    nothing: say('Nothing: values carry no position.', '什么也不知道：值里没有位置。'),
    both: say('Both distances, exactly.', '两个距离，分毫不差。'),
    clipped: say('That both are at least 4.', '两个都不小于 4。'),
  },
  labels: {
    near: say(
      'Largest difference between what is added at distances 3 and 6',
      '距离 3 与 6 处所加向量的最大差别',
    ),
    far: say('Between 6 and 60', '6 与 60 之间'),
  },
  explain: ({ near, far }: { near: number; far: number }) =>
    say(
      `The vectors for distances 3 and 6 differ by up to ${short(near)}, those for 6 and 60 by ${short(far)}. From distance 4 on, all keys share the last vector: the value says “at least 4 back”, and no more.`,
      `距离 3 与 6 的向量最多相差 ${short(near)}，6 与 60 的相差 ${short(far)}。从距离 4 起，所有键共用最后一个向量：值只说“至少往前 4”。`,
    ),
}
