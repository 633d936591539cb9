// What a reader of the article and its side pages reads, without the figures.

import { chapters } from '../../web/content/article/index.js'
import type { Block, Step } from '../../web/content/article/section.js'
import type { Bilingual } from '../../web/content/bilingual.js'
import { pages } from '../../web/content/pages/index.js'

function proseOf(block: Block): Bilingual[] {
  switch (block.kind) {
    case 'list':
      return [...block.items]
    case 'formula':
      return [block.aloud]
    case 'figure':
      return [block.caption]
    case 'paragraph':
    case 'heading':
    case 'note':
      return [block.text]
    default:
      return []
  }
}

/** Questions have their words elsewhere. */
const stepsOf = (steps: readonly Step[]): Bilingual[] =>
  steps.flatMap((step) => (step.kind === 'ask' ? [] : [step.text]))

interface Part {
  readonly id: string
  readonly title: Bilingual
  readonly prose: readonly Bilingual[]
}

export const chapterParts: readonly Part[] = chapters.map(({ id, title, stage, blocks }) => ({
  id,
  title,
  prose: [...stepsOf(stage.steps), stage.caption, ...blocks.flatMap(proseOf)],
}))

/** A page begins with its title and its first paragraph. */
const pageParts: readonly Part[] = pages.flatMap(({ name, title, lead, sections }) => [
  { id: name, title, prose: [lead] },
  ...sections.map((section) => ({
    id: section.id,
    title: section.title,
    prose: section.blocks.flatMap(proseOf),
  })),
])

export const parts: readonly Part[] = [...chapterParts, ...pageParts]

/** All of a chapter or a section in one text. */
export function textOf(id: string, language: keyof Bilingual): string {
  const part = parts.find((one) => one.id === id)
  if (!part) throw new Error(`there is no section ${id}`)
  return part.prose.map((text) => text[language]).join(' ')
}
