// The words of <wf-surgery>.

import type { Bilingual } from '../../../content/bilingual.js'
import type { OperationName } from './operation-names.js'

type ByOperation = Readonly<Record<OperationName, string>>

const en = {
  gap: ' ',
  stop: '. ',
  look: {
    shift:
      'Every token moves by the same number of places; none changes its neighbours. Drag the slider: do the outputs change?',
    gap: 'A hole opens in front of one token: everything from there on stands farther away. Drag the slider: which outputs change?',
    leftPad:
      'Pads are put in front, to make the text as long as others in its batch. Do the outputs of the text change?',
    shuffle:
      'The same tokens in another order. Each output is compared with what the same token gave before.',
    reverse: 'The same tokens, read backwards. Each output is compared with what the same token gave before.',
    remove:
      'The encoding is taken out of the model, and nothing else. Which outputs needed to know where their tokens stand?',
    pack: 'Two documents share one sequence to save room. Each output is compared with what it is when its document is read alone.',
  } as ByOperation,
  operations: {
    shift: 'Shift',
    gap: 'Gap',
    leftPad: 'Left padding',
    shuffle: 'Shuffle',
    reverse: 'Reverse',
    pack: 'Pack two documents',
    remove: 'Remove',
  } as ByOperation,
  operation: 'What is done',
  why: {
    shift:
      'An encoding that looks only at distances gives the same outputs wherever the text stands; what remains is rounding. One that gives each position a vector of its own does not.',
    gap: 'Distances across the hole have grown, those on either side of it have not. In a model that reads from left to right the tokens before the hole cannot know of it.',
    leftPad:
      'Hidden pads still push the text to later positions, unless positions are counted without them. Then every encoding gives the same outputs.',
    shuffle:
      'Without position, and when all tokens see each other, attention is blind to order: a shuffle changes nothing but the order of the outputs. A causal mask lets order in, for each token then sees others than before.',
    reverse:
      'Read backwards, every distance keeps its size and changes its sign. An encoding that looks at the size alone, such as ALiBi for both sides, cannot tell the two readings apart where nothing is masked.',
    remove:
      'What is left knows the order of tokens only from the mask. The first token sees itself alone, so where position is a matter of scores its output stays; where a vector was added to the embeddings it changes too.',
    pack: 'For the outputs to stay, the documents must not see each other, and either the encoding looks at distances only or the positions of the second document start again at 0.',
  } as ByOperation,
  whyBoth: {
    gap: 'Distances across the hole have grown, those on either side of it have not. This model reads in both directions, so tokens before the hole know of it, too.',
    remove:
      'This model masks nothing: without its encoding, attention cannot tell the order of its tokens, and reads them as a bag.',
  } as Partial<ByOperation>,
  encoderMoved: 'What is moved is the text that the encoder reads.',
  encoding: 'Encoding',
  compare: 'Compared with',
  more: 'More settings',
  alone: 'none',
  source: 'Vectors',
  sources: { random: 'random', trained: 'trained model' },
  trainedLoads: (size: string) => `trained, ${size}`,
  loads: (name: string, size: string) => `${name} · ${size}`,
  shiftBy: 'Shift by',
  gapOf: 'Places left open',
  gapAt: 'In front of token',
  pads: 'Pads',
  second: 'Second document begins with token',
  tokens: 'Tokens',
  seed: 'Seed',
  causal: 'Causal mask',
  countedPads: 'Pads count as positions',
  countedDocuments: 'Positions go on through both documents',
  maskedPads: 'Pads are hidden',
  maskedDocuments: 'The documents do not see each other',
  token: 'token',
  before: 'place before',
  after: 'after',
  moved: 'change of the output',
  tableLabel: 'Each token, where it stood and stands, and how much its output changed',
  pad: 'pad',
  nowhere: '–',
  unchanged: (most: string) => `No output changes: the largest difference, ${most}, is rounding.`,
  exactly: 'No output changes, to the last bit.',
  changed: (count: number, all: number, name: string, most: string) =>
    `${count} of ${all} outputs change, the most that of ‘${name}’: by ${most} of its length.`,
  refused: 'There is no such position in this encoding, so nothing can be compared. The library says:',
  axes: 'In the maps rows are queries and columns are keys, numbered by place; in the difference, by place before.',
  mapBefore: 'before',
  mapAfter: 'after',
  mapDifference: 'difference',
  label: (map: string, encoding: string, head: number) => `Attention map, ${map}: ${encoding}, head ${head}`,
  summary: (rows: number, largest: string) => `${rows} queries and keys; values up to ${largest}.`,
  cell: (query: string, key: string, value: string) => `query ${query}, key ${key}: ${value}`,
  hiddenCell: (query: string, key: string) => `query ${query}, key ${key}: hidden`,
  quoted: (name: string) => `‘${name}’`,
  weight: 'attention weight',
  difference: 'difference',
  masked: 'hidden',
  what: 'The change is the length of the difference between the two output vectors of a token, as a share of the first one; all heads together.',
}

