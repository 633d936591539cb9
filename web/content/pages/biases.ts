import { figure, formula, note, paragraph, section } from '../article/section.js'
import { say } from '../bilingual.js'
import { page } from './page.js'

const t = String.raw

const byDistance = section(
  'by-distance',
  say('A number for each distance', '每个距离一个数'),
  paragraph(
    t`At the third door, leave queries and keys as they are, compute their score, and add a number that depends on the distance. The methods differ in where that number comes from: a formula, a table, or a small network.`,
    t`在第三扇门，查询和键原样不动，先算得分，再加一个取决于距离的数。各种方法的差别在于这个数从哪里来：一个公式、一张表，或者一个小网络。`,
  ),
  paragraph(
    t`Put three blanks before a sentence. Every position changes; the sentence does not. What mostly matters is the distance: the adjective one token back, the bracket ten tokens back.`,
    t`在一句话前面加三个空格，每个位置都变了，句子却没有变。要紧的多半是距离：往前一个词元的形容词，往前十个词元的左括号。`,
  ),
  paragraph(
    t`A relative encoding therefore uses only the difference j − i. In a map of queries and keys you recognise it at once: a diagonal is one distance, so it has one value.`,
    t`相对编码因此只看差 j − i。画成查询与键的图，一眼就认得出来：一条对角线就是一个距离，所以只有一个值。`,
  ),
  formula(
    t`s_{ij} = \frac{\content{q_i} \cdot \content{k_j}}{\sqrt d} + \position{b_{j-i}}`,
    'The score is the scaled product of query and key plus one learned number for the distance j minus i.',
    '得分等于缩放后的查询与键之积，加上为距离 j − i 学得的一个数。',
  ),
)

const alibi = section(
  'alibi',
  say('A formula: ALiBi', '一个公式：ALiBi'),
  paragraph(
    t`ALiBi subtracts the distance times a slope. Nothing is learned. Each head has its own slope: steep heads attend to the last few tokens, gentle ones also to tokens far back.`,
    t`ALiBi 从得分里减去距离乘以斜率，什么都不学。每个头有自己的斜率：陡的头关注最近几个词元，缓的头也关注很远的词元。`,
  ),
  formula(
    t`s_{h,ij} = \frac{\content{q_i} \cdot \content{k_j}}{\sqrt d} - \position{m_h\,(i - j)}, \quad j \le i, \qquad m_h = 2^{-8(h+1)/H}`,
    'From the scaled score of head h, subtract its slope times the distance from i back to j. If the number of heads H is a power of two, the slopes form a geometric sequence that ends at 1/256.',
    '从第 h 个头缩放后的得分里，减去斜率乘以从 i 回到 j 的距离。头数 H 是 2 的幂时，斜率逐头按同一比例减小，直到 1/256。',
  ),
  note(
    t`<a href="https://arxiv.org/abs/2108.12409">Press, Smith and Lewis 2021</a>. BLOOM and MPT add it after the division by √d, as published (BLOOM counts from the start of the text instead of from the query, which softmax cannot tell apart); Falcon-RW adds it before.`,
    t`<a href="https://arxiv.org/abs/2108.12409">Press、Smith 与 Lewis 2021</a>。BLOOM 和 MPT 照论文在除以 √d 之后加上（BLOOM 从文本开头数起，而不是从查询数起，softmax 分辨不出这两者）；Falcon-RW 在除以 √d 之前就加上。`,
  ),
  figure(
    'alibi',
    t`Choose another head to see another slope. The bias is added after the scores are scaled; adding it before would divide the slopes by √d.`,
    t`换一个头，看看另一个斜率。偏置加在缩放之后；如果加在缩放之前，斜率就会被除以 √d。`,
    'encoding=alibi&parameters=',
  ),
  paragraph(
    t`ALiBi was designed for causal models. Without a mask the distance loses its sign, $|i - j|$, and with it the direction: each token of a sentence gets the same output when the sentence is reversed. Near and far are kept, before and after are lost. Try it in the <a href="stretching/#fig-shift">figure that moves a text</a>: choose “Reverse” and ALiBi, and switch on “Symmetric (|i − j|)”.`,
    t`ALiBi 是为因果模型设计的。没有掩码时，距离不带符号，取 $|i - j|$，方向也就没有了：把句子倒过来，每个词元的输出都不变。远近还在，先后丢了。可以在<a href="zh/stretching/#fig-shift">移动文本的图</a>里试：选“倒序”和 ALiBi，再打开“对称（|i − j|）”。`,
  ),
)

