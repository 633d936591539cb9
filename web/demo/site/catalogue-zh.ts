// What the catalogue says in English in the sources of the library, in Chinese: values of parameters, papers, and what each encoding is
// tested against. Names, titles and code stay.

/** A range is a list of these, separated by semicolons. */
const ranges: Readonly<Record<string, string>> = {
  number: '数',
  boolean: '真或假',
  'greater than 0': '大于 0',
  'greater than 1': '大于 1',
  '0 or more': '不小于 0',
  '1 or more': '不小于 1',
  'each greater than 0': '每个大于 0',
  'each 0 or more': '每个不小于 0',
  'each 1 or more': '每个不小于 1',
  'even, 0 or more': '偶数，不小于 0',
  ascending: '递增',
  'less than the rows of the table': '小于表的行数',
  'one per position': '每个位置一个',
  'one per head': '每个头一个',
  'one per pair': '每对一个',
  'one id per token': '每个词元一个编号',
  'one per rotated pair (`rope2d`: per pair of an axis)': '每个旋转的对一个（`rope2d`：一个轴的每一对）',
  'one fewer than the buckets (of one direction)': '比（一个方向的）桶少一个',
  'not beside a scaling': '不能与缩放同用',
  'not with keyed': '不能与 keyed 同用',
  'not with forwardSlopes or keyed': '不能与 forwardSlopes 或 keyed 同用',
  'only with buckets': '须有 buckets',
  'needs buckets': '须有 buckets',
  'needs both tables': '须有两张表',
  'at most 1024': '不大于 1024',
  'at most 2 for power': 'power 时不大于 2',
  'at most headDim': '不大于 headDim',
  'at most headDim − rotaryStart': '不大于 headDim − rotaryStart',
  'at most highFreqFactor': '不大于 highFreqFactor',
  'at least the length, at most 2^24': '不小于长度，不大于 2^24',
  'betaSlow or more': '不小于 betaSlow',
  'ntkBetaSlow or more': '不小于 ntkBetaSlow',
  'gammaSlow or more': '不小于 gammaSlow',
  'above buckets/2 + 1': '大于 buckets/2 + 1',
  'greater than the exact distances': '大于逐个区分的距离数',
  'large enough that the positions have a scale that is a float': '足够大，使各位置的缩放是有限的浮点数',
  'whole numbers that add up to the pairs': '整数，加起来等于对数',
  'three where axes take turns': '各轴轮流时三个',
  'empty, or one per head': '空，或每个头一个',
  'empty = ln 10, or one per head': '空表示 ln 10，或每个头一个',
  'empty = no segment term': '空表示没有分段项',
  'width · height at most 16384': 'width · height 不大于 16384',
  '0 or above 1, with pretrainedHeight': '0 或大于 1，与 pretrainedHeight 同用',
  '0 or above 1, with pretrainedWidth': '0 或大于 1，与 pretrainedWidth 同用',
  '0 or 4 and above': '0 或不小于 4',
  'then S = buckets': '此时 S = buckets',
  'odd, at most width and height': '奇数，不大于 width 和 height',
  'needed by yarn, longrope (more than 1), llama3, ntkByParts, dynamicYarn':
    'yarn、longrope（须大于 1）、llama3、ntkByParts、dynamicYarn 必填',
}

/** Choices that need a value. */
const NEEDED = /^needed by ([\w, ]+)$/

export function rangeInChinese(range: string): string {
  const pieces = range.split('; ').map((piece) => {
    const needed = NEEDED.exec(piece)?.[1]
    const said = ranges[piece] ?? (needed ? `${needed.replace(/, | and /g, '、')} 必填` : withoutWords(piece))
    if (said === undefined) throw new Error(`site/catalogue-zh.ts has no Chinese for “${piece}”`)
    return said
  })
  return pieces.join('；')
}

/** Numbers and signs are the same in both languages. */
const withoutWords = (piece: string) => (/[a-z]{2}/i.test(piece) ? undefined : piece)

/** Turns of phrase between names and titles. */
const phrases: readonly (readonly [RegExp, string])[] = [
  [/^definition \(adds nothing\)/, '定义（什么都不加）'],
  [/transformers NumPy/g, 'NumPy'],
  [
    /NumPy constructions? after the paper \(equations (\d+) and (\d+)\)/g,
    '按论文（式 $1、式 $2）用 NumPy 写成',
  ],
  [/NumPy constructions? after transformers 4 /g, '用 NumPy 写成，依据 transformers 4 的 '],
  [/NumPy constructions? after /g, '用 NumPy 写成，依据 '],
  [/NumPy float64 construction/g, '用 NumPy 以 float64 写成'],
  [/NumPy construction with (\w+)/g, '用 NumPy 和 $1 写成'],
  [/NumPy construction, cross-checked with /g, '用 NumPy 写成，并对照 '],
  [/NumPy construction/g, '用 NumPy 写成'],
  [/\(concatenated\)/g, '（拼接）'],
  [/\(interleaved\)/g, '（交错）'],
  [/ for the distribution/g, '（分布）'],
  [/ with a window of one row/g, '（窗口为一行）'],
  [/ without segments/g, '（没有分段）'],
  [/ with use_xpos/g, '（use_xpos）'],
  [/ of (?=llama|deberta)/g, '，模型 '],
  [/, section ([\d.]+)/g, '，第 $1 节'],
  [/; used by /g, '；用于 '],
  [/; temperature of /g, '；温度出自 '],
  [/; as in /g, '；同 '],
  [/; before it /g, '；更早有 '],
  [/; no paper/g, '；没有论文'],
  [/, after the Inkling model of Thinking Machines/g, '，依据 Thinking Machines 的 Inkling 模型'],
  [/ \(without its buckets\)/g, '（不用其中的桶）'],
  [/ \(the idea\)/g, '（思路）'],
  [/; buckets as the caller lists them/g, '；桶由调用者列出'],
  [/\(prefix\)/g, '（前缀）'],
]

export const sourceInChinese = (text: string): string =>
  phrases.reduce((said, [phrase, chinese]) => said.replace(phrase, chinese), text)
