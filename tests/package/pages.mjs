// What README.md and the pages that continue it show runs in a folder that holds the packed package and nothing else, besides the model that
// the reader is to bring.

import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { cp, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { build } from 'esbuild'

const run = promisify(execFile)

/** `ts` and `tsx` are checked by tests/frameworks, `sh` by the installation itself. */
const KNOWN = ['js', 'html', 'ts', 'tsx', 'sh']

const PAGES = ['README.md', 'docs/attention.md', 'docs/threads.md', 'docs/figures.md']

/** @param place the repository, and the folder that the package is installed in @returns tests by name */
export async function pageTests({ root, folder }) {
  const named = (await Promise.all(PAGES.map(namedBlocks))).flat()
  return {
    'pages: every block is of a kind that is tested': () => {
      for (const { name, language } of named) assert.ok(KNOWN.includes(language), name)
    },
    ...testsOf(named, 'js', 'prints what it says', (code, name) => runModule(code, name)),
    ...testsOf(named, 'html', 'names files of the package, and runs', checkPage),
  }

  async function namedBlocks(page) {
    const blocks = await blocksOf(join(root, page))
    return blocks.map(({ language, code }, i) => ({
      name: `${page}: block ${i + 1}, ${language}`,
      language,
      code,
    }))
  }

  async function runModule(code, name) {
    const model = join(root, 'web/demo/public/models/tiny-shakespeare-rope')
    if (!existsSync(join(folder, 'model'))) await cp(model, join(folder, 'model'), { recursive: true })
    const file = `${name.replace(/\W+/g, '-')}.mjs`
    await writeFile(join(folder, file), code)
    const { stdout } = await (code.includes('.fromPretrained(') ? runWithHub : runFile)(file)
    for (const promised of shapesIn(code))
      assert.ok(plain(stdout).includes(promised), `${promised} in ${stdout}`)
    for (const least of leastIn(code)) assert.ok(Number(stdout.trim()) >= least, `≥ ${least}: ${stdout}`)
  }

  function runFile(file, env = {}) {
    return run(process.execPath, [file], { cwd: folder, env: { ...process.env, ...env } })
  }

  /** The Hub is a server of ours, which has one model under every name. */
  async function runWithHub(file) {
    const { hubServer, snapshotOf } = await hubCode()
    const hub = await hubServer(snapshotOf(pathToFileURL(join(folder, 'model/'))))
    try {
      const printed = await runFile(file, { HF_ENDPOINT: hub.address, XDG_CACHE_HOME: join(folder, 'cache') })
      assert.ok(hub.asked.some(({ file }) => file === 'model.safetensors'))
      return printed
    } finally {
      hub.close()
    }
  }

  /** The server of the tests in TypeScript. */
  async function hubCode() {
    const entryPoints = [join(root, 'tests/support/hub-server.ts')]
    const options = { bundle: true, format: 'esm', platform: 'node', write: false }
    const { outputFiles } = await build({ ...options, entryPoints })
    return import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString('base64')}`)
  }

  async function checkPage(code, name) {
    const { version } = JSON.parse(
      await readFile(join(folder, 'node_modules/whereformer/package.json'), 'utf8'),
    )
    const installed = code.replace(/https:\/\/[\w.]+\/npm\/whereformer@([\w.-]+)\//g, (_, named) => {
      assert.equal(named, version)
      return './node_modules/whereformer/'
    })
    const files = [...installed.matchAll(/(?:src="|from ')([^"']+)/g)].map(([, file]) => file)
    assert.ok(files.length > 0)
    for (const file of files) {
      const path = file.includes('/') ? file : `node_modules/whereformer/dist/elements/${file}`
      assert.ok(existsSync(join(folder, path)), path)
    }
    const [, script] = /<script type="module">\n(.*?)<\/script>/s.exec(installed) ?? []
    if (script) await runModule(script, name)
  }
}

async function blocksOf(file) {
  const text = await readFile(file, 'utf8')
  return [...text.matchAll(/^```(\w+)\n(.*?)^```$/gms)].map(([, language, code]) => ({ language, code }))
}

function testsOf(blocks, kind, what, test) {
  const chosen = blocks.filter(({ language }) => language === kind)
  return Object.fromEntries(chosen.map(({ name, code }) => [`${name}, ${what}`, () => test(code, name)]))
}

/** Shapes that a comment behind console.log promises: "[8, 128, 64] [8, 128, 128]". */
function shapesIn(code) {
  const comments = [...code.matchAll(/console\.log\(.*\/\/ (\[\d[^\n]*)$/gm)]
  return comments.map(([, promised]) => plain(promised))
}

/** What a comment behind console.log promises of the one number that is printed: "≥ 0.99". */
const leastIn = (code) =>
  [...code.matchAll(/console\.log\(.*\/\/ ≥ ([\d.]+)$/gm)].map(([, least]) => Number(least))

const plain = (text) => text.replace(/\s+/g, '')
