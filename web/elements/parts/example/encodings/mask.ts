import type { MaskPosition } from 'whereformer'
import { exampleMasks } from '../../positions/example-positions.js'
import type { OwnExample } from './own.js'

export const mask: OwnExample<MaskPosition> = {
  inOrder: true,
  // the parameters that its kind needs and that the reader has not chosen
  perToken: (position, { length }) => {
    const example = exampleMasks(length).find((one) => one.type === 'mask' && one.kind === position.kind)
    return { ...(example as MaskPosition | undefined), ...position }
  },
  note: {
    en: () => 'A mask depends on the order of the sequence, not on position ids.',
    zh: () => '掩码取决于序列里的次序，与位置编号无关。',
  },
}
