// Questions about rotations, and about stretching them.

import { say } from '../bilingual.js'
import { short } from '../format.js'

export const movedBoth = {
  text: say(
    'A query at position 7 meets a key at position 5. You move both by 1,000. What happens to their score?',
    '位置 7 的查询遇到位置 5 的键。两个都后移 1,000。它们的得分会怎样？',
  ),
  answers: {
    grows: say('It grows', '变大'),
    shrinks: say('It shrinks', '变小'),
    stays: say('It stays', '不变'),
  },
}

export const angles = {
  text: say(
    'A head has dimension 64. By how many different angles does RoPE rotate its channels at position 1?',
    '一个头有 64 个通道。在位置 1，RoPE 用多少个不同的角度来旋转它们？',
  ),
  labels: {
    largest: say('The largest angle, in radians', '最大的角度（弧度）'),
    smallest: say('The smallest', '最小的角度'),
    count: say('Different angles', '不同的角度'),
  },
  explain: ({ angles, count }: { angles: readonly number[]; count: number }) =>
    say(
      // spread: 32, one per pair of 64 channels
      `Each rotation acts on two channels, so 64 channels have ${count} angles, from ${short(Math.max(...angles))} down to ${short(Math.min(...angles))} radians.`,
      // spread: 32, one per pair of 64 channels
      `一次旋转要用两个通道，所以 64 个通道有 ${count} 个角度，从 ${short(Math.max(...angles))} 到 ${short(Math.min(...angles))} 弧度。`,
    ),
}

export const layouts = {
  text: say(
    'A model was trained with pairs of neighbouring channels (2i, 2i\u00a0+\u00a01) and is run with pairs (i, i\u00a0+\u00a0d/2). What happens to the scores?',
    '一个模型训练时以相邻通道 (2i, 2i\u00a0+\u00a01) 为一对，运行时却以 (i, i\u00a0+\u00a0d/2) 为一对。得分会怎样？',
  ),
  answers: {
    stops: say('The program stops with an error.', '程序报错停下。'),
    stay: say('They stay the same: the angles are equal.', '不变：用的是同样的角度。'),
    change: say('They change, without any error.', '会变，而且没有任何提示。'),
  },
  labels: {
    refused: say('The library refuses', '程序库拒绝'),
    swapped: say('Largest difference of a score', '得分的最大差别'),
    mended: say('The same, with the channels reordered', '把通道重新排好之后'),
  },
  explain: ({ swapped, mended }: { swapped: number; mended: number }) =>
    say(
      `Scores differ by up to ${short(swapped)}, without any warning. With the channels reordered, the difference is ${short(mended)}: rounding. This is why converters reorder the rows of the query and key matrices.`,
      `得分最多相差 ${short(swapped)}，没有任何提示。把通道重新排好，差别就只有 ${short(mended)}，是舍入。转换脚本正是为此重排查询和键矩阵的行。`,
    ),
}

export const stretchedPairs = {
  text: say(
    'RoPE is scaled for texts s\u00a0=\u00a04 times as long. Which method leaves the fastest pair, which distinguishes neighbouring positions, unchanged?',
    '为 s\u00a0=\u00a04 倍长的文本缩放 RoPE。哪种方法让最快的一对（分辨相邻位置靠它）保持原样？',
  ),
  answers: {
    linear: say('Linear interpolation.', '线性插值。'),
    ntk: say('NTK-aware.', 'NTK-aware。'),
    both: say('Both.', '两种都是。'),
    neither: say('Neither.', '都不是。'),
  },
  labels: {
    linear: say(
      'Linear: frequency of the fastest pair, scaled / unscaled',
      '线性：最快一对的频率，缩放后与原来之比',
    ),
    ntk: say('NTK-aware: frequency of the fastest pair, scaled / unscaled', 'NTK-aware：最快一对的频率之比'),
    ntkLast: say(
      'NTK-aware: frequency of the slowest pair, scaled / unscaled',
      'NTK-aware：最慢一对的频率之比',
    ),
  },
  explain: ({ linear, ntk }: { linear: { first: number }; ntk: { first: number; last: number } }) =>
    say(
      `Linear interpolation multiplies every frequency by ${short(linear.first)}, so neighbours move closer together. NTK-aware multiplies the fastest by ${short(ntk.first)} and the slowest by ${short(ntk.last)}.`,
      `线性插值把每个频率都乘以 ${short(linear.first)}，相邻位置因此挤近。NTK-aware 把最快的乘以 ${short(ntk.first)}，最慢的乘以 ${short(ntk.last)}。`,
    ),
}

export const temperature = {
  text: say(
    'YaRN with s\u00a0=\u00a04 also multiplies query and key by 0.1\u00a0ln\u00a0s\u00a0+\u00a01 each. What happens to the score of a query and a key at the same position?',
    's\u00a0=\u00a04 时，YaRN 还把查询和键各乘以 0.1\u00a0ln\u00a0s\u00a0+\u00a01。同一位置上的查询与键，得分会怎样？',
  ),
  answers: {
    nothing: say('Nothing: only angles change.', '不变：变的只是角度。'),
    once: say('It is multiplied by that factor.', '乘以这个系数。'),
    square: say('It is multiplied by the square of that factor.', '乘以这个系数的平方。'),
    quarter: say('It is divided by 4.', '除以 4。'),
  },
  labels: {
    computed: say(
      'Computed here: 0.1\u00a0ln\u00a04\u00a0+\u00a01',
      '在这里算：0.1\u00a0ln\u00a04\u00a0+\u00a01',
    ),
    factor: say('Factor in the library', '程序库里的系数'),
    score: say('Score, scaled / unscaled', '得分，缩放后与原来之比'),
  },
  explain: ({ factor, score }: { factor: number; score: number }) =>
    say(
      `The factor is ${short(factor)}. It multiplies both query and key, so the score is multiplied by its square, ${short(score)}: softmax becomes a little sharper.`,
      `系数是 ${short(factor)}。查询和键都乘以它，得分因此乘以它的平方 ${short(score)}：softmax 变得略微尖锐。`,
    ),
}

export const keptLength = {
  text: say(
    'RoPE rotates a vector of 64 ones for position 7. Its length was 8. What is it now?',
    'RoPE 为位置 7 旋转一个由 64 个 1 组成的向量。它原来长 8，现在多长？',
  ),
  answers: {
    longer: say('Longer: a position was added.', '更长：加进了位置。'),
    shorter: say('Shorter: cosines are below 1.', '更短：余弦都小于 1。'),
    same: say('8, as before.', '仍是 8。'),
  },
  labels: {
    before: say('Length before', '旋转前的长度'),
    after: say('Length after', '旋转后的长度'),
    moved: say('Distance between the two vectors', '向量移动了多远'),
  },
  explain: ({ after, moved }: { after: number; moved: number }) =>
    say(
      `The length is ${short(after)}: the vector moved by ${short(moved)} and kept its length. A rotation changes a vector’s direction, never its length.`,
      `长度是 ${short(after)}：向量移动了 ${short(moved)}，长度不变。旋转改变向量的方向，从不改变它的长度。`,
    ),
}
