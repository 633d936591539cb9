import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { checkArrows, checkRooms, countRooms } from '../check/check-arrows.mjs'

/** Writes a tree, checks it and returns "file:line message" of each violation. */
function violationsIn(tree, table) {
  const folder = mkdtempSync(join(tmpdir(), 'arrows-'))
  try {
    for (const [file, text] of Object.entries(tree)) {
      mkdirSync(dirname(join(folder, file)), { recursive: true })
      writeFileSync(join(folder, file), text)
    }
    return checkArrows(folder, Object.keys(tree), table).map(
      ({ file, line, message }) => `${file}:${line} ${message}`,
    )
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function assertViolation(tree, expected) {
  const found = violationsIn(tree)
  assert.equal(found.length, 1, `one violation in ${JSON.stringify(tree)}, got ${JSON.stringify(found)}`)
  assert.match(found[0], expected)
}

test('every allowed arrow passes', () => {
  const tree = {
    'src/core/shape.hpp': '#include <vector>\n',
    'src/simd/dot.hpp': '#include "core/shape.hpp"\n#include <xsimd/xsimd.hpp>\n',
    'src/position/rope.hpp': '#include "core/shape.hpp"\n#include "frequencies.hpp"\n',
    'src/attention/online.hpp': '#include "position/encodings.hpp"\n#include "../simd/dot.hpp"\n',
    'src/model/block.cpp': '#include "attention/online.hpp"\n#include "core/shape.hpp"\n',
    'bindings/model.cpp': '#include <emscripten/bind.h>\n#include "model/block.hpp"\n',
    'tests/native/model_test.cpp': '#include <iostream>\n#include "model/block.hpp"\n',
    'web/lib/load.ts': "import createCore from '../../build/wasm-simd/whereformer-core.mjs'\n",
    'web/elements/map-element.ts':
      "import { load } from 'whereformer'\nimport { tensor } from '../lib/tensor'\n",
    'web/demo/main.ts': "import '../elements/map-element.define'\nimport { html } from 'lit'\n",
  }
  assert.deepEqual(violationsIn(tree), [])
})

const wrongIncludes = [
  ['src/core/a.hpp', 'simd/dot.hpp'],
  ['src/core/a.hpp', '../position/rope.hpp'],
  ['src/simd/a.hpp', 'position/rope.hpp'],
  ['src/position/a.hpp', 'simd/dot.hpp'],
  ['src/position/a.hpp', 'attention/online.hpp'],
  ['src/attention/a.hpp', 'model/block.hpp'],
  ['src/model/a.cpp', 'analysis/meter.hpp'],
  ['src/model/a.cpp', '../../bindings/views.hpp'],
]
for (const [file, included] of wrongIncludes) {
  test(`${file} may not include ${included}`, () => {
    assertViolation(
      { [file]: `// first line\n#include "${included}"\n` },
      new RegExp(`^${file}:2 wrong arrow`),
    )
  })
}

const wrongImports = [
  ['web/lib/a.ts', "import { x } from '../elements/map-element'"],
  ['web/lib/a.ts', "const page = await import('../demo/main')"],
  ['web/lib/a.ts', "export * from '../demo/main'"],
  ['web/lib/a.ts', "new URL('../demo/worker.ts', import.meta.url)"],
  ['web/elements/a.ts', "import '../demo/main'"],
  ['web/elements/parts/matrix/a.ts', "import type { Line } from '../lines/line.js'"],
  ['web/elements/parts/figure/a.ts', "import { register } from '../register.js'"],
  ['web/elements/parts/figure/a.ts', "import '../../demo/main.js'"],
  ['web/lib/boundary/a.ts', "import type { P } from '../position/position.js'"],
  ['web/lib/model/a.ts', "import { load } from '../load.js'"],
  ['tools/setup/a.mjs', "import { build } from '../build/build.mjs'"],
  ['tests/wasm/conflicts/a.ts', "import { Core } from '../../../web/lib/boundary/core.js'"],
]
for (const [file, line] of wrongImports) {
  test(`${file} may not say ${line}`, () =>
    assertViolation({ [file]: `${line}\n` }, new RegExp(`^${file}:1 wrong arrow`)))
}

test('elements and demo use the package, not what it is built from', () => {
  assertViolation(
    { 'web/demo/a.ts': "import core from '../../build/wasm-simd/whereformer-core.mjs'\n" },
    /uses the package/,
  )
  assertViolation({ 'web/elements/a.ts': "import { x } from '../../dist/web.mjs'\n" }, /uses the package/)
})

test('only src/simd includes xsimd, only bindings includes Emscripten', () => {
  assertViolation({ 'src/attention/a.hpp': '#include <xsimd/xsimd.hpp>\n' }, /only src\/simd/)
  assertViolation({ 'bindings/a.cpp': '#include <xsimd/xsimd.hpp>\n' }, /only src\/simd/)
  assertViolation({ 'src/core/a.hpp': '#include <emscripten.h>\n' }, /only bindings/)
  assertViolation({ 'src/simd/a.hpp': '  #  include <emscripten/val.h>\n' }, /only bindings/)
})

test('src neither prints nor touches files', () => {
  for (const header of ['iostream', 'fstream', 'cstdio']) {
    assertViolation({ 'src/core/a.hpp': `#include <${header}>\n` }, /does not print/)
  }
})

test('no drawer called utils', () => {
  for (const file of ['src/core/utils.hpp', 'web/lib/util.ts', 'tools/utils/x.mjs']) {
    assertViolation({ [file]: '' }, /says nothing/)
  }
})

const small = [
  { path: 'web/a', mayImport: [] },
  { path: 'web/b', mayImport: ['web/a'] },
  { path: 'web/b/inner', mayImport: [] },
  { path: 'web/c', mayImport: ['web/b'] },
]

test('a room inside of another: its parent may import it, it may import what its parent may, not its parent', () => {
  const tree = {
    'web/a/one.ts': '',
    'web/b/two.ts': "import './inner/three.js'\n",
    'web/b/inner/three.ts': "import '../../a/one.js'\n",
    'web/b/four.ts': '',
    'web/c/five.ts': "import '../b/inner/three.js'\n",
  }
  assert.deepEqual(violationsIn(tree, small), [])
  const up = { ...tree, 'web/b/inner/six.ts': "import '../four.js'\n" }
  assert.deepEqual(violationsIn(up, small), [
    'web/b/inner/six.ts:1 wrong arrow: web/b/inner must not include web/b',
  ])
})

const circles = {
  'types alone': {
    'web/lib/a.ts': "// first line\nimport type { B } from './b.js'\n",
    'web/lib/b.ts': "import {\n  type C,\n} from './c.js'\n",
    'web/lib/c.ts': "export type { A } from './a.js'\n",
  },
  'an import when it is needed': {
    'web/lib/a.ts': "// first line\nconst { b } = await import('./b.js')\n",
    'web/lib/b.ts': "import { a } from './a.js'\n",
  },
  tools: {
    'tools/a.mjs': "// first line\nimport { b } from './b.mjs'\n",
    'tools/b.mjs': "import { a } from './a.mjs'\n",
  },
  headers: {
    'src/core/a.hpp': '// first line\n#include "core/b.hpp"\n',
    'src/core/b.hpp': '#include "a.hpp"\n',
  },
}
for (const [name, tree] of Object.entries(circles)) {
  test(`a circle of imports: ${name}`, () => {
    const [first] = Object.keys(tree)
    assertViolation(tree, new RegExp(`^${first}:2 imports in a circle: ${first} → .* → ${first}$`))
  })
}

test('two ways to one file are no circle; two circles are two violations', () => {
  const diamond = {
    'web/lib/a.ts': "import './b.js'\nimport './c.js'\n",
    'web/lib/b.ts': "import './d.js'\n",
    'web/lib/c.ts': "import './d.js'\n",
    'web/lib/d.ts': "import 'lit'\n",
  }
  assert.deepEqual(violationsIn(diamond), [])
  const found = violationsIn({
    'web/lib/a.ts': "import './b.js'\n",
    'web/lib/b.ts': "import './a.js'\nimport './c.js'\n",
    'web/lib/c.ts': "import './d.js'\n",
    'web/lib/d.ts': "import './c.js'\n",
  })
  assert.equal(found.length, 2, found.join('\n'))
})

const present = ['web/a/one.ts', 'web/b/two.ts', 'web/b/inner/three.ts', 'web/c/deep/four.ts', 'package.json']
const messages = (files, table) => checkRooms(files, table).map(({ file, message }) => `${file} ${message}`)

test('the table of rooms has every folder beside a room, and no other', () => {
  assert.deepEqual(messages(present, small), [])
  const more = [...present, 'web/new/five.ts', 'web/b/other/deep/six.ts']
  assert.deepEqual(messages(more, small), [
    'web/new a folder beside rooms that is no room of tools/check/rooms.mjs',
    'web/b/other a folder beside rooms that is no room of tools/check/rooms.mjs',
  ])
  const fewer = present.filter((file) => !file.startsWith('web/c/'))
  assert.deepEqual(messages(fewer, small), ['web/c a room in tools/check/rooms.mjs that is no folder'])
})

test('the table of rooms has an order, and names rooms', () => {
  const turned = [{ path: 'web/a', mayImport: ['web/c'] }, ...small.slice(1)]
  assert.deepEqual(messages(present, turned), ['web/a rooms in a circle: web/a → web/c → web/b → web/a'])
  const detour = [...small.slice(0, 2), { path: 'web/b/inner', mayImport: ['web/c'] }, ...small.slice(3)]
  assert.match(
    messages(present, detour).join(),
    /rooms in a circle: web\/b → web\/b\/inner → web\/c → web\/b$/,
  )
  const strange = [{ path: 'web/a', mayImport: ['web/z'] }, ...small.slice(1)]
  assert.match(messages(present, strange).join(), /^web\/z a room may import it, but/)
})

test('rooms, floors and arrows are counted per folder', () => {
  const two = [
    ...small,
    { path: 'web/b/upper', mayImport: ['web/b/inner', 'web/b/*'] },
    { path: 'web/d', mayImport: [] },
    { path: 'web/d/only', mayImport: ['web/c'] },
  ]
  assert.deepEqual(countRooms(two), [
    { folder: 'web', rooms: 4, floors: 4, arrows: 3 },
    { folder: 'web/b', rooms: 2, floors: 2, arrows: 1 },
  ])
})

test('parts of figures know no figure, and figures hardly one another', () => {
  const counted = Object.fromEntries(countRooms().map(({ folder, ...counts }) => [folder, counts]))
  assert.deepEqual(counted['web/elements'], { rooms: 2, floors: 2, arrows: 1 })
  assert.ok(counted['web/elements/figures'].arrows < 5)
})
