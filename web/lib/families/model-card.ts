// The form of a model's card. Plain data, in English and Chinese.

import type { Activation, StackSpec } from './family.js'

export interface Words {
  en: string
  zh: string
}

/** Something that is true of a model. */
export interface CardStatement extends Words {
  /** Told by others, not read in a paper or in code. */
  unsure?: true
}

/** What enters its arithmetic, in the words of ModelSpec. */
export interface CardFacts {
  stacks: 'decoder' | 'encoder' | 'encoder and decoder'
  norm: StackSpec['norm']
  place: StackSpec['normPlace']
  epsilon: number
  /** Layer norm over the sum of the embeddings. */
  embeddingNorm: boolean
  /** Attention and mlp one after the other, or side by side with one norm or two. */
  block: 'sequential' | 'parallel, one norm' | 'parallel, two norms'
  /** Every head has its key, one key serves a group of heads, or all. */
  heads: 'MHA' | 'GQA' | 'MQA'
  activation: Activation
  gated: boolean
  /** What has biases. */
  biases: readonly ('query' | 'key' | 'value' | 'output' | 'mlp' | 'norm' | 'head')[]
  /** The head's matrix is that of the embeddings. */
  tied: boolean
  /** Of q·k; d is the width of a head. */
  scale: '1/√d' | '1/√(3d)' | '1'
  /** The row of the learned table that position 0 reads. */
  offset?: number
}

export interface ModelCard {
  id: string
  /** The family that runs it. */
  family: string
  title: string
  titleZh: string
  year: number
  paper: { title: string; link: string }
  /** Types of the encodings, the doors by which they enter, and both in one line. */
  position: { types: readonly string[]; doors: readonly string[]; summary: Words }
  facts: CardFacts
  /** What else has to be honoured. */
  notes: readonly CardStatement[]
  /** What widely read tutorials say, and what is right. */
  tutorials: readonly { say: Words; truth: CardStatement }[]
  source: string
}

/** Where a class of transformers was read. */
export const transformers = (model: string): string =>
  `transformers 5.23.0, models/${model}/modeling_${model}.py and configuration_${model}.py`
