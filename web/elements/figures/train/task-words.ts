// Words of <wf-train> for each task.

import type { Bilingual } from '../../../content/bilingual.js'
import type { TaskChoice } from './train-fields.js'

type ByTask = Readonly<Record<TaskChoice, string>>

/** The first line of the figure. */
export const look: Bilingual<ByTask> = {
  en: {
    copy: 'Press Play: a tiny Transformer with random parameters learns to copy eight letters. Watch its attention find the letter to copy.',
    reverse:
      'Press Play: the same tiny Transformer now has to write eight letters backwards. The distance to the correct letter changes at every step.',
    sort: 'Press Play: sort eight digits. Their positions do not matter here; does the encoding?',
    repeatKth:
      'Press Play: eight letters, and the answer is always the third. Which encodings can find a position counted from the start?',
    associativeRecall:
      'Press Play: pairs of a letter and a digit, then one of the letters again. The answer is the digit that followed it.',
    modularAddition: 'Press Play: add three numbers below five, modulo five.',
    reversedAddition:
      'Press Play: add two three-digit numbers, units first, as on paper. The carry is the hard part.',
    parity: 'Press Play: is the number of ones even or odd? One wrong bit makes the whole answer wrong.',
    dyck: 'Press Play: brackets of two kinds. Each time a bracket closes, the model has to say which kind it is.',
    whichFirst: 'Press Play: one X and one Y among other letters. Which of them came first?',
  },
  zh: {
    copy: '点“开始”：一个极小的 Transformer 从随机参数出发，学着抄写八个字母。看它的注意力怎样找到该抄的那个字母。',
    reverse: '点“开始”：同一个小 Transformer，这次要把八个字母倒着写。每写一个，到正确字母的距离都不一样。',
    sort: '点“开始”：把八个数字排好序。它们的位置在这里不重要；编码呢？',
    repeatKth: '点“开始”：八个字母，答案永远是第三个。哪些编码找得到从头数的位置？',
    associativeRecall: '点“开始”：若干个字母与数字对，最后重复其中一个字母。答案是原先跟在它后面的数字。',
    modularAddition: '点“开始”：三个小于 5 的数相加，求除以 5 的余数。',
    reversedAddition: '点“开始”：两个三位数相加，像竖式那样从个位算起。难的是进位。',
    parity: '点“开始”：1 的个数是偶数还是奇数？看错一位，答案就全错。',
    dyck: '点“开始”：两种括号。每当一个括号闭合，模型要说出它是哪一种。',
    whichFirst: '点“开始”：一串字母里有一个 X 和一个 Y，谁先出现？',
  },
}

export const taskNames: Bilingual<ByTask> = {
  en: {
    copy: 'Copy',
    reverse: 'Reverse',
    sort: 'Sort',
    repeatKth: 'Repeat the third',
    associativeRecall: 'Associative recall',
    modularAddition: 'Addition modulo 5',
    reversedAddition: 'Addition, units first',
    parity: 'Parity',
    dyck: 'Brackets (Dyck-2)',
    whichFirst: 'Which came first',
  },
  zh: {
    copy: '复制',
    reverse: '反转',
    sort: '排序',
    repeatKth: '重复第三个字母',
    associativeRecall: '联想回忆',
    modularAddition: '模 5 加法',
    reversedAddition: '加法（个位在前）',
    parity: '奇偶校验',
    dyck: '括号（Dyck-2）',
    whichFirst: '谁先出现',
  },
}
