// Questions about keys that are cached: evicted, renumbered, padded, rotated with other frequencies.

import { say } from '../bilingual.js'
import { short } from '../format.js'

export const renumbered = {
  text: say(
    'A RoPE cache holds keys rotated for positions 0 to 11. The program evicts the first four and takes the cache’s length, 8, as the next position; the stored keys stay as they are. An ideal head attends one token back, whatever the tokens are. Which key gets most of its attention?',
    'RoPE 的缓存里有为位置 0 到 11 旋转好的键。程序逐出最前面四个，把缓存的长度 8 当作下一个位置，存着的键不动。有个理想的头，不管内容，专看前一个词元。它最关注哪个键？',
  ),
  answers: {
    newest: say('The newest, at position 11, as it should.', '最新的，位置 11：本该如此。'),
    oldest: say('The oldest that is left, at position 4.', '留下的里面最旧的，位置 4。'),
    behind: say('The one at position 7.', '位置 7 的。'),
  },
  labels: {
    kept: say(
      'Next position 12: the key that gets most (columns: attention weights of keys 4 to 11)',
      '下一个位置取 12：最受关注的键（柱：键 4 到 11 的注意力权重）',
    ),
    counted: say(
      'Next position 8: the key that gets most (columns: attention weights of keys 4 to 11)',
      '下一个位置取 8：最受关注的键（柱：键 4 到 11 的注意力权重）',
    ),
    newest: say(
      'Next position 8: attention weight of the newest key',
      '下一个位置取 8：最新的键的注意力权重',
    ),
  },
  explain: ({ top, newest }: { top: number; newest: number }) =>
    say(
      `For a query at position 8, one back is position ${short(top)}: that key gets most, the newest only ${short(newest)}, and no error is raised. Go on counting, with position 12, or renumber the keys as well. (The figure has a trained head, for which contents count, too: it may look at a neighbour of that key.)`,
      `查询在位置 8，往前一个就是位置 ${short(top)}：最受关注的是那个键，最新的只得到 ${short(newest)}，而程序不会报错。要么接着数，取位置 12；要么把键也重新编号。（图里是训练好的头，内容也起作用，它看的可能是旁边的键。）`,
    ),
}

export const rotatedAgain = {
  text: say(
    'A key was rotated for position 10 and stored. After an eviction it shall have position 7. What makes the stored key right?',
    '一个键为位置 10 旋转好，存了起来。逐出之后，它应当算作位置 7。怎样改正存着的键？',
  ),
  answers: {
    forward: say('Rotate it once more, by 7 positions.', '再旋转 7 个位置。'),
    back: say('Rotate it back by 3 positions.', '往回旋转 3 个位置。'),
    nothing: say('Only reading the token again.', '只能重读这个词元。'),
  },
  labels: {
    forward: say(
      'Rotated by 7 more: largest difference from a key for position 7',
      '再转 7：与位置 7 的键的最大差别',
    ),
    back: say(
      'Rotated back by 3: largest difference from a key for position 7',
      '往回转 3：与位置 7 的键的最大差别',
    ),
  },
  explain: ({ forward, back }: { forward: number; back: number }) =>
    say(
      `Ten forward and three back make seven: the difference is ${short(back)}, rounding; by 7 more it would be a key for position 17, off by up to ${short(forward)}. A key stored before rotation is simply rotated by 7 when it is read; a row of a learned table cannot be taken out of a key like this.`,
      `往前十，往回三，就是七：差别 ${short(back)}，是舍入；再转 7 就成了位置 17 的键，最多相差 ${short(forward)}。若存的是旋转之前的键，读取时转 7 即可；可学习表的行则不能这样从键里取出来。`,
    ),
}

export const newFrequencies = {
  text: say(
    'Dynamic NTK changes RoPE’s frequencies with each token beyond the 64 of training. Every key is rotated with those of its time, stored, and left as it is. The text has 128 tokens now. Which key meets the new query at the most wrong angle?',
    '超过训练的 64 个词元之后，动态 NTK 每来一个词元就换一次 RoPE 的频率。每个键按当时的频率旋转，存入之后不再动。现在文本有 128 个词元。哪个键与新的查询之间，角度错得最多？',
  ),
  answers: {
    first: say('The oldest, at position 0.', '最旧的，位置 0。'),
    last: say('The newest, at position 127.', '最新的，位置 127。'),
    between: say('One between, at position 63.', '中间的，位置 63。'),
  },
  labels: {
    first: say('Position 0: largest error of an angle, in radians', '位置 0：角度的最大误差（弧度）'),
    middle: say('Position 63', '位置 63'),
    later: say('Position 100', '位置 100'),
    last: say('Position 127 (columns: positions 0 to 127)', '位置 127（柱：位置 0 到 127）'),
  },
  explain: ({ middle, later }: { middle: number; later: number }) =>
    say(
      `An error is the position times the change of the frequency since then. It grows with the position up to ${short(middle)} radians at 63, the last key with the trained frequencies; later keys have ever newer ones: ${short(later)} at 100, none at 127. Stored before rotation, no key is wrong.`,
      `误差是位置乘以此后频率的变化。它随位置增大，到位置 63 达到 ${short(middle)} 弧度，这是最后一个用训练时频率的键；更后面的键频率越来越新：位置 100 是 ${short(later)}，位置 127 没有误差。若存的是旋转之前的键，一个也不会错。`,
    ),
}

export const paddedNext = {
  text: say(
    'A prompt of 8 tokens is padded on the left to a row of 12. The padding is masked, and the 8 tokens have positions 0 to 7. Under RoPE, which position must the next token get?',
    '一条 8 个词元的提示，左边填充到 12 个。填充被掩码挡住，8 个词元的位置是 0 到 7。用 RoPE 时，下一个词元应取哪个位置？',
  ),
  answers: {
    tokens: say('8: that many tokens come before it.', '8：它前面有 8 个词元。'),
    row: say('12: the row is that long.', '12：那一行有这么长。'),
    either: say('Either: padding is masked.', '都行：填充已被掩码挡住。'),
  },
  labels: {
    tokens: say(
      'Position 8: largest difference of an attention weight from the text without padding',
      '取位置 8：注意力权重与没有填充时的最大差别',
    ),
    row: say('Position 12: the same', '取位置 12：同上'),
  },
  explain: ({ tokens, row }: { tokens: number; row: number }) =>
    say(
      `At 8 the attention weights are those of the text without padding (largest difference ${short(tokens)}); at 12 every token of the prompt is 4 too far away, and one weight is off by ${short(row)}. The mask hides padding but does not renumber: position ids are its running sum, minus one.`,
      `取 8 时，注意力权重与没有填充的文本相同（最大差别 ${short(tokens)}）；取 12 时，提示里的每个词元都远了 4，有一个权重差了 ${short(row)}。掩码只挡住填充，并不改编号：位置编号要取掩码的累加和减一。`,
    ),
}
