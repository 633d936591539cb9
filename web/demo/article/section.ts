// Structure of a section of the article. Both languages are side by side, so that no paragraph can be missing in one.

import type { Language, Tables } from '../../elements/parts/element/language.js'
import type { FigureName } from './figures.js'

/** HTML with three shorthands: $TeX$, <c>content</c> in blue, <o>position</o> in orange. */
export type Prose = Tables<string>

export type Block =
  | { readonly kind: 'paragraph'; readonly text: Prose }
  | { readonly kind: 'heading'; readonly id: string; readonly text: Prose }
  /** A remark or a source, in the margin where there is one. */
  | { readonly kind: 'note'; readonly text: Prose }
  | { readonly kind: 'list'; readonly ordered: boolean; readonly items: readonly Prose[] }
  /** A formula never appears without the sentence that reads it aloud. */
  | { readonly kind: 'formula'; readonly tex: string; readonly aloud: Prose }
  | { readonly kind: 'code'; readonly language: string; readonly text: string }
  /** In states other than `when`, as in data-when of web/elements/parts/figure/page-caption.ts, the figure has its own caption. */
  | { readonly kind: 'figure'; readonly name: FigureName; readonly caption: Prose; readonly when: string }
  | { readonly kind: 'builder' }
  /** The table of site/fallbacks.ts with the four terms of a score, by method. */
  | { readonly kind: 'terms' }

export type FigureBlock = Extract<Block, { kind: 'figure' }>

export interface Section {
  readonly id: string
  readonly title: Prose
  readonly blocks: readonly Block[]
}

type Words = [en: string, zh: string]

const said = ([en, zh]: Words): Record<Language, string> => ({ en, zh })

export const paragraph = (...text: Words): Block => ({ kind: 'paragraph', text: said(text) })
export const heading = (id: string, ...text: Words): Block => ({ kind: 'heading', id, text: said(text) })
export const note = (...text: Words): Block => ({ kind: 'note', text: said(text) })
export const formula = (tex: string, ...aloud: Words): Block => ({ kind: 'formula', tex, aloud: said(aloud) })
export const code = (language: string, text: string): Block => ({ kind: 'code', language, text })
export const figure = (name: FigureName, en: string, zh: string, when = ''): Block => ({
  kind: 'figure',
  name,
  caption: { en, zh },
  when,
})
export const list = (...items: Words[]): Block => ({ kind: 'list', ordered: false, items: items.map(said) })
export const steps = (...items: Words[]): Block => ({ kind: 'list', ordered: true, items: items.map(said) })
export const builder: Block = { kind: 'builder' }
export const terms: Block = { kind: 'terms' }

export const section = (id: string, title: Words, ...blocks: Block[]): Section => ({
  id,
  title: said(title),
  blocks,
})
