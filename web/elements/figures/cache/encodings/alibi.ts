// ALiBi: position is in no key. The bias is added when the query arrives, from the position ids that are known then.

import type { StackPosition } from 'whereformer'
import { encodingOf, lastRow, type Meeting, type Scores } from './meeting.js'

export const alibiScores: Scores = async (meeting) => {
  const { library, model, head, used } = meeting
  const content = await contentScores(meeting)
  const query = used.slice(-1)
  const { data } = await library.bias(encodingOf(model), {
    heads: model.spec.heads,
    positions: { query, key: used },
  })
  return content.map((score, i) => score + (data[head * used.length + i] ?? Number.NaN))
}

/** The scores without the bias of this layer; the layers before it have theirs. */
async function contentScores({ model, ids, layer, head }: Meeting): Promise<Float32Array> {
  const own = encodingOf(model)
  const layers = Array.from({ length: model.spec.layers }, (_, i) =>
    i === layer ? { type: 'none' as const } : own,
  )
  const position: StackPosition = { layers }
  const { scores } = await model.forward({ inputIds: [...ids] }, { position, return: ['scores'] })
  return lastRow(scores, layer, head)
}
