// Cards of models whose families come when their model_type is seen. They are on the page of cards, not in `modelCards`, which the article
// counts.

import { furtherAudioCards } from './cards-further-audio.js'
import { furtherEncoderDecoderCards } from './cards-further-encoder-decoders.js'
import { furtherEncoderCards } from './cards-further-encoders.js'
import { furtherNormCards } from './cards-further-norms.js'
import { furtherVisionCards } from './cards-further-vision.js'
import { card, learned, rotary, windowed } from './further-card.js'
import type { CardFacts, ModelCard, Words } from './model-card.js'

const gptFacts: CardFacts = {
  stacks: 'decoder',
  norm: 'layer',
  place: 'pre',
  epsilon: 1e-5,
  embeddingNorm: false,
  block: 'sequential',
  heads: 'MHA',
  activation: 'gelu_tanh',
  gated: false,
  biases: ['query', 'key', 'value', 'output', 'mlp', 'norm'],
  tied: true,
  scale: '1/√d',
}

const llamaFacts: CardFacts = {
  ...gptFacts,
  norm: 'rms',
  epsilon: 1e-6,
  heads: 'GQA',
  activation: 'silu',
  gated: true,
  biases: [],
  tied: false,
}

const threefold = { types: ['mrope'], doors: ['rotate'] }
const besideTower: Words = {
  en: 'The text model is loaded, also from the config and the files of texts and pictures; the tower of pictures is not.',
  zh: '加载的是文本模型，图文合一的配置和文件也可以；图像塔不加载。',
}

const neighbours: Words = {
  en: 'Neighbouring channels, 2i and 2i + 1, turn together.',
  zh: '相邻的通道 2i 与 2i + 1 一起旋转。',
}
const fusedMlp: Words = { en: 'Gate and up are stored as one matrix.', zh: '门控与上投影存为一个矩阵。' }
const oneNorm: Words = {
  en: 'Attention and mlp read the same norm and are added together.',
  zh: '注意力与前馈网络读同一个归一化，结果一起相加。',
}

