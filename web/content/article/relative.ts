import { say } from '../bilingual.js'
import { ask, chapter, lead, stage, step } from './section.js'

const t = String.raw

export const relative = chapter(
  'relative',
  {
    short: say('Distance', '距离'),
    title: say('What if the score is told the distance?', '如果把距离告诉得分呢？'),
  },
  stage(
    'diagonals',
    say(
      t`Map: rows are queries, columns keys. Bars: the bias by distance; below, the attention weights of each head.`,
      t`方格图：行是查询，列是键。条形：各距离上的偏置；下面是每个头的注意力权重。`,
    ),
    ask(
      'fixed-distance',
      { encoding: 'relativeBias', view: 'map', length: 16, parameters: {} },
      { encoding: 'alibi', view: 'weights', length: 32, parameters: {}, distance: 8 },
    ),
    step(
      { encoding: 'relativeBias', view: 'map', length: 16, first: 1000, parameters: {} },
      t`Leave queries and keys alone. To their score, add one number that depends only on the distance j − i: a <em>bias</em>. Every diagonal of the map has one value. Move the sentence: nothing changes. Sixteen tokens need 31 numbers: 15 for earlier keys, 15 for later ones, one for distance 0.`,
      t`查询和键原样不动。先算得分，再加一个只取决于距离 j − i 的数，也就是<em>偏置</em>。图中每条对角线只有一个值。平移句子，什么都不变。16 个词元要 31 个数：15 个给前面的键，15 个给后面的，1 个给距离 0。`,
    ),
    step(
      { encoding: 't5', view: 'weights', length: 64, head: 0, parameters: {} },
      t`T5 learns such numbers (shown: our small model’s), but shares them: 32 buckets per head. Short distances have a bucket each, longer ones share; the last takes all the rest. An encoder needs half of them for later keys, so the last starts at distance 91; a causal model has all 32 for earlier keys: at 113. The encoder’s layers share one table, the decoder’s another (<a href="https://arxiv.org/abs/1910.10683">Raffel et al. 2020</a>).`,
      t`T5 学这样的数（图中是我们的小模型学的），但让距离合用：每个头有 32 个桶，一个桶一个数。近的距离各占一桶；越远，合用一桶的距离越多；再远的全归最后一桶。编码器还要往后看，一半的桶留给后面，前后两半的最后一桶都从距离 91 开始；因果模型只往前看，32 个桶全用上，最后一桶从 113 开始。编码器各层共用一张表，解码器各层共用另一张（<a href="https://arxiv.org/abs/1910.10683">Raffel 等 2020</a>）。`,
    ),
    step(
      { encoding: 'alibi', view: 'weights', length: 32, heads: 8, head: 0, distance: 1, parameters: {} },
      t`ALiBi learns nothing. It subtracts slope × distance (<a href="https://arxiv.org/abs/2108.12409">Press et al. 2021</a>). Eight heads have slopes 1/2, 1/4, … 1/256. If contents score alike, each position farther back multiplies the attention weight by 0.61 in the steepest head and by 0.996 in the gentlest.`,
      t`ALiBi 什么都不学，只减去斜率 × 距离（<a href="https://arxiv.org/abs/2108.12409">Press 等 2021</a>）。八个头的斜率是 1/2、1/4 …… 1/256。内容得分相同时，每远一个位置，注意力权重在最陡的头里乘以 0.61，在最缓的头里乘以 0.996。`,
    ),
    step(
      { encoding: 'alibi', view: 'weights', length: 32, heads: 8, head: 7, distance: 8, parameters: {} },
      t`Compare distances 8 and 7. In every head, even this one, the weight falls with the distance: none prefers 8. A head of ALiBi can say “nearer”, not “eight”.`,
      t`比较距离 8 和 7。在每个头里，连图中这个最平缓的也一样，权重都随距离下降，没有哪个偏爱 8。ALiBi 的一个头说得出“更近”，说不出“八”。`,
    ),
    step(
      { encoding: 'alibi', view: 'weights', length: 32, distance: 8, parameters: { symmetric: true } },
      t`Remove the mask. ALiBi must now use |j − i|. Reverse the sentence, and each token’s output is the same: near and far are kept, before and after are lost. <a href="biases/">Formulas and details</a>.`,
      t`去掉掩码。ALiBi 这时只能用 |j − i|。把句子倒过来，每个词元的输出和原来一样：远近还在，先后丢了。<a href="zh/biases/">公式与细节</a>。`,
    ),
    lead(
      t`<b>What fails.</b> A bias is the same for every query. “The” looks for the next word, “bites” for its subject, and both get the same numbers. Position should take part in the comparison of query and key.`,
      t`<b>不足之处。</b>偏置对每个查询都一样。“的”要找的是后面的词，“咬”要找的是主语，拿到的却是同样的数。位置应当参与查询与键的比较。`,
    ),
  ),
)
