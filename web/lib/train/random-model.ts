// What callers say of a random model.

import type { ModelSpec } from '../families/family.js'
import type { LoadModelOptions } from '../families/weight-format.js'
import type { Position } from '../position/position-types.generated.js'
import type { TableReference } from '../position/table-reference.js'

/** Fields that are absent are as in LLaMA. */
export type RandomModelSpec = Pick<ModelSpec, 'vocab' | 'dModel' | 'layers' | 'heads'> & Partial<ModelSpec>

/** Tables are named with their shape, as in a config.json: they are drawn, too. */
type StackOfReferences = Position<TableReference> | { layers: readonly Position<TableReference>[] }

export interface RandomModelOptions {
  /** None when absent; `{ encoder, decoder }` for two stacks. */
  position?: StackOfReferences | { encoder: StackOfReferences; decoder: StackOfReferences }
  /** A whole number from 0 to 2^53 − 1; 0 when absent. */
  seed?: number
  /** As for loadModel(): `stored` (default), which is float32 here, or `q8`. */
  weights?: LoadModelOptions['weights']
}
