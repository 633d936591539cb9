// The words of <wf-models>; what is said of a single model is on its card, in the library.

import type { Bilingual } from '../../../content/bilingual.js'
import type { CardFacts } from '../../../lib/families/cards.js'

type Named<Key extends string> = Readonly<Record<Key, string>>

const en = {
  gap: ' ',
  comma: ', ',
  colon: ': ',
  stop: '. ',
  look: 'Read down the years: the numbers are the doors by which position enters. Open a model for its facts, and for what tutorials get wrong about it.',
  lookFixed: 'Where position enters this model, and what tutorials get wrong about it.',
  list: 'Models',
  beyond: 'Beyond the sixteen',
  filter: 'Encoding',
  all: (count: number) => `all ${count} models`,
  filterBy: (title: string, count: number) => `${title} (${count})`,
  shown: (shown: number, all: number) =>
    shown === all ? `All ${all} models are shown.` : `${shown} of ${all} models are shown.`,
  headings: {
    enters: 'Where position enters',
    facts: 'Facts',
    notes: 'Other details that matter',
    tutorials: 'What tutorials say, and what is true',
    run: 'Small models you can run',
    sources: 'Sources',
  },
  say: 'Tutorials say',
  truth: 'True',
  unsure: 'told by others, not checked',
  nothing: 'We have found nothing wrong in the tutorials that we read.',
  facts: {
    ...{ stacks: 'Stacks', norm: 'Norm', embeddingNorm: 'Norm over the embeddings', block: 'Block' },
    ...{ heads: 'Heads', activation: 'Feed-forward', biases: 'Biases', tied: 'Output head' },
    ...{ scale: 'Scale of q · k', offset: 'Position 0 reads' },
  },
  yes: 'yes',
  no: 'no',
  none: 'none',
  stacks: {
    ...{ decoder: 'decoder', encoder: 'encoder', 'encoder and decoder': 'encoder and decoder' },
  } as Named<CardFacts['stacks']>,
  norm: { layer: 'layer norm', rms: 'RMS norm' } as Named<CardFacts['norm']>,
  place: {
    ...{
      pre: 'before each sublayer',
      post: 'after each residual addition',
      both: 'before and after each sublayer',
    },
  } as Named<CardFacts['place']>,
  block: {
    sequential: 'attention, then feed-forward',
    'parallel, one norm': 'attention and feed-forward side by side, with one norm',
    'parallel, two norms': 'attention and feed-forward side by side, with a norm each',
  } as Named<CardFacts['block']>,
  heads: {
    MHA: 'a key for each head (MHA)',
    GQA: 'a key for each group of heads (GQA)',
    MQA: 'one key for all heads (MQA)',
  } as Named<CardFacts['heads']>,
  gated: (activation: string) => `gated, ${activation}`,
  biases: {
    ...{ query: 'query', key: 'key', value: 'value', output: 'output', mlp: 'feed-forward', norm: 'norms' },
    ...{ head: 'head' },
  } as Named<CardFacts['biases'][number]>,
  tied: (tied: boolean): string => (tied ? 'the matrix of the embeddings' : 'a matrix of its own'),
  offset: (row: number) => `row ${row} of the table`,
  runs: (title: string) =>
    `The same layers as ${title}, trained on the plays of Shakespeare, letter by letter: 0.8 million weights. It shows how the encoding works, not what ${title} knows.`,
  unregistered: 'A small one is there, but this page has not registered <wf-attention>, which runs it.',
  runsNot: 'No small trained model of this kind comes with this page. There is one of:',
  doorsCaption: 'Position enters by:',
  code: 'The facts were read in published code where there is any; the source of each is on its card.',
  csv: {
    ...{ id: 'id', model: 'model', year: 'year', encodings: 'encodings', doors: 'doors' },
    ...{ tutorials: 'tutorials say', truth: 'true', source: 'source' },
  },
}

export type ModelsWords = typeof en

const zh: ModelsWords = {
  gap: '',
  comma: '、',
  colon: '：',
  stop: '。',
  look: '按年份往下读：数字是位置进入的门。打开一个模型，看它的事实，以及教程对它的误解。',
  lookFixed: '位置从哪里进入这个模型，教程又误解了什么。',
  list: '模型',
  beyond: '十六个之外',
  filter: '编码',
  all: (count) => `全部 ${count} 个模型`,
  filterBy: (title, count) => `${title}（${count}）`,
  shown: (shown, all) => (shown === all ? `共列出 ${all} 个模型。` : `${all} 个模型中列出 ${shown} 个。`),
  headings: {
    enters: '位置从哪里进入',
    facts: '事实',
    notes: '其他要紧的细节',
    tutorials: '教程的说法与事实',
    run: '可以在这里运行的小模型',
    sources: '出处',
  },
  say: '教程说',
  truth: '事实',
  unsure: '转述，未核对',
  nothing: '在我们读过的教程里，没有发现关于它的错误。',
  facts: {
    ...{ stacks: '结构', norm: '归一化', embeddingNorm: '嵌入之后归一化', block: '层内次序' },
    ...{ heads: '头', activation: '前馈层', biases: '偏置', tied: '输出头' },
    ...{ scale: 'q · k 的缩放', offset: '位置 0 读取' },
  },
  yes: '有',
  no: '无',
  none: '无',
  stacks: { decoder: '解码器', encoder: '编码器', 'encoder and decoder': '编码器与解码器' },
  norm: { layer: '层归一化', rms: '均方根归一化（RMSNorm）' },
  place: { pre: '在各子层之前', post: '在残差相加之后', both: '在各子层之前与之后' },
  block: {
    sequential: '先注意力，后前馈',
    'parallel, one norm': '注意力与前馈并行，共用一个归一化',
    'parallel, two norms': '注意力与前馈并行，各有一个归一化',
  },
  heads: {
    MHA: '每个头各有键值（MHA）',
    GQA: '每组头共用键值（GQA）',
    MQA: '所有头共用键值（MQA）',
  },
  gated: (activation) => `门控，${activation}`,
  biases: {
    ...{ query: '查询', key: '键', value: '值', output: '输出', mlp: '前馈', norm: '归一化', head: '输出头' },
  },
  tied: (tied) => (tied ? '与嵌入共用矩阵' : '自有矩阵'),
  offset: (row) => `表的第 ${row} 行（从 0 数起）`,
  runs: (title) =>
    `与 ${title} 相同的层，逐字母地在莎士比亚戏剧上训练，共 80 万个权重。它展示编码怎样工作，而不是 ${title} 知道什么。`,
  unregistered: '有一个小模型，但本页没有注册运行它的 <wf-attention>。',
  runsNot: '本页没有这一种的小模型。有小模型的是：',
  doorsCaption: '位置由此进入：',
  code: '凡有公开代码的，事实都读自代码；每张卡片上都注明了出处。',
  csv: {
    ...{ id: 'id', model: '模型', year: '年份', encodings: '编码', doors: '门' },
    ...{ tutorials: '教程说', truth: '事实', source: '出处' },
  },
}

export const modelsWords: Bilingual<ModelsWords> = { en, zh }
