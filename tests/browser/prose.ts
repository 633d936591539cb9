// What a reader of the article reads, without the figures.

import type { Block, Prose } from '../../web/demo/article/section.js'

export function proseOf(block: Block): Prose[] {
  if (block.kind === 'list') return [...block.items]
  if (block.kind === 'formula') return [block.aloud]
  if (block.kind === 'figure') return [block.caption]
  return block.kind === 'code' || block.kind === 'builder' || block.kind === 'terms' ? [] : [block.text]
}
