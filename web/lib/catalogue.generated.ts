// Generated from the front matter of src/position/*.hpp by tools/generate-catalogue.mjs. Do not edit.

import type { EncodingEntry } from './catalogue.js'

export const encodings: readonly EncodingEntry[] = [
  {
    type: 'none',
    title: 'No position encoding',
    titleZh: '无位置编码',
    paper:
      'Kazemnejad et al. 2023, The Impact of Positional Encoding on Length Generalization in Transformers',
    link: 'https://arxiv.org/abs/2305.19466',
    year: 2023,
    doors: [],
    conventions: 'order can enter only through the causal mask',
    parameters: [],
    testedAgainst: 'definition (adds nothing)',
  },
  {
    type: 'sinusoidal',
    title: 'Sinusoidal',
    titleZh: '正弦位置编码',
    paper: 'Vaswani et al. 2017, Attention Is All You Need, section 3.5',
    link: 'https://arxiv.org/abs/1706.03762',
    year: 2017,
    doors: ['embed'],
    conventions:
      'PE[p, 2i] = sin(p · base^(−2i/d)), PE[p, 2i+1] = cos(same); `concatenated` puts all sines before all cosines',
    parameters: [
      {
        name: 'base',
        kind: 'number',
        default: 10000,
        range: 'greater than 1',
        description: 'the longest wavelength is 2π · base',
        descriptionZh: '最长波长为 2π · base',
      },
      {
        name: 'layout',
        kind: 'choice',
        choices: ['interleaved', 'concatenated'],
        default: 'interleaved',
        description: 'order of sines and cosines in a row',
        descriptionZh: '行内正弦与余弦的排列',
      },
    ],
    testedAgainst:
      'transformers MarianSinusoidalPositionalEmbedding (concatenated); NumPy float64 construction (interleaved)',
  },
  {
    type: 'learned',
    title: 'Learned absolute positions',
    titleZh: '可学习的绝对位置',
    paper: 'Gehring et al. 2017, Convolutional Sequence to Sequence Learning; used by GPT-2 and BERT',
    link: 'https://arxiv.org/abs/1705.03122',
    year: 2017,
    doors: ['embed'],
    conventions:
      'row p of the table is added to the embedding of the token at position p; there is no row past the end',
    parameters: [
      {
        name: 'table',
        kind: 'tensor',
        shape: ['positions', 'd_model'],
        required: true,
        description: 'the learned rows',
        descriptionZh: '学得的各行',
      },
    ],
    testedAgainst: 'transformers GPT2Model',
  },
  {
    type: 'rope',
    title: 'Rotary position embedding (RoPE)',
    titleZh: '旋转位置编码（RoPE）',
    paper: 'Su et al. 2021, RoFormer: Enhanced Transformer with Rotary Position Embedding',
    link: 'https://arxiv.org/abs/2104.09864',
    year: 2021,
    doors: ['rotate'],
    conventions:
      '`half` pairs channel i with i + r/2 (GPT-NeoX, Hugging Face Llama), `interleaved` pairs 2i with 2i + 1 (RoFormer, GPT-J); the exponent divides by the rotary width r; channels past r pass unchanged',
    parameters: [
      {
        name: 'base',
        kind: 'number',
        default: 10000,
        range: 'greater than 1',
        description: 'the longest wavelength is about 2π · base',
        descriptionZh: '最长波长约为 2π · base',
      },
      {
        name: 'layout',
        kind: 'choice',
        choices: ['half', 'interleaved'],
        default: 'half',
        description: 'which channels form a pair',
        descriptionZh: '哪些通道组成一对',
      },
      {
        name: 'rotaryDim',
        kind: 'integer',
        default: 0,
        range: 'even, 0 … headDim',
        description: 'channels that are rotated, 0 = all',
        descriptionZh: '参与旋转的通道数，0 表示全部',
      },
    ],
    testedAgainst: 'transformers apply_rotary_pos_emb of llama, gptj and gpt_neox',
  },
  {
    type: 'alibi',
    title: 'ALiBi (attention with linear biases)',
    titleZh: '线性偏置注意力（ALiBi）',
    paper:
      'Press, Smith, Lewis 2022, Train Short, Test Long: Attention with Linear Biases Enables Input Length Extrapolation',
    link: 'https://arxiv.org/abs/2108.12409',
    year: 2021,
    doors: ['bias'],
    conventions:
      '−m_h · (query − key), added after the scale; m_h = 2^(−8(h+1)/H) for H a power of two, otherwise the slopes of the power below followed by every second slope of the power above; `symmetric` uses the absolute distance (encoders)',
    parameters: [
      {
        name: 'slopes',
        kind: 'numbers',
        default: [],
        range: 'empty, or one per head',
        description: "slopes m_h; empty = the paper's",
        descriptionZh: '各头的斜率 m_h，空表示论文取值',
      },
      {
        name: 'symmetric',
        kind: 'boolean',
        default: false,
        description: 'penalise keys after the query as well, by the absolute distance',
        descriptionZh: '对查询之后的键也按绝对距离惩罚',
      },
    ],
    testedAgainst: 'transformers build_alibi_tensor of bloom',
  },
  {
    type: 't5',
    title: 'T5 relative position buckets',
    titleZh: 'T5 相对位置分桶',
    paper:
      'Raffel et al. 2020, Exploring the Limits of Transfer Learning with a Unified Text-to-Text Transformer, section 2.1',
    link: 'https://arxiv.org/abs/1910.10683',
    year: 2019,
    doors: ['bias'],
    conventions:
      'relative = key − query; bidirectional: half the buckets for key > query; half of each side exact, the rest logarithmic up to maxDistance; T5 itself adds the bias to unscaled scores (give attention `scale: 1`)',
    parameters: [
      {
        name: 'table',
        kind: 'tensor',
        shape: ['buckets', 'heads'],
        required: true,
        description: 'one learned scalar per bucket and head',
        descriptionZh: '每个桶、每个头一个学得的标量',
      },
      {
        name: 'bidirectional',
        kind: 'boolean',
        default: true,
        description: 'false = causal: keys after the query share bucket 0',
        descriptionZh: 'false 为因果形式：查询之后的键共用 0 号桶',
      },
      {
        name: 'maxDistance',
        kind: 'integer',
        default: 128,
        range: 'greater than the exact distances',
        description: 'where the logarithmic buckets end',
        descriptionZh: '对数桶的终点',
      },
    ],
    testedAgainst: 'transformers T5Attention._relative_position_bucket and compute_bias',
  },
]
