// What a reader of the article reads, without the figures.

import { sections } from '../../web/content/article/index.js'
import type { Block } from '../../web/content/article/section.js'
import type { Bilingual } from '../../web/content/bilingual.js'

export function proseOf(block: Block): Bilingual[] {
  if (block.kind === 'list') return [...block.items]
  if (block.kind === 'formula') return [block.aloud]
  if (block.kind === 'figure') return [block.caption]
  if (block.kind === 'stage') return [block.caption, ...block.steps.map(({ text }) => text)]
  return block.kind === 'code' || block.kind === 'builder' || block.kind === 'terms' ? [] : [block.text]
}

/** All of a section in one text. */
export function textOf(section: string, language: keyof Bilingual): string {
  const blocks = sections.find(({ id }) => id === section)?.blocks ?? []
  return blocks
    .flatMap(proseOf)
    .map((prose) => prose[language])
    .join(' ')
}
