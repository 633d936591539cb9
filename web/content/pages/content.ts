import { figure, formula, note, paragraph, section, terms } from '../article/section.js'
import { say } from '../bilingual.js'
import { page } from './page.js'

const t = String.raw

export const content = page(
  'content',
  say(
    'Content decides: how much a distance counts depends on the token',
    '由内容决定：一个距离算多少，要看词元',
  ),
  say(
    t`A bias is the same for every token. But different distances matter to “the” and to “bites”: an article belongs to the next word, a verb to its subject, wherever that is. At the fourth door the score depends on distance and content together.`,
    t`偏置对每个词元一视同仁。可是“的”和“咬”在意的距离并不一样：一个只看邻近的词，一个要找主语，不管它在多远。第四扇门让得分同时取决于距离和内容。`,
  ),
  section(
    'absolute-terms',
    say('The four terms of a score', '一个得分的四项'),
    paragraph(
      t`Now multiply out a score of the first layer. (Normalisation, if it comes first, only rescales each sum.) Content and position were added, so the product has four terms: content with content, content with position, position with content, position with position.`,
      t`现在把第一层的一个得分乘开。（前面若有归一化，它只缩放每个和。）内容与位置已经相加，乘积于是有四项：内容与内容，内容与位置，位置与内容，位置与位置。`,
    ),
    formula(
      t`(\content{x_i} + \position{p_i})\,A\,(\content{x_j} + \position{p_j})^{\!\top} \quad = \content{x_i}A\content{x_j}^{\!\top} + \content{x_i}A\position{p_j}^{\!\top} + \position{p_i}A\content{x_j}^{\!\top} + \position{p_i}A\position{p_j}^{\!\top}`,
      'With A for the product of the query matrix and the transposed key matrix: the score of two sums is the sum of four scores, content with content, content with position, position with content, and position with position.',
      '记 A 为查询矩阵与键矩阵转置之积：两个和的得分等于四个得分之和，即内容与内容、内容与位置、位置与内容、位置与位置。',
    ),
    paragraph(
      t`The first term contains no position. The other three are absolute: each depends on i or j itself. Almost every method below is a decision about these four terms: which to keep, and what to put instead of $\position{p_j}$.`,
      t`第一项与位置无关，其余三项都是绝对的：每一项都取决于 i 或 j 本身。后面几乎所有的办法，都是对这四项的取舍：留下哪几项，又用什么来代替 $\position{p_j}$。`,
    ),
    terms,
  ),
  section(
    'vectors',
    say('A vector for each distance: Shaw', '每个距离一个向量：Shaw'),
    paragraph(
      t`A bias is a single number per distance. The first relative encoding of a Transformer used vectors: one per distance, added to the key, so that the query decides how much a distance counts. A second vector is added to the value, so that the output also shows from how far away a value came.`,
      t`偏置是每个距离一个数。Transformer 最早的相对编码用的是向量：每个距离一个，加到键上，于是一个距离算多少由查询决定；另一个向量加到值上，于是输出也说明值来自多远。`,
    ),
    formula(
      t`s_{ij} = \frac{\content{q_i} \cdot \bigl(\content{k_j} + \position{a^K_{\operatorname{clip}(j-i,\,\pm k)}}\bigr)}{\sqrt d}`,
      'The query is multiplied with the sum of the key and a vector for the distance; distances beyond k on either side use the vector for k, so there are 2k + 1 vectors.',
      '查询乘以键与距离向量之和；任一侧超过 k 的距离，都用 k 处的那个向量，所以共有 2k+1 个向量。',
    ),
    note(
      t`<a href="https://arxiv.org/abs/1803.02155">Shaw, Uszkoreit and Vaswani 2018</a>. It enters through two doors, content and value.`,
      t`<a href="https://arxiv.org/abs/1803.02155">Shaw、Uszkoreit 与 Vaswani 2018</a>。它走两扇门：内容和值。`,
    ),
    figure(
      'shaw',
      t`Beyond distance k all keys share the last vector, so each row continues in one colour. This is clipping, not a window: the far keys remain visible.`,
      t`超过距离 k，所有的键都用最后一个向量：图中每一行从那里起只有一种颜色。这叫截断（clipping），不是窗口：远处的键仍然看得见。`,
      'view=map&parameters=',
    ),
  ),
  section(
    'transformer-xl',
    say('Transformer-XL and XLNet', 'Transformer-XL 与 XLNet'),
    paragraph(
      t`Go back to the four terms of the absolute score. Transformer-XL keeps all four but removes every absolute position. The key’s position vector becomes the sinusoidal vector of the distance, with a projection of its own; the query’s position vector becomes one of two learned vectors, u and v, the same at every position.`,
      t`回到绝对得分的那四项。Transformer-XL 四项都留着，但去掉了所有的绝对位置：键的位置向量换成距离的正弦向量，配一个单独的矩阵；查询的位置向量换成处处相同的两个可学习向量 u 和 v 之一。`,
    ),
    formula(
      t`s_{ij} = \frac{(\content{q_i} + u) \cdot \content{k_j} + (\content{q_i} + v) \cdot W\,\position{R_{i-j}}}{\sqrt d}`,
      'Query plus u, times the key; query plus v, times W applied to the sinusoidal vector of the distance i minus j; the sum is scaled.',
      '“查询加 u”与键相乘，“查询加 v”与 W 乘以距离 i − j 的正弦向量相乘，二者之和再缩放。',
    ),
    note(
      t`<a href="https://arxiv.org/abs/1901.02860">Dai et al. 2019</a>; <a href="https://arxiv.org/abs/1906.08237">XLNet</a> uses the same terms for keys before and after the query, and adds one for segments.`,
      t`<a href="https://arxiv.org/abs/1901.02860">Dai 等 2019</a>；<a href="https://arxiv.org/abs/1906.08237">XLNet</a> 对查询之前和之后的键使用同样的各项，另加一项表示片段。`,
    ),
    figure(
      'ledger',
      t`Every score is a sum. Point at a cell to read its terms; they add up to the score, up to rounding in single precision.`,
      t`每个得分都是一个和。指向一个格子，就能读到各项；加起来等于得分，至多有单精度的舍入。`,
    ),
    paragraph(
      t`XLNet learns to predict tokens in many orders without moving any. Tokens keep their positions and distances; only the mask follows the sampled order: a token sees those that come earlier in it. For the token to be predicted, the model must know the position but not the content. So there are two streams. The content stream sees the token itself. The query stream starts from one learned vector for all tokens; it sees the position and the content of the tokens earlier in the order, but not the content of the token itself.`,
      t`XLNet 学着按许多种次序预测词元，却一个也不移动。词元的位置和距离都不变，只有掩码跟着抽到的次序走：一个词元只看得见在这个次序里排在它前面的。要预测一个词元，模型必须知道它的位置，又不能知道它的内容，所以有两条流。内容流看得见词元自己；查询流对所有词元都从同一个可学习的向量出发，看得见自己词元的位置，也看得见次序里在前的词元的内容，唯独看不见自己词元的内容。`,
    ),
  ),
  section(
    'deberta',
    say('DeBERTa', 'DeBERTa'),
    paragraph(
      t`DeBERTa drops the last term, position with position, and keeps the three that involve content: content with content, query with distance, and distance with key. Three terms of similar size need another scale: $\sqrt{3d}$. It is not purely relative: to predict a masked token it adds absolute positions after all, just before the output softmax.`,
      t`DeBERTa 去掉最后一项“位置与位置”，留下有内容参与的三项：内容与内容，查询与距离，距离与键。三项大小相当，缩放也要跟着变，成为 $\sqrt{3d}$。它也并非全是相对的：预测被掩码的词元时，终究还是加入了绝对位置，就在最后的 softmax 之前。`,
    ),
    formula(
      t`s_{ij} = \frac{\content{q_i} \cdot \content{k_j} + \content{q_i} \cdot \position{K_{\delta(i,j)}} + \position{Q_{\delta(j,i)}} \cdot \content{k_j}}{\sqrt{3d}}`,
      'Content with content, query content with the key’s relative position, and the query’s relative position with key content; divided by the root of three d. Delta is the row of the table: i minus j, clipped to the range from −k to k − 1, plus k.',
      '内容与内容，查询的内容与键的相对位置，查询的相对位置与键的内容；总和除以 3d 的平方根。δ 是表的行号：i 减 j，截断到 −k 至 k − 1，再加 k。',
    ),
    paragraph(
      t`Here $\delta(i,j)$ is a row of the table, not a distance: $i - j$ is clipped to the range from −k to k − 1, and k is added, so rows run from 0 to 2k − 1. The query looks up row $\delta(i,j)$; the key looks up $\delta(j,i)$, because seen from the key the same distance has the other sign (<a href="https://arxiv.org/abs/2006.03654">He et al. 2021</a>).`,
      t`这里的 $\delta(i,j)$ 是表的行号，不是距离：$i - j$ 截断到 −k 至 k − 1，再加上 k，所以行号从 0 到 2k − 1。查询查第 $\delta(i,j)$ 行，键查第 $\delta(j,i)$ 行，因为从键那边看，同一个距离的正负号相反（<a href="https://arxiv.org/abs/2006.03654">He 等 2021</a>）。`,
    ),
  ),
  section(
    'counting',
    say('Positions that depend on content', '由内容决定的位置'),
    paragraph(
      t`Recent methods go one step further: the text decides how far apart two tokens are. CoPE counts only the keys that the query selects, so a head can point to “the third sentence back”. In forgetting attention (FoX) each token decides how strongly everything before it is discounted.`,
      t`最近的方法更进一步，让文本自己决定两个词元相隔多远。CoPE 只数查询选中的键，于是一个头能指向“往前第三句”；遗忘注意力（FoX）让每个词元决定，它之前的一切打多大的折扣。`,
    ),
  ),
  section(
    'properties',
    say('Measured, not claimed', '测出来，而不是说出来'),
    paragraph(
      t`Encodings are often compared by four properties: all positions can be told apart (uniqueness), only distances count (relativity), far counts less than near (decay), and longer texts bring no new values (extrapolation). All four can be measured. Where one does not hold, the table shows the smallest counter-example.`,
      t`编码常按四条性质来比较：所有位置都能区分（唯一性），只看距离（相对性），远处不如近处（衰减），更长的文本不带来新值（外推）。四条都可以测量；哪一条不成立，表里就给出最小的反例。`,
    ),
    figure(
      'properties',
      t`Sort the table by any column. No encoding here has all four, and two conflict: values that keep falling are new values beyond the training length.`,
      t`可以按任何一列排序。这里没有哪种编码四条全占，其中两条还互相冲突：一直下降的值，到了训练长度之外就是新值。`,
    ),
    paragraph(
      t`That values are not new does not make a model read on: the T5 model of Press et al., trained on 512 tokens, had seen all of its buckets, and its perplexity still rose. T5’s row has new values from 64 on, because training on 64 tokens does not reach <a href="biases/#t5">its last buckets</a>. FIRE’s row is measured below its threshold of 512 positions, where it depends on the distance alone; a model trained beyond the threshold divides by the query’s position and meets nothing new.`,
      t`没有新值，也不等于模型就能读下去：Press 等的 T5 模型用 512 个词元训练，所有的桶都见过，困惑度照样上升。T5 那一行从 64 起有新值，因为以 64 个词元训练，到不了<a href="zh/biases/#t5">最后几个桶</a>。FIRE 那一行测的是阈值 512 个位置以内，在那里它只取决于距离；训练长度超过阈值的模型要除以查询的位置，不会再遇到新值。`,
    ),
  ),
)
