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
      yarn: 'YaRN leaves pairs alone that turn often in training, slows those that never turn by the factor, and sharpens the scores a little.',
    },
    own: (tokens) => `Read: ${tokens} tokens of your text.`,
    shipped: (tokens) =>
      `Read at each length: the same ${tokens} tokens of The Taming of the Shrew, in pieces that do not overlap.`,
    alone: 'At most 512 tokens are evaluated: a full-size model needs seconds for each window.',
  },
  zh: {
    look: {
      ...zh.look,
      loss: '沿曲线往右看：文本越来越长。低才好；曲线抬头的地方，模型走到了它所知的尽头。',
    },
    trainingLength: (length) => `上下文 ${length}`,
    length: '文本长度（词元）',
    loss: '损失（nat/词元）',
    unscaled: '原样的 RoPE',
    methods: {
      ...zh.methods,
      yarn: 'YaRN 不动训练时常转的那些对，把一圈也没转完的那些对按倍数放慢，并把得分略微调尖。',
    },
    none: '模型按训练时的样子运行。',
    textHelp: '留空：一幕莎士比亚。最好有几百个词元；文本更长时只读末尾。',
    own: (tokens) => `读了你的文本的 ${tokens} 个词元。`,
    shipped: (tokens) => `每种长度都读《驯悍记》中同样的 ${tokens} 个词元，切成互不重叠的段。`,
    alone: '最多读 512 个词元：一般大小的模型，每一段要算几秒。',
  },
}

export const extrapolationWordsOfPieces: Bilingual<ExtrapolationWords> = {
  en: { ...en, ...ofPieces.en },
  zh: { ...zh, ...ofPieces.zh },
}
