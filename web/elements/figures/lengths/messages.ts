// The texts of <wf-lengths>.

import type { Bilingual } from '../../../content/bilingual.js'
import type { Measure, Shown } from './experiment.js'

const percent = (value: number) =>
  Number.isFinite(value) ? `${value > 0 && value < 0.005 ? '<1' : Math.round(100 * value)}\u00a0%` : '–'

const nats = (value: number) => (Number.isFinite(value) ? value.toFixed(2) : '–')

/** Numbers in a sentence: a reader types them with spaces or commas. */
const listed = (numbers: string, comma: string) =>
  numbers
    .split(/[\s,]+/)
    .filter(Boolean)
    .join(comma)

const en = {
  gap: ' ',
  fullStop: '. ',
  look: 'Right of the dashed line the sequences are longer than in training. Whose answers stay right?',
  lengthColumn: (measure: string) => `${measure} at length`,
  seedsColumn: 'seeds',
  notLearned: (share: string) => `Not learned (exact match < ${share})`,
  unlearned: (names: string, share: string) =>
    `Not compared, since the task was not learned (exact match below ${share} at the training length): ${names}.`,
  recorded: 'Recorded',
  yours: 'Yours',
  setting: (trainLength: number, steps: number, batch: number, width: number) =>
    `trained on lengths up to ${trainLength}; ${steps} steps of ${batch} sequences; model dimension ${width}`,
  unrecorded: 'No recorded runs for this task. You can train it yourself.',
  trainedTo: (length: number) => `trained up to ${length}`,
  length: 'length',
  lengthOf: (what: string) => `Length: ${what}.`,
  measure: 'Measure',
  measures: { exactMatch: 'exact match', accuracy: 'accuracy', loss: 'loss' } satisfies Record<Shown, string>,
  axes: {
    exactMatch: 'exact match, %',
    accuracy: 'accuracy, %',
    loss: 'loss, nats per character',
  } satisfies Record<Shown, string>,
  values: { exactMatch: percent, accuracy: percent, loss: nats } satisfies Record<
    Shown,
    (value: number) => string
  >,
  text: 'A text, character by character',
  textChart: 'Text: loss by length',
  textSetting: (trainLength: number, steps: number, batch: number, width: number) =>
    `trained on ${trainLength} characters; at most ${steps} steps of ${batch} pieces; model dimension ${width}`,
  textLosses: (length: number, losses: string) => `Mean loss at ${length} characters: ${losses}`,
  textCounted: 'Lower is better; the last 32 characters of each piece count, the same ones at every length.',
  counted: {
    exactMatch: 'Exact match: share of sequences with every token of the answer right.',
    accuracy: 'Accuracy: share of answer tokens that are right.',
  } satisfies Record<Measure, string>,
  share: percent,
  at: (length: number, values: readonly string[]) => `length ${length}: ${values.join(', ')} (means)`,
  reading: (name: string, value: string) => `${name} ${value}`,
  valueAt: (value: string, length: number) => `${value} at ${length}`,
  curve: (name: string, seeds: number, values: readonly string[]) =>
    `${name}, mean of ${seeds} ${seeds === 1 ? 'seed' : 'seeds'}: ${values.join(', ')}.`,
  meanOf: (name: string) => `${name}, mean`,
  seedOf: (name: string, seed: number) => `${name}, seed ${seed}`,
  chart: (title: string, task: string) => `${title}: ${task}, by length`,
  legend: 'Thick line: mean; thin lines: single seeds; shaded: range from lowest to highest.',
  list: (names: readonly string[]) => names.join(', '),
  longest: (names: string, count: number, share: string, length: number) =>
    `${names} ${count === 1 ? 'generalises' : 'generalise'} furthest: a mean of at least ${share} up to length ${length}.`,
  holdsNowhere: (share: string) => `No encoding reaches a mean of ${share}, even at the shortest length.`,
  best: (length: number, name: string, share: string) =>
    `At length ${length}, ${name} is best with ${share}.`,
  allWrong: (length: number) => `At length ${length}, none has a right answer.`,
  seedsAgree: 'For each encoding, all seeds give the same result.',
  apart: (name: string, length: number, low: string, high: string) =>
    `The seeds differ most for ${name} at length ${length}: ${low} to ${high}.`,
  hangs: (name: string, length: number, low: string, high: string) =>
    `The result depends on the seed: for ${name} at length ${length} it ranges from ${low} to ${high}.`,
  oneSeed: 'With a single seed, chance cannot be ruled out.',
  missing: (names: string) => `No runs: ${names}.`,
  noneOfThese: 'No runs for these encodings.',
  task: 'Task',
  example: 'Example',
  encodings: (count: number, most: number) => `Encodings (${count} selected, at most ${most})`,
  ownRuns: 'Settings for your runs',
  trainLength: 'Training length, at most',
  testLengths: 'Test at lengths',
  testLengthsHelp: 'At most 8 lengths.',
  testLengthsWanted: '1 … 256',
  encodingsWanted: '2 … 6',
  seeds: 'Seeds',
  steps: 'Steps',
  train: (runs: number) => `Train ${runs} models here`,
  plan: (trainLength: number, testLengths: string, steps: number, seeds: number) =>
    `${steps} steps on lengths up to ${trainLength}, tested at ${listed(testLengths, ', ')}; ${seeds} ${seeds === 1 ? 'seed' : 'seeds'} each`,
  stop: 'Stop',
  progress: 'Finished runs',
  running: (done: number, total: number, left: string) => `${done} of ${total} runs done${left}`,
  left: (seconds: number) =>
    seconds < 90
      ? `, about ${Math.max(1, Math.round(seconds))} s left`
      : `, about ${Math.round(seconds / 60)} min left`,
  stopped: (done: number, total: number) =>
    `Stopped after ${done} of ${total} runs. Press Train to continue.`,
  done: (total: number) => `All ${total} runs finished in this browser.`,
  failed: 'Training failed:',
  gaveUp: 'These runs failed:',
  forget: 'Delete your runs for this task',
  forgetful: 'This browser does not store data: your runs are lost when you leave the page.',
}

