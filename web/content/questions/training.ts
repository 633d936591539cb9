// Questions about what an encoding can express, however it is trained.

import { say } from '../bilingual.js'
import { short } from '../format.js'

export const fixedDistance = {
  text: say(
    'ALiBi lowers a score by slope × distance; each head has its own slope. If all contents score alike, which head gives distance 8 more weight than distance 7?',
    'ALiBi 给得分减去斜率 × 距离，每个头有自己的斜率。各处的内容得分相同时，哪个头给距离 8 的权重比距离 7 多？',
  ),
  answers: {
    steepest: say('The steepest', '最陡的'),
    flattest: say('The gentlest', '最缓的'),
    none: say('None', '哪个都不是'),
  },
  labels: {
    head: (head: number) =>
      say(
        `Head ${head}: attention weight at distance 8 / distance 7 (columns: distances 0 to 16)`,
        `第 ${head} 个头：距离 8 与距离 7 的注意力权重之比（柱：距离 0 到 16）`,
      ),
  },
  explain: (steepest: number, flattest: number) =>
    say(
      `The ratio is below 1 in every head: ${short(steepest)} with the largest slope, ${short(flattest)} with the smallest. A linear bias has no maximum at 8; only content can create one.`,
      `每个头的比值都小于 1：斜率最大的是 ${short(steepest)}，最小的是 ${short(flattest)}。线性偏置在 8 处没有最大值，只有内容才能造出一个。`,
    ),
}

export const longerLoss = {
  text: say(
    'RoPE, T5 and ALiBi, trained on 64 characters, read 512. Whose loss rises?',
    'RoPE、T5 和 ALiBi 用 64 个字符训练，却要读 512 个。谁的损失升高？',
  ),
  answers: {
    rope: say('RoPE’s', 'RoPE 的'),
    ropeAndT5: say('RoPE’s and T5’s', 'RoPE 和 T5 的'),
    all: say('All three', '三个都升'),
  },
}

export const firstToCopy = {
  text: say(
    'Two tiny models learn to copy eight letters. Who gets there first?',
    '两个小模型学着抄写八个字母。谁先学会？',
  ),
  answers: {
    rope: say('RoPE', 'RoPE'),
    alibi: say('ALiBi', 'ALiBi'),
    neither: say('Neither', '不分先后'),
  },
}
