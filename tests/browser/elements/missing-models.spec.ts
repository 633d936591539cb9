// Trained models are not in the package: figures without them say which files to copy where.

import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { embedCodes } from '../../../web/demo/page/embed-codes.js'
import { expect, ORIGIN, test } from './figures.js'
import { serveModels } from './models.js'

/** The second has asked already: that its losses are computed here. */
const FIGURES = ['wf-attention', 'wf-extrapolation live amount="1536"', 'wf-surgery source="trained"']

for (const markup of FIGURES) {
  test(`<${markup}> without its models names the files, their source and their target`, async ({
    figures,
    page,
    context,
  }) => {
    figures.tolerate(/404/)
    let missing = true
    await serveModels(context, { failing: () => (missing ? /./ : /^$/) })
    await figures.open(`<${markup}></${markup.split(' ')[0]}>`)
    const figure = page.locator('main > *')
    if (!markup.includes('live')) await figure.locator('.start').click()
    const alert = figure.getByRole('alert')
    await expect(alert).toContainText(
      /Copy the folder tiny-shakespeare-rope \(config\.json, tokenizer\.json, model\.safetensors\)/,
    )
    await expect(alert).toContainText('web/demo/public/models/')
    await expect(alert).toContainText(`${ORIGIN}/models/tiny-shakespeare-rope/`)
    await expect(alert).toContainText('model-base')
    await expect(alert).not.toContainText('opened as a file')
    await figure.evaluate((element) => element.setAttribute('lang', 'zh'))
    await expect(alert).toContainText(/请把 .*复制到 .*或用属性 model-base/)
    missing = false
    await figure.evaluate((element) => element.setAttribute('lang', 'en'))
    await figure.getByRole('button', { name: 'Try again' }).click()
    await expect(figure.locator('.stage.drawn')).toBeVisible()
    await expect(alert).toHaveCount(0)
    await figures.more(figure)
    await figure.getByRole('button', { name: 'Figure menu' }).click()
    await figure.locator('[data-item=code]').click()
    await expect(figure.locator('.code pre').first()).toContainText('<!-- Copy web/demo/public/models/')
  })
}

test('a page opened as a file says that it needs a server', async ({ figures, page }) => {
  figures.tolerate(/file:|Failed to load|CORS/)
  const folder = await mkdtemp(join(tmpdir(), 'figures-'))
  try {
    const inline = fileURLToPath(new URL('../../../dist/elements/inline.js', import.meta.url))
    await copyFile(inline, join(folder, 'inline.js'))
    const markup = '<meta charset="utf-8"><script src="inline.js"></script><wf-attention></wf-attention>'
    await writeFile(join(folder, 'page.html'), `<!doctype html><html lang="en">${markup}`)
    await page.goto(pathToFileURL(join(folder, 'page.html')).href)
    await page.locator('wf-attention .start').click()
    await expect(page.getByRole('alert')).toContainText('open the page from a server')
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})

const written = (kind: string, tag: string, settings: Record<string, string>, language = 'en') =>
  embedCodes[kind]?.({ tag, language, settings, height: 400 }, new URL('https://site.example/'))

test('the embed code mentions models for the figures that need them, and for no other', () => {
  const code = (tag: string, settings: Record<string, string>, language = 'en') =>
    written('script', tag, settings, language)
  expect(code('wf-attention', {})).toContain('<!-- Copy web/demo/public/models/')
  expect(code('wf-attention', {}, 'zh')).toContain('<!-- 请把')
  expect(code('wf-surgery', { source: 'trained' })).toContain('<!-- ')
  expect(code('wf-extrapolation', {})).toContain('<!-- ')
  expect(code('wf-cache', { encoding: 'alibi' })).toContain('<!-- ')
  const alone = [
    code('wf-surgery', {}),
    code('wf-extrapolation', { view: 'wavelengths' }),
    code('wf-arrows', {}),
    code('wf-slide', {}),
    code('wf-cache', {}),
  ]
  for (const plain of alone) expect(plain).not.toContain('<!--')
  expect(written('mdx', 'wf-attention', {})).toMatch(/\n\{\/\* Copy .* \*\/\}$/)
})
