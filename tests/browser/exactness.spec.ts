// The built package in Chromium: plain SIMD gives the bits that it gives in Node, relaxed SIMD stays within the tolerance.

import { readFileSync } from 'node:fs'
import { expect, test } from '@playwright/test'
import type { Whereformer } from 'whereformer'
import { golden, openBeside, root } from './beside.js'
import { callAll, hashes } from './exactness/calls.js'
import type { plainHashes, relaxedApart, trainedHashes } from './exactness/page.js'
import { trainAll } from './exactness/training.js'

const MODELS = ['gpt2-f32', 'llama-f32-gqa-biases']
const TOLERANCE = 4e-6

interface Tools {
  plainHashes: typeof plainHashes
  relaxedApart: typeof relaxedApart
  trainedHashes: typeof trainedHashes
}

const nodeLibrary = async () =>
  (await import(new URL('dist/node.mjs', root).href)) as { load(): Promise<Whereformer> }

async function inNode(): Promise<Record<string, string>> {
  const { load } = await nodeLibrary()
  const models = MODELS.map((name) => ({
    name,
    config: JSON.parse(readFileSync(new URL(`${name}/config.json`, golden), 'utf8')) as object,
    weights: new Uint8Array(readFileSync(new URL(`${name}/model.safetensors`, golden))),
  }))
  return hashes(await callAll(await load(), models))
}

test('plain SIMD gives the same bits in Chromium and in Node', async ({ page }) => {
  await openBeside(page)
  const inPage = await page.evaluate(async (models) => {
    const [library, tools] = await Promise.all(['./dist/web.mjs', './tools.mjs'].map((path) => import(path)))
    return (tools as Tools).plainHashes(library, models)
  }, MODELS)
  const here = await inNode()
  expect(Object.keys(here).length).toBeGreaterThan(100)
  expect(new Set(Object.values(here)).size).toBeGreaterThan(90) // hashes of results, not of nothing
  expect(inPage).toEqual(here)
})

test('the same seed gives the same bits after 100 steps of training in Chromium and in Node', async ({
  page,
}) => {
  await openBeside(page)
  const inPage = await page.evaluate(async () => {
    const [library, tools] = await Promise.all(['./dist/web.mjs', './tools.mjs'].map((path) => import(path)))
    return (tools as Tools).trainedHashes(library)
  })
  const here = await hashes(await trainAll(await (await nodeLibrary()).load(), new Map()))
  expect(new Set(Object.values(here)).size).toBe(24)
  expect(inPage).toEqual(here)
})

test('relaxed SIMD stays within the tolerance of plain SIMD and of plain loops in double', async ({
  page,
}) => {
  await openBeside(page)
  const { variants, fromPlain, fromReference, plainFromReference } = await page.evaluate(async (models) => {
    const [library, tools] = await Promise.all(['./dist/web.mjs', './tools.mjs'].map((path) => import(path)))
    return (tools as Tools).relaxedApart(library, models)
  }, MODELS)
  expect(variants).toEqual(['simd', 'relaxed'])
  const worst = (apart: Record<string, number>) =>
    Object.entries(apart).filter(([, by]) => !(by <= TOLERANCE))
  expect(Object.keys(fromPlain).length).toBeGreaterThan(100)
  expect(worst(fromReference)).toEqual([])
  expect(worst(plainFromReference)).toEqual([])
  expect(worst(fromPlain)).toEqual([])
  // two builds, not one: fused products show somewhere
  expect(Object.values(fromPlain).some((by) => by > 0)).toBe(true)
})
