// Cards of further decoders whose norms or whose activation LLaMA's block has not.

import { card, rotary } from './further-card.js'
import type { CardFacts, ModelCard, Words } from './model-card.js'

const llama: CardFacts = {
  stacks: 'decoder',
  norm: 'rms',
  place: 'pre',
  epsilon: 1e-5,
  embeddingNorm: false,
  block: 'sequential',
  heads: 'MHA',
  activation: 'silu',
  gated: true,
  biases: [],
  tied: false,
  scale: '1/√d',
}

const behind: CardFacts = { ...llama, place: 'after' }
const squared: CardFacts = { ...llama, activation: 'relu2', gated: false }

const behindAlone: Words = {
  en: 'A norm stands behind each sublayer and none before it: x + norm(f(x)).',
  zh: '归一化只在每个子层之后，之前没有：x + norm(f(x))。',
}
const overAllHeads: Words = {
  en: 'Queries are normed as one row over all heads, and so are keys, before they turn.',
  zh: '旋转之前，查询跨全部头作为一行归一化，键也一样。',
}
const noGate: Words = {
  en: 'The mlp has no gate: down(relu(up x)²).',
  zh: '前馈网络没有门控：down(relu(up x)²)。',
}

export const furtherNormCards: readonly ModelCard[] = [
  card({
    type: 'olmo',
    title: 'OLMo',
    year: 2024,
    paper: ['OLMo: Accelerating the Science of Language Models', 'https://arxiv.org/abs/2402.00838'],
    position: [rotary, 'rotation', '旋转'],
    facts: { ...llama, norm: 'layer' },
    notes: [
      {
        en: 'Layer norms have neither weights nor biases, and no checkpoint stores any.',
        zh: '层归一化既没有权重也没有偏置，检查点里也不存。',
      },
      {
        en: 'Clipped queries, keys and values (clip_qkv) are refused by name.',
        zh: '截断查询、键、值（clip_qkv）会按字段名拒绝。',
      },
    ],
  }),
  card({
    type: 'olmo2',
    title: 'OLMo 2',
    year: 2025,
    paper: ['2 OLMo 2 Furious', 'https://arxiv.org/abs/2501.00656'],
    position: [rotary, 'rotation', '旋转'],
    facts: behind,
    notes: [behindAlone, overAllHeads],
  }),
  card({
    type: 'olmo3',
    title: 'OLMo 3',
    year: 2025,
    paper: ['Olmo 3', 'https://arxiv.org/abs/2512.13961'],
    position: [
      { types: ['rope', 'mask'], doors: ['rotate', 'mask'] },
      'rotation; three layers of four see 4096 tokens, the fourth all, with scaled frequencies where the config says so',
      '旋转；每四层中三层只看 4096 个词元，第四层看全部，配置中有缩放的只缩放这一层的频率',
    ],
    facts: behind,
    notes: [behindAlone, overAllHeads],
  }),
  card({
    type: 'exaone4',
    title: 'EXAONE 4',
    year: 2025,
    paper: [
      'EXAONE 4.0: Unified Large Language Models Integrating Non-reasoning and Reasoning Modes',
      'https://arxiv.org/abs/2507.11407',
    ],
    position: [
      { types: ['rope', 'mask', 'none'], doors: ['rotate', 'mask'] },
      'rotation in three layers of four, which see a window; the fourth sees all and has no positions',
      '每四层中三层旋转并只看窗口；第四层看得见全部，没有位置',
    ],
    facts: behind,
    notes: [
      behindAlone,
      {
        en: 'Each head of queries and keys is normed before it turns.',
        zh: '查询与键的每个头在旋转之前归一化。',
      },
      {
        en: 'Where sliding_window is null, as in the model of 1.2 billion, all layers turn.',
        zh: 'sliding_window 为 null 时（如 12 亿参数的模型），所有层都旋转。',
      },
    ],
  }),
  card({
    type: 'nemotron',
    title: 'Nemotron 4 and Minitron',
    titleZh: 'Nemotron 4 与 Minitron',
    year: 2024,
    paper: ['Nemotron-4 15B Technical Report', 'https://arxiv.org/abs/2402.16819'],
    position: [rotary, 'rotation of half of each head', '旋转每个头的一半'],
    facts: { ...squared, norm: 'layer', biases: ['norm'] },
    notes: [noGate, { en: 'Norms are stored as weight − 1.', zh: '归一化存的是权重减 1。' }],
  }),
  card({
    type: 'arcee',
    title: 'Arcee AFM',
    year: 2025,
    paper: ['Arcee Foundation Models', 'https://huggingface.co/arcee-ai/AFM-4.5B'],
    position: [rotary, 'rotation', '旋转'],
    facts: squared,
    notes: [noGate],
  }),
  card({
    type: 'jais2',
    title: 'Jais 2',
    year: 2025,
    paper: ['Jais 2', 'https://huggingface.co/inceptionai/Jais-2-8B-Chat'],
    position: [rotary, 'rotation', '旋转'],
    facts: {
      ...squared,
      norm: 'layer',
      biases: ['query', 'key', 'value', 'output', 'mlp', 'norm'],
    },
    notes: [noGate],
  }),
  card({
    type: 'nanochat',
    title: 'nanochat',
    year: 2025,
    paper: ['nanochat: the best ChatGPT that $100 can buy', 'https://github.com/karpathy/nanochat'],
    position: [rotary, 'rotation the other way', '反方向旋转'],
    facts: { ...squared, epsilon: 1e-6, embeddingNorm: true },
    notes: [
      noGate,
      {
        en: 'No norm has weights; one stands over the embeddings, and queries and keys are normed behind their rotation, which changes no length.',
        zh: '归一化都没有权重；词嵌入之后有一个；查询与键在旋转之后归一化，而旋转不改变长度。',
      },
      { en: 'Logits are capped at 15.', zh: 'logits 软上限为 15。' },
    ],
  }),
]
