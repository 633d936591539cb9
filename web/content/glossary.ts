// The field's words, one sentence each. site/terms.ts marks where a section uses one first; the list stands at the end of the article.

import { type Bilingual, say } from './bilingual.js'

export interface Term {
  /** The anchor of the entry is term-<id>. */
  readonly id: string
  readonly name: Bilingual
  readonly meaning: Bilingual
  /** The words that are marked: exactly these, as whole words. */
  readonly forms: Forms
  /** Phrases in which a form means something else. */
  readonly elsewhere: Forms
}

interface Forms {
  readonly en: readonly string[]
  readonly zh: readonly string[]
}

const split = (en: string, zh: string): Forms => ({
  en: en.split(', ').filter(Boolean),
  zh: zh.split('、').filter(Boolean),
})

/** Forms besides the two names, and phrases with another sense, are lists: with ", " between them, in Chinese with 、. */
const term = (
  id: string,
  name: Bilingual,
  meaning: Bilingual,
  forms: [en: string, zh: string] = ['', ''],
  elsewhere: [en: string, zh: string] = ['', ''],
): Term => ({
  id,
  name,
  meaning,
  forms: split(`${name.en}, ${forms[0]}`, `${name.zh}、${forms[1]}`),
  // spread: two, in English and Chinese
  elsewhere: split(...elsewhere),
})

