// The built package under Vitest's environment jsdom: the globals of a jsdom window over those of Node (forks), or a window as the
// global object of a context of its own, with classes of its own (vmForks, as in Jest).

import { Blob as NodeBlob } from 'node:buffer'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { load } from 'whereformer'
import { load as loadInline } from 'whereformer/inline'

const at = (path: string) => fileURLToPath(new URL(`../../${path}`, `file://${__filename}`))
const model = (name: string) => at(`web/demo/public/models/tiny-shakespeare-rope/${name}`)
const json = async (name: string) => JSON.parse(await readFile(model(name), 'utf8'))

const sines = { data: Float32Array.from({ length: 24 }, (_, i) => Math.sin(i)), shape: [2, 3, 4] }

test('this is a jsdom window', () => {
  expect(navigator.userAgent).toContain('jsdom')
})

describe.each([
  ['the entry for Node', load],
  ['the inline entry', loadInline],
])('%s', (_, load) => {
  test('computes attention', async () => {
    const wf = await load()
    const { output, weights } = wf.attention(sines, sines, sines, {
      position: { type: 'rope' },
      isCausal: true,
      return: ['weights'],
    })
    expect(output.shape).toEqual([2, 3, 4])
    expect(weights?.data[0]).toBeCloseTo(1, 6)
    expect(wf.liveHandles()).toBe(0)
  })

  test('reads a model, its text, and continues it', async () => {
    const wf = await load()
    const bytes = await readFile(model('model.safetensors'))
    const loaded = await wf.loadModel({
      config: await json('config.json'),
      weights: bytes,
      tokenizer: await json('tokenizer.json'),
      signal: new AbortController().signal,
    })
    const ids = loaded.encode('To be')
    expect(loaded.decode(ids)).toBe('To be')
    const { logits } = loaded.forward({ inputIds: ids })
    expect(logits.data.every(Number.isFinite)).toBe(true)
    const continued = await loaded.generate(ids, { maxNewTokens: 3, temperature: 0 })
    expect(continued).toHaveLength(ids.length + 3)
    loaded.dispose()
    expect(wf.liveHandles()).toBe(0)
  })

  test('refuses what only claims to be something', async () => {
    const wf = await load()
    const lies = (tag: string) => ({
      [Symbol.toStringTag]: tag,
      aborted: false,
      size: 1,
      href: 'x',
      locked: false,
    })
    const refused = { name: 'WhereformerError', code: 'ERR_TYPE' }
    await expect(load({ signal: lies('AbortSignal') as never })).rejects.toMatchObject(refused)
    await expect(load({ wasmModule: lies('WebAssembly.Module') as never })).rejects.toMatchObject(refused)
    await expect(load({ wasmBinary: lies('ArrayBuffer') as never })).rejects.toMatchObject(refused)
    await expect(load({ wasmUrl: lies('URL') as never })).rejects.toMatchObject(refused)
    const config = await json('config.json')
    for (const tag of ['Blob', 'Response', 'ReadableStream', 'URL', 'Uint8Array'])
      await expect(wf.loadModel({ config, weights: lies(tag) as never })).rejects.toMatchObject(refused)
  })

  test('an abort of the window is one', async () => {
    const controller = new AbortController()
    controller.abort()
    await expect(load({ signal: controller.signal })).rejects.toMatchObject({ code: 'ERR_ABORTED' })
  })
})

test('paths, addresses and Blobs of Node and of the window are read', async () => {
  const wf = await load({ wasmUrl: new URL(`file://${at('dist/core-simd.wasm')}`) })
  const path = model('model.safetensors')
  const bytes = await readFile(path)
  const ofNode = new NodeBlob([bytes]) as unknown as Blob
  const ofWindow = new Blob([new Uint8Array(bytes)])
  for (const weights of [path, new URL(`file://${path}`), ofNode, ofWindow]) {
    const loaded = await wf.loadModel({ config: await json('config.json'), weights })
    expect(loaded.family).toBe('llama')
    loaded.dispose()
  }
})