const t5 = section(
  't5',
  say('A table: T5', '一张表：T5'),
  paragraph(
    t`T5 learns the numbers, but not one for each distance. It sorts distances into 32 buckets: short distances have a bucket each, longer ones share buckets of growing width, and beyond a certain distance all share the last. One number per bucket and head is learned, and all layers use the same table; the encoder has one, the decoder another.`,
    t`T5 学这些数，但不是每个距离学一个。它把距离分进 32 个桶：近的各占一桶，远的合用，越远合得越多，再远就全归最后一桶。每个桶、每个头学一个数，各层共用同一张表；编码器一张，解码器另一张。`,
  ),
  figure(
    't5',
    t`The staircase is the bucket function: one step per distance at first, then steps of logarithmic width. Keys before and keys after the query have 16 buckets each (one of those after, for distance 0, is never used).`,
    t`阶梯就是分桶函数：先是一个距离一级台阶，然后台阶按对数变宽。查询之前与之后的键各有 16 个桶（之后的桶里，距离 0 的那个从不用到）。`,
    'encoding=t5&view=distance&parameters=',
  ),
  paragraph(
    t`Three details are easy to miss. 32 is the number of buckets, not a distance; the distance that sets the scale is 128. The last bucket does not start at 128 but at 91 if both directions count, and at 113 in a causal model. And T5 does not divide its scores by √d: in a model that does, the same table would have too much influence.`,
    t`有三个细节容易漏掉。32 是桶的个数，不是距离；决定尺度的距离是 128。最后一个桶也不是从 128 开始：两个方向都算时从 91 开始，因果模型里从 113 开始。另外，T5 的得分不除以 √d；把同一张表搬到要除的模型里，偏置的影响就会过大。`,
  ),
  paragraph(
    t`A bucket whose distances never occur in training keeps its initial number. A causal model trained on 64 tokens fills buckets 0 to 26; on longer texts it meets the other five, untrained, from distance 67 on.`,
    t`训练中从未出现的距离，它们的桶就停在初始值。以 64 个词元训练的因果模型只用到第 0 至 26 号桶；文本更长时，从距离 67 起遇到的是其余五个没有训练过的桶。`,
  ),
  paragraph(
    t`Between rule and table there are curves with a few learned parameters: a logarithm of the distance (KERPLE), a small network of the distance (FIRE and others). Sandwich, the products of sinusoids, is a curve without any. All of them are in the <a href="encodings/">catalogue</a>.`,
    t`公式与表之间，还有只带几个可学习参数的曲线：距离的对数（KERPLE）、以距离为输入的小网络（FIRE 等）。正弦向量的点积（Sandwich）也是曲线，但没有可学习的参数。它们都在<a href="zh/encodings/">编码目录</a>里。`,
  ),
)

const linear = section(
  'linear',
  say('Linear attention: no score to add to', '线性注意力：没有得分可加'),
  paragraph(
    t`Linear attention never computes the score of one query and one key. It sums the products of keys and values once, and every query is multiplied with that sum. There is nothing to which a bias for a pair of tokens could be added. A rotation still works, because it acts on each query and each key separately. (So does a decay that factorises, as in RetNet.)`,
    t`线性注意力从不计算一个查询与一个键的得分：键与值的乘积只累加一次，每个查询再与这个和相乘。一对词元的偏置在那里没有可加之处；旋转却有用，因为它分别作用于每个查询和每个键。（能分解成因子的衰减也有用，例如 RetNet。）`,
  ),
  formula(
    t`\mathrm{out}_i = \frac{(\position{R_i}\,\varphi(\content{q_i}))^{\!\top} \sum_j (\position{R_j}\,\varphi(\content{k_j}))\,\content{v_j}^{\!\top}}{\varphi(\content{q_i})^{\!\top} \sum_j \varphi(\content{k_j})}`,
    'Numerator: the rotated features of query i times the sum of rotated key features times values. Denominator: the same without values and without rotation. The function phi makes the features positive.',
    '分子：查询 i 旋转后的特征，乘以“各键旋转后的特征乘以值”之和。分母：同样的式子，但没有值，也没有旋转。φ 使特征为正。',
  ),
  paragraph(
    t`What is lost is exact normalisation. Products of rotated features can be negative, and their sum can be zero. So the denominator is left unrotated, and the weights no longer add up to 1.`,
    t`失去的是归一化：旋转后的特征相乘可能为负，其和可能为零，所以分母不旋转，各权重加起来也就不再是 1。`,
  ),
  note(
    t`<a href="https://arxiv.org/abs/2104.09864">Su et al. 2021</a>, section 3.3, on the linear attention of <a href="https://arxiv.org/abs/2006.16236">Katharopoulos et al. 2020</a>.`,
    t`<a href="https://arxiv.org/abs/2104.09864">苏剑林等 2021</a>，3.3 节；线性注意力见 <a href="https://arxiv.org/abs/2006.16236">Katharopoulos 等 2020</a>。`,
  ),
)

export const biases = page(
  'biases',
  say('Biases in detail', '细说偏置'),
  say(
    t`The third door adds a number to each score. This page has the formulas of ALiBi and T5, what implementations get wrong, and why linear attention has no room for a bias.`,
    t`第三扇门给每个得分加一个数。本页写出 ALiBi 与 T5 的公式，各种实现容易弄错什么，以及线性注意力为什么容不下偏置。`,
  ),
  byDistance,
  alibi,
  t5,
  linear,
)
