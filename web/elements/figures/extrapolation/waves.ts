// The pairs of a rotation, as it is and scaled: how many positions one full rotation takes.

import type { Position } from 'whereformer'
import type { Means } from '../../parts/figure/figure-body.js'
import type { OwnModel } from '../../parts/trained/own-model.js'
import type { ExtrapolationState } from './loss-ledger.js'
import { baseOf, ropeScaledBy, type Scaling, TRAINED_ROPE } from './scalings.js'

export interface WavesDrawing {
  view: 'dials' | 'wavelengths'
  /** Wavelengths in positions, by pair. */
  plain: Float32Array
  scaled: Float32Array
  scaling: Scaling
  factor: number
  position: Position
  context: number
  /** Longer than in training: what methods that look at the length are shown for, and what the dials reach. */
  longest: number
}

export async function drawWaves(
  { library }: Pick<Means, 'library'>,
  state: ExtrapolationState,
  own?: OwnModel,
): Promise<WavesDrawing> {
  const { scaling, factor } = state
  const rope = own ? ropeOf(own) : TRAINED_ROPE
  const { context, dim } = rope
  const longest = own ? Math.round(context * factor) : Number(state.length)
  const position = ropeScaledBy(scaling, factor, rope)
  const wavesOf = async (at: Position) => {
    const { inverse } = await library.frequencies(at, { dim, length: longest })
    return inverse.map((angle) => (2 * Math.PI) / angle)
  }
  const [plain, scaled] = await Promise.all([wavesOf(ropeScaledBy('none', 1, rope)), wavesOf(position)])
  const view = state.view === 'dials' ? 'dials' : 'wavelengths'
  return { view, plain, scaled, scaling, factor, position, context, longest }
}

const ropeOf = ({ model, context }: OwnModel) => {
  const { position, spec } = model
  const first = 'layers' in position ? position.layers[0] : position
  return { base: baseOf(first) ?? TRAINED_ROPE.base, context, dim: spec.headDim }
}
