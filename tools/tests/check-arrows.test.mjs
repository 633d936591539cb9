import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { checkArrows } from '../check/check-arrows.mjs'

/** Writes a tree, checks it and returns "file:line message" of each violation. */
function violationsIn(tree) {
  const folder = mkdtempSync(join(tmpdir(), 'arrows-'))
  try {
    for (const [file, text] of Object.entries(tree)) {
      mkdirSync(dirname(join(folder, file)), { recursive: true })
      writeFileSync(join(folder, file), text)
    }
    return checkArrows(folder, Object.keys(tree)).map(
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
    'src/attention/online.hpp': '#include "position/any.hpp"\n#include "../simd/dot.hpp"\n',
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
  ['src/model/a.cpp', 'train/loss.hpp'],
  ['src/analysis/a.hpp', 'train/loss.hpp'],
  ['src/train/a.hpp', 'analysis/meter.hpp'],
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
