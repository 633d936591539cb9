// Streams, chats and vectors of the built package: in Node, in a worker, and from entries that load no further file.

import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { load, type Model, type StreamPiece, type Whereformer } from 'whereformer'
import { load as loadInline } from 'whereformer/inline'
import { loadInWorker, type WorkerModel, type WorkerWhereformer } from 'whereformer/worker'
import { expectRejection } from '../support/errors.js'
import { fileUrl } from '../support/golden.js'
import { hubServer, snapshotOf } from '../support/hub-server.js'
import { bytesOf, type ModelFolder, trainedModels } from '../support/models.js'
import { packageFile } from '../support/package-files.js'
import { NodeWorker } from '../support/worker-threads.js'

const rope = trainedModels[0] as ModelFolder
const chatTemplate =
  '{% for m in messages %}{{ m.content }}\n{% endfor %}{% if add_generation_prompt %}A:{% endif %}'
const request = { ...rope.request, weights: bytesOf(rope), chatTemplate }
const messages = [{ role: 'user', content: 'Who is there?' }]
const options = { maxNewTokens: 16, temperature: 1, seed: 2, stop: '\n\n' }

let here: { wf: Whereformer; model: Model }
let worker: { wf: WorkerWhereformer; model: WorkerModel }

beforeAll(async () => {
  Object.assign(globalThis, { Worker: NodeWorker })
  const wf = await load()
  here = { wf, model: await wf.loadModel(request) }
  const wasmModule = new WebAssembly.Module(readFileSync(packageFile('core-simd.wasm')))
  const remote = await loadInWorker({ wasmModule })
  worker = { wf: remote, model: await remote.loadModel(request) }
})

afterAll(() => {
  here.model.dispose()
  expect(here.wf.liveHandles()).toBe(0)
  worker.wf.terminate()
})

async function all(pieces: AsyncIterable<StreamPiece>): Promise<StreamPiece[]> {
  const list: StreamPiece[] = []
  for await (const piece of pieces) list.push(piece)
  return list
}

describe('a model in a worker', () => {
  beforeEach(async () => {
    await expect.poll(() => worker.wf.liveHandles()).toBe(1)
  })

  test('streams what the model here streams', async () => {
    expect(await all(worker.model.stream('ROMEO:', options))).toEqual(
      await all(here.model.stream('ROMEO:', options)),
    )
  })

  test('goes on from a cache that was kept', async () => {
    const wanted = await here.model.generate('ROMEO:', { maxNewTokens: 12 })
    const past = await worker.model.cache({ capacity: 5000 })
    const control = new AbortController()
    let text = 'ROMEO:'
    const reading = async () => {
      for await (const piece of worker.model.stream('ROMEO:', {
        maxNewTokens: 4900, // the worker does not wait for who reads
        past,
        signal: control.signal,
      })) {
        text += piece.text
        if (text.length === 10) control.abort()
      }
    }
    await expectRejection(reading(), 'ERR_ABORTED')
    expect(past.length).toBeGreaterThan(8)
    const rest = { maxNewTokens: 18 - text.length, past }
    expect(await worker.model.generate(text, rest)).toBe(wanted)
    expect(past.length).toBe(17)
    await expectRejection(worker.model.generate('A', { past: {} as never }), 'ERR_TYPE', 'options.past')
    await past.dispose()
  })

  test('stops when the loop is left, and goes on after an abort', async () => {
    const endless = { maxNewTokens: 100_000 }
    for await (const { id } of worker.model.stream([1, 2], endless)) {
      expect(id).toBeGreaterThanOrEqual(0)
      break
    }
    await expect.poll(() => worker.wf.liveHandles()).toBe(1)
    const whole = await here.model.generate([1, 2], { maxNewTokens: 10 })
    const stop = new AbortController()
    const ids = [1, 2]
    const aborted = async () => {
      for await (const { id } of worker.model.stream([1, 2], { ...endless, signal: stop.signal })) {
        ids.push(id)
        if (ids.length === 6) stop.abort()
      }
    }
    await expectRejection(aborted(), 'ERR_ABORTED')
    expect(ids).toEqual(whole.slice(0, 6))
    for await (const { id } of worker.model.stream(ids, { maxNewTokens: 6 })) ids.push(id)
    expect(ids).toEqual(whole)
  })

  test('answers chats by a template that the page renders', async () => {
    const prompt = await here.model.applyChatTemplate(messages, { addGenerationPrompt: true })
    expect(prompt).toBe('Who is there?\nA:')
    expect(await worker.model.applyChatTemplate(messages, { addGenerationPrompt: true })).toBe(prompt)
    expect(await worker.model.chat(messages, options)).toBe(await here.model.chat(messages, options))
  })

  test('has the defaults and vectors of the files beside a model', async () => {
    const hub = await hubServer(snapshotOf(fileUrl('sentence-encoder/')))
    const named = await worker.wf.fromPretrained('owner/name', { host: hub.address })
    const like = await here.wf.fromPretrained('owner/name', { host: hub.address, cache: false })
    hub.close()
    expect(await named.embed(['Where?', 'Here.'])).toEqual(await like.embed(['Where?', 'Here.']))
    await expectRejection(named.embed('a', { signal: AbortSignal.abort() }), 'ERR_ABORTED')
    await named.dispose()
    like.dispose()
  })

  test('refuses what the model here refuses', async () => {
    const texts = ['a', 'b'] as unknown as string
    await expectRejection(all(worker.model.stream(texts)), 'ERR_SHAPE', 'inputIds')
    await expectRejection(worker.model.chat([], options), 'ERR_SHAPE')
    await expectRejection(worker.model.chat(messages, { chat: 1 } as never), 'ERR_VALUE', 'options.chat')
    const file = { ...request, generationConfig: { top_p: 3 } }
    await expectRejection(worker.wf.loadModel(file), 'ERR_VALUE', 'generationConfig.top_p')
  })
})

test('the worker frees its model', async () => {
  await worker.model.dispose()
  await expect.poll(() => worker.wf.liveHandles()).toBe(0)
})

describe('entries', () => {
  test('CommonJS renders chat templates', async () => {
    const { load: loadCommonJs } = createRequire(import.meta.url)(fileURLToPath(packageFile('node.cjs')))
    const model = await (await loadCommonJs()).loadModel(request)
    expect(await model.applyChatTemplate(messages)).toBe('Who is there?\n')
    model.dispose()
  })

  test('one that loads no further file streams, and refuses chats with advice', async () => {
    const model = await (await loadInline()).loadModel(request)
    expect(await all(model.stream('ROMEO:', options))).toEqual(
      await all(here.model.stream('ROMEO:', options)),
    )
    await expectRejection(model.chat(messages), 'ERR_UNSUPPORTED', 'import "whereformer"')
    model.dispose()
  })
})
