// Other files of weights in the built package: by path, in the module that holds everything, and in a worker.

import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { beforeAll, expect, test } from 'vitest'
import { load } from 'whereformer'
import { load as loadInline } from 'whereformer/inline'
import { loadInWorker } from 'whereformer/worker'
import { expectRejection } from '../support/errors.js'
import { packageFile } from '../support/package-files.js'
import { NodeWorker } from '../support/worker-threads.js'

const pathOf = (name: string) => fileURLToPath(new URL(`../golden/files/${name}`, import.meta.url))
const bytesOf = (name: string) => new Uint8Array(readFileSync(pathOf(name)))
const config = JSON.parse(readFileSync(pathOf('llama.json'), 'utf8'))
const inputIds = [3, 1, 4, 1, 5]

let wanted: Float32Array

beforeAll(async () => {
  const wf = await load()
  const model = await wf.loadModel({ config, weights: pathOf('llama.safetensors') })
  wanted = model.forward({ inputIds }).logits.data
  model.dispose()
})

test('by path', async () => {
  const wf = await load()
  for (const request of [{ weights: pathOf('llama.gguf') }, { weights: pathOf('llama.bin'), config }]) {
    const model = await wf.loadModel(request)
    expect(model.forward({ inputIds }).logits.data).toEqual(wanted)
    model.dispose()
  }
})

test('without files beside the module', async () => {
  const wf = await loadInline()
  for (const request of [
    { weights: bytesOf('llama.gguf') },
    { weights: bytesOf('llama-before-zip.bin'), config },
  ]) {
    const model = await wf.loadModel(request)
    expect(model.forward({ inputIds }).logits.data).toEqual(wanted)
    model.dispose()
  }
  const words = await wf.loadModel({ weights: bytesOf('llama-words.gguf') })
  expect(words.encode('the words')).toEqual([1, 14, 19])
  words.dispose()
})

test('in a worker, whose second script brings the readers', async () => {
  Object.assign(globalThis, { Worker: NodeWorker })
  const wasmModule = new WebAssembly.Module(readFileSync(packageFile('core-simd.wasm')))
  const wf = await loadInWorker({ wasmModule })
  for (const request of [
    { weights: new Blob([bytesOf('llama.gguf')]) },
    { weights: new Blob([bytesOf('llama.gguf')]).stream() },
    { weights: new Blob([bytesOf('llama.bin')]), config },
  ]) {
    const model = await wf.loadModel(request)
    expect((await model.forward({ inputIds })).logits.data).toEqual(wanted)
    await model.dispose()
  }
  const words = await wf.loadModel({ weights: bytesOf('llama-words.gguf') })
  expect(await words.encode('the words')).toEqual([1, 14, 19])
  const template = '{{ bos_token }}{{ messages[0].content }}' // the file says what the first token is
  expect(await words.applyChatTemplate([{ role: 'user', content: 'a' }], { template })).toBe('<s>a')
  await words.dispose()
  await expectRejection(wf.loadModel({ weights: bytesOf('llama.bin') }), 'ERR_TYPE', 'config: got nothing')
  wf.terminate()
})
