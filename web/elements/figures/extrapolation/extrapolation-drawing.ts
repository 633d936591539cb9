// The losses of the trained models, piece by piece as they are computed.

import {
  modelsFolder,
  TRAINED,
  type TrainedModel,
  type TrainedName,
  trainedModel,
} from '../../parts/trained/trained-models.js'
import { type LossDrawing, LossLedger, type LossTask } from './loss-ledger.js'
import { LENGTHS, lossAt } from './losses.js'
import { baseOf, ropeScaledBy, type Scaling } from './scalings.js'

/** One model after the other, the shortest length first. */
export async function drawLosses(task: LossTask): Promise<LossDrawing> {
  const { library, state, modelBase, progress, run } = task
  const base = modelsFolder(modelBase)
  const plans = TRAINED.flatMap((model): [TrainedName, Scaling][] =>
    model === 'rope' && state.scaling !== 'none'
      ? [
          [model, 'none'],
          [model, state.scaling],
        ]
      : [[model, 'none']],
  )
  const ledger = new LossLedger(plans, state.factor)
  const failures: unknown[] = []
  const loadable = TRAINED.map((model, i) => async () => {
    const onShare = (share = 0) => progress((i + share) / TRAINED.length)
    return trainedModel(library, model, base, onShare)
  })
  const models = new Map<TrainedName, TrainedModel>()
  for (const [i, load] of loadable.entries()) {
    const model = TRAINED[i] as TrainedName
    if (run.signal.aborted) break
    try {
      models.set(model, await load())
    } catch (cause) {
      failures.push(cause)
      ledger.miss(model, cause)
    }
  }
  const [first] = models.values()
  if (!first && failures.length) throw failures[0]
  if (first) {
    await measureAll(task, ledger, models, await ledger.reads(first, task))
  }
  return ledger.drawing
}

async function measureAll(
  { state, run, progress }: LossTask,
  ledger: LossLedger,
  models: ReadonlyMap<TrainedName, TrainedModel>,
  ids: readonly number[],
): Promise<void> {
  run.show(ledger.drawing)
  for (const { model, scaling } of ledger.drawing.curves) {
    const trained = models.get(model as TrainedName)
    if (!trained) continue
    const position =
      scaling === 'none' ? undefined : ropeScaledBy(scaling, state.factor, ropeFound(trained.model.position))
    for (const [i, length] of LENGTHS.entries()) {
      if (run.signal.aborted) return
      const fits = length < ids.length && (model !== 'learned' || length <= trained.context)
      const loss = fits ? await lossAt({ trained, position, ids, length, signal: run.signal }) : Number.NaN
      if (loss === undefined) return
      ledger.enter(model, scaling, i, loss)
      const { done, total } = ledger.drawing
      progress(done / total)
      run.show(ledger.drawing)
    }
  }
}

const ropeFound = (position: unknown) => {
  const base = baseOf(position)
  return base === undefined ? {} : { base }
}
