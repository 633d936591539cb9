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
    'With θ_i = p · 10000^(−2i/d), the pair at position p is rotated by p · θ_i.',
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
  formula: String.raw`\text{rotation of the first pair} = p \in [0, \infty)`,
  rightFormula: String.raw`\text{rotation of the first pair} = p \bmod 2\pi`,
  sentence: ({ got, wanted }: Candidate) =>
    say(
      `At position 7 the first pair is not at ${list(got)} radians but at ${list(wanted)}: it has completed one rotation.`,
      `在位置 7，第一对不在 ${list(got)} 弧度处，而在 ${list(wanted)} 处：它已经转完一圈。`,
    ),
}

export const mixedLayouts = {
  id: 'rope-mixed-layouts',
  title: say('Pairs of one layout, tables of the other', '一种排列的对，另一种排列的表'),
  claim: say(
    'Pairs (2i, 2i + 1) are rotated with tables [θ_0 … θ_{d/2−1}, θ_0 … θ_{d/2−1}], as rotate_half takes them.',
    '各对取 (2i, 2i + 1)，正余弦表却按 rotate_half 的样子写成 [θ_0 … θ_{d/2−1}, θ_0 … θ_{d/2−1}]。',
  ),
  right: say(
    'Both channels of a pair need the same angle, so the tables must have the layout of the pairs: [θ_0, θ_0, θ_1, θ_1, …] for neighbours, two halves for rotate_half. The mirror image, halves with tables of neighbours, is as wrong.',
    '一对的两个通道要用同一个角度，所以表的排列要与各对一致：相邻成对用 [θ_0, θ_0, θ_1, θ_1, …]，rotate_half 用前后两半。反过来，前后两半成对而表按相邻排列，同样是错的。',
  ),
  formula: String.raw`y_{2i} = x_{2i} \cos p\,\theta_{2i \bmod d/2} - x_{2i+1} \sin p\,\theta_{2i \bmod d/2}, \quad y_{2i+1} = x_{2i+1} \cos p\,\theta_{(2i+1) \bmod d/2} + x_{2i} \sin p\,\theta_{(2i+1) \bmod d/2}`,
  rightFormula: ROTATION,
  sentence: ({ got, wanted }: Candidate, squaredLength: number, right: number) =>
    say(
      `The channels of a pair are rotated by different angles: ${list(got)} instead of ${list(wanted)}, with the squared length ${digits(squaredLength)} instead of ${digits(right)}.`,
      `同一对的两个通道转过不同的角度：得到 ${list(got)}，应为 ${list(wanted)}；长度的平方成为 ${digits(squaredLength)}，应为 ${digits(right)}。`,
    ),
}

export const withoutMinus = {
  id: 'rope-no-minus',
  title: say('rotate_half without its minus', 'rotate_half 漏掉负号'),
  claim: say(
    'The rotated row is x · cos + swapped(x) · sin, where the two channels of each pair change places.',
    '旋转就是 x · cos + 交换(x) · sin，每一对的两个通道对调。',
  ),
  right: say(
    'The second channel comes to the first with a minus. Without it the result is no rotation: lengths change, and scores depend on the positions and not on their distance.',
    '第二个通道换到第一个时要带负号。没有负号就不是旋转：长度会变，得分取决于两个位置本身，而不是它们的距离。',
  ),
  formula: String.raw`y_{2i} = x_{2i} \cos p\,\theta_i + x_{2i+1} \sin p\,\theta_i, \quad y_{2i+1} = x_{2i+1} \cos p\,\theta_i + x_{2i} \sin p\,\theta_i`,
  rightFormula: ROTATION,
  sentence: ({ got, wanted }: Candidate, squaredLength: number, right: number) =>
    say(
      `${list(got)} instead of ${list(wanted)}; the squared length becomes ${digits(squaredLength)} instead of ${digits(right)}.`,
      `得到 ${list(got)}，应为 ${list(wanted)}；长度的平方成为 ${digits(squaredLength)}，应为 ${digits(right)}。`,
    ),
}

