// The article, from top to bottom.

import type { Bilingual } from '../bilingual.js'
import { slideCaption } from '../slide-caption.js'
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
  en: 'A Transformer reads all words at once; somebody has to tell it which comes first.',
  zh: 'Transformer 一眼看完所有的词，得有人告诉它哪个在前。',
}

/** On the first screen. */
export const hero: FigureBlock = {
  kind: 'figure',
  name: 'hero',
  caption: slideCaption,
  when: '',
}

export const overview: Bilingual = {
  en: 'This page shows the ways in which that is done, what each of them does to the numbers, and when it fails. Every figure computes in your browser; move things and see. <a href="#your-model">Try it with your own model</a>: its files stay on your machine.',
  zh: '本页讲有哪些办法、每种办法对数值做了什么、什么时候会失灵。所有的图都在你的浏览器里计算：动手改一改，看看会怎样。<a href="#your-model">用你自己的模型试试</a>：文件不会离开你的电脑。',
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
