// Which questions stand where: one in each chapter, before its answer (the step that asks it), the others at the end of a section of a side
// page or with the quiz on the page of mistakes. Their words are in web/content/questions; computations are in web/elements/figures/question/collection, of those that need
// models or a record in web/demo/site/predictions.ts.

import { type Bilingual, say } from '../bilingual.js'
import type { FigureName } from './figures.js'
import { sideQuestions } from './side-questions.js'

/** What stands below the answers of a chapter's question once the figure has answered; by the id of the question. */
export const told: Readonly<Record<string, Bilingual>> = {
  shuffled: say('Each output moves with its token.', '每个输出都跟着自己的词元走。'),
  'same-distance': say('Their distance is 2, as between 3 and 5.', '它们的距离是 2，和 3 与 5 一样。'),
  'fixed-distance': say(
    'In every head the weight falls with the distance.',
    '在每个头里，权重都随距离下降。',
  ),
  'moved-both': say(
    'Both rotate by the same angle more, so the angle between them stays.',
    '两个多转了同样的角度，所以夹角不变。',
  ),
  'value-door': say('A vector for the distance is added to each value.', '每个值都加上了距离的向量。'),
  'longer-loss': say(
    'ALiBi’s curve stays flat. Step 4 asks whether that is a virtue.',
    'ALiBi 的曲线是平的。这算不算优点，见第 4 步。',
  ),
  'first-to-copy': say(
    'RoPE needs 80 steps, ALiBi more than 600: a rotation can single out a distance, a slope cannot.',
    'RoPE 用 80 步，ALiBi 要 600 步以上：旋转能单挑出一个距离，斜率不能。',
  ),
}

/** A question beside the chapters, and the figure that shows the same. */
export interface Asked {
  /** Id of the question. */
  readonly question: string
  readonly figure: FigureName | undefined
}

const ask = (question: string, figure?: FigureName): Asked => ({ question, figure })

/** With the quiz on the page of mistakes. */
export const quizzed: readonly Asked[] = [
  ask('causal-shuffled', 'shift'),
  ask('table-end', 'shift'),
  ask('table-size', 'diagonals'),
  ask('slid', 'shift'),
  ask('angles', 'clocks'),
  ask('layouts', 'rope'),
  ask('last-bucket', 't5'),
  ask('reversed-alibi', 'alibi'),
  ask('missing-term', 'ledger'),
  ask('stretched-pairs', 'scaling'),
  ask('temperature', 'scaling'),
  ask('commonest', 'models'),
  ask('kept-length'),
]

/** At the end of sections of the side pages, by the id of the section. */
export const aside: Readonly<Record<string, readonly Asked[]>> = Object.fromEntries(
  Object.entries(sideQuestions).map(([section, asked]) => [
    section,
    Object.entries(asked).map(([question, figure]) => ask(question, figure)),
  ]),
)
