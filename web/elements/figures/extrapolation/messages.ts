// The words of <wf-extrapolation>.

import type { Bilingual } from '../../../content/bilingual.js'
import { methods } from './method-words.js'

type Point = readonly [loss: string, length: number]

const en = {
  gap: ' ',
  stop: '. ',
  look: {
    loss: 'Follow the curves to the right of the dashed line: the texts become longer than in training. Lower is better.',
    cut: 'Thin lines: the same predictions made from the last 64 characters only. Does the longer text help?',
    dials:
      'Filled: how far each pair of channels rotates in training. Outer ring: in the longer text; dotted where training had no such angle.',
    scaled: 'One RoPE model with its frequencies changed. The thin line reads only the last 64 characters.',
    wavelengths:
      'Change the method to see which pairs are slowed down. Pairs above the lower line completed no rotation in training.',
  },
  views: {
    loss: 'Loss of four encodings',
    scaled: 'RoPE under several scalings',
    dials: 'RoPE’s pairs as dials',
    wavelengths: 'Wavelengths',
  },
  /** Short: four buttons in a row on a phone. */
  pictures: { loss: 'Loss', cut: 'Cut', dials: 'Dials', scaled: 'Scaling' },
  view: 'View',
  cut: 'Cut the context',
  cutHelp: 'Also predicts from the last 64 characters only.',
  scaledRow: (scaling: string, factor: string) => `${scaling} × ${factor}`,
  live: 'Recompute here',
  download: (size: string) => `With the trained models (download: ${size}), instead of the recorded values.`,
  longerText: 'Length of the longer text',
  textOf: 'length',
  lossAtLength: 'loss at length',
  cutColumn: (length: number, kept: number) => `${length}, last ${kept}`,
  cutTo: (name: string, kept: number) => `${name}, last ${kept}`,
  plusMinus: (value: string, spread: string) => `${value} ± ${spread}`,
  comma: ', ',
  semicolon: '; ',
  values: 'All values, with errors',
  late: (from: number, to: number, predictions: string) =>
    `Characters ${from} to ${to} of each window (${predictions} predictions), in nats:`,
  lateWhole: (model: string, whole: string) => `${model}, all that precedes ${whole}`,
  lateCut: (kept: number, cut: string, saved: string, spread: string) =>
    `last ${kept} only ${cut} (all minus cut ${saved} ± ${spread})`,
  beyond: (least: number, most: number, distance: number) =>
    `ALiBi’s gentlest head gives ${least} to ${most}\u00a0% of its attention to characters ${distance} or more back.`,
  dialsLabel: 'Pairs of channels of one head, fastest first',
  dial: (pair: number, trained: string, longer: string, length: number) =>
    `pair ${pair}: ${trained} rotations within the training length, ${longer} within ${length} characters`,
  dialsNumber: (context: number) => `Below each dial: rotations within ${context} positions.`,
  recorded: (characters: string) =>
    `Recorded: computed by this library for the same ${characters} held-out characters of The Taming of the Shrew at each length, in windows that do not overlap; 0.8 million parameters each, trained on 64 characters. “More” recomputes them here, or for your text.`,
  errors: '±: two standard errors, over blocks of 64 predictions.',
  models: { rope: 'RoPE', learned: 'Learned table', alibi: 'ALiBi', t5: 'T5 bias' },
  scaling: 'RoPE scaling',
  scalings: {
    none: 'none',
    linear: 'Linear (PI)',
    ntk: 'NTK-aware',
    dynamic: 'Dynamic NTK',
    yarn: 'YaRN',
    longrope: 'LongRoPE',
    llama3: 'Llama 3',
  },
  factor: 'Factor',
  amount: 'Characters evaluated at each length',
  text: 'Text',
  ownText: 'Use your own text',
  textHelp:
    'If empty: an act of Shakespeare not used in training. Use at least 65 characters, better several thousand. If the text is too long, only its end is used.',
  scaled: (scaling: string, factor: string) => `RoPE, ${scaling} × ${factor}`,
  trainingLength: (length: number) => `trained on ${length}`,
  textLength: (length: number) => `longest text ${length}`,
  guessing: 'uniform guess',
  length: 'length of the text (characters)',
  loss: 'loss (nats per character)',
  lossLabel: 'Loss against length',
  named: (name: string, value: string) => `${name} ${value}`,
  lossAt: (length: number, losses: readonly string[]) => `length ${length}: ${losses.join(', ')}`,
  fromTo: (name: string, [a, from]: Point, [b, to]: Point) => `${name}: ${a} at ${from}, ${b} at ${to}.`,
  only: (name: string, loss: string, length: number) => `${name}: ${loss} at ${length}.`,
  unknown: (name: string) => `${name}: no value.`,
  pair: 'pair of channels (0 = fastest)',
  wavelength: 'wavelength (positions)',
  wavesLabel: 'Wavelength of each pair, with and without scaling',
  unscaled: 'RoPE without scaling',
  pairAt: (pair: number, before: string, after: string | undefined) =>
    after === undefined
      ? `pair ${pair}: wavelength ${before} positions`
      : `pair ${pair}: wavelength ${before} positions, scaled ${after}`,
  waves: (pairs: number, unseen: number, slower: number) =>
    `Of ${pairs} pairs, ${unseen} completed no rotation within the training length; on longer texts they reach angles that did not occur in training.${slower ? ` The method slows ${slower} pairs down.` : ''}`,
  missing: (model: string) => `${model}: the model could not be loaded.`,
  ends: 'The learned table has no rows beyond the training length, so longer texts cannot be computed.',
  none: 'RoPE runs unscaled, as trained.',
  methods: methods.en,
  untrained:
    'The model was not trained further; in practice these methods are often followed by fine-tuning, which improves all of them.',
  own: (characters: number) => `Evaluated: ${characters} characters of your text.`,
  shipped: (characters: number) =>
    `Evaluated at each length: the same ${characters} characters of The Taming of the Shrew, in non-overlapping windows.`,
  tooShort: 'Your text is shorter than the training length.',
  strangers: (count: number) => `${count} characters outside the models’ vocabulary were removed.`,
  replaced: 'None of your text is in the models’ vocabulary; the built-in text is used instead.',
  /** Note on a loaded model, which is not compared with the paper. */
  alone: '',
  table: {
    caption: 'Perplexity relative to that at the training length',
    length: 'Length / training length (paper, here)',
    row: (multiple: string, paper: string, here: string) => `${multiple}\u00a0× (${paper},\u00a0${here})`,
    paper: 'paper',
    here: 'here',
    times: (value: string) => `${value}\u00a0×`,
  },
  source: 'Paper:',
  paperTitle: 'Press, Smith and Lewis 2021, Train Short, Test Long',
  setting:
    'WikiText-103, 247 million parameters, trained on 512 tokens. The models here have 0.8 million parameters and were trained on 64 characters.',
  differs: (model: string, times: number, paper: string, here: string) =>
    `${model} at ${times}\u00a0× the training length: ${paper}\u00a0× in the paper, ${here}\u00a0× here.`,
  why: 'A short training length covers fewer full periods, so a small model fails sooner.',
  where: 'Largest difference from the paper at the same ratio:',
  same: 'Where both have a value, ours agree with the paper to within 10 %.',
  equal:
    'A row has both values only if both lengths are the same multiple of their training length, to within 2 % (1012 and 1512 tokens are 1.98 and 2.95 times 512). Do not compare other rows.',
  comparable: 'What can be compared',
  pending: 'Values for the models here are still being computed.',
}

