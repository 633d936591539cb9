// docs/consumers.md: what was found with every consumer.
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { root } from '../../tools/paths.mjs'
import { isGreen, readResult } from './results.mjs'
import { consumers } from './table.mjs'

const PAGE = join(root, 'docs/consumers.md')

const RED = '**red**'
const ABSENT = 'not installed'

/** Writes the page: what this machine found, and the rows of the page for consumers that were tried elsewhere. */
export async function writeReport() {
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
  const written = rowsIn(await readFile(PAGE, 'utf8'))
  const rows = consumers.map((consumer) => {
    const result = readResult(consumer)
    return { consumer, ...(result ? { result } : { written: written.get(consumer.title) }) }
  })
  const missing = rows.filter(({ result, written }) => !result && !written)
  if (missing.length > 0) {
    console.log(`docs/consumers.md waits for ${missing.map(({ consumer }) => consumer.id).join(', ')}`)
    return
  }
  await writeFile(PAGE, pageOf(rows, version))
}

/** @returns {Map<string, string>} the rows of the page, by the titles of their consumers */
function rowsIn(page) {
  const lines = page.split('\n').filter((line) => /^\| .* \| \d{4}-\d{2}-\d{2} \|$/.test(line))
  return new Map(lines.map((line) => [line.slice(2, line.indexOf(' | ')), line]))
}

/**
 * @typedef {{ consumer: import('./table.mjs').Consumer, result?: import('./results.mjs').Result, written?: string }} Row
 *   `written`: the line of the page, where there is no result
 * @param {Row[]} rows
 */
export function pageOf(rows, version) {
  const lines = rows.map(({ consumer, result, written }) => (result ? rowOf(consumer, result) : written))
  const green = lines.filter((line) => !line.includes(RED) && !line.includes(ABSENT))
  const red = rows.filter(({ result }) => result && !isGreen(result))
  return `# Consumers

<!-- written by npm run consumers -->

Each row is a small project (\`tests/consumers/templates/\`) with whereformer ${version} installed from the packed tarball; all have the same page (\`tests/consumers/page/\`). Chromium opens it:
it has to compute attention and continue a text with a model, here and in the worker, with the numbers of Node, to draw \`<wf-encoding>\` and \`<wf-rotation>\`, and to end without an uncaught error or an error in its console.
Programs compute the same in their runtime; test runners also an element in jsdom.

**${green.length} of ${rows.length} are green.** "Core" says how the core came to the page, in development / production where they differ: as its \`.wasm\` file, or as a module with the same bytes (ADR 19).
Both come where the page uses both entries, or where a tool prefetches or merges chunks (Nuxt, Docusaurus).

| consumer | versions | development, or run | production | core | what it needs | date |
|---|---|---|---|---|---|---|
${lines.join('\n')}
${red.length > 0 ? `\n## Not green\n\n${red.map(reasonOf).join('\n')}\n` : ''}
${CONSOLE}`
}

/** What no page of the table does. The tests that count these lines: tests/browser/threads.spec.ts, wasm-missing.spec.ts. */
const CONSOLE = `## Red lines in the console

None of these pages has one. \`load()\` asks for its \`.wasm\` file first where that is known to be there: a bundler has given it a name of its own, or the script is one of the package as published. Elsewhere the module with the same bytes comes first, so that no request fails.
Some answers cannot be known without asking. Expected, and harmless, are:

| where | line | without it |
|---|---|---|
| \`load({ threads })\`, and the file of the core with threads is not beside the scripts | its 404, once for each \`load()\`; there is one thread then | copy \`core-threads-simd.wasm\` there, or pass \`wasmUrl\` |
| scripts of the package, as published, on a server that lacks its \`.wasm\` files | their 404, or an error of CORS | copy all of \`dist/\`, or import \`whereformer/inline\` |
| a content security policy without \`worker-src blob:\` | a violation, for the first worker of its kind, or the first threads that start together | pass \`workerUrl\`, \`threadUrl\`; for elements \`configureElements({ workerUrl })\` |
`

function rowOf(consumer, result) {
  const { development, production, run } = result.steps
  const versions = Object.entries(result.versions ?? consumer.packages).map(
    ([name, version]) => `${name} ${version}`,
  )
  const cores = new Set(
    Object.values(result.steps)
      .map(({ core }) => core)
      .filter(Boolean),
  )
  const cells = [
    consumer.title,
    versions.join(', ') || '–',
    verdict(development ?? run, consumer.steps.development ?? consumer.steps.run),
    verdict(production, consumer.steps.production),
    [...cores].join(' / ') || '–',
    consumer.tweak ?? 'nothing',
    result.date,
  ]
  return `| ${cells.join(' | ')} |`
}

function verdict(outcome, step) {
  if (!step) return '–'
  if (!outcome) return ABSENT
  return outcome.ok ? 'green' : RED
}

function reasonOf({ consumer, result }) {
  const failed = Object.entries(result.steps).filter(([, { ok }]) => !ok)
  const found = failed.map(([name, { error }]) => `${name}: ${firstLine(error)}`).join('; ')
  return `- **${consumer.title}**: ${consumer.note ?? (result.install ? `cannot be installed: ${firstLine(result.install)}` : found)}`
}

const firstLine = (text) => text.split('\n')[0].slice(0, 200)
