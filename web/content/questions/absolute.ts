// Questions about vectors that are added to the embeddings.

import { say } from '../bilingual.js'
import { short } from '../format.js'

export const sameDistance = {
  text: say(
    'Give every position a vector made of waves. Take the dot product of the vectors at 3 and 5. Which other pair has the same?',
    '给每个位置一个由波组成的向量。取位置 3 和 5 的向量，求点积。下面还有哪一对的点积与它相同？',
  ),
  answers: {
    shared: say('3 and 8', '3 和 8'),
    far: say('40 and 42', '40 和 42'),
    doubled: say('6 and 10', '6 和 10'),
  },
  labels: {
    positions: (pair: string) => say(`Positions ${pair}`, `位置 ${pair}`),
  },
  explain: ([
    first = Number.NaN,
    shared = Number.NaN,
    far = Number.NaN,
    doubled = Number.NaN,
  ]: readonly number[]) =>
    say(
      `${short(first)} and ${short(far)}: a distance of 2 gives the same product at any position. Distances 5 and 4 give ${short(shared)} and ${short(doubled)}. This holds for the position vectors alone; in a model, content is added and learned matrices come between.`,
      `${short(first)} 与 ${short(far)}：距离是 2，点积就相同，不管在哪个位置。距离 5 和 4 得到 ${short(shared)} 和 ${short(doubled)}。这只对位置向量成立；在模型里还要加上内容，中间又隔着学得的矩阵。`,
    ),
}

export const tableEnd = {
  text: say(
    'A model adds the rows of a learned table of 64 rows to its embeddings. It is given 65 tokens. What happens to the last one?',
    '一个模型把一张 64 行的可学习的表逐行加到词嵌入上。给它 65 个词元，最后一个会怎样？',
  ),
  answers: {
    firstRow: say('It gets the first row: counting starts again.', '得到第一行：重新数起。'),
    lastRow: say('It gets the last row, like every later one.', '得到最后一行，以后的也一样。'),
    nothing: say('The model cannot read it.', '模型读不了它。'),
  },
  labels: {
    last: say('Position 63: row', '位置 63：行'),
    next: say('Position 64: row', '位置 64：行'),
  },
  explain: ({ last, next }: { last: number | string; next: number | string }) =>
    say(
      `Position 63 gets row ${last}. At 64 the library refuses${typeof next === 'number' ? ` (${next})` : ''}: a table, unlike a formula, ends. That is why such a model has a maximum length.`,
      `位置 63 得到第 ${last} 行；到 64，程序库拒绝计算${typeof next === 'number' ? `（${next}）` : ''}：表和公式不同，到此为止。所以这类模型有最大长度。`,
    ),
}

export const tableSize = {
  text: say(
    'Each of 16 tokens sees every other, and a bias has one learned number per distance and direction. How many numbers does one head need?',
    '16 个词元都看得见彼此，偏置为每个方向的每个距离学一个数。一个头需要多少个数？',
  ),
  labels: {
    before: say('Distances to earlier keys', '到前面各键的距离'),
    after: say('Distances to later keys', '到后面各键的距离'),
    count: say('Different numbers in the map', '图中不同的数'),
  },
  explain: ({ before, after, count }: { before: number; after: number; count: number }) =>
    say(
      `${before} distances to earlier keys, ${after} to later keys, and 0: ${count} = 2L\u00a0−\u00a01. Each diagonal of the map shows one of them. (With a causal mask the ${before}, and 0, are enough.)`,
      `到前面的键有 ${before} 个距离，到后面的键有 ${after} 个，再加上 0：共 ${count} 个，也就是 2L\u00a0−\u00a01。图中每条对角线上是其中一个。（有因果掩码时，前面的 ${before} 个加上 0 就够了。）`,
    ),
}
