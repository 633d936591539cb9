// "Try this" of every figure of a side page: states that one click sets, and what to look at in each. A sentence is true of its state alone: a number in
// it is one that the figure shows then. Settings that a preset leaves out are those of figures.ts.

import type { FigureName } from './article/figures.js'
import { type Bilingual, say } from './bilingual.js'
import type { Json } from './json.js'

export interface Preset {
  readonly label: Bilingual
  readonly look: Bilingual
  readonly state: Readonly<Record<string, Json>>
}

const preset = (state: Preset['state'], label: Bilingual, look: Bilingual): Preset => ({ state, label, look })

/** Figures of the article have steps instead; the first one has to fit the first screen. */
export type PresetFigure = Exclude<
  FigureName,
  'hero' | 'shuffle' | 'waves' | 'diagonals' | 'arrows' | 'doors' | 'extrapolation' | 'train'
>

export const presets: Readonly<Record<PresetFigure, readonly Preset[]>> = {
  sinusoid: [
    preset(
      { parameters: { base: 100 } },
      say('A smaller base', '更小的底数'),
      say(
        'Look at the right side: with base 100 the waves are shorter, and channels that hardly changed now oscillate.',
        '看右边：底数为 100 时波变短了，原来几乎不动的列现在有起有伏。',
      ),
    ),
    preset(
      { parameters: { layout: 'concatenated' } },
      say('Sines, then cosines', '先正弦后余弦'),
      say(
        'Look at the two halves: first all sines, then all cosines. The values are the same; only the order of the channels differs.',
        '看左右两半：先是全部正弦，再是全部余弦。数值相同，只是列换了位置。',
      ),
    ),
    preset(
      { view: 'waves' },
      say('Wavelengths', '波有长短'),
      say(
        'Look at both ends of the curve: the first pair has a wavelength of 6.28 positions, the last of 47100.',
        '看曲线的两端：第一对每 6.28 个位置转一圈，最后一对要 47100 个位置。',
      ),
    ),
  ],
  similarity: [
    preset(
      { view: 'decay' },
      say('As a curve', '画成曲线'),
      say(
        'Look at the curve: the score of two equal tokens falls at first, then rises for the first time at distance 10.',
        '看曲线：两个相同词元的得分起初下降，但不会一直降；在距离 10 处第一次回升。',
      ),
    ),
    preset(
      { parameters: { base: 100 } },
      say('A smaller base', '更小的底数'),
      say(
        'Look at the two corners off the diagonal: with base 100, the cosine similarity of the first and last positions is only −0.0605.',
        '看远离对角线的两个角：底数为 100 时，首尾两个位置的相似度只有 −0.0605。',
      ),
    ),
    preset(
      { length: 256 },
      say('Four times as long', '长四倍'),
      say(
        'Look at the diagonals: with 256 positions, each diagonal still has one colour, and neighbours still have a similarity of 0.966.',
        '看对角线：现在有 256 个位置，每条对角线仍是一种颜色，相邻位置的相似度仍是 0.966。',
      ),
    ),
  ],
  reading: [
    preset(
      { head: 2 },
      say('The token before', '看前一个'),
      say(
        'Look just below the diagonal: this head gives 0.36 of its attention to the previous character and 0.14 to the character itself.',
        '看对角线下面一格：这个头把 0.36 的注意力给了前一个字符，给字符自己的是 0.14。',
      ),
    ),
    preset(
      { layer: 2, head: 3 },
      say('Further back', '看得更远'),
      say(
        'Look away from the diagonal: this head gives 0.08 of its attention to the character itself and 0.07 to the previous one; most goes further back.',
        '看远离对角线的地方：这个头给字符自己 0.08，给前一个字符 0.07，大部分注意力落在更前面。',
      ),
    ),
    preset(
      { compare: 'rope' },
      say('Compare with RoPE', '与 RoPE 并排'),
      say(
        'Look at the first two maps: the same text, read by a model with a learned table and by one with RoPE. Their heads do not correspond; each model learned its own.',
        '看前两张图：同一段文本，一个模型用可学习的表，一个用 RoPE。每个模型学到的头各不相同。',
      ),
    ),
  ],
  cache: [
    preset(
      { operation: 'evict' },
      say('Drop old tokens', '丢掉旧词元'),
      say(
        'Look at the attention weights: the rest keep their positions, so every distance is right and nothing else changes.',
        '看注意力权重：其余词元保留原来的位置，所有距离都对，别的什么都不变。',
      ),
    ),
    preset(
      { operation: 'renumber' },
      say('Renumber them', '重新编号'),
      say(
        'Look at the attention weights: keys that were stored rotated meet the query at wrong angles.',
        '看注意力权重：旋转好再存的键，遇到查询时角度就错了。',
      ),
    ),
    preset(
      { operation: 'renumber', keys: 'again' },
      say('Renumber and rotate', '重新编号并旋转'),
      say(
        'Look at the attention weights: each key was rotated once more, by the change of its position.',
        '看注意力权重：每个键按位置的变化又旋转了一次。',
      ),
    ),
    preset(
      { operation: 'pad', padding: 'counted' },
      say('Count the padding', '把填充算进去'),
      say(
        'Look at the positions: pads count, so those of the letters begin later.',
        '看位置：填充也算数，字母的位置就往后挪了。',
      ),
    ),
  ],
  shaw: [
    preset(
      { head: 3 },
      say('Another head', '换一个头'),
      say(
        'Look along a row: all heads use the same vectors, but another query gives other products with them.',
        '沿着一行看：各个头用的是同一组向量，但查询不同，得到的数也不同。',
      ),
    ),
    preset(
      { length: 64 },
      say('Twice as long', '长一倍'),
      say(
        'Look at both ends of a row: the colour no longer changes, because all distant keys share the last vector.',
        '看一行的两端：颜色一直不变，因为远处的键合用末端的那个向量。',
      ),
    ),
  ],
  clocks: [
    preset(
      { position: 1012 },
      say('1,000 positions later', '后移一千个位置'),
      say(
        'Look at the shaded angles: both hands have turned, the angles between them are unchanged, and the score is still 0.695 times its value at distance 0.',
        '看涂色的夹角：指针都转了，夹角没有变，得分仍是距离为 0 时的 0.695。',
      ),
    ),
    preset(
      { distance: 0 },
      say('Distance 0', '同一个位置'),
      say(
        'Look at the hands: in every pair the query’s and the key’s hands coincide.',
        '看指针：每一对里，查询和键的指针都重合在一起。',
      ),
    ),
    preset(
      { base: 100 },
      say('A smaller base', '更小的底数'),
      say(
        'Look at the lower chart: with base 100, 5 of 8 pairs complete at least one rotation within the training length.',
        '看下面的图：底数为 100 时，8 对里有 5 对在训练长度内至少转满一圈。',
      ),
    ),
    preset(
      { scaling: 'linear' },
      say('Linear scaling', '线性缩放'),
      say(
        'Look at the hands: every pair rotates at a quarter of its frequency, so the angles between query and key are smaller too.',
        '看指针：每一对都慢了 4 倍，查询与键的夹角也跟着变小了。',
      ),
    ),
  ],
  shift: [
    preset(
      { amount: 1000 },
      say('Beyond the table', '移出表外'),
      say(
        'Look at the two encodings: with RoPE no output changes even at position 1000; the learned table has no row for it.',
        '看两种编码：移到位置 1000，RoPE 的输出仍然不变，可学习的表却没有这一行。',
      ),
    ),
    preset(
      { compare: 'alibi' },
      say('RoPE and ALiBi', 'RoPE 与 ALiBi'),
      say(
        'Look at both columns: ALiBi also depends only on distances, so a shift changes no output with either.',
        '看两列：ALiBi 也只看距离，所以整体平移在两种编码下都不改变输出。',
      ),
    ),
    preset(
      { operation: 'gap' },
      say('Open a gap', '改成断开'),
      say(
        'Look at the bars: some distances are larger now, and with both encodings 12 of 12 outputs change.',
        '看条形：现在有些距离变大了，两种编码下 12 个输出都变了。',
      ),
    ),
  ],
  rope: [
    preset(
      { parameters: { layout: 'interleaved' } },
      say('Neighbouring channels', '相邻成对'),
      say(
        'Look at the columns: the cosine and sine of a pair are now neighbours. The values are the same, in another order.',
        '看各列：同一对的余弦和正弦现在相邻。数值相同，只是次序不同。',
      ),
    ),
    preset(
      { parameters: { base: 500000 } },
      say('A larger base', '更大的底数'),
      say(
        'Look at the right part of each half: with base 500000, more pairs hardly rotate within this length.',
        '看每一半的右侧：底数为 500000 时，更多的对在这个长度里几乎不动。',
      ),
    ),
    preset(
      { view: 'decay' },
      say('As a curve', '画成曲线'),
      say(
        'Look at the curve: even when query and key are equal, the score does not keep falling; it first rises at distance 6.',
        '看曲线：即使查询与键相同，得分也不是一路下降；在距离 6 处第一次回升。',
      ),
    ),
  ],
  alibi: [
    preset(
      { head: 7 },
      say('The smallest slope', '最缓的头'),
      say(
        'Look at the map: head 8 subtracts very little, so far keys count almost as much as near ones.',
        '看图：第 8 个头几乎什么都不减，远处的键与近处的键几乎同样重要。',
      ),
    ),
    preset(
      { view: 'slopes' },
      say('All slopes', '全部斜率'),
      say(
        'Look at the points: each head has half the slope of the one before it, from 0.5 down to 0.00391.',
        '看各点：每个头的斜率是前一个头的一半，从 0.5 一直到 0.00391。',
      ),
    ),
    preset(
      { view: 'slopes', heads: 12 },
      say('Twelve heads', '十二个头'),
      say(
        'Look at the last four points: 12 is not a power of two, so these heads use slopes from the sequence for sixteen heads. The steepest is now 0.707.',
        '看最后四个点：12 不是 2 的幂，所以这几个头取的是十六个头那条规则里的斜率，最陡的变成了 0.707。',
      ),
    ),
  ],
  t5: [
    preset(
      { length: 256 },
      say('Longer distances', '看得更远'),
      say(
        'Look at both ends: the steps get wider, and beyond a certain distance all keys share one bucket.',
        '看两端：台阶越来越长，到了某个距离之后，所有的键都归同一个桶。',
      ),
    ),
    preset(
      { parameters: { bidirectional: false } },
      say('Causal: earlier keys', '只算查询之前'),
      say(
        'Look at the right half: keys after the query share bucket 0; all other buckets are for keys before it.',
        '看右半边：查询之后的键都归 0 号桶，其余的桶都用于查询之前的键。',
      ),
    ),
    preset(
      { view: 'map' },
      say('As a map', '画成图'),
      say(
        'Look at the diagonals: those near the main diagonal have a bucket each; farther away several share one.',
        '看对角线：靠近主对角线的各占一个桶，远处的几条合用一个。',
      ),
    ),
  ],
  ledger: [
    preset(
      { encoding: 'sinusoidal', vectors: 'random' },
      say('Sinusoidal', '相加的向量'),
      say(
        'Look at the sum: all four terms are present. In this score position · position is the largest, 3.30.',
        '看这个和：四项都在。在这个得分里，最大的是位置与位置那一项，3.30。',
      ),
    ),
    preset(
      { encoding: 'deberta', vectors: 'random' },
      say('DeBERTa', 'DeBERTa'),
      say(
        'Look at the sum: position · position is missing; three terms remain.',
        '看这个和：位置与位置那一项没有了，剩下三项。',
      ),
    ),
    preset(
      { encoding: 'alibi', vectors: 'random' },
      say('ALiBi', 'ALiBi'),
      say(
        'Look at the sum: content, plus a bias of −1.50 that depends only on the distance.',
        '看这个和：只有内容，再加上 −1.50 的偏置，它只取决于距离。',
      ),
    ),
    preset(
      { encoding: 'rope', vectors: 'random' },
      say('RoPE', 'RoPE'),
      say(
        'Look at the sum: no term depends on position alone. The rotation changes the product of the contents by −1.67.',
        '看这个和：没有单独的位置项，旋转使内容的乘积改变了 −1.67。',
      ),
    ),
  ],
  properties: [
    preset(
      { encodings: 'none sinusoidal rope alibi' },
      say('Four to compare', '比较四种'),
      say(
        'Look along the rows: each of the four lacks some property. RoPE’s score rises at distance 5; ALiBi’s keeps falling, so from 64 on its values are new.',
        '沿着各行看：这 4 种都有不成立的一条。RoPE 在距离 5 处回升；ALiBi 一直下降，但从 64 起出现新值。',
      ),
    ),
    preset(
      { sort: 'falls', descending: true },
      say('Never rises with distance', '随距离下降的'),
      say(
        'Look at the first rows: for equal content the score never rises with distance. No position encoding at all is among them, since its score is constant.',
        '看前几行：内容相同时，得分从不随距离上升。“什么都不加”也在其中。',
      ),
    ),
    preset(
      { encodings: 'sinusoidal rope alibi', open: 'rope' },
      say('RoPE’s counter-examples', 'RoPE 的证据'),
      say(
        'Look at the list under RoPE: the score rises from distance 4 to 5, and 11 of 16 pairs complete no rotation within the training length.',
        '看 RoPE 下面的列表：得分从距离 4 到 5 上升，16 对里有 11 对在训练中转不满一圈。',
      ),
    ),
  ],
  scaling: [
    preset(
      { scaling: 'linear' },
      say('Linear', '线性'),
      say(
        'Look at the gap between the two rows of points: all 16 frequencies are divided by the same factor.',
        '看两排点的间隔：16 对全都慢了同样的倍数。',
      ),
    ),
    preset(
      { scaling: 'ntk' },
      say('NTK-aware', 'NTK-aware'),
      say(
        'Look from left to right: the fastest pair is unchanged; the other 15 are slowed more and more.',
        '从左往右看：最快的一对不变，其余 15 对一个比一个慢得多。',
      ),
    ),
    preset(
      { factor: 16 },
      say('YaRN, factor 16', 'YaRN，16 倍'),
      say(
        'Look at the right side: the frequencies of pairs that completed no rotation in training are divided by the full factor of 16.',
        '看右边：训练时转不满一圈的对，慢了整整 16 倍。',
      ),
    ),
  ],
  models: [
    preset(
      { encoding: 'alibi' },
      say('Only ALiBi', '只看 ALiBi'),
      say('Look at the list: only BLOOM and MPT remain.', '看列表：这些模型里只剩下 BLOOM 和 MPT。'),
    ),
    preset(
      { encoding: 'rope', model: '' },
      say('Only RoPE', '只看 RoPE'),
      say(
        'Look at the years: no model in this list used RoPE before 2021.',
        '看年份：这份列表里，2021 年之前没有模型旋转查询和键。',
      ),
    ),
    preset(
      { model: 'roberta' },
      say('RoBERTa', 'RoBERTa'),
      say(
        'Look at “Tutorials say”: RoBERTa’s positions are learned; its table starts at the row after the padding id.',
        '看教程的说法：RoBERTa 的位置其实是学来的，表从填充 id 之后开始。',
      ),
    ),
  ],
  mistakes: [
    preset(
      { mistake: 'rope-decays' },
      say('“Scores decay”', '得分会衰减'),
      say(
        'Look at the column “Correct”: for random queries and keys the mean score is 0 at every distance.',
        '看中间一列：对随机的查询和键，得分的均值在任何距离都是 0。',
      ),
    ),
    preset(
      { mistake: 'alibi-sign' },
      say('A wrong sign', '一个符号'),
      say(
        'Look at the first number: with the sign reversed, distance 1 adds 0.5 instead of −0.5, so the farthest key would be favoured.',
        '看第一个数：符号反了，退一步就从 −0.5 变成 0.5，最远的键反而会赢。',
      ),
    ),
    preset(
      { mistake: 't5-last-at-128' },
      say('The last bucket', '最后一个桶'),
      say(
        'Look at the numbers: the last bucket is already reached at distance 91, not at 128.',
        '看数字：距离到 91 就已进入最后一个桶，而不是 128。',
      ),
    ),
  ],
  identify: [
    preset(
      { example: 'yarn' },
      say('A scaled RoPE', '缩放过的 RoPE'),
      say(
        'Look at the answer: the angles alone identify this as YaRN with factor 4.',
        '看答案：单凭角度就认出这是因子为 4 的 YaRN。',
      ),
    ),
    preset(
      { example: 'mistake' },
      say('A known mistake', '一个已知的错误'),
      say(
        'Look at the answer: the position was multiplied in twice, so the angle grows with the square of the position.',
        '看答案：位置乘了两次，角度随位置的平方增长。',
      ),
    ),
    preset(
      { example: 'nothing' },
      say('Random numbers', '随机数'),
      say(
        'Look at the answer: if nothing fits, it says so and names the closest candidate.',
        '看答案：什么都不符合时，它会直说，并给出最接近的一个。',
      ),
    ),
  ],
  lengths: [
    preset(
      { task: 'copy', encodings: 'learned rope', measure: 'accuracy' },
      say('Learned table and RoPE', '可学习对 RoPE'),
      say(
        'Look to the right of the training length: how accurate each still is on sequences longer than in training.',
        '看训练长度的右边：序列比训练时更长之后，两者各剩下多少。',
      ),
    ),
    preset(
      { task: 'parity', encodings: 'none rope alibi t5', measure: 'accuracy' },
      say('Parity', '奇偶'),
      say(
        'Look at the chance level, one half: a curve that stays there has learned nothing.',
        '看二分之一处的随机水平：停在那里的曲线，在任何长度上都什么也没学到。',
      ),
    ),
  ],
  'your-model': [
    preset(
      { model: 'rope', view: 'card' },
      say('A built-in model', '我们的模型的卡片'),
      say(
        'Look at “Position”: RoPE in every layer, and the number of pairs that complete no rotation within the context length.',
        '看“位置”一行：每一层都有旋转，还有多少对在上下文里转不满一圈。',
      ),
    ),
    preset(
      { model: 'learned', view: 'card' },
      say('A learned table', '换成一张表'),
      say(
        'Look at “Position”: a tensor of the checkpoint, with one row for each position that the model supports.',
        '看“位置”一行：检查点里的一个张量，模型认得几个位置，就有几行。',
      ),
    ),
    preset(
      { model: 'alibi', view: 'attention' },
      say('A built-in model’s maps', '我们的模型的图'),
      say(
        'Look at the small maps: all heads of a model with ALiBi, loaded in the same way as your own files.',
        '看那些小图：带 ALiBi 的模型的所有头，走的是和你选择的文件同一条路。',
      ),
    ),
  ],
}
