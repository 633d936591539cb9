// The code that figures show beside their HTML is strict TypeScript as it stands, and runs.

import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import ts from 'typescript'
import { settled } from '../settled.js'
import { expect, type Figures, test } from './figures.js'
import { serveModels } from './models.js'

const run = promisify(execFile)
const root = fileURLToPath(new URL('../../../', import.meta.url))

/** Inside the package, so that its name leads to its exports. */
async function inFolder(use: (folder: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(root, 'build/figure-code-'))
  try {
    await use(folder)
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** What the compiler says of these files. */
function complaintsOf(files: readonly string[]): string[] {
  const program = ts.createProgram(files, {
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    noEmit: true,
    skipLibCheck: true,
    types: [],
    checkJs: true,
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    lib: ['lib.es2022.d.ts', 'lib.dom.d.ts'],
  })
  return ts.getPreEmitDiagnostics(program).map(({ file, messageText }) => {
    const message = ts.flattenDiagnosticMessageText(messageText, '\n')
    return `${basename(file?.fileName ?? '')}: ${message}\n${file?.text}`
  })
}

/** The code of a figure, with each encoding that it offers. */
async function codesOf(figures: Figures, tag: string, attributes = ''): Promise<Map<string, string>> {
  await figures.open(`<${tag} ${attributes}></${tag}>`)
  const figure = figures.page.locator(tag)
  await settled(figure, /^(ready|asking)$/)
  const start = figure.locator('[part=start] button')
  if (await start.isVisible()) await start.click()
  await figures.ready(tag)
  await figures.more(figure)
  await figure.locator('.menu > button').click()
  await figure.locator('[data-item=code]').click()
  const types = await figure
    .locator('select#encoding option')
    .evaluateAll((options) => options.map((option) => (option as HTMLOptionElement).value))
  const codes = new Map<string, string>()
  for (const type of types.length ? types : ['']) {
    if (type) await figure.evaluate((element, encoding) => Object.assign(element, { encoding }), type)
    await settled(figure)
    await expect(figure.locator('.code pre')).toHaveCount(2)
    codes.set(`${tag}-${type}`, (await figure.locator('.code pre').last().textContent()) ?? '')
  }
  return codes
}

async function expectRuns(folder: string, names: readonly string[]): Promise<void> {
  const lines = names.map(
    (name) => `await import('./${name}.mjs').catch((error) => console.log('${name}', error.message))`,
  )
  await writeFile(join(folder, 'all.mjs'), lines.join('\n'))
  const { stdout } = await run(process.execPath, ['all.mjs'], { cwd: folder })
  expect(stdout).toBe('')
}

const FIGURES: [tag: string, attributes: string, count: number][] = [
  ['wf-encoding', '', 30],
  ['wf-bias', '', 10],
  ['wf-ledger', 'vectors="random"', 30],
  ['wf-doors', '', 1],
  ['wf-rotation', '', 1],
  ['wf-extrapolation', 'view="wavelengths"', 1],
  ['wf-models', '', 1],
  ['wf-properties', '', 1],
  ['wf-waves', 'form="table"', 1],
]

for (const [tag, attributes, count] of FIGURES) {
  test(`the code of ${tag} compiles and runs, with every encoding`, async ({ figures }) => {
    const codes = await codesOf(figures, tag, attributes)
    expect(codes.size).toBeGreaterThanOrEqual(count)
    await inFolder(async (folder) => {
      for (const [name, code] of codes) {
        await writeFile(join(folder, `${name}.mts`), code)
        await writeFile(join(folder, `${name}.mjs`), code)
      }
      expect(complaintsOf([...codes.keys()].map((name) => join(folder, `${name}.mts`)))).toEqual([])
      await expectRuns(folder, [...codes.keys()])
    })
  })
}

// What these do takes models beside the program, or minutes.
for (const [tag, attributes] of [
  ['wf-attention', ''],
  ['wf-cache', ''],
  ['wf-lengths', ''],
  ['wf-lengths', 'encodings="rope custom"'],
  ['wf-lengths', 'encodings="rope custom" frequencies="1/(k+1)"'],
] as const) {
  test(`the code of <${tag} ${attributes}> compiles`, async ({ figures, context }) => {
    await serveModels(context)
    const codes = await codesOf(figures, tag, attributes)
    await inFolder(async (folder) => {
      const files = [...codes].map(([name, code]) => ({ file: join(folder, `${name}.mts`), code }))
      for (const { file, code } of files) await writeFile(file, code)
      expect(complaintsOf(files.map(({ file }) => file))).toEqual([])
    })
  })
}
