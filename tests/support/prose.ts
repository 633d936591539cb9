// What a reader of the article reads, without the figures.

import { sections } from '../../web/demo/article/index.js'
import type { Block, Prose } from '../../web/demo/article/section.js'

export function proseOf(block: Block): Prose[] {
  if (block.kind === 'list') return [...block.items]
  if (block.kind === 'formula') return [block.aloud]
  if (block.kind === 'figure') return [block.caption]
  return block.kind === 'code' || block.kind === 'builder' || block.kind === 'terms' ? [] : [block.text]
}

/** All of a section in one text. */
export function textOf(section: string, language: keyof Prose): string {
  const blocks = sections.find(({ id }) => id === section)?.blocks ?? []
  return blocks
    .flatMap(proseOf)
    .map((prose) => prose[language])
    .join(' ')
}
