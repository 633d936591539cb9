// Generated from the C++ by "npm run generate". Do not edit.

// Position encodings as plain JSON, one type each. `Table` is a tensor, or a reference to one that lies in a checkpoint.

import type { TensorLike } from '../boundary/tensor.js'

/** No position encoding: Kazemnejad et al. 2023, The Impact of Positional Encoding on Length Generalization in Transformers. */
export interface NonePosition {
  type: 'none'
}

/** Sinusoidal: Vaswani et al. 2017, Attention Is All You Need, section 3.5. */
export interface SinusoidalPosition {
  type: 'sinusoidal'
  /** the longest wavelength is about 2π · base; greater than 1; default 10000 */
  base?: number
  /** order of sines and cosines in a row; default "interleaved" */
  layout?: 'interleaved' | 'concatenated'
  /** exponents 2i / D, or i / (⌊D/2⌋ − 1) as in tensor2tensor and fairseq; default "paper" */
  spacing?: 'paper' | 'endpoint'
  /** multiplies the whole code; default 1 */
  scale?: number
  /** the position whose code is zero; 0 or more */
  padding?: number
}

/** Learned absolute positions: Gehring et al. 2017, Convolutional Sequence to Sequence Learning; used by GPT-2 and BERT. */
export interface LearnedPosition<Table = TensorLike> {
  type: 'learned'
  /** [positions, d_model]: the learned rows */
  table: Table
  /** the row of position 0; 0 or more; less than the rows of the table; default 0 */
  offset?: number
}

/** Abacus embeddings: McLeish et al. 2024, Transformers Can Do Arithmetic with the Right Embeddings. */
export interface AbacusPosition<Table = TensorLike> {
  type: 'abacus'
  /** [rows, d_model]: the learned rows */
  table: Table
  /** 1 where the token is a digit, else 0; each 0 or more; one per position */
  digits: readonly number[]
  /** added to the row of every digit; 0 or more; default 0 */
  offset?: number
}

/** Rotary position embedding (RoPE): Su et al. 2021, RoFormer: Enhanced Transformer with Rotary Position Embedding. */
export interface RopePosition {
  type: 'rope'
  /** the longest wavelength is about 2π · base; greater than 1; default 10000 */
  base?: number
  /** which channels form a pair; default "half" */
  layout?: 'half' | 'interleaved'
  /** channels that are rotated, 0 = all from rotaryStart; even, 0 or more; at most headDim − rotaryStart; default 0 */
  rotaryDim?: number
  /** the first rotated channel: decoupled RoPE turns the last ones; 0 or more; at most headDim; default 0 */
  rotaryStart?: number
  /** turn the values as well (RoFormer's rotary_value); default false */
  rotateValues?: boolean
  /** base of the local layers; greater than 1; needed by globalEvery */
  localBase?: number
  /** every how many layers one uses base, 0 = all; 0 or more; default 0 */
  globalEvery?: number
  /** index of this layer, from 0; 0 or more; default 0 */
  layer?: number
  /** radians per position of each pair, in place of those of `base`; 0 = a pair that does not turn; one per rotated pair (`rope2d`: per pair of an axis); not beside a scaling; default [] */
  frequencies?: readonly number[]
  /** every pair turns the other way: (x cos + y sin, y cos − x sin) (nanochat); default false */
  reversed?: boolean
  scaling?: RopeScaling
}

/** xPos (extrapolatable rotary position): Sun et al. 2022, A Length-Extrapolatable Transformer. */
export interface XposPosition {
  type: 'xpos'
  /** the longest wavelength is about 2π · base; greater than 1; default 10000 */
  base?: number
  /** which channels form a pair; default "interleaved" */
  layout?: 'half' | 'interleaved'
  /** positions over which a pair decays by ζ; greater than 0; large enough that the positions have a scale that is a float; default 512 */
  scaleBase?: number
  /** how weakly the fastest pair decays; greater than 0; default 0.4 */
  gamma?: number
  /** the position whose scale is 1; none = ⌊length / 2⌋ */
  center?: number
}

