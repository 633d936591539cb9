// Formulas to start from: the encodings that a formula can say, and some that nobody has published.

import { type Bilingual, say } from '../../../content/bilingual.js'
import type { FormulaKind } from '../../../formula/names.js'

export interface FormulaExample {
  kind: FormulaKind
  text: string
  name: Bilingual
}

export const formulaExamples: readonly FormulaExample[] = [
  { kind: 'bias', text: '-log(1 + abs(d)) * 2^-(h+1)', name: say('KERPLE, logarithm', 'KERPLE，对数') },
  { kind: 'bias', text: '-abs(d)^1.5 * 2^-(h+1)', name: say('KERPLE, power', 'KERPLE，幂') },
  { kind: 'bias', text: '-abs(d) * 2^(-8*(h+1)/H)', name: say('ALiBi', 'ALiBi') },
  { kind: 'bias', text: '-(d/16)^2', name: say('bell curve', '钟形曲线') },
  { kind: 'bias', text: 'abs(d) < 8 ? 0 : -4', name: say('window of 8', '大小为 8 的窗口') },
  { kind: 'bias', text: 'cos(2*pi*d/8) * (h+1)/H', name: say('every eighth token', '每八个词元一次') },
  { kind: 'bias', text: '-log(1 + j)', name: say('early keys, by pair', '偏向靠前的键（逐对）') },
  { kind: 'frequencies', text: '10000^(-2*k/D)', name: say('RoPE', 'RoPE') },
  { kind: 'frequencies', text: '10000^(-2*k/D) / 4', name: say('linear scaling by 4', '线性缩放 4 倍') },
  {
    kind: 'frequencies',
    text: '(10000 * 4^(D/(D-2)))^(-2*k/D)',
    name: say('NTK-aware by 4', 'NTK-aware 4 倍'),
  },
  { kind: 'frequencies', text: '1 / (1 + k)', name: say('harmonic', '调和级数') },
]
