// Findings of the literature, each beside the answer of our records to its question. Where ours is too small or was not run, it says so.
import { cellOf, comparison, decisiveLength, standing } from '../science/compare.mjs'
import { number, plusMinus } from './length-sentences.mjs'

/**
 * @typedef {{ name: string, link: string, found: [string, string], setting: [string, string],
 *   pairs?: [experiment: string, one: string, other: string, expected: 'better' | 'worse'][],
 *   hold?: [experiment: string, encoding: string, learns: boolean][] }} Paper
 *   pairs: which encoding should be better than which; hold: which should, or should not, keep the task at twice the length
 */

/** @type {Paper[]} */
export const literature = [
  {
    name: 'Press et al. 2022',
    link: 'https://arxiv.org/abs/2108.12409',
    found: [
      'Language models read beyond their context: the loss of ALiBi stays, that of T5’s bias rises late, that of rotary positions sooner, and that of sinusoids at once.',
      '语言模型读到上下文之外：ALiBi 的损失保持不变，T5 偏置较晚上升，RoPE 更早，正弦编码立即上升。',
    ],
    setting: [
      'Same: the order of losses beyond the trained context. Smaller: characters of half a megabyte, two layers of width 64, 64 characters of context.',
      '相同：训练上下文之外损失的次序。更小：半兆字节的字符文本，两层、宽 64，上下文 64 个字符。',
    ],
    pairs: [
      ['text', 'alibi', 't5', 'better'],
      ['text', 't5', 'rope', 'better'],
      ['text', 'rope', 'sinusoidal', 'better'],
    ],
  },
  {
    name: 'Kazemnejad et al. 2023',
    link: 'https://arxiv.org/abs/2305.19466',
    found: [
      'Decoders on reasoning and mathematical tasks: without any position encoding (NoPE) they generalise to longer inputs better than with absolute positions, T5’s bias, ALiBi or RoPE.',
      '解码器，推理与数学任务：完全不用位置编码（NoPE）时，对更长输入的泛化优于绝对位置、T5 偏置、ALiBi 和 RoPE。',
    ],
    setting: [
      'Same: a decoder trained from scratch, copy, sort and addition. Smaller: two layers of width 64, up to 12 symbols, one token for each.',
      '相同：从头训练的解码器，复制、排序与加法。更小：两层、宽 64，最多 12 个符号，每个符号一个词元。',
    ],
    pairs: ['rope', 'alibi', 't5', 'sinusoidal'].flatMap((other) =>
      ['uniqueSort', 'copy', 'reversedAddition'].map((task) => [task, 'none', other, 'better']),
    ),
  },
  {
    name: 'Ruoss et al. 2023',
    link: 'https://arxiv.org/abs/2305.16843',
    found: [
      'Encoders, 15 algorithmic tasks: positions drawn at random from a longer range raise the accuracy at unseen lengths.',
      '编码器，15 个算法任务：从更长的范围里随机抽取位置，提高未见过长度上的准确率。',
    ],
    setting: [
      'Same: sorted draws, tables and RoPE. Smaller, and decoders; the tasks are others.',
      '相同：排序后的随机抽取，用于表和 RoPE。更小，且为解码器；任务不同。',
    ],
    pairs: ['latestSymbol', 'firstToken', 'uniqueSort', 'sinceMark', 'lookBack'].map((task) => [
      task,
      'randomizedRope',
      'rope',
      'better',
    ]),
  },
  {
    name: 'Zhou et al. 2024',
    link: 'https://arxiv.org/abs/2402.09371',
    found: [
      'Addition with reversed digits, index hints and FIRE on randomized positions reaches 2.5 times the training length, with large differences between seeds.',
      '逆序数字、索引提示，再加上随机化位置的 FIRE，加法可达训练长度的 2.5 倍；不同种子之间差别很大。',
    ],
    setting: [
      'Same: reversed digits and index hints. Smaller: up to three digits where theirs are forty.',
      '相同：逆序数字与索引提示。更小：最多三位，他们是四十位。',
    ],
    hold: [['hintedAddition', 'rope', true]],
  },
  {
    name: 'Jelassi et al. 2024',
    link: 'https://arxiv.org/abs/2402.01032',
    found: [
      'Transformers with hard ALiBi, whose heads see a window or everything, copy strings far longer than those of training.',
      '使用硬 ALiBi（注意力头只看一个窗口，或看全部）的 Transformer，能复制远长于训练长度的串。',
    ],
    setting: [
      'Same: a window and no position. Smaller: the window is that of the first layer, not of some heads; 32 symbols that do not repeat.',
      '相同：一个窗口加无位置。更小：窗口是第一层的，而不是部分头的；32 个不重复的符号。',
    ],
    pairs: [
      ['uniqueCopy', 'hardAlibi', 'alibi', 'better'],
      ['uniqueCopy', 'hardAlibi', 'rope', 'better'],
    ],
  },
  {
    name: 'Huang et al. 2025',
    link: 'https://arxiv.org/abs/2410.02140',
    found: [
      'Which tasks extend to longer inputs follows from whether a formalism of limits (C-RASP) expresses them: without positions sort and majority do; copies with repeats and addition do not.',
      '任务能否推广到更长的输入，取决于一种关于极限的形式语言（C-RASP）能否表达它：不用位置时排序和多数可以；有重复的复制与加法不行。',
    ],
    setting: [
      'The closest: some of their models are as small. Trained to 8 to 16 (numbers to three digits), where theirs are trained to 50 and tested to 150.',
      '最接近：他们的一些模型同样小。这里训练到 8 至 16（数字到三位），他们训练到 50、测试到 150。',
    ],
    hold: [
      ['uniqueSort', 'none', true],
      ['majority', 'none', true],
      ['uniqueCopy', 'offsetLearned', true],
      ['copy', 'rope', false],
      ['reversedAddition', 'rope', false],
    ],
  },
  {
    name: 'McLeish et al. 2024',
    link: 'https://arxiv.org/abs/2405.17399',
    found: [
      'Abacus embeddings, a learned vector for the place of each digit in its number, add numbers six times as long as those of training.',
      'Abacus 嵌入（每个数字在其数中的位次对应一个可学习向量）能对六倍于训练长度的数做加法。',
    ],
    setting: [
      'Same: reversed digits, and vectors from a random index on. Smaller: up to three digits where theirs are twenty, and a model of two layers.',
      '相同：逆序数字，向量从随机下标开始。更小：最多三位，他们是二十位；模型只有两层。',
    ],
    hold: [['reversedAddition', 'abacus', true]],
    pairs: [
      ['reversedAddition', 'abacus', 'rope', 'better'],
      ['reversedAddition', 'abacus', 'learned', 'better'],
    ],
  },
]

