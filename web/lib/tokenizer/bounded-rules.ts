// Keeps the rules of a tokenizer within bounds: the time of its patterns, and what its Replace rules write.

import { refuse, WhereformerError } from '../boundary/errors.js'
import { whyTooSlow } from './pattern-cost.js'

/** The most characters that all Replace rules write in one call: each may double the text. */
const MOST_WRITTEN = 2 ** 24

interface Rule {
  config?: { type?: string; content?: string }
  pattern?: unknown
  /** The parts of a sequence. */
  normalizers?: unknown[]
  tokenizers?: unknown[]
  decoders?: unknown[]
  normalize?(text: string): string
  pre_tokenize_text?(text: string): string[]
  decode_chain?(tokens: string[]): string[]
}

export class BoundedRules {
  #written = 0

  /** Bounds the Replace rules of a tokenizer's parts. */
  constructor(parts: readonly unknown[]) {
    for (const part of parts) this.#bound(part)
  }

  /** Begins to count anew; called before each call of the tokenizer. */
  start(): void {
    this.#written = 0
  }

  #bound(part: unknown): void {
    if ((typeof part !== 'function' && typeof part !== 'object') || part === null) return
    const rule = part as Rule
    for (const inner of [...(rule.normalizers ?? []), ...(rule.tokenizers ?? []), ...(rule.decoders ?? [])])
      this.#bound(inner)
    if (!(rule.pattern instanceof RegExp)) return
    requireFast(rule.pattern)
    if (rule.config?.type === 'Replace') this.#boundReplace(rule, rule.pattern, rule.config.content ?? '')
  }

  #boundReplace(rule: Rule, pattern: RegExp, content: string): void {
    const replace = (text: string) => this.#replace(text, pattern, content)
    if (rule.normalize) rule.normalize = replace
    if (rule.pre_tokenize_text) rule.pre_tokenize_text = (text) => [replace(text)]
    if (rule.decode_chain) rule.decode_chain = (tokens) => tokens.map(replace)
  }

  // as the original does, `content` is inserted as it is, $ too
  #replace(text: string, pattern: RegExp, content: string): string {
    this.#count(text.length)
    return text.replace(pattern, () => {
      this.#count(content.length)
      return content
    })
  }

  #count(characters: number): void {
    this.#written += characters
    if (this.#written > MOST_WRITTEN)
      throw refuse(
        'ERR_VALUE',
        'text',
        `one for which the rules write more than ${MOST_WRITTEN} characters`,
        'less',
      )
  }
}

function requireFast(pattern: RegExp): void {
  const why = whyTooSlow(pattern)
  if (why === undefined) return
  const shown = pattern.source.length > 60 ? `${pattern.source.slice(0, 60)}…` : pattern.source
  throw new WhereformerError('ERR_UNSUPPORTED', `tokenizer: the pattern ${shown} could take too long: ${why}`)
}
