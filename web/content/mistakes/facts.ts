// Wrong statements about positions that are no formula.

import { type Bilingual, say } from '../bilingual.js'

export interface FactMistake {
  readonly id: string
  readonly claim: Bilingual
  readonly right: Bilingual
  /** Published configurations that show it, and the encoding that the library reads from them. */
  readonly configs?: Readonly<Record<string, string>>
}

export const facts: readonly FactMistake[] = [
  {
    id: 'bert-gpt-relative',
    claim: say('BERT and GPT use relative positions.', 'BERT 和 GPT 使用相对位置。'),
    right: say('Both have a learned table of absolute positions.', '二者都用可学习的绝对位置表。'),
    configs: {
      'google-bert-bert-base-uncased': 'learned',
      'openai-community-openai-gpt': 'learned',
      'openai-community-gpt2': 'learned',
    },
  },
  {
    id: 'sinusoid-learned',
    claim: say(
      'Absolute encoding learns a vector for each position, for example a sinusoidal one.',
      '绝对编码为每个位置学习一个向量，例如正弦编码。',
    ),
    right: say(
      'Sinusoidal vectors are computed; nothing in them is learned.',
      '正弦向量由公式算出，其中没有学来的东西。',
    ),
  },
  {
    id: 'palm-absolute',
    claim: say('PaLM has absolute positions.', 'PaLM 使用绝对位置。'),
    right: say('PaLM uses RoPE.', 'PaLM 使用 RoPE。'),
  },
  {
    id: 'roberta-not-learned',
    claim: say('RoBERTa’s positions are not learned.', 'RoBERTa 的位置不可学习。'),
    right: say(
      'They are, in a table whose positions start after the padding id.',
      '是可学习的；表中的位置从填充 id 之后开始。',
    ),
    configs: { 'facebookai-roberta-base': 'learned' },
  },
  {
    id: 'falcon-alibi',
    claim: say('Falcon uses ALiBi.', 'Falcon 使用 ALiBi。'),
    right: say(
      'Falcon 7B, 40B and 180B are rotary. The Falcon-RW models have ALiBi.',
      'Falcon 7B、40B 和 180B 用 RoPE；Falcon-RW 系列用 ALiBi。',
    ),
    configs: { 'tiiuae-falcon-7b': 'rope', 'tiiuae-falcon-rw-1b': 'alibi' },
  },
  {
    id: 'ernie-relative',
    claim: say('ERNIE 3.0 has relative positions.', 'ERNIE 3.0 使用相对位置。'),
    right: say(
      'The paper’s large model, built on Transformer-XL, does. The public ernie-3.0-…-zh models have learned absolute positions, like BERT.',
      '论文中的大模型以 Transformer-XL 为底，是相对位置；公开的 ernie-3.0-…-zh 与 BERT 相同，是可学习的绝对位置。',
    ),
  },
  {
    id: 'deberta-only-relative',
    claim: say(
      'DeBERTa has only relative positions, in the form of a bias.',
      'DeBERTa 只有相对位置，是一种相对偏置。',
    ),
    right: say(
      'Its relative terms depend on the content of query and key, so they are not a bias. For masked language modelling its decoder adds absolute positions just before the softmax.',
      '它的相对项取决于查询与键的内容，不是偏置。做掩码语言建模时，解码器在 softmax 之前还加入绝对位置。',
    ),
    configs: { 'microsoft-deberta-base': 'deberta' },
  },
  {
    id: 'albert-llama-bias',
    claim: say('ALBERT and LLaMA use a relative position bias.', 'ALBERT 和 LLaMA 使用相对位置偏置。'),
    right: say(
      'ALBERT learns absolute positions. LLaMA uses RoPE, which rotates and adds no bias.',
      'ALBERT 是可学习的绝对位置；LLaMA 用 RoPE，它旋转，不加偏置。',
    ),
    configs: { 'albert-albert-base-v2': 'learned', 'meta-llama-llama-2-7b-hf': 'rope' },
  },
  {
    id: 't5-two-tables',
    claim: say(
      'T5 learns two tables, one for content and one for position.',
      'T5 学两张表：内容一张，位置一张。',
    ),
    right: say(
      'It has one table of 32 × H numbers per stack: one for the encoder, one for the decoder.',
      '每一摞层只有一张 32 × H 个数的表：编码器一张，解码器一张。',
    ),
    configs: { 'google-t5-small': 't5' },
  },
  {
    id: 'alibi-projection',
    claim: say(
      'ALiBi projects positions to features of few dimensions, which saves parameters.',
      'ALiBi 把位置投影到低维特征，从而减少参数。',
    ),
    right: say(
      'ALiBi projects nothing and has no parameters: its slopes are fixed.',
      'ALiBi 没有投影，也没有参数：斜率是固定的。',
    ),
  },
  {
    id: 'rope-word-order',
    claim: say(
      'RoPE models the rotation of word order, and works as data augmentation.',
      'RoPE 描述词序的旋转，并有数据增强的作用。',
    ),
    right: say(
      'It rotates pairs of channels of queries and keys. It is not data augmentation.',
      '它旋转查询与键的成对通道，不是数据增强。',
    ),
  },
  {
    id: 'rope-fixed-maximum',
    claim: say('An implementation of RoPE needs a maximum length.', '实现 RoPE 需要规定最大长度。'),
    right: say(
      'A precomputed table of sines and cosines has a length; the formula has none.',
      '预先算好的正弦余弦表有长度，公式没有。',
    ),
  },
  {
    id: 'length-by-capacity',
    claim: say(
      'GANs or larger models solve the problem of longer texts.',
      '用 GAN 或更大的模型，就能解决更长文本的问题。',
    ),
    right: say(
      'There is no evidence for that. Known to help: biases that decay with distance, interpolated or rescaled rotations, randomised positions, and training on longer texts.',
      '这没有依据。已知有效的是：随距离衰减的偏置、插值或重新缩放的旋转、随机化位置，以及用更长的文本训练。',
    ),
  },
]
