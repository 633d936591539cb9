import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { rooms } from '../check/rooms.mjs'
import { root } from '../paths.mjs'
import { sourceFiles } from '../source-files.mjs'

const files = sourceFiles()
const folders = foldersOf(files)
const architecture = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8')

function foldersOf(paths) {
  const all = new Set()
  for (const path of paths) {
    for (let folder = dirname(path); folder !== '.'; folder = dirname(folder)) all.add(folder)
  }
  return [...all]
}

/** `<name>` and `*` stand for one part of a name. Of `{a,b}.ts` each file must exist. */
function exists(path) {
  const braces = path.match(/^(.*)\{(.*)\}(.*)$/)
  if (braces) return braces[2].split(',').every((part) => exists(braces[1] + part + braces[3]))
  const parts = path.replace(/\/$/, '').split(/<[^>]*>|\*/)
  const pattern = new RegExp(`^${parts.map((part) => part.replace(/[.]/g, '\\.')).join('[^/]+')}$`)
  return files.some((one) => pattern.test(one)) || folders.some((one) => pattern.test(one))
}

/** Back-quoted paths that begin with a folder of the repository. Built files (dist/, build/) are no paths of the repository. */
function pathsIn(text) {
  const top = folders.filter((folder) => !folder.includes('/')).join('|')
  const prose = text.replace(/^```.*?^```/gms, '')
  return [...prose.matchAll(/`([^`\s]+)`/g)]
    .map(([, path]) => path)
    .filter((path) => new RegExp(`^(${top})/[\\w./{},<>*-]+$`).test(path))
}

const pages = [
  'ARCHITECTURE.md',
  'CONTRIBUTING.md',
  'README.md',
  'RELEASING.md',
  'SECURITY.md',
  'docs/README.md',
  'docs/models.md',
  'docs/model-cards.md',
  'docs/published.md',
  'docs/bundlers.md',
  'docs/figures.md',
  'docs/performance.md',
  'docs/performance-method.md',
  'tests/bench/README.md',
]

for (const page of pages) {
  test(`every path that ${page} names exists`, () => {
    const text = readFileSync(join(root, page), 'utf8')
    assert.deepEqual(
      pathsIn(text).filter((path) => !exists(path)),
      [],
    )
  })
}

test('a path that does not exist is found', () => {
  const text =
    '`src/core/status.hpp` `src/nothing.cpp` `src/core/{status,none}.hpp` `tools/<name>.none` `dist/web.mjs`'
  assert.deepEqual(
    pathsIn(text).filter((path) => !exists(path)),
    ['src/nothing.cpp', 'src/core/{status,none}.hpp', 'tools/<name>.none'],
  )
  assert.ok(
    exists('src/position/encodings/<name>.hpp') &&
      exists('src/core/{status,math}.hpp') &&
      exists('src/core/'),
  )
})

/** The folders of the tree in ARCHITECTURE.md: a line is `name/ name/   text`, two spaces deeper than its parent. */
function treeOfRooms() {
  const parents = []
  const tree = architecture.match(/^## Rooms\n+```\n(.*?)^```/ms)[1]
  return [...tree.matchAll(/^( *)((?:[\w/-]+\/ ?)+)(?= |$)/gm)].flatMap(([, indent, names]) => {
    const depth = indent.length / 2
    const folders = names
      .trim()
      .split(' ')
      .map((name) => `${depth === 0 ? '' : `${parents[depth - 1]}/`}${name.slice(0, -1)}`)
    parents[depth] = folders[0]
    return folders
  })
}

test('the tree of rooms has every room and no other', () => {
  const outer = ['src', 'tools', 'tests', 'docs'] // around rooms
  const listed = rooms.map(({ path }) => path)
  assert.deepEqual(treeOfRooms().sort(), [...outer, ...listed].sort())
})

test('each name under "Where is" stands in its file', () => {
  const section = architecture.match(/^## Where is.*?(?=^## )/ms)[0]
  const rows = section.split('\n').filter((line) => line.includes('`'))
  assert.ok(rows.length >= 12)
  for (const row of rows) {
    const [, , file, name] = row.split('|')
    const texts = pathsIn(file).filter((path) => files.includes(path))
    const text = texts.map((path) => readFileSync(join(root, path), 'utf8')).join('\n')
    const names = [...name.matchAll(/`([\w.:]+)`/g)].map(([, whole]) => whole.split(/\.|::/).at(-1))
    assert.ok(names.length > 0, row)
    for (const one of names) assert.match(text, new RegExp(`\\b${one}\\b`), `${row}: no ${one}`)
  }
})
