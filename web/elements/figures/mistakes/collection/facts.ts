// What is often written about positions and is wrong, without being a formula.

export interface FactMistake {
  readonly id: string
  readonly claim: string
  readonly claimZh: string
  readonly right: string
  readonly rightZh: string
  /** Published configurations that show it, and the encoding that the library reads from them. */
  readonly configs?: Readonly<Record<string, string>>
}

export const facts: readonly FactMistake[] = [
  {
    id: 'bert-gpt-relative',
    claim: 'BERT and GPT use relative positions.',
    claimZh: 'BERT 和 GPT 使用相对位置。',
    right: 'Both learn a table of absolute positions.',
    rightZh: '二者都用可学习的绝对位置表。',
    configs: {
      'google-bert-bert-base-uncased': 'learned',
      'openai-community-openai-gpt': 'learned',
      'openai-community-gpt2': 'learned',
    },
  },
  {
    id: 'sinusoid-learned',
    claim: 'Absolute encoding learns a vector for each position, for example a sinusoidal one.',
    claimZh: '绝对编码为每个位置学习一个向量，例如正弦编码。',
    right: 'Sinusoidal codes are computed; nothing in them is learned.',
    rightZh: '正弦编码由公式算出，没有学习的成分。',
  },
  {
    id: 'palm-absolute',
    claim: 'PaLM has absolute positions.',
    claimZh: 'PaLM 使用绝对位置。',
    right: 'PaLM uses RoPE.',
    rightZh: 'PaLM 使用 RoPE。',
  },
  {
    id: 'roberta-not-learned',
    claim: 'RoBERTa’s positions are not learned.',
    claimZh: 'RoBERTa 的位置不可学习。',
    right: 'They are, in a table whose positions start after the padding id.',
    rightZh: '是可学习的；表中的位置从填充 id 之后开始。',
    configs: { 'facebookai-roberta-base': 'learned' },
  },
  {
    id: 'falcon-alibi',
    claim: 'Falcon uses ALiBi.',
    claimZh: 'Falcon 使用 ALiBi。',
    right: 'Falcon 7B, 40B and 180B are rotary. Falcon-RW-1B has ALiBi.',
    rightZh: 'Falcon 7B、40B、180B 用 RoPE；Falcon-RW-1B 才用 ALiBi。',
    configs: { 'tiiuae-falcon-7b': 'rope', 'tiiuae-falcon-rw-1b': 'alibi' },
  },
  {
    id: 'ernie-relative',
    claim: 'ERNIE 3.0 has relative positions.',
    claimZh: 'ERNIE 3.0 使用相对位置。',
    right:
      'The large model of the paper is built on Transformer-XL and has. The public ernie-3.0-…-zh models are like BERT: learned absolute positions.',
    rightZh:
      '论文中的大模型以 Transformer-XL 为底，是相对位置；公开的 ernie-3.0-…-zh 与 BERT 相同，是可学习的绝对位置。',
  },
  {
    id: 'deberta-only-relative',
    claim: 'DeBERTa has relative positions only, a relative bias.',
    claimZh: 'DeBERTa 只有相对位置，是一种相对偏置。',
    right:
      'Its relative terms depend on the content of query and key, so they are no bias. For masked language modelling its decoder adds absolute positions just before the softmax.',
    rightZh:
      '它的相对项取决于查询与键的内容，不是偏置。做掩码语言建模时，解码器在 softmax 之前还加入绝对位置。',
    configs: { 'microsoft-deberta-base': 'deberta' },
  },
  {
    id: 'albert-llama-bias',
    claim: 'ALBERT and LLaMA use a relative position bias.',
    claimZh: 'ALBERT 和 LLaMA 使用相对位置偏置。',
    right: 'ALBERT learns absolute positions. LLaMA uses RoPE, which rotates and adds no bias.',
    rightZh: 'ALBERT 是可学习的绝对位置；LLaMA 用 RoPE，它旋转，不加偏置。',
    configs: { 'albert-albert-base-v2': 'learned', 'meta-llama-llama-2-7b-hf': 'rope' },
  },
  {
    id: 't5-two-tables',
    claim: 'T5 learns two tables, one for content and one for position.',
    claimZh: 'T5 学两张表：内容一张，位置一张。',
    right: 'One table of 32 × H numbers for a stack of layers; the encoder has one, the decoder another.',
    rightZh: '一摞层共用一张 32 × H 的数表；编码器一张，解码器另一张。',
    configs: { 'google-t5-small': 't5' },
  },
  {
    id: 'alibi-projection',
    claim: 'ALiBi projects positions to features of few dimensions, which saves parameters.',
    claimZh: 'ALiBi 把位置投影到低维特征，从而减少参数。',
    right: 'ALiBi projects nothing and has no parameters: its slopes are fixed.',
    rightZh: 'ALiBi 没有投影，也没有参数：斜率是固定的。',
  },
  {
    id: 'rope-word-order',
    claim: 'RoPE models the rotation of word order, and works as data augmentation.',
    claimZh: 'RoPE 描述词序的旋转，并有数据增强的作用。',
    right: 'It rotates pairs of channels of queries and keys. It makes no new training data.',
    rightZh: '它旋转查询与键的成对通道，不产生新的训练数据。',
  },
  {
    id: 'rope-fixed-maximum',
    claim: 'An implementation of RoPE needs a largest length.',
    claimZh: '实现 RoPE 需要规定最大长度。',
    right: 'A table of sines and cosines has a length, the formula has none.',
    rightZh: '正弦余弦的缓存表有长度，公式没有。',
  },
  {
    id: 'length-by-capacity',
    claim: 'GANs or more capacity make models work on longer texts.',
    claimZh: '用 GAN 或增大容量，模型就能处理更长的文本。',
    right:
      'There is no support for that. What is known to help: biases that decay, interpolated or rescaled rotations, randomized positions, and training on longer texts.',
    rightZh:
      '没有依据。已知有效的是：随距离衰减的偏置、插值或重新缩放的旋转、随机化位置，以及用更长的文本训练。',
  },
]