export type ExtrapolationWords = typeof en

const zh: ExtrapolationWords = {
  gap: '',
  stop: '。',
  look: {
    loss: '沿曲线看虚线右侧：文本越来越长，超出训练长度。越低越好。',
    cut: '细线：同样的预测，只看最后 64 个字符。更长的文本有用吗？',
    dials: '实心：每对通道在训练中转过多少。外圈：在更长的文本中；点线处是训练中没有的角度。',
    scaled: '同一个 RoPE 模型，只改频率。细线只读最后 64 个字符。',
    wavelengths: '换一种方法，看哪些对放慢了。下面那条线以上的对，在训练中没有转满一圈。',
  },
  views: {
    loss: '四种编码的损失',
    scaled: '几种缩放下的 RoPE',
    dials: 'RoPE 各对的表盘',
    wavelengths: '波长',
  },
  pictures: { loss: '损失', cut: '截短', dials: '表盘', scaled: '缩放' },
  view: '视图',
  cut: '截短上下文',
  cutHelp: '另外只用最后 64 个字符来预测。',
  scaledRow: (scaling, factor) => `${scaling} × ${factor}`,
  live: '在这里重新计算',
  download: (size) => `用训练好的模型（下载 ${size}）计算，代替已记录的数值。`,
  longerText: '较长文本的长度',
  textOf: '长度',
  lossAtLength: '各长度的损失',
  cutColumn: (length, kept) => `${length}（只看 ${kept}）`,
  cutTo: (name, kept) => `${name}，只看最后 ${kept}`,
  plusMinus: (value, spread) => `${value} ± ${spread}`,
  comma: '，',
  semicolon: '；',
  values: '全部数值与误差',
  late: (from, to, predictions) =>
    `每个窗口的第 ${from} 至 ${to} 个字符（共 ${predictions} 次预测），单位 nat：`,
  lateWhole: (model, whole) => `${model}：用全部前文 ${whole}`,
  lateCut: (kept, cut, saved, spread) => `只用最后 ${kept} 个 ${cut}（全部减截短 ${saved} ± ${spread}）`,
  beyond: (least, most, distance) =>
    `ALiBi 斜率最小的头把 ${least}% 至 ${most}% 的注意力给了 ${distance} 个及更早以前的字符。`,
  dialsLabel: '一个头的通道对，最快的在前',
  dial: (pair, trained, longer, length) =>
    `第 ${pair} 对：训练长度内转 ${trained} 圈，${length} 个字符内转 ${longer} 圈`,
  dialsNumber: (context) => `每个表盘下方：${context} 个位置内转过的圈数。`,
  recorded: (characters) =>
    `已记录：由这个程序库计算，各种长度都读《驯悍记》中同样的 ${characters} 个未用于训练的字符，切成互不重叠的窗口；每个模型 80 万参数，以 64 个字符训练。“更多”里可以在这里重新计算，或换成你的文本。`,
  errors: '±：两倍标准误，按 64 次预测为一块。',
  models: { rope: 'RoPE', learned: '可学习的表', alibi: 'ALiBi', t5: 'T5 偏置' },
  scaling: 'RoPE 缩放',
  scalings: {
    none: '不缩放',
    linear: '线性（PI）',
    ntk: 'NTK-aware',
    dynamic: '动态 NTK',
    yarn: 'YaRN',
    longrope: 'LongRoPE',
    llama3: 'Llama 3',
  },
  factor: '因子',
  amount: '每种长度读多少字符',
  text: '文本',
  ownText: '用自己的文本',
  textHelp:
    '留空则用莎士比亚的一幕，各模型都没有用它训练。至少 65 个字符，最好有几千个；文本太长时只读末尾。',
  scaled: (scaling, factor) => `RoPE，${scaling} × ${factor}`,
  trainingLength: (length) => `训练长度 ${length}`,
  textLength: (length) => `最长文本 ${length}`,
  guessing: '随机猜测',
  length: '文本长度（字符）',
  loss: '损失（nat/字符）',
  lossLabel: '损失随长度的变化',
  named: (name, value) => `${name} ${value}`,
  lossAt: (length, losses) => `长度 ${length}：${losses.join('，')}`,
  fromTo: (name, [a, from], [b, to]) => `${name}：长度 ${from} 时 ${a}，长度 ${to} 时 ${b}。`,
  only: (name, loss, length) => `${name}：长度 ${length} 时 ${loss}。`,
  unknown: (name) => `${name}：没有数值。`,
  pair: '通道对',
  wavelength: '波长（位置数）',
  wavesLabel: '每对的波长，缩放前与缩放后',
  unscaled: '未缩放的 RoPE',
  pairAt: (pair, before, after) =>
    after === undefined
      ? `第 ${pair} 对：波长 ${before} 个位置`
      : `第 ${pair} 对：波长 ${before} 个位置，缩放后 ${after} 个`,
  waves: (pairs, unseen, slower) =>
    `共 ${pairs} 对，其中 ${unseen} 对在训练长度之内没有转满一圈；文本更长时，它们会转到训练中没有出现过的角度。${slower ? `这种方法放慢了 ${slower} 对。` : ''}`,
  missing: (model) => `${model}：模型未能加载。`,
  ends: '可学习的表在训练长度之外没有行，更长的文本无法计算。',
  none: 'RoPE 没有缩放，与训练时相同。',
  methods: methods.zh,
  untrained: '模型没有继续训练；实际使用时，这些方法之后常要再微调，对每种方法都有帮助。',
  own: (characters) => `读了你的文本中的 ${characters} 个字符。`,
  shipped: (characters) => `每种长度读的都是《驯悍记》中同样的 ${characters} 个字符，切成互不重叠的窗口。`,
  tooShort: '你的文本比训练长度还短。',
  strangers: (count) => `略去了 ${count} 个不在模型词表里的字符。`,
  replaced: '你的文本里没有模型词表里的字符，改用自带的文本。',
  alone: '',
  table: {
    caption: '困惑度，与训练长度处之比',
    length: '训练长度的倍数（论文、这里）',
    row: (multiple, paper, here) => `${multiple} 倍（${paper}、${here}）`,
    paper: '论文',
    here: '这里',
    times: (value) => `${value} 倍`,
  },
  source: '论文：',
  paperTitle: 'Press、Smith 与 Lewis 2021，Train Short, Test Long',
  setting: 'WikiText-103，2.47 亿参数，以 512 个词元训练；这里的模型只有 80 万参数，以 64 个字符训练。',
  differs: (model, times, paper, here) =>
    `${model}${/\w$/.test(model) ? ' ' : ''}在训练长度的 ${times} 倍处，论文中为 ${paper} 倍，这里为 ${here} 倍。`,
  why: '训练长度短，转满的整圈就少，所以小模型更早失灵。',
  where: '同一倍数下，与论文相差最大之处：',
  same: '两边都有数值时，这里的结果与论文相差不到 10%。',
  equal:
    '只有长度都是各自训练长度的同一倍数时（相差 2% 以内；1012 与 1512 个词元是 512 的 1.98 与 2.95 倍），一行里才有两边的数值；其余各行不可相比。',
  comparable: '哪些可以相比',
  pending: '这里的数值还在计算。',
}

export const extrapolationWords: Bilingual<ExtrapolationWords> = { en, zh }
