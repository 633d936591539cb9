// What a figure says of formulas: why one is none, or that nothing shows it.

import type { FormulaKind } from '../../../formula/names.js'
import type { Refused } from '../figure/figure-state.js'
import type { OwnEncoding } from './own-encoding.js'

/** @param shows the setting with which the figure shows a formula, such as encoding=custom */
export function formulaRefusals<Kind extends FormulaKind>(
  own: Pick<OwnEncoding, 'refusals'> | undefined,
  state: Readonly<Record<Kind, string>>,
  shows: string,
): readonly { [K in Kind]: Refused & { name: K; used: string } }[Kind][] {
  const kinds = (['bias', 'frequencies'] as const).filter((kind): kind is Kind => kind in state)
  const unused = kinds.filter((kind) => state[kind] !== '').map((name) => ({ name, wanted: shows, used: '' }))
  return (own ? own.refusals : unused) as ReturnType<typeof formulaRefusals<Kind>>
}