export const furtherCards: readonly ModelCard[] = [
  card({
    type: 'openai-gpt',
    folder: 'openai',
    title: 'GPT',
    year: 2018,
    paper: [
      'Improving Language Understanding by Generative Pre-Training',
      'https://cdn.openai.com/research-covers/language-unsupervised/language_understanding_paper.pdf',
    ],
    position: [
      learned,
      'a learned table of 512 rows, added to the tokens',
      '512 行的可学习位置表，加到词元上',
    ],
    facts: { ...gptFacts, place: 'post', offset: 0 },
    notes: [
      {
        en: 'Its norms stand behind the sums, and none at the end.',
        zh: '归一化在求和之后，末尾没有归一化。',
      },
      { en: 'Its "gelu" is the one with tanh.', zh: '它所写的 “gelu” 是 tanh 近似。' },
    ],
  }),
  card({
    type: 'gpt_neo',
    title: 'GPT-Neo',
    year: 2021,
    paper: [
      'GPT-Neo: Large Scale Autoregressive Language Modeling with Mesh-Tensorflow',
      'https://github.com/EleutherAI/gpt-neo',
    ],
    position: [
      windowed(learned),
      'a learned table; every second layer sees the last 256 tokens alone',
      '可学习位置表；每隔一层只看最近 256 个词元',
    ],
    facts: { ...gptFacts, biases: ['output', 'mlp', 'norm'], scale: '1', offset: 0 },
    notes: [
      { en: 'Scores are not divided by √d.', zh: '得分不除以 √d。' },
      { en: 'TinyStories has this class.', zh: 'TinyStories 用的就是这个类。' },
    ],
  }),
  card({
    type: 'biogpt',
    title: 'BioGPT',
    year: 2022,
    paper: [
      'BioGPT: Generative Pre-trained Transformer for Biomedical Text Generation and Mining',
      'https://arxiv.org/abs/2210.10341',
    ],
    position: [
      learned,
      'a learned table whose first two rows no token has',
      '可学习位置表，前两行没有词元使用',
    ],
    facts: { ...gptFacts, activation: 'gelu', offset: 2 },
    notes: [
      { en: 'Embeddings are multiplied by √dModel.', zh: '词嵌入乘以 √dModel。' },
      {
        en: 'Its layer_norm_eps is read by nothing: the epsilon is 10⁻⁵.',
        zh: '它的 layer_norm_eps 没有被读取：epsilon 为 10⁻⁵。',
      },
    ],
  }),
  card({
    type: 'xglm',
    title: 'XGLM',
    year: 2021,
    paper: ['Few-shot Learning with Multilingual Language Models', 'https://arxiv.org/abs/2112.10668'],
    position: [
      { types: ['sinusoidal'], doors: ['embed'] },
      'sinusoids that start at 2 and reach the endpoint',
      '正弦编码，从 2 数起，以端点为界',
    ],
    facts: { ...gptFacts, activation: 'gelu' },
    notes: [
      { en: 'Embeddings are multiplied by √dModel.', zh: '词嵌入乘以 √dModel。' },
      {
        en: 'Positions that are given are rows: transformers’ position_ids + 2.',
        zh: '给出的位置是行号，即 transformers 的 position_ids 加 2。',
      },
      {
        en: 'Tokens are decoded with forward and a cache: generate, which counts from 0, is refused.',
        zh: '逐词元解码用 forward 加缓存：generate 从 0 数起，会被拒绝。',
      },
    ],
  }),
  card({
    type: 'codegen',
    title: 'CodeGen',
    year: 2022,
    paper: [
      'CodeGen: An Open Large Language Model for Code with Multi-Turn Program Synthesis',
      'https://arxiv.org/abs/2203.13474',
    ],
    position: [
      rotary,
      'rotation of the first 64 channels, neighbours in pairs',
      '旋转前 64 个通道，相邻成对',
    ],
    facts: { ...gptFacts, block: 'parallel, one norm', biases: ['mlp', 'norm', 'head'], tied: false },
    notes: [
      {
        en: 'Query, value and key are fused in this order, in four pieces of heads.',
        zh: '查询、值、键按此顺序合并，按头分为四块。',
      },
    ],
  }),
  card({
    type: 'opt',
    title: 'OPT',
    year: 2022,
    paper: ['OPT: Open Pre-trained Transformer Language Models', 'https://arxiv.org/abs/2205.01068'],
    position: [
      learned,
      'a learned table whose first two rows no token has; positions follow the mask',
      '可学习位置表，前两行没有词元使用；位置编号随掩码',
    ],
    facts: { ...gptFacts, activation: 'relu', offset: 2 },
    notes: [
      {
        en: 'The model of 350 million projects its embeddings, and is refused by name.',
        zh: '3.5 亿参数的那个模型要投影词嵌入，会按字段名拒绝。',
      },
    ],
  }),
  card({
    type: 'gpt_bigcode',
    title: 'GPTBigCode (SantaCoder, StarCoder)',
    year: 2023,
    paper: ['SantaCoder: don’t reach for the stars!', 'https://arxiv.org/abs/2301.03988'],
    position: [learned, 'a learned table, added to the tokens', '可学习位置表，加到词元上'],
    facts: { ...gptFacts, heads: 'MQA', offset: 0 },
    notes: [{ en: 'GPT-2 with one key head for all queries.', zh: '所有查询头共用一个键头的 GPT-2。' }],
  }),
  card({
    type: 'phi',
    title: 'Phi-1, 1.5 and 2',
    titleZh: 'Phi-1、1.5 与 2',
    year: 2023,
    paper: ['Textbooks Are All You Need II: phi-1.5 technical report', 'https://arxiv.org/abs/2309.05463'],
    position: [rotary, 'rotation of half of each head', '旋转每个头的一半'],
    facts: {
      ...gptFacts,
      block: 'parallel, one norm',
      biases: ['query', 'key', 'value', 'output', 'mlp', 'norm', 'head'],
      tied: false,
    },
    notes: [oneNorm],
  }),
  card({
    type: 'cohere',
    title: 'Command R',
    year: 2024,
    paper: ['Command R: RAG at Production Scale', 'https://cohere.com/blog/command-r'],
    position: [rotary, 'rotation, neighbours in pairs, base 500,000', '旋转，相邻成对，底数 500,000'],
    facts: {
      ...llamaFacts,
      norm: 'layer',
      epsilon: 1e-5,
      block: 'parallel, one norm',
      heads: 'MHA',
      tied: true,
    },
    notes: [
      oneNorm,
      neighbours,
      {
        en: 'Layer norms have a scale and no bias; logits are multiplied by logit_scale.',
        zh: '层归一化只有缩放；logits 乘以 logit_scale。',
      },
      {
        en: 'Norms of queries and keys (use_qk_norm) are refused by name.',
        zh: '查询与键的归一化（use_qk_norm）会按字段名拒绝。',
      },
    ],
  }),
  card({
    type: 'gemma',
    title: 'Gemma',
    year: 2024,
    paper: ['Gemma: Open Models Based on Gemini Research and Technology', 'https://arxiv.org/abs/2403.08295'],
    position: [rotary, 'rotation', '旋转'],
    facts: { ...llamaFacts, heads: 'MHA', activation: 'gelu_tanh', tied: true },
    notes: [
      {
        en: 'Norms are stored as weight − 1; embeddings are multiplied by √dModel.',
        zh: '归一化存的是权重减 1；词嵌入乘以 √dModel。',
      },
      {
        en: 'transformers 5 reads hidden_act; older versions took the GELU with tanh whatever it said.',
        zh: 'transformers 5 读取 hidden_act；更早的版本不管它写什么都用 tanh 近似的 GELU。',
      },
    ],
  }),
  card({
    type: 'gemma2',
    title: 'Gemma 2',
    year: 2024,
    paper: [
      'Gemma 2: Improving Open Language Models at a Practical Size',
      'https://arxiv.org/abs/2408.00118',
    ],
    position: [
      { types: ['rope', 'softcap', 'mask'], doors: ['rotate', 'score', 'mask'] },
      'rotation; scores capped at 50; every second layer sees 4096 tokens',
      '旋转；得分软上限为 50；每隔一层只看 4096 个词元',
    ],
    facts: { ...llamaFacts, place: 'both', activation: 'gelu_tanh', tied: true },
    notes: [
      {
        en: 'Scores are divided by √query_pre_attn_scalar; logits are capped at 30.',
        zh: '得分除以 √query_pre_attn_scalar；logits 软上限为 30。',
      },
      {
        en: 'Norms are stored as weight − 1; embeddings are multiplied by √dModel.',
        zh: '归一化存的是权重减 1；词嵌入乘以 √dModel。',
      },
    ],
  }),
  card({
    type: 'glm',
    title: 'GLM-4',
    titleZh: '智谱 GLM-4',
    year: 2024,
    paper: [
      'ChatGLM: A Family of Large Language Models from GLM-130B to GLM-4 All Tools',
      'https://arxiv.org/abs/2406.12793',
    ],
    position: [rotary, 'rotation of half of each head, neighbours in pairs', '旋转每个头的一半，相邻成对'],
    facts: { ...llamaFacts, epsilon: 1.5625e-7, biases: ['query', 'key', 'value'] },
    notes: [neighbours, fusedMlp],
  }),
  card({
    type: 'phi3',
    title: 'Phi-3 and 4',
    titleZh: 'Phi-3 与 4',
    year: 2024,
    paper: [
      'Phi-3 Technical Report: A Highly Capable Language Model Locally on Your Phone',
      'https://arxiv.org/abs/2404.14219',
    ],
    position: [
      rotary,
      'rotation, by LongRoPE in the models for long texts; a window where the config says so',
      '旋转，长文本模型用 LongRoPE；配置中有窗口的则加窗口',
    ],
    facts: { ...llamaFacts, epsilon: 1e-5, heads: 'MHA' },
    notes: [fusedMlp, { en: 'So are query, key and value.', zh: '查询、键、值也合为一个矩阵。' }],
  }),
  card({
    type: 'stablelm',
    title: 'StableLM',
    year: 2024,
    paper: ['Stable LM 2 1.6B Technical Report', 'https://arxiv.org/abs/2402.17834'],
    position: [rotary, 'rotation of a quarter of each head', '旋转每个头的四分之一'],
    facts: { ...llamaFacts, norm: 'layer', epsilon: 1e-5, heads: 'MHA', biases: ['norm'] },
    notes: [
      {
        en: 'Norms of queries and keys (qk_layernorm) are refused by name.',
        zh: '查询与键的归一化（qk_layernorm）会按字段名拒绝。',
      },
    ],
  }),
  card({
    type: 'starcoder2',
    title: 'StarCoder 2',
    year: 2024,
    paper: ['StarCoder 2 and The Stack v2: The Next Generation', 'https://arxiv.org/abs/2402.19173'],
    position: [rotary, 'rotation; a window where the config says so', '旋转；配置中有窗口的则加窗口'],
    facts: { ...gptFacts, heads: 'GQA' },
    notes: [
      {
        en: 'LLaMA’s names over GPT-2’s block: layer norms, biases, no gate.',
        zh: '张量用 LLaMA 的名称，块却是 GPT-2 的：层归一化、有偏置、没有门控。',
      },
    ],
  }),
  card({
    type: 'cohere2',
    title: 'Command R7B and A',
    titleZh: 'Command R7B 与 A',
    year: 2025,
    paper: ['Command A: An Enterprise-Ready Large Language Model', 'https://arxiv.org/abs/2504.00698'],
    position: [
      { types: ['rope', 'mask', 'none'], doors: ['rotate', 'mask'] },
      'rotation in three layers of four, which see a window; the fourth sees all and has no positions',
      '每四层中三层旋转并只看窗口；第四层看得见全部，没有位置',
    ],
    facts: {
      ...llamaFacts,
      norm: 'layer',
      epsilon: 1e-5,
      block: 'parallel, one norm',
      heads: 'MHA',
      tied: true,
    },
    notes: [oneNorm, neighbours],
  }),
  card({
    type: 'ernie4_5',
    title: 'ERNIE 4.5',
    titleZh: '文心 ERNIE 4.5',
    year: 2025,
    paper: [
      'ERNIE 4.5 Technical Report',
      'https://yiyan.baidu.com/blog/publication/ERNIE_Technical_Report.pdf',
    ],
    position: [rotary, 'rotation, neighbours in pairs, base 500,000', '旋转，相邻成对，底数 500,000'],
    facts: { ...llamaFacts, epsilon: 1e-5, tied: true },
    notes: [
      neighbours,
      { en: 'MoE models have another model_type.', zh: '混合专家模型的 model_type 不同。' },
    ],
  }),
  card({
    type: 'glm4',
    title: 'GLM-4-0414',
    titleZh: '智谱 GLM-4-0414',
    year: 2025,
    paper: ['GLM-4-0414 Model Series', 'https://github.com/zai-org/GLM-4'],
    position: [rotary, 'rotation of half of each head, neighbours in pairs', '旋转每个头的一半，相邻成对'],
    facts: { ...llamaFacts, place: 'both', epsilon: 1.5625e-7, biases: ['query', 'key', 'value'] },
    notes: [neighbours, fusedMlp],
  }),
  card({
    type: 'granite',
    title: 'Granite',
    year: 2024,
    paper: [
      'Power Scheduler: A Batch Size and Token Number Agnostic Learning Rate Scheduler',
      'https://arxiv.org/abs/2408.13359',
    ],
    position: [rotary, 'rotation', '旋转'],
    facts: { ...llamaFacts, heads: 'MHA', scale: '1' },
    notes: [
      {
        en: 'Embeddings, scores, logits and what each sublayer adds have a factor each in the config; without them all are 1, also that of the scores.',
        zh: '词嵌入、得分、logits 以及每个子层加到残差上的量各有一个因子，写在配置里；不写则都是 1，得分的也是 1。',
      },
      {
        en: 'The factor of the sublayers becomes part of their last weights as they are read.',
        zh: '子层的因子在读取时并入其最后的权重。',
      },
    ],
  }),
  card({
    type: 'helium',
    title: 'Helium',
    year: 2025,
    paper: ['Helium 1: a modular and multilingual LLM', 'https://kyutai.org/2025/04/30/helium.html'],
    position: [rotary, 'rotation, neighbours in pairs, base 100,000', '旋转，相邻成对，底数 100,000'],
    facts: { ...llamaFacts, epsilon: 1e-8, heads: 'MHA' },
    notes: [neighbours],
  }),
  card({
    type: 'ministral3',
    title: 'Ministral 3',
    year: 2025,
    paper: ['Introducing Mistral 3', 'https://mistral.ai/news/mistral-3'],
    position: [
      { types: ['rope', 'logN'], doors: ['rotate'] },
      'rotation by YaRN; queries grow with their position beyond the original length',
      '按 YaRN 旋转；超出原长度后查询随位置放大',
    ],
    facts: { ...llamaFacts, epsilon: 1e-5 },
    notes: [
      {
        en: 'A config without rope_parameters is refused: its class has scaled frequencies by default.',
        zh: '没有 rope_parameters 的配置会被拒绝：它的类默认就缩放频率。',
      },
    ],
  }),
  card({
    type: 'seed_oss',
    title: 'Seed-OSS',
    year: 2025,
    paper: ['Seed-OSS Open-Source Models', 'https://github.com/ByteDance-Seed/seed-oss'],
    position: [rotary, 'rotation', '旋转'],
    facts: { ...llamaFacts, biases: ['query', 'key', 'value'] },
    notes: [
      {
        en: 'The output of attention has a bias of its own field, attention_out_bias.',
        zh: '注意力输出的偏置由单独的字段 attention_out_bias 决定。',
      },
    ],
  }),
  card({
    type: 'smollm3',
    title: 'SmolLM3',
    year: 2025,
    paper: ['SmolLM3: smol, multilingual, long-context reasoner', 'https://huggingface.co/blog/smollm3'],
    position: [
      { types: ['rope', 'none'], doors: ['rotate'] },
      'rotation in three layers of four; the fourth has no positions',
      '每四层中三层旋转，第四层没有位置',
    ],
    facts: { ...llamaFacts, tied: true },
    notes: [
      {
        en: 'Which layers turn is in no_rope_layers: 1 where they do.',
        zh: '哪些层旋转写在 no_rope_layers 里：旋转的是 1。',
      },
    ],
  }),
  ...(
    [
      [
        'qwen2_vl',
        'Qwen2-VL',
        2024,
        'Qwen2-VL: Enhancing Vision-Language Model’s Perception of the World at Any Resolution',
        '2409.12191',
      ],
      ['qwen2_5_vl', 'Qwen2.5-VL', 2025, 'Qwen2.5-VL Technical Report', '2502.13923'],
    ] as const
  ).map(([type, name, year, title, paper]) =>
    card({
      ...{ type: `${type}_text`, folder: type, title: `${name}, texts`, titleZh: `${name}（文本）`, year },
      paper: [title, `https://arxiv.org/abs/${paper}`],
      position: [
        threefold,
        'rotation by three coordinates in sections of channels (M-RoPE), which are equal in texts',
        '按三个坐标分段旋转（M-RoPE），文本中三者相等',
      ],
      facts: { ...llamaFacts, epsilon: 1e-5, biases: ['query', 'key', 'value'] },
      notes: [besideTower],
    }),
  ),
  card({
    type: 'qwen3_vl_text',
    folder: 'qwen3_vl',
    title: 'Qwen3-VL, texts',
    titleZh: 'Qwen3-VL（文本）',
    year: 2025,
    paper: ['Qwen3-VL Technical Report', 'https://arxiv.org/abs/2511.21631'],
    position: [
      threefold,
      'rotation by three coordinates that take turns from pair to pair, and are equal in texts',
      '三个坐标在通道对之间轮流旋转，文本中三者相等',
    ],
    facts: { ...llamaFacts, heads: 'MHA' },
    notes: [
      besideTower,
      { en: 'Queries and keys are normed before they turn.', zh: '查询与键旋转之前先归一化。' },
    ],
  }),
  ...furtherNormCards,
  ...furtherVisionCards,
  ...furtherAudioCards,
  ...furtherEncoderCards,
  ...furtherEncoderDecoderCards,
]
