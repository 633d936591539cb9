// The words of <wf-extrapolation> for a model that the page has loaded.

import type { Bilingual } from '../../../content/bilingual.js'
import { type ExtrapolationWords, extrapolationWords } from './messages.js'

const { en, zh } = extrapolationWords

/** Words that differ where tokens are pieces of text instead of characters. */
const ofPieces: Bilingual<Partial<ExtrapolationWords>> = {
  en: {
    look: {
      ...en.look,
      loss: 'Follow the curves to the right: the texts become longer. Lower is better; where a curve turns up, the model no longer copes with the length.',
    },
    trainingLength: (length) => `context ${length}`,
    length: 'length of the text, in tokens',
    loss: 'loss, nats per token',
    unscaled: 'RoPE without scaling',
    textHelp:
      'Empty: an act of Shakespeare. Better some hundreds of tokens; of more than are read, the end counts.',
    none: 'The model runs as it was trained.',
    methods: {
      ...en.methods,
      yarn: 'YaRN leaves pairs alone that rotate often in training, slows those that complete no rotation by the factor, and sharpens the scores a little.',
    },
    own: (tokens) => `Read: ${tokens} tokens of your text.`,
    shipped: (tokens) =>
      `Read at each length: the same ${tokens} tokens of The Taming of the Shrew, in pieces that do not overlap.`,
    alone: 'At most 512 tokens are evaluated: a full-size model needs seconds for each window.',
  },
  zh: {
    look: {
      ...zh.look,
      loss: '沿曲线往右看：文本越来越长。越低越好；曲线抬头的地方，模型已应付不了这样的长度。',
    },
    trainingLength: (length) => `上下文长度 ${length}`,
    length: '文本长度（词元）',
    loss: '损失（nat/词元）',
    unscaled: '未缩放的 RoPE',
    methods: {
      ...zh.methods,
      yarn: 'YaRN 不动训练中转了很多圈的对，把不足一圈的对的频率除以因子，并让注意力略微尖锐。',
    },
    none: '模型按训练时的样子运行。',
    textHelp: '留空则用莎士比亚的一幕。最好有几百个词元；文本太长时只读末尾。',
    own: (tokens) => `读了你的文本的 ${tokens} 个词元。`,
    shipped: (tokens) => `每种长度都读《驯悍记》中同样的 ${tokens} 个词元，切成互不重叠的窗口。`,
    alone: '最多读 512 个词元：一般大小的模型，每个窗口要算几秒。',
  },
}

export const extrapolationWordsOfPieces: Bilingual<ExtrapolationWords> = {
  en: { ...en, ...ofPieces.en },
  zh: { ...zh, ...ofPieces.zh },
}
