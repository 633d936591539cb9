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
        `Head ${head}: weight of distance 8 as a share of distance 7; columns: distances 0 to 16`,
        `第 ${head} 个头：距离 8 的权重与距离 7 之比；柱：距离 0 到 16`,
      ),
  },
  explain: (steepest: number, flattest: number) =>
    say(
      `The ratios are below 1 in each head, ${short(steepest)} in the steepest and ${short(flattest)} in the flattest. A straight line has no peak at 8: only the content of tokens can put one there.`,
      `每个头的比值都小于 1：最陡的是 ${short(steepest)}，最平的是 ${short(flattest)}。直线在 8 处没有峰，只有词元的内容才能在那里造出一个。`,
    ),
}
