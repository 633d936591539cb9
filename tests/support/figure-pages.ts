// On which page of the site each figure stands.

import type { FigureName } from '../../web/content/article/figures.js'
import { chapters } from '../../web/content/article/index.js'
import { pageOf, pages } from '../../web/content/pages/index.js'

const chapterFigures: readonly FigureName[] = ['hero', ...chapters.map(({ stage }) => stage.name)]

/** Paths of the article and the side pages below that of a language, with their figures in order. */
export const told: readonly { path: string; figures: readonly FigureName[] }[] = [
  { path: '', figures: chapterFigures },
  ...pages.map(({ name, sections }) => ({
    path: `${name}/`,
    figures: sections.flatMap(({ blocks }) =>
      blocks.flatMap((block) => (block.kind === 'figure' ? [block.name] : [])),
    ),
  })),
]

/** @param language '' or 'zh/' */
export function pathOfFigure(figure: FigureName, language = ''): string {
  const page = pageOf(figure)
  return `${language}${page === 'article' ? '' : `${page}/`}` || '.'
}

/** Paths of a page in both languages. */
export const inBoth = (path: string): readonly string[] => [path || '.', `zh/${path}`]