/** Polar position embedding (PoPE): Gopalakrishnan et al. 2025, Decoupling the "What" and "Where" With Polar Coordinate Positional Embeddings. */
export interface PopePosition<Table = TensorLike> {
  type: 'pope'
  /** the longest wavelength is about 2π · base; greater than 1; default 10000 */
  base?: number
  /** [heads, head_dim]: learned phases of the keys; none = 0 */
  phases?: Table
}

/** RoPE in two dimensions: Heo et al. 2024, Rotary Position Embedding for Vision Transformer. */
export interface Rope2dPosition<Table = TensorLike> {
  type: 'rope2d'
  /** columns of the grid; 1 or more */
  width: number
  /** leading tokens that are not rotated; 0 or more; default 0 */
  prefix?: number
  /** the longest wavelength is about 2π · base; greater than 1; default 100 */
  base?: number
  /** which channels form a pair; default "interleaved" */
  layout?: 'half' | 'interleaved'
  /** [heads, pairs]: learned frequencies along x; together with y */
  x?: Table
  /** [heads, pairs]: learned frequencies along y; together with x */
  y?: Table
  /** radians per position of each pair, in place of those of `base`; 0 = a pair that does not turn; one per rotated pair (`rope2d`: per pair of an axis); not beside a scaling; default [] */
  frequencies?: readonly number[]
  /** every pair turns the other way: (x cos + y sin, y cos − x sin) (nanochat); default false */
  reversed?: boolean
  scaling?: RopeScaling
}

/** Multimodal RoPE (M-RoPE): Wang et al. 2024, Qwen2-VL: Enhancing Vision-Language Model's Perception of the World at Any Resolution. */
export interface MropePosition<Table = TensorLike> {
  type: 'mrope'
  /** the longest wavelength is about 2π · base; greater than 1; default 10000 */
  base?: number
  /** which channels form a pair; default "half" */
  layout?: 'half' | 'interleaved'
  /** channels that are rotated, 0 = all; even, 0 or more; at most headDim; default 0 */
  rotaryDim?: number
  /** pairs of each axis; each 0 or more; whole numbers that add up to the pairs; three where axes take turns; default [16,24,24] */
  sections?: readonly number[]
  /** which pairs belong to which axis; default "chunked" */
  order?: 'chunked' | 'interleaved' | 'hwt' | 'axial'
  /** [axes, tokens]: the coordinates of each position id (t, h, w); none = all equal the position */
  grid?: Table
  /** radians per position of each pair, in place of those of `base`; 0 = a pair that does not turn; one per rotated pair (`rope2d`: per pair of an axis); not beside a scaling; default [] */
  frequencies?: readonly number[]
  /** every pair turns the other way: (x cos + y sin, y cos − x sin) (nanochat); default false */
  reversed?: boolean
  scaling?: RopeScaling
}

/** iRoPE (interleaved RoPE and NoPE layers): Meta 2025, The Llama 4 herd; temperature of Nakanishi 2025, Scalable-Softmax Is Superior for Attention. */
export interface IropePosition {
  type: 'irope'
  /** the longest wavelength is about 2π · base; greater than 1; default 500000 */
  base?: number
  /** which channels form a pair; default "interleaved" */
  layout?: 'half' | 'interleaved'
  /** every how many layers one has no rotation, 0 = none; 0 or more; default 4 */
  nopeEvery?: number
  /** index of this layer, from 0; 0 or more; default 0 */
  layer?: number
  /** keys per chunk, 0 = all; 0 or more; default 8192 */
  chunk?: number
  /** how fast queries of NoPE layers grow, 0 = not; 0 or more; default 0.1 */
  temperature?: number
  /** positions per step of that growth; 1 or more; default 8192 */
  floorScale?: number
  /** normalise rotated queries and keys; default false */
  qkNorm?: boolean
  /** added to the mean square before its root is taken; 0 or more; default 0.00001 */
  normEpsilon?: number
  /** radians per position of each pair, in place of those of `base`; 0 = a pair that does not turn; one per rotated pair (`rope2d`: per pair of an axis); not beside a scaling; default [] */
  frequencies?: readonly number[]
  /** every pair turns the other way: (x cos + y sin, y cos − x sin) (nanochat); default false */
  reversed?: boolean
  scaling?: RopeScaling
}