export const glossary: readonly Term[] = [
  term(
    'token',
    say('token', '词元'),
    say(
      'The piece of text that a model reads as one: a word, part of a word, or here a single character.',
      '模型一次读入的一小段文本：一个词、词的一部分，本页的小模型里则是一个字符。',
    ),
    ['tokens', ''],
  ),
  term(
    'embedding',
    say('embedding', '词嵌入'),
    say(
      'The learned vector that represents a token at the input of the model.',
      '词元进入模型时代表它的向量，由训练得来。',
    ),
    ['embeddings', '嵌入'],
  ),
  term(
    'attention',
    say('attention', '注意力'),
    say(
      'The operation in which each token takes a weighted mean of the values of all tokens that it can see.',
      '每个词元对它看得见的所有词元的值取加权平均，这个运算叫注意力。',
    ),
  ),
  term(
    'query',
    say('query', '查询'),
    say(
      'The vector of a token that is compared with every key, to decide which tokens it attends to.',
      '词元的一个向量，与每个键比较，决定这个词元关注哪些词元。',
    ),
    ['queries', ''],
  ),
  term(
    'key',
    say('key', '键'),
    say(
      'The vector of a token that queries are compared with: the better the match, the higher the score.',
      '词元的一个向量，供查询来比较：两者越匹配，得分越高。',
    ),
    ['keys', ''],
  ),
  term(
    'value',
    say('value', '值'),
    say(
      'The vector that a token passes on to the tokens that attend to it.',
      '词元交给关注它的那些词元的向量。',
    ),
    ['values', ''],
    ['one value, same value, absolute value', '一个值、均值、绝对值、数值、取值、新值、比值、最大值'],
  ),
  term(
    'score',
    say('score', '得分'),
    say(
      'The number that says how well a query and a key match, before the softmax; also called an attention logit.',
      '表示查询与键匹配程度的数，是 softmax 之前的值；也叫注意力 logit。',
    ),
    ['scores', ''],
  ),
  term(
    'softmax',
    say('softmax', 'softmax'),
    say(
      'The function that turns scores into weights that are positive and add up to 1.',
      '把得分变成权重的函数：权重都是正数，总和为 1。',
    ),
  ),
  term(
    'logit',
    say('logit', 'logit'),
    say(
      'A number before softmax: for a key (also called the score) or for a candidate next token.',
      'softmax 之前的数，属于一个键（这时也叫得分），或属于一个候选的下一词元。',
    ),
    ['logits', ''],
  ),
  term(
    'head',
    say('head', '头'),
    say(
      'One of several attentions that a layer computes side by side, each with queries of its own; keys and values may be shared by several heads.',
      '一层里并行计算的几份注意力之一，各有自己的查询；键和值可以由几个头合用。',
    ),
    ['heads', ''],
  ),
  term(
    'layer',
    say('layer', '层'),
    say(
      'Attention followed by a feed-forward part; a model is a stack of layers.',
      '一次注意力，再加一个前馈部分；模型由许多层叠成。',
    ),
    ['layers', ''],
  ),
  term('channel', say('channel', '通道'), say('One component of a vector.', '组成向量的各个数之一。'), [
    'channels',
    '',
  ]),
  term(
    'residual',
    say('residual', '残差'),
    say(
      'The connection that carries a token’s vector around a layer, so that the layer only adds to it.',
      '让词元的向量绕过一层的通路：这一层只在上面做加法。',
    ),
    ['residuals, residual stream, residual addition', '残差流、残差相加、残差连接'],
  ),
  term(
    'norm',
    say('norm', '归一化'),
    say(
      'A step that rescales each token’s vector to a standard size (layer norm, RMS norm).',
      '把每个词元的向量调整到标准大小的步骤（层归一化、RMSNorm）。',
    ),
    ['norms', ''],
  ),
  term(
    'feed-forward',
    say('feed-forward', '前馈层'),
    say(
      'The part of a layer that processes each token separately.',
      '一层里逐个处理词元、不看别的词元的部分。',
    ),
    ['feed-forward layer, feed-forward layers', ''],
  ),
  term(
    'mask',
    say('mask', '掩码'),
    say(
      'Determines which keys a query can attend to; a causal mask hides all later tokens.',
      '规定查询看得见哪些键；因果掩码遮住后面的所有词元。',
    ),
    ['masks', ''],
  ),
  term('bias', say('bias', '偏置'), say('A number that is added to a score.', '加到得分上的一个数。'), [
    'biases',
    '',
  ]),
  term(
    'slope',
    say('slope', '斜率'),
    say(
      'The amount that ALiBi subtracts from a score per position of distance; each head has its own.',
      '距离每增加一个位置，ALiBi 从得分里减去的数；每个头各有一个。',
    ),
    ['slopes', ''],
  ),
  term(
    'bucket',
    say('bucket', '桶'),
    say('A range of distances that share one learned number.', '一段距离，其中的距离合用同一个学得的数。'),
    ['buckets', ''],
  ),
  term(
    'clipping',
    say('clipping', '截断'),
    say('Replacing every distance beyond a limit by that limit.', '把超过某个上限的距离一律当作上限。'),
    ['clipped', ''],
  ),
  term(
    'frequency',
    say('frequency', '频率'),
    say(
      'The angle, in radians, by which a wave or rotation advances from one position to the next.',
      '从一个位置到下一个位置，波或旋转前进的角度，以弧度计。',
    ),
    ['frequencies', '转速'],
  ),
  term(
    'wavelength',
    say('wavelength', '波长'),
    say(
      'The number of positions in one full period: 2π divided by the frequency.',
      '一整个周期所含的位置数：2π 除以频率。',
    ),
    ['wavelengths', ''],
  ),
  term(
    'context',
    say('context', '上下文'),
    say(
      'The text that a model can use for a prediction; its largest length is the context length, that of the texts in training the training length.',
      '模型预测时用得上的文本；最长有多长叫上下文长度，训练时有多长叫训练长度。',
    ),
  ),
  term(
    'extrapolation',
    say('extrapolation', '外推'),
    say(
      'Applying a model to texts longer than in training, at positions or distances that did not occur there.',
      '让模型读比训练时更长的文本，那里有训练中没有出现过的位置或距离。',
    ),
    ['', '长度外推'],
  ),
  term(
    'interpolation',
    say('interpolation', '插值'),
    say(
      'Compressing the positions of a long text into the range that occurred in training.',
      '把长文本的位置压缩到训练中出现过的范围里。',
    ),
    ['position interpolation', '位置插值'],
  ),
  term(
    'fine-tuning',
    say('fine-tuning', '微调'),
    say(
      'Continuing the training of a trained model for a short time, on other data or at another length.',
      '把训练好的模型再训练一小段时间，换用别的数据或别的长度。',
    ),
  ),
  term(
    'loss',
    say('loss', '损失'),
    say(
      'The negative natural logarithm of the probability that the model gave to the actual next token, averaged over tokens; measured in nats.',
      '模型给实际的下一个词元的概率，取自然对数的相反数，再对词元求平均；单位是 nat。',
    ),
    ['losses', ''],
  ),
  term(
    'perplexity',
    say('perplexity', '困惑度'),
    say(
      'The exponential of the mean loss: the number of equally likely tokens that would be just as hard to guess.',
      '平均损失取指数：难度相当于在这么多个同样可能的词元里猜一个。',
    ),
  ),
  term(
    'kv-cache',
    say('KV cache', 'KV 缓存'),
    say(
      'The stored keys and values of earlier tokens, so that a model need not recompute them for each new token.',
      '保存下来的前面词元的键和值，模型每写一个新词元都不必重算它们。',
    ),
    ['cache, caches', '缓存'],
  ),
]
