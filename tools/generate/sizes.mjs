// The sizes in README.md: what a page downloads, measured on dist/ and compressed with brotli; and the package. What differs by at most
// 5 % is kept: other compilers and commits may cause that much.
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { attentionPages } from '../build/attention-page.mjs'
import { tarballSizes } from '../build/tarball.mjs'
import { root } from '../paths.mjs'

/** How much a size that is written may differ from the file's. */
export const TOLERANCE = 1 / 20
const BLOCK = /(?<=<!-- sizes: .* -->\n)[\s\S]*?(?=<!-- \/sizes -->)/

const dist = join(root, 'dist')

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

async function measured() {
  const [loadModel] = readdirSync(dist).filter((name) => /^load-model-.*\.mjs$/.test(name))
  const first = [...withImports('web.mjs'), 'core-simd.wasm']
  const { registration, largest } = JSON.parse(readFileSync(join(root, 'build/elements-sizes.json'), 'utf8'))
  const attention = await attentionPages(dist)
  const more = [...withImports(loadModel)].filter((file) => !first.includes(file))
  return [
    ['`import { load }` for attention, by way of Vite', attention.vite],
    ['the same with esbuild, which removes less unused code', attention.esbuild],
    ['`load()` and every function without a model, from a CDN', brotli(first)],
    ['the code for models, with the first `loadModel()`', brotli(more)],
    ['`whereformer/inline`, models included', brotli(withImports('inline.mjs'))],
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

export const inMegabytes = (bytes) => `${(bytes / 1e6).toFixed(1)} MB`
const inKilobytes = (bytes) => `${Math.round(bytes / 1000)} kB`

/** README.md with the table of sizes. */
export async function readmeWithSizes() {
  const readme = readFileSync(join(root, 'README.md'), 'utf8')
  const rows = await measured()
  const { packed, unpacked } = await tarballSizes()
  const [block = ''] = readme.match(BLOCK) ?? []
  if (rows.every((row) => isClose(block, row)) && isSame(block, [packed, unpacked])) return readme
  const lines = rows.map(([what, bytes]) => `| ${what} | ${inKilobytes(bytes)} |`)
  const table = ['| download | brotli |', '|---|--:|', ...lines, '']
  return readme.replace(BLOCK, () => [...table, sentence(packed, unpacked), ''].join('\n'))
}

const sentence = (packed, unpacked) =>
  `The npm package is ${inMegabytes(packed)} to download and ${inMegabytes(unpacked)} installed.`

function isSame(block, sizes) {
  const written = Array.from(block.matchAll(/([\d.]+) MB/g), ([, number]) => 1e6 * Number(number))
  return (
    written.length === sizes.length &&
    sizes.every((bytes, i) => Math.abs(written[i] - bytes) <= TOLERANCE * bytes)
  )
}

function isClose(table, [what, bytes]) {
  const line = table.split('\n').find((one) => one.startsWith(`| ${what} | `))
  const written = 1000 * Number(/(\d+) kB \|$/.exec(line ?? '')?.[1])
  return Math.abs(written - bytes) <= Math.max(500, TOLERANCE * bytes)
}
