// The article, from top to bottom.

import type { Bilingual } from '../bilingual.js'
import { slideCaption, slideLook } from '../slide-words.js'
import { absolute } from './absolute.js'
import { biases } from './biases.js'
import { blind } from './blind.js'
import { content } from './content.js'
import { doors } from './doors.js'
import { longer } from './longer.js'
import { mistakes } from './mistakes.js'
import { models } from './models.js'
import { relative } from './relative.js'
import { rotary } from './rotary.js'
import type { FigureBlock, Section } from './section.js'
import { train } from './train.js'
import { use } from './use.js'

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

export const overview: Bilingual = {
  en: '<a href="#your-model">Try it with your own model</a>: its files stay on your machine.',
  zh: '<a href="#your-model">用你自己的模型试试</a>：文件不会离开你的电脑。',
}

export const sections: readonly Section[] = [
  blind,
  doors,
  absolute,
  relative,
  rotary,
  biases,
  content,
  train,
  longer,
  models,
  mistakes,
  use,
]
