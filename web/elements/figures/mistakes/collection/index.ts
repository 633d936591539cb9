// The mistakes, in the order of the page and of docs/mistakes.md.

import { alibiMistakes } from './alibi.js'
import type { Mistake } from './mistake.js'
import { ropeUseMistakes } from './rope-use.js'
import { rotationMistakes } from './rotation.js'
import { scoreMistakes } from './score.js'
import { sinusoidMistakes } from './sinusoid.js'
import { t5Mistakes } from './t5.js'
import { tableMistakes } from './tables.js'

export { facts } from './facts.js'
export { distance, type Library, list, type Mistake } from './mistake.js'

export interface MistakeGroup {
  readonly title: string
  readonly titleZh: string
  readonly mistakes: readonly Mistake[]
}

export const groups: readonly MistakeGroup[] = [
  { title: 'Scores', titleZh: '得分', mistakes: scoreMistakes },
  { title: 'Sinusoidal codes', titleZh: '正弦编码', mistakes: sinusoidMistakes },
  { title: 'RoPE: the rotation', titleZh: 'RoPE：旋转本身', mistakes: rotationMistakes },
  { title: 'RoPE: where and what for', titleZh: 'RoPE：用在哪里、有什么用', mistakes: ropeUseMistakes },
  { title: 'Tables of distances', titleZh: '距离表', mistakes: tableMistakes },
  { title: 'T5', titleZh: 'T5', mistakes: t5Mistakes },
  { title: 'ALiBi', titleZh: 'ALiBi', mistakes: alibiMistakes },
]

export const mistakes: readonly Mistake[] = groups.flatMap((group) => group.mistakes)
