// The words of <wf-encoding>.

import type { Bilingual } from '../../../content/bilingual.js'

const en = {
  gap: ' ',
  /** The end of a sentence, and the gap after it. */
  stop: '. ',
  look: {
    map: 'Point at a cell to read its value. These are the values that the encoding brings into the model.',
    similarity: 'Follow a row: cells near 1 are the positions most similar to this one.',
    waves: 'Each point is a pair of channels. Pairs above the line complete no period within this length.',
    decay: 'Move right: the score of the same query and key at growing distance.',
  },
  views: { map: 'Values', similarity: 'Similarity', waves: 'Wavelengths', decay: 'Score by distance' },
  view: 'View',
  choose: 'Encoding',
  length: 'Length',
  dim: 'Channels',
  head: 'Head',
  nth: (index: number, count: number) => `${index} of ${count}`,
  paper: 'Source:',
  conventions: 'Conventions:',
  position: 'position',
  otherPosition: 'position →',
  dimension: 'channel →',
  query: 'query',
  key: 'key →',
  featureCell: (position: number, dimension: number, value: string) =>
    `position ${position}, dimension ${dimension}: ${value}`,
  pairCell: (a: number, b: number, value: string) => `positions ${a} and ${b}: ${value}`,
  biasCell: (query: number, key: number, value: string) => `query ${query}, key ${key}: ${value}`,
  hiddenCell: (query: number, key: number) => `query ${query}, key ${key}: masked, it comes later`,
  scoreCell: (query: number, key: number, before: string, after: string) =>
    `query ${query}, key ${key}: ${before} before, ${after} after`,
  seen: 'visible',
  masked: 'masked',
  later: 'masked: comes later',
  label: (title: string) => `Values of the encoding: ${title}`,
  value: 'value',
  toScore: 'added to the score',
  cosine: 'cosine',
  similarityLabel: (title: string) => `Similarity of positions: ${title}`,
  summary: (rows: number, columns: number, low: string, high: string) =>
    `${rows} rows and ${columns} columns, values from ${low} to ${high}.`,
  maskSummary: (queries: number, keys: number, seen: number) =>
    `${queries} queries and ${keys} keys; ${seen} combinations are visible.`,
  similaritySummary: (rows: number, next: string, far: string) =>
    `${rows} positions. Mean similarity of neighbours ${next}; of the first and the last ${far}.`,
  doors: {
    embed: 'Added to the embeddings',
    rotate: 'Applied to queries and keys',
    bias: 'Added to the scores',
    content: 'Added to the scores, depending on q and k',
    positions: 'Changes the position ids',
    mask: 'Hides keys',
    score: 'Changes the scores',
  },
  shown: {
    embed: 'Row p is added to the embedding of the token at position p.',
    rotate:
      'A fixed vector of ones and zeros, transformed by this encoding for each position. Queries and keys are transformed in the same way before they are multiplied; nothing is added.',
    bias: 'This number is added to the score of a query and a key, whatever the two vectors are.',
    content:
      'This number is added to the score of a query and a key. It depends on the two vectors; here these are fixed random vectors, the same for every encoding.',
    positions:
      'The distance between query and key after the position ids have been changed. The encoding it is combined with, such as RoPE, uses these distances.',
    mask: 'Each filled cell is a key that the query can attend to. Hatched keys are masked.',
    score:
      'Queries and keys are single numbers from −2 to 2, and a score is their product. The map shows the scores after the cap: small scores hardly change, large ones level off.',
  },
  rows: 'Its table is learned. No trained table is used here: each entry is its own row number, so the map shows which row is used where.',
  examples: 'Learned values are replaced by fixed examples here.',
  tokens: {
    grid: 'The tokens are patches of an image, row by row.',
    image: 'The tokens are text, then image patches row by row, then text again.',
    tree: 'The tokens are the nodes of a binary tree, numbered from its root; the distance is how many edges lie between two nodes.',
    digits: 'The text contains four-digit numbers; each digit uses the row of its index within the number.',
    segments: 'The first half of the tokens is one segment, the second half another.',
  },
  none: 'Nothing is added: the map is zero everywhere. Order can enter only through the causal mask.',
  /** Notes on single encodings, which replace the note of their hook. */
  own: {
    sinusoidal:
      'Row p is added to the embedding of the token at position p. Each pair of channels is a sine and a cosine; wavelengths grow from left to right.',
    rope: 'A vector in which every pair is (1, 0), rotated for each position: you see the cosine and sine of each pair’s angle. Queries and keys are rotated in the same way; nothing is added.',
    alibi: (slope: string) =>
      `This number is added to the score of a query and a key. It is 0 on the diagonal and changes by ${slope} per position of distance; each head has its own slope.`,
    t5: 'The bucket of each query and key: short distances have a bucket each, long ones share. T5 adds one learned number per bucket and head. There is no trained table here, so the map shows the bucket numbers.',
  } as Readonly<Record<string, string | ((slope: string) => string)>>,
  similarity: {
    embed:
      'The cosine similarity of the vectors of two positions. Along each diagonal the distance is the same.',
    rotate:
      'The score of an equal query and key (all ones), divided by its value at distance 0. Along each diagonal the distance is the same.',
  },
  waves: (pairs: number, fast: string, slow: string, whole: number) =>
    `Of ${pairs} pairs, the shortest wavelength is ${fast} positions, the longest ${slow}; ${whole} complete at least one period within this length.`,
  wavesLabel: (title: string) => `Wavelengths: ${title}`,
  pair: 'pair of channels',
  wavelength: 'wavelength (positions)',
  pairReading: (pair: number, wave: string) => `pair ${pair}: wavelength ${wave} positions`,
  lengthMark: (length: number) => `length ${length}`,
  decayLabel: (title: string) => `Score by distance: ${title}`,
  distance: 'distance between query and key',
  score: 'score',
  scoreReading: (distance: number, score: string) => `distance ${distance}: ${score}`,
  hiddenReading: (distance: number) => `distance ${distance}: masked`,
  decay: {
    what: 'The score, before softmax, of an equal query and key (all ones), averaged over heads.',
    rises: (at: number) => `It does not fall throughout: it first rises at distance ${at}.`,
    falls: 'It never rises in this range.',
  },
  formula: 'Formula:',
}

