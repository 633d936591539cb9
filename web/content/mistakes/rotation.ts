// Mistakes about how RoPE turns one row. Pairs are (2i, 2i + 1) throughout.

import { say } from '../bilingual.js'
import type { Candidate } from './candidate.js'
import { digits, list } from './numbers.js'

const ROTATION = String.raw`y_{2i} = x_{2i} \cos p\,\theta_i - x_{2i+1} \sin p\,\theta_i, \quad y_{2i+1} = x_{2i} \sin p\,\theta_i + x_{2i+1} \cos p\,\theta_i, \qquad \theta_i = 10000^{-2i/d},\; i < d/2`

export const elementwiseMistake = {
  id: 'rope-elementwise',
  title: say(
    'RoPE as a product with [cos, sin, cos, sin, …]',
    '把 RoPE 写成与 [cos, sin, cos, sin, …] 逐元素相乘',
  ),
  claim: say(
    'RoPE multiplies the channels of a vector alternately by cosines and sines.',
    'RoPE 把向量的各个通道交替乘以余弦和正弦。',
  ),
  right: say(
    'That does not mix channels, so it is not a rotation: lengths change, and at position 0 every second channel becomes 0. In a rotation, both results depend on both channels of the pair.',
    '这样通道之间没有混合，不是旋转：长度会变，在位置 0 每隔一个通道变成 0。旋转的两个结果都要用到一对中的两个通道。',
  ),
  formula: String.raw`y = x \odot [\cos p\,\theta_0, \sin p\,\theta_0, \cos p\,\theta_1, \sin p\,\theta_1, \ldots]`,
  rightFormula: ROTATION,
  sentence: ({ got, wanted }: Candidate, squaredLength: number, right: number) =>
    say(
      `Position 0 must change nothing, yet the odd channels become 0: ${list(got)} instead of ${list(wanted)}. At position 3 the squared length is ${digits(squaredLength)} instead of ${digits(right)}.`,
      `在位置 0 什么都不该变，奇数通道却变成 0：得到 ${list(got)}，应为 ${list(wanted)}。在位置 3，长度的平方是 ${digits(squaredLength)}，应为 ${digits(right)}。`,
    ),
}

export const angles = {
  id: 'rope-d-angles',
  title: say('d angles instead of d/2', '用 d 个角度而不是 d/2 个'),
  claim: say(
    'A head of dimension d has d angles 10000^(−j/d), one for each channel.',
    '头维度为 d 时有 d 个角度 10000^(−j/d)，每个通道一个。',
  ),
  right: say(
    'Two channels form a pair and share an angle: there are d/2 angles, 10000^(−2i/d). A head of dimension 4 has two, 1 and 0.01; written as complex numbers it is a vector of 2 components, not 4.',
    '两个通道成一对，共用一个角度：共 d/2 个，10000^(−2i/d)。头维度为 4 时有两个角度，1 与 0.01；写成复数，是 2 个分开的数，不是 4 个。',
  ),
  formula: String.raw`\theta_j = 10000^{-j/d}, \qquad j = 0 \ldots d-1`,
  rightFormula: String.raw`\theta_i = 10000^{-2i/d}, \qquad i = 0 \ldots d/2-1`,
  sentence: ({ got, wanted }: Candidate, before: string, squaredLength: number, right: number) =>
    say(
      `At position 1, ${before} becomes ${list(got)} instead of ${list(wanted)}, and its squared length is ${digits(squaredLength)} instead of ${digits(right)}.`,
      `到了位置 1，${before} 变成 ${list(got)}，应为 ${list(wanted)}；长度的平方成为 ${digits(squaredLength)}，应为 ${digits(right)}。`,
    ),
}

export const pairs = {
  id: 'rope-overlapping-pairs',
  title: say('Pairs (i, i + 1) for every i', '对每个 i 都取 (i, i + 1) 一对'),
  claim: say(
    'Channels i and i + 1 are rotated by p · 10000^(−2i/d), for every i.',
    '对每个 i，通道 i 与 i + 1 转过 p · 10000^(−2i/d)。',
  ),
  right: say(
    'Pairs must not overlap: channels 2i and 2i + 1, i < d/2. With every i a channel belongs to two pairs, and exponents beyond 1 appear.',
    '各对不能重叠：通道 2i 与 2i + 1，i < d/2。若 i 取遍所有值，一个通道就属于两对，指数还会超过 1。',
  ),
  formula: String.raw`y_i = x_i \cos p\,\theta_i - x_{i+1} \sin p\,\theta_i, \quad y_{i+1} = x_i \sin p\,\theta_i + x_{i+1} \cos p\,\theta_i, \qquad i = 0 \ldots d-2`,
  rightFormula: ROTATION,
  sentence: ({ got, wanted }: Candidate) =>
    say(
      `Each pair overwrites one channel of the pair before: ${list(got)} instead of ${list(wanted)}.`,
      `每一对都覆盖了前一对的一个通道：得到 ${list(got)}，应为 ${list(wanted)}。`,
    ),
}

