// The article, from top to bottom: the first screen, then seven chapters.

import { type Bilingual, say } from '../bilingual.js'
import { slideCaption, slideLook } from '../slide-words.js'
import { absolute } from './absolute.js'
import { blind } from './blind.js'
import { doors } from './doors.js'
import { longer } from './longer.js'
import { relative } from './relative.js'
import { rotary } from './rotary.js'
import type { Chapter, FigureBlock } from './section.js'
import { train } from './train.js'

export const title: Bilingual = {
  en: 'Where position enters a Transformer',
  zh: '位置从哪里进入 Transformer',
}

export const lead: Bilingual = {
  en: 'A Transformer compares all tokens of a text at once. Nothing in that comparison says which token comes first. This page shows how models are told, and when it fails. Every figure computes in your browser.',
  zh: 'Transformer 同时比较一段文本中的所有词元，而这种比较本身并不说明哪个在前。本页讲模型如何得知位置，又在什么时候失灵。所有的图都在你的浏览器里计算。',
}

/** Stands in bold beside the first figure. */
export const question = slideLook

/** On the first screen. */
export const hero: FigureBlock = {
  kind: 'figure',
  name: 'hero',
  caption: slideCaption,
  when: '',
}

export const onward: Bilingual = say(
  '<a href="#blind">Seven short chapters</a>, twelve minutes.',
  '<a href="#blind">七章短文</a>，十二分钟。',
)

export const chapters: readonly Chapter[] = [blind, absolute, relative, rotary, doors, longer, train]
