// An entry of the catalogue of encodings.

export type ParameterKind = 'number' | 'integer' | 'boolean' | 'choice' | 'numbers' | 'tensor'

export interface EncodingParameter {
  readonly name: string
  readonly kind: ParameterKind
  /** The words of a choice. */
  readonly choices?: readonly string[]
  /** The choices with which the encoding depends on the length of the sequence. */
  readonly followsLength?: readonly string[]
  /** The names of the axes of a tensor. */
  readonly shape?: readonly string[]
  readonly default?: number | string | boolean | readonly number[]
  readonly required?: boolean
  /** Without a default: being absent has its own meaning. */
  readonly optional?: boolean
  /** Bounds of a number, an integer, or every number of a list, as the core checks them. */
  readonly minimum?: number
  readonly exclusiveMinimum?: number
  readonly maximum?: number
  readonly even?: boolean
  /** The allowed values, in words: the bounds, and further constraints. */
  readonly range?: string
  readonly description: string
  readonly descriptionZh: string
}

/** A named member of the encoding's family. */
export interface EncodingVariant {
  readonly name: string
  readonly nameZh: string
  /** The parameters that the variant sets; all others keep their defaults. */
  readonly parameters: Readonly<Record<string, unknown>>
  readonly testedAgainst: string
}

export interface EncodingEntry {
  readonly type: string
  readonly title: string
  readonly titleZh: string
  readonly paper: string
  readonly link?: string
  readonly year: number
  /** Where the encoding enters: 'embed', 'rotate', 'bias' … */
  readonly doors: readonly string[]
  /** 'required': the formula is defined for causal attention only; 'usual': published for it, computed for any. Absent: for any. */
  readonly causal?: 'required' | 'usual'
  /**
   * What the tokens of the encoding are; absent: text. 'image': patches of an image within text; 'tree': nodes of a graph; 'digits': numbers
   * within text.
   */
  readonly tokens?: 'grid' | 'image' | 'tree' | 'digits' | 'segments'
  /**
   * What a model hands to the encoding instead of position ids: 'tokenIndices', and the ids only choose rows of learned tables;
   * 'visibleTokens': a count from the first token that the attention mask does not hide.
   */
  readonly modelInput?: 'tokenIndices' | 'visibleTokens'
  /** The encoding rotates pairs of channels; a rotation that only scales does not. */
  readonly rotatesPairs?: boolean
  /** The function `frequencies` returns the frequencies of the encoding's pairs. */
  readonly frequencies?: boolean
  /** The bias is a slope per head times the distance, or times the position of the key. */
  readonly linearBias?: boolean
  /** The formula in TeX, for display. */
  readonly formula: string
  readonly conventions: string
  readonly conventionsZh?: string
  readonly parameters: readonly EncodingParameter[]
  readonly variants: readonly EncodingVariant[]
  readonly testedAgainst: string
}
