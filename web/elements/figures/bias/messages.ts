// The words of <wf-bias>.

import type { Bilingual } from '../../../content/bilingual.js'

const en = {
  gap: ' ',
  stop: '. ',
  look: {
    map: 'Choose a head: its map shows what is added to the score of each query and key.',
    distance:
      'Move along the curve: this is what is added to the scores of a query with keys nearer and farther away.',
    buckets: 'Move along the curve: near distances have a bucket each, far ones share one.',
    bucketMap: 'Each cell shows its bucket number: near distances have a bucket each, far ones share one.',
    weights:
      'Bars: what is added to the score at each distance. Rows: the attention weights that come of it, one row per head, if all contents score alike.',
    slopes:
      'Each point is a head. Heads with large slopes attend to near tokens, heads with small slopes also to tokens far back.',
  },
  kinds: { diagonals: 'Diagonals', buckets: 'Buckets', slopes: 'Slopes' },
  views: { map: 'Map', weights: 'Weights', distance: 'By distance', slopes: 'Slopes', buckets: 'Buckets' },
  view: 'View',
  choose: 'Bias',
  length: 'Length',
  heads: 'Heads',
  head: 'Head',
  first: 'First position',
  headOf: (head: number, count: number) => `Head ${head} of ${count}`,
  bars: (title: string) => `Bias by distance: ${title}`,
  rows: 'Heads: attention weights by distance',
  rowsName: 'weights of every head',
  away: (distance: number) =>
    distance === 0 ? 'the query itself' : distance < 0 ? `${-distance} back` : `${distance} ahead`,
  biasAt: (away: string, bias: string, bucket: number | undefined) =>
    bucket === undefined ? `${away}: ${bias}` : `${away}: ${bias} (bucket ${bucket})`,
  compared: (one: string, other: string, share: string) =>
    `${one}; ${other}. The first gets ${share} times the weight of the second.`,
  alike: (one: string, other: string) => `${one}; ${other}. Both get the same weight.`,
  all: (count: number) => `All ${count} heads, same colour scale`,
  query: 'query',
  key: 'key →',
  queries: (first: number, last: number) => `queries ${first} … ${last}`,
  keys: (first: number, last: number) => `keys ${first} … ${last} →`,
  cell: (query: number, key: number, value: string) => `query ${query}, key ${key}: ${value}`,
  hidden: (query: number, key: number) => `query ${query}, key ${key}: masked, it comes later`,
  later: 'masked: comes later',
  label: (title: string, head: number, count: number) =>
    count > 1 ? `Bias of head ${head} of ${count}: ${title}` : `Bias: ${title}`,
  summary: (rows: number, low: string, high: string) =>
    `${rows} queries and ${rows} keys, values from ${low} to ${high} over all heads.`,
  scale: { bias: 'bias added to the score', bucket: 'bucket number' },
  distance: 'key − query',
  bias: 'bias',
  bucket: 'bucket',
  headLine: (head: number) => `head ${head}`,
  others: 'other heads',
  slope: 'slope: change per position of distance',
  courseLabel: (title: string, query: number) => `Bias by distance for query ${query}: ${title}`,
  at: (distance: string, value: string) => `distance ${distance}: ${value}`,
  slopesLabel: (title: string) => `Slope of every head: ${title}`,
  slopeAt: (head: number, value: string, reach: string) =>
    `head ${head}: −${value} per position; after ${reach} positions the attention weight has fallen to 1/e, if scores are otherwise equal`,
  slopesSummary: (count: number, first: string, last: string) =>
    `${count} heads; the steepest falls by ${first} per step, the flattest by ${last}.`,
  captions: {
    alibi: (slope: string) =>
      `This head subtracts ${slope} from the score for each position between query and key. Nothing is learned.`,
    buckets:
      'The bucket of each query and key. (The map is computed with a table whose entries are their own row numbers.) A trained model adds one learned number per bucket and head.',
    plain: 'This number is added to the score before softmax, whatever the query and key are.',
    examples: 'Learned values are replaced by fixed examples here.',
    course: (query: number) =>
      `Curve for query ${query}. If a bias depends on more than the distance, other queries have other curves.`,
    weights:
      'Rows show weights by their square root: the softmax of the bias alone, over the distances shown.',
    bothSides:
      'Without a mask the distance is |j − i|: keys behind and ahead get the same number, and what comes before or after is lost.',
    trained:
      'The heads of a small model, trained on plays with windows of 64 characters: one learned number per bucket and head. Distances in one bucket have one number.',
    slopes:
      'A bias of −m per position multiplies the attention weight by e⁻ᵐ at each one. If all else is equal, it has fallen to 1/e, a little more than a third, after 1/m positions.',
  },
  paper: 'Source:',
}

