// The package in a service worker, where import() does not exist: attention computes, models and training need the inline entry, and errors say so.
// Firefox has classic service workers only.

import { expect, type Page, test } from '@playwright/test'
import { type Server, serve } from '../support/server.js'
import { golden, root } from './beside.js'

const module = (entry: string) => `import { load } from './dist/${entry}.mjs'`
const classic = "importScripts('./dist/whereformer.global.js'); const { load } = whereformer"

const script = (start: string) => `
${start}

async function answer() {
  const wf = await load()
  const x = { data: Float32Array.of(1, 2, 3, 4), shape: [1, 2, 2] }
  const { output } = wf.attention(x, x, x, { isCausal: true })
  const home = new URL('./models/gpt2-f32/', self.location)
  const config = await (await fetch(new URL('config.json', home))).json()
  const model = await wf.loadModel({ config, weights: new URL('model.safetensors', home) }).catch((error) => error)
  const logits = 'forward' in model ? model.forward({ inputIds: [1, 2, 3] }).logits.shape.join() : model.code + ' ' + model.message
  const shape = { layers: 1, heads: 1, dModel: 4, dFf: 4, vocab: 4, length: 4 }
  const trainer = await wf.trainer({ model: shape }).catch((error) => error)
  const step = 'step' in trainer ? 'loss ' + trainer.step({ inputIds: [[0, 1, 2]], targets: [[1, 2, 3]] }).loss : trainer.code + ' ' + trainer.message
  return [output.data.slice(0, 2).join(), logits, step]
}

addEventListener('message', async ({ ports: [port] }) => {
  port.postMessage(await answer().catch((error) => [String(error), '']))
})
`

let server: Server

test.beforeAll(async () => {
  const workers = {
    '/inline.js': script(module('inline')),
    '/web.js': script(module('web')),
    '/classic.js': script(classic),
  }
  const folders = { '/dist/': new URL('dist/', root), '/models/': golden }
  server = await serve({ '/': '<!doctype html>', ...folders, ...workers }, '')
})

test.afterAll(() => server.close())

/** What a service worker answers: the first output of attention, and the shape of logits or an error. */
async function ask(page: Page, name: string, type: WorkerType): Promise<string[]> {
  await page.goto(server.address)
  return page.evaluate(
    async ([name, type]) => {
      const registration = await navigator.serviceWorker.register(`/${name}.js`, { type })
      const worker = registration.installing ?? registration.waiting ?? registration.active
      const { port1, port2 } = new MessageChannel()
      const answer = new Promise<string[]>((resolve) => {
        port1.onmessage = ({ data }) => resolve(data)
      })
      worker?.postMessage(null, [port2])
      return answer
    },
    [name, type] as const,
  )
}

for (const [name, type] of [
  ['inline', 'module'],
  ['classic', 'classic'],
] as const)
  test(`with the ${name} script, models compute and train`, async ({ page }) => {
    const trained = expect.stringMatching(/^loss [12]\.\d+$/)
    expect(await ask(page, name, type)).toEqual(['1,2', expect.stringMatching(/^3,\d+$/), trained])
  })

test('with the other entry, attention computes, and the error on models names the inline entry', async ({
  page,
}) => {
  const [output, models] = await ask(page, 'web', 'module')
  expect(output).toBe('1,2')
  expect(models).toMatch(
    /^ERR_LOAD the code for models.*service workers have no import\(\).*whereformer\/inline/,
  )
  expect(models).not.toContain('reload')
})
