// The side pages, in the order in which the chapters lead to them.

import type { FigureName } from '../article/figures.js'
import { biases } from './biases.js'
import { content } from './content.js'
import { details } from './details.js'
import { generating } from './generating.js'
import { mistakes } from './mistakes.js'
import { models } from './models.js'
import type { Page, PageName } from './page.js'
import { stretching } from './stretching.js'

export const pages: readonly Page[] = [details, biases, content, generating, stretching, models, mistakes]

/** The page on which a figure stands. */
export function pageOf(figure: FigureName): PageName | 'article' {
  const has = ({ sections }: Page) =>
    sections.some(({ blocks }) => blocks.some((block) => block.kind === 'figure' && block.name === figure))
  return pages.find(has)?.name ?? 'article'
}
