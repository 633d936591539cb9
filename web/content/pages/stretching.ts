import { figure, formula, list, note, paragraph, section } from '../article/section.js'
import { say } from '../bilingual.js'
import { page } from './page.js'

const t = String.raw

export const stretching = page(
  'stretching',
  say('Stretching a rotation', '拉伸旋转'),
  say(
    t`RoPE in formulas: its frequencies, its two channel layouts, what is true of “scores decay”, and the methods that make a trained rotation read longer texts.`,
    t`公式里的 RoPE：它的频率，两种通道排列，“得分随距离衰减”有几分真，以及让训练好的旋转读更长文本的各种方法。`,
  ),
  section(
    'rotation',
    say('A rotation in formulas', '公式里的旋转'),
    formula(
      t`\bigl(\position{R_i}\,\content{q}\bigr) \cdot \bigl(\position{R_j}\,\content{k}\bigr) = \content{q} \cdot \position{R_{j-i}}\,\content{k}, \qquad \position{R_p} = \begin{pmatrix} \cos \position{p}\omega & -\sin \position{p}\omega \\ \sin \position{p}\omega & \cos \position{p}\omega \end{pmatrix}`,
      'Rotating the query by i steps and the key by j gives the same product as rotating the key alone by j minus i. R with index p rotates a pair by p times omega.',
      '把查询转 i、键转 j，与只把键转 j 减 i，点积相同。R 是把一对通道转过 p 乘 ω 的旋转矩阵。',
    ),
    note(
      t`<a href="https://arxiv.org/abs/2104.09864">Su et al. 2021</a>. Only queries and keys are rotated, after their projections, in every layer and head. If the embeddings were rotated instead, the learned matrices would stand between the two rotations, and the score would no longer be a function of the distance. Nor do these depend on the distance alone: outputs of rotated values, scores with a weighted norm after the rotation, scores whose frequencies change with the length, and rounding.`,
      t`<a href="https://arxiv.org/abs/2104.09864">苏剑林等 2021</a>。只旋转查询和键，在投影之后，每一层每个头都转。如果在投影之前就把词嵌入转一次，两个旋转之间就隔着学得的矩阵，得分不再只是距离的函数。下面这些也不只取决于距离：值也旋转时的输出，旋转之后再做带权重的归一化时的得分，频率随长度改变时的得分，还有舍入。`,
    ),
    paragraph(
      t`You can see it without algebra. Slide a sentence along the positions: with RoPE its attention map stays the same, with a learned table it changes.`,
      t`不用代数也看得见。把一句话整体往后移：RoPE 的注意力图纹丝不动，可学习的表的图会变。`,
    ),
    figure(
      'shift',
      t`Both encodings get the same random vectors; one rotates them, the other adds to them. A shift changes no difference of angles, up to rounding. The learned table ends at its last row.`,
      t`两种编码用的是同样的随机向量，一个旋转，一个相加。整体平移不改变任何一个角度之差，若还有微小的变化，那是舍入；可学习的表到最后一行为止。`,
      'operation=shift&encoding=rope&compare=learned&source=random&parameters=',
    ),
  ),
  section(
    'frequencies',
    say('Frequencies', '频率'),
    paragraph(
      t`A head of dimension d has d/2 pairs, so d/2 angles, not d. The frequencies follow the formula of the sinusoid, with the head dimension d instead of the embedding’s D: $\omega_i = b^{-2i/d}$. The base b is 10,000 in the paper and 500,000 or more in models made for long texts. A larger base makes the slow pairs slower.`,
      t`头维度为 d 时有 d/2 对通道，因此是 d/2 个角度，不是 d 个。频率的公式与正弦编码相同，只是用头维度 d 代替词嵌入的 D：$\omega_i = b^{-2i/d}$。论文取底数 b = 10,000，面向长文本的模型取 500,000 或更大。底数越大，慢的对转得越慢。`,
    ),
    figure(
      'clocks',
      t`Each dial is one pair. Fast pairs distinguish small distances, slow pairs large ones, like the hands of a clock.`,
      t`每个表盘是一对通道。快的对分辨小的距离，慢的对分辨大的距离，就像钟表的几根指针。`,
    ),
    figure(
      'rope',
      t`A fixed vector, rotated for each position. Here channels i and i + d/2 form a pair: the left half shows each pair’s cosine, the right half its sine, so the fastest pair is in columns 0 and d/2. In each half fast pairs come first; the last ones hardly rotate within this length.`,
      t`同一个向量，按各个位置旋转。这里通道 i 与 i + d/2 算一对：左半是各对的余弦，右半是正弦，所以最快的一对在第 0 列和第 d/2 列。每一半都是快的对在前，最后几对在这个长度里几乎不转。`,
      'view=map&parameters=',
    ),
  ),
  section(
    'layouts',
    say('Two layouts', '两种排列'),
    paragraph(
      t`Which channels form a pair? RoFormer and GPT-J take neighbours, 2i and 2i + 1; GPT-NeoX and the LLaMA of Hugging Face take i and i + d/2. Both are correct; they differ only in the order of the channels. But weights trained with one and run with the other raise no error and produce gibberish. That is why conversion scripts permute the rows of the query and key matrices. You can switch the layout in the figure above.`,
      t`哪两个通道算一对？RoFormer 和 GPT-J 取相邻的 2i 与 2i+1，GPT-NeoX 和 Hugging Face 的 LLaMA 取 i 与 i+d/2。两种都对，只是通道的次序不同。但用一种训练、用另一种运行，程序不报错，写出来的却是乱码。转换脚本正是为此重排查询和键矩阵的行。上图可以切换排列。`,
    ),
  ),
  section(
    'decay',
    say('Do scores decay with distance?', '得分随距离衰减吗？'),
    paragraph(
      t`You will also read that rotary scores decay with distance. That assumes a special case: if query and key are equal, with all pairs of the same length, the score is proportional to a sum of cosines, $\sum_i \cos k\omega_i$, which falls at first and then oscillates. For any other vectors there is only a bound: the magnitude of the score is at most the largest step from one pair to the next, times a sum that falls on the whole, but not at every step (for d = 64 it first rises at distance 12). A bound that falls does not make a score fall. For random vectors the mean score is zero at every distance.`,
      t`你还会读到“RoPE 的得分随距离衰减”。这只是一个特例：查询与键相同，而且各对的长度都一样，这时得分与余弦之和 $\sum_i \cos k\omega_i$ 成正比，先下降，然后起伏。对其他向量只有一个上界：得分的绝对值不超过相邻两对之差的最大值，乘以一个和；这个和总体上随距离下降，但并非步步下降（d = 64 时，到距离 12 第一次上升）。上界下降，并不等于得分下降。对随机向量，得分的均值在任何距离都是零。`,
    ),
  ),
  section(
    'why',
    say('Why a formula is not enough', '为什么有公式还不够'),
    paragraph(
      t`A model is trained on texts of one length, its training length, and then reads longer ones. Being able to compute an output is one thing; predicting well is another. A learned table gives no output at all. Waves and rotations do, at every position, and still fail.`,
      t`模型用某个长度的文本训练，这就是训练长度；之后却要读更长的文本。算得出来是一回事，预测得好是另一回事。可学习的表根本算不出来；波和旋转在任何位置都算得出来，却仍然会失败。`,
    ),
    paragraph(
      t`The reason is not the formula but the training. Beyond the training length, slow pairs reach angles that never occurred in training. A bias that falls steadily changes less abruptly: keys farther away get a little less weight than the last ones seen in training.`,
      t`原因不在公式，而在训练。超出训练长度之后，慢的通道对转到了训练中从未出现过的角度。平稳下降的偏置变化没有这么突然：更远的键得到的权重，只比训练中见过的最远的键再少一点。`,
    ),
    note(
      t`Paper: <a href="https://arxiv.org/abs/2108.12409">Press et al. 2021</a>, trained on 512 tokens of WikiText-103. Perplexity at 512, 2,512 and 12,512 tokens: rotary 20.07, 31.58, 69.70; ALiBi 19.73, 18.41, 18.31. Its models are 300 times as large as those of chapter 6: compare the ranking, not the values.`,
      t`论文：<a href="https://arxiv.org/abs/2108.12409">Press 等 2021</a>，在 WikiText-103 上以 512 个词元训练。长度为 512、2,512、12,512 时的困惑度：RoPE 20.07、31.58、69.70，ALiBi 19.73、18.41、18.31。它的模型比第 6 章的大 300 倍：可以比较的是先后次序，不是数值。`,
    ),
  ),
  section(
    'scaling',
    say('Scaling the frequencies', '缩放频率'),
    paragraph(
      t`A rotary model can be adapted to longer texts after training by changing its frequencies. Let the text be s times as long as the training length. The methods differ in which pairs they slow down.`,
      t`RoPE 模型训练之后，可以通过改变频率来适应更长的文本。设文本是训练长度的 s 倍，各种方法的区别在于放慢哪些对。`,
    ),
    list(
      say(
        t`<b>Linear (position interpolation)</b> divides every frequency by s. Angles stay in the range seen in training, but neighbouring positions are s times closer and harder to tell apart.`,
        t`<b>线性（位置插值，PI）</b>把每个频率除以 s。角度又都在训练中见过的范围内，但相邻位置挤近了 s 倍，难以分辨。`,
      ),
      say(
        t`<b>NTK-aware</b> raises the base instead. The fastest pair keeps its frequency, that of the slowest is divided by s, and the others lie between.`,
        t`<b>NTK-aware</b> 改为增大底数：最快的一对频率不变，最慢的除以 s，其余介于两者之间。`,
      ),
      say(
        t`<b>Dynamic NTK</b> does so for the current length of the text, so short texts are unaffected. Keys that were rotated and cached before the text grew have the old angles; they have to be rotated anew.`,
        t`<b>动态 NTK</b> 按当前文本的长度来做，短文本因此不受影响。文本变长之前旋转好、存进缓存的键还是旧角度，必须重新旋转。`,
      ),
      say(
        t`<b>NTK by parts</b> counts how often each pair rotates within the training length: more than 32 times, it stays as it is; less than once, its frequency is divided by s; between, the two are blended.`,
        t`<b>分段 NTK（NTK-by-parts）</b>看每一对在训练长度里转了多少圈：超过 32 圈的不动，不足一圈的频率除以 s，其间按比例混合。`,
      ),
      say(
        t`<b>YaRN</b> is NTK by parts with a temperature that sharpens the attention.`,
        t`<b>YaRN</b> 是分段 NTK 再加一个温度，让注意力更尖锐。`,
      ),
      say(
        t`<b>Llama 3</b> blends likewise, between 4 rotations and one.`,
        t`<b>Llama 3</b> 也这样混合，界限是 4 圈和 1 圈。`,
      ),
    ),
    formula(
      t`\omega_i' = (1 - r_i)\,\omega_i + r_i\,\frac{\omega_i}{s}, \qquad r_i = \operatorname{clip}\Bigl(\frac{i - i_{32}}{i_1 - i_{32}},\, 0,\, 1\Bigr)`,
      'YaRN’s new frequency of pair i is a weighted mean: one minus r times the old frequency, plus r times the old frequency divided by s; r rises from 0 to 1 in equal steps, from the pair with 32 rotations to the pair with one.',
      'YaRN 中第 i 对的新频率是混合：旧频率占 1 − r，旧频率的 s 分之一占 r；从转 32 圈的那一对到转一圈的那一对，r 从 0 等步升到 1。',
    ),
    paragraph(
      t`The paper lets r fall with the number of rotations. The published code, and so this library, takes the pair’s index instead (Llama 3’s does not): $i_{32}$ is where 32 rotations would be, rounded down and at least 0, $i_1$ where one would be, rounded up. Within 64 positions no pair makes 32 rotations; pair 0, with 10.2, still stays as it is, and the other 15 of 16 are slowed.`,
      t`论文让 r 随圈数下降。公开的代码（本程序库也一样）改按通道对的编号来算（Llama 3 则仍按圈数）：$i_{32}$ 是转 32 圈之处，向下取整，至少为 0；$i_1$ 是转一圈之处，向上取整。在 64 个位置之内没有哪一对转得到 32 圈；第 0 对转 10.2 圈，仍然不动，16 对里的其余 15 对都放慢。`,
    ),
    formula(
      t`\content{q}' = (0.1 \ln s + 1)\,\content{q}, \qquad \content{k}' = (0.1 \ln s + 1)\,\content{k}`,
      'YaRN’s temperature: query and key are multiplied by a tenth of the logarithm of s, plus one, each. At s = 4 that is 1.139, so the scores grow by its square, 1.296.',
      'YaRN 的温度：查询和键各乘以 s 的自然对数的十分之一加 1。s = 4 时是 1.139，得分于是乘以它的平方 1.296。',
    ),
    note(
      t`<a href="https://arxiv.org/abs/2306.15595">Position interpolation</a> and <a href="https://arxiv.org/abs/2309.00071">YaRN</a>, 2023; <a href="https://arxiv.org/abs/2402.13753">LongRoPE</a>, 2024. NTK-aware and dynamic NTK were proposed for use without fine-tuning; the others are usually fine-tuned or, as in Llama 3.1, part of training.`,
      t`<a href="https://arxiv.org/abs/2306.15595">位置插值</a>与 <a href="https://arxiv.org/abs/2309.00071">YaRN</a>，2023；<a href="https://arxiv.org/abs/2402.13753">LongRoPE</a>，2024。NTK-aware 与动态 NTK 提出时就不用微调；其余的通常要微调，或者像 Llama 3.1 那样本就是训练的一部分。`,
    ),
    figure(
      'scaling',
      t`Each mark is the wavelength of one pair; the lower line is the training length. Pairs above it made no full rotation in training; on longer texts they reach new angles.`,
      t`每个标记是一对通道的波长，下面那条横线是训练长度。在它以上的对在训练中没有转满一圈，文本更长时会转到新的角度。`,
      'view=wavelengths',
    ),
    paragraph(
      t`<b>LongRoPE</b> rests on two observations: pairs of channels tolerate different amounts of stretching, and so do positions. An evolutionary search finds one factor per pair, never smaller than that of a faster pair, and a number of first tokens whose positions are not stretched at all. The model is then extended in stages, fine-tuned in between, with separate factors for short texts (<a href="https://arxiv.org/abs/2402.13753">Ding et al. 2024</a>).`,
      t`<b>LongRoPE</b> 依据两点观察：各个通道对经得起的拉伸不同，各个位置也不同。它用进化搜索为每一对找一个系数（不小于更快的对的系数），再找出开头有多少个词元的位置完全不拉伸。模型随后分阶段加长，其间微调，短文本另用一套系数（<a href="https://arxiv.org/abs/2402.13753">Ding 等 2024</a>）。`,
    ),
  ),
  section(
    'train-short',
    say('Train short, test long', '短训练，长测试'),
    paragraph(
      t`A loss hides much; a task with one right answer, such as copying a string or adding two numbers, hides less. Train a small model on short examples, test it on long ones, and count an answer only if every token is right.`,
      t`损失会掩盖很多东西；只有一个正确答案的任务掩盖得少一些，例如复制一串字母，或者把两个数相加。用短的例子训练一个小模型，用长的来测试，答案的每个词元都对才算对。`,
    ),
    note(
      t`<a href="https://arxiv.org/abs/2305.19466">Kazemnejad et al. 2023</a> find that, on such tasks, decoders without any encoding do best beyond their training length; <a href="https://arxiv.org/abs/2305.16843">Ruoss et al. 2023</a> improve by drawing positions at random from a longer range; <a href="https://arxiv.org/abs/2402.09371">Zhou et al. 2024</a> add numbers 2.5 times as long as in training, and report how much results vary between seeds. Their models are larger and trained longer.`,
      t`<a href="https://arxiv.org/abs/2305.19466">Kazemnejad 等 2023</a> 发现，在这类任务上，超出训练长度之后，完全不用编码的解码器表现最好；<a href="https://arxiv.org/abs/2305.16843">Ruoss 等 2023</a> 从更长的范围里随机抽取位置，因而有所提高；<a href="https://arxiv.org/abs/2402.09371">Zhou 等 2024</a> 能做训练长度 2.5 倍的加法，并报告了种子之间的差别有多大。他们的模型更大，训练更久。`,
    ),
    paragraph(
      t`Below, each encoding was trained several times, and only the seed differs: the initial weights and the examples drawn. Look at the thin lines before the thick one. Where the seeds of one encoding differ widely, a single run says nothing, and neither does a paper that reports a single run.`,
      t`下图中每种编码都训练了几次，区别只在种子：初始权重和抽到的例子。先看细线，再看粗线。同一种编码的各个种子相差很远时，只跑一次什么也说明不了；只跑了一次的论文也是如此。`,
    ),
    figure(
      'lengths',
      t`Two-layer models, trained from scratch. Your browser can train its own in the background; they are stored in this browser and drawn beside the recorded runs.`,
      t`两层的小模型，从零开始训练。你的浏览器可以在后台训练自己的模型；它们保存在这个浏览器里，与已记录的画在一起。`,
    ),
  ),
  section(
    'flat',
    say('Reading flat curves', '怎样读平坦的曲线'),
    paragraph(
      t`A low loss on long texts proves little: <a href="./#longer">chapter 6</a> shows a flat curve of a model that gains nothing from the longer text. In the second half of 512 characters ALiBi’s gentlest head gives, by layer, 60 to 71 % of its attention to characters 64 or more back; yet that half costs 1.51 nats per character with everything before it, 1.49 with at most the last 64. Report the loss by position within the window, and with the context cut to the training length. Only a difference between cut and uncut text shows that the model uses what lies farther back. (RoPE loses by looking there: 4.66 nats with everything before a character, 1.46 with at most the last 64.) Or ask for a fact from the beginning.`,
      t`长文本上损失低，说明不了什么：<a href="zh/#longer">第 6 章</a>里有一条平坦的曲线，那个模型从更长的文本里什么也没得到。在 512 个字符的后一半里，ALiBi 最平缓的头在各层把 60% 到 71% 的注意力给了 64 个字符以前的内容；可是能看到前面全部内容时，这一半平均每字符 1.51 nat，至多只看最近 64 个字符时反而是 1.49。应当按窗口内的位置报告损失，并把上下文截短到训练长度再测一遍；只有截短与不截短之间的差别，才说明模型用上了更远的内容。（RoPE 看那么远则大受其害：能看到前面全部内容时每字符 4.66 nat，至多看最近 64 个字符时 1.46。）或者问一件开头说过的事。`,
    ),
    paragraph(
      t`What helps, then? A bias that falls with distance (against a rising loss, not for remembering), a rescaled rotation, positions drawn at random in training, and training on longer texts. A larger model alone does not help (Anil et al. 2022).`,
      t`那么什么有用？随距离下降的偏置（它防止损失上升，不帮助记忆）、重新缩放的旋转、训练时随机抽取的位置，还有用更长的文本来训练。只把模型做大没有用（Anil 等 2022）。`,
    ),
  ),
)
