// RoPE: a key is rotated by its position, either before it is stored or when it is read. Queries and keys are those of an undisturbed
// reading, so that only rotations differ.

import type { PositionEncoding, Tensor } from 'whereformer'
import { headVectors } from '../../../parts/trained/head-vectors.js'
import { encodingOf, type Meeting, type Scores } from './meeting.js'

/** How many times longer the text may become under dynamic NTK. */
const STRETCH = 4

export const ropeScores: Scores = async (meeting) => {
  const { library, model, ids, stored, layer, head, used } = meeting
  const position = frequenciesAt(meeting, lengthAt(used.at(-1)))
  const reading = { ids, positions: stored, position, layer, head }
  const { query, key } = await headVectors(library, model, reading)
  const last = ids.length - 1
  const turned = await library.rotate(position, rowOf(query, last), { positions: used.slice(-1) })
  const keys = await storages[meeting.storage](meeting, key)
  const { scores } = await library.attention(inHead(turned), inHead(keys), inHead(keys), {
    scale: model.spec.scale,
    return: ['scores'],
  })
  return scores.data
}

/** Keys [tokens, headDim] as the query meets them. */
const storages: Record<Meeting['storage'], (meeting: Meeting, key: Tensor) => Promise<Tensor>> = {
  bare: (meeting, key) => rotated(meeting, key, lengthAt(meeting.used.at(-1)), meeting.used),
  positioned: storedRotated,
  again: async (meeting, key) => rotatedOnce(meeting, await storedRotated(meeting, key)),
}

/** Every key was rotated when its own token was the newest; that of the query is rotated now. */
async function storedRotated(meeting: Meeting, key: Tensor): Promise<Tensor> {
  const at = [...meeting.stored.slice(0, -1), ...meeting.used.slice(-1)]
  if (meeting.scaling === 'none') return rotated(meeting, key, 0, at)
  const rows = await Promise.all(at.map((p, i) => rotated(meeting, rowOf(key, i), lengthAt(p), [p])))
  return { data: Float32Array.from(rows.flatMap(({ data }) => [...data])), shape: key.shape }
}

/** Rotated by the difference of the positions, which is a rotation back: R₋₄R₁₁ = R₇. */
async function rotatedOnce(meeting: Meeting, keys: Tensor): Promise<Tensor> {
  const { stored, used } = meeting
  const back = stored.map((at, i) => (i === stored.length - 1 ? 0 : at - (used[i] ?? 0)))
  return mirrored(await rotated(meeting, mirrored(keys), lengthAt(used.at(-1)), back))
}

/** The second channel of each pair negated, so that a rotation forward is one back. Pairs are channels i and i + half. */
function mirrored({ data, shape }: Tensor): Tensor {
  const width = shape.at(-1) ?? 1
  return { data: data.map((value, i) => (i % width < width / 2 ? value : -value)), shape }
}

function rotated(
  meeting: Meeting,
  rows: Tensor,
  length: number,
  positions: readonly number[],
): Promise<Tensor> {
  const { library } = meeting
  return Promise.resolve(library.rotate(frequenciesAt(meeting, length), rows, { positions, side: 'key' }))
}

/** The tokens that there are when one at this position is the newest. */
const lengthAt = (position = 0): number => position + 1

/** The encoding of the model, or with the frequencies of this length. */
function frequenciesAt({ model, scaling, context }: Meeting, length: number): PositionEncoding {
  const own = encodingOf(model) as PositionEncoding
  if (scaling === 'none') return own
  const dynamic = { ropeType: 'dynamic', factor: STRETCH, maxPositionEmbeddings: context } as const
  return { ...own, scaling: { ...dynamic, currentLength: length } } as PositionEncoding
}

function rowOf({ data, shape }: Tensor, index: number): Tensor {
  const width = shape.at(-1) ?? 0
  return { data: data.slice(index * width, (index + 1) * width), shape: [1, width] }
}

const inHead = ({ data, shape }: Tensor): Tensor => ({ data, shape: [1, ...shape] })