export type SurgeryWords = typeof en

const zh: SurgeryWords = {
  gap: '',
  stop: '。',
  look: {
    shift: '所有词元移动同样的位数，彼此的相邻关系不变。拖动滑块看看：输出变不变？',
    gap: '在一个词元前面空出一段：从它起，后面的都站得更远了。拖动滑块看看：哪些输出变了？',
    leftPad: '在前面补上填充符，使文本与同批的其他文本一样长。文本的输出变不变？',
    shuffle: '同样的词元，换一个顺序。每个输出都与同一个词元原来的输出相比。',
    reverse: '同样的词元，倒过来读。每个输出都与同一个词元原来的输出相比。',
    remove: '从模型里取走编码，其他都不动。哪些输出需要知道自己的词元站在哪里？',
    pack: '为节省空间，两篇文档拼进同一个序列。每个输出都与单独读这篇文档时相比。',
  },
  operations: {
    shift: '平移',
    gap: '空位',
    leftPad: '左侧填充',
    shuffle: '打乱',
    reverse: '倒序',
    pack: '拼接两篇文档',
    remove: '去掉',
  },
  operation: '做什么',
  why: {
    shift: '只看距离的编码，文本站在哪里输出都一样，剩下的只是舍入误差；给每个位置一个单独向量的编码则不然。',
    gap: '跨过空位的距离变大了，空位两侧各自内部的距离没有变。在从左往右读的模型里，空位之前的词元无从知道它。',
    leftPad: '填充符即使被遮住，仍把文本推到更后的位置，除非编号时不算它们；那样，任何编码的输出都不变。',
    shuffle:
      '没有位置、又彼此都看得见时，注意力看不见顺序：打乱词元，只是打乱了输出的次序。因果掩码会让顺序渗进来，因为每个词元看到的已不是原来那些。',
    reverse:
      '倒过来读，每个距离的大小不变，符号相反。只看大小的编码，例如两侧都算距离的 ALiBi，在没有掩码时分不清这两种读法。',
    remove:
      '剩下的模型只能从掩码得知顺序。第一个词元只看得见自己，所以位置只影响得分时，它的输出不变；位置向量加在嵌入上时，它也会变。',
    pack: '要让输出不变，两篇文档必须互不可见，并且要么编码只看距离，要么第二篇的位置重新从 0 数起。',
  },
  whyBoth: {
    gap: '跨过空位的距离变大了，空位两侧各自内部的距离没有变。这个模型双向阅读，所以空位之前的词元也知道它。',
    remove: '这个模型没有掩码：去掉编码以后，注意力分不清词元的顺序，读到的只是一袋词元。',
  },
  encoderMoved: '移动的是编码器所读的文本。',
  encoding: '编码',
  compare: '对照',
  more: '更多设置',
  alone: '无',
  source: '向量来自',
  sources: { random: '随机', trained: '训练过的模型' },
  trainedLoads: (size) => `训练过，${size}`,
  loads: (name, size) => `${name} · ${size}`,
  shiftBy: '平移多少位',
  gapOf: '空出多少位',
  gapAt: '空在哪个词元之前',
  pads: '填充符个数',
  second: '第二篇从哪个词元开始',
  tokens: '词元数',
  seed: '随机种子',
  causal: '因果掩码',
  countedPads: '填充符也占位置编号',
  countedDocuments: '位置编号贯穿两篇文档',
  maskedPads: '遮住填充符',
  maskedDocuments: '两篇文档互不可见',
  token: '词元',
  before: '原位置',
  after: '现位置',
  moved: '输出的变化',
  tableLabel: '每个词元原来和现在的位置，以及输出变了多少',
  pad: '填充符',
  nowhere: '–',
  unchanged: (most) => `没有输出变化：最大的差别 ${most} 只是舍入误差。`,
  exactly: '没有输出变化，逐位相同。',
  changed: (count, all, name, most) =>
    `${all} 个输出中有 ${count} 个变了，变得最多的是“${name}”：相当于自身长度的 ${most}。`,
  refused: '这种编码没有这样的位置，因此无从比较。程序库的说明：',
  axes: '图中每行是一个查询，每列是一个键，按所在的位置编号；差的图按原来的位置编号。',
  mapBefore: '之前',
  mapAfter: '之后',
  mapDifference: '差',
  label: (map, encoding, head) => `注意力图（${map}）：${encoding}，第 ${head} 头`,
  summary: (rows, largest) => `${rows} 个查询和键，数值最大为 ${largest}。`,
  cell: (query, key, value) => `查询 ${query}，键 ${key}：${value}`,
  hiddenCell: (query, key) => `查询 ${query}，键 ${key}：不可见`,
  quoted: (name) => `“${name}”`,
  weight: '注意力权重',
  difference: '差',
  masked: '不可见',
  what: '变化指一个词元前后两个输出向量之差的长度，占原向量长度的比例；各个头合在一起算。',
}

export const surgeryWords: Bilingual<SurgeryWords> = { en, zh }
