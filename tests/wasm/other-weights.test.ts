// What comes in place of weights, from every kind of source: named for what it is, and nothing stays in memory.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type LoadModelRequest, load, type Whereformer } from 'whereformer'
import { expectRejection } from '../support/errors.js'
import { lfsPointer, zip } from '../support/foreign-files.js'
import { goldenModel } from '../support/models.js'

const { config } = goldenModel('gpt2-f32').request

let wf: Whereformer
let folder = ''

beforeAll(async () => {
  wf = await load()
  folder = mkdtempSync(join(tmpdir(), 'whereformer-weights-'))
  writeFileSync(join(folder, 'model.safetensors.part'), lfsPointer)
  writeFileSync(join(folder, 'pytorch_model.bin'), zip('archive/data.pkl'))
})
afterAll(() => rmSync(folder, { recursive: true }))
afterEach(() => expect(wf.liveHandles()).toBe(0))

const pointer = () => new Blob([lfsPointer as Uint8Array<ArrayBuffer>])

test.each<[string, () => unknown, string, string]>([
  ['bytes', () => lfsPointer, 'ERR_PARSE', 'weights: got a Git LFS pointer'],
  ['a Blob', pointer, 'ERR_PARSE', 'weights: got a Git LFS pointer'],
  ['a stream', () => pointer().stream(), 'ERR_PARSE', 'weights: got a Git LFS pointer'],
  ['a Response', () => new Response(pointer()), 'ERR_PARSE', 'weights: got a Git LFS pointer'],
  ['a path', () => join(folder, 'model.safetensors.part'), 'ERR_PARSE', 'weights: got a Git LFS pointer'],
  ['one of two', () => [zip('model/config.json'), lfsPointer], 'ERR_PARSE', 'weights[0]: got a ZIP archive'],
  [
    'of an index',
    () => ({ index: { weight_map: indexOf('x.safetensors') }, file: () => pointer() }),
    'ERR_PARSE',
    '"x.safetensors": got a Git LFS pointer',
  ],
  [
    'an index alone',
    () => ({ weight_map: {} }),
    'ERR_TYPE',
    'weights: got an index of shards, wanted { index, file }',
  ],
  [
    'its folder',
    () => folder,
    'ERR_LOAD',
    'no .safetensors file, but pytorch_model.bin (PyTorch checkpoint)',
  ],
])('%s', async (_, weights, code, words) => {
  await expectRejection(wf.loadModel({ config, weights: weights() } as LoadModelRequest), code, words)
})

/** Every tensor of the model in one file. */
function indexOf(file: string): Record<string, string> {
  const layer = (i: number) =>
    [
      ...['ln_1', 'ln_2', 'attn.c_attn', 'attn.c_proj', 'mlp.c_fc', 'mlp.c_proj'].flatMap((part) => [
        `h.${i}.${part}.weight`,
        `h.${i}.${part}.bias`,
      ]),
    ] as const
  const layers = Array.from({ length: Number((config as { n_layer: number }).n_layer) }, (_, i) => layer(i))
  const names = ['wte.weight', 'wpe.weight', 'ln_f.weight', 'ln_f.bias', ...layers.flat()]
  return Object.fromEntries(names.map((name) => [name, file]))
}

test('an index whose names lead elsewhere asks for no file', async () => {
  const asked: string[] = []
  const file = (name: string) => {
    asked.push(name)
    return lfsPointer
  }
  for (const name of ['../x', 'https://other.example/x', '/etc/passwd']) {
    const weights = { index: { weight_map: indexOf(name) }, file }
    await expectRejection(
      wf.loadModel({ config, weights }),
      'ERR_VALUE',
      'request.weights.index.weight_map',
      name,
    )
  }
  expect(asked).toEqual([])
})

test('a folder in place of the core is a folder in place of the core', async () => {
  await expectRejection(
    load({ wasmUrl: folder }),
    'ERR_LOAD',
    `wasm: got the folder ${folder}, wanted a .wasm file`,
  )
})
