// A learned table: its rows are added to the embeddings, so position is in every query, key and value. Nothing but another reading
// takes it out again.

import { lastRow, type Meeting, type Scores } from './meeting.js'

export const learnedScores: Scores = async (meeting) => {
  const { ids, stored, used, evicted, storage } = meeting
  if (storage !== 'again') return read(meeting, ids, [...stored.slice(0, -1), ...used.slice(-1)])
  const kept = await read(meeting, ids.slice(evicted), used.slice(evicted))
  return Float32Array.from(ids, (_, i) => kept[i - evicted] ?? Number.NEGATIVE_INFINITY)
}

async function read({ model, layer, head }: Meeting, ids: readonly number[], positions: readonly number[]) {
  const input = { inputIds: [...ids], positionIds: [...positions] }
  const { scores } = await model.forward(input, { return: ['scores'] })
  return lastRow(scores, layer, head)
}