/** ALiBi (attention with linear biases): Press, Smith, Lewis 2022, Train Short, Test Long: Attention with Linear Biases Enables Input Length Extrapolation. */
export interface AlibiPosition {
  type: 'alibi'
  /** slopes m_h; empty = slopeRule; empty, or one per head; default [] */
  slopes?: readonly number[]
  /** geometric = 2^(−E(h+1)/H) for every H; default "paper" */
  slopeRule?: 'paper' | 'geometric'
  /** E, the exponent of the gentlest slope (MPT alibi_bias_max); greater than 0; default 8 */
  largestExponent?: number
  /** penalise keys after the query as well, by the absolute distance; not with forwardSlopes or keyed; default false */
  symmetric?: boolean
  /** slopes for keys after the query; empty, or one per head; not with keyed; default [] */
  forwardSlopes?: readonly number[]
  /** add it to q·k before the scale (Falcon); default false */
  beforeScale?: boolean
  /** key = m · j, without the query's position (BLOOM); roundedKey = the same, factors and product rounded to bfloat16 (Falcon); default "distance" */
  keyed?: 'distance' | 'key' | 'roundedKey'
}

/** KERPLE (kernelized relative positions): Chi, Fan, Ramadge, Rudnicky 2022, KERPLE: Kernelized Relative Positional Embedding for Length Extrapolation. */
export interface KerplePosition {
  type: 'kerple'
  /** the kernel; default "log" */
  kind?: 'log' | 'power'
  /** height of the kernel; each greater than 0; one per head */
  r1: readonly number[]
  /** log: rate; power: exponent; each greater than 0; one per head; at most 2 for power */
  r2: readonly number[]
}

/** Sandwich: Chi, Fan, Rudnicky, Ramadge 2023, Dissecting Transformer Length Extrapolation via the Lens of Receptive Field Analysis. */
export interface SandwichPosition {
  type: 'sandwich'
  /** d̄, twice the number of cosines; even, 0 or more; 2 … 4096; default 128 */
  dim?: number
  /** θ, sets the longest wavelength; greater than 1; default 10000 */
  base?: number
}

/** FIRE (functional interpolation for relative positions): Li et al. 2024, Functional Interpolation for Relative Positions Improves Long Context Transformers. */
export interface FirePosition<Table = TensorLike> {
  type: 'fire'
  /** [width, 1]: first layer */
  weight1: Table
  /** [1, width]: first layer */
  bias1: Table
  /** [heads, width]: second layer */
  weight2: Table
  /** [1, heads]: second layer */
  bias2: Table
  /** rate inside of the logarithm, learned; default 0.1 */
  c?: number
  /** L: queries before it count as if they stood there; default 512 */
  threshold?: number
  /** μ, learned factor of L; default 1 */
  multiplier?: number
  /** keeps the divisor above 0; greater than 0; default 0.000001 */
  epsilon?: number
}

/** Dynamic position bias (a small network of the distance): Wang et al. 2022, CrossFormer: A Versatile Vision Transformer Hinging on Cross-scale Attention; as in x-transformers. */
export interface MlpBiasPosition<Table = TensorLike> {
  type: 'mlpBias'
  /** [width, 1]: first layer */
  weight1: Table
  /** [1, width]: first layer */
  bias1: Table
  /** [hidden, width]: second layer; hidden = heads when it is the last layer */
  weight2: Table
  /** [1, hidden]: second layer */
  bias2: Table
  /** [heads, hidden]: third layer */
  weight3?: Table
  /** [1, heads]: third layer */
  bias3?: Table
  /** the logarithm of the distance instead of the distance; default false */
  log?: boolean
}

/** TISA (translation-invariant self-attention): Wennberg, Henter 2021, The Case for Translation-Invariant Self-Attention in Transformer-Based Language Models. */
export interface TisaPosition<Table = TensorLike> {
  type: 'tisa'
  /** [heads, kernels]: heights a of the bells */
  amplitude: Table
  /** [heads, kernels]: b: one over the squared width */
  sharpness: Table
  /** [heads, kernels]: c: the distance key − query of the top */
  center: Table
}

