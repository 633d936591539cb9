// The paper's numbers beside ours: how many times the perplexity at the training length, for vocabularies differ. Both are rows of one
// list, in order of the multiple of the training length, and share a row only where the multiples are the same.

import { type Curve, isSame } from './loss-ledger.js'
import { LENGTHS } from './losses.js'
import { COMPARED, PAPER_TRAINED, paperRows } from './paper.js'
import { TRAINED_ROPE } from './scalings.js'

type Compared = (typeof COMPARED)[number]

/** Undefined without a value at this multiple; NaN while ours is not computed yet. */
interface Ratio {
  paper: number | undefined
  here: number | undefined
}

export interface ComparisonRow {
  /** Lengths, in tokens and in characters. */
  paper: number | undefined
  here: number | undefined
  /** Length as a multiple of the training length: the paper's where there is one. */
  multiple: number
  ratios: Readonly<Record<Compared, Ratio>>
}

/** 1012 tokens of 512 are 1.98 times the training length, 1512 are 2.95 times: as good as 2 and 3. */
const SAME = 1.02

export function comparison(curves: readonly Curve[]): ComparisonRow[] {
  const timesOf = (length: number) => length / TRAINED_ROPE.context
  const same = (a: number, b: number) => Math.max(a / b, b / a) <= SAME
  const rowOf = (multiple: number, paper: number | undefined, here: number | undefined): ComparisonRow => {
    const ratioOf = (model: Compared): Ratio => ({
      paper: paper === undefined ? undefined : paperTimes(model, paper),
      here: here === undefined ? undefined : timesAsPerplexed(curves, model, here),
    })
    const ratios = { rope: ratioOf('rope'), t5: ratioOf('t5'), alibi: ratioOf('alibi') }
    return { multiple, paper, here, ratios }
  }
  const theirs = paperRows.map(({ length }) => {
    const multiple = length / PAPER_TRAINED
    return rowOf(
      multiple,
      length,
      LENGTHS.find((here) => same(timesOf(here), multiple)),
    )
  })
  const ours = LENGTHS.filter((here) => !theirs.some((row) => row.here === here))
  return [...theirs, ...ours.map((here) => rowOf(timesOf(here), undefined, here))].sort(
    (a, b) => a.multiple - b.multiple,
  )
}

function paperTimes(model: Compared, length: number): number {
  const at = (wanted: number) =>
    paperRows.find((row) => row.length === wanted)?.perplexity[model] ?? Number.NaN
  return at(length) / at(PAPER_TRAINED)
}

function timesAsPerplexed(curves: readonly Curve[], model: Compared, length: number): number {
  const losses = curves.find((curve) => isSame(curve, { model, scaling: 'none' }))?.losses ?? []
  const at = (wanted: number) => losses[LENGTHS.indexOf(wanted as (typeof LENGTHS)[number])] ?? Number.NaN
  return Math.exp(at(length) - at(LENGTHS[0]))
}

export interface Difference {
  model: Compared
  /** Length as a multiple of the training length of our models. */
  times: number
  paper: number
  here: number
}

/** Differ by more than a tenth. */
const APART = 1.1

/** The multiple at which each model differs most from the paper, if it does. */
export function differences(rows: readonly ComparisonRow[]): Difference[] {
  return COMPARED.flatMap((model) => {
    const both = rows.flatMap(({ here: length, ratios }): Difference[] => {
      const { paper = Number.NaN, here = Number.NaN } = ratios[model]
      const known = length !== undefined && Number.isFinite(paper) && Number.isFinite(here)
      return known ? [{ model, times: length / TRAINED_ROPE.context, paper, here }] : []
    })
    const apart = ({ paper, here }: Difference) => Math.abs(Math.log(here / paper))
    const [most] = both.sort((a, b) => apart(b) - apart(a))
    return most && apart(most) > Math.log(APART) ? [most] : []
  })
}
