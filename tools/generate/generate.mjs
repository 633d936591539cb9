// Writes all generated files: from the C++ code, front matter, and results of the built package.
//   npm run generate [-- --check]     --check: fails when a file is stale, missing or left over
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { build } from '../build/build.mjs'
import { buildPreset } from '../build/cmake.mjs'
import { Failure } from '../failure.mjs'
import { root } from '../paths.mjs'
import { main } from '../process.mjs'
import { setUp } from '../setup/setup.mjs'
import { formatted } from './generated.mjs'
import { printedSchema, schemaFile } from './schema.mjs'

/** In this order, because later steps read the output of earlier ones. A step returns path from the root → text. */
const steps = [
  () => new Map([[schemaFile, formatted(printedSchema(), schemaFile)]]),
  async () => (await import('./catalogue-files.mjs')).catalogueFiles(),
  async () => (await import('./types.mjs')).typeFiles(),
  async () => (await import('./formulas.mjs')).formulaFiles(),
  async () => (await import('./formula-parser.mjs')).formulaParserFile(),
  async () => one('web/demo/styles/tokens.css', (await import('./tokens.mjs')).tokensStyles),
  async () => one('docs/model-cards.md', (await import('./model-cards.mjs')).modelCardsPage),
  async () => one('docs/published.md', (await import('./published.mjs')).publishedPage),
  async () => one('docs/reliability.md', (await import('./reliability.mjs')).reliabilityPage),
  async () => one('CITATION.cff', (await import('../citation.mjs')).currentCitation),
  async () => (await import('./length-generalisation.mjs')).lengthGeneralisationFiles(),
  async () => (await import('./trained-bias.mjs')).trainedBias(),
  // from here on results of the built package
  async () => pictureFiles(await (await import('./pictures.mjs')).pictures()),
  async () => one('docs/properties.md', (await import('./properties.mjs')).propertiesPage),
  async () => (await import('./recent.mjs')).recentFiles(),
  async () => one('docs/mistakes.md', (await import('./mistakes.mjs')).mistakesPage),
  async () => one('README.md', (await import('./sizes.mjs')).readmeWithSizes),
  async () => (await import('./example-sizes.mjs')).examplesWithSizes(),
]
const fromSources = 10

/** Folders where a file that no step writes is an error. */
const owned = {
  'docs/encodings': /\.(md|svg)$/,
  'docs/length-generalisation': /\.svg$/,
  'docs/recent': /\.svg$/,
}

const one = async (path, page) => new Map([[path, await page()]])

const pictureFiles = (pictures) =>
  new Map([...pictures].map(([name, text]) => [`docs/encodings/${name}`, text]))

await main(async () => {
  const check = process.argv.includes('--check')
  const tools = await setUp()
  await buildPreset('wasm-simd', ['whereformer_schema'], tools)
  const known = new Set()
  const stale = []
  for (const [i, step] of steps.entries()) {
    if (i === fromSources) await build(tools)
    for (const [path, text] of await step()) {
      known.add(path)
      if (isCurrent(path, text)) continue
      stale.push(path)
      if (!check) write(path, text)
    }
  }
  const leftOver = Object.entries(owned).flatMap(([folder, pattern]) =>
    readdirSync(join(root, folder))
      .filter((name) => pattern.test(name))
      .map((name) => `${folder}/${name}`)
      .filter((path) => !known.has(path)),
  )
  if (check && stale.length + leftOver.length > 0)
    throw new Failure(`Stale or left over: ${[...stale, ...leftOver].join(', ')}; run "npm run generate".`)
  for (const path of leftOver) rmSync(join(root, path))
  for (const path of [...stale, ...leftOver]) console.log(path)
})

function isCurrent(path, text) {
  const file = join(root, path)
  return existsSync(file) && readFileSync(file, 'utf8') === text
}

function write(path, text) {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
}
