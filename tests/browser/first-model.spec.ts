// The package as a module: what only models need is fetched with the first of them.

import { expect, type Page, test } from '@playwright/test'
import { openBeside } from './beside.js'

const MODEL = 'gpt2-f32'

function modelCode(page: Page): string[] {
  const paths: string[] = []
  page.on('request', (request) => {
    if (/\/dist\/load-model-[^/]+$/.test(request.url())) paths.push(request.url())
  })
  return paths
}

const attend = (page: Page) =>
  page.evaluate(async () => {
    const library = (await import('./dist/web.mjs' as string)) as typeof import('whereformer')
    const wf = await library.load()
    const x = { data: Float32Array.of(1, 2, 3, 4), shape: [1, 2, 2] }
    return wf.attention(x, x, x, { position: { type: 'rope' } }).output.data.length
  })

const firstLogits = (page: Page) =>
  page.evaluate(async (name) => {
    const { load } = (await import('./dist/web.mjs' as string)) as typeof import('whereformer')
    const wf = await load()
    const config = (await (await fetch(`./models/${name}/config.json`)).json()) as object
    const request = { config, weights: `./models/${name}/model.safetensors` }
    try {
      const model = await wf.loadModel(request)
      return model.forward({ inputIds: [[1, 2, 3]] }).logits.shape.join()
    } catch (error) {
      const { name, code, message } = error as import('whereformer').WhereformerError
      return `${name} ${code} ${message}`
    }
  }, MODEL)

test('the code for models is loaded with the first model, not before', async ({ page }) => {
  const asked = modelCode(page)
  await openBeside(page)
  expect(await attend(page)).toBe(4)
  expect(asked).toEqual([])
  expect(await firstLogits(page)).toMatch(/^1,3,\d+$/)
  expect(asked).toHaveLength(1)
})

test('without the code for models, attention computes and loading a model fails with a message', async ({
  page,
}) => {
  await openBeside(page)
  await page.route('**/dist/load-model-*', (route) => route.abort())
  expect(await firstLogits(page)).toMatch(/^WhereformerError ERR_LOAD the code for models/)
  expect(await attend(page)).toBe(4)
})
