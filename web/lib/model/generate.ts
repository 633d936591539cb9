// Generation token by token: a session with a KV cache that yields to the event loop.

import { throwIfAborted } from '../boundary/errors.js'
import { EventLoop } from '../boundary/event-loop.js'
import type { Handle } from '../boundary/handle.js'
import type { TextStream } from '../tokenizer/text-stream.js'
import type { GeneratePlan } from './generate-plan.js'

export interface Generated {
  ids: number[]
  text: string
}

// Tokens of a prompt between two yields to the event loop.
const PROMPT_CHUNK = 64

/** Runs a plan on a new session; returns the new tokens and their text. `requireUnchanged` throws if the weights are others by now. */
export async function run(
  session: Handle,
  prompt: Int32Array,
  plan: GeneratePlan,
  stream: TextStream | undefined,
  requireUnchanged: () => void,
): Promise<Generated> {
  const { temperature, topK, topP, repetitionPenalty, eos, maxNewTokens, onToken, signal } = plan
  const eventLoop = new EventLoop()
  const feed = async (ids: Int32Array, more = false) => {
    await eventLoop.yield()
    throwIfAborted(signal)
    requireUnchanged()
    session.call((raw, address) => raw.feed({ session: address, ids, more }))
  }
  for (let at = 0; at < prompt.length; at += PROMPT_CHUNK) {
    const end = at + PROMPT_CHUNK
    await feed(prompt.slice(at, end), end < prompt.length)
  }
  const made: Generated = { ids: [], text: '' }
  for (let last = maxNewTokens === 0; !last; ) {
    const request = { temperature, topK, topP, repetitionPenalty }
    const { id } = session.call((raw, address) => raw.sample({ session: address, ...request }))
    made.ids.push(id)
    last = made.ids.length === maxNewTokens || eos.has(id)
    const text = stream?.push(id, last)
    made.text += text ?? ''
    // spread: one text or none
    onToken?.(id, ...(text === undefined ? [] : [text]))
    throwIfAborted(signal)
    if (!last) await feed(Int32Array.of(id))
  }
  return made
}
