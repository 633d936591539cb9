// The code that pages show: README and docs, the article and the API page of the demo.

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { importTypeScript } from '../../tools/build/typescript.mjs'
import { root } from '../../tools/paths.mjs'

/** What the one-line examples of the API page take as given. */
const GIVEN = `import type { Tensor, TrainerFiles, Whereformer } from 'whereformer'
declare const wf: Whereformer
declare const a: Tensor, b: Tensor, k: Tensor, q: Tensor, qRotated: Tensor, scores: Tensor, v: Tensor, x: Tensor
declare const config: object, tokenizer: object, url: string, files: TrainerFiles
`

/** @returns {Promise<{name: string, language: 'js' | 'ts', code: string}[]>} each a module; JavaScript is TypeScript, too, as it stands */
export async function samples() {
  const pages = ['README.md', ...markdownIn('docs'), ...markdownIn('docs/encodings')]
  return [...pages.flatMap(samplesOfPage), ...(await samplesOfDemo())]
}

const markdownIn = (folder) =>
  readdirSync(join(root, folder))
    .filter((file) => file.endsWith('.md'))
    .map((file) => `${folder}/${file}`)

function samplesOfPage(page) {
  const text = readFileSync(join(root, page), 'utf8')
  return [...text.matchAll(/^```(js|ts|html)\n(.*?)^```$/gms)].flatMap(({ index, 1: language, 2: code }) => {
    const name = `${page}:${text.slice(0, index).split('\n').length}`
    return language === 'html' ? samplesOfHtml(name, code) : [{ name, language, code }]
  })
}

/** Scripts import from a CDN what a program imports by its name. */
const samplesOfHtml = (name, html) =>
  Array.from(html.matchAll(/<script type="module">(.*?)<\/script>/gs), ([, script]) => {
    const code = script.replace(/'https:[^']*\/dist\/inline\.mjs'/, "'whereformer/inline'")
    return { name, language: 'js', code }
  })

async function samplesOfDemo() {
  const { train } = await importTypeScript('web/content/article/train.ts')
  const { examples, methods } = await importTypeScript('web/demo/site/api-words.ts')
  const article = train.blocks
    .filter(({ language }) => language === 'js')
    .map(({ text }) => ['article', text])
  const lines = Object.entries(methods).filter(([, { example }]) => example)
  return [
    ...[...article, ...Object.entries(examples)].map(([name, code]) => ({ name, language: 'js', code })),
    ...lines.map(([name, { example }]) => ({ name: `wf.${name}`, language: 'ts', code: GIVEN + example })),
  ]
}