export const swapped = {
  id: 'rope-swapped',
  title: say('Cosine and sine swapped', '正弦与余弦对调'),
  claim: say(
    'A function that returns (sin, cos) is read as (cos, sin).',
    '函数返回的是 (sin, cos)，却当作 (cos, sin) 来用。',
  ),
  right: say(
    'x stands with the cosine. Swapped, each pair is rotated by π/2 − p θ_i: backwards, and from a right angle. Scores of queries and keys that are both wrong still depend on their distance, with its sign reversed.',
    '与 x 相乘的是余弦。对调以后，每一对转过 π/2 − p θ_i：从直角出发，反方向转。查询和键都这样错时，得分仍取决于距离，只是方向反了。',
  ),
  formula: String.raw`y_{2i} = x_{2i} \sin p\,\theta_i - x_{2i+1} \cos p\,\theta_i, \quad y_{2i+1} = x_{2i} \cos p\,\theta_i + x_{2i+1} \sin p\,\theta_i`,
  rightFormula: ROTATION,
  sentence: ({ got, wanted }: Candidate) =>
    say(
      `Position 0 must change nothing, yet every pair is rotated by a right angle: ${list(got)} instead of ${list(wanted)}.`,
      `在位置 0 什么都不该变，每一对却转了直角：得到 ${list(got)}，应为 ${list(wanted)}。`,
    ),
}

export const headAxis = {
  id: 'rope-head-axis',
  title: say('Rotated by the head instead of the token', '按头而不是按词元旋转'),
  claim: say(
    'The axis before the channels counts positions, also where it counts heads: [tokens, heads, d].',
    '通道前面的那个轴就是位置，哪怕它数的是头：[词元, 头, d]。',
  ),
  right: say(
    'The position is that of the token. With the wrong axis all tokens of a head are rotated alike, and scores know nothing of their order. Bring the rows to [heads, tokens, d], or give the tables an axis for the heads.',
    '位置是词元的位置。轴取错时，一个头里的所有词元转得一样，得分不含次序。应先把各行排成 [头, 词元, d]，或给表加上头的轴。',
  ),
  formula: String.raw`y_{h,p} = R_h\, x_{h,p}`,
  rightFormula: String.raw`y_{h,p} = R_p\, x_{h,p}`,
  sentence: ({ got, wanted }: Candidate) =>
    say(
      `In head 0 no token is rotated: ${list(got)} instead of ${list(wanted)}.`,
      `在头 0，词元都不转：得到 ${list(got)}，应为 ${list(wanted)}。`,
    ),
}

export const restarts = {
  id: 'rope-position-restarts',
  title: say('Positions that start again in each chunk', '每一块的位置都从头数起'),
  claim: say(
    'A text that is read in chunks of n tokens, or token by token, has positions 0 … n − 1 in each.',
    '把文本按每块 n 个词元（或逐个词元）送入时，每一块的位置都是 0 … n − 1。',
  ),
  right: say(
    'Positions go on: a chunk starts where the one before it ended, which is the number of keys in the cache. Otherwise a key that is n tokens back looks as if it stood at the query.',
    '位置要接着数：一块从上一块结束的地方开始，也就是缓存中键的个数。否则相隔 n 个词元的键，看上去就在查询自己的位置。',
  ),
  formula: String.raw`y_p = R_{p \bmod n}\, x_p`,
  rightFormula: String.raw`y_p = R_p\, x_p`,
  sentence: ({ got, wanted }: Candidate) =>
    say(
      `In chunks of two tokens, position 2 is taken for 0: ${list(got)} instead of ${list(wanted)}.`,
      `每块两个词元时，位置 2 被当作 0：得到 ${list(got)}，应为 ${list(wanted)}。`,
    ),
}

export const roundedAngles = {
  id: 'rope-rounded',
  title: say('Angles in 16 bits', '用 16 位计算角度'),
  claim: say(
    'Positions, frequencies and angles may have the precision of the model, bfloat16.',
    '位置、频率和角度用模型的精度 bfloat16 就够。',
  ),
  right: say(
    'bfloat16 holds whole numbers up to 256 and 3 digits of a frequency, TF32 whole numbers up to 2048: beyond, neighbouring tokens share a position. Compute positions, frequencies and their product in float32, and round cosines and sines only.',
    'bfloat16 只能准确表示 256 以内的整数，频率只有约 3 位数字；TF32 到 2048 为止。再往后，相邻的词元就落在同一个位置上。位置、频率和它们的积要用 float32 计算，只对正余弦取舍。',
  ),
  formula: String.raw`\text{angle} = \operatorname{bf16}(p) \cdot \theta_i`,
  rightFormula: String.raw`\text{angle} = p \cdot \theta_i`,
  sentence: ({ got, wanted }: Candidate) =>
    say(
      `Position 257 becomes 256, a radian less for the first pair: ${list(got)} instead of ${list(wanted)}.`,
      `位置 257 变成 256，第一对少转了 1 弧度：得到 ${list(got)}，应为 ${list(wanted)}。`,
    ),
}
