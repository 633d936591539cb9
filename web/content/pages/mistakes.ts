import { figure, paragraph, quiz, section } from '../article/section.js'
import { say } from '../bilingual.js'
import { page } from './page.js'

const t = String.raw

export const mistakes = page(
  'mistakes',
  say('Mistakes that tutorials make', '教程里常见的错误'),
  say(
    t`Position encodings are short formulas with many conventions, so they are easy to get slightly wrong, and a wrong one rarely crashes. We collected the mistakes that are copied most often. Each is implemented here in a few lines and refuted by the smallest input at which it differs from the library.`,
    t`位置编码公式短、约定多，容易差之毫厘，而写错了程序多半照样运行。这里收集了流传最广的错误。每个错误都写成几行代码，再用它与程序库不一致的最小输入来反驳。`,
  ),
  section(
    'refuted',
    say('The mistakes, each refuted', '逐个反驳这些错误'),
    figure(
      'mistakes',
      t`Open one to see where it fails. The correct formula is below the wrong one.`,
      t`打开一条，看它怎样出错；正确的公式就在下面。`,
    ),
    paragraph(
      t`The most common one deserves an explanation. RoPE is often coded as an element-wise product with [cos, sin, cos, sin, …]. That is not a rotation: it does not mix channels, it changes lengths, and at position 0, where nothing should change, it sets every second channel to zero, because sin 0 = 0.`,
      t`最常见的一个值得多说一句：把 RoPE 写成与 [cos, sin, cos, sin, …] 逐元素相乘。这不是旋转：通道之间没有混合，长度变了；在位置 0 本该什么都不发生，它却因为 sin 0 = 0 把一半通道变成 0。`,
    ),
  ),
  section(
    'identify',
    say('Which convention does your code follow?', '你的代码用的是哪一种约定？'),
    paragraph(
      t`Which convention does your own code follow? Give the arrays before and after the encoding. The figure tries every encoding with its layouts, bases, scalings and offsets, and the known mistakes. It names what reproduces your array, and shows how the result would change under each other convention.`,
      t`你自己的代码用的是哪一种约定？把编码之前和之后的数组放进来：每种编码连同它的排列、底数、缩放和偏移，还有已知的错误，都会试一遍。图会说出哪一个能算出你的数组，以及换掉任何一项约定，结果会怎样改变。`,
    ),
    figure(
      'identify',
      t`Two arrays from a layer that rotates neighbouring channels, where most code pairs channel i with i + d/2. Or use your own.`,
      t`一层网络的两个数组：它旋转相邻的通道，而多数代码旋转前后两半。也可以放入你自己的数组。`,
    ),
  ),
  section(
    'quiz',
    say('Test yourself', '考考自己'),
    paragraph(
      t`Predict first; then the library computes the answer. After the questions come ten of the mistakes: choose the correct one of two formulas.`,
      t`先猜，再由程序库算出答案。问题之后是十个错误：两个公式里选正确的一个。`,
    ),
    quiz,
  ),
)
