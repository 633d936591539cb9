// Plain SIMD gives the same bits here and in Node, and tests/browser/exactness.spec.ts says so of Chromium: all engines agree.

import { readFile } from 'node:fs/promises'
import type { Whereformer } from 'whereformer'
import { callAll, hashes } from '../browser/exactness/calls.js'
import { trainAll } from '../browser/exactness/training.js'
import { askTools, root, withTools } from './package.js'
import { expect, test } from './test.js'

const golden = new URL('tests/golden/models/', root)
const MODELS = ['gpt2-f32', 'llama-f32-gqa-biases']

const nodeLibrary = async () =>
  (await import(new URL('dist/node.mjs', root).href)) as { load(): Promise<Whereformer> }

async function inNode(): Promise<Record<string, string>> {
  const { load } = await nodeLibrary()
  const models = await Promise.all(
    MODELS.map(async (name) => ({
      name,
      config: JSON.parse(await readFile(new URL(`${name}/config.json`, golden), 'utf8')) as object,
      weights: new Uint8Array(await readFile(new URL(`${name}/model.safetensors`, golden))),
    })),
  )
  return hashes(await callAll(await load(), models))
}

test('attention, every encoding and two models: the bits of Node', async ({ open, offer }) => {
  const page = await open(await offer(await withTools('tests/browser/exactness/page.ts', golden)))
  const inPage = await page.run(askTools('plainHashes', 'web.mjs', MODELS))
  const here = await inNode()
  expect(Object.keys(here).length).toBeGreaterThan(100)
  expect(inPage).toEqual(here)
})

test('100 steps of training: the bits of Node', async ({ open, offer }) => {
  const page = await open(await offer(await withTools('tests/browser/exactness/page.ts', golden)))
  const inPage = await page.run(askTools('trainedHashes', 'web.mjs', []))
  const here = await hashes(await trainAll(await (await nodeLibrary()).load(), new Map()))
  expect(new Set(Object.values(here)).size).toBe(24)
  expect(inPage).toEqual(here)
})
