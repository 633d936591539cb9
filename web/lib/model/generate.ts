// Generation token by token, which yields to the event loop.

import { throwIfAborted } from '../boundary/errors.js'
import { EventLoop } from '../boundary/event-loop.js'
import type { TextStream } from '../tokenizer/text-stream.js'
import type { GeneratePlan } from './generate-plan.js'
import type { StreamPiece } from './pieces.js'
import type { Reading } from './reading.js'
import { StopText } from './stop-text.js'

/** Runs a plan. `requireUnchanged` throws if the weights are others by now. */
export async function* run(
  reading: Reading,
  prompt: Int32Array,
  plan: GeneratePlan,
  stream: TextStream | undefined,
  requireUnchanged: () => void,
): AsyncGenerator<StreamPiece, void, undefined> {
  const { eos, maxNewTokens, signal } = plan
  const eventLoop = new EventLoop()
  const feed = async (ids: Int32Array, more = false) => {
    await eventLoop.yield()
    throwIfAborted(signal)
    requireUnchanged()
    reading.feed(ids, more)
  }
  for (let at = reading.held; at < prompt.length; at += reading.chunk) {
    const end = at + reading.chunk
    await feed(prompt.slice(at, end), end < prompt.length)
  }
  const text = new StopText(plan.stop)
  for (let made = 1; made <= maxNewTokens; made++) {
    const id = reading.next()
    const ends = made === maxNewTokens || eos.has(id)
    const said = stream && text.push(stream.push(id, ends), ends)
    yield { id, ...(said && { text: said.text }) }
    throwIfAborted(signal)
    if (ends || said?.stopped) return
    await feed(Int32Array.of(id))
  }
}
