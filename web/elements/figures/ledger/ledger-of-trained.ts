// The drawing of <wf-ledger> for the reader's text, as a trained model under the chosen encoding reads it.

import type { AnyLibrary } from '../../parts/engine/library.js'
import { unused } from '../../parts/figure/unused.js'
import { ownModel } from '../../parts/trained/own-model.js'
import { prepare } from '../../parts/trained/passage.js'
import { smallModel } from '../../parts/trained/small-models.js'
import {
  isFolderNamed,
  modelsFolder,
  type OnShare,
  type TrainedModel,
  trainedModel,
} from '../../parts/trained/trained-models.js'
import type { SmallName, TrainedName } from '../../parts/trained/trained-names.js'
import { drawLedgerOfModel } from './drawing-of-model.js'
import type { LedgerDrawing } from './ledger-drawing.js'
import { LEDGER_EXAMPLE } from './ledger-fields.js'
import { LEDGER_TOKENS } from './limits.js'
import type { LedgerState } from './terms.js'

const SMALL_OF: Readonly<Record<string, SmallName>> = { rope: 'small-rope', learned: 'small-learned' }
const LARGE_OF: Readonly<Record<string, TrainedName>> = { alibi: 'alibi', t5: 't5' }

/** Encodings under which a model was trained that is at hand: in the package, or in a folder of models that somebody named. */
export const isTrained = (encoding: string, modelBase: string): boolean =>
  Object.hasOwn(SMALL_OF, encoding) || (Object.hasOwn(LARGE_OF, encoding) && isFolderNamed(modelBase))

/** A model was trained with the usual parameters only: with others, the vectors are random. */
export const readsByTrained = ({ vectors, encoding, parameters }: LedgerState, modelBase: string): boolean =>
  vectors === 'head' && Object.keys(parameters).length === 0 && isTrained(encoding, modelBase)

export interface Opening {
  modelBase: string
  onShare: OnShare
}

export async function drawLedgerOfTrained(
  library: AnyLibrary,
  state: LedgerState,
  opening: Opening,
): Promise<LedgerDrawing> {
  const trained = await opened(library, state.encoding, opening)
  const prepared = prepare(state.text, trained.characters, LEDGER_TOKENS, LEDGER_EXAMPLE)
  const own = ownModel({ title: '', model: trained.model, context: trained.context })
  const drawing = await drawLedgerOfModel(library, own, { ...state, text: prepared.characters.join('') })
  const entry = library.encodings.find(({ type }) => type === state.encoding) ?? drawing.entry
  const model = drawing.model && { ...drawing.model, prepared, known: trained.characters }
  const refusals = [...unused(['tokens', 'causal', 'seed'], 'vectors=random'), ...drawing.refusals]
  return { ...drawing, entry, refusals, ...(model ? { model } : {}) }
}

function opened(
  library: AnyLibrary,
  encoding: string,
  { modelBase, onShare }: Opening,
): Promise<TrainedModel<SmallName | TrainedName>> {
  const small = SMALL_OF[encoding]
  return small
    ? smallModel(library, small, modelBase, onShare)
    : trainedModel(library, LARGE_OF[encoding] as TrainedName, modelsFolder(modelBase), onShare)
}
