// The words of <wf-quiz>; what is said about a single mistake is in web/content/mistakes.

import type { Bilingual } from '../../../content/bilingual.js'

const en = {
  kind: (at: number, all: number, group: string) => `Question ${at} of ${all} · ${group}`,
  ask: 'Which of these two formulas is right?',
  see: 'Show the answer',
  next: 'Next question',
  end: 'Show my score',
  yours: 'your answer',
  holds: 'correct',
  right: 'Right.',
  wrong: 'No: this is a common mistake.',
  at: 'Smallest input at which they differ: ',
  over: 'Your result',
  score: (score: number, all: number) => `${score} of ${all} right.`,
  passed: 'right',
  missed: 'wrong',
  again: 'Ten other questions',
  same: 'The same ten again',
}

export type QuizWords = typeof en

const zh: QuizWords = {
  kind: (at, all, group) => `共 ${all} 题，第 ${at} 题 · ${group}`,
  ask: '这两个公式，哪一个是对的？',
  see: '看答案',
  next: '下一题',
  end: '看成绩',
  yours: '你的答案',
  holds: '正确',
  right: '答对了。',
  wrong: '这一个常见，但是错的。',
  at: '分得出对错的最小输入：',
  over: '你的成绩',
  score: (score, all) => `${all} 题答对 ${score} 题。`,
  passed: '答对',
  missed: '答错',
  again: '另换十题',
  same: '重做这十题',
}

export const quizWords: Bilingual<QuizWords> = { en, zh }