export type EncodingWords = typeof en

const zh: EncodingWords = {
  gap: '',
  stop: '。',
  look: {
    map: '指向一个格子，就能读到它的值。这些就是编码带进模型的值。',
    similarity: '沿一行看过去：接近 1 的格子，就是与它最相似的位置。',
    waves: '每个点是一对通道。线以上的那些，在这个长度之内转不满一圈。',
    decay: '向右移动：同一对查询和键，距离越来越大时的得分。',
  },
  views: { map: '数值', similarity: '相似度', waves: '波长', decay: '得分随距离' },
  view: '视图',
  choose: '编码',
  length: '长度',
  dim: '通道数',
  head: '头',
  nth: (index, count) => `第 ${index} 个，共 ${count} 个`,
  paper: '出处：',
  conventions: '约定：',
  position: '位置',
  otherPosition: '位置 →',
  dimension: '通道 →',
  query: '查询',
  key: '键 →',
  featureCell: (position, dimension, value) => `位置 ${position}，通道 ${dimension}：${value}`,
  pairCell: (a, b, value) => `位置 ${a} 与 ${b}：${value}`,
  biasCell: (query, key, value) => `查询 ${query}，键 ${key}：${value}`,
  hiddenCell: (query, key) => `查询 ${query}，键 ${key}：已掩码，它在后面`,
  scoreCell: (query, key, before, after) => `查询 ${query}，键 ${key}：变换前 ${before}，变换后 ${after}`,
  seen: '可见',
  masked: '已掩码',
  later: '已掩码：在后面',
  label: (title) => `编码的数值：${title}`,
  value: '数值',
  toScore: '加到得分上的数',
  cosine: '余弦',
  similarityLabel: (title) => `位置之间的相似度：${title}`,
  summary: (rows, columns, low, high) => `共 ${rows} 行、${columns} 列，取值从 ${low} 到 ${high}。`,
  maskSummary: (queries, keys, seen) => `${queries} 个查询、${keys} 个键，其中 ${seen} 对可见。`,
  similaritySummary: (rows, next, far) =>
    `共 ${rows} 个位置。相邻位置的相似度平均为 ${next}，首尾两个位置为 ${far}。`,
  doors: {
    embed: '加到词嵌入上',
    rotate: '作用于查询和键',
    bias: '加到得分上',
    content: '加到得分上，取决于 q 和 k',
    positions: '改变位置编号',
    mask: '遮住一部分键',
    score: '改变得分',
  },
  shown: {
    embed: '第 p 行加到位置 p 的词元嵌入上。',
    rotate:
      '由 1 和 0 组成的固定向量，在各个位置上经这种编码变换。查询和键在相乘之前也这样变换；什么也不加。',
    bias: '这个数加到查询与键的得分上，与这两个向量是什么无关。',
    content: '这个数加到查询与键的得分上，它取决于这两个向量；这里用的是固定的随机向量，每种编码都相同。',
    positions: '位置编号改变之后，查询与键之间起作用的距离。与它合用的编码（例如 RoPE）用的就是这些距离。',
    mask: '填色的格子是查询可以关注的键；画斜线的键已掩码。',
    score:
      '查询和键是从 −2 到 2 的单个数，得分就是二者的乘积。图中是封顶之后的得分：小的几乎不变，大的趋于平缓。',
  },
  rows: '它的表是学来的。这里没有用训练好的表，每一项就是自己的行号：由图可见哪里用了哪一行。',
  examples: '学得的数值在这里由固定的示例代替。',
  tokens: {
    grid: '词元是一张图像的各个方块，逐行排列。',
    image: '词元先是一段文字，再是一张图像的各个方块（逐行排列），然后又是文字。',
    tree: '词元是一棵二叉树的节点，从根开始编号；距离是两个节点之间的边数。',
    digits: '文本里有四位数；每个数字用的行，由它在这个数里的下标决定。',
    segments: '前一半词元是一个片段，后一半是另一个片段。',
  },
  none: '什么也不加，整张图都是零。次序只能经由因果掩码（causal mask）进入模型。',
  own: {
    sinusoidal: '第 p 行加到位置 p 的词元嵌入上。每一对通道是一个正弦和一个余弦，越往右波长越长。',
    rope: '每一对通道都是 (1, 0) 的向量，按位置旋转：图中是每对转角的余弦和正弦。查询和键就是这样旋转的，并不加上任何东西。',
    alibi: (slope: string) =>
      `这个数加到查询与键的得分上：对角线上为 0，距离每增加一个位置就变化 ${slope}；每个头有自己的斜率。`,
    t5: '一对查询和键落入哪个桶：近的距离各占一桶，远的距离合用。T5 给每个桶、每个头加一个学得的数。这里没有训练过的表，所以图中显示桶的编号。',
  },
  similarity: {
    embed: '两个位置的向量之间的余弦相似度。同一条对角线上，距离相同。',
    rotate: '内容相同（全为 1）的查询与键的得分，与距离为 0 时之比。同一条对角线上，距离相同。',
  },
  waves: (pairs, fast, slow, whole) =>
    `共 ${pairs} 对：最短的波长是 ${fast} 个位置，最长的是 ${slow} 个；其中 ${whole} 对在这个长度之内至少转满一圈。`,
  wavesLabel: (title) => `波长：${title}`,
  pair: '通道对',
  wavelength: '波长（位置数）',
  pairReading: (pair, wave) => `第 ${pair} 对：波长 ${wave} 个位置`,
  lengthMark: (length) => `长度 ${length}`,
  decayLabel: (title) => `得分随距离的变化：${title}`,
  distance: '查询与键的距离',
  score: '得分',
  scoreReading: (distance, score) => `距离 ${distance}：${score}`,
  hiddenReading: (distance) => `距离 ${distance}：已掩码`,
  decay: {
    what: '内容相同（全为 1）的查询与键在 softmax 之前的得分，对各个头取平均。',
    rises: (at) => `它并非一路下降：在距离 ${at} 处首次上升。`,
    falls: '在这个范围内它从不上升。',
  },
  formula: '公式：',
}

export const encodingWords: Bilingual<EncodingWords> = { en, zh }
