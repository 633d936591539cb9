// The code that makes an encoding of the reader's own and does something with it: with the library, or in the lab.

import { positionSource, type Source } from '../../../formula/position-source.js'
import { positionCode } from '../export/position-code.js'
import type { OwnEncoding } from './own-encoding.js'

/** @param calls lines that use `position` and `wf` */
export function ownCode(own: OwnEncoding, calls: string): string {
  const { names, lines } = sourceOf(own)
  return `import { ${[...names, 'load'].join(', ')} } from 'whereformer'\n\n${lines}\n\nconst wf = await load()\n${calls}`
}

/** @param calls lines that use `position` and the lab's `run` */
export function ownLabCode(own: OwnEncoding, calls: string): string {
  const { names, lines } = sourceOf(own)
  const library = names.length ? `import { ${names.join(', ')} } from 'whereformer'\n` : ''
  return `${library}import { run } from 'whereformer/lab'\n\n${lines}\n\n${calls}`
}

/** Lines that define `position`. */
function sourceOf({ formula, position, sizes }: OwnEncoding): Source {
  const { heads, dim, tokens } = sizes
  const layout = 'layout' in position ? position.layout : undefined
  return formula
    ? positionSource(formula, { heads, dim, length: tokens }, layout)
    : { names: [], lines: `const position = ${positionCode(position)}` }
}
