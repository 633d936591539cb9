// Generation token by token: a session with a KV cache that yields to the event loop.

import { throwIfAborted } from '../boundary/errors.js'
import { EventLoop } from '../boundary/event-loop.js'
import type { Handle } from '../boundary/handle.js'
import { NOTHING } from '../boundary/raw.js'
import type { TextStream } from '../tokenizer/text-stream.js'
import type { GeneratePlan } from './generate-plan.js'
import type { StreamPiece } from './pieces.js'
import { Sampler } from './sampler.js'
import { StopText } from './stop-text.js'

// Tokens of a prompt between two yields to the event loop.
const PROMPT_CHUNK = 64

/** Runs a plan on a new session. `requireUnchanged` throws if the weights are others by now. */
export async function* run(
  session: Handle,
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
    session.call((raw, address) => raw.feed({ session: address, ids, more }))
  }
  for (let at = 0; at < prompt.length; at += PROMPT_CHUNK) {
    const end = at + PROMPT_CHUNK
    await feed(prompt.slice(at, end), end < prompt.length)
  }
  const next = choiceIn(session, prompt, plan)
  const text = new StopText(plan.stop)
  for (let made = 1; made <= maxNewTokens; made++) {
    const id = next()
    const ends = made === maxNewTokens || eos.has(id)
    const said = stream && text.push(stream.push(id, ends), ends)
    yield { id, ...(said && { text: said.text }) }
    throwIfAborted(signal)
    if (ends || said?.stopped) return
    await feed(Int32Array.of(id))
  }
}

/** Chooses one token after another: the core does, where it has all processors that are asked for. */
function choiceIn(session: Handle, prompt: Int32Array, plan: GeneratePlan): () => number {
  const { temperature, topK, topP, minP, repetitionPenalty, noRepeatNgram } = plan
  if (minP === 0 && noRepeatNgram === 0) {
    const request = { temperature, topK, topP, repetitionPenalty }
    return () => session.call((raw, address) => raw.sample({ session: address, ...request })).id
  }
  const softmax = (x: Float32Array) =>
    session.call((raw) => raw.softmax({ x, width: x.length, out: NOTHING })).data
  const sampler = new Sampler(plan, softmax)
  const ids = [...prompt]
  return () => {
    const { data } = session.call((raw, address) => raw.logits({ session: address }))
    ids.push(sampler.next(data.slice(), ids))
    return ids.at(-1) as number
  }
}
