import { say } from '../bilingual.js'
import { ask, chapter, lead, stage, step } from './section.js'

const t = String.raw

/** Arrows of all pairs of a head whose channels are ones. */
const ones = Array.from({ length: 8 }, (_, pair) => `${pair} 1.41 45`).join(', ')

export const rotary = chapter(
  'rotary',
  {
    short: say('Rotate', '旋转'),
    title: say('Can a position be an angle?', '位置可以是一个角度吗？'),
  },
  stage(
    'arrows',
    say(
      t`Query solid, key outlined; arcs: the angles by which positions rotate them.`,
      t`实心的是查询，空心的是键；弧线是位置使它们转过的角度。`,
    ),
    ask(
      'moved-both',
      { view: 'plane', turned: true, queryAt: 7, keyAt: 5, queryArrows: '', keyArrows: '' },
      { view: 'plane', turned: true, queryAt: 1007, keyAt: 1005, queryArrows: '', keyArrows: '' },
    ),
    step(
      { view: 'plane', turned: false, queryAt: 7, keyAt: 5 },
      t`Take two channels of the query of “bites” and of the key of “dog”: two arrows in a plane. Their product is length × length × the cosine of the angle between them. Drag an arrow.`,
      t`取“bites”（咬）的查询的两个通道，再取“dog”（狗）的键的同样两个通道：这就是平面上的两支箭头。它们的点积是长度 × 长度 × 夹角的余弦。拖动箭头试试。`,
    ),
    step(
      { view: 'plane', turned: true, queryAt: 12, keyAt: 6 },
      t`Now drag a position. The query rotates by $i\omega$, the key by $j\omega$; $\omega$ is 18° here. Lengths stay. At position 0 nothing rotates. This is rotary position embedding, <em>RoPE</em>.`,
      t`再拖动一个位置。查询转过 $i\omega$，键转过 $j\omega$，这里 $\omega$ 是 18°；长度不变。在位置 0，什么都不转。这就是旋转位置编码（<em>RoPE</em>）。`,
    ),
    step(
      { view: 'plane', turned: true, queryAt: 26, keyAt: 20 },
      t`Drag both together. Both arrows rotate, the angle between them does not change, and the product stays: $(R_i\,q) \cdot (R_j\,k) = q \cdot R_{j-i}\,k$. Absolute positions go in; the score sees their difference alone.`,
      t`两个一起拖。两支箭头都在转，夹角却不变，点积也不变：$(R_i\,q) \cdot (R_j\,k) = q \cdot R_{j-i}\,k$。进去的是绝对位置，得分看到的只有它们的差。`,
    ),
    step(
      { view: 'plane', turned: true, queryAt: 14, keyAt: 6 },
      t`Content still takes part. Turn the key’s arrow until the product is largest: this pair then prefers eight back to seven, which no ALiBi slope can.`,
      t`内容仍然参与其中。用手转动键的箭头，直到往回八个位置处的点积最大：从此这一对通道偏爱八而不是七，任何斜率都做不到。`,
    ),
    step(
      { view: 'clocks', turned: true },
      t`All 8 pairs: under each, its wavelength and its part of q · k. With dimension 128 and base 10,000 there are 64, of wavelengths 6.28 to 54,410. Fast pairs tell neighbours apart, slow pairs near from far. The score is their sum, divided by √d.`,
      t`看看所有的通道对，这里有 8 对；每对下面是波长，和它在 q · k 中所占的一份。128 维的头有 64 对，底数为 10,000 时，波长从 6.28 到 54,410 个位置。快的对分辨相邻的位置，慢的对分辨远近。得分是所有对之和，再除以 √d。`,
    ),
    step(
      { view: 'row', turned: true },
      t`Bars: the score by distance, all pairs summed; below, the attention weights. Here every layer and head does this to queries and keys, after their projections; values are not rotated, and nothing is learned (<a href="https://arxiv.org/abs/2104.09864">Su et al. 2021</a>). <a href="stretching/">Frequencies and layouts</a>.`,
      t`柱形是各个距离的得分（所有对合在一起），下面的长条是由它们得到的注意力权重。这里每一层、每个头都在投影之后这样旋转查询和键；值不旋转，也不学任何参数（<a href="https://arxiv.org/abs/2104.09864">苏剑林等 2021</a>）。<a href="zh/stretching/">频率与排列</a>。`,
    ),
    step(
      { view: 'row', turned: true, queryArrows: ones, keyArrows: ones },
      t`Do scores decay with distance, as is often said? Here query and key are all ones: scores fall, then rise, first at distance 12 with 128 ones each, sooner with the 16 shown. With independent random numbers of mean 0, the mean score is 0 at every distance: content decides.`,
      t`常有人说，RoPE 的得分随距离衰减。把查询和键的每个数都设成 1 看看，图中就是这样：各有 128 个数时，得分先是下降，然后回升，第一次是在距离 12；图中只有 16 个数，回升得更早。这还只是一种内容。查询和键若是独立随机抽取、均值为 0，得分的均值在任何距离都是 0。衰不衰减，取决于内容。`,
    ),
    lead(
      t`<b>What comes next.</b> The rotation is defined at every position. First see it beside the others.`,
      t`<b>接下来。</b>旋转在任何位置都有定义。先把它和别的办法放在一起看看。`,
    ),
  ),
)
