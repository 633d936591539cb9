// The paper's numbers beside ours: how many times the perplexity at the training length, for vocabularies differ.

import type { Curve } from './extrapolation-drawing.js'
import { LENGTHS } from './losses.js'
import { COMPARED, PAPER_TRAINED, paperRows } from './paper.js'

export type Compared = (typeof COMPARED)[number]

export interface Ratio {
  paper: number
  /** NaN while it is not computed. */
  here: number
}

export interface ComparisonRow {
  paper: number
  here: number
  ratios: Readonly<Record<Compared, Ratio>>
}

export function comparison(curves: readonly Curve[]): ComparisonRow[] {
  return paperRows.map(({ paper, here, perplexity }) => {
    const ratioOf = (model: Compared): Ratio => ({
      paper: (perplexity[model] as number) / (paperRows[0]?.perplexity[model] as number),
      here: timesAsPerplexed(curves, model, here),
    })
    return { paper, here, ratios: { rope: ratioOf('rope'), t5: ratioOf('t5'), alibi: ratioOf('alibi') } }
  })
}

function timesAsPerplexed(curves: readonly Curve[], model: Compared, length: number): number {
  const losses = curves.find((curve) => curve.model === model && curve.scaling === 'none')?.losses ?? []
  const at = (wanted: number) => losses[LENGTHS.indexOf(wanted as (typeof LENGTHS)[number])] ?? Number.NaN
  return Math.exp(at(length) - at(LENGTHS[0]))
}

export interface Difference {
  model: Compared
  times: number
  ratio: Ratio
}

/** Apart by more than a tenth. */
const APART = 1.1

/** Where each model differs most from the paper, if it does. */
export function differences(rows: readonly ComparisonRow[]): Difference[] {
  return COMPARED.flatMap((model) => {
    const apart = ({ ratios }: ComparisonRow) => Math.abs(Math.log(ratios[model].here / ratios[model].paper))
    const known = rows.filter(({ ratios }) => Number.isFinite(ratios[model].here))
    const [most] = [...known].sort((a, b) => apart(b) - apart(a))
    if (!most || !(apart(most) > Math.log(APART))) return []
    return [{ model, times: Math.round(most.paper / PAPER_TRAINED), ratio: most.ratios[model] }]
  })
}
