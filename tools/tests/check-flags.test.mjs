import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { checkCommands, checkFlags } from '../check/check-flags.mjs'

/** Writes a tree, checks it and returns "file:line message" of each violation. */
function violationsIn(tree, check = (folder) => checkFlags(folder, Object.keys(tree))) {
  const folder = mkdtempSync(join(tmpdir(), 'flags-'))
  try {
    for (const [file, text] of Object.entries(tree)) {
      mkdirSync(dirname(join(folder, file)), { recursive: true })
      writeFileSync(join(folder, file), text.replaceAll('FOLDER', folder))
    }
    return check(folder).map(({ file, line, message }) => `${file}:${line} ${message}`)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

// assembled, because this file is checked too
const f = '-f'
const flags = [
  `${f}fast-math`,
  '-O' + 'fast',
  `${f}finite-math-only`,
  `${f}unsafe-math-optimizations`,
  `${f}associative-math`,
  `${f}reciprocal-math`,
  `${f}no-signed-zeros`,
  `${f}no-honor-nans`,
  `${f}no-honor-infinities`,
  `${f}approx-func`,
  `${f}cx-limited-range`,
  `${f}fp-contract=fast`,
  `${f}fp-contract=on`,
  `${f}fp-contract=fast-honor-pragmas`,
  `${f}fp-model=fast`,
  `${f}fp-model=precise`,
  `${f}denormal-fp-math=preserve-sign`,
  `${f}denormal-fp-math-f32=positive-zero`,
  '-m' + 'recip',
  '-m' + 'recip=all',
  '-m' + 'daz-ftz',
  '-m' + 'fpmath=387',
  '/fp' + ':fast',
  '--' + 'fast-math',
]

const places = [
  ['CMakeLists.txt', (flag) => `target_compile_options(x PRIVATE -Wall ${flag})`],
  ['bindings/CMakeLists.txt', (flag) => `target_link_options(x PRIVATE "${flag}")`],
  ['cmake/Flags.cmake', (flag) => `set(FLAGS "$<$<CONFIG:Release>:${flag}>")`],
  ['CMakePresets.json', (flag) => `{ "CMAKE_CXX_FLAGS": "-O3 ${flag}" }`],
  ['package.json', (flag) => `{ "build": "emcc ${flag}" }`],
  ['tools/build/build.mjs', (flag) => `const args = ['${flag}']`],
  ['tools/toolchain.sh', (flag) => `export CXXFLAGS=${flag}`],
  ['.ci/run', (flag) => `CXXFLAGS=${flag} npm test`],
]

for (const flag of flags) {
  test(`${flag} is found in every file that could pass it on`, () => {
    for (const [file, line] of places) {
      const found = violationsIn({ [file]: `first\n${line(flag)}\n` })
      assert.equal(found.length, 1, `${file}: ${JSON.stringify(found)}`)
      assert.ok(found[0].startsWith(`${file}:2 ${flag.replace(/=all$/, '')}`), found[0])
    }
  })
}

const lines = [
  '#pragma STDC FP_CONTRACT' + ' ON',
  '  #  pragma   STDC   FP_CONTRACT' + '   DEFAULT',
  '_Pragma("STDC FP_CONTRACT' + ' ON")',
  '#pragma clang' + ' fp contract(fast)',
  '#pragma clang' + ' fp reassociate(on)',
  '_Pragma("clang' + ' fp reciprocal(on)")',
  '#pragma GCC' + ' optimize("fast-math")',
  'void f() __attri' + 'bute__((optimize("O3")));',
  'void f() __attri' + 'bute__((noinline, __optimize__("O3")));',
  '[[gnu::' + 'optimize("O3")]] void f();',
  '#pragma ' + 'float_control(precise, off)',
  '#pragma ' + 'fp_contract(on)',
  '_MM_SET_' + 'FLUSH_ZERO_MODE(_MM_FLUSH_ZERO_ON);',
  '_mm_' + 'setcsr(0x8040);',
]

for (const line of lines) {
  test(`${line.trim()} is found in sources`, () => {
    for (const file of [
      'src/simd/exp.hpp',
      'bindings/core.cpp',
      'tests/native/support.hpp',
      'tests/bench/peak.c',
    ]) {
      assert.equal(violationsIn({ [file]: `// first\n${line}\n` }).length, 1, file)
    }
  })
}

test('what keeps results passes', () => {
  const tree = {
    'CMakeLists.txt': `add(-O3 ${f}fp-contract=off ${f}no-math-errno ${f}no-trapping-math ${f}no-fast-math -msimd128)\n`,
    'cmake/Strict.cmake': `set(FLAGS ${f}fp-model=strict ${f}denormal-fp-math=ieee -mfpmath=sse)\n`,
    'src/simd/lanes.hpp':
      '#pragma STDC FP_CONTRACT OFF\n#pragma clang fp contract(off)\n[[gnu::noinline]] void f();\n',
    'src/core/math.hpp': '// fast math, made slowly: optimize later\nvoid optimize();\n',
    'docs/decisions/0011.md': `${f}fast-math is forbidden\n`,
  }
  assert.deepEqual(violationsIn(tree), [])
})

const compiled = (preset, file, options) => ({
  [`build/${preset}/compile_commands.json`]: JSON.stringify([
    { file: `FOLDER/${file}`, command: `c++ ${options} -c FOLDER/${file}` },
  ]),
  [`build/${preset}/build.ninja`]: 'build x: link\n  LINK_FLAGS = -O3\n',
})
const off = `${f}fp-contract=off`

test('commands that built the project are read', () => {
  const commands = (preset, file, options) => violationsIn(compiled(preset, file, options), checkCommands)
  assert.deepEqual(commands('native', 'src/simd/tile.cpp', `-O3 ${off}`), [])
  assert.deepEqual(commands('wasm-relaxed', 'src/simd/tile.cpp', `${off} -mrelaxed-simd`), [])
  assert.deepEqual(commands('native', 'other/catch.cpp', '-O0'), [])
  for (const flag of flags) {
    assert.match(
      commands('native', 'src/simd/tile.cpp', `${flag} ${off}`)[0],
      /src\/simd\/tile.cpp: .* change results/,
    )
  }
  const joined = 'build/asan/tests/native/CMakeFiles/whereformer_tests.dir/Unity/unity_encodings_0_cxx.cxx'
  for (const file of ['src/simd/tile.cpp', 'bindings/core.cpp', 'tests/native/simd/exp_test.cpp', joined]) {
    assert.match(commands('asan', file, '-O1')[0], /without -ffp-contract=off/)
  }
  assert.equal(commands('native', 'src/a.cpp', `${off} ${f}fp-contract=fast`).length, 2)
  assert.match(
    commands('wasm-simd', 'src/simd/tile.cpp', `${off} -mrelaxed-simd`)[0],
    /promises the same bits/,
  )
})

test('flags of links are read too', () => {
  const tree = compiled('wasm-simd', 'src/a.cpp', off)
  tree['build/wasm-simd/build.ninja'] += `  LINK_FLAGS = ${f}fast-math\n`
  assert.match(violationsIn(tree, checkCommands)[0], /^build\/wasm-simd\/build\.ninja:3 /)
})

test('where nothing was built there is nothing to approve of', () => {
  assert.match(violationsIn({ 'build/native/x': '' }, checkCommands)[0], /build first/)
  assert.match(violationsIn({}, checkCommands)[0], /build first/)
})
