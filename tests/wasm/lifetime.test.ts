// What needs a Node of its own: flags for garbage collection and for relaxed SIMD.

import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { goldenModel } from '../support/models.js'
import { packageFile } from '../support/package-files.js'

const run = promisify(execFile)
const dist = packageFile('node.mjs').href

async function inNode(flags: string[], script: string): Promise<unknown> {
  const source = `import { load } from ${JSON.stringify(dist)}\n${script}`
  const { stdout } = await run(process.execPath, [...flags, '--input-type=module', '--eval', source])
  return JSON.parse(stdout)
}

test('a model that nobody holds is freed by the garbage collector', async () => {
  const { config, weights } = goldenModel('gpt2-f16-bare-names').request
  const request = `{ config: ${JSON.stringify(config)}, weights: ${JSON.stringify(String(weights))} }`
  const script = `
    const wf = await load()
    await (async () => { for (let i = 0; i < 5; i++) (await wf.loadModel(${request})).forward({ inputIds: [1] }) })()
    const before = wf.liveHandles()
    for (let i = 0; i < 50 && wf.liveHandles() > 0; i++) { gc(); await new Promise((resolve) => setTimeout(resolve, 20)) }
    console.log(JSON.stringify([before, wf.liveHandles()]))`
  expect(await inNode(['--expose-gc'], script)).toEqual([5, 0])
})

const relaxedFlags =
  Number(process.versions.node.split('.')[0]) < 21 ? ['--experimental-wasm-relaxed-simd'] : []

test('relaxed SIMD differs from the plain build by rounding only', async () => {
  const script = `
    const tensor = (shape, f) => ({ data: Float32Array.from({ length: shape.reduce((a, b) => a * b) }, (_, i) => f(i)), shape })
    const [q, k, v] = [tensor([4, 37, 19], Math.sin), tensor([2, 37, 19], Math.cos), tensor([2, 37, 11], (i) => Math.sin(3 * i))]
    const outputs = []
    for (const variant of ['simd', 'fastest']) {
      const wf = await load({ variant })
      outputs.push([wf.info.variant, wf.attention(q, k, v, { position: [{ type: 'rope', rotaryDim: 18 }, { type: 'alibi' }], isCausal: true }).output.data])
    }
    const [[first, a], [second, b]] = outputs
    console.log(JSON.stringify([first, second, Math.max(...a.map((x, i) => Math.abs(x - b[i])))]))`
  const [first, second, difference] = (await inNode(relaxedFlags, script)) as [string, string, number]
  expect([first, second]).toEqual(['simd', 'relaxed'])
  expect(difference).toBeLessThan(1e-5)
})

test('relaxed SIMD is made of the core that is named, or of none but this version’s', async () => {
  const addressOf = (name: string) => JSON.stringify(packageFile(name).href)
  const script = `
    const { readFileSync } = await import('node:fs')
    const { default: patch } = await import(${addressOf('core-relaxed-patch.mjs')})
    const wasmUrl = new URL(${addressOf('core-simd.wasm')})
    const plain = readFileSync(wasmUrl)
    const integrity = 'sha384-' + (await import('node:crypto')).createHash('sha384').update(plain).digest('base64')
    const other = Uint8Array.from(plain)
    other[other.length - 1] ^= 1 // of a text
    const wasmModule = new WebAssembly.Module(plain)
    const answers = {}
    for (const [name, options] of Object.entries({
      integrity: { integrity }, address: { wasmUrl, integrity }, bytes: { wasmBinary: plain }, itself: { wasmBinary: patch(plain) },
      other: { wasmBinary: other }, module: { wasmModule }, threads: { threads: 2 },
      named: { threads: 2, wasmUrl: new URL(${addressOf('core-threads-simd.wasm')}) }, one: { threads: 2, wasmUrl },
    }))
      for (const variant of ['relaxed', 'fastest'])
        (answers[name] ??= []).push(await load({ ...options, variant }).then(
          ({ info }) => info.variant + (options.threads ? info.threads.count : ''), ({ code, message }) => code + ' ' + message))
    const trainer = await (await load({ variant: 'relaxed' })).trainer({ model: { layers: 1, heads: 2, dModel: 16, vocab: 7 } })
    answers.loss = trainer.step({ inputIds: [[1, 2, 3]], targets: [[2, 3, 4]] }).loss
    console.log(JSON.stringify(answers))
    process.exit()`
  const { loss, ...answers } = (await inNode(relaxedFlags, script)) as Record<string, unknown>
  const relaxed = ['relaxed', 'relaxed']
  expect(answers).toEqual({
    ...{ integrity: relaxed, address: relaxed, bytes: relaxed, itself: relaxed },
    other: [
      'ERR_LOAD options.wasmBinary: got wasmBinary, which cannot be made relaxed, wanted core-simd.wasm of this version',
      'simd',
    ],
    module: ['simd', 'simd'],
    ...{ threads: ['relaxed2', 'relaxed2'], named: ['relaxed2', 'relaxed2'], one: ['relaxed1', 'relaxed1'] },
  })
  expect(loss).toBeGreaterThan(1)
})
