import { figure, formula, note, paragraph, section } from '../article/section.js'
import { say } from '../bilingual.js'

const t = String.raw

export const mask = section(
  'mask',
  say('What a causal mask lets in', '因果掩码让什么渗了进来'),
  paragraph(
    t`Each token becomes three vectors: a <c>query</c>, a <c>key</c> and a <c>value</c>. A token’s query is compared with every key; the better a key matches, the more its value contributes to the token’s output.`,
    t`每个词元变成三个向量：<c>查询</c>、<c>键</c>和<c>值</c>。一个词元的查询与每个键比较；键越匹配，它的值在这个词元的输出里占得越多。`,
  ),
  formula(
    t`\mathrm{out}_i = \sum_j \operatorname{softmax}_j\!\left(\frac{\content{q_i} \cdot \content{k_j}}{\sqrt{d}}\right) \content{v_j}`,
    'The output for token i is a weighted mean of all values v; the better query i matches key j, the larger the weight of value j. Dividing by √d, where d is the head dimension, keeps the scores from growing with d.',
    '词元 i 的输出是所有值 v 的加权平均；查询 i 与键 j 越匹配，值 j 的权重越大。除以头维度 d 的平方根，是为了让得分不随 d 变大。',
  ),
  paragraph(
    t`In a model that writes from left to right the causal mask hides later tokens, so token 1 sees one key, token 2 sees two, and so on. One layer can already count, if some token, such as the first, can be recognised: where all scores are equal, token i gives it the weight 1/i. One layer can learn no more about order than that. Keep the last token where it is and shuffle those before it. After one layer its output is unchanged, because it sees the same set of tokens. After two layers it changes, because the others have seen different sets. That is why causal models learn word order to some extent even without a position encoding (NoPE), and bidirectional models do not. (Even where no token can be recognised, the outputs of random contents vary less the later they come: <a href="https://arxiv.org/abs/2305.13571">Chi et al. 2023</a>.)`,
    t`从左往右写的模型，因果掩码遮住后面的词元：第 1 个词元只看得到一个键，第 2 个看得到两个，依此类推。只要认得出某一个词元（例如第一个），单独一层就能计数：如果所有得分都相等，第 i 个词元给它的权重就是 1/i。关于次序，一层能学到的只有这么多：让最后一个词元留在原处，把它前面的打乱，一层之后它的输出不变，因为它看到的还是同一批词元；两层之后就变了，因为前面的词元各自看到的已不是原来那些。因此因果模型不加位置编码（NoPE）也能学到一些词序，而双向的模型不能。（就算一个词元也认不出，内容随机时，越靠后的输出起伏也越小：<a href="https://arxiv.org/abs/2305.13571">Chi 等 2023</a>。）`,
  ),
  note(
    t`<a href="https://arxiv.org/abs/2203.16634">Haviv et al. 2022</a> trained both kinds without positions. Causal (WikiText-103): perplexity 20.97, against 20.42 with a learned table and 19.71 with ALiBi. Masked language model: 147, against about 4.`,
    t`<a href="https://arxiv.org/abs/2203.16634">Haviv 等 2022</a> 训练了两种不带位置的模型：因果模型（WikiText-103）的困惑度是 20.97，用可学习的表是 20.42，用 ALiBi 是 19.71；掩码语言模型是 147 对约 4。`,
  ),
)

