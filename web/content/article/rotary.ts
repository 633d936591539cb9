import { say } from '../bilingual.js'
import { figure, formula, heading, note, paragraph, section, stage, step } from './section.js'

const t = String.raw

export const rotary = section(
  'rotary',
  say('Rotary: rotate instead of adding', '旋转：不加，而是转'),
  paragraph(
    t`The second door does something neat: it brings in absolute positions and gets relative scores.`,
    t`第二扇门很巧妙：带进来的是绝对位置，得到的却是相对的得分。`,
  ),
  stage(
    'arrows',
    say(
      t`Query solid, key outlined; the arcs are what their positions turn them by.`,
      t`实心的是查询，空心的是键；弧线是位置使它们转过的角度。`,
    ),
    step(
      { view: 'plane', turned: false },
      t`Take two channels of the query of “bites” and the same two of the key of “dog”: two arrows in a plane. Their product is length × length × the cosine of the angle between them. Drag an arrow and watch it.`,
      t`取“bites”的查询的两个通道，再取“dog”的键的同样两个通道：平面上的两支箭头。它们的乘积是长度 × 长度 × 夹角的余弦。拖动一支箭头看看。`,
    ),
    step(
      { view: 'plane', turned: true, queryAt: 12, keyAt: 6 },
      t`Now drag a position. The query turns by $i\omega$, the key by $j\omega$. Lengths stay. At position 0 nothing turns.`,
      t`再拖动一个位置。查询转过 $i\omega$，键转过 $j\omega$，长度不变。在位置 0，什么都不转。`,
    ),
    step(
      { view: 'plane', turned: true, queryAt: 26, keyAt: 20 },
      t`Drag both together. Both arrows turn, the angle between them does not, and the product stays. Absolute positions go in; the score sees their difference alone.`,
      t`两个一起拖。两支箭头都在转，夹角却不变，乘积也不变。进去的是绝对位置，得分看到的只有它们的差。`,
    ),
    step(
      { view: 'plane', turned: true, queryAt: 14, keyAt: 6 },
      t`Content still takes part. Turn the key’s arrow by hand until the product is largest eight positions back. This pair of channels now prefers eight to seven, which no slope could.`,
      t`内容仍然参与其中。用手转动键的箭头，直到往回八个位置时乘积最大。这一对通道现在偏爱八而不是七，任何斜率都做不到。`,
    ),
    step(
      { view: 'clocks', turned: true },
      t`Show all pairs. A head of width d has d/2 of them, each with a frequency of its own. Fast pairs tell neighbours apart, slow pairs near from far. The score is the sum over all pairs, divided by √d.`,
      t`看看所有的对。宽度为 d 的头有 d/2 对，各有各的频率。快的对分辨相邻的位置，慢的对分辨远近。得分是所有对之和，再除以 √d。`,
    ),
    step(
      { view: 'row', turned: true },
      t`And this is the row of attention weights that comes of it. Every layer and head does this to queries and keys, after their projections. Values are not rotated, and nothing is learned.`,
      t`这就是由此得到的一行注意力权重。每一层、每个头都在投影之后这样旋转查询和键；值不旋转，也没有什么要学。`,
    ),
  ),
  formula(
    t`\bigl(\position{R_i}\,\content{q}\bigr) \cdot \bigl(\position{R_j}\,\content{k}\bigr) = \content{q} \cdot \position{R_{j-i}}\,\content{k}, \qquad \position{R_p} = \begin{pmatrix} \cos \position{p}\omega & -\sin \position{p}\omega \\ \sin \position{p}\omega & \cos \position{p}\omega \end{pmatrix}`,
    'Rotating the query by i steps and the key by j gives the same product as rotating the key alone by j minus i. R with index p rotates a pair by p times omega.',
    '把查询转 i、键转 j，与只把键转 j 减 i，乘积相同。R 是把一对通道转过 p 乘 ω 的旋转矩阵。',
  ),
  note(
    t`<a href="https://arxiv.org/abs/2104.09864">Su et al. 2021</a>. Only queries and keys are rotated, after their projections, in every layer and head. If the embeddings were rotated instead, the learned matrices would stand between the two rotations, and the score would no longer be a function of the distance.`,
    t`<a href="https://arxiv.org/abs/2104.09864">苏剑林等 2021</a>。只旋转查询和键，在投影之后，每一层每个头都转。如果在投影之前就把词嵌入转一次，两个旋转之间就隔着学得的矩阵，得分不再只是距离的函数。`,
  ),
  paragraph(
    t`You can see it without algebra. Slide a sentence along the positions: with RoPE its attention map stays the same, with a learned table it changes.`,
    t`不用代数也看得见。把一句话整体往后移：旋转位置的注意力图纹丝不动，可学习表的图会变。`,
  ),
  figure(
    'shift',
    t`Both encodings get the same random vectors; one rotates them, the other adds to them. A shift changes no difference of angles, up to rounding. The learned table ends at its last row.`,
    t`两种编码用的是同样的随机向量，一个旋转，一个相加。整体平移不改变任何一个角度之差，若还有微小的变化，那是舍入；可学习的表到最后一行为止。`,
    'operation=shift&encoding=rope&compare=learned&source=random&parameters=',
  ),
  heading('frequencies', 'Frequencies', '频率'),
  paragraph(
    t`A head of dimension d has d/2 pairs, so d/2 angles, not d. The frequencies follow the formula of the sinusoid, with the head dimension d instead of the embedding’s D: $\omega_i = b^{-2i/d}$. The base b is 10 000 in the paper and 500 000 or more in models made for long texts. A larger base makes the slow pairs slower.`,
    t`宽度为 d 的头有 d/2 对通道，因此是 d/2 个角度，不是 d 个。转速与正弦编码相同：$\omega_i = b^{-2i/d}$，论文取 b = 10 000，面向长文本的模型取 500 000 或更大。底数越大，慢的那些对转得越慢。`,
  ),
  figure(
    'clocks',
    t`Each dial is one pair. Fast pairs distinguish small distances, slow pairs large ones, like the hands of a clock.`,
    t`每个表盘是一对通道。转得越快，分辨的步子越细；合起来就像钟表的几根指针。`,
  ),
  figure(
    'rope',
    t`A fixed vector, rotated for each position. Here channels i and i + d/2 form a pair: the left half shows each pair’s cosine, the right half its sine, so the fastest pair is in columns 0 and d/2. In each half fast pairs come first; the last ones hardly rotate within this length.`,
    t`同一个向量按各个位置旋转的样子。这里相隔半个宽度的两个通道算一对：左半是各对的余弦，右半是正弦，所以最快的一对在第 0 列和第 d/2 列。每一半都是转得快的对在前，在这个长度里几乎不动的在后。`,
    'view=map&parameters=',
  ),
  heading('layouts', 'Two layouts', '两种排列'),
  paragraph(
    t`Which channels form a pair? RoFormer and GPT-J take neighbours, 2i and 2i + 1; GPT-NeoX and the LLaMA of Hugging Face take i and i + d/2. Both are correct; they differ only in the order of the channels. But weights trained with one and run with the other raise no error and produce gibberish. That is why conversion scripts permute the rows of the query and key matrices. You can switch the layout in the figure above.`,
    t`哪两个通道算一对？RoFormer 和 GPT-J 取相邻的 2i 与 2i+1，GPT-NeoX 和 Hugging Face 的 LLaMA 取 i 与 i+d/2。两种都对，只是通道的名字换了次序。麻烦出在用一种训练、用另一种读取：程序不报错，写出来的却是乱码。转换脚本正是为此重排查询和键矩阵的行。上图里有这个开关。`,
  ),
  paragraph(
    t`You will also read that rotary scores decay with distance. That assumes a special case: if query and key are equal, with all pairs of the same length, the score is proportional to a sum of cosines, $\sum_i \cos k\omega_i$, which falls at first and then oscillates. For any other vectors there is only a bound: the magnitude of the score is at most the largest step from one pair to the next, times a sum that falls on the whole, but not at every step (for d = 64 it first rises at distance 12). A bound that falls does not make a score fall. For random vectors the mean score is zero at every distance.`,
    t`你还会读到“旋转位置的得分随距离衰减”。这有一个前提：查询与键在每一对上方向都一致，这时得分是一个余弦之和 $\sum_i \cos k\omega_i$，先下降，然后起伏。对其他向量只有一个上界：得分的绝对值不超过相邻两对之差的最大值，乘以一个和；这个和总体上随距离下降，但并非步步下降（d = 64 时，到距离 12 第一次上升）。上界下降，并不等于得分下降。对随机向量，得分的均值在任何距离都是零。`,
  ),
)
