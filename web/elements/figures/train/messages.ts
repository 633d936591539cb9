// The words of <wf-train>.

import type { Bilingual } from '../../../content/bilingual.js'
import { short } from '../../../content/format.js'
import type { Reading } from '../../parts/matrix/heat-map-element.js'
import type { Lesson } from './learned-bias.js'
import { look, taskNames } from './task-words.js'
import type { EncodingChoice, ViewChoice } from './train-fields.js'

type ByEncoding = Readonly<Record<EncodingChoice, string>>
type ByLesson = Readonly<Record<Lesson, (encoding: string) => string>>

const encodings: ByEncoding = {
  none: 'none (NoPE)',
  sinusoidal: 'sinusoidal',
  learned: 'learned table',
  rope: 'RoPE',
  alibi: 'ALiBi',
  t5: 'T5 bias',
  fire: 'FIRE',
  kerple: 'KERPLE',
  shaw: 'Shaw',
  transformerXl: 'Transformer-XL',
  cope: 'CoPE',
  randomized: 'random, learned',
  randomizedFloats: 'random, waves',
}

const en = {
  gap: ' ',
  look: look.en,
  tasks: taskNames.en,
  encodings,
  training: 'Training',
  play: 'Play',
  goOn: 'Go on',
  pause: 'Pause',
  step: 'One step',
  again: 'Start again',
  now: (step: number, runs: readonly string[]) => `Step ${step}. ${runs.join(' ')}`,
  run: (encoding: string, loss: string, exact: string) => `${encoding}: loss ${loss}, ${exact} fully right.`,
  lossTitle: 'Loss',
  exactTitle: 'Sequences that are right in every token',
  loss: 'loss in nats',
  exactMatch: 'share fully right',
  steps: 'steps',
  lossLabel: 'Loss while it learns',
  exactLabel: 'Share of right answers while it learns',
  blindLoss: (loss: string) => `A guess among all tokens would have a loss of ${loss}.`,
  lossOf: (encoding: string) => `${encoding}, loss`,
  exactMatchOf: (encoding: string) => `${encoding}, sequences fully right`,
  accuracyOf: (encoding: string) => `${encoding}, single tokens right`,
  named: (name: string, value: string) => `${name} ${value}`,
  atStep: (step: number, values: readonly string[]) => `step ${step}: ${values.join(', ')}`,
  answersTitle: 'What it answers',
  answersKey: 'underlined: right; dashed and struck through: wrong',
  answersOf: (encoding: string) => `Answers with ${encoding}`,
  verdict: (right: number, asked: number) =>
    asked === 1 ? (right ? 'right' : 'wrong') : `${right}/${asked}`,
  mapTitle: (layer: number, head: number) => `Attention in the first example, layer ${layer}, head ${head}`,
  mapLabel: (encoding: string, layer: number, head: number) =>
    `Attention weights with ${encoding}, layer ${layer}, head ${head}`,
  mapSummary:
    'Each row is a token that attends, each column a token that is attended to; later tokens are masked.',
  weight: 'attention weight',
  query: 'query',
  key: 'key',
  cell:
    (tokens: readonly string[]) =>
    ({ row, column, value, hidden }: Reading) => {
      const at = `query ${row} ‘${tokens[row]}’, key ${column} ‘${tokens[column]}’`
      return hidden ? `${at}: masked` : `${at}: ${short(value)}`
    },
  biasTitle: 'Bias by distance',
  biasLabel: 'What the encoding adds to the score, by distance',
  bias: 'bias',
  distance: 'distance',
  longest: 'longest in training',
  headOf: (encoding: string, head: number) => `${encoding}, head ${head}`,
  biasSummary: (head: number) =>
    `The line of head ${head} is strong, those of the other heads are faint; right of the mark are distances that training never shows.`,
  biasAt: (distance: number, values: readonly string[]) => `distance ${distance}: ${values.join(', ')}`,
  lessonsTitle: 'What the encoding learns',
  lessons: {
    learned: (encoding) =>
      `${encoding} learns its bias by distance with the weights. Beyond the dashed mark it has not been trained; the line shows what it would add there.`,
    fixed: (encoding) =>
      `${encoding} adds the same bias from the first step to the last: nothing of it is learned.`,
    byVector: (encoding) =>
      `${encoding} learns a vector for each distance. What it adds depends on the query too, so there is no line over the distance.`,
    byCount: (encoding) =>
      `${encoding} learns a vector for each count. Gates decide which tokens count, so the same distance can be another count, and there is no line over the distance.`,
    table: (encoding) =>
      `${encoding}: a vector for each position is learned and added to the token. Nothing is learned by distance.`,
    nothing: (encoding) => `${encoding} has no parameters: nothing of it is learned, and it adds no bias.`,
  } as ByLesson,
  halt: (encoding: string, step: number) =>
    `With ${encoding} the loss was no longer a number at step ${step}, so that step was not applied: you see the last good state. The learning rate is most likely too high. Choose a lower one below, or go on with other sequences.`,
  worse: (encoding: string, step: number) =>
    `With ${encoding} the loss at step ${step} is higher than that of random weights: the learning rate is too high. Choose a lower one below.`,
  task: 'Task',
  encoding: 'Encoding',
  compare: 'Beside it',
  nothing: 'nothing',
  view: 'Part of the picture',
  views: { curves: 'curves', answers: 'answers', inside: 'attention, bias' } as Readonly<
    Record<ViewChoice, string>
  >,
  part: 'Attention of',
  layerHead: (layer: number, head: number) => `layer ${layer}, head ${head}`,
  more: 'Speed, learning rate, seed, files',
  speed: 'Steps per picture',
  learningRate: 'Learning rate',
  seed: 'Seed',
  seedHelp: 'Of the first weights and of the sequences.',
  background: 'Goes on while this tab is hidden',
  files: 'Take the model along as it is now:',
  filesOf: (encoding: string) => `Files of the model with ${encoding}`,
  opensAsLlama:
    'Has the shape of LLaMA: transformers opens config.json and model.safetensors from one folder (AutoModelForCausalLM). loadModel() of this library opens them too, and resumeTrainer() goes on with all three.',
  opensHere:
    'No family of transformers has this encoding in this shape. loadModel() of this library opens config.json and model.safetensors, and resumeTrainer() goes on with all three.',
  vocabulary:
    'There is no tokenizer: tokens are whole numbers, and vocab.json says what each of them stands for.',
  besides:
    'Training needs the file core-train-simd.wasm or core-train-simd-base64.mjs of the package; elements/inline.js needs no other file.',
  measured: (count: number) =>
    `Measured on ${count} sequences drawn apart from those of the training, all of the same length as these.`,
  honest:
    'Each token of an answer is predicted with the right tokens before it. Two layers, width 32: another seed, size or learning rate can turn the order round.',
}

