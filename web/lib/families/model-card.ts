// The form of a model's card. Plain data, in English and Chinese.

import type { Activation, StackSpec } from './family.js'

export interface Words {
  en: string
  zh: string
}

/** A fact about a model. */
export interface CardStatement extends Words {
  /** Is the statement from secondary sources, not from a paper or code? */
  unsure?: true
}

/** The architecture of a model, with the values of ModelSpec. */
export interface CardFacts {
  stacks: 'decoder' | 'encoder' | 'encoder and decoder'
  norm: StackSpec['norm']
  place: StackSpec['normPlace']
  epsilon: number
  /** Is there a layer norm over the sum of the embeddings? */
  embeddingNorm: boolean
  /** Attention and mlp sequential, or parallel with one norm or two. */
  block: 'sequential' | 'parallel, one norm' | 'parallel, two norms'
  /** Multi-head, grouped-query or multi-query attention. */
  heads: 'MHA' | 'GQA' | 'MQA'
  activation: Activation
  gated: boolean
  /** The layers that have biases. */
  biases: readonly ('query' | 'key' | 'value' | 'output' | 'mlp' | 'norm' | 'head')[]
  /** Is the head's matrix that of the embeddings? */
  tied: boolean
  /** The factor of q·k; d is the width of a head. */
  scale: '1/√d' | '1/√(3d)' | '1'
  /** The row of position 0 in the learned table. */
  offset?: number
}

export interface ModelCard {
  id: string
  /** The family whose table loads the model. */
  family: string
  title: string
  titleZh: string
  year: number
  paper: { title: string; link: string }
  /** The types of the encodings, the doors by which they enter, and both in one line. */
  position: {
    types: readonly string[]
    doors: readonly string[]
    summary: Words
    /** What brings position in where no encoding of the catalogue does. */
    instead?: Words
  }
  facts: CardFacts
  /** Further conventions. */
  notes: readonly CardStatement[]
  /** Claims of widely read tutorials, and corrections. */
  tutorials: readonly { say: Words; truth: CardStatement }[]
  source: string
}

/** The source: a class of transformers. */
export const transformers = (model: string): string =>
  `transformers 5.23.0, models/${model}/modeling_${model}.py and configuration_${model}.py`
