import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { catalogue, entryOf, frontMatter, headersOf, listedHeaders } from '../generate/catalogue.mjs'
import { ranges } from '../generate/schema.mjs'
import { root } from '../paths.mjs'

const WAVE = `// Name: Wave
// Name-zh: 波
// Type: wave
// Paper: Somebody 2020, Waves,
// section 3
// Link: https://example.org
// Year: 2020
// Doors: rotate, bias
// Causal: usual
// Tokens: grid
// Model input: token indices
// Formula: x =
// \\begin{cases} 1 & i = j \\\\ 0 \\end{cases}
// Convention: half or not
// Convention-zh: 一半，
// 或不是一半
// See: waves.md#high | high waves | 高波
// Parameter: base | | | the base | 底数
// Parameter: layout | | | which | 哪种
// Parameter: width | | at most headDim | how wide | 宽度
// Parameter: start | whole | | where it begins | 起点
// Parameter: on | | | switched on | 开启
// Parameter: slopes | tensor | one per head | slopes | 斜率
// Parameter: table | [rows, heads] required | | a table | 表
// Parameter: scaling.kind | | | kind | 种类
// Parameter: scaling.factor | | | factor | 系数
// Variant: Wave | 波 | {} | NumPy
// Variant: Scaled wave | 缩放的波 | {"layout": "whole", "scaling": {"kind": "some",
// "factor": 0.5}} | NumPy
// Tested against: NumPy
#pragma once
`
const number = (name, range, preset) => ({ name, kind: 'number', range, default: preset })
/** The schema of one encoding in the form that bindings/schema.cpp prints. */
const CODE = [
  {
    type: 'wave',
    hooks: ['rotatesPairs'],
    parameters: [
      number('base', 'above_one', 10000),
      { name: 'layout', kind: 'choice', choices: ['half', 'whole'], default: 'half' },
      { name: 'width', kind: 'integer', range: 'even_not_negative', default: 0 },
      { name: 'start', kind: 'number', range: 'not_negative', optional: true },
      { name: 'on', kind: 'boolean', default: true },
      { name: 'slopes', kind: 'numbers', range: 'positive', default: [1, 2] },
      { name: 'table', kind: 'tensor' },
      {
        name: 'scaling.kind',
        kind: 'choice',
        choices: ['none', 'some'],
        default: 'none',
        followsLength: ['some'],
      },
      number('scaling.factor', 'unit', 1),
    ],
  },
]
const LIST = 'using Encodings = List<\n    Wave>;\n'

/** Runs `ask` on a folder of headers. */
function inFolder(files, ask) {
  const folder = mkdtempSync(join(tmpdir(), 'catalogue-'))
  try {
    for (const [file, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, file)), { recursive: true })
      writeFileSync(join(folder, file), text)
    }
    return ask(folder)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const waveWith = (from, to, code = CODE) => {
  const changed = WAVE.replace(from, to)
  assert.notEqual(changed, from === to ? '' : WAVE, `nothing was replaced by ${to}`)
  return inFolder({ 'wave.hpp': changed }, (folder) => entryOf(folder, 'wave.hpp', code))
}

test('an entry joins front matter and code', () => {
  const entry = waveWith(/$/, ' ')
  assert.equal(entry.paper, 'Somebody 2020, Waves, section 3')
  assert.equal(entry.formula, 'x = \\begin{cases} 1 & i = j \\\\ 0 \\end{cases}')
  assert.equal(entry.conventionsZh, '一半，或不是一半')
  assert.deepEqual(entry.doors, ['rotate', 'bias'])
  assert.equal(entry.causal, 'usual')
  assert.equal(entry.tokens, 'grid')
  assert.equal(entry.modelInput, 'tokenIndices')
  assert.equal(entry.rotatesPairs, true)
  assert.ok(!('frequencies' in entry))
  assert.ok(!('causal' in waveWith('// Causal: usual\n', '')))
  const [base, layout, width, start, on, slopes, table, kind, factor] = entry.parameters
  assert.deepEqual(base, {
    name: 'base',
    kind: 'number',
    default: 10000,
    exclusiveMinimum: 1,
    range: 'greater than 1',
    description: 'the base',
    descriptionZh: '底数',
  })
  assert.deepEqual([layout.choices, layout.default, 'range' in layout], [['half', 'whole'], 'half', false])
  assert.deepEqual([width.minimum, width.even, width.range], [0, true, 'even, 0 or more; at most headDim'])
  assert.deepEqual([start.kind, start.optional, start.minimum], ['integer', true, 0])
  assert.deepEqual([on.kind, on.default], ['boolean', true])
  assert.deepEqual(
    [slopes.default, slopes.range, slopes.orTensor],
    [[1, 2], 'each greater than 0; one per head', true],
  )
  assert.deepEqual([table.required, table.shape], [true, ['rows', 'heads']])
  assert.deepEqual(
    [kind.name, kind.followsLength, factor.name, factor.exclusiveMinimum, factor.maximum],
    ['scaling.kind', ['some'], 'scaling.factor', 0, 1],
  )
  assert.deepEqual(entry.see, ['waves.md#high', 'high waves', '高波'])
  const [plain, scaled] = entry.variants
  assert.deepEqual(plain, { name: 'Wave', nameZh: '波', parameters: {}, testedAgainst: 'NumPy' })
  assert.deepEqual(scaled.parameters, { layout: 'whole', scaling: { kind: 'some', factor: 0.5 } })
})

