// Cards of encoders of pictures, and of the towers of texts beside them.

import { card, learned } from './further-card.js'
import type { CardFacts, ModelCard, Words } from './model-card.js'

const vit: CardFacts = {
  stacks: 'encoder',
  norm: 'layer',
  place: 'pre',
  epsilon: 1e-12,
  embeddingNorm: false,
  block: 'sequential',
  heads: 'MHA',
  activation: 'gelu',
  gated: false,
  biases: ['query', 'key', 'value', 'output', 'mlp', 'norm'],
  tied: true,
  scale: '1/√d',
  offset: 0,
}
const clip: CardFacts = { ...vit, epsilon: 1e-5, activation: 'silu' }
const siglip: CardFacts = { ...vit, epsilon: 1e-6, activation: 'gelu_tanh' }

const patches: Words = {
  en: 'A picture is cut into squares; each becomes a token by one product with a matrix. Tokens go row by row.',
  zh: '图像被切成小方块，每一块乘一个矩阵成为一个词元，逐行排列。',
}
const anySize: Words = {
  en: 'Pictures may have any size: the table is always resized to their patches.',
  zh: '图像可以是任意尺寸：位置表总会按图像块的网格插值。',
}
const quick: Words = {
  en: 'quick_gelu, x · sigmoid(1.702 x), is computed as SiLU of weights that were multiplied by 1.702.',
  zh: 'quick_gelu（x · sigmoid(1.702 x)）用 SiLU 计算，权重已乘 1.702。',
}
const towers: Words = {
  en: 'The file of both towers serves each: pass vision_config or text_config as config.',
  zh: '两塔合存的文件两边都能用：把 vision_config 或 text_config 作为 config 传入。',
}

const dosovitskiy: [string, string] = [
  'An Image is Worth 16x16 Words: Transformers for Image Recognition at Scale',
  'https://arxiv.org/abs/2010.11929',
]
const radford: [string, string] = [
  'Learning Transferable Visual Models From Natural Language Supervision',
  'https://arxiv.org/abs/2103.00020',
]
const zhai: [string, string] = [
  'Sigmoid Loss for Language Image Pre-Training',
  'https://arxiv.org/abs/2303.15343',
]

export const furtherVisionCards: readonly ModelCard[] = [
  card({
    type: 'vit',
    title: 'ViT',
    year: 2020,
    paper: dosovitskiy,
    position: [
      learned,
      'a learned table: a row for the class token, then one for each patch; rows know nothing of columns and lines but what they learned',
      '可学习位置表：先是类别词元的一行，然后每块一行；行列关系全靠学习得来',
    ],
    facts: vit,
    notes: [patches],
  }),
  card({
    type: 'deit',
    title: 'DeiT',
    year: 2020,
    paper: [
      'Training data-efficient image transformers & distillation through attention',
      'https://arxiv.org/abs/2012.12877',
    ],
    position: [
      learned,
      'a learned table as in ViT, with a row for the token of distillation',
      '同 ViT 的可学习位置表，另有蒸馏词元的一行',
    ],
    facts: vit,
    notes: [{ en: 'Two tokens stand before the patches.', zh: '图像块之前有两个词元。' }],
  }),
  card({
    type: 'dinov2',
    title: 'DINOv2',
    year: 2023,
    paper: [
      'DINOv2: Learning Robust Visual Features without Supervision',
      'https://arxiv.org/abs/2304.07193',
    ],
    position: [learned, 'a learned table as in ViT', '同 ViT 的可学习位置表'],
    facts: { ...vit, epsilon: 1e-6 },
    notes: [
      {
        en: 'What a sublayer adds is multiplied by a learned vector (LayerScale), which becomes part of its last weights here.',
        zh: '子层加到残差上的量要乘一个可学习的向量（LayerScale），这里并入子层最后的权重。',
      },
      anySize,
      { en: 'The largest has SwiGLU.', zh: '最大的一个用 SwiGLU。' },
    ],
  }),
  card({
    type: 'dinov2_with_registers',
    title: 'DINOv2 with registers',
    titleZh: 'DINOv2（带寄存器）',
    year: 2023,
    paper: ['Vision Transformers Need Registers', 'https://arxiv.org/abs/2309.16588'],
    position: [
      learned,
      'a learned table as in ViT; registers, the tokens after the class token, have no position',
      '同 ViT 的可学习位置表；类别词元之后的寄存器词元没有位置',
    ],
    facts: { ...vit, epsilon: 1e-6 },
    notes: [
      {
        en: 'All else is as in DINOv2, but for coarser grids the table is smoothed before it is resized (antialias).',
        zh: '其余同 DINOv2；只是缩到更粗的网格时，位置表会先平滑（抗锯齿）。',
      },
    ],
  }),
  card({
    type: 'clip_vision_model',
    folder: 'clip',
    title: 'CLIP, pictures',
    titleZh: 'CLIP（图像）',
    year: 2021,
    paper: radford,
    position: [learned, 'a learned table as in ViT', '同 ViT 的可学习位置表'],
    facts: { ...clip, embeddingNorm: true },
    notes: [
      towers,
      quick,
      {
        en: 'No norm follows the last layer: the one after it is of the pooled token alone.',
        zh: '最后一层之后没有归一化：之后的那个只用于汇聚词元。',
      },
    ],
  }),
  card({
    type: 'clip_text_model',
    folder: 'clip',
    title: 'CLIP, texts',
    titleZh: 'CLIP（文本）',
    year: 2021,
    paper: radford,
    position: [learned, 'a learned table of 77 rows', '77 行的可学习位置表'],
    facts: { ...clip, stacks: 'decoder' },
    notes: [towers, quick],
  }),
  ...(['vision', 'text'] as const).map((tower) =>
    card({
      type: `clipseg_${tower}_model`,
      folder: 'clipseg',
      title: tower === 'vision' ? 'CLIPSeg, pictures' : 'CLIPSeg, texts',
      titleZh: tower === 'vision' ? 'CLIPSeg（图像）' : 'CLIPSeg（文本）',
      year: 2021,
      paper: ['Image Segmentation Using Text and Image Prompts', 'https://arxiv.org/abs/2112.10003'],
      position: [learned, 'a learned table as in CLIP', '同 CLIP 的可学习位置表'],
      facts: tower === 'vision' ? { ...clip, embeddingNorm: true } : { ...clip, stacks: 'decoder' },
      notes: [towers, { en: 'The decoder of masks is left out.', zh: '掩膜解码器略去。' }],
    }),
  ),
  card({
    type: 'siglip_vision_model',
    folder: 'siglip',
    title: 'SigLIP, pictures',
    titleZh: 'SigLIP（图像）',
    year: 2023,
    paper: zhai,
    position: [
      learned,
      'a learned table with a row for each patch, and no other',
      '可学习位置表，每块一行，没有别的行',
    ],
    facts: siglip,
    notes: [towers, { en: 'There is no class token.', zh: '没有类别词元。' }],
  }),
  card({
    type: 'siglip_text_model',
    folder: 'siglip',
    title: 'SigLIP, texts',
    titleZh: 'SigLIP（文本）',
    year: 2023,
    paper: zhai,
    position: [learned, 'a learned table of 64 rows', '64 行的可学习位置表'],
    facts: siglip,
    notes: [towers, { en: 'Each token sees all others.', zh: '每个词元看见全部其他词元。' }],
  }),
]
