// What tools/generate/loss-record.mjs records: every loss that the figure opens with. `open` gives the trained models.

import { attentionMap } from '../../parts/trained/reading.js'
import { TRAINED, type TrainedModel, type TrainedName } from '../../parts/trained/trained-models.js'
import type { TrainedPlan } from './curve-plans.js'
import { heldOut } from './held-out.js'
import type { LossRecord, RecordedCurve, RecordedCut } from './loss-record.js'
import { LENGTHS, type Loss, lossesAt, meanOf } from './losses.js'
import { SCALINGS, TRAINED_ROPE } from './scalings.js'
import { trainedLoss } from './trained-loss.js'

export interface Recorded {
  characters: number
  factor: number
  open: (name: TrainedName) => Promise<TrainedModel>
  onDone: (what: string) => void
}

const { context } = TRAINED_ROPE
const NEVER = new AbortController().signal
const LONGEST = LENGTHS.at(-1) as number
/** The later half of each window, on the whole of the held-out text: small differences need many predictions. */
const FROM = LONGEST / 2
const CUTS: readonly [TrainedName, number][] = [
  ['rope', context],
  ['t5', context],
  ['alibi', context],
  ['alibi', 32],
  ['alibi', 96],
]

export async function recordLosses({ characters, factor, open, onDone }: Recorded): Promise<LossRecord> {
  const models = new Map<TrainedName, TrainedModel>()
  for (const name of TRAINED) models.set(name, await open(name))
  const of = (name: TrainedName) => models.get(name) as TrainedModel
  const ids = await of('alibi').model.encode(heldOut.slice(0, characters + 1))
  const curves: RecordedCurve[] = []
  for (const plan of plans()) {
    curves.push(await curveOf(of(plan.model), plan, factor, ids))
    onDone(`${plan.model}, scaling ${plan.scaling}, ${plan.kept ? `the last ${plan.kept}` : 'all'}`)
  }
  const all = await of('alibi').model.encode(heldOut)
  const cuts: RecordedCut[] = []
  for (const [model, kept] of CUTS) {
    cuts.push(await lateCut(of(model), kept, all))
    onDone(`${model}, the later halves, the last ${kept}`)
  }
  const late = { from: FROM + 1, to: LONGEST, predictions: (all.length - 1) / 2, cuts }
  const beyond = await beyondOf(of('alibi'), all)
  const vocab = of('alibi').characters.length
  return { characters, vocab, factor, lengths: LENGTHS, curves, late, beyond }
}

function plans(): TrainedPlan[] {
  const scaled = SCALINGS.filter((scaling) => scaling !== 'none')
  return [
    ...TRAINED.map((model): TrainedPlan => ({ model, scaling: 'none' })),
    ...TRAINED.map((model): TrainedPlan => ({ model, scaling: 'none', kept: context })),
    ...scaled.map((scaling): TrainedPlan => ({ model: 'rope', scaling })),
  ]
}

async function curveOf(
  trained: TrainedModel,
  plan: TrainedPlan,
  factor: number,
  ids: readonly number[],
): Promise<RecordedCurve> {
  const found: (Loss | undefined)[] = []
  for (const length of LENGTHS)
    found.push(await trainedLoss(trained, plan, { factor, ids, length, signal: NEVER }))
  return {
    model: plan.model,
    scaling: plan.scaling,
    kept: plan.kept ?? null,
    losses: found.map((loss) => rounded(loss?.mean)),
    spreads: found.map((loss) => rounded(loss?.spread)),
  }
}

async function lateCut(trained: TrainedModel, kept: number, ids: readonly number[]): Promise<RecordedCut> {
  const request = { trained, position: undefined, ids, length: LONGEST, signal: NEVER }
  const isLate = (_: number, i: number) => i % LONGEST >= FROM
  const whole = ((await lossesAt(request)) ?? []).filter(isLate)
  const cut = ((await lossesAt({ ...request, kept })) ?? []).filter(isLate)
  const { mean, spread } = meanOf(whole.map((loss, i) => loss - (cut[i] as number)))
  return {
    model: trained.name,
    kept,
    whole: rounded(meanOf(whole).mean) as number,
    cut: rounded(meanOf(cut).mean) as number,
    difference: rounded(mean) as number,
    spread: rounded(spread) as number,
  }
}

async function beyondOf({ model }: TrainedModel, ids: readonly number[]): Promise<LossRecord['beyond']> {
  const { layers, heads } = model.spec
  const sums = Array.from({ length: layers }, () => Array.from({ length: heads }, () => 0))
  const windows = Math.floor((ids.length - 1) / LONGEST)
  for (let window = 0; window < windows; window++) {
    const inputIds = ids.slice(window * LONGEST, (window + 1) * LONGEST)
    const { attentions } = await model.forward({ inputIds }, { return: ['attentions'] })
    for (const [layer, row] of sums.entries())
      for (const head of row.keys())
        row[head] = (row[head] as number) + shareBeyond(attentionMap(attentions, layer, head).data) / windows
  }
  return {
    from: LONGEST - context + 1,
    to: LONGEST,
    distance: context,
    shares: sums.map((row) => row.map((share) => rounded(share) as number)),
  }
}

/** Of the last queries, as many as the training length. */
function shareBeyond(map: Float32Array): number {
  let sum = 0
  for (let query = LONGEST - context; query < LONGEST; query++)
    for (let key = 0; key <= query - context; key++) sum += map[query * LONGEST + key] as number
  return sum / context
}

const rounded = (value = Number.NaN): number | null =>
  Number.isFinite(value) ? Number(value.toFixed(4)) : null
