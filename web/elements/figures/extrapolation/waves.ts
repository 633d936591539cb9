// Wavelengths of a rotation, as it is and scaled.

import type { Position } from 'whereformer'
import type { Means } from '../../parts/figure/figure-body.js'
import type { OwnModel } from '../../parts/trained/own-model.js'
import type { ExtrapolationState } from './loss-ledger.js'
import { LENGTHS } from './losses.js'
import { baseOf, ropeScaledBy, type Scaling, TRAINED_ROPE } from './scalings.js'

export interface WavesDrawing {
  view: 'wavelengths'
  plain: Float32Array
  scaled: Float32Array
  scaling: Scaling
  factor: number
  position: Position
  context: number
  longest: number
}

/** The length that methods which look at it are shown for. */
const LONGEST = LENGTHS.at(-1) as number

export async function drawWaves(
  { library }: Pick<Means, 'library'>,
  state: ExtrapolationState,
  own?: OwnModel,
): Promise<WavesDrawing> {
  const { scaling, factor } = state
  const rope = own ? ropeOf(own) : TRAINED_ROPE
  const { context, dim } = rope
  const longest = own ? Math.round(context * factor) : LONGEST
  const position = ropeScaledBy(scaling, factor, rope)
  const wavesOf = async (at: Position) => {
    const { inverse } = await library.frequencies(at, { dim, length: longest })
    return inverse.map((angle) => (2 * Math.PI) / angle)
  }
  const [plain, scaled] = await Promise.all([wavesOf(ropeScaledBy('none', 1, rope)), wavesOf(position)])
  return { view: 'wavelengths', plain, scaled, scaling, factor, position, context, longest }
}

const ropeOf = ({ model, context }: OwnModel) => {
  const { position, spec } = model
  const first = 'layers' in position ? position.layers[0] : position
  return { base: baseOf(first) ?? TRAINED_ROPE.base, context, dim: spec.headDim }
}
