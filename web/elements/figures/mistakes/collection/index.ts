// The mistakes, in the order of the page and of docs/mistakes.md.

import { type Bilingual, say } from '../../../../content/bilingual.js'
import { alibiMistakes } from './alibi.js'
import type { Mistake } from './mistake.js'
import { ropeUseMistakes } from './rope-use.js'
import { rotationMistakes } from './rotation.js'
import { scoreMistakes } from './score.js'
import { sinusoidMistakes } from './sinusoid.js'
import { t5Mistakes } from './t5.js'
import { tableMistakes } from './tables.js'

export { distance, type Library, type Mistake } from './mistake.js'

export interface MistakeGroup {
  readonly title: Bilingual
  readonly mistakes: readonly Mistake[]
}

export const groups: readonly MistakeGroup[] = [
  { title: say('Scores', '得分'), mistakes: scoreMistakes },
  { title: say('Sinusoidal encoding', '正弦编码'), mistakes: sinusoidMistakes },
  { title: say('RoPE: the rotation', 'RoPE：旋转本身'), mistakes: rotationMistakes },
  { title: say('RoPE: use and effects', 'RoPE：用法与效果'), mistakes: ropeUseMistakes },
  { title: say('Relative-position tables', '相对位置表'), mistakes: tableMistakes },
  { title: say('T5', 'T5'), mistakes: t5Mistakes },
  { title: say('ALiBi', 'ALiBi'), mistakes: alibiMistakes },
]

export const mistakes: readonly Mistake[] = groups.flatMap((group) => group.mistakes)
