// The code that makes an encoding of the reader's own and does something with it.

import { positionSource } from '../../../formula/position-source.js'
import { positionCode } from '../export/position-code.js'
import type { OwnEncoding } from './own-encoding.js'

/** @param calls lines that use `position` and `wf` */
export function ownCode({ formula, position, sizes }: OwnEncoding, calls: string): string {
  const { heads, dim, tokens } = sizes
  const layout = 'layout' in position ? position.layout : undefined
  const { names, lines } = formula
    ? positionSource(formula, { heads, dim, length: tokens }, layout)
    : { names: [], lines: `const position = ${positionCode(position)}` }
  return `import { ${[...names, 'load'].join(', ')} } from 'whereformer'\n\n${lines}\n\nconst wf = await load()\n${calls}`
}
