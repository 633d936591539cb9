// The form in which cards of further families are written.

import { type ModelCard, transformers, type Words } from './model-card.js'

export interface Told {
  /** The model_type. */
  type: string
  /** The name of the family, where it is not the model_type. */
  family?: string
  /** The name of the folder in transformers, where it is not the model_type. */
  folder?: string
  title: string
  titleZh?: string
  year: number
  paper: [title: string, link: string]
  position: [doors: Position, en: string, zh: string]
  facts: ModelCard['facts']
  notes: readonly Words[]
}

interface Position {
  types: readonly string[]
  doors: readonly string[]
  instead?: Words
}

export const learned: Position = { types: ['learned'], doors: ['embed'] }
export const rotary: Position = { types: ['rope'], doors: ['rotate'] }
export const windowed = ({ types, doors }: Position): Position => ({
  types: [...types, 'mask'],
  doors: [...doors, 'mask'],
})

export const card = ({
  type,
  family = type,
  folder = type,
  titleZh,
  paper,
  position,
  ...told
}: Told): ModelCard => {
  const [title, link] = paper
  const [where, en, zh] = position
  return {
    ...{ id: type, family, titleZh: titleZh ?? told.title, tutorials: [], source: transformers(folder) },
    ...told,
    paper: { title, link },
    position: { ...where, summary: { en, zh } },
  }
}
