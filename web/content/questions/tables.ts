// Questions about the rows of position tables, and how many numbers they hold.

import { say } from '../bilingual.js'
import { short } from '../format.js'

export const deltaRow = {
  text: say(
    'DeBERTa with k\u00a0=\u00a04: δ(i,\u00a0j) is i\u00a0−\u00a0j, clipped to −4\u00a0…\u00a03, plus 4. The query at 2 looks up row δ(2,\u00a09)\u00a0=\u00a00 for the key at 9. In the paper’s formula the key looks up δ(9,\u00a02). Which row is that?',
    'DeBERTa，k\u00a0=\u00a04：δ(i,\u00a0j) 是 i\u00a0−\u00a0j 截断到 −4\u00a0…\u00a03，再加 4。位置 2 的查询对位置 9 的键查第 δ(2,\u00a09)\u00a0=\u00a00 行。按论文的公式，键查的是 δ(9,\u00a02)。这是第几行？',
  ),
  answers: {
    same: say('0: it is the same pair.', '0：还是同一对。'),
    last: say('7', '7'),
    mirrored: say('8', '8'),
    distance: say('11: 9\u00a0−\u00a02, plus 4.', '11：9\u00a0−\u00a02，再加 4。'),
  },
  labels: {
    query: say('Row that the query looks up', '查询查的行'),
    key: say('Row that the key looks up', '键查的行'),
  },
  explain: ({ query, key }: { query: number; key: number }) =>
    say(
      `Seen from the query the difference is −7, clipped to −4: row ${short(query)}; seen from the key it is 7, clipped to 3: row ${short(key)}, the last of 2k rows. (The published code takes δ(i,\u00a0j) here, too.)`,
      `从查询看，差是 −7，截断到 −4：第 ${short(query)} 行；从键看，差是 7，截断到 3：第 ${short(key)} 行，是 2k 行里的最后一行。（公开的代码在这里也取 δ(i,\u00a0j)。）`,
    ),
}

export const sharedTable = {
  text: say(
    'T5-base’s encoder has 12 layers with 12 heads each, and sorts distances into 32 buckets. How many numbers for positions does it learn in all?',
    'T5-base 的编码器有 12 层，每层 12 个头，距离分进 32 个桶。它总共学多少个表示位置的数？',
  ),
  answers: {
    buckets: say('32: one per bucket.', '32：每个桶一个。'),
    heads: say('384: one per bucket and head.', '384：每个桶、每个头一个。'),
    layers: say('4,608: those of each layer are its own.', '4,608：每一层还各有各的。'),
    vectors: say('24,576: a vector of 768 per bucket.', '24,576：每个桶一个 768 维的向量。'),
  },
  labels: {
    tables: say('Tables that the 12 layers read', '12 层读取的表'),
    numbers: say('Numbers in T5-base’s encoder', 'T5-base 编码器里的数'),
    bert: say('In BERT-base’s table of positions', 'BERT-base 的位置表里的数'),
    gpt2: say('In GPT-2’s', 'GPT-2 的'),
  },
  explain: ({ numbers, bert, gpt2 }: { numbers: number; bert: number; gpt2: number }) =>
    say(
      `A bias is one number per bucket and head, ${short(numbers)} in all, and every layer reads the same table. BERT-base’s table of vectors has ${short(bert / numbers)} times as many numbers, GPT-2’s ${short(gpt2 / numbers)} times; sinusoidal vectors, RoPE and ALiBi learn none.`,
      `偏置是每个桶、每个头一个数，共 ${short(numbers)} 个，所有层读同一张表。BERT-base 的位置表装的是向量，数的个数是它的 ${short(bert / numbers)} 倍，GPT-2 是 ${short(gpt2 / numbers)} 倍；正弦、RoPE 和 ALiBi 一个也不学。`,
    ),
}
