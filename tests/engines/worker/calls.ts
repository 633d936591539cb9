// What is asked of the library: of a worker in a page, and here. Both answer the same.

import type { LoadModelRequest } from 'whereformer'
import type { WorkerModel, WorkerWhereformer } from 'whereformer/worker'
import { hashes } from '../../browser/exactness/calls.js'
import { Random } from '../../support/random.js'

const PROMPT = 'ROMEO:'
const SAMPLED = { maxNewTokens: 60, temperature: 0.8, topK: 20, seed: 11 }

export async function answers(wf: WorkerWhereformer, request: LoadModelRequest) {
  const random = new Random(3)
  const [query, key, value] = [random.tensor(4, 33, 16), random.tensor(2, 33, 16), random.tensor(2, 33, 16)]
  const position = [{ type: 'rope' }, { type: 'alibi' }] as const
  const { output, weights } = await wf.attention(query, key, value, {
    position,
    isCausal: true,
    return: ['weights'],
  })
  const model = await wf.loadModel(request)
  const { logits } = await model.forward({ inputIds: await model.encode(PROMPT) })
  const text = await model.generate(PROMPT, SAMPLED)
  model.dispose()
  const results = { output: output.data, weights: weights?.data ?? new Float32Array(), logits: logits.data }
  return { bits: await hashes(new Map(Object.entries(results))), text }
}

/** Stops a model after its third token. @returns what it says then, and whether it writes on as if nothing had been */
export async function aborted(wf: WorkerWhereformer, request: LoadModelRequest) {
  const model = await wf.loadModel(request)
  const code = await codeOfAbort(model)
  const text = await model.generate(PROMPT, SAMPLED)
  model.dispose()
  return { code, text }
}

async function codeOfAbort(model: WorkerModel): Promise<string> {
  const stop = new AbortController()
  let tokens = 0
  const onToken = () => {
    if (++tokens === 3) stop.abort()
  }
  return model
    .generate(PROMPT, { ...SAMPLED, maxNewTokens: 10_000, onToken, signal: stop.signal })
    .then(() => `${tokens} tokens, and no end`)
    .catch(({ code }: { code: string }) => code)
}
