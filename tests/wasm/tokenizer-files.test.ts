// The package reads tokenizers of folders without a tokenizer.json wherever it runs: here, from one file, in a worker.

import { readFileSync } from 'node:fs'
import { afterEach, expect, test } from 'vitest'
import { type LoadModelRequest, load } from 'whereformer'
import { load as loadInline } from 'whereformer/inline'
import { loadInWorker } from 'whereformer/worker'
import { expectRejection } from '../support/errors.js'
import { fileUrl } from '../support/golden.js'
import { bytesOf, goldenModel } from '../support/models.js'
import { packageFile } from '../support/package-files.js'
import { NodeWorker } from '../support/worker-threads.js'

const bert = goldenModel('bert-f32')
const vocabulary = readFileSync(fileUrl('tokenizer-files/vocab.txt'))
const requestWith = (tokenizer: object): LoadModelRequest => ({
  config: bert.request.config,
  weights: bytesOf(bert),
  tokenizer,
})
const request = requestWith({ 'vocab.txt': vocabulary, 'tokenizer_config.json': '{ "do_lower_case": true }' })
const TEXT = 'A naïve façade'

let ids: number[] | undefined

afterEach(() => Reflect.deleteProperty(globalThis, 'Worker'))

test.each([
  ['here', load],
  ['from one file', loadInline],
])('%s', async (_, start) => {
  const wf = await start()
  const model = await wf.loadModel(request)
  ids ??= model.encode(TEXT)
  expect(model.encode(TEXT)).toEqual(ids)
  expect(model.decode(ids, { skipSpecialTokens: true })).toBe('a naive facade')
  model.dispose()
  const other = requestWith({
    'vocab.txt': vocabulary,
    'tokenizer_config.json': { tokenizer_class: 'Other' },
  })
  await expectRejection(wf.loadModel(other), 'ERR_UNSUPPORTED', 'tokenizer_class: got "Other"')
  expect(wf.liveHandles()).toBe(0)
})

test('in a worker', async () => {
  Object.assign(globalThis, { Worker: NodeWorker })
  const wasmModule = new WebAssembly.Module(readFileSync(packageFile('core-simd.wasm')))
  const wf = await loadInWorker({ wasmModule })
  const model = await wf.loadModel(request)
  expect(await model.encode(TEXT)).toEqual(ids)
  await model.dispose()
  const read = (name: string) => readFileSync(fileUrl(`marian-tokenizer/${name}`))
  const marian = await wf.loadModel(
    requestWith({
      ...{ 'vocab.json': read('vocab.json'), 'source.spm': read('source.spm') },
      'tokenizer_config.json': { tokenizer_class: 'MarianTokenizer' },
    }),
  )
  const numbers = JSON.parse(read('vocab.json').toString())
  const [language, ...others] = await marian.encode('>>de<< the word')
  expect([language, others.at(-1)]).toEqual([numbers['>>de<<'], numbers['</s>']])
  expect(await marian.decode(others, { skipSpecialTokens: true })).toBe('the word')
  await marian.dispose()
  const broken = requestWith({ 'vocab.txt': 'a\na\n' })
  await expectRejection(wf.loadModel(broken), 'ERR_PARSE', 'tokenizer["vocab.txt"]')
  wf.terminate()
})
