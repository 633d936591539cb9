import { say } from '../bilingual.js'
import { figure, formula, heading, note, paragraph, section, stage, step } from './section.js'

const t = String.raw

export const absolute = section(
  'absolute',
  say('Absolute: a vector for each position', '绝对位置：每个位置一个向量'),
  paragraph(
    t`The first door is the oldest. Give each position p a vector of its own, with as many channels as the embedding, and add the two. From then on the token’s vector contains its position. You could also append the vector. The matrix that follows then consists of two, one for the token and one for the position, and their results are added: adding is the case in which both use the same matrix.`,
    t`第一扇门最古老。给每个位置 p 一个与词嵌入同宽的向量，二者相加；从此词元就带着自己的地址。如果不相加，而是接在后面，结果也差不多：随后同时读二者的矩阵，等于两个矩阵，一个读词元，一个读位置，各自的结果再相加。`,
  ),
  heading('sinusoid', 'Counting, binary, waves', '计数、二进制、波'),
  stage(
    'waves',
    say(
      t`Each column is a position, each row a channel of its vector. The bars below say how far it is from one vector to the next.`,
      t`每一列是一个位置，每一行是位置向量的一个通道。下面的条形是相邻两个向量之间的距离。`,
    ),
    step(
      { form: 'count' },
      t`Start with the number itself, in one channel. At position 500 it is 500, far larger than anything the token brings. Divide by the length of the text, and neighbours move closer the longer you write.`,
      t`先把数字本身放进一个通道。到了位置 500，它就是 500，远大于词元带来的任何数。除以文本的长度呢？文本越长，相邻的位置就靠得越近。`,
    ),
    step(
      { form: 'binary', position: 31 },
      t`Write it in binary. The first channel flips at every position, the next at every second, then every fourth; six channels tell 64 positions apart, and every entry is 0 or 1. But 31 and 32 are neighbours, and all six digits differ.`,
      t`写成二进制。第一个通道每个位置翻转一次，下一个每两个位置一次，再下一个每四个；六个通道分得清 64 个位置，而且每个数不是 0 就是 1。可是 31 和 32 相邻，六位却全都不同。`,
    ),
    step(
      { form: 'waves' },
      t`Make each digit smooth: a sine and a cosine. Now all steps are equally long. The original Transformer takes wavelengths from 6.28 positions to nearly 10,000 times as many. No two positions share a vector, nothing is learned, and there is a vector for every position.`,
      t`让每一位变得平滑：一个正弦和一个余弦。现在每一步都一样长。最初的 Transformer 取的波长从 6.28 个位置到它的近一万倍。没有两个位置的向量相同，没有一个数要学，而且每个位置都有自己的向量。`,
    ),
    step(
      { form: 'waves', position: 3, other: 5 },
      t`The dot product of two such vectors depends on the distance alone: 40 and 42 have the product of 3 and 5. Forwards and backwards look the same, since a cosine ignores the sign.`,
      t`两个这样的向量的点积只取决于距离：40 与 42 的点积等于 3 与 5 的。往前和往后是一样的，因为余弦不分正负。`,
    ),
    step(
      { form: 'table' },
      t`Or learn the vectors. GPT-2’s table has 1,024 rows of 768 numbers, BERT’s has 512 rows; this small one has 64. It is free to hold whatever the data ask for. Behind its last row there is nothing.`,
      t`也可以把这些向量学出来。GPT-2 的表有 1,024 行，每行 768 个数；BERT 的有 512 行；这张小表有 64 行。数据需要什么，它就能记下什么；最后一行之后什么也没有。`,
    ),
  ),
  formula(
    t`\position{\mathrm{PE}_{p,2i}} = \sin\!\left(\frac{\position{p}}{10000^{2i/D}}\right), \quad \position{\mathrm{PE}_{p,2i+1}} = \cos\!\left(\frac{\position{p}}{10000^{2i/D}}\right)`,
    'At position p, columns 2i and 2i + 1 hold the sine and the cosine of p divided by 10000 to the power 2i over D, where D is the width of the embedding.',
    '在位置 p，第 2i 列和第 2i+1 列分别是 p 除以 10000 的 2i/D 次方之后的正弦和余弦，D 是嵌入的宽度。',
  ),
  note(
    t`<a href="https://arxiv.org/abs/1706.03762">Vaswani et al. 2017</a>, section 3.5. No two integer positions share a row: the first pair repeats after 2π positions, and 2π is irrational.`,
    t`<a href="https://arxiv.org/abs/1706.03762">Vaswani 等 2017</a>，3.5 节。没有两个整数位置的行完全相同：转一圈是 2π 个位置，而 2π 是无理数。`,
  ),
  figure(
    'sinusoid',
    t`Row p is what is added to the token at position p. Nothing here is learned, and there is no last row: the row of any p can be computed.`,
    t`第 p 行加到位置 p 的词元上。这里没有一个数是学来的，也没有尽头：每个 p 都有自己的一行，用到时再算。`,
    'view=map&parameters=',
  ),
  paragraph(
    t`Take the dot product of two rows. Sine times sine plus cosine times cosine is the cosine of the difference, so the product depends on how far apart the rows are, not on where they are. (It does not depend on which comes first.)`,
    t`把两行相乘，得到的只与距离有关：正弦乘正弦加上余弦乘余弦，等于差的余弦。所以两行之积只看相隔多远，不看站在哪里。`,
  ),
  formula(
    t`\position{\mathrm{PE}_p} \cdot \position{\mathrm{PE}_{p+k}} = \sum_i \cos(\omega_i\,\position{k})`,
    'The product of the rows at p and p plus k is the sum of the cosines of k times each frequency; p does not appear.',
    '位置 p 与 p+k 两行之积，等于各频率乘以 k 的余弦之和；式中没有 p。',
  ),
  figure(
    'similarity',
    t`Every diagonal has one colour: equal distance, equal product. This holds for the position vectors alone. In a model they are first added to the content and multiplied by learned matrices.`,
    t`每条对角线同一种颜色：距离相等，乘积就相等。这只对编码本身成立；在模型里，编码先与内容相加，再乘以学得的矩阵。`,
    'view=similarity&parameters=',
  ),
  paragraph(
    t`There is a second way to see it. Moving k positions ahead is multiplication by a matrix that is the same at every position and acts on one pair of channels at a time.`,
    t`还可以换一种看法：往后走 k 步是一个矩阵，在每个位置都相同，而且每次只作用于一对列。`,
  ),
  formula(
    t`\begin{pmatrix} \sin \omega(\position{p} + \position{k}) \\ \cos \omega(\position{p} + \position{k}) \end{pmatrix} = \begin{pmatrix} \cos \omega\position{k} & \sin \omega\position{k} \\ -\sin \omega\position{k} & \cos \omega\position{k} \end{pmatrix} \begin{pmatrix} \sin \omega\position{p} \\ \cos \omega\position{p} \end{pmatrix}`,
    'A two-by-two block that depends only on k maps the sine and cosine at p to those at p plus k. The whole matrix has such blocks along its diagonal, one for each frequency.',
    '一个只含 k 的 2 × 2 块，把位置 p 的正弦和余弦变成位置 p+k 的。整个矩阵沿对角线排着这样的块，每个频率一块。',
  ),
  paragraph(
    t`Why a rotation, and not any other matrix? A sine and its cosine lie on a circle. A matrix that moves every point of a circle by the same angle is a rotation, and rotations add up: k positions and then m make k + m. For a learned table no such matrix is guaranteed. The second door uses these blocks in another way.`,
    t`为什么是旋转，而不是别的矩阵？正弦和它的余弦落在一个圆上；让圆上每一点都走过同样角度的矩阵就是旋转，而且旋转可以相加：先走 k 步再走 m 步，就是走 k + m 步。可学习的表没有这样的矩阵。第二扇门会换一种方式使用这些块。`,
  ),
  heading('learned', 'A learned table', '可学习的表'),
  paragraph(
    t`GPT-2, BERT and BART learn the table instead: one row per position, trained like any other parameter. It can hold whatever the data require, up to its last row. Beyond that there is nothing.`,
    t`GPT-2、BERT 和 BART 不用波，而是直接学这张表：每个位置一行，像其他权重一样训练。在表内，数据需要什么，它就能记下什么；过了最后一行，就什么也没有了。`,
  ),
  note(
    t`<a href="https://arxiv.org/abs/1706.03762">Vaswani et al. 2017</a> tried both, table 3: a BLEU of 25.8 with waves, 25.7 with a learned table. They chose the waves because these might extrapolate to longer texts.`,
    t`<a href="https://arxiv.org/abs/1706.03762">Vaswani 等 2017</a> 两种都试过，见表 3：用波 BLEU 为 25.8，用可学习的表为 25.7。他们选了波，是希望能读更长的文本。`,
  ),
  figure(
    'reading',
    t`A model built like GPT-2, with 0.8 million parameters, trained for half an hour on Shakespeare. Its table has 64 rows, so it reads at most 64 characters.`,
    t`一个 80 万参数的 GPT-2，用莎士比亚剧本训练了半小时，正在读你的文本。它的表有 64 行，所以只能读 64 个字符。`,
    'model=learned&compare=none',
  ),
  paragraph(
    t`Now multiply out a score of the first layer. (Normalisation, if it comes first, only rescales each sum.) Content and position were added, so the product has four terms: content with content, content with position, position with content, position with position.`,
    t`现在把得分乘开。内容与位置在此之前已经相加，乘积于是有四项：内容遇内容，内容遇位置，位置遇内容，位置遇位置。`,
  ),
  formula(
    t`(\content{x_i} + \position{p_i})\,A\,(\content{x_j} + \position{p_j})^{\!\top} \quad = \content{x_i}A\content{x_j}^{\!\top} + \content{x_i}A\position{p_j}^{\!\top} + \position{p_i}A\content{x_j}^{\!\top} + \position{p_i}A\position{p_j}^{\!\top}`,
    'With A for the product of the query matrix and the transposed key matrix: the score of two sums is the sum of four scores, content with content, content with position, position with content, and position with position.',
    '记 A 为查询矩阵与键矩阵转置之积：两个和的得分等于四个得分之和，即内容与内容、内容与位置、位置与内容、位置与位置。',
  ),
  paragraph(
    t`The first term contains no position. The other three are absolute: each depends on i or j itself. Almost every method below is a decision about these four terms: which to keep, and what to put instead of $\position{p_j}$.`,
    t`第一项与位置无关，其余三项都是绝对的：每一项都点名某个位置。后面几乎所有的办法，都是对这四项的取舍：留下哪几项，又用什么来代替 $\position{p_j}$。`,
  ),
)
