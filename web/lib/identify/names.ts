// An explanation in words.

import { largest, smallest } from '../boundary/checks.js'
import type { Tensor } from '../boundary/tensor.js'
import type { Conventions } from './types.js'

/** The name of an explanation, such as "rope, layout interleaved, base 500000, positions + 1". */
export function nameOf(how: Conventions): string {
  const { position, mistake, offset = 0 } = how
  const words = [...(mistake ? [`mistake ${mistake}`] : []), ...[position ?? []].flat().map(partName)]
  if (offset !== 0) words.push(`positions ${offset > 0 ? '+' : '−'} ${Math.abs(offset)}`)
  if (how.positions) words.push(`positions ${listText(how.positions)}`)
  if (how.rowPositions) words.push(`positions by row ${rowsText(how.rowPositions)}`)
  if (how.rounding) words.push(how.rounding.replace(' ', ' in '))
  if (how.reversed) words.push(REVERSED)
  if (how.scale !== undefined) words.push(`times ${number(how.scale)}`)
  if (how.inputScale !== undefined) words.push(`input times ${number(how.inputScale)}`)
  if (how.scoreScale !== undefined) words.push(`q·k times ${number(how.scoreScale)}`)
  if (how.side === 'key') words.push('of keys')
  if (how.isCausal) words.push('causal')
  return words.join(', ')
}

const REVERSED = 'turned the other way'

function partName(part: object): string {
  const { type, scaling, reversed, ...fields } = part as {
    type: string
    order?: string
    scaling?: object
    reversed?: boolean
  }
  const { ropeType, ...scale } = (scaling ?? {}) as { ropeType?: string }
  const named = Object.entries<unknown>({ ...fields, ...scale }).map(
    ([key, value]) => `${key} ${key === 'grid' ? gridText(value as Tensor, fields.order) : valueText(value)}`,
  )
  return [type, ...(ropeType ? [ropeType] : []), ...named, ...(reversed ? [REVERSED] : [])].join(', ')
}

function valueText(value: unknown): string {
  if (typeof value === 'number') return number(value)
  if (Array.isArray(value)) return `[${value.map(valueText).join(', ')}]`
  if (typeof value === 'object') return 'from the data'
  return String(value)
}

/** From where to where each coordinate goes; an axial grid leaves out tokens that are not turned, at 0 on all axes. */
function gridText({ data, shape: [axes = 0, tokens = 0] }: Tensor, order: unknown): string {
  const each = Array.from({ length: axes }, (_, axis) => data.subarray(axis * tokens, (axis + 1) * tokens))
  const ranges = each.map((places) => {
    const turned = places.filter(
      (_, token) => order !== 'axial' || each.some((others) => others[token] !== 0),
    )
    return `${number(smallest(turned))} … ${number(largest(turned))}`
  })
  return ranges.join(' × ')
}

const MOST = 12

const listText = (list: readonly number[]): string =>
  `${list.slice(0, MOST).join(', ')}${list.length > MOST ? ' …' : ''}`

/** Of each row the first positions, which tell rows apart as a rule. */
const rowsText = (rows: readonly (readonly number[])[]): string =>
  rows
    .slice(0, MOST_ROWS)
    .map((row) => `${row.slice(0, 3).join(', ')} …`)
    .concat(rows.length > MOST_ROWS ? ['…'] : [])
    .join(' | ')

const MOST_ROWS = 4

const number = (x: number): string => String(Number(x.toPrecision(6)))