/** Learned scalar per distance: Raffel et al. 2020, Exploring the Limits of Transfer Learning with a Unified Text-to-Text Transformer (without its buckets). */
export interface RelativeBiasPosition<Table = TensorLike> {
  type: 'relativeBias'
  /** [2k + 1, heads]: row k is distance 0, later rows are keys after the query */
  table: Table
}

/** Custom distance buckets: Shaw, Uszkoreit, Vaswani 2018, Self-Attention with Relative Position Representations (the idea); buckets as the caller lists them. */
export interface BucketsPosition<Table = TensorLike> {
  type: 'buckets'
  /** [buckets, heads]: one scalar per bucket and head */
  table: Table
  /** nearest distance of buckets 1, 2, …; each 1 or more; ascending; one fewer than the buckets (of one direction); default [1,2,5,17] */
  edges?: readonly number[]
  /** buckets of their own for keys after the query; default false */
  directional?: boolean
}

/** T5 relative position buckets: Raffel et al. 2020, Exploring the Limits of Transfer Learning with a Unified Text-to-Text Transformer, section 2.1. */
export interface T5Position<Table = TensorLike> {
  type: 't5'
  /** [buckets, heads]: one learned scalar per bucket and head */
  table: Table
  /** false = causal: keys after the query share bucket 0; default true */
  bidirectional?: boolean
  /** where the logarithmic buckets end; greater than 0; greater than the exact distances; default 128 */
  maxDistance?: number
  /** scaled = q·k/√d and table · √d; default "unscaled" */
  scores?: 'unscaled' | 'scaled'
}

/** Swin relative position table: Liu et al. 2021, Swin Transformer: Hierarchical Vision Transformer using Shifted Windows. */
export interface SwinPosition<Table = TensorLike> {
  type: 'swin'
  /** [(2·height − 1)(2·width − 1), heads]: one learned scalar per offset and head */
  table: Table
  /** columns of the window; greater than 0; at most 1024 */
  width: number
  /** rows of the window; greater than 0; at most 1024 */
  height: number
}

/** Swin v2: continuous position bias and cosine attention: Liu et al. 2022, Swin Transformer V2: Scaling Up Capacity and Resolution. */
export interface SwinV2Position<Table = TensorLike> {
  type: 'swinV2'
  /** [hidden, 2]: first layer, of the offsets [row, column] */
  weight1: Table
  /** [1, hidden]: first layer */
  bias1: Table
  /** [heads, hidden]: second layer, without a bias */
  weight2: Table
  /** logarithm of the factor of the cosine; empty = ln 10, or one per head; default [] */
  logitScale?: readonly number[] | Table
  /** columns of the window; greater than 0; width · height at most 16384 */
  width: number
  /** rows of the window; greater than 0; width · height at most 16384 */
  height: number
  /** width that the bias network was trained on; 0 or more; 0 or above 1, with pretrainedHeight; default 0 */
  pretrainedWidth?: number
  /** height that the bias network was trained on; 0 or more; 0 or above 1, with pretrainedWidth; default 0 */
  pretrainedHeight?: number
}

/** Graphormer spatial encoding: Ying et al. 2021, Do Transformers Really Perform Bad for Graph Representation?. */
export interface GraphormerPosition<Table = TensorLike> {
  type: 'graphormer'
  /** [nodes, nodes]: steps from node to node; whole, below the rows of table */
  distances: Table
  /** [distances, heads]: one learned scalar per distance and head */
  table: Table
}

/** Relative position vectors (Shaw): Shaw, Uszkoreit, Vaswani 2018, Self-Attention with Relative Position Representations. */
export interface ShawPosition<Table = TensorLike> {
  type: 'shaw'
  /** [2k + 1, headDim]: added to the keys */
  keyTable: Table
  /** [2k + 1, valueDim]: added to the values; as many rows as keyTable */
  valueTable?: Table
}