/** The share of right answers that counts as keeping a task. */
const KEEPS = 0.9

/** @returns {[en: string, zh: string]} what the records say to a paper */
export function answerTo(paper, experiments, name) {
  const told = [
    ...(paper.pairs ?? []).map((pair) => ofPair(pair, experiments, name)),
    ...(paper.hold ?? []).map((one) => ofHold(one, experiments, name)),
  ]
  const known = told.filter((one) => one !== undefined)
  const open = told.length - known.length
  if (known.length === 0)
    return told.length === 0 ? ['', ''] : ['Not run yet, or not learned here.', '尚未运行，或这里没有学会。']
  const rest =
    open > 0
      ? [` ${open} more not run yet or not learned here.`, `另有 ${open} 项尚未运行或没有学会。`]
      : ['', '']
  return [0, 1].map(
    (language) => known.map((one) => one[language]).join(language === 0 ? ' ' : '') + rest[language],
  )
}

const experimentOf = (experiments, name) => experiments.find((one) => one.name === name)

function ofPair([task, one, other, expected], experiments, name) {
  const experiment = experimentOf(experiments, task)
  const found = experiment && comparison(experiments, experiment, one, other)
  if (!found) return undefined
  const { verdict, length } = found
  const agrees = verdict === expected ? 0 : verdict === 'same' ? 1 : 2
  const at = `${task}, ${length}`
  return [
    `${at}: ${name(one)[0]} − ${name(other)[0]} ${plusMinus(found)}: ${['agrees', 'no difference found', 'differs'][agrees]}.`,
    `${at}：${name(one)[1]} − ${name(other)[1]} ${plusMinus(found)}：${['一致', '未发现差别', '不同'][agrees]}。`,
  ]
}

function ofHold([task, encodingName, keeps], experiments, name) {
  const experiment = experimentOf(experiments, task)
  const encoding = experiment?.encodings.find((one) => one.name === encodingName)
  if (!encoding || standing(experiment, encoding) !== 'learned') return undefined
  const length = decisiveLength(experiment)
  const { mean } = cellOf(experiment, encoding, length)
  const agrees = mean >= KEEPS === keeps
  return [
    `${task}, ${length}: ${name(encodingName)[0]} ${number(mean)}: ${agrees ? 'agrees' : 'differs'}.`,
    `${task}，${length}：${name(encodingName)[1]} ${number(mean)}：${agrees ? '一致' : '不同'}。`,
  ]
}