export const twice = {
  id: 'rope-position-twice',
  title: say('Position multiplied in twice', '位置乘了两次'),
  claim: say(
    'With θ_i = p · 10000^(−2i/d), the pair at position p is turned by p · θ_i.',
    '令 θ_i = p · 10000^(−2i/d)，位置 p 的一对转过 p · θ_i。',
  ),
  right: say(
    'θ_i must not contain the position; the angle is p · 10000^(−2i/d). Nor can i denote the position, the pair and √−1 at the same time.',
    'θ_i 不能再含位置，角度是 p · 10000^(−2i/d)。同一个 i 也不能既表示位置、又表示第几对、还表示 √−1。',
  ),
  formula: String.raw`\text{angle} = p \cdot \theta_i, \qquad \theta_i = p \cdot 10000^{-2i/d}`,
  rightFormula: String.raw`\text{angle} = p \cdot \theta_i, \qquad \theta_i = 10000^{-2i/d}`,
  sentence: ({ got, wanted }: Candidate) =>
    say(
      `Positions 0 and 1 hide it, since 0² = 0 and 1² = 1. Position 2 gets the angle of position 4: ${list(got)} instead of ${list(wanted)}, and a score depends on i² − j².`,
      `位置 0 和 1 看不出来，因为 0² = 0、1² = 1。位置 2 得到位置 4 的角度：得到 ${list(got)}，应为 ${list(wanted)}；得分取决于 i² − j²。`,
    ),
}

export const added = {
  id: 'rope-added',
  title: say('A rotated position vector added', '旋转位置向量再相加'),
  claim: say(
    'RoPE rotates the position vector and adds it to the token.',
    'RoPE 旋转位置向量，再加到词元上。',
  ),
  right: say(
    'There is no position vector. The queries and keys themselves are rotated, and nothing is added. (Nor does RoPE model a “rotation of word order”.)',
    '没有位置向量：被旋转的是查询和键本身，什么也不加。（它也不是在描述“词序的旋转”。）',
  ),
  formula: String.raw`y = x + R_p u, \qquad u = (1, 0, 1, 0, \ldots)`,
  rightFormula: 'y = R_p x',
  sentence: ({ got, wanted }: Candidate) =>
    say(
      `Wrong already at position 0: ${list(got)} instead of ${list(wanted)}.`,
      `位置 0 就已不同：得到 ${list(got)}，应为 ${list(wanted)}。`,
    ),
}

export const dotProduct = {
  id: 'rope-dot-product',
  title: say('A dot product of positions and frequencies', '位置与频率的“点积”'),
  claim: say('The angles are the dot product of the positions and θ.', '角度是位置与 θ 的点积。'),
  right: say(
    'They are the outer product: one angle for each position and pair. (For a single position, θ times that position.)',
    '是外积：每个位置、每一对各有一个角度。（只看一个位置时，是数乘 θ。）',
  ),
  formula: String.raw`\text{angles} = \sum_i p_i\, \theta_i`,
  rightFormula: String.raw`\text{angles}_{p, i} = p\, \theta_i`,
  sentence: ({ got, wanted }: Candidate) =>
    say(
      `It gives one number, ${list(got)}; even a single position has one angle per pair: ${list(wanted)}.`,
      `只得到一个数 ${list(got)}，而就算只有一个位置，每一对也各有一个角度：${list(wanted)}。`,
    ),
}

export const notPeriodic = {
  id: 'rope-not-periodic',
  title: say('“RoPE’s pairs are not periodic”', '认为 RoPE 的各对没有周期性'),
  claim: say(
    'Unlike those of sinusoids, the angle of a rotated pair keeps growing and never repeats.',
    '与正弦编码不同，RoPE 每一对的角度一直增大，从不重复。',
  ),
  right: say(
    'RoPE uses the frequencies of the sinusoidal encoding, and each pair repeats after its wavelength: a rotation by more than 2π cannot be told from a smaller one. In both, no two integer positions agree in all pairs, since 2π is irrational.',
    'RoPE 用的就是正弦编码的频率，每一对过一个波长就重复：转过 2π 以上，就与转得较少的分不出来。两种编码都一样：没有两个整数位置在所有的对上都相同，因为 2π 是无理数。',
  ),
  formula: String.raw`\text{turn of the first pair} = p \in [0, \infty)`,
  rightFormula: String.raw`\text{turn of the first pair} = p \bmod 2\pi`,
  sentence: ({ got, wanted }: Candidate) =>
    say(
      `At position 7 the first pair is not at ${list(got)} radians but at ${list(wanted)}: it has completed one rotation.`,
      `在位置 7，第一对不在 ${list(got)} 弧度处，而在 ${list(wanted)} 处：它已经转完一圈。`,
    ),
}