/** Relative key, relative key and query (Huang): Huang, Liang, Xu, Xiang 2020, Improve Transformer Models with Better Relative Position Embeddings. */
export interface RelativeKeyPosition<Table = TensorLike> {
  type: 'relativeKey'
  /** [2N − 1, headDim]: one vector per distance */
  table: Table
  /** keyQuery adds the product with the key (method 4 of the paper); default "key" */
  terms?: 'key' | 'keyQuery'
}

/** Transformer-XL relative positions: Dai et al. 2019, Transformer-XL: Attentive Language Models beyond a Fixed-Length Context. */
export interface TransformerXlPosition<Table = TensorLike> {
  type: 'transformerXl'
  /** [heads · headDim, dModel]: W_R, as a linear layer stores it; an even number of columns */
  weight: Table
  /** [heads, headDim]: u (r_w_bias) */
  contentBias: Table
  /** [heads, headDim]: v (r_r_bias) */
  positionBias: Table
  /** distances beyond it count as it, 0 = off; 0 or more; default 0 */
  clampLength?: number
  /** sets the longest wavelength; greater than 1; default 10000 */
  base?: number
}

/** XLNet relative positions and segments: Yang et al. 2019, XLNet: Generalized Autoregressive Pretraining for Language Understanding. */
export interface XlnetPosition<Table = TensorLike> {
  type: 'xlnet'
  /** [heads · headDim, dModel]: W_R (r); an even number of columns */
  weight: Table
  /** [heads, headDim]: u (r_w_bias) */
  contentBias: Table
  /** [heads, headDim]: v (r_r_bias) */
  positionBias: Table
  /** distances beyond it count as it, 0 = off; 0 or more; default 0 */
  clampLength?: number
  /** sets the longest wavelength; greater than 1; default 10000 */
  base?: number
  /** [2, heads · headDim]: g (seg_embed): same segment, another segment; needed with segments */
  segmentTable?: Table
  /** [heads, headDim]: w (r_s_bias); needed with segments */
  segmentBias?: Table
  /** segment of each position; one per position; empty = no segment term; default [] */
  segments?: readonly number[]
}

/** DeBERTa disentangled attention: He, Liu, Gao, Chen 2021, DeBERTa: Decoding-enhanced BERT with Disentangled Attention. */
export interface DebertaPosition<Table = TensorLike> {
  type: 'deberta'
  /** [2S, heads · headDim]: Kʳ: content to position; one of the two is needed */
  positionKey?: Table
  /** [2S, heads · headDim]: Qʳ: position to content; one of the two is needed */
  positionQuery?: Table
  /** v2: logarithmic buckets per direction, 0 = v1; 0 or more; 0 or 4 and above; then S = buckets; default 0 */
  buckets?: number
  /** where the logarithmic buckets end; greater than 0; above buckets/2 + 1; only with buckets; default 512 */
  maxDistance?: number
  /** adds Qʳ · Kʳ; needs both tables; default false */
  positionPosition?: boolean
  /** position to content looks up δ(j, i), as in the paper; default false */
  transposed?: boolean
  /** position to content with buckets and maxDistance swapped (transformers v2, where there are not as many queries as keys); needs buckets; default false */
  swapped?: boolean
}

/** TUPE (untied absolute and relative positions): Ke, He, Liu 2021, Rethinking Positional Encoding in Language Pre-training. */
export interface TupePosition<Table = TensorLike> {
  type: 'tupe'
  /** [positions, heads · headDim]: p · U_Q */
  queryTable: Table
  /** [positions, heads · headDim]: p · U_K; the shape of queryTable */
  keyTable: Table
  /** [2, heads]: scores of the first token's row (from it) and column (to it) */
  first?: Table
  /** [buckets + 1, heads]: T5 buckets in both directions, and a last row for the first token's column; at least two buckets per direction */
  bucketTable?: Table
  /** where the logarithmic buckets end; greater than 0; greater than the exact distances; default 128 */
  maxDistance?: number
}

/** CoPE (contextual position encoding): Golovneva, Wang, Weston, Sukhbaatar 2024, Contextual Position Encoding: Learning to Count What's Important. */
export interface CopePosition<Table = TensorLike> {
  type: 'cope'
  /** [positions, headDim]: e, one vector per whole position */
  table: Table
  /** where the term is added; default "beforeScale" */
  where?: 'beforeScale' | 'afterScale'
}

