// The catalogue of encodings; its entries are generated from the front matter of the C++ headers.

export type ParameterKind = 'number' | 'integer' | 'boolean' | 'choice' | 'numbers' | 'tensor'

export interface EncodingParameter {
  readonly name: string
  readonly kind: ParameterKind
  /** The words of a choice. */
  readonly choices?: readonly string[]
  /** The names of the axes of a tensor. */
  readonly shape?: readonly string[]
  readonly default?: number | string | boolean | readonly number[]
  readonly required?: boolean
  /** Without a default: absent means something of its own. */
  readonly optional?: boolean
  /** The allowed values, in words. */
  readonly range?: string
  readonly description: string
  readonly descriptionZh: string
}

export interface EncodingEntry {
  readonly type: string
  readonly title: string
  readonly titleZh: string
  readonly paper: string
  readonly link?: string
  readonly year: number
  /** Where it enters: 'embed', 'rotate', 'bias' … */
  readonly doors: readonly string[]
  readonly conventions: string
  readonly parameters: readonly EncodingParameter[]
  readonly testedAgainst: string
}

export { encodings } from './catalogue.generated.js'
