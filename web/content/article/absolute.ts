import { say } from '../bilingual.js'
import { ask, chapter, lead, stage, step } from './section.js'

const t = String.raw

export const absolute = chapter(
  'absolute',
  {
    short: say('Numbers', '编号'),
    title: say('How do you write a position as a vector?', '位置怎样写成向量？'),
  },
  stage(
    'waves',
    say(
      t`Columns are positions, rows channels of their vectors; solid curves sines, dashed cosines. Bars: how far it is from one vector to the next.`,
      t`每一列是一个位置，每一行是位置向量的一个通道；实线是正弦，虚线是余弦。下面的条形表示相邻两个向量相距多远。`,
    ),
    ask(
      'same-distance',
      { form: 'waves', position: 3, other: 5 },
      { form: 'waves', position: 40, other: 42 },
    ),
    step(
      { form: 'count', position: 3, other: 5 },
      t`Start with the number itself, in one channel. At position 500 it is 500, far larger than anything the token brings. Divide by the text’s length, and neighbours move closer the longer you write.`,
      t`先把数字本身放进一个通道。到了位置 500，它就是 500，远大于词元带来的任何数。除以文本的长度呢？文本越长，相邻的位置就靠得越近。`,
    ),
    step(
      { form: 'binary', position: 31, other: 32 },
      t`Write it in binary. The first channel flips at every position, the next at every second, then every fourth; six channels tell 64 positions apart. But 31 and 32 are neighbours, and all six digits differ.`,
      t`写成二进制。第一个通道每个位置翻转一次，下一个每两个位置一次，再下一个每四个；六个通道分得清 64 个位置。可是 31 和 32 相邻，六位却全都不同。`,
    ),
    step(
      { form: 'waves', position: 31, other: 32 },
      t`Make each digit smooth: a sine and a cosine. Now all steps are equally long. In the original Transformer the wavelengths run from 6.28 positions to nearly 10,000 times as many; here, to 201 (<a href="https://arxiv.org/abs/1706.03762">Vaswani et al. 2017</a>). No two positions share a vector, nothing is learned, and there is a vector for every position.`,
      t`让每一位变得平滑：一个正弦，一个余弦。现在每一步都一样长。最初的 Transformer 取的波长从 6.28 个位置到它的近一万倍，图中到 201（<a href="https://arxiv.org/abs/1706.03762">Vaswani 等 2017</a>）。任何两个位置的向量都不同，什么都不用学，而且每个位置都有向量。`,
    ),
    step(
      { form: 'waves', position: 40, other: 42 },
      t`The dot product of two such vectors is $\sum_i \cos \omega_i(p - p')$: it depends on the distance alone. So 40 and 42 have the same product as 3 and 5. Forwards and backwards look the same: cosine ignores the sign.`,
      t`两个这样的向量的点积是 $\sum_i \cos \omega_i(p - p')$，只取决于距离。所以 40 与 42 的点积等于 3 与 5 的。往前和往后看起来一样，因为余弦不分正负。`,
    ),
    step(
      { form: 'table', position: 40, other: 42 },
      t`Or learn the vectors, as our small model did here. GPT-2’s table has 1,024 rows of 768 numbers, 0.6 % of its 124 million parameters; BERT’s has 512 rows. In translation the two did equally well: BLEU 25.8 with waves, 25.7 learned. In GPT-2, position 1,024 has no row.`,
      t`也可以把这些向量学出来，图中是我们的小模型学出的表。GPT-2 的表有 1,024 行，每行 768 个数，占它 1.24 亿参数的 0.6%；BERT 的有 512 行。在翻译上两者一样好：正弦波 BLEU 25.8，可学习的 25.7。在 GPT-2 里，位置 1,024 没有行。`,
    ),
    step(
      {},
      t`The vector is added to the embedding, so queries, keys and values all contain both. Multiplied out, a score of the first layer has four terms; three contain a position. <a href="content/#absolute-terms">The four terms</a>.`,
      t`向量加到词嵌入上，于是查询、键、值都同时含有二者。把第一层的得分乘开有四项，其中三项含有位置。<a href="zh/content/#absolute-terms">这四项</a>。`,
    ),
    lead(
      t`<b>What fails.</b> Moved to other positions, a sentence is the same, yet its scores are not. And the table ends. Perhaps the score should be told the distance.`,
      t`<b>不足之处。</b>把句子移到别的位置，句子里面什么都没变，得分却变了。而且表有尽头。也许该把距离告诉得分。`,
    ),
  ),
)
