import { formula, list, note, paragraph, section, steps } from '../article/section.js'
import { say } from '../bilingual.js'
import { page } from './page.js'
import { learned, mask, sinusoid } from './waves.js'

const t = String.raw

const score = section(
  'score',
  say('All six doors in one formula', '六扇门，一个公式'),
  paragraph(
    t`Position has to be added from outside. Dozens of methods have been proposed since 2017. They look different on paper, but a Transformer has only a few points at which position can enter. We count six and call them doors.`,
    t`位置只能从外面加进来。2017 年以来提出了几十种办法，写法各异；但 Transformer 里位置可以进入的地方并不多。我们数出六处，称为门。`,
  ),
  formula(
    t`s_{ij} = \frac{\position{R_i}\,\content{q_i} \cdot \position{R_j}\,\content{k_j} + \position{c}(\content{q_i}, \content{k_j}, \position{i}, \position{j})}{\sqrt d} + \position{b_{ij}} + \position{m_{ij}}`,
    'The score of query i and key j: both vectors are rotated by their positions and multiplied; a term that depends on position and content is added; the sum is scaled; then a bias that depends on position alone and a mask that hides keys are added.',
    '查询 i 与键 j 的得分：两个向量先按各自的位置旋转再相乘，加上同时取决于位置和内容的一项，缩放，再加上只取决于位置的偏置，以及遮住某些键的掩码。',
  ),
  steps(
    say(
      t`<b>Embed.</b> A vector for the position is added to the token before the first layer.`,
      t`<b>嵌入。</b>进入第一层之前，把位置的向量加到词元上。`,
    ),
    say(
      t`<b>Rotate.</b> Queries and keys are rotated by angles proportional to their positions.`,
      t`<b>旋转。</b>查询和键各自旋转，角度与位置成正比。`,
    ),
    say(
      t`<b>Bias.</b> A number that depends on the two positions is added to the score.`,
      t`<b>偏置。</b>给得分加上一个取决于两个位置的数。`,
    ),
    say(
      t`<b>Content.</b> A term that depends on position and on the vectors is added to the score.`,
      t`<b>内容。</b>给得分加上一项，它既取决于位置，也取决于向量。`,
    ),
    say(
      t`<b>Value.</b> A vector that depends on position is added to the values.`,
      t`<b>值。</b>给值加上一个取决于位置的向量。`,
    ),
    say(
      t`<b>Mask.</b> Some keys are hidden, depending on their position.`,
      t`<b>掩码。</b>按位置遮住一部分键。`,
    ),
  ),
  paragraph(
    t`Choose an encoding and its doors light up. A door tells you where position enters, not what a model makes of it. What enters at the first door is carried through all layers; what enters at the others is added again in each layer that has the encoding.`,
    t`选一种编码，它用到的门就会亮起来。门只说明位置从哪里进入，不说明模型用它做什么。从第一扇门进入的，会一路穿过所有层；从其余的门进入的，则在用这种编码的每一层重新加入一次。`,
  ),
)

const training = section(
  'training',
  say('Training one yourself', '自己训练一个'),
  paragraph(
    t`To predict the next letter, each token has to attend to the token eight positions back. An encoding that can express one particular distance learns this fast: with RoPE, a bright line appears eight cells below the diagonal. The ALiBi model sees the same strings in the same order, but ALiBi can only make near count more than far. It cannot prefer eight to seven, so the model has to find the letter by content, which takes far longer.`,
    t`要预测下一个字母，每个词元都得关注往回八个位置的词元。表达得出某个特定距离的编码很快就能学会：用 RoPE 时，对角线下方八格处出现一条醒目的线。ALiBi 模型按同样的次序看同样的字母串，但 ALiBi 只能让近处比远处重要，没法偏爱“八”而不是“七”，模型只好按内容去找那个字母，慢得多。`,
  ),
  list(
    say(
      t`<b>Compare with: none.</b> Without any encoding it still learns something: as in chapter 1, the causal mask lets tokens count.`,
      t`<b>对照换成“无”。</b>完全没有编码，模型也能学到一点：正如第 1 章所说，因果掩码让词元能够计数。`,
    ),
    say(
      t`<b>Task: reverse.</b> Now every letter has another distance. For a table of positions that makes no difference; for an encoding of distances the task is harder.`,
      t`<b>任务换成“反转”。</b>现在每个字母的距离都不同。对位置表来说没有区别；对距离的编码来说，任务变难了。`,
    ),
    say(
      t`<b>Encoding: T5.</b> Its bias is learned, and you can watch it being learned. With seed 1 the third head raises distance 1 and the fourth distance 7. Both layers share the bias: one position in one layer and seven in the other make eight.`,
      t`<b>编码换成 T5。</b>它的偏置是学出来的，你可以看着它学。种子为 1 时，第三个头抬高了距离 1，第四个头抬高了距离 7；两层共用这份偏置，一加七正好是八。`,
    ),
    say(
      t`<b>Learning rate: 0.1.</b> Too high: the loss fluctuates, and no string comes out right.`,
      t`<b>学习率调到 0.1。</b>太大了：损失忽高忽低，没有一条字母串写得对。`,
    ),
  ),
  paragraph(
    t`Read the result with care. Another seed changes every number and can swap two encodings that are close. A model of 33,000 parameters and one task say little about language models: ALiBi was designed for text, where near tokens do matter more, and a fixed distance is exactly what its bias cannot express. And both models have seen only one length.`,
    t`结果要如实看待。换一个种子，每个数都会变；两种编码相差不大时，先后可能颠倒。三万三千个参数、一个任务，说明不了语言模型会怎样：ALiBi 是为文本设计的，那里近处的词元确实更重要，而固定的距离恰恰是它的偏置表达不了的。另外，这两个模型只见过一种长度。`,
  ),
  note(
    t`Sinusoids are scaled by 0.1 here. Token embeddings start with a standard deviation of 0.02, which waves of amplitude 1 would swamp; <a href="https://arxiv.org/abs/1706.03762">Vaswani et al. 2017</a> multiply the embeddings by √D instead, D being their width.`,
    t`这里的正弦波乘了 0.1。词嵌入的初始标准差是 0.02，振幅为 1 的波会把它淹没；<a href="https://arxiv.org/abs/1706.03762">Vaswani 等 2017</a> 的做法是把词嵌入乘以 √D，D 是词嵌入的宽度。`,
  ),
)

export const details = page(
  'details',
  say('Masks, waves and tables in detail', '细说掩码、波与表'),
  say(
    t`What the chapters leave out: formulas, proofs in a line or two, one score with all its doors, and how to read a training of your own.`,
    t`七章正文没有细说的：公式，一两行的证明，含有全部六扇门的得分，以及怎样读自己的训练结果。`,
  ),
  mask,
  sinusoid,
  learned,
  score,
  training,
)
