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
        '看右边：底数为 100 时波变短了，原来几乎不变的通道现在有起有伏。',
      ),
    ),
    preset(
      { parameters: { layout: 'concatenated' } },
      say('Sines, then cosines', '先正弦后余弦'),
      say(
        'Look at the two halves: first all sines, then all cosines. The values are the same; only the order of the channels differs.',
        '看左右两半：先是全部正弦，再是全部余弦。数值相同，只是通道的次序不同。',
      ),
    ),
    preset(
      { view: 'waves' },
      say('Wavelengths', '波长'),
      say(
        'Look at both ends of the curve: the first pair has a wavelength of 6.28 positions, the last of 47100.',
        '看曲线的两端：第一对的波长是 6.28 个位置，最后一对是 47100 个。',
      ),
    ),
  ],
  similarity: [
    preset(
      { view: 'decay' },
      say('As a curve', '画成曲线'),
      say(
        'Look at the curve: the score of two equal tokens falls at first, then rises for the first time at distance 10.',
        '看曲线：两个相同词元的得分起初下降，在距离 10 处第一次回升。',
      ),
    ),
    preset(
      { parameters: { base: 100 } },
      say('A smaller base', '更小的底数'),
      say(
        'Look at the two corners off the diagonal: with base 100, the cosine similarity of the first and last positions is only −0.0605.',
        '看远离对角线的两个角：底数为 100 时，首尾两个位置的余弦相似度只有 −0.0605。',
      ),
    ),
    preset(
      { length: 256 },
      say('Four times as long', '四倍长度'),
      say(
        'Look at the diagonals: with 256 positions, each diagonal still has one colour, and neighbours still have a similarity of 0.966.',
        '看对角线：有 256 个位置时，每条对角线仍是一种颜色，相邻位置的相似度仍是 0.966。',
      ),
    ),
  ],
  reading: [
    preset(
      { head: 2 },
      say('The token before', '前一个词元'),
      say(
        'Look just below the diagonal: this head gives 0.36 of its attention to the previous character and 0.14 to the character itself.',
        '看对角线下面一格：这个头把 0.36 的注意力给了前一个字符，给字符自己的是 0.14。',
      ),
    ),
    preset(
      { layer: 2, head: 3 },
      say('Further back', '更靠前'),
      say(
        'Look away from the diagonal: this head gives 0.08 of its attention to the character itself and 0.07 to the previous one; most goes further back.',
        '看远离对角线的格子：这个头把 0.08 的注意力给了字符自己，0.07 给了前一个，大部分落在更前面。',
      ),
    ),
    preset(
      { compare: 'rope' },
      say('Compare with RoPE', '与 RoPE 对照'),
      say(
        'Look at the first two maps: the same text, read by a model with a learned table and by one with RoPE. Their heads do not correspond; each model learned its own.',
        '看前两张图：同一段文本，一个模型用可学习的表，一个用 RoPE。两个模型的头互不对应，各学各的。',
      ),
    ),
  ],
  cache: [
    preset(
      { operation: 'evict' },
      say('Drop old tokens', '逐出旧词元'),
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
        '看注意力权重：每个键又旋转了一次，转过的是位置的变化。',
      ),
    ),
    preset(
      { operation: 'pad', padding: 'counted' },
      say('Count the padding', '把填充算进去'),
      say(
        'Look at the positions: pads count, so those of the letters begin later.',
        '看位置：填充也计数，字母的位置就往后挪了。',
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
      say('Twice as long', '两倍长度'),
      say(
        'Look at both ends of a row: the colour no longer changes, because all distant keys share the last vector.',
        '看一行的两端：颜色不再变化，因为远处的键都合用最后一个向量。',
      ),
    ),
  ],
  clocks: [
    preset(
      { position: 1012 },
      say('1,000 positions later', '后移一千个位置'),
      say(
        'Look at the shaded angles: both hands have rotated, the angles between them are unchanged, and the score is still 0.695 times its value at distance 0.',
        '看涂色的夹角：两根指针都转了，夹角没有变，得分仍是距离为 0 时的 0.695 倍。',
      ),
    ),
    preset(
      { distance: 0 },
      say('Distance 0', '距离 0'),
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
        '看指针：每一对的频率都只有原来的四分之一，查询与键的夹角也跟着变小了。',
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
      say('Open a gap', '留出空位'),
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
        '看每一半的右侧：底数为 500000 时，更多的对在这个长度里几乎不转。',
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
      say('The smallest slope', '最小的斜率'),
      say(
        'Look at the map: head 8 subtracts very little, so far keys count almost as much as near ones.',
        '看图：第 8 个头减得极少，远处的键与近处的键几乎同样重要。',
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
        '看最后四个点：12 不是 2 的幂，所以这几个头的斜率取自十六个头的那一列，最陡的变成了 0.707。',
      ),
    ),
  ],
  t5: [
    preset(
      { length: 256 },
      say('Longer distances', '更远的距离'),
      say(
        'Look at both ends: the steps get wider, and beyond a certain distance all keys share one bucket.',
        '看两端：台阶越来越长，超过某个距离，所有的键都归同一个桶。',
      ),
    ),
    preset(
      { parameters: { bidirectional: false } },
      say('Causal: earlier keys', '因果：只看前面'),
      say(
        'Look at the right half: keys after the query share the first bucket; all other buckets are for keys before it.',
        '看右半边：查询之后的键都归第一个桶，其余的桶都用于查询之前的键。',
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
      say('Sinusoidal', '正弦'),
      say(
        'Look at the sum: all four terms are present. In this score position · position is the largest, 3.30.',
        '看这个和：四项都在。在这个得分里，“位置 · 位置”最大，为 3.30。',
      ),
    ),
    preset(
      { encoding: 'deberta', vectors: 'random' },
      say('DeBERTa', 'DeBERTa'),
      say(
        'Look at the sum: position · position is missing; three terms remain.',
        '看这个和：没有“位置 · 位置”，只剩三项。',
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
        '沿着各行看：这四种各缺某条性质。RoPE 的得分在距离 5 处回升；ALiBi 的一直下降，所以从 64 起都是新值。',
      ),
    ),
    preset(
      { sort: 'falls', descending: true },
      say('Never rises with distance', '从不随距离上升'),
      say(
        'Look at the first rows: for equal content the score never rises with distance. No position encoding at all is among them, since its score is constant.',
        '看前几行：内容相同时，得分从不随距离上升。无位置编码也在其中，因为它的得分处处相同。',
      ),
    ),
    preset(
      { encodings: 'sinusoidal rope alibi', open: 'rope' },
      say('RoPE’s counter-examples', 'RoPE 的反例'),
      say(
        'Look at the list under RoPE: the score rises from distance 4 to 5, and 11 of 16 pairs complete no rotation within the training length.',
        '看 RoPE 下面的列表：得分从距离 4 到 5 上升，16 对里有 11 对在训练长度内转不满一圈。',
      ),
    ),
  ],
  scaling: [
    preset(
      { scaling: 'linear' },
      say('Linear', '线性'),
      say(
        'Look at the gap between the two rows of points: all 16 frequencies are divided by the same factor.',
        '看两排点的间隔：16 个频率全都除以同一个因子。',
      ),
    ),
    preset(
      { scaling: 'ntk' },
      say('NTK-aware', 'NTK-aware'),
      say(
        'Look from left to right: the fastest pair is unchanged; the other 15 are slowed more and more.',
        '从左往右看：最快的一对不变，其余 15 对，越往右放慢得越多。',
      ),
    ),
    preset(
      { factor: 16 },
      say('YaRN, factor 16', 'YaRN，因子 16'),
      say(
        'Look at the right side: the frequencies of pairs that completed no rotation in training are divided by the full factor of 16.',
        '看右边：训练时转不满一圈的对，频率除以整个因子 16。',
      ),
    ),
  ],
  models: [
    preset(
      { encoding: 'alibi' },
      say('Only ALiBi', '只看 ALiBi'),
      say('Look at the list: only BLOOM and MPT remain.', '看列表：只剩下 BLOOM 和 MPT。'),
    ),
    preset(
      { encoding: 'rope', model: '' },
      say('Only RoPE', '只看 RoPE'),
      say(
        'Look at the years: no model in this list used RoPE before 2021.',
        '看年份：这份列表里，2021 年之前没有模型用 RoPE。',
      ),
    ),
    preset(
      { model: 'roberta' },
      say('RoBERTa', 'RoBERTa'),
      say(
        'Look at “Tutorials say”: RoBERTa’s positions are learned; its table starts at the row after the padding id.',
        '看“教程的说法”：RoBERTa 的位置其实是学来的，表从填充 id 的下一行开始。',
      ),
    ),
  ],
  mistakes: [
    preset(
      { mistake: 'rope-decays' },
      say('“Scores decay”', '得分会衰减'),
      say(
        'Look at the column “Correct”: for random queries and keys the mean score is 0 at every distance.',
        '看“正确”一列：对随机的查询和键，得分的均值在任何距离都是 0。',
      ),
    ),
    preset(
      { mistake: 'alibi-sign' },
      say('A wrong sign', '符号写反'),
      say(
        'Look at the first number: with the sign reversed, distance 1 adds 0.5 instead of −0.5, so the farthest key would be favoured.',
        '看第一个数：符号写反之后，距离 1 处加的是 0.5 而不是 −0.5，最远的键反而占优。',
      ),
    ),
    preset(
      { mistake: 't5-last-at-128' },
      say('The last bucket', '最后一个桶'),
      say(
        'Look at the numbers: the last bucket is already reached at distance 91, not at 128.',
        '看数字：距离 91 就已进入最后一个桶，而不是到 128 才进入。',
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
      say('Learned table and RoPE', '可学习的表与 RoPE'),
      say(
        'Look to the right of the training length: how accurate each still is on sequences longer than in training.',
        '看训练长度的右边：序列比训练时更长时，两者各还有多准。',
      ),
    ),
    preset(
      { task: 'parity', encodings: 'none rope alibi t5', measure: 'accuracy' },
      say('Parity', '奇偶'),
      say(
        'Look at the chance level, one half: a curve that stays there has learned nothing.',
        '看二分之一处的随机水平：停在那里的曲线什么也没学到。',
      ),
    ),
  ],
  'your-model': [
    preset(
      { model: 'rope', view: 'card' },
      say('A built-in model', '内置的模型'),
      say(
        'Look at “Position”: RoPE in every layer, and the number of pairs that complete no rotation within the context length.',
        '看“位置”一行：每一层都有 RoPE，还有多少对在上下文长度内转不满一圈。',
      ),
    ),
    preset(
      { model: 'learned', view: 'card' },
      say('A learned table', '可学习的表'),
      say(
        'Look at “Position”: a tensor of the checkpoint, with one row for each position that the model supports.',
        '看“位置”一行：检查点里的一个张量，模型支持多少个位置，就有多少行。',
      ),
    ),
    preset(
      { model: 'alibi', view: 'attention' },
      say('A built-in model’s maps', '内置模型的图'),
      say(
        'Look at the small maps: all heads of a model with ALiBi, loaded in the same way as your own files.',
        '看那些小图：一个 ALiBi 模型的所有头，载入方式与你自己的文件相同。',
      ),
    ),
  ],
}
