// What generate() continues: one text or several, as ids or as text, with masks. Each is continued on its own, without its hidden tokens,
// so that padding on either side changes nothing.

import { isList, itemsOf, textOf } from '../boundary/checks.js'
import { refuse } from '../boundary/errors.js'
import { flagOf, idsOf, rowsIn, valuesOf } from './sequences.js'

export interface Prompt {
  /** The ids as given, padding included, or the tokens of a text. */
  ids: Int32Array
  /** The mask: 1 = a token, 0 = padding; empty without padding. */
  mask: Uint8Array
  text?: string
}

export interface Prompts {
  list: Prompt[]
  /** Was a list of texts or of lists given? */
  batched: boolean
}

/** The prompts of a call of generate(). @param mask options.attentionMask */
export function promptsOf(
  input: unknown,
  mask: unknown,
  vocab: number,
  encode: (text: string) => number[],
): Prompts {
  const texts = textsOf(input)
  if (texts) {
    if (mask !== undefined)
      throw refuse('ERR_UNSUPPORTED', 'options.attentionMask', 'a mask', 'no mask: text has no padding')
    const ofText = (text: string, at: string) => ({
      ids: idsOf(encode(text), at, vocab),
      mask: new Uint8Array(0),
      text,
    })
    return {
      list: texts.map((text, i) => ofText(text, nameOf(i, typeof input !== 'string'))),
      batched: typeof input !== 'string',
    }
  }
  const { rows, batched } = rowsIn(input, 'inputIds')
  const ids = rows.map((row, i) => idsOf(row, nameOf(i, batched), vocab))
  const masks = mask === undefined ? [] : masksFor(mask, ids)
  return { list: ids.map((row, i) => ({ ids: row, mask: masks[i] ?? new Uint8Array(0) })), batched }
}

function nameOf(index: number, batched: boolean): string {
  return batched ? `inputIds[${index}]` : 'inputIds'
}

function textsOf(input: unknown): string[] | undefined {
  if (typeof input === 'string') return [input]
  if (!isList(input, 'inputIds')) return undefined
  const items = itemsOf(input, 'inputIds', 'a list')
  if (typeof items[0] !== 'string') return undefined
  return items.map((item, i) => textOf(item, `inputIds[${i}]`))
}

// The masks of prompts, which may differ in length: each has a mask of its own length, or one holds for all.
function masksFor(value: unknown, ids: readonly Int32Array[]): Uint8Array[] {
  const argument = 'options.attentionMask'
  const { rows } = rowsIn(value, argument)
  if (rows.length !== ids.length && rows.length !== 1) {
    throw refuse(
      'ERR_SHAPE',
      argument,
      `${rows.length} rows`,
      `${ids.length}, like inputIds, or one row for all`,
    )
  }
  return ids.map(({ length }, i) => {
    const at = rows.length === 1 ? argument : `${argument}[${i}]`
    const row = valuesOf(rows[rows.length === 1 ? 0 : i], at, 'a list of 0 and 1')
    if (row.length !== length)
      throw refuse('ERR_SHAPE', at, `${row.length} entries`, `${length}, one per token`)
    const flags = row.map((flag, j) => flagOf(flag, `${at}[${j}]`, '1 (a token) or 0 (padding)'))
    if (flags.includes(1)) return Uint8Array.from(flags)
    throw refuse('ERR_VALUE', at, 'no visible token', 'at least one')
  })
}

/** The tokens that are not hidden. */
export function visibleIn({ ids, mask }: Prompt): Int32Array {
  return mask.length === 0 ? ids : ids.filter((_, i) => mask[i] === 1)
}