test('parameters that several encodings share come from a header beside their folder, after their own', () => {
  const shared = /\/\/ Parameter: on .*\n/
  const [line] = WAVE.match(shared)
  const files = {
    'encodings/wave.hpp': WAVE.replace(shared, '// Parameters: shared.hpp\n'),
    'shared.hpp': `// What waves share.\n${line}#pragma once\n`,
  }
  const { parameters } = inFolder(files, (folder) => entryOf(folder, 'encodings/wave.hpp', CODE))
  assert.equal(parameters.length, CODE[0].parameters.length)
  assert.equal(parameters.at(-1).description, 'switched on')
})

const wrong = [
  [
    'an undocumented parameter',
    /\/\/ Parameter: on .*\n/,
    '',
    /code visits on, which the front matter lacks/,
  ],
  [
    'a parameter without code',
    '// Parameter: on',
    '// Parameter: off | | | switched off | 关闭\n// Parameter: on',
    /front matter has off, which the code does not visit/,
  ],
  ['an undocumented group', /\/\/ Parameter: scaling\.factor.*\n/, '', /code visits scaling\.factor/],
  [
    'an unknown word for causal',
    'Causal: usual',
    'Causal: often',
    /Causal is "often", which is none of required, usual/,
  ],
  ['unknown tokens', 'Tokens: grid', 'Tokens: cubes', /Tokens is "cubes", which is none of grid, image/],
  ['an unknown fact', 'start | whole', 'start | half', /"half" is no fact/],
  ['a table without axes', '[rows, heads] required', 'required', /table is a tensor; a table has \[axes\]/],
  ['axes of a number', 'base | |', 'base | [rows] |', /base is a number; a table has \[axes\]/],
  ['an encoding that the code lacks', 'Type: wave', 'Type: sea', /the code has no encoding "sea"/],
  ['four parts', '| the base |', '|', /a parameter has 5 parts, not 4/],
  ['a parameter twice', /(\/\/ Parameter: on .*\n)/, '$1$1', /the parameter on twice/],
  ['an axis in words', '[rows, heads]', '[rows of it, heads]', /the axis "rows of it" is no formula/],
  ['no formula', /\/\/ Formula: .*\n.*\n/, '', /lacks Formula/],
  ['no variant', /\/\/ Variant: Wave .*\n\/\/ Variant: .*\n.*\n/, '', /lacks Variant/],
  ['a misspelt key', '// Variant: Scaled', '// Varient: Scaled', /a variant has 4 parts, not 7/],
  ['an unknown door', 'rotate, bias', 'rotate, window', /"window" is no door/],
  [
    'a variant of another parameter',
    '"layout": "whole"',
    '"shape": "whole"',
    /sets shape, which is no parameter/,
  ],
  ['a variant out of range', '"factor": 0.5', '"factor": 2', /sets scaling\.factor to 2, which it cannot be/],
  ['a variant that is no JSON', '| {} |', '| {base} |', /are no JSON object/],
]
for (const [name, from, to, expected] of wrong) {
  test(`${name} is a clear sentence`, () =>
    assert.throws(() => waveWith(from, to), { name: 'Failure', message: expected }))
}

test('the list of encodings.hpp is the order, and is complete', () => {
  const files = { 'encodings/wave.hpp': WAVE, 'encodings.hpp': LIST }
  const read = (folder) => catalogue(folder, { encodings: CODE })
  assert.deepEqual(
    inFolder(files, (folder) => read(folder).map(({ type }) => type)),
    ['wave'],
  )
  assert.throws(
    () => inFolder({ ...files, 'encodings/other.hpp': WAVE }, read),
    /other\.hpp has front matter, but/,
  )
  assert.throws(
    () => inFolder({ ...files, 'encodings.hpp': 'using Encodings = List<Wave, Sea>;' }, read),
    /src\/position\/encodings\/sea\.hpp/,
  )
})

test('names of structs lead to files', () => {
  const list =
    'using Encodings = List<None, Rope2d, SwinV2, LogN, TransformerXl,  // more\n  T5Buckets, MlpBias>;'
  const files = ['none', 'rope2d', 'swin_v2', 'log_n', 'transformer_xl', 't5_buckets', 'mlp_bias']
  assert.deepEqual(
    listedHeaders(list),
    files.map((file) => `encodings/${file}.hpp`),
  )
})

test('a header without front matter is no encoding', () => {
  assert.equal(frontMatter('// The contract: doors.\n#pragma once\n', 'hooks.hpp'), null)
})

test('every Range of the code has bounds and words', () => {
  const names = readFileSync(join(root, 'src/position/parameters.hpp'), 'utf8').match(
    /enum class Range \{([^}]*)\}/,
  )[1]
  assert.deepEqual(
    names.split(',').map((name) => name.trim()),
    Object.keys(ranges),
  )
})

test('headers of the repository are read', () => {
  const headers = headersOf(join(root, 'src/position'))
  const entries = headers.map((file) => entryOf(join(root, 'src/position'), file)).filter(Boolean)
  assert.ok(entries.length >= 6)
})

// GitHub draws the formulas with MathJax and refuses \operatorname.
test('formulas are balanced and use what GitHub draws', () => {
  const headers = headersOf(join(root, 'src/position'))
  for (const { type, formula } of headers
    .map((file) => entryOf(join(root, 'src/position'), file))
    .filter(Boolean)) {
    const count = (pattern) => formula.match(pattern)?.length ?? 0
    assert.equal(count(/(?<!\\)\{/g), count(/(?<!\\)\}/g), type)
    assert.equal(count(/\\begin\b/g), count(/\\end\b/g), type)
    assert.equal(count(/\\left\b/g), count(/\\right\b/g), type)
    assert.doesNotMatch(formula, /\\operatorname|\\def\b|\\newcommand|[^\x20-\x7e]/, type)
  }
})