/** Forgetting attention (data-dependent ALiBi, FoX): Lin, Nikishin, He, Courville 2025, Forgetting Transformer: Softmax Attention with a Forget Gate. */
export interface ForgetPosition<Table = TensorLike> {
  type: 'forget'
  /** [positions, heads]: g, one gate per position and head */
  gateLogits: Table
}

/** Relative projection (a mix of learned distance curves): x-transformers RelativeProjPositionalBias, after the Inkling model of Thinking Machines; no paper. */
export interface RelativeProjectionPosition<Table = TensorLike> {
  type: 'relativeProjection'
  /** [positions, heads · curves]: w, the mix of each query position */
  weights: Table
  /** [curves, maxDistance]: B, one curve over query − key per row */
  curves: Table
}

/** Randomized positions: Ruoss et al. 2023, Randomized Positional Encodings Boost Length Generalization of Transformers. */
export interface RandomizedPosition {
  type: 'randomized'
  /** draws are below this; 1 or more; at least the length, at most 2^24 */
  range: number
  /** of the random numbers; 0 or more; default 0 */
  seed?: number
}

/** Self-Extend: Jin et al. 2024, LLM Maybe LongLM: Self-Extend LLM Context Window Without Tuning. */
export interface SelfExtendPosition {
  type: 'selfExtend'
  /** positions per group; 1 or more; default 8 */
  group?: number
  /** distances below this stay; 0 or more; default 1024 */
  window?: number
}

/** ReRoPE (rectified rotary position): Su 2023, Transformer upgrade road 12: ReRoPE with unlimited extrapolation. */
export interface ReropePosition {
  type: 'rerope'
  /** the largest distance; 0 or more; default 512 */
  window?: number
}

/** Log-n query scaling: Su 2021, The scale of attention from entropy invariance; Chiang, Cholak 2022, Overcoming a Theoretical Limitation of Self-Attention. */
export interface LogNPosition {
  type: 'logN'
  /** the length of training; greater than 1; default 512 */
  trainLength?: number
  /** τ, how fast queries grow (llama_4_scaling_beta); none = by the ratio of logarithms; 0 or more */
  temperature?: number
  /** with a temperature: the number of position 0; 0 or more; default 0 */
  countFrom?: number
}

/** Soft cap of scores: Gemma Team 2024, Gemma 2: Improving Open Language Models at a Practical Size; before it Bello et al. 2016. */
export interface SoftcapPosition {
  type: 'softcap'
  /** the bound; greater than 0; default 50 */
  cap?: number
}

/** Masks: Beltagy, Peters, Cohan 2020, Longformer; Raffel et al. 2020 (prefix); Hassani et al. 2023, Neighborhood Attention Transformer; Arriola et al. 2025, Block Diffusion. */
export interface MaskPosition {
  type: 'mask'
  /** which keys a query sees; default "causal" */
  kind?:
    | 'causal'
    | 'prefix'
    | 'window'
    | 'dilated'
    | 'globalWindow'
    | 'document'
    | 'neighborhood'
    | 'blockDiffusion'
  /** keys that all see (prefix); 0 or more; default 0 */
  prefix?: number
  /** keys back (window, dilated, globalWindow); none = all; 0 or more */
  left?: number
  /** keys ahead (window, dilated, globalWindow); none = all; 0 or more */
  right?: number
  /** distance between the keys seen (dilated); 1 or more; default 1 */
  dilation?: number
  /** global tokens at the start (globalWindow); 0 or more; default 0 */
  globals?: number
  /** id of each token's document; needed by document; one id per token; default [] */
  documents?: readonly number[]
  /** columns of the grid; length of the clean sequence; 0 or more; needed by neighborhood and blockDiffusion; default 0 */
  width?: number
  /** rows of the grid; 0 or more; needed by neighborhood; default 0 */
  height?: number
  /** side of the neighbourhood; 0 or more; odd, at most width and height; needed by neighborhood; default 0 */
  kernel?: number
  /** tokens per block; 0 or more; needed by blockDiffusion; default 0 */
  block?: number
}