export type LengthsWords = typeof en

const closed = (value: number) => percent(value).replace('\u00a0', '')

const zh: LengthsWords = {
  gap: '',
  fullStop: '。',
  look: '虚线右侧的序列比训练时更长。谁还答得对？',
  lengthColumn: (measure) => `${measure}，按长度`,
  seedsColumn: '种子',
  notLearned: (share) => `没有学会（完全匹配率 < ${share}）`,
  unlearned: (names, share) => `没有学会任务（训练长度上的完全匹配率低于 ${share}），不作比较：${names}。`,
  recorded: '已记录',
  yours: '你的',
  setting: (trainLength, steps, batch, width) =>
    `训练长度最多 ${trainLength}，${steps} 步，每步 ${batch} 个序列，模型维度 ${width}`,
  unrecorded: '这个任务没有已记录的运行，可以自己训练。',
  trainedTo: (length) => `训练到 ${length}`,
  length: '长度',
  lengthOf: (what) => `长度：${what}。`,
  measure: '指标',
  measures: { exactMatch: '完全匹配率', accuracy: '准确率', loss: '损失' },
  axes: { exactMatch: '完全匹配率（%）', accuracy: '准确率（%）', loss: '损失（每字符，奈特）' },
  values: { exactMatch: closed, accuracy: closed, loss: nats },
  text: '一段文本，逐字符',
  textChart: '文本：损失，按长度',
  textSetting: (trainLength, steps, batch, width) =>
    `训练长度 ${trainLength} 个字符，最多 ${steps} 步，每步 ${batch} 段，模型维度 ${width}`,
  textLosses: (length, losses) => `${length} 个字符时的平均损失：${losses}`,
  textCounted: '损失取每段最后 32 个字符，各长度下是同样的字符；越低越好。',
  counted: {
    exactMatch: '完全匹配率：答案每个词元都对的序列所占的比例。',
    accuracy: '准确率：答案的词元中预测正确的比例。',
  },
  share: closed,
  at: (length, values) => `长度 ${length}：${values.join('，')}（平均）`,
  reading: (name, value) => `${name} ${value}`,
  valueAt: (value, length) => `长度 ${length} 时 ${value}`,
  curve: (name, seeds, values) => `${name}，${seeds} 个种子的平均：${values.join('，')}。`,
  meanOf: (name) => `${name}，平均`,
  seedOf: (name, seed) => `${name}，种子 ${seed}`,
  chart: (title, task) => `${title}：${task}，按长度`,
  legend: '粗线是平均，细线是单个种子，阴影从最低到最高。',
  list: (names) => names.join('、'),
  longest: (names, _count, share, length) =>
    `${names} 泛化得最远：到长度 ${length} 为止平均不低于 ${share}。`,
  holdsNowhere: (share) => `即使在最短的长度上，也没有一种编码平均达到 ${share}。`,
  best: (length, name, share) => `长度 ${length} 时最好的是 ${name}，${share}。`,
  allWrong: (length) => `长度 ${length} 时，没有一种编码有答对的。`,
  seedsAgree: '同一编码的各个种子结果相同。',
  apart: (name, length, low, high) => `种子之间相差最大的是 ${name}，长度 ${length}：${low} 到 ${high}。`,
  hangs: (name, length, low, high) =>
    `结果取决于种子：${name} 在长度 ${length} 时从 ${low} 到 ${high} 都有。`,
  oneSeed: '只有一个种子，不能排除偶然。',
  missing: (names) => `没有运行：${names}。`,
  noneOfThese: '这些编码没有运行。',
  task: '任务',
  example: '例子',
  encodings: (count, most) => `编码（已选 ${count} 种，最多 ${most} 种）`,
  ownRuns: '你的运行的设置',
  trainLength: '训练长度最多',
  testLengths: '测试长度',
  testLengthsHelp: '最多 8 个长度。',
  testLengthsWanted: '1 … 256',
  encodingsWanted: '2 … 6',
  seeds: '种子数',
  steps: '步数',
  train: (runs) => `在这里训练 ${runs} 个模型`,
  plan: (trainLength, testLengths, steps, seeds) =>
    `${steps} 步，训练长度最多 ${trainLength}，在长度 ${listed(testLengths, '、')} 上测试；每种 ${seeds} 个种子`,
  stop: '停止',
  progress: '已完成的运行',
  running: (done, total, left) => `已完成 ${done} 个，共 ${total} 个${left}`,
  left: (seconds) =>
    seconds < 90
      ? `，约剩 ${Math.max(1, Math.round(seconds))} 秒`
      : `，约剩 ${Math.round(seconds / 60)} 分钟`,
  stopped: (done, total) => `已停止：完成 ${done} 个，共 ${total} 个。再点“训练”即可继续。`,
  done: (total) => `全部 ${total} 个都已在这个浏览器里完成。`,
  failed: '训练失败：',
  gaveUp: '这些运行中途失败：',
  forget: '删除你在这个任务上的运行',
  forgetful: '这个浏览器不保存数据：离开页面后，你的运行就没有了。',
}

export const lengthsWords: Bilingual<LengthsWords> = { en, zh }
