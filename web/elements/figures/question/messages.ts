// The words of <wf-question>; the questions themselves are in collection/.

import type { Bilingual } from '../../../content/bilingual.js'

const en = {
  kind: 'Predict first',
  see: 'Show the answer',
  again: 'Run again',
  open: 'Show this in the figure',
  right: 'Correct.',
  wrong: (answer: string) => `No. The result: ${answer.replace(/\.$/, '')}.`,
  yours: 'your answer',
  holds: 'computed',
  computed: 'Just computed by the library:',
  step: 'Quantity',
  value: 'Value',
  /** For those who do not see the columns. */
  columns: (count: number) => `${count} columns`,
  progress: (answered: number, all: number, right: number) =>
    `${answered} of ${all} answered, ${right} right`,
  reset: 'Start over',
}

export type QuestionWords = typeof en

const zh: QuestionWords = {
  kind: '先猜，再看',
  see: '看答案',
  again: '再算一次',
  open: '在图中查看',
  right: '猜对了。',
  wrong: (answer) => `结果不是这样：${answer.replace(/。$/, '')}。`,
  yours: '你的答案',
  holds: '算得',
  computed: '程序库刚刚算出：',
  step: '量',
  value: '值',
  columns: (count) => `${count} 根柱`,
  progress: (answered, all, right) => `共 ${all} 题，已答 ${answered} 题，答对 ${right} 题`,
  reset: '重新开始',
}

export const questionWords: Bilingual<QuestionWords> = { en, zh }
