// The library in a Worker of a page gives what it gives in Node: bits, sampled text, an end when it is asked for one.

import { readFile } from 'node:fs/promises'
import type { WorkerWhereformer } from 'whereformer/worker'
import { askTools, root, trained, withTools } from './package.js'
import { expect, test } from './test.js'
import { answers } from './worker/calls.js'

const MODEL = 'tiny-shakespeare-rope'

async function inNode() {
  const { load } = (await import(new URL('dist/node.mjs', root).href)) as {
    load(): Promise<WorkerWhereformer> // without promises, which "await" does not mind
  }
  const folder = new URL(`${MODEL}/`, trained)
  const [config, tokenizer] = (await Promise.all(
    ['config.json', 'tokenizer.json'].map(async (file) =>
      JSON.parse(await readFile(new URL(file, folder), 'utf8')),
    ),
  )) as [object, object]
  return answers(await load(), { config, tokenizer, weights: new URL('model.safetensors', folder) })
}

test('attention and a model in a Worker: the bits and the text of Node; generating ends when it is told to', async ({
  open,
  offer,
}) => {
  const page = await open(await offer(await withTools('tests/engines/worker/page.ts', trained)))
  const inPage = await page.run(askTools('inWorker', 'worker.mjs', MODEL))
  const here = await inNode()
  expect(here.text).toMatch(/^ROMEO:.{60}$/s)
  expect(inPage).toEqual({ ...here, stopped: { code: 'ERR_ABORTED', text: here.text }, left: 0 })
})
