import { figure, formula, heading, note, paragraph, section } from './section.js'

const t = String.raw

export const biases = section(
  'biases',
  ['Biases: a number per pair', '偏置：每对词元一个数'],
  paragraph(
    t`The third door is the plainest. Leave queries and keys alone; compute their score; then add a number that depends on the distance. What differs between the methods is where the number comes from: from a rule, from a table, or from a small network.`,
    t`第三扇门最直白：查询和键原样不动，先算得分，再加一个取决于距离的数。各种方法的差别只在这个数从哪里来：一条规则、一张表，或者一个小网络。`,
  ),
  heading('alibi', 'A rule: ALiBi', '一条规则：ALiBi'),
  paragraph(
    t`ALiBi takes the distance itself, times a slope, and subtracts it. Nothing is learned. Each head has its own slope: the steep ones look at the last few tokens, the gentle ones see far.`,
    t`ALiBi 取距离本身，乘以斜率，然后减去。没有任何东西需要学习。每个头斜率不同：陡的只看最近几个词元，缓的看得很远。`,
  ),
  formula(
    t`s_{h,ij} = \frac{\content{q_i} \cdot \content{k_j}}{\sqrt d} - \position{m_h\,(i - j)}, \quad j \le i, \qquad m_h = 2^{-8(h+1)/H}`,
    'From the scaled score of head h, subtract its slope times the distance from i back to j. With H heads, a power of two, the slopes halve or shrink evenly from head to head, down to one 256th.',
    '从第 h 个头缩放后的得分里，减去斜率乘以从 i 回到 j 的距离。头数 H 是 2 的幂时，斜率逐头按同一比例减小，直到 1/256。',
  ),
  note(
    t`<a href="https://arxiv.org/abs/2108.12409">Press, Smith and Lewis 2021</a>. BLOOM and MPT use it as published; Falcon-RW adds it before the scale.`,
    t`<a href="https://arxiv.org/abs/2108.12409">Press、Smith 与 Lewis 2021</a>。BLOOM 和 MPT 照原文使用，Falcon-RW 加在缩放之前。`,
  ),
  figure(
    'alibi',
    t`Choose another head and see the slope change. The bias is added after the scores are scaled; a model that adds it before divides its slopes by √d without saying so.`,
    t`换一个头，看斜率怎样变。偏置加在缩放之后；如果加在缩放之前，斜率就悄悄被除以了 √d。`,
    'encoding=alibi&parameters=',
  ),
  heading('t5', 'A table: T5', '一张表：T5'),
  paragraph(
    t`T5 learns the numbers, but not one for each distance. It sorts distances into 32 buckets: short ones get a bucket each, longer ones share, ever more to a bucket, and from a certain distance on all share the last. One number per bucket and head is learned, and all layers use the same table.`,
    t`T5 学这些数，但不是每个距离学一个。它把距离分进 32 个桶：近的各占一桶，远的合用，越远合得越多，再远就全归最后一桶。每个桶、每个头学一个数，各层共用同一张表。`,
  ),
  figure(
    't5',
    t`The staircase is the bucket function: exact steps first, then steps on a logarithmic scale. Looking back and looking ahead have 16 buckets each.`,
    t`阶梯就是分桶函数：先是逐个的台阶，然后按对数变宽。向前看和向后看各有 16 个桶。`,
    'encoding=t5&view=distance&parameters=',
  ),
  paragraph(
    t`Two details that are easy to miss. The 32 is the number of buckets, not a distance; the distance that sets the scale is 128. And T5 does not divide its scores by √d, so a table copied into a model that does will weigh too much.`,
    t`有两个细节容易漏掉。32 是桶的个数，不是距离；决定尺度的距离是 128。另外，T5 的得分不除以 √d，把它的表搬到要除的模型里，分量就重了。`,
  ),
  paragraph(
    t`Between rule and table there are curves with a few learned parameters: a logarithm of the distance (KERPLE), the products of sinusoids (Sandwich), a small network of the distance (FIRE and others). All of them are in the <a href="encodings/">catalogue</a>.`,
    t`规则与表之间，还有只带几个可学习参数的曲线：距离的对数（KERPLE）、正弦编码的内积（Sandwich）、以距离为输入的小网络（FIRE 等）。它们都在<a href="encodings/">编码目录</a>里。`,
  ),
)
