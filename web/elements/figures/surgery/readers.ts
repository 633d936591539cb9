// Two readers of a sequence: seeded random attention under an encoding, or a layer of a trained model.

import type {
  BooleanMask,
  ForwardInput,
  Position,
  PositionEncoding,
  StackPosition,
  Tensor,
} from 'whereformer'
import type { AnyLibrary } from '../../parts/engine/library.js'
import {
  EXAMPLE_HEADS,
  type ExampleEncoding,
  exampleEncoding,
  runExample,
  withTokens,
} from '../../parts/example/example-attention.js'
import { contentsOf, type Text } from '../../parts/example/sentence.js'
import type { Matrix } from '../../parts/matrix/matrix.js'
import { type AnyTrained, hasStacks, isOwn } from '../../parts/trained/own-model.js'
import { attentionMap } from '../../parts/trained/reading.js'
import type { Outcome } from './change.js'
import { PAD, type Sequence, sees } from './operations.js'
import type { SurgeryState } from './surgery-fields.js'

export interface Reader {
  layers: number
  heads: number
  causal: boolean
  trained: AnyTrained | undefined
  /** The encoding applied to random vectors. */
  position?: PositionEncoding
  /** The characters of a trained model's text. */
  text: readonly string[]
  /** Token ids of the text, where the model has a tokenizer of its own. */
  ids?: readonly number[] | undefined
  read(sequence: Sequence, map: { layer: number; head: number }): Promise<Outcome>
}

/** Index of the pad vector, which no word uses. */
const PAD_CONTENT = 40

export function randomReader(
  library: AnyLibrary,
  encoding: ExampleEncoding,
  state: SurgeryState,
  text: Text,
): Reader {
  const contents = contentsOf(state.tokens, text)
  return {
    position: withTokens(encoding.position, contents, [...contents.keys()]),
    layers: 1,
    heads: EXAMPLE_HEADS,
    causal: state.causal || encoding.causal,
    trained: undefined,
    text: [],
    async read(sequence, { head }) {
      const { tokens, positions } = sequence
      const given = sequence.bare ? (noEncoding(library) ?? encoding) : encoding
      const { output, weights } = await runExample(library, given, {
        contents: tokens.map((token) => contents[token] ?? PAD_CONTENT),
        positions,
        seed: state.seed,
        causal: state.causal,
        mask: maskOf(sequence),
      })
      const map = attentionMap([weights], 0, head)
      return { ...joined(output), map: withoutHidden(map, sequence, this.causal) }
    },
  }
}

function noEncoding({ encodings }: AnyLibrary): ExampleEncoding | undefined {
  const entry = encodings.find(({ type }) => type === 'none')
  return entry && exampleEncoding(entry, {})
}

function maskOf(sequence: Sequence): BooleanMask | undefined {
  if (!sequence.groups) return undefined
  const count = sequence.tokens.length
  const data = Uint8Array.from({ length: count * count }, (_, i) =>
    Number(sees(sequence, Math.floor(i / count), i % count)),
  )
  return { data, shape: [count, count] }
}

function withoutHidden(map: Matrix, sequence: Sequence, causal: boolean): Matrix {
  const data = map.data.map((value, i) => {
    const [row, column] = [Math.floor(i / map.columns), i % map.columns]
    return sees(sequence, row, column) && !(causal && column > row) ? value : Number.NaN
  })
  return { ...map, data }
}

/** [heads, tokens, dim] → [tokens, heads · dim] */
function joined({
  data,
  shape: [heads = 0, tokens = 0, dim = 0],
}: Tensor): Pick<Outcome, 'output' | 'width'> {
  const width = heads * dim
  const value = (_: unknown, i: number) => {
    const [token, channel] = [Math.floor(i / width), i % width]
    return data[(Math.floor(channel / dim) * tokens + token) * dim + (channel % dim)] ?? Number.NaN
  }
  return { output: Float32Array.from({ length: data.length }, value), width }
}

const NO_ENCODING = { type: 'none' } as const

export function trainedReader(trained: AnyTrained): Reader {
  const { layers, heads, causal } = stackOf(trained)
  const pass = hasStacks(trained) ? encoderPass : onlyPass
  const reader: Reader = {
    layers,
    heads,
    causal,
    trained,
    text: [],
    async read(sequence, { layer, head }) {
      const ids = sequence.tokens.map((token) =>
        token === PAD ? 0 : (reader.ids?.[token] ?? idOf(trained, reader.text[token] ?? '')),
      )
      const input = { inputIds: ids, positionIds: sequence.positions, ...padMask(sequence) }
      const { attentions, states } = await pass(trained, input, sequence)
      const { data, shape } = states[layer + 1] as Tensor
      const map = withoutHidden(attentionMap(attentions, layer, head), sequence, causal)
      return { output: data, width: shape[1] ?? 0, map }
    },
  }
  return reader
}

/** The stack whose text is moved. */
function stackOf({ model: { spec } }: AnyTrained): Pick<Reader, 'layers' | 'heads' | 'causal'> {
  return spec.encoder ? { ...spec.encoder, causal: false } : spec
}

type PassInput = Pick<ForwardInput, 'inputIds' | 'positionIds' | 'attentionMask'>

async function onlyPass({ model }: AnyTrained, input: PassInput, sequence: Sequence) {
  const position = readingOf(model.position as StackPosition, sequence)
  const { attentions, hiddenStates } = await model.forward(input, {
    return: ['attentions', 'hiddenStates'],
    ...(position ? { position } : {}),
  })
  return { attentions, states: hiddenStates }
}

/** The decoder has to read something, too. */
async function encoderPass(trained: AnyTrained, input: PassInput, sequence: Sequence) {
  const { model } = trained
  const { encoder: own = NO_ENCODING } = model.position as { encoder?: StackPosition }
  const encoder = readingOf(own, sequence)
  const start = (isOwn(trained) && trained.decoderStart) || 0
  const { encoderAttentions, encoderHiddenStates } = await model.forward(
    { ...input, decoderInputIds: [start] },
    {
      return: ['encoderAttentions', 'encoderHiddenStates'],
      ...(encoder ? { position: { encoder } } : {}),
    },
  )
  return { attentions: encoderAttentions, states: encoderHiddenStates }
}

const idOf = ({ characters }: AnyTrained, character: string): number =>
  Math.max(0, characters.indexOf(character))

function padMask({ tokens, groups }: Sequence): { attentionMask?: number[] } {
  if (!groups || !tokens.includes(PAD)) return {}
  return { attentionMask: tokens.map((token) => (token === PAD ? 0 : 1)) }
}

type Part = Exclude<Position, readonly unknown[]>

/** Documents that do not see each other are a mask on top of the model's own encoding; without it only its masks are left. */
function readingOf(position: StackPosition, { tokens, groups, bare }: Sequence): StackPosition | undefined {
  if (bare) return changedIn(position, withoutEncoding)
  if (!groups || tokens.includes(PAD)) return undefined
  const mask: Part = { type: 'mask', kind: 'document', documents: [...groups] }
  return changedIn(position, (parts) => [...parts, mask])
}

function withoutEncoding(parts: readonly Part[]): Part[] {
  const masks = parts.filter(({ type }) => type === 'mask')
  return masks.length ? masks : [NO_ENCODING]
}

/** In every layer. */
function changedIn(position: StackPosition, change: (parts: readonly Part[]) => Part[]): StackPosition {
  const ofLayer = (layer: Position) => change([layer].flat() as Part[])
  return 'layers' in position ? { layers: position.layers.map(ofLayer) } : ofLayer(position)
}