export type BiasWords = typeof en

const zh: BiasWords = {
  gap: '',
  stop: '。',
  look: {
    map: '选一个头：图中的数加到每个查询与键的得分上。',
    distance: '沿曲线移动：这是给一个查询与远近不同的键的得分加上的数。',
    buckets: '沿曲线移动：近处的键各占一桶，远处的键合用。',
    bucketMap: '每格是所属桶的编号：近处的键各占一桶，远处的键合用。',
    weights: '柱：每个距离上加到得分的数。下面每行是一个头：内容得分都一样时，由此得到的注意力权重。',
    slopes: '每个点是一个头：斜率大的关注近处的词元，斜率小的也关注远处的。',
  },
  kinds: { diagonals: '对角线', buckets: '分桶', slopes: '斜率' },
  views: { map: '偏置图', weights: '权重', distance: '随距离', slopes: '斜率', buckets: '分桶' },
  view: '视图',
  choose: '偏置',
  length: '长度',
  heads: '头数',
  head: '头',
  first: '首个位置',
  headOf: (head, count) => `第 ${head} 个头，共 ${count} 个`,
  bars: (title) => `偏置随距离的变化：${title}`,
  rows: '各个头：注意力权重随距离的变化',
  rowsName: '各个头的权重',
  away: (distance) => (distance === 0 ? '查询自己' : distance < 0 ? `前 ${-distance}` : `后 ${distance}`),
  biasAt: (away, bias, bucket) =>
    bucket === undefined ? `${away}：${bias}` : `${away}：${bias}（第 ${bucket} 桶）`,
  compared: (one, other, share) => `${one}；${other}。前者的权重是后者的 ${share} 倍。`,
  alike: (one, other) => `${one}；${other}。两者的权重相同。`,
  all: (count) => `全部 ${count} 个头，用同一色标`,
  query: '查询',
  key: '键 →',
  queries: (first, last) => `查询 ${first} … ${last}`,
  keys: (first, last) => `键 ${first} … ${last} →`,
  cell: (query, key, value) => `查询 ${query}，键 ${key}：${value}`,
  hidden: (query, key) => `查询 ${query}，键 ${key}：已掩码，它在后面`,
  later: '已掩码：在后面',
  label: (title, head, count) =>
    count > 1 ? `${title}：第 ${head} 个头的偏置，共 ${count} 个头` : `偏置：${title}`,
  summary: (rows, low, high) => `${rows} 个查询、${rows} 个键，所有头的取值从 ${low} 到 ${high}。`,
  scale: { bias: '加到得分上的数', bucket: '桶的编号' },
  distance: '键 − 查询',
  bias: '偏置',
  bucket: '桶',
  headLine: (head) => `第 ${head} 个头`,
  others: '其他头',
  slope: '斜率：距离每加一个位置的变化',
  courseLabel: (title, query) => `查询 ${query} 的偏置随距离的变化：${title}`,
  at: (distance, value) => `距离 ${distance}：${value}`,
  slopesLabel: (title) => `各个头的斜率：${title}`,
  slopeAt: (head, value, reach) =>
    `第 ${head} 个头：每个位置 −${value}；得分在其他方面相同时，${reach} 个位置之后注意力权重降到 1/e`,
  slopesSummary: (count, first, last) => `共 ${count} 个头；最陡的每个位置降 ${first}，最缓的降 ${last}。`,
  captions: {
    alibi: (slope) => `查询与键每隔一个位置，这个头就从得分里减去 ${slope}。其中没有任何需要学习的参数。`,
    buckets:
      '一对查询和键落入哪个桶。（计算时用的表，每一项就是自己的行号。）训练好的模型给每个桶、每个头加一个学得的数。',
    plain: '这个数在 softmax 之前加到得分上，与查询和键的内容无关。',
    examples: '学得的数值在这里由固定的示例代替。',
    course: (query) => `这是查询 ${query} 的曲线。如果偏置不只取决于距离，别的查询就有别的曲线。`,
    weights: '各行的深浅随权重的平方根变化：只对偏置做 softmax，范围是图中的各个距离。',
    bothSides: '没有掩码时，距离取 |j − i|：前面和后面的键得到同样的数，先后之分就丢了。',
    trained:
      '一个小模型的各个头，在剧本上以 64 个字符的窗口训练：每个桶、每个头学得一个数。同一桶里的距离共用一个数。',
    slopes:
      '每个位置 −m 的偏置，使注意力权重每隔一个位置乘以 e⁻ᵐ：其他条件不变时，1/m 个位置之后降到 1/e，略高于三分之一。',
  },
  paper: '出处：',
}

export const biasWords: Bilingual<BiasWords> = { en, zh }