export const sinusoid = section(
  'sinusoid',
  say('Waves', '波'),
  paragraph(
    t`The first door is the oldest. Give each position p a vector of its own, with as many channels as the embedding, and add the two. From then on the token’s vector contains its position. You could also append the vector. The matrix that follows then consists of two, one for the token and one for the position, and their results are added: adding is the case in which both use the same matrix.`,
    t`第一扇门最古老。给每个位置 p 一个与词嵌入同宽的向量，二者相加；从此词元就带着自己的位置。也可以不相加，而是把它接在后面。这时随后的矩阵由两个组成，一个读词元，一个读位置，各自的结果再相加；直接相加，就是两者用同一个矩阵的情形。`,
  ),
  formula(
    t`\position{\mathrm{PE}_{p,2i}} = \sin\!\left(\frac{\position{p}}{10000^{2i/D}}\right), \quad \position{\mathrm{PE}_{p,2i+1}} = \cos\!\left(\frac{\position{p}}{10000^{2i/D}}\right)`,
    'At position p, columns 2i and 2i + 1 hold the sine and the cosine of p divided by 10000 to the power 2i over D, where D is the width of the embedding.',
    '在位置 p，第 2i 列和第 2i+1 列分别是 p 除以 10000 的 2i/D 次方之后的正弦和余弦，D 是词嵌入的宽度。',
  ),
  note(
    t`<a href="https://arxiv.org/abs/1706.03762">Vaswani et al. 2017</a>, section 3.5. No two integer positions share a row: the first pair repeats after 2π positions, and 2π is irrational.`,
    t`<a href="https://arxiv.org/abs/1706.03762">Vaswani 等 2017</a>，3.5 节。没有两个整数位置的行完全相同：第一对每 2π 个位置重复一次，而 2π 是无理数。`,
  ),
  figure(
    'sinusoid',
    t`Row p is what is added to the token at position p. Nothing here is learned, and there is no last row: the row of any p can be computed.`,
    t`第 p 行加到位置 p 的词元上。这里没有一个数是学来的，也没有尽头：每个 p 都有自己的一行，用到时再算。`,
    'view=map&parameters=',
  ),
  paragraph(
    t`Take the dot product of two rows. Sine times sine plus cosine times cosine is the cosine of the difference, so the product depends on how far apart the rows are, not on where they are. (It does not depend on which comes first.)`,
    t`取两行的点积。正弦乘正弦加上余弦乘余弦，等于差的余弦，所以点积只取决于两行相隔多远，与它们在哪里无关（也与哪个在前无关）。`,
  ),
  formula(
    t`\position{\mathrm{PE}_p} \cdot \position{\mathrm{PE}_{p+k}} = \sum_i \cos(\omega_i\,\position{k})`,
    'The product of the rows at p and p plus k is the sum of the cosines of k times each frequency; p does not appear.',
    '位置 p 与 p+k 两行的点积，等于各频率乘以 k 的余弦之和；式中没有 p。',
  ),
  figure(
    'similarity',
    t`Every diagonal has one colour: equal distance, equal product. This holds for the position vectors alone. In a model they are first added to the content and multiplied by learned matrices.`,
    t`每条对角线同一种颜色：距离相等，点积就相等。这只对位置向量成立；在模型里，它们先与内容相加，再乘以学得的矩阵。`,
    'view=similarity&parameters=',
  ),
  paragraph(
    t`There is a second way to see it. Moving k positions ahead is multiplication by a matrix that is the same at every position and acts on one pair of channels at a time.`,
    t`还可以换一种看法：往后移动 k 个位置，就是乘以一个矩阵，它在每个位置都相同，而且每次只作用于一对通道。`,
  ),
  formula(
    t`\begin{pmatrix} \sin \omega(\position{p} + \position{k}) \\ \cos \omega(\position{p} + \position{k}) \end{pmatrix} = \begin{pmatrix} \cos \omega\position{k} & \sin \omega\position{k} \\ -\sin \omega\position{k} & \cos \omega\position{k} \end{pmatrix} \begin{pmatrix} \sin \omega\position{p} \\ \cos \omega\position{p} \end{pmatrix}`,
    'A two-by-two block that depends only on k maps the sine and cosine at p to those at p plus k. The whole matrix has such blocks along its diagonal, one for each frequency.',
    '一个只含 k 的 2 × 2 块，把位置 p 的正弦和余弦变成位置 p+k 的。整个矩阵沿对角线排着这样的块，每个频率一块。',
  ),
  paragraph(
    t`Why a rotation, and not any other matrix? A sine and its cosine lie on a circle. A matrix that moves every point of a circle by the same angle is a rotation, and rotations add up: k positions and then m make k + m. For a learned table no such matrix is guaranteed. The second door uses these blocks in another way.`,
    t`为什么是旋转，而不是别的矩阵？正弦和它的余弦落在一个圆上；让圆上每一点都走过同样角度的矩阵就是旋转，而且旋转可以相加：先 k 个位置再 m 个位置，就是 k + m 个位置。可学习的表不一定有这样的矩阵。第二扇门会换一种方式使用这些块。`,
  ),
)

export const learned = section(
  'learned',
  say('A learned table', '可学习的表'),
  paragraph(
    t`GPT-2, BERT and BART learn the table instead: one row per position, trained like any other parameter. It can hold whatever the data require, up to its last row. Beyond that there is nothing.`,
    t`GPT-2、BERT 和 BART 不用波，而是直接学这张表：每个位置一行，像其他参数一样训练。在表内，数据需要什么，它就能记下什么；过了最后一行，就什么也没有了。`,
  ),
  note(
    t`<a href="https://arxiv.org/abs/1706.03762">Vaswani et al. 2017</a> tried both, table 3: a BLEU of 25.8 with waves, 25.7 with a learned table. They chose the waves because these might extrapolate to longer texts.`,
    t`<a href="https://arxiv.org/abs/1706.03762">Vaswani 等 2017</a> 两种都试过，见表 3：用正弦波 BLEU 为 25.8，用可学习的表为 25.7。他们选了波，因为它也许能外推到更长的文本。`,
  ),
  figure(
    'reading',
    t`A model built like GPT-2, with 0.8 million parameters, trained for half an hour on Shakespeare. Its table has 64 rows, so it reads at most 64 characters.`,
    t`一个结构与 GPT-2 相同的模型，80 万个参数，用莎士比亚的剧本训练了半小时。它的表有 64 行，所以最多读 64 个字符。`,
    'model=learned&compare=none',
  ),
  paragraph(
    t`How large are such tables? GPT-2: 1,024 × 768 = 786,432 numbers; BERT-base: 512 × 768 = 393,216; T5-base: 32 × 12 = 384 for the encoder and as many for the decoder. DeBERTa-base: 1,024 × 768 = 786,432, which every layer projects anew. XLNet-base, with the terms of Transformer-XL: in each layer W, 768 × 768 = 589,824, and u and v, 768 each. Shaw’s base model (k = 16): in each layer and head 33 vectors of 64 numbers for keys and 33 for values. Sinusoids, RoPE and ALiBi: none.`,
    t`这样的表有多大？GPT-2：1,024 × 768 = 786,432 个数；BERT-base：512 × 768 = 393,216；T5-base：32 × 12 = 384，编码器、解码器各一份。DeBERTa-base：1,024 × 768 = 786,432，每一层各自再投影。XLNet-base 用 Transformer-XL 的各项：每一层的 W 是 768 × 768 = 589,824，u 和 v 各 768。Shaw 的基础模型（k = 16）：每一层每个头，键 33 个、值 33 个 64 维的向量。正弦、RoPE 和 ALiBi：没有。`,
  ),
)
