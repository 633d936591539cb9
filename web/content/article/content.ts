import { say } from '../bilingual.js'
import { figure, formula, heading, note, paragraph, section, terms } from './section.js'

const t = String.raw

export const content = section(
  'content',
  say('Content terms: how much a distance counts depends on the token', '内容项：位置发问，内容作答'),
  paragraph(
    t`A bias is the same for every token. But different distances matter to “the” and to “bites”: an article belongs to the next word, a verb to its subject, wherever that is. At the fourth door the score depends on distance and content together.`,
    t`偏置对每个词一视同仁。可是“的”和“咬”在意的距离并不一样：一个只看邻近的词，一个要找主语，不管它在多远。第四扇门让向量自己说话。`,
  ),
  heading('transformer-xl', 'Transformer-XL', 'Transformer-XL'),
  paragraph(
    t`Go back to the four terms of the absolute score. Transformer-XL keeps all four but removes every absolute position. The key’s position vector becomes the sinusoidal vector of the distance, with a projection of its own; the query’s position vector becomes one of two learned vectors, u and v, the same at every position.`,
    t`回到绝对得分的那四项。Transformer-XL 四项都留着，但把每个“位置”换成“距离”：键的地址换成距离的正弦波，配一个单独的矩阵；查询的地址本来是绝对的，换成处处相同的两个可学习向量 u 和 v。`,
  ),
  formula(
    t`s_{ij} = \frac{(\content{q_i} + u) \cdot \content{k_j} + (\content{q_i} + v) \cdot W\,\position{R_{i-j}}}{\sqrt d}`,
    'Query plus u, times the key; query plus v, times W applied to the sinusoidal vector of the distance i minus j; the sum is scaled.',
    '“查询加 u”与键相乘，“查询加 v”与 W 乘以距离 i − j 的正弦波相乘，二者之和再缩放。',
  ),
  note(
    t`<a href="https://arxiv.org/abs/1901.02860">Dai et al. 2019</a>; <a href="https://arxiv.org/abs/1906.08237">XLNet</a> uses the same terms for keys before and after the query, and adds one for segments.`,
    t`<a href="https://arxiv.org/abs/1901.02860">Dai 等 2019</a>；<a href="https://arxiv.org/abs/1906.08237">XLNet</a> 在两个方向上使用同样的各项，另加一项表示片段。`,
  ),
  terms,
  figure(
    'ledger',
    t`Every score is a sum. Point at a cell to read its terms; they add up to the score, up to rounding in single precision.`,
    t`每个得分都是一个和。指向一个格子，就能读到各项；加起来等于得分，精确到单精度的最后一位。`,
  ),
  paragraph(
    t`XLNet learns to predict tokens in many orders without moving any. Tokens keep their positions and distances; only the mask follows the sampled order: a token sees those that come earlier in it. The token that is to be predicted must be known by its place but not by its content. So there are two streams: one carries content and position, the other starts from one learned vector for all tokens, and sees the position of its token and the content of those earlier in the order, but not the content of the token itself.`,
    t`XLNet 学着按许多种次序预测词，却一个词也不移动。词元留在原处，距离不变，只有掩码跟着抽到的次序走：一个词元只看得见在这个次序里排在它前面的。要预测的词元，模型得知道它在哪里，又不能知道它是什么，所以有两条流：一条带着内容和位置；另一条对所有词元都从同一个可学习的向量出发，看得见自己词元的位置，也看得见次序里在前的词元的内容，唯独看不见自己词元的内容。`,
  ),
  heading('deberta', 'DeBERTa', 'DeBERTa'),
  paragraph(
    t`DeBERTa drops the last term, position with position, and keeps the three that involve content: content with content, query with distance, and distance with key. Three terms of similar size need another scale: $\sqrt{3d}$. It is not purely relative: to predict a masked token it adds absolute positions after all, just before the output softmax.`,
    t`DeBERTa 去掉最后一项“位置遇位置”，留下有内容参与的三项。两个方向都用向量：查询看距离，距离也看键。三项大小相当，缩放也要跟着变，成为 $\sqrt{3d}$。它也并非全是相对的：猜被遮住的词时，它终究还是加入了绝对位置，就在最后的 softmax 之前。`,
  ),
  formula(
    t`s_{ij} = \frac{\content{q_i} \cdot \content{k_j} + \content{q_i} \cdot \position{K_{\delta(i,j)}} + \position{Q_{\delta(j,i)}} \cdot \content{k_j}}{\sqrt{3d}}`,
    'Content with content, query content with the key’s relative position, and the query’s relative position with key content; divided by the root of three d. Delta is the row of the table: i minus j, clipped to the range from −k to k − 1, plus k.',
    '内容与内容，查询的内容与键的相对位置，查询的相对位置与键的内容；总和除以 3d 的平方根。δ 是截断后的距离。',
  ),
  heading('counting', 'Positions that depend on content', '由内容决定的位置'),
  paragraph(
    t`Recent methods go one step further: the text decides how far apart two tokens are. CoPE counts only the keys that the query selects, so a head can point to “the third sentence back”. In forgetting attention (FoX) each token decides how strongly everything before it is discounted.`,
    t`最近的方法更进一步，让文本自己决定两个词元相隔多远。CoPE 只数查询认为值得数的键，于是能表示“往前第三句”；遗忘注意力（FoX）让每个词元决定，它之前的一切淡忘多少。`,
  ),
  heading('properties', 'Measured, not claimed', '测出来，而不是说出来'),
  paragraph(
    t`Encodings are often compared by four properties: all positions can be told apart (uniqueness), only distances count (relativity), far counts less than near (decay), and longer texts bring no new values (extrapolation). All four can be measured. Where one does not hold, the table shows the smallest counter-example.`,
    t`介绍文章喜欢用四条优点比较编码：每个位置可区分（唯一性），只看距离（相对性），远不如近（衰减），更长的文本也能应付（外推）。这些都可以测量；哪一条不成立，表里就给出它不成立的最小例子。`,
  ),
  figure(
    'properties',
    t`Sort the table by any column. No encoding wins all four, and two of the virtues pull against each other: what fades with distance gives less to what is far, needed or not.`,
    t`可以按任何一列排序。没有哪种编码四条全占；其中两条还互相牵制：随距离淡去的，远处的内容无论有没有用，得到的都少。`,
  ),
)
