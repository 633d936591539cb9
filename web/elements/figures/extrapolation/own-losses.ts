// The losses of a model that the page has loaded, as it is and with its rotation scaled.

import type { StackPosition } from 'whereformer'
import { troubleOf } from '../../parts/figure/trouble.js'
import type { OwnModel } from '../../parts/trained/own-model.js'
import { type CurvePlan, type LossDrawing, LossLedger, type LossTask } from './loss-ledger.js'
import { type Loss, lossAt } from './losses.js'
import { scaledIn } from './scalings.js'

/** Longer texts take minutes with a model of ordinary size, and their logits gigabytes. */
const MOST_OF_OWN = 512

/** Powers of two, from a quarter of the context, to eight times it. */
function lengthsFor({ context }: OwnModel): number[] {
  const end = Math.min(8 * context, MOST_OF_OWN)
  return [8, 16, 32, 64, 128, 256, 512].filter(
    (length) => length <= end && length >= Math.min(context, end) / 16,
  )
}

/** The losses of a model that the page has loaded, as it is and scaled. */
export async function drawOwnLosses(
  { state, progress, run, standIn }: Omit<LossTask, 'modelBase'>,
  own: OwnModel,
): Promise<LossDrawing> {
  const { position } = own.model
  const scaled =
    state.scaling === 'none' ? undefined : scaledIn(position, state.scaling, state.factor, own.context)
  const plans: CurvePlan[] = [
    { model: 'own', scaling: 'none' },
    ...(scaled ? [{ model: 'own', scaling: state.scaling } as const] : []),
  ]
  const lengths = lengthsFor(own)
  const ledger = new LossLedger(plans, state.factor, { lengths, context: own.context, title: own.title })
  const ids = await ledger.readsOf(own, { state, standIn }, (lengths.at(-1) ?? 0) + 1)
  run.show(ledger.drawing)
  for (const plan of plans)
    for (const [i, length] of lengths.entries()) {
      if (run.signal.aborted) return ledger.drawing
      const loss = await lossOf(own, plan.scaling === 'none' ? undefined : scaled, ids, length, run.signal)
      if (loss === undefined) return ledger.drawing
      ledger.enter(plan, i, loss)
      const { done, total } = ledger.drawing
      progress(done / total)
      run.show(ledger.drawing)
    }
  return ledger.drawing
}

const NOTHING: Loss = { mean: Number.NaN, spread: Number.NaN }

/** Nothing where a table ends, or the text. */
async function lossOf(
  trained: OwnModel,
  position: StackPosition | undefined,
  ids: readonly number[],
  length: number,
  signal: AbortSignal,
): Promise<Loss | undefined> {
  if (length >= ids.length) return NOTHING
  try {
    return await lossAt({ trained, position, ids, length, signal })
  } catch (cause) {
    if (troubleOf(cause).kind === 'value') return NOTHING
    throw cause
  }
}
