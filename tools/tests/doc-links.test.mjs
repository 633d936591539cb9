// Links between the pages of the repository lead to a file that exists, and to a heading of it.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { test } from 'node:test'
import { root } from '../paths.mjs'
import { sourceFiles } from '../source-files.mjs'

const files = sourceFiles()
const folders = new Set(files.flatMap(foldersAround))
// Pages of the consumers' templates and of MyST are of another program, with links of its own.
const pages = files.filter(
  (path) => path.endsWith('.md') && !/^(tests\/consumers\/templates|examples\/[^/]+\/.*\/)/.test(path),
)

function foldersAround(path) {
  const parts = path.split('/').slice(0, -1)
  return parts.map((_, i) => parts.slice(0, i + 1).join('/'))
}

const read = (path) => readFileSync(join(root, path), 'utf8')

const withoutCode = (text) =>
  text.replace(/^```.*?^```/gms, '').replace(/`[^`\n]*`/g, (code) => code.replace(/[[\]()]/g, ' '))

/** Targets of the inline links and pictures of a page, without addresses elsewhere. */
function linksIn(text) {
  return [...withoutCode(text).matchAll(/\]\(([^()\s]+)\)/g)]
    .map(([, target]) => target)
    .filter((target) => !/^[a-z]+:/.test(target))
}

/** Names that a link into the page may have after `#`: the headings as GitHub writes them, and `<a id>`. */
function anchorsOf(text) {
  const prose = text.replace(/^```.*?^```/gms, '')
  const ids = [...prose.matchAll(/<a id="([^"]+)"/g)].map(([, id]) => id)
  const taken = new Map()
  const headings = [...prose.matchAll(/^#{1,6} +(.*)$/gm)].map(([, heading]) => {
    const name = slug(heading)
    const before = taken.get(name) ?? 0
    taken.set(name, before + 1)
    return before ? `${name}-${before}` : name
  })
  return new Set([...ids, ...headings])
}

function slug(heading) {
  const shown = heading.replace(/<[^>]*>/g, '').replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
  return shown
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '')
    .replaceAll(' ', '-')
}

/** The fault of a link of the page, or undefined. */
function wrong(page, target) {
  const [path, anchor] = target.split('#')
  const file = path ? normalize(join(dirname(page), decodeURI(path))).replace(/\/$/, '') : page
  if (!files.includes(file) && !folders.has(file)) return `${page}: ${target}: there is no ${file}`
  if (!anchor || !file.endsWith('.md')) return undefined
  return anchorsOf(read(file)).has(decodeURI(anchor)) ? undefined : `${page}: ${target}: no such heading`
}

test('every relative link leads to a file and a heading', () => {
  const links = pages.flatMap((page) => linksIn(read(page)).map((target) => [page, target]))
  assert.ok(links.length > 500, `only ${links.length} links were found`)
  assert.deepEqual(links.map(([page, target]) => wrong(page, target)).filter(Boolean), [])
})

test('a link that leads nowhere is found', () => {
  const text =
    '[a](SECURITY.md) [b](none.md) `[c](none.md)` [d](SECURITY.md#none) [e](https://a.b) ![f](docs/images/demo.png)'
  assert.deepEqual(
    linksIn(text)
      .map((target) => wrong('README.md', target))
      .filter(Boolean),
    ['README.md: none.md: there is no none.md', 'README.md: SECURITY.md#none: no such heading'],
  )
})

test('headings are named as GitHub names them', () => {
  const text =
    '# A `b` & c: d_e\n\n## 模型 · Models\n\n## Twice\n\n## Twice\n\n## <a id="own"></a>With a [link](x.md)\n'
  assert.deepEqual(
    [...anchorsOf(text)],
    ['own', 'a-b--c-d_e', '模型--models', 'twice', 'twice-1', 'with-a-link'],
  )
})

test('docs/README.md says of every page what it is for', () => {
  const rows = read('docs/README.md')
    .split('\n')
    .filter((line) => line.startsWith('| ['))
  const listed = rows.map((row) => row.match(/\]\((.*?)\)/)[1])
  const wanted = files.filter(
    (path) => /^docs\/([^/]+|encodings\/README)\.md$/.test(path) && path !== 'docs/README.md',
  )
  for (const page of wanted) assert.ok(listed.includes(page.slice('docs/'.length)), page)
  assert.equal(new Set(listed).size, listed.length)
  for (const row of rows) assert.match(row, /^\| \[.*\]\(.*\) \| .+ \| .*\p{Script=Han}.* \|$/u)
})
