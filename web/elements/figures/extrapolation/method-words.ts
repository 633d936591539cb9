// What each scaling of RoPE does, in a sentence.

import type { Bilingual } from '../../../content/bilingual.js'
import type { Scaling } from './scalings.js'

export const methods: Bilingual<Readonly<Record<Scaling, string>>> = {
  en: {
    none: '',
    linear:
      'Linear interpolation divides every frequency by the factor. Neighbouring positions are closer than in training, so without further training the loss is higher even on short texts.',
    ntk: 'NTK-aware scaling raises the base: the fastest pair stays, the frequency of the slowest is divided by the factor.',
    dynamic:
      'Dynamic NTK raises the base with the current length of the text; up to the training length nothing changes.',
    yarn: 'YaRN leaves pairs unchanged that rotate often within the training length, divides the frequency of those that complete no rotation by the factor, blends pair by pair between the two, and sharpens attention a little. With a training length of 64, only the fastest pair stays.',
    longrope:
      'LongRoPE searches for a factor per pair. No search was done here: fast pairs keep their frequency, slow ones are divided by the factor, with a smooth transition between; up to the training length nothing changes.',
    llama3:
      'Llama 3 leaves pairs unchanged that rotate at least four times within the training length, divides the frequency of those that complete no rotation by the factor, and blends between the two.',
  },
  zh: {
    none: '',
    linear:
      '线性插值把每个频率都除以因子。相邻位置比训练时更近，所以不继续训练的话，即使在短文本上损失也更高。',
    ntk: 'NTK-aware 增大底数：最快的一对不变，最慢的一对频率除以因子。',
    dynamic: '动态 NTK 随当前文本的长度增大底数；在训练长度以内什么都不变。',
    yarn: 'YaRN 不动在训练长度内转了很多圈的对，把不足一圈的对的频率除以因子，其间逐对混合，并让注意力略微尖锐。训练长度只有 64 时，不动的只有最快的一对。',
    longrope:
      'LongRoPE 为每一对搜索一个系数。这里没有做搜索：快的对保持原样，慢的对除以因子，其间平滑过渡；在训练长度以内什么都不变。',
    llama3: 'Llama 3 不动在训练长度内至少转四圈的对，把不足一圈的对的频率除以因子，其间按比例混合。',
  },
}
