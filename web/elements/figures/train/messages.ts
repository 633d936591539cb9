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
  randomized: 'randomised positions, learned table',
  randomizedFloats: 'randomised positions, sinusoidal',
  custom: 'your own',
}

const en = {
  gap: ' ',
  look: look.en,
  tasks: taskNames.en,
  encodings,
  training: 'Training',
  play: 'Play',
  goOn: 'Continue',
  pause: 'Pause',
  step: 'Step',
  again: 'Restart',
  now: (step: number, runs: readonly string[]) => `Step ${step}. ${runs.join(' ')}`,
  run: (encoding: string, loss: string, exact: string) => `${encoding}: loss ${loss}, exact match ${exact}.`,
  lossTitle: 'Loss',
  exactTitle: 'Sequences with every token right',
  loss: 'loss (nats)',
  exactMatch: 'exact match',
  steps: 'steps',
  lossLabel: 'Loss during training',
  exactLabel: 'Exact match during training',
  blindLoss: (loss: string) => `A uniform guess has a loss of ${loss}.`,
  lossOf: (encoding: string) => `${encoding}, loss`,
  exactMatchOf: (encoding: string) => `${encoding}, exact match`,
  accuracyOf: (encoding: string) => `${encoding}, token accuracy`,
  named: (name: string, value: string) => `${name} ${value}`,
  atStep: (step: number, values: readonly string[]) => `step ${step}: ${values.join(', ')}`,
  answersTitle: 'Answers',
  answersKey: 'underlined: right; dashed and struck through: wrong',
  answersOf: (encoding: string) => `Answers with ${encoding}`,
  verdict: (right: number, asked: number) =>
    asked === 1 ? (right ? 'right' : 'wrong') : `${right}/${asked}`,
  mapTitle: (layer: number, head: number) => `Attention, layer ${layer}, head ${head}`,
  mapLabel: (encoding: string, layer: number, head: number) =>
    `Attention weights with ${encoding}, layer ${layer}, head ${head}`,
  mapSummary: 'Rows: queries; columns: keys. Later tokens are masked.',
  query: 'query',
  key: 'key',
  cell:
    (tokens: readonly string[]) =>
    ({ row, column, value, hidden }: Reading) => {
      const at = `query ${row} ‘${tokens[row]}’, key ${column} ‘${tokens[column]}’`
      return hidden ? `${at}: masked` : `${at}: ${short(value)}`
    },
  biasTitle: 'Bias by distance',
  biasLabel: 'Bias added to the score, by distance',
  bias: 'bias',
  distance: 'distance',
  longest: 'longest distance in training',
  headOf: (encoding: string, head: number) => `${encoding}, head ${head}`,
  biasSummary: (head: number) =>
    `Bold line: head ${head}; thin lines: the other heads. Distances to the right of the mark do not occur in training.`,
  biasAt: (distance: number, values: readonly string[]) => `distance ${distance}: ${values.join(', ')}`,
  lessonsTitle: 'What the encoding learns',
  lessons: {
    learned: (encoding) =>
      `${encoding} learns its bias together with the other parameters. Distances beyond the dashed mark were not trained; the line shows the bias it would add there.`,
    fixed: (encoding) => `${encoding} has a fixed bias: nothing is learned.`,
    byVector: (encoding) =>
      `${encoding} learns a vector per distance. What it adds also depends on the query, so it cannot be drawn as one curve.`,
    byCount: (encoding) =>
      `${encoding} learns a vector per count. Gates decide which tokens are counted, so equal distances can have different counts, and it cannot be drawn as one curve.`,
    table: (encoding) =>
      `${encoding}: a vector per position is learned and added to the embedding. There is no bias by distance.`,
    nothing: (encoding) => `${encoding} has no parameters and adds no bias.`,
  } as ByLesson,
  halt: (encoding: string, step: number) =>
    `With ${encoding} the loss became NaN or infinite at step ${step}. The step was not applied; you see the last valid state. The learning rate is probably too high: choose a lower one below, or continue with other sequences.`,
  worse: (encoding: string, step: number) =>
    `With ${encoding} the loss at step ${step} is higher than before training: the learning rate is too high. Choose a lower one below.`,
  task: 'Task',
  encoding: 'Encoding',
  compare: 'Compare with',
  nothing: 'nothing',
  view: 'Show',
  views: { attention: 'attention', curves: 'losses', answers: 'answers', bias: 'bias' } as Readonly<
    Record<ViewChoice, string>
  >,
  part: 'Layer and head',
  layerHead: (layer: number, head: number) => `layer ${layer}, head ${head}`,
  more: 'Speed, learning rate, seed, download',
  speed: 'Steps per frame',
  learningRate: 'Learning rate',
  seed: 'Seed',
  seedHelp: 'For the initial parameters and the sequences.',
  background: 'Keep training while this tab is hidden',
  files: 'Download the model in its current state:',
  filesOf: (encoding: string) => `Files of the model with ${encoding}`,
  opensAsLlama:
    'LLaMA architecture: transformers (AutoModelForCausalLM) loads config.json and model.safetensors from one folder, and so does loadModel() of this library. resumeTrainer() continues training from all three files.',
  opensHere:
    'No architecture in transformers has this encoding in this form. loadModel() of this library loads config.json and model.safetensors; resumeTrainer() continues training from all three files.',
  vocabulary: 'There is no tokenizer: tokens are integers, and vocab.json gives their meaning.',
  besides:
    'Training needs the file core-train-simd.wasm or core-train-simd-base64.mjs of the package; elements/inline.js needs no other file.',
  measured: (count: number) => `Measured on ${count} held-out sequences of the training length.`,
  honest:
    'Each answer token is predicted from the correct tokens before it (teacher forcing). Two layers, model dimension 32: another seed, size or learning rate can reverse the ranking.',
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
    randomized: '随机位置，可学习的表',
    randomizedFloats: '随机位置，正弦',
    custom: '你自己的',
  },
  training: '训练',
  play: '开始',
  goOn: '继续',
  pause: '暂停',
  step: '单步',
  again: '重新开始',
  now: (step, runs) => `第 ${step} 步。${runs.join('')}`,
  run: (encoding, loss, exact) => `${encoding}：损失 ${loss}，完全匹配率 ${exact}。`,
  lossTitle: '损失',
  exactTitle: '每个词元都对的序列',
  loss: '损失（nat）',
  exactMatch: '完全匹配率',
  steps: '步数',
  lossLabel: '训练过程中的损失',
  exactLabel: '训练过程中的完全匹配率',
  blindLoss: (loss) => `均匀猜测的损失是 ${loss}。`,
  lossOf: (encoding) => `${encoding}，损失`,
  exactMatchOf: (encoding) => `${encoding}，完全匹配率`,
  accuracyOf: (encoding) => `${encoding}，词元准确率`,
  named: (name, value) => `${name} ${value}`,
  atStep: (step, values) => `第 ${step} 步：${values.join('，')}`,
  answersTitle: '回答',
  answersKey: '下划线：对；虚线框加删除线：错',
  answersOf: (encoding) => `${encoding} 的回答`,
  verdict: (right, asked) => (asked === 1 ? (right ? '对' : '错') : `${right}/${asked}`),
  mapTitle: (layer, head) => `注意力，第 ${layer} 层第 ${head} 个头`,
  mapLabel: (encoding, layer, head) => `${encoding} 的注意力权重，第 ${layer} 层第 ${head} 个头`,
  mapSummary: '行是查询，列是键；后面的词元已掩码。',
  query: '查询',
  key: '键',
  cell:
    (tokens) =>
    ({ row, column, value, hidden }) => {
      const at = `查询 ${row}“${tokens[row]}”，键 ${column}“${tokens[column]}”`
      return hidden ? `${at}：已掩码` : `${at}：${short(value)}`
    },
  biasTitle: '随距离变化的偏置',
  biasLabel: '加到得分上的偏置，按距离',
  bias: '偏置',
  distance: '距离',
  longest: '训练中的最远距离',
  headOf: (encoding, head) => `${encoding}，第 ${head} 个头`,
  biasSummary: (head) => `粗线是第 ${head} 个头，细线是其余的头；标记右边的距离在训练中没有出现。`,
  biasAt: (distance, values) => `距离 ${distance}：${values.join('，')}`,
  lessonsTitle: '编码学到什么',
  lessons: {
    learned: (encoding) =>
      `${encoding} 的偏置与其他参数一起学。虚线标记之外的距离没有训练过，线画的是它在那里会加的偏置。`,
    fixed: (encoding) => `${encoding} 的偏置是固定的：什么都不学。`,
    byVector: (encoding) => `${encoding} 为每个距离学一个向量。加多少还取决于查询，所以画不成一条曲线。`,
    byCount: (encoding) =>
      `${encoding} 为每个计数学一个向量。哪些词元计入由门决定，同样的距离可以是不同的计数，所以画不成一条曲线。`,
    table: (encoding) => `${encoding}：为每个位置学一个向量，加到词嵌入上。没有随距离变化的偏置。`,
    nothing: (encoding) => `${encoding} 没有参数，也不加偏置。`,
  },
  halt: (encoding, step) =>
    `${encoding} 的损失在第 ${step} 步变成 NaN 或无穷大。这一步没有生效，图中是最后一个有效的状态。多半是学习率太高：请在下面选低一些的，或者换一批序列继续。`,
  worse: (encoding, step) =>
    `${encoding} 在第 ${step} 步的损失比训练前还高：学习率太高了。请在下面选低一些的。`,
  task: '任务',
  encoding: '编码',
  compare: '对照',
  nothing: '不比较',
  view: '显示',
  views: { attention: '注意力', curves: '损失', answers: '回答', bias: '偏置' },
  part: '层与头',
  layerHead: (layer, head) => `第 ${layer} 层第 ${head} 个头`,
  more: '速度、学习率、种子、下载',
  speed: '每帧步数',
  learningRate: '学习率',
  seed: '随机种子',
  seedHelp: '决定初始参数和训练序列。',
  background: '标签页隐藏时也继续训练',
  files: '下载当前状态的模型：',
  filesOf: (encoding) => `${encoding} 模型的文件`,
  opensAsLlama:
    'LLaMA 结构：把 config.json 和 model.safetensors 放进一个文件夹，transformers（AutoModelForCausalLM）就能载入，这个程序库的 loadModel() 也能；三个文件一起交给 resumeTrainer() 可以接着训练。',
  opensHere:
    'transformers 里没有哪种结构用这种形式的编码。这个程序库的 loadModel() 能载入 config.json 和 model.safetensors；三个文件一起交给 resumeTrainer() 可以接着训练。',
  vocabulary: '没有分词器：词元就是整数，vocab.json 说明每个整数代表什么。',
  besides:
    '训练需要 npm 包里的 core-train-simd.wasm 或 core-train-simd-base64.mjs；用 elements/inline.js 则不需要别的文件。',
  measured: (count) => `在训练之外的 ${count} 条序列上测量，长度为训练长度。`,
  honest:
    '回答里的每个词元，都由前面的正确词元预测（teacher forcing）。模型有两层，模型维度 32：换一个种子、规模或学习率，名次可能颠倒。',
}

export const trainWords: Bilingual<TrainWords> = { en, zh }
