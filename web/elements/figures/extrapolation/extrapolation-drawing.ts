// The losses of the trained models: those of the record at once, others curve by curve as they are computed.

import {
  modelsFolder,
  type TrainedModel,
  type TrainedName,
  trainedModel,
} from '../../parts/trained/trained-models.js'
import { plansOf, type TrainedPlan } from './curve-plans.js'
import { type ExtrapolationState, type LossDrawing, LossLedger, type LossTask } from './loss-ledger.js'
import { type LossRecord, lossRecord } from './loss-record.js'
import { LENGTHS } from './losses.js'
import { trainedLoss } from './trained-loss.js'

/** One model after the other, the shortest length first. */
export async function drawLosses(task: LossTask): Promise<LossDrawing> {
  const { state } = task
  const { view } = state
  const plans = plansOf(state)
  const ledger = new LossLedger(plans, state.factor, { view: view === 'scaled' ? view : 'loss' })
  const open = isOfRecord(state) ? fillFromRecord(ledger, plans, state.factor) : plans
  if (open.length === 0) {
    const { characters: read, vocab } = lossRecord
    return { ...ledger.drawing, recorded: true, read, vocab }
  }
  const models = await load(task, ledger, [...new Set(open.map(({ model }) => model))])
  const [first] = models.values()
  if (first) await measureAll(task, ledger, open, models, await ledger.reads(first, task))
  return ledger.drawing
}

/** The text and the amount that are recorded. */
const isOfRecord = ({ text, amount, live }: ExtrapolationState) =>
  text === '' && Number(amount) === lossRecord.characters && !live

/** @returns what is not recorded */
function fillFromRecord(ledger: LossLedger, plans: readonly TrainedPlan[], factor: number): TrainedPlan[] {
  return plans.filter((plan) => {
    const known = recordedCurve(lossRecord, plan, factor)
    if (known) ledger.fill(plan, known)
    return !known
  })
}

function recordedCurve({ curves, factor: recorded }: LossRecord, plan: TrainedPlan, factor: number) {
  if (plan.scaling !== 'none' && factor !== recorded) return undefined
  const found = curves.find(
    ({ model, scaling, kept }) =>
      model === plan.model && scaling === plan.scaling && kept === (plan.kept ?? null),
  )
  const numbers = (values: readonly (number | null)[]) => values.map((value) => value ?? Number.NaN)
  return found && { losses: numbers(found.losses), spreads: numbers(found.spreads) }
}

/** Throws where none can be loaded. */
async function load(
  { library, modelBase, progress, run }: LossTask,
  ledger: LossLedger,
  names: readonly TrainedName[],
): Promise<ReadonlyMap<TrainedName, TrainedModel>> {
  const base = modelsFolder(modelBase)
  const models = new Map<TrainedName, TrainedModel>()
  const failures: unknown[] = []
  for (const [i, name] of names.entries()) {
    if (run.signal.aborted) break
    const onShare = (share = 0) => progress((i + share) / names.length)
    try {
      models.set(name, await trainedModel(library, name, base, onShare))
    } catch (cause) {
      failures.push(cause)
      ledger.miss(name, cause)
    }
  }
  if (models.size === 0 && failures.length) throw failures[0]
  return models
}

async function measureAll(
  { state, run, progress }: LossTask,
  ledger: LossLedger,
  plans: readonly TrainedPlan[],
  models: ReadonlyMap<TrainedName, TrainedModel>,
  ids: readonly number[],
): Promise<void> {
  run.show(ledger.drawing)
  for (const plan of plans) {
    const trained = models.get(plan.model)
    if (!trained) continue
    for (const [i, length] of LENGTHS.entries()) {
      if (run.signal.aborted) return
      const at = { factor: state.factor, ids, length, signal: run.signal }
      const loss = await trainedLoss(trained, plan, at)
      if (!loss) return
      ledger.enter(plan, i, loss)
      const { done, total } = ledger.drawing
      progress(done / total)
      run.show(ledger.drawing)
    }
  }
}
