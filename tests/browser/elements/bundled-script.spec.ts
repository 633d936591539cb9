// inline.js as bundlers leave it: a worker starts with the text of one of its functions, which needs nothing outside of itself.

import { readFileSync } from 'node:fs'
import { type TransformOptions, transform } from 'esbuild'
import { expect, type Figures, test } from './figures.js'

const source = readFileSync(new URL('../../../dist/elements/inline.js', import.meta.url), 'utf8')

async function open(figures: Figures, options: TransformOptions): Promise<void> {
  const { code } = await transform(source, { ...options, charset: 'ascii' })
  const script = `<script>${code.replaceAll('</script', '<\\/script')}</script>`
  await figures.open('<wf-encoding></wf-encoding>', { script })
}

test('it holds its code once: sentences of the library, its worker and the lab', () => {
  const sentences = ['is not a WebAssembly file', 'the worker was not started', 'of the library cannot train']
  expect(sentences.map((sentence) => source.split(sentence).length - 1)).toEqual([1, 1, 1])
})

test('with other names and line breaks it computes in a worker', async ({ figures, page }) => {
  await open(figures, { minifyIdentifiers: true })
  await figures.ready('wf-encoding')
  expect(page.workers()).toHaveLength(1)
})

test('where a helper of the bundler stands outside of that function it computes on the page, at once', async ({
  figures,
  page,
}) => {
  figures.tolerate(/worker-thread\.js|404/) // the address that is tried next
  await open(figures, { keepNames: true })
  await figures.ready('wf-encoding')
  await expect(page.locator('wf-encoding .trouble')).toHaveCount(0)
  expect(page.workers()).toHaveLength(0)
})
