// The table of sizes in README.md: what a page downloads, measured on dist/ and compressed with brotli.
// With --check: fails when a figure is further from what is measured than a twentieth, which other compilers and commits may cause.
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { Failure } from './failure.mjs'
import { keepCurrent } from './generated.mjs'
import { root } from './paths.mjs'
import { main } from './process.mjs'

const COMMAND = 'node tools/write-sizes.mjs'
const TOLERANCE = 1 / 20
const BLOCK = /(?<=<!-- sizes: .* -->\n)[\s\S]*?(?=<!-- \/sizes -->)/

const dist = join(root, 'dist')
const [loadModel] = readdirSync(dist).filter((name) => /^load-model-.*\.mjs$/.test(name))

/** Names of files in dist/, with what they import before they run. */
function withImports(file, found = new Set()) {
  if (found.has(file)) return found
  found.add(file)
  const text = readFileSync(join(dist, file), 'utf8')
  for (const [, name] of text.matchAll(/(?:\bfrom|\bimport)\s*"\.\/([^"]+\.mjs)"/g)) withImports(name, found)
  return found
}

function brotli(files) {
  return [...files].reduce((sum, file) => sum + brotliCompressSync(readFileSync(join(dist, file))).length, 0)
}

function measured() {
  const first = [...withImports('web.mjs'), 'core-simd.wasm']
  const { registration, largest } = JSON.parse(readFileSync(join(root, 'build/elements-sizes.json'), 'utf8'))
  const more = [...withImports(loadModel)].filter((file) => !first.includes(file))
  return [
    ['`load()` and every function without a model', brotli(first)],
    ['the code for models, with the first `loadModel()`', brotli(more)],
    ['`whereformer/inline`, models included', brotli(['inline.mjs'])],
    ['`whereformer/elements/register`, before a figure is seen', registration],
    [
      `the largest figure (\`<wf-${basename(largest.figure, '-figure.ts')}>\`), registration included, the library apart`,
      largest.bytes,
    ],
    [
      '`dist/elements/inline.js`: every element and the library in one script',
      brotli(['elements/inline.js']),
    ],
  ]
}

const inKilobytes = (bytes) => `${Math.round(bytes / 1000)} kB`

await main(async () => {
  const readme = readFileSync(join(root, 'README.md'), 'utf8')
  const check = process.argv.includes('--check')
  const rows = measured()
  if (check) requireClose(readme.match(BLOCK)?.[0] ?? '', rows)
  const lines = rows.map(([what, bytes]) => `| ${what} | ${inKilobytes(bytes)} |`)
  const table = ['| | |', '|---|--:|', ...lines, ''].join('\n')
  if (!check)
    keepCurrent(
      'README.md',
      readme.replace(BLOCK, () => table),
      { check, command: COMMAND },
    )
})

function requireClose(table, rows) {
  for (const [what, bytes] of rows) {
    const line = table.split('\n').find((one) => one.startsWith(`| ${what} | `))
    const written = 1000 * Number(/(\d+) kB \|$/.exec(line ?? '')?.[1])
    if (!(Math.abs(written - bytes) <= Math.max(500, TOLERANCE * bytes)))
      throw new Failure(
        `README.md: "${what}" is ${inKilobytes(bytes)}, the table says ${line ?? 'nothing'}; run "${COMMAND}".`,
      )
  }
}
