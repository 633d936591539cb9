import { say } from '../bilingual.js'
import { figure, formula, note, paragraph, section } from './section.js'

const t = String.raw

export const relative = section(
  'relative',
  say('Relative: the distance, not the position', '相对位置：相隔多远，而不是站在哪里'),
  paragraph(
    t`Put three blanks before a sentence. Every position changes; the sentence does not. What mostly matters is the distance: the adjective one token back, the bracket ten tokens back.`,
    t`在一句话前面加三个空词，所有地址都变了，句子却没有变。要紧的从来不是位置，而是距离：前一步的形容词，十步之前的左括号。`,
  ),
  paragraph(
    t`A relative encoding therefore uses only the difference j − i. In a map of queries and keys you recognise it at once: a diagonal is one distance, so it has one value.`,
    t`相对编码因此只看差 j − i。画成查询对键的图，它有一眼可辨的样子：一条对角线就是一个距离，所以每条对角线只有一个值。`,
  ),
  formula(
    t`s_{ij} = \frac{\content{q_i} \cdot \content{k_j}}{\sqrt d} + \position{b_{j-i}}`,
    'The score is the scaled product of query and key plus one learned number for the distance j minus i.',
    '得分等于缩放后的查询与键之积，加上为距离 j − i 学得的一个数。',
  ),
  figure(
    'diagonals',
    t`One number for each distance and head. A table for L tokens has 2L − 1 of them, for distances 1 − L to L − 1, because a key can come before or after the query. The table drawn here covers half the length; all keys farther away use its last number.`,
    t`每个头、每个距离一个数。L 个词元的表有 2L−1 个数，从 1−L 到 L−1，因为键可以在前，也可以在后。图中这张表只到长度的一半：更远的键合用它的最后一个数。`,
    'encoding=relativeBias',
  ),
  paragraph(
    t`A single number per distance is the cheapest form. The first relative encoding of a Transformer used vectors: one per distance, added to the key, so that the query decides how much a distance counts. A second vector is added to the value, so that the output also shows from how far away a value came.`,
    t`只用一个数最省事。最早的相对编码用的是向量：每个距离一个，加到键上，于是一个距离算多少由查询自己决定；再用一个向量加到值上，让接收的一方知道消息来自多远。`,
  ),
  formula(
    t`s_{ij} = \frac{\content{q_i} \cdot \bigl(\content{k_j} + \position{a^K_{\operatorname{clip}(j-i,\,\pm k)}}\bigr)}{\sqrt d}`,
    'The query is multiplied with the sum of the key and a vector for the distance; distances beyond k on either side use the vector for k, so there are 2k + 1 vectors.',
    '查询乘以“键加距离向量”；任一侧超过 k 的距离，都用 k 处的那个向量，所以共有 2k+1 个向量。',
  ),
  note(
    t`<a href="https://arxiv.org/abs/1803.02155">Shaw, Uszkoreit and Vaswani 2018</a>. It enters through two doors, content and value.`,
    t`<a href="https://arxiv.org/abs/1803.02155">Shaw、Uszkoreit 与 Vaswani 2018</a>。它走两扇门：内容和值。`,
  ),
  figure(
    'shaw',
    t`Beyond distance k all keys share the last vector, so each row continues in one colour. This is clipping, not a window: the far keys remain visible.`,
    t`超过距离 k，所有的键都用末端那个向量：图中每一行从那里起只有一种颜色。这叫截断（clipping），不是窗口：远处的键仍然看得见。`,
    'view=map&parameters=',
  ),
)
