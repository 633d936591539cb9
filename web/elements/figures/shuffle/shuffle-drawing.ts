// What <wf-shuffle> shows of a state: a text and the same characters in another order, read by the model without a position encoding.

import type { Tensor } from 'whereformer'
import type { Matrix } from '../../parts/matrix/matrix.js'
import { shuffled } from '../../parts/positions/shuffled.js'
import { type Prepared, prepare } from '../../parts/trained/passage.js'
import { attentionMap } from '../../parts/trained/reading.js'
import type { TrainedModel } from '../../parts/trained/trained-models.js'
import type { BareName } from '../../parts/trained/trained-names.js'
import { EXAMPLE, type ShuffleState } from './shuffle-fields.js'

export type BareModel = TrainedModel<BareName>

export interface ShuffleDrawing {
  prepared: Prepared
  known: readonly string[]
  causal: boolean
  layers: number
  heads: number
  layer: number
  head: number
  /** By character of the text: its index in the new order. */
  places: readonly number[]
  /** By index in the new order: the character of the text. */
  order: readonly number[]
  /** Outputs of the layer by character of the text, in the text and in the new order. */
  before: readonly Float32Array[]
  after: readonly Float32Array[]
  /** By character: how far its output moved, as a share of its length. */
  changes: readonly number[]
  /** How many of the outputs in the new order are different. */
  different: number
  /** Attention of the head; rows and columns are in the order of the text, and in the new one. */
  maps: readonly [Matrix, Matrix]
}

/** Characters that are read at most: each is a column. */
export const LONGEST_TEXT = 24

/** Below this share of its length a change is rounding. */
export const ROUNDING = 1e-5

export async function drawShuffle(
  state: ShuffleState,
  openModel: (causal: boolean) => Promise<BareModel>,
): Promise<ShuffleDrawing> {
  const trained = await openModel(state.causal)
  const { characters: known, model } = trained
  const { layers, heads } = model.spec
  const prepared = prepare(state.text, known, LONGEST_TEXT, EXAMPLE)
  const { characters } = prepared
  const [layer, head] = [Math.min(state.layer, layers - 1), Math.min(state.head, heads - 1)]
  const asInText = characters.map((_, i) => i)
  const order = state.order && characters.length > 1 ? shuffled(characters.length, state.order) : asInText
  const places = asInText.map((character) => order.indexOf(character))
  const ids = characters.map((character) => known.indexOf(character))
  const [inText, inOrder] = await Promise.all([
    readAs(trained, ids, layer, head),
    readAs(
      trained,
      order.map((character) => ids[character] as number),
      layer,
      head,
    ),
  ])
  const before = rowsOf(inText.output)
  const moved = rowsOf(inOrder.output)
  const after = places.map((place) => moved[place] as Float32Array)
  return {
    ...{ prepared, known, causal: state.causal, layers, heads, layer, head, places, order, before, after },
    changes: before.map((output, i) => distance(output, after[i] as Float32Array)),
    different: differentOf(after),
    maps: [inText.map, inOrder.map],
  }
}

async function readAs({ model }: BareModel, inputIds: readonly number[], layer: number, head: number) {
  const { attentions, hiddenStates } = await model.forward(
    { inputIds },
    { return: ['attentions', 'hiddenStates'] },
  )
  return { output: hiddenStates[layer + 1] as Tensor, map: attentionMap(attentions, layer, head) }
}

function rowsOf({ data, shape: [rows = 0, width = 0] }: Tensor): Float32Array[] {
  return Array.from({ length: rows }, (_, row) => data.slice(row * width, (row + 1) * width))
}

/** ‖b − a‖ / ‖a‖ */
function distance(a: Float32Array, b: Float32Array): number {
  let [apart, length] = [0, 0]
  a.forEach((x, i) => {
    apart += ((b[i] ?? Number.NaN) - x) ** 2
    length += x ** 2
  })
  return Math.sqrt(apart / length)
}

function differentOf(outputs: readonly Float32Array[]): number {
  const found: Float32Array[] = []
  for (const output of outputs)
    if (!found.some((known) => distance(known, output) < ROUNDING)) found.push(output)
  return found.length
}
