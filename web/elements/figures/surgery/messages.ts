// The words of <wf-surgery>.

import type { Bilingual } from '../../../content/bilingual.js'
import type { OperationName } from './operation-names.js'

type ByOperation = Readonly<Record<OperationName, string>>

const en = {
  gap: ' ',
  stop: '. ',
  look: {
    shift:
      'All position ids increase by the same number; the order of the tokens stays. Drag the slider: do the outputs change?',
    gap: 'A gap opens before one token: from there on all positions are larger. Drag the slider: which outputs change?',
    leftPad:
      'Padding is added on the left, to make the text as long as others in its batch. Do its outputs change?',
    shuffle: 'The same tokens in another order. Each output is compared with the same token’s output before.',
    reverse: 'The same tokens in reverse order. Each output is compared with the same token’s output before.',
    remove:
      'The position encoding is removed from the model and nothing else changes. Which outputs depended on it?',
    pack: 'Two documents are packed into one sequence. Each output is compared with its value when the document is read alone.',
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
  operation: 'Operation',
  why: {
    shift:
      'An encoding that depends only on distances gives the same outputs at any position, up to rounding. An encoding with a separate vector per position does not.',
    gap: 'Distances across the gap are larger; those within either side are unchanged. In a causal model, tokens before the gap cannot be affected by it.',
    leftPad:
      'Even when masked, padding shifts the text to later positions, unless position ids do not count it. If they do not, every encoding gives the same outputs.',
    shuffle:
      'Without positions, and if all tokens see each other, attention ignores order: shuffling only reorders the outputs. With a causal mask order matters, because each token then sees different tokens.',
    reverse:
      'In reverse order every distance keeps its absolute value and changes its sign. An encoding that uses only the absolute value, such as symmetric ALiBi, cannot tell the two orders apart without a mask.',
    remove:
      'Without the encoding, only the mask carries order. The first token sees only itself: if the encoding acted on scores, its output stays the same; if a vector was added to the embeddings, it changes too.',
    pack: 'The outputs stay the same only if the documents cannot see each other, and the encoding depends only on distances or the second document’s positions start again at 0.',
  } as ByOperation,
  whyBoth: {
    gap: 'Distances across the gap are larger; those within either side are unchanged. This model is bidirectional, so tokens before the gap are affected too.',
    remove:
      'This model has no mask: without its encoding, attention ignores the order of the tokens and sees a bag of tokens.',
  } as Partial<ByOperation>,
  encoderMoved: 'The encoder’s input text is moved.',
  encoding: 'Encoding',
  compare: 'Compare with',
  more: 'More settings',
  alone: 'none',
  source: 'Vectors',
  sources: { random: 'random', trained: 'trained model' },
  trainedLoads: (size: string) => `trained, ${size}`,
  loads: (name: string, size: string) => `${name} · ${size}`,
  shiftBy: 'Shift by',
  gapOf: 'Size of the gap',
  gapAt: 'Gap before token',
  pads: 'Padding tokens',
  second: 'Second document starts at token',
  tokens: 'Tokens',
  seed: 'Seed',
  causal: 'Causal mask',
  countedPads: 'Position ids count padding',
  countedDocuments: 'Positions continue in the second document',
  maskedPads: 'Padding is masked',
  maskedDocuments: 'Documents are masked from each other',
  token: 'token',
  before: 'old position',
  after: 'new position',
  moved: 'output changed by',
  tableLabel: 'Each token with its old and new position and the change of its output',
  pad: 'pad',
  nowhere: '–',
  unchanged: (most: string) => `No output changes: the largest difference, ${most}, is rounding.`,
  exactly: 'No output changes; all bits are equal.',
  changed: (count: number, all: number, name: string, most: string) =>
    `${count} of ${all} outputs change; the largest change, ${most} of the vector’s length, is that of ‘${name}’.`,
  refused: 'This encoding has no such position, so there is nothing to compare. Error message:',
  axes: 'Rows are queries and columns are keys, numbered by index in the sequence; in the difference map, by index before the change.',
  mapBefore: 'before',
  mapAfter: 'after',
  mapDifference: 'difference',
  label: (map: string, encoding: string, head: number) => `Attention map, ${map}: ${encoding}, head ${head}`,
  summary: (rows: number, largest: string) => `${rows} queries and keys; largest value ${largest}.`,
  cell: (query: string, key: string, value: string) => `query ${query}, key ${key}: ${value}`,
  hiddenCell: (query: string, key: string) => `query ${query}, key ${key}: masked`,
  quoted: (name: string) => `‘${name}’`,
  weight: 'attention weight',
  difference: 'difference',
  masked: 'masked',
  what: 'The change is the length of the difference between a token’s two output vectors (all heads concatenated), divided by the length of the first.',
}

export type SurgeryWords = typeof en

const zh: SurgeryWords = {
  gap: '',
  stop: '。',
  look: {
    shift: '所有位置编号都加上同一个数，词元的次序不变。拖动滑块看看：输出变不变？',
    gap: '在一个词元前面空出一段：从它起，位置编号都变大。拖动滑块看看：哪些输出变了？',
    leftPad: '在左侧补上填充符，使文本与同批的其他文本一样长。它的输出变不变？',
    shuffle: '同样的词元，换一种次序。每个输出都与同一个词元原来的输出相比。',
    reverse: '同样的词元，次序颠倒。每个输出都与同一个词元原来的输出相比。',
    remove: '从模型里去掉位置编码，其他都不变。哪些输出依赖它？',
    pack: '两篇文档拼进同一个序列。每个输出都与单独读这篇文档时相比。',
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
  operation: '操作',
  why: {
    shift: '只看距离的编码，在任何位置输出都相同，差别只是舍入；每个位置有单独向量的编码则不然。',
    gap: '跨过空位的距离变大了，空位两侧各自内部的距离没有变。在因果模型里，空位之前的词元不受它影响。',
    leftPad: '填充符即使已掩码，仍把文本推到更后的位置，除非位置编号不算它们；不算时，任何编码的输出都不变。',
    shuffle:
      '没有位置、词元又彼此都看得见时，注意力不管次序：打乱词元，只是打乱了输出的次序。有因果掩码时次序就有影响，因为每个词元看到的已不是原来那些。',
    reverse:
      '次序颠倒时，每个距离的绝对值不变，符号相反。只用绝对值的编码，例如对称的 ALiBi，在没有掩码时分不清这两种次序。',
    remove:
      '去掉编码之后，只有掩码还带着次序。第一个词元只看得见自己：编码若只作用于得分，它的输出不变；若是加到词嵌入上的向量，它也会变。',
    pack: '只有两篇文档互不可见，并且编码只看距离，或者第二篇的位置重新从 0 开始，输出才不变。',
  },
  whyBoth: {
    gap: '跨过空位的距离变大了，空位两侧各自内部的距离没有变。这个模型是双向的，所以空位之前的词元也受影响。',
    remove: '这个模型没有掩码：去掉编码以后，注意力不管词元的次序，看到的只是一袋词元。',
  },
  encoderMoved: '移动的是编码器的输入文本。',
  encoding: '编码',
  compare: '对照',
  more: '更多设置',
  alone: '无',
  source: '向量',
  sources: { random: '随机', trained: '训练好的模型' },
  trainedLoads: (size) => `训练好的，${size}`,
  loads: (name, size) => `${name} · ${size}`,
  shiftBy: '平移多少个位置',
  gapOf: '空位的大小',
  gapAt: '空位在哪个词元之前',
  pads: '填充符个数',
  second: '第二篇从哪个词元开始',
  tokens: '词元数',
  seed: '随机种子',
  causal: '因果掩码',
  countedPads: '位置编号也算填充符',
  countedDocuments: '第二篇的位置接着数',
  maskedPads: '填充符已掩码',
  maskedDocuments: '两篇文档互不可见',
  token: '词元',
  before: '原位置',
  after: '新位置',
  moved: '输出的变化',
  tableLabel: '每个词元原来和现在的位置，以及输出变了多少',
  pad: '填充符',
  nowhere: '–',
  unchanged: (most) => `没有输出变化：最大的差别 ${most} 只是舍入误差。`,
  exactly: '没有输出变化，逐位相同。',
  changed: (count, all, name, most) =>
    `${all} 个输出中有 ${count} 个变了，变得最多的是“${name}”：相当于自身长度的 ${most}。`,
  refused: '这种编码没有这样的位置，因此无从比较。错误信息：',
  axes: '图中每行是一个查询，每列是一个键，按在序列中的序号编号；差的图按原来的序号编号。',
  mapBefore: '之前',
  mapAfter: '之后',
  mapDifference: '差',
  label: (map, encoding, head) => `注意力图（${map}）：${encoding}，第 ${head} 头`,
  summary: (rows, largest) => `${rows} 个查询和键，数值最大为 ${largest}。`,
  cell: (query, key, value) => `查询 ${query}，键 ${key}：${value}`,
  hiddenCell: (query, key) => `查询 ${query}，键 ${key}：已掩码`,
  quoted: (name) => `“${name}”`,
  weight: '注意力权重',
  difference: '差',
  masked: '已掩码',
  what: '变化指一个词元前后两个输出向量之差的长度，占原向量长度的比例；各个头的向量拼在一起算。',
}

export const surgeryWords: Bilingual<SurgeryWords> = { en, zh }
