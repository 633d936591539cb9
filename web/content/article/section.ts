// Structure of a section of the article. Both languages are side by side, so that no paragraph can be missing in one.

import { type Bilingual, say } from '../bilingual.js'
import type { Json } from '../json.js'
import type { FigureName } from './figures.js'

/** A text is HTML with three shorthands: $TeX$, <c>content</c> in ink, <o>position</o> in colour. */
export type Block =
  | { readonly kind: 'paragraph'; readonly text: Bilingual }
  | { readonly kind: 'heading'; readonly id: string; readonly text: Bilingual }
  /** A remark or a source, in the margin where there is one. */
  | { readonly kind: 'note'; readonly text: Bilingual }
  | { readonly kind: 'list'; readonly ordered: boolean; readonly items: readonly Bilingual[] }
  /** A formula never appears without the sentence that reads it aloud. */
  | { readonly kind: 'formula'; readonly tex: string; readonly aloud: Bilingual }
  | { readonly kind: 'code'; readonly language: string; readonly text: string }
  /** In states other than `when`, as in data-when of web/elements/parts/figure/page-caption.ts, the figure has its own caption. */
  | { readonly kind: 'figure'; readonly name: FigureName; readonly caption: Bilingual; readonly when: string }
  /** A figure that stays while the steps pass it by. */
  | {
      readonly kind: 'stage'
      readonly name: FigureName
      readonly caption: Bilingual
      readonly steps: readonly Step[]
    }
  | { readonly kind: 'builder' }
  /** The table of site/fallbacks.ts with the four terms of a score, by method. */
  | { readonly kind: 'terms' }

export type FigureBlock = Extract<Block, { kind: 'figure' }>
export type StageBlock = Extract<Block, { kind: 'stage' }>

/** A paragraph, and what it sets in the figure when it is read: only the settings that it speaks of. */
export interface Step {
  readonly text: Bilingual
  readonly state: Readonly<Record<string, Json>>
}

export interface Section {
  readonly id: string
  readonly title: Bilingual
  readonly blocks: readonly Block[]
}

export const paragraph = (en: string, zh: string): Block => ({ kind: 'paragraph', text: say(en, zh) })
export const heading = (id: string, en: string, zh: string): Block => ({
  kind: 'heading',
  id,
  text: say(en, zh),
})
export const note = (en: string, zh: string): Block => ({ kind: 'note', text: say(en, zh) })
export const formula = (tex: string, en: string, zh: string): Block => ({
  kind: 'formula',
  tex,
  aloud: say(en, zh),
})
export const code = (language: string, text: string): Block => ({ kind: 'code', language, text })
export const figure = (name: FigureName, en: string, zh: string, when = ''): Block => ({
  kind: 'figure',
  name,
  caption: { en, zh },
  when,
})
export const list = (...items: Bilingual[]): Block => ({ kind: 'list', ordered: false, items })
export const stage = (name: FigureName, caption: Bilingual, ...steps: Step[]): Block => ({
  kind: 'stage',
  name,
  caption,
  steps,
})
export const step = (state: Step['state'], en: string, zh: string): Step => ({ state, text: say(en, zh) })
export const steps = (...items: Bilingual[]): Block => ({ kind: 'list', ordered: true, items })
export const builder: Block = { kind: 'builder' }
export const terms: Block = { kind: 'terms' }

export const section = (id: string, title: Bilingual, ...blocks: Block[]): Section => ({ id, title, blocks })
