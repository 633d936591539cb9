// Cards of encoders whose families come when their model_type is seen.

import { card, learned, rotary, windowed } from './further-card.js'
import type { CardFacts, ModelCard } from './model-card.js'

const bert: CardFacts = {
  stacks: 'encoder',
  norm: 'layer',
  place: 'post',
  epsilon: 1e-12,
  embeddingNorm: true,
  block: 'sequential',
  heads: 'MHA',
  activation: 'gelu',
  gated: false,
  biases: ['query', 'key', 'value', 'output', 'mlp', 'norm', 'head'],
  tied: true,
  scale: '1/√d',
}

const preNorm: CardFacts = { ...bert, place: 'pre', embeddingNorm: false }

export const furtherEncoderCards: readonly ModelCard[] = [
  card({
    type: 'distilbert',
    title: 'DistilBERT',
    year: 2019,
    paper: [
      'DistilBERT, a distilled version of BERT: smaller, faster, cheaper and lighter',
      'https://arxiv.org/abs/1910.01108',
    ],
    position: [learned, 'a learned table of 512 rows', '512 行的可学习位置表'],
    facts: { ...bert, offset: 0 },
    notes: [
      { en: 'It has no token types.', zh: '没有词元类型。' },
      {
        en: 'Its table is stored also where it is one of sinusoids.',
        zh: '位置表即使是正弦表也存在文件里。',
      },
    ],
  }),
  card({
    type: 'flaubert',
    family: 'xlm',
    title: 'FlauBERT',
    year: 2019,
    paper: [
      'FlauBERT: Unsupervised Language Model Pre-training for French',
      'https://arxiv.org/abs/1912.05372',
    ],
    position: [learned, 'a learned table', '可学习位置表'],
    facts: { ...bert, offset: 0 },
    notes: [
      {
        en: 'With pre_norm it is refused, since transformers 5.23 does not run it.',
        zh: '带 pre_norm 的配置会被拒绝：transformers 5.23 跑不起来。',
      },
    ],
  }),
  card({
    type: 'megatron-bert',
    folder: 'megatron_bert',
    title: 'Megatron-BERT',
    year: 2019,
    paper: [
      'Megatron-LM: Training Multi-Billion Parameter Language Models Using Model Parallelism',
      'https://arxiv.org/abs/1909.08053',
    ],
    position: [learned, 'a learned table', '可学习位置表'],
    facts: { ...preNorm, offset: 0 },
    notes: [
      {
        en: 'Norms stand before the sublayers and at the end, none over the embeddings.',
        zh: '归一化在子层之前和末尾，词嵌入之后没有。',
      },
    ],
  }),
  card({
    type: 'xlm',
    title: 'XLM',
    year: 2019,
    paper: ['Cross-lingual Language Model Pretraining', 'https://arxiv.org/abs/1901.07291'],
    position: [learned, 'a learned table', '可学习位置表'],
    facts: { ...bert, offset: 0 },
    notes: [
      { en: 'Its head is one matrix with a bias.', zh: '输出头只有一个矩阵加偏置。' },
      { en: 'Padding needs a mask; languages are no input here.', zh: '有填充时须给掩码；不接受语言输入。' },
    ],
  }),
  card({
    type: 'big_bird',
    title: 'BigBird',
    year: 2020,
    paper: ['Big Bird: Transformers for Longer Sequences', 'https://arxiv.org/abs/2007.14062'],
    position: [learned, 'a learned table', '可学习位置表'],
    facts: { ...bert, activation: 'gelu_tanh', offset: 0 },
    notes: [
      {
        en: 'Only full attention: sparse attention is refused. Up to 11 blocks transformers itself computes full attention, so that attention_type original_full is then the same.',
        zh: '只算全注意力，稀疏注意力会被拒绝。不超过 11 块时 transformers 自己也算全注意力，这时把 attention_type 写成 original_full 结果相同。',
      },
    ],
  }),
  card({
    type: 'electra',
    title: 'ELECTRA',
    year: 2020,
    paper: [
      'ELECTRA: Pre-training Text Encoders as Discriminators Rather Than Generators',
      'https://arxiv.org/abs/2003.10555',
    ],
    position: [learned, 'a learned table', '可学习位置表'],
    facts: { ...bert, offset: 0 },
    notes: [
      {
        en: 'Embeddings may be narrower than the layers, and are projected once.',
        zh: '词嵌入可以比层窄，只投影一次。',
      },
      { en: 'The discriminator’s head is left out.', zh: '判别器的输出头略去。' },
    ],
  }),
  card({
    type: 'mpnet',
    title: 'MPNet',
    year: 2020,
    paper: [
      'MPNet: Masked and Permuted Pre-training for Language Understanding',
      'https://arxiv.org/abs/2004.09297',
    ],
    position: [
      { types: ['learned', 't5'], doors: ['embed', 'bias', 'score'] },
      'a learned table that counts after the padding, and buckets of distances',
      '从填充之后数起的可学习位置表，加上距离分桶',
    ],
    facts: { ...bert, offset: 2 },
    notes: [
      {
        en: 'Scores are scaled before the bias is added; T5’s are not scaled at all.',
        zh: '先缩放得分，再加偏置；T5 则完全不缩放。',
      },
      { en: 'One table of buckets serves all layers.', zh: '各层共用一张分桶表。' },
    ],
  }),
  card({
    type: 'roformer',
    title: 'RoFormer',
    year: 2021,
    paper: [
      'RoFormer: Enhanced Transformer with Rotary Position Embedding',
      'https://arxiv.org/abs/2104.09864',
    ],
    position: [rotary, 'rotation with base 10000', '旋转，底数 10000'],
    facts: bert,
    notes: [
      {
        en: 'The first model that rotates; its checkpoints are Chinese.',
        zh: '第一个使用旋转的模型；发布的检查点是中文的。',
      },
      {
        en: 'Neighbouring channels turn together; with rotary_value values turn as well.',
        zh: '相邻通道一起旋转；rotary_value 时值也旋转。',
      },
    ],
  }),
  card({
    type: 'xlm-roberta-xl',
    folder: 'xlm_roberta_xl',
    title: 'XLM-RoBERTa XL',
    year: 2021,
    paper: [
      'Larger-Scale Transformers for Multilingual Masked Language Modeling',
      'https://arxiv.org/abs/2105.00572',
    ],
    position: [learned, 'a learned table that counts after the padding', '从填充之后数起的可学习位置表'],
    facts: { ...preNorm, epsilon: 1e-5, offset: 2 },
    notes: [{ en: 'RoBERTa with norms before the sublayers.', zh: '归一化在子层之前的 RoBERTa。' }],
  }),
  card({
    type: 'data2vec-text',
    folder: 'data2vec',
    title: 'data2vec',
    year: 2022,
    paper: [
      'data2vec: A General Framework for Self-supervised Learning in Speech, Vision and Language',
      'https://arxiv.org/abs/2202.03555',
    ],
    position: [learned, 'a learned table that counts after the padding', '从填充之后数起的可学习位置表'],
    facts: { ...bert, offset: 2 },
    notes: [{ en: 'Its layers are those of RoBERTa.', zh: '各层与 RoBERTa 相同。' }],
  }),
  card({
    type: 'esm',
    title: 'ESM-2',
    year: 2023,
    paper: [
      'Evolutionary-scale prediction of atomic-level protein structure with a language model',
      'https://doi.org/10.1126/science.ade2574',
    ],
    position: [rotary, 'rotation; ESM-1b has a learned table', '旋转；ESM-1b 用可学习位置表'],
    facts: preNorm,
    notes: [
      { en: 'It reads proteins.', zh: '读的是蛋白质。' },
      {
        en: 'With token_dropout embeddings are multiplied by 0.88; a text with masked tokens is refused, since their share would change that factor.',
        zh: 'token_dropout 时词嵌入乘 0.88；含掩码词元的文本会被拒绝，因为其比例会改变这个系数。',
      },
    ],
  }),
  card({
    type: 'modernbert',
    title: 'ModernBERT',
    year: 2024,
    paper: [
      'Smarter, Better, Faster, Longer: A Modern Bidirectional Encoder for Fast, Memory Efficient, and Long Context Finetuning and Inference',
      'https://arxiv.org/abs/2412.13663',
    ],
    position: [
      { types: ['rope', 'mask'], doors: ['rotate', 'mask'] },
      'rotation; two layers of three see 64 tokens on each side, with base 10,000 instead of 160,000',
      '旋转；每三层中两层只看左右各 64 个词元，底数为 10,000，其余层为 160,000',
    ],
    facts: {
      ...bert,
      place: 'pre',
      epsilon: 1e-5,
      gated: true,
      biases: ['head'],
    },
    notes: [
      {
        en: 'The first attention has no norm before it, since the embeddings have one behind them.',
        zh: '第一层注意力之前没有归一化，因为词嵌入之后已有一个。',
      },
      {
        en: 'Query, key and value are one matrix, gate and up another.',
        zh: '查询、键、值是一个矩阵，门控与上投影是另一个。',
      },
    ],
  }),
  card({
    type: 'nomic_bert',
    title: 'Nomic Embed',
    year: 2024,
    paper: [
      'Nomic Embed: Training a Reproducible Long Context Text Embedder',
      'https://arxiv.org/abs/2402.01613',
    ],
    position: [rotary, 'rotation with base 1000', '旋转，底数 1000'],
    facts: { ...bert, activation: 'silu', gated: true, biases: ['norm', 'head'] },
    notes: [
      {
        en: 'Fields of its first code (n_embd, rotary_emb_base and others) have to agree with what transformers computes.',
        zh: '最初代码的字段（n_embd、rotary_emb_base 等）须与 transformers 的计算一致。',
      },
    ],
  }),
  card({
    type: 'eurobert',
    title: 'EuroBERT',
    year: 2025,
    paper: [
      'EuroBERT: Scaling Multilingual Encoders for European Languages',
      'https://arxiv.org/abs/2503.05500',
    ],
    position: [rotary, 'rotation', '旋转'],
    facts: {
      ...preNorm,
      norm: 'rms',
      epsilon: 1e-5,
      activation: 'silu',
      gated: true,
      biases: [],
      tied: false,
    },
    notes: [{ en: 'LLaMA’s layers without the causal mask.', zh: 'LLaMA 的层，去掉因果掩码。' }],
  }),
  card({
    type: 'longformer',
    title: 'Longformer',
    year: 2020,
    paper: ['Longformer: The Long-Document Transformer', 'https://arxiv.org/abs/2004.05150'],
    position: [
      windowed(learned),
      'a learned table that counts after the padding; each layer sees half a window on each side, 256 tokens of 512',
      '可学习位置表，跳过填充计数；每层只看左右各半个窗口，512 的窗口即各 256 个词元',
    ],
    facts: { ...bert, offset: 2 },
    notes: [
      {
        en: 'No token is global: transformers’ class has none either, unless global_attention_mask says so.',
        zh: '没有全局词元：transformers 的类在没有 global_attention_mask 时也没有。',
      },
      {
        en: 'Heads that make some tokens global, for sequences and for answers, are refused.',
        zh: '会把部分词元设为全局的任务头（序列分类、问答）会被拒绝。',
      },
    ],
  }),
  {
    ...card({
      type: 'new',
      title: 'GTE v1.5',
      year: 2024,
      paper: [
        'mGTE: Generalized Long-Context Text Representation and Reranking Models for Multilingual Text Retrieval',
        'https://arxiv.org/abs/2407.19669',
      ],
      position: [
        rotary,
        'rotation; under its "ntk" pair j turns slower by factor^(2(j + 1)/d)',
        '旋转；“ntk” 之下第 j 对放慢 factor^(2(j + 1)/d) 倍',
      ],
      facts: { ...bert, gated: true, biases: ['query', 'key', 'value', 'output', 'mlp', 'norm'] },
      notes: [
        {
          en: 'Its model_type is "new"; the class is code beside the checkpoints, and its numbers were computed after that.',
          zh: '它的 model_type 是 “new”；类是检查点旁边的代码，对照数值按那份代码算出。',
        },
        {
          en: 'Gate and up have no biases, what follows them has.',
          zh: '门控与上投影没有偏置，其后的投影有。',
        },
        {
          en: 'positionFromConfig refuses its "ntk" by name; a loaded model has it.',
          zh: 'positionFromConfig 按名称拒绝它的 “ntk”；加载后的模型则照此计算。',
        },
      ],
    }),
    source: 'Alibaba-NLP/new-impl, modeling.py',
  },
]
