import { say } from '../bilingual.js'
import { figure, formula, paragraph, section, steps } from './section.js'

const t = String.raw

export const doors = section(
  'doors',
  say('Six doors', '六扇门'),
  paragraph(
    t`Position has to be added from outside. Dozens of methods have been proposed since 2017. They look different on paper, but a Transformer has only a few points at which position can enter. We count six and call them doors.`,
    t`位置只能从外面带进来。2017 年以来，办法提出了几十种，写在纸上面目各异；但 Transformer 里容得下位置的地方并不多。我们数出六处，称作六扇门。`,
  ),
  formula(
    t`s_{ij} = \bigl(\position{R_i}\,\content{q_i} \cdot \position{R_j}\,\content{k_j} + \position{c}(\content{q_i}, \content{k_j}, \position{i}, \position{j})\bigr) \cdot \frac{1}{\sqrt d} + \position{b_{ij}} + \position{m_{ij}}`,
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
      t`<b>旋转。</b>查询和键按位置转过一个角度，位置越靠后转得越多。`,
    ),
    say(
      t`<b>Bias.</b> A number that depends on the two positions is added to the score.`,
      t`<b>偏置。</b>给得分加上一个只看两个位置的数。`,
    ),
    say(
      t`<b>Content.</b> A term that depends on position and on the vectors is added to the score.`,
      t`<b>内容。</b>加到得分上的数既看位置，也看向量本身。`,
    ),
    say(
      t`<b>Value.</b> A vector that depends on position is added to the values.`,
      t`<b>值。</b>在交出去的值上，再加一个取决于位置的向量。`,
    ),
    say(
      t`<b>Mask.</b> Some keys are hidden, depending on their position.`,
      t`<b>掩码。</b>按所处的位置遮住一部分键。`,
    ),
  ),
  figure(
    'doors',
    t`<o>Colour</o> is where position enters; <c>ink</c> is what the tokens bring. The formulas of this page do the same.`,
    t`<o>彩色</o>是位置进来的地方，<c>墨色</c>是词元自己带来的东西。本页的公式也是这样。`,
  ),
  paragraph(
    t`Choose an encoding and its doors light up. A door tells you where position enters, not what a model makes of it. What enters at the first door is carried through all layers; what enters at the others is added again in each layer that has the encoding.`,
    t`选一种编码，它用到的门就会亮起来。往下读之前先记住一点：门只说明位置从哪里进来，不说明模型之后拿它做什么。从第一扇门进来的，会一路穿过所有层；从其余的门进来的，则每一层都重新带入一次。`,
  ),
)
