// What an encoding can say at all, however it is trained.

import { short } from '../../../parts/element/format.js'
import type { AnyLibrary } from '../../../parts/engine/library.js'
import { question, type Shows, say } from './question.js'

const [HEADS, AWAY, TOKENS] = [4, 8, 17]

const untouched: Shows = { element: 'wf-train', state: { encoding: 'alibi' } }

/** ALiBi's weights of the last query, per head, where all scores are equal before it: index = distance. */
async function byDistance(library: AnyLibrary): Promise<number[][]> {
  const zeros = () => ({ data: new Float32Array(HEADS * TOKENS), shape: [HEADS, TOKENS, 1] })
  const { weights } = await library.attention(zeros(), zeros(), zeros(), {
    position: { type: 'alibi' },
    isCausal: true,
    return: ['weights'],
  })
  const at = (head: number, distance: number) =>
    weights.data[(head * TOKENS + TOKENS - 1) * TOKENS + TOKENS - 1 - distance] ?? Number.NaN
  return Array.from({ length: HEADS }, (_, head) =>
    Array.from({ length: TOKENS }, (_, distance) => at(head, distance)),
  )
}

/** How much more a head gives to distance 8 than to distance 7. */
const lead = (weights: readonly number[] = []): number =>
  (weights[AWAY] ?? Number.NaN) / (weights[AWAY - 1] ?? Number.NaN)

export const fixedDistance = question<number[][]>({
  id: 'fixed-distance',
  text: say(
    'To copy eight letters, every answer has to look back exactly eight places. If all tokens fit equally well, which of ALiBi’s four heads gives distance 8 more weight than distance 7?',
    '要抄写八个字母，每次作答都要恰好往回看八格。若各词元同样契合，ALiBi 的四个头里，哪个给距离 8 的权重比距离 7 多？',
  ),
  shows: untouched,
  compute: byDistance,
  answers: [
    {
      text: say('The one with the flattest slope.', '斜率最平的那个。'),
      holds: (found) => lead(found.at(-1)) > 1 && !(lead(found[0]) > 1),
    },
    {
      text: say('The one with the steepest slope.', '斜率最陡的那个。'),
      holds: (found) => lead(found[0]) > 1,
    },
    {
      text: say('None of them.', '哪个都不会。'),
      holds: (found) => found.every((weights) => lead(weights) < 1),
    },
  ],
  steps: (found) => [
    ...found.map((weights, head) => ({
      label: say(
        `Head ${head + 1}: weight of distance 8 as a share of distance 7; columns: distances 0 to 16`,
        `第 ${head + 1} 个头：距离 8 的权重与距离 7 之比；柱：距离 0 到 16`,
      ),
      value: lead(weights),
      columns: { values: weights, full: 0.25 },
    })),
  ],
  explain: (found) =>
    say(
      `The ratios are below 1 in each head, ${short(lead(found[0]))} in the steepest and ${short(lead(found.at(-1)))} in the flattest. A straight line has no peak at 8: only the content of tokens can put one there.`,
      `每个头的比值都小于 1：最陡的是 ${short(lead(found[0]))}，最平的是 ${short(lead(found.at(-1)))}。直线在 8 处没有峰，只有词元的内容才能在那里造出一个。`,
    ),
})