export type TrainWords = typeof en

const zh: TrainWords = {
  gap: '',
  look: look.zh,
  tasks: taskNames.zh,
  encodings: {
    ...encodings,
    none: '无（NoPE）',
    sinusoidal: '正弦',
    learned: '可学习的表',
    t5: 'T5 偏置',
    randomized: '随机 + 可学习',
    randomizedFloats: '随机 + 正弦',
  },
  training: '训练',
  play: '开始',
  goOn: '继续',
  pause: '暂停',
  step: '走一步',
  again: '重新开始',
  now: (step, runs) => `第 ${step} 步。${runs.join('')}`,
  run: (encoding, loss, exact) => `${encoding}：损失 ${loss}，全对的占 ${exact}。`,
  lossTitle: '损失',
  exactTitle: '每个词元都对的序列',
  loss: '损失（nat）',
  exactMatch: '全对的比例',
  steps: '步数',
  lossLabel: '学习过程中的损失',
  exactLabel: '学习过程中答对的比例',
  blindLoss: (loss) => `在所有词元里乱猜，损失是 ${loss}。`,
  lossOf: (encoding) => `${encoding}，损失`,
  exactMatchOf: (encoding) => `${encoding}，整条全对`,
  accuracyOf: (encoding) => `${encoding}，单个词元答对`,
  named: (name, value) => `${name} ${value}`,
  atStep: (step, values) => `第 ${step} 步：${values.join('，')}`,
  answersTitle: '它的回答',
  answersKey: '下划线：对；虚线框加删除线：错',
  answersOf: (encoding) => `${encoding} 的回答`,
  verdict: (right, asked) => (asked === 1 ? (right ? '对' : '错') : `${right}/${asked}`),
  mapTitle: (layer, head) => `第一个例子里的注意力，第 ${layer} 层第 ${head} 个头`,
  mapLabel: (encoding, layer, head) => `${encoding} 的注意力权重，第 ${layer} 层第 ${head} 个头`,
  mapSummary: '每行是一个在看的词元，每列是一个被看的词元；后面的词元被掩码遮住。',
  weight: '注意力权重',
  query: '查询',
  key: '键',
  cell:
    (tokens) =>
    ({ row, column, value, hidden }) => {
      const at = `查询 ${row}“${tokens[row]}”，键 ${column}“${tokens[column]}”`
      return hidden ? `${at}：已掩码` : `${at}：${short(value)}`
    },
  biasTitle: '随距离变化的偏置',
  biasLabel: '编码给得分加上的量，按距离',
  bias: '偏置',
  distance: '距离',
  longest: '训练中最远',
  headOf: (encoding, head) => `${encoding}，第 ${head} 个头`,
  biasSummary: (head) => `粗线是第 ${head} 个头，浅线是其余的头；竖线右边的距离训练时从未出现。`,
  biasAt: (distance, values) => `距离 ${distance}：${values.join('，')}`,
  lessonsTitle: '编码学到什么',
  lessons: {
    learned: (encoding) =>
      `${encoding} 按距离的偏置和权重一起学。竖虚线右边没有训练过，画的是它在那里会加多少。`,
    fixed: (encoding) => `${encoding} 从第一步到最后一步都加同样的偏置：这里没有要学的东西。`,
    byVector: (encoding) =>
      `${encoding} 为每个距离学一个向量。加多少还取决于查询，所以画不成一条随距离变化的线。`,
    byCount: (encoding) =>
      `${encoding} 为每个计数学一个向量。哪些词元计入由门决定，同样的距离可以是不同的计数，所以画不成一条随距离变化的线。`,
    table: (encoding) => `${encoding}：为每个位置学一个向量，加到词元上。没有按距离学的东西。`,
    nothing: (encoding) => `${encoding}：没有参数，没有要学的东西，也不加偏置。`,
  },
  halt: (encoding, step) =>
    `${encoding} 在第 ${step} 步损失已不是数，这一步没有生效：图中是最后一个正常的状态。多半是学习率太高。请在下面选低一些的学习率，或者换一批序列继续。`,
  worse: (encoding, step) =>
    `${encoding} 在第 ${step} 步的损失比随机权重还高：学习率太高了。请在下面选低一些的。`,
  task: '任务',
  encoding: '编码',
  compare: '旁边再练一个',
  nothing: '不比较',
  view: '看图的哪一部分',
  views: { curves: '曲线', answers: '答案', inside: '注意力与偏置' },
  part: '看哪里的注意力',
  layerHead: (layer, head) => `第 ${layer} 层第 ${head} 个头`,
  more: '速度、学习率、种子、文件',
  speed: '每画一次走几步',
  learningRate: '学习率',
  seed: '种子',
  seedHelp: '决定初始权重和训练序列。',
  background: '标签页隐藏时也继续',
  files: '把现在的模型带走：',
  filesOf: (encoding) => `${encoding} 模型的文件`,
  opensAsLlama:
    '与 LLaMA 同构：把 config.json 和 model.safetensors 放进一个文件夹，transformers 就能打开（AutoModelForCausalLM）。本库的 loadModel() 也能打开；三个文件一起交给 resumeTrainer() 可以接着训练。',
  opensHere:
    'transformers 里没有采用这种编码的同构模型。本库的 loadModel() 能打开 config.json 和 model.safetensors；三个文件一起交给 resumeTrainer() 可以接着训练。',
  vocabulary: '没有分词器：词元就是整数，vocab.json 说明每个整数代表什么。',
  besides:
    '训练需要程序包里的 core-train-simd.wasm 或 core-train-simd-base64.mjs；用 elements/inline.js 则不需要别的文件。',
  measured: (count) => `用另外抽取的 ${count} 条序列测量，长度与训练序列相同。`,
  honest:
    '回答里的每个词元，都是在前面词元全部正确的条件下预测的。模型只有两层、宽 32：换个种子、规模或学习率，先后次序可能颠倒。',
}

export const trainWords: Bilingual<TrainWords> = { en, zh }
