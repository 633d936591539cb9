// Questions about what an encoding can express, however it is trained.

import { say } from '../bilingual.js'
import { short } from '../format.js'

export const fixedDistance = {
  text: say(
    'To copy eight letters, each answer token has to attend exactly eight tokens back. If all scores are equal before the bias, which of ALiBi’s four heads gives distance 8 more attention weight than distance 7?',
    '要抄写八个字母，每次作答都要恰好往回看八格。若各词元同样契合，ALiBi 的四个头里，哪个给距离 8 的权重比距离 7 多？',
  ),
  answers: {
    flattest: say('The one with the smallest slope.', '斜率最平的那个。'),
    steepest: say('The one with the largest slope.', '斜率最陡的那个。'),
    none: say('None of them.', '哪个都不会。'),
  },
  labels: {
    head: (head: number) =>
      say(
        `Head ${head}: attention weight at distance 8 / distance 7 (columns: distances 0 to 16)`,
        `第 ${head} 个头：距离 8 与距离 7 的注意力权重之比；柱：距离 0 到 16`,
      ),
  },
  explain: (steepest: number, flattest: number) =>
    say(
      `The ratio is below 1 in every head: ${short(steepest)} with the largest slope, ${short(flattest)} with the smallest. A linear bias has no maximum at 8; only content can create one.`,
      `每个头的比值都小于 1：斜率最大的是 ${short(steepest)}，最小的是 ${short(flattest)}。线性偏置在 8 处没有最大值，只有内容才能造出一个。`,
    ),
}