export interface RopeScaling {
  /** how frequencies are scaled for longer contexts; default "default" */
  ropeType?:
    | 'default'
    | 'linear'
    | 'dynamic'
    | 'ntk'
    | 'yarn'
    | 'longrope'
    | 'llama3'
    | 'proportional'
    | 'ntkByParts'
    | 'dynamicYarn'
  /** how many times longer the context becomes; greater than 0; default 1 */
  factor?: number
  /** context of the first training; greater than 0; needed by yarn, longrope (more than 1), llama3, ntkByParts, dynamicYarn */
  originalMaxPositionEmbeddings?: number
  /** length up to which dynamic changes nothing; greater than 0; needed by dynamic */
  maxPositionEmbeddings?: number
  /** multiplies cosine and sine (yarn, longrope, dynamicYarn, given frequencies); none = the paper's; greater than 0 */
  attentionFactor?: number
  /** yarn: turns above which a pair is kept; greater than 0; betaSlow or more; default 32 */
  betaFast?: number
  /** yarn: turns below which a pair is interpolated; greater than 0; default 1 */
  betaSlow?: number
  /** yarn: numerator of the attention factor, with mscaleAllDim */
  mscale?: number
  /** yarn: denominator of the attention factor */
  mscaleAllDim?: number
  /** yarn, ntkByParts: round the ends of the ramp to whole pairs; default true */
  truncate?: boolean
  /** llama3: turns below which a pair is interpolated; greater than 0; at most highFreqFactor; default 1 */
  lowFreqFactor?: number
  /** llama3: turns above which a pair is kept; greater than 0; default 4 */
  highFreqFactor?: number
  /** longrope: divisors up to the original length; each greater than 0; one per pair; needed by longrope; default [] */
  shortFactor?: readonly number[]
  /** longrope: divisors beyond the original length; each greater than 0; one per pair; needed by longrope; default [] */
  longFactor?: readonly number[]
  /** ntkByParts: turns above which a slow pair is NTK-scaled; greater than 0; ntkBetaSlow or more; default 1.25 */
  ntkBetaFast?: number
  /** ntkByParts: turns below which a pair is interpolated; greater than 0; default 0.75 */
  ntkBetaSlow?: number
  /** ntkByParts: turns above which a pair is kept; greater than 0; gammaSlow or more; default 16 */
  gammaFast?: number
  /** ntkByParts: turns below which a pair is scaled in full; greater than 0; default 2 */
  gammaSlow?: number
  /** length that dynamic, longrope and dynamicYarn look at; none = as far as positions reach; greater than 0 */
  currentLength?: number
}

export type PositionEncoding<Table = TensorLike> =
  | NonePosition
  | SinusoidalPosition
  | LearnedPosition<Table>
  | AbacusPosition<Table>
  | RopePosition
  | XposPosition
  | PopePosition<Table>
  | Rope2dPosition<Table>
  | MropePosition<Table>
  | IropePosition
  | AlibiPosition
  | KerplePosition
  | SandwichPosition
  | FirePosition<Table>
  | MlpBiasPosition<Table>
  | TisaPosition<Table>
  | RelativeBiasPosition<Table>
  | BucketsPosition<Table>
  | T5Position<Table>
  | SwinPosition<Table>
  | SwinV2Position<Table>
  | GraphormerPosition<Table>
  | ShawPosition<Table>
  | RelativeKeyPosition<Table>
  | TransformerXlPosition<Table>
  | XlnetPosition<Table>
  | DebertaPosition<Table>
  | TupePosition<Table>
  | CopePosition<Table>
  | ForgetPosition<Table>
  | RelativeProjectionPosition<Table>
  | RandomizedPosition
  | SelfExtendPosition
  | ReropePosition
  | LogNPosition
  | SoftcapPosition
  | MaskPosition

/** One encoding, or a list that composes. */
export type Position<Table = TensorLike> = PositionEncoding<Table> | readonly PositionEncoding<Table>[]
