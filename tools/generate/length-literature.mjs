// What others found, and the same question put to the records. Each sentence of a paper stands with the part that was read.

import { meanBeyond, ranked, spreads, widest } from './length-findings.mjs'

/** The encodings that Kazemnejad et al. compare; their absolute one is sinusoidal. */
const KAZEMNEJAD = ['none', 't5', 'alibi', 'rope', 'sinusoidal']
const RELATIVE = ['rope', 'alibi', 't5', 'fire', 'kerple', 'shaw', 'transformerXl']
const GOOD = 0.9

const number = (value) => (Number.isFinite(value) ? value.toFixed(2) : '–')
const points = (value) =>
  Number.isFinite(value) ? `${value < 0 ? '−' : '+'}${Math.abs(100 * value).toFixed(1)}` : '–'

/** @returns {{ name: string, link: string, read: string, found: [en: string, zh: string], here: (records, name) => [string, string] }[]} */
export const literature = [
  {
    name: 'Kazemnejad et al. 2023',
    link: 'https://arxiv.org/abs/2305.19466',
    read: 'abstract',
    found: [
      'Decoders on reasoning and mathematical tasks: without any position encoding (NoPE) they generalise to longer inputs better than with absolute positions, T5’s bias, ALiBi or RoPE; ALiBi, RoPE and absolute positions are not well suited.',
      '解码器，推理与数学任务：完全不用位置编码（NoPE）时，对更长输入的泛化优于绝对位置、T5 偏置、ALiBi 和 RoPE；ALiBi、RoPE 与绝对位置都不太合适。',
    ],
    here(records, name) {
      const order = ranked(KAZEMNEJAD, (encoding) => meanBeyond(records, encoding, 'exactMatch'))
      if (order.length < 2) return pending
      const list = order.map(({ encoding, value }) => `${name(encoding)} ${number(value)}`).join(', ')
      const same = order[0].encoding === 'none'
      return [
        `Mean exact match beyond the training length, all tasks below: ${list}. ${same ? 'The same encoding is first here.' : `This differs: here ${name(order[0].encoding)} is first.`}`,
        `训练长度之外的平均完全匹配率（下列所有任务）：${list.replaceAll(', ', '，')}。${same ? '这里也是同一种编码居首。' : `与之不同：这里居首的是 ${name(order[0].encoding)}。`}`,
      ]
    },
  },
  {
    name: 'Ruoss et al. 2023',
    link: 'https://arxiv.org/abs/2305.16843',
    read: 'abstract',
    found: [
      'Encoders, 15 algorithmic tasks, 6000 models: positions drawn at random from a longer range raise the accuracy at unseen lengths by 12.0 % on average.',
      '编码器，15 个算法任务，6000 个模型：从更长的范围里随机抽取位置，使未见过长度上的准确率平均提高 12.0%。',
    ],
    here(records, name) {
      const pairs = [
        ['randomized', 'learned'],
        ['randomizedFloats', 'sinusoidal'],
      ].map(([random, plain]) => ({
        random,
        plain,
        gain: meanBeyond(records, random, 'accuracy') - meanBeyond(records, plain, 'accuracy'),
      }))
      const known = pairs.filter(({ gain }) => Number.isFinite(gain))
      if (known.length === 0) return pending
      const less = known.some(({ gain }) => gain <= 0)
      return [
        `${known.map(({ random, plain, gain }) => `${name(random)} instead of ${name(plain)}: ${points(gain)} points of accuracy beyond the training length`).join('; ')}. ${less ? 'This differs: not each gains.' : 'Both directions agree.'}`,
        `${known.map(({ random, plain, gain }) => `用 ${name(random)} 代替 ${name(plain)}：训练长度之外的准确率 ${points(gain)} 个百分点`).join('；')}。${less ? '与之不同：并非每一种都有提高。' : '方向一致。'}`,
      ]
    },
  },
  {
    name: 'Zhou et al. 2024',
    link: 'https://arxiv.org/abs/2402.09371',
    read: 'abstract, figure 1',
    found: [
      'Addition with a fitting format and encoding reaches 2.5 times the training length: more than 98 % at 100 digits after training up to 40. It varies much from seed to seed.',
      '加法配上合适的格式与编码，可以达到训练长度的 2.5 倍：训练到 40 位，100 位时超过 98%。不同种子之间差别很大。',
    ],
    here(records, name) {
      const addition = records.filter(({ task }) => task.type === 'reversedAddition')
      const far = farthest(addition, 'fire')
      const apart = widest(records, allEncodings(records))
      if (!far || !apart) return pending
      const range = `${number(apart.min)}–${number(apart.max)}`
      return [
        `Here without their index hints. FIRE holds ${number(GOOD)} exact match in addition ${far.length ? `up to ${far.length} digits (${number(far.length / far.trained)} times the training length)` : 'at none of the test lengths'}. The seeds differ most in ${apart.task} with ${name(apart.encoding)} at ${apart.length}: ${range}.`,
        `这里没有用他们的索引提示。FIRE 在加法上${far.length ? `到 ${far.length} 位（训练长度的 ${number(far.length / far.trained)} 倍）为止` : '没有一个测试长度'}达到 ${number(GOOD)} 的完全匹配率。种子之间相差最大的是 ${apart.task} 任务的 ${name(apart.encoding)}，长度 ${apart.length}：${range}。`,
      ]
    },
  },
  {
    name: 'Jelassi et al. 2023',
    link: 'https://arxiv.org/abs/2306.15400',
    read: 'abstract',
    found: [
      'With relative positions models trained on sums of 5 digits add 15 digits, three times as many; for multiplication this fails.',
      '用相对位置时，在 5 位加法上训练的模型能算 15 位加法，即三倍；乘法则不行。',
    ],
    here(records, name) {
      const addition = records.filter(({ task }) => task.type === 'reversedAddition')
      const at = addition.flatMap(({ options }) => options.testLengths.indexOf(3 * options.trainLength))[0]
      const order = ranked(RELATIVE, (encoding) =>
        addition.length && at >= 0 ? spreads(addition[0], encoding, 'exactMatch')[at].mean : Number.NaN,
      )
      if (order.length === 0) return pending
      const [{ encoding, value }] = order
      return [
        `The best relative encoding at three times the training length is ${name(encoding)}, with ${number(value)} exact match. ${value < GOOD ? 'This differs: none adds reliably there; the models are smaller and decode from left to right.' : 'This agrees.'}`,
        `在训练长度的三倍处，最好的相对编码是 ${name(encoding)}，完全匹配率 ${number(value)}。${value < GOOD ? '与之不同：没有一种在那里算得可靠；这里的模型更小，而且是从左到右的解码器。' : '与之一致。'}`,
      ]
    },
  },
]

const pending = ['No records yet.', '还没有记录。']

const allEncodings = (records) => [
  ...new Set(records.flatMap(({ runs }) => runs.map(({ encoding }) => encoding))),
]

/** The longest test length up to which the mean exact match is good at every length. */
function farthest([record], encoding) {
  if (!record) return undefined
  const { testLengths, trainLength } = record.options
  const means = spreads(record, encoding, 'exactMatch').map(({ mean }) => mean)
  if (!means.every(Number.isFinite)) return undefined
  const fails = means.findIndex((mean) => mean < GOOD)
  const held = fails < 0 ? testLengths : testLengths.slice(0, fails)
  return { length: held.at(-1), trained: trainLength }
}
