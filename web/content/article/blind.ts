import { say } from '../bilingual.js'
import { figure, formula, note, paragraph, section } from './section.js'

const t = String.raw

export const blind = section(
  'blind',
  say('Attention alone is blind to order', '没有位置，注意力看不见顺序'),
  paragraph(
    t`“The dog bites the man” and “the man bites the dog” hold the same words. You tell them apart by the order of the words. Attention alone cannot.`,
    t`“狗咬人”和“人咬狗”用的是同样三个字。你靠每个字站在哪里来区分它们；单靠注意力（attention），做不到这一点。`,
  ),
  paragraph(
    t`Each token becomes three vectors: a <c>query</c>, a <c>key</c> and a <c>value</c>. A token’s query is compared with every key; the better a key matches, the more its value contributes to the token’s output.`,
    t`每个词元（token）变成三个向量：<c>查询</c>负责问，<c>键</c>负责答，<c>值</c>是要交出去的东西。查询与每个键逐一比较，越合拍，拿到的那份值就越多。`,
  ),
  formula(
    t`\mathrm{out}_i = \sum_j \operatorname{softmax}_j\!\left(\frac{\content{q_i} \cdot \content{k_j}}{\sqrt{d}}\right) \content{v_j}`,
    'The output for token i is a weighted mean of all values v; the better query i matches key j, the larger the weight of value j. Dividing by √d, where d is the head dimension, keeps the scores from growing with d.',
    '词元 i 的输出是所有值 v 的加权平均；查询 i 与键 j 越合拍，值 j 的权重越大。除以宽度 d 的平方根，是为了让得分不随向量变宽而变大。',
  ),
  paragraph(
    t`Look for the positions in this formula. The letters i and j are only names for tokens: no number says that i comes before j. So shuffle the tokens. The same queries meet the same keys, the same values are averaged, and each output moves with its token.`,
    t`在这个式子里找一找位置。字母 i 和 j 只是词元的名字，没有哪个数说明 i 在 j 之前。那么把词元打乱：相遇的还是那些查询和键，混合的还是那些值，每个输出只是跟着自己的词元换了地方。`,
  ),
  figure(
    'shuffle',
    t`Shuffling the tokens only reorders the outputs; none of them changes. A difference in the last digits is rounding: the same numbers added in another order.`,
    t`打乱词元，输出就以同样的方式被打乱，数值一个都不变。如果末位有差别，那是舍入：同样的数换了相加的次序。`,
    'operation=shuffle&encoding=none&compare=&source=random&causal=false',
  ),
  paragraph(
    t`The rest of a Transformer does not help. Normalisation and feed-forward layers process one token at a time, all in the same way. Without position, a network that sees both sides reads a bag of words.`,
    t`Transformer 的其余部分也帮不上忙：归一化和前馈层逐个处理词元，对谁都一样。没有位置，整个网络读到的只是一袋词。`,
  ),
  paragraph(
    t`There is one exception: the causal mask. A model that writes from left to right hides later tokens, so token 1 sees one key, token 2 sees two, and so on. One layer can already count, if the first token can be recognised: where all scores are equal, token i gives it the weight 1/i. One layer can learn no more about order than that. Keep the last token where it is and shuffle those before it. After one layer its output is unchanged, because it sees the same set of tokens. After two layers it changes, because the others have seen different sets. That is why causal models learn word order to some extent even without a position encoding (NoPE), and bidirectional models do not.`,
    t`有一处例外。从左往右写的模型遮住后面的词元：第 1 个词元只看得到一个键，第 2 个看得到两个，依此类推。单独一层已经能数一点数：如果所有键的得分都一样，第 i 个词元给第一个词元的权重就是 1/i。但也只有这么多：让最后一个词元留在原处，把它前面的打乱，一层之后它的输出不变，因为它看到的还是同一批词元；两层之后就变了，因为前面的词元各自看到的已不是原来那些。因此这类模型完全不加位置编码（NoPE）也能学到一些顺序，而双向阅读的模型不能。`,
  ),
  note(
    t`<a href="https://arxiv.org/abs/2203.16634">Haviv et al. 2022</a> trained both kinds without positions. Causal (WikiText-103): perplexity 20.97, against 20.42 with a learned table and 19.71 with ALiBi. Masked language model: 147, against about 4.`,
    t`<a href="https://arxiv.org/abs/2203.16634">Haviv 等 2022</a> 训练了两种不带位置的模型：从左往右时，困惑度从 20.42 升到 20.97；两侧可见时，从约 4 升到 147。`,
  ),
)
