import type { ForgetPosition, Tensor, TensorLike } from 'whereformer'
import { linear } from '../../positions/example-positions.js'
import { CONTENTS, rowsOf } from '../content-rows.js'
import type { OwnExample } from './own.js'

const gates = ({ shape: [, heads = 1] }: TensorLike): Tensor => linear(41, [CONTENTS, heads], 0, 5)

export const forget: OwnExample<ForgetPosition> = {
  inOrder: true,
  perToken: (position, contents) => ({
    ...position,
    gateLogits: rowsOf(gates(position.gateLogits), contents),
  }),
  note: {
    en: (title) =>
      `‘${title}’ is causal: each token’s gate is computed from its vector, and a score depends on the gates in between, in sequence order, not on position ids.`,
    zh: (title) =>
      `“${title}”是因果的：每个词元的门由它自己的向量算出，得分取决于序列里夹在中间的那些门，与位置编号无关。`,
  },
}
