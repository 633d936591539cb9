// What the tests run inside of a page; `library` is the package's module for workers.

import type { WorkerWhereformer } from 'whereformer/worker'
import { aborted, answers } from './calls.js'

interface Library {
  loadInWorker(): Promise<WorkerWhereformer>
}

export async function inWorker({ loadInWorker }: Library, name: string) {
  const file = (path: string) => new URL(`/models/${name}/${path}`, location.href)
  const [config, tokenizer] = (await Promise.all(
    ['config.json', 'tokenizer.json'].map(async (path) => (await fetch(file(path))).json()),
  )) as [object, object]
  const request = { config, tokenizer, weights: file('model.safetensors') }
  const wf = await loadInWorker()
  const said = { ...(await answers(wf, request)), stopped: await aborted(wf, request) }
  await wf.liveHandles() // the model is disposed of in the turn after its dispose()
  const left = await wf.liveHandles()
  wf.terminate()
  return { ...said, left }
}
