import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { catalogue, entryOf, frontMatter, headersOf, listedHeaders } from '../catalogue.mjs'
import { ranges } from '../header-parameters.mjs'
import { root } from '../paths.mjs'

const WAVE = `// Name: Wave
// Name-zh: 波
// Type: wave
// Paper: Somebody 2020, Waves,
// section 3
// Link: https://example.org
// Year: 2020
// Doors: rotate, bias
// Formula: x =
// \\begin{cases} 1 & i = j \\\\ 0 \\end{cases}
// Convention: half or not
// Convention-zh: 一半，
// 或不是一半
// Parameter: base | number | 10000 | | the base | 底数
// Parameter: layout | half, whole | half | | which | 哪种
// Parameter: width | integer | 0 | at most headDim | how wide | 宽度
// Parameter: start | integer | none | | where it begins | 起点
// Parameter: on | boolean | true | | switched on | 开启
// Parameter: slopes | list of numbers | [1, 2] | one per head | slopes | 斜率
// Parameter: table | tensor [rows, heads] | required | | a table | 表
// Parameter: scaling.kind | none, some | none | | kind | 种类
// Parameter: scaling.factor | number | 1 | | factor | 系数
// Variant: Wave | 波 | {} | NumPy
// Variant: Scaled wave | 缩放的波 | {"layout": "whole", "scaling": {"kind": "some",
// "factor": 0.5}} | NumPy
// Tested against: NumPy
#pragma once
#include "position/scaling.hpp"
struct Wave {
  static constexpr const char* type = "wave";
  enum class Layout { half, whole };
  double base = 10000;  // visit.number("comment", base, Range::any)
  Layout layout = Layout::half;
  int width = 0;
  double start = kAbsent;
  bool on = true;
  std::vector<double> slopes = {1, 2};
  Table table;
  Scaling scaling;
  template <class Visitor>
  void parameters(Visitor& visit) {
    visit.number("base", base, Range::above_one);
    visit.choice("layout", layout, {"half", "whole"});
    visit.integer("width", width, Range::even_not_negative);
    visit.optional("start", start, Range::not_negative);
    visit.flag("on", on);
    visit.numbers("slopes", slopes, Range::positive);
    visit.table("table", table);
    visit.group("scaling", [&](auto& inner) { scaling.parameters(inner); });
  }
};
`
const SCALING = `struct Scaling {
  enum class Kind { none, some };
  Kind kind = Kind::none;
  double factor = 1;
  void parameters(ParameterVisitor& visit) {
    visit.choice("kind", kind, {"none", "some"});
    visit.number("factor", factor, Range::unit);
  }
};
`
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

const waveWith = (from, to, scaling = SCALING) => {
  const changed = WAVE.replace(from, to)
  assert.notEqual(changed, from === to ? '' : WAVE, `nothing was replaced by ${to}`)
  return inFolder({ 'wave.hpp': changed, 'scaling.hpp': scaling }, (folder) => entryOf(folder, 'wave.hpp'))
}

test('an entry joins front matter and code', () => {
  const entry = waveWith(/$/, ' ')
  assert.equal(entry.paper, 'Somebody 2020, Waves, section 3')
  assert.equal(entry.formula, 'x = \\begin{cases} 1 & i = j \\\\ 0 \\end{cases}')
  assert.equal(entry.conventionsZh, '一半，或不是一半')
  assert.deepEqual(entry.doors, ['rotate', 'bias'])
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
  assert.deepEqual([slopes.default, slopes.range], [[1, 2], 'each greater than 0; one per head'])
  assert.deepEqual([table.required, table.shape], [true, ['rows', 'heads']])
  assert.deepEqual(
    [kind.name, factor.name, factor.exclusiveMinimum, factor.maximum],
    ['scaling.kind', 'scaling.factor', 0, 1],
  )
  const [plain, scaled] = entry.variants
  assert.deepEqual(plain, { name: 'Wave', nameZh: '波', parameters: {}, testedAgainst: 'NumPy' })
  assert.deepEqual(scaled.parameters, { layout: 'whole', scaling: { kind: 'some', factor: 0.5 } })
})

test('parameters come from a base, a base named in a call, and a member', () => {
  const derived = (body) =>
    WAVE.replace('"wave"', '"other"').replace('struct Wave', 'struct Base') +
    `struct Ripple : Base {\n  static constexpr const char* type = "wave";\n  ${body}\n};\n`
  const bodies = [
    '',
    'template <class V> void parameters(V& visit) { Base::parameters(visit); }',
    'Base base_; template <class V> void parameters(V& visit) { base_.parameters(visit); }',
  ]
  for (const body of bodies) {
    const files = { 'wave.hpp': derived(body), 'scaling.hpp': SCALING }
    assert.equal(inFolder(files, (folder) => entryOf(folder, 'wave.hpp')).parameters.length, 9, body)
  }
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
    '    visit.flag("on", on);\n',
    '',
    /front matter has on, which the code does not visit/,
  ],
  ['an undocumented group', /\/\/ Parameter: scaling\.factor.*\n/, '', /code visits scaling\.factor/],
  [
    'other choices',
    'half, whole | half',
    'half, full | half',
    /layout is one of half, full, the code says half, whole/,
  ],
  ['another kind', 'on | boolean | true', 'on | number | 1', /on is a number, the code says boolean/],
  [
    'another default',
    '| number | 10000 |',
    '| number | 1000 |',
    /base has the default 1000, the code says 10000/,
  ],
  [
    'another default of a choice',
    'half, whole | half',
    'half, whole | whole',
    /layout has the default whole/,
  ],
  ['another default of a list', '[1, 2]', '[1, 3]', /slopes has the default 1,3, the code says 1,2/],
  [
    'an option that is none',
    'start | integer | none',
    'start | integer | 0',
    /start may be absent: false, the code says true/,
  ],
  ['no range', ', Range::above_one', '', /base is visited without a Range/],
  ['an unknown range', 'Range::above_one', 'Range::above_two', /base is visited without a Range/],
  [
    'choices from elsewhere',
    '{"half", "whole"}',
    'kLayouts',
    /choices of layout must be written where it is visited/,
  ],
  [
    'a helper',
    'visit.flag("on", on);',
    'visit_more(visit, on);',
    /cannot read the parameters that visit_more/,
  ],
  ['a default that is no JSON', '| number | 10000 |', '| number | 1O000 |', /"1O000" is no default/],
  ['five parts', '| the base |', '|', /a parameter has 6 parts, not 5/],
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

test('the list of any.hpp is the order, and is complete', () => {
  const files = { 'encodings/wave.hpp': WAVE, 'scaling.hpp': SCALING, 'any.hpp': LIST }
  assert.deepEqual(
    inFolder(files, (folder) => catalogue(folder).map(({ type }) => type)),
    ['wave'],
  )
  assert.throws(
    () => inFolder({ ...files, 'encodings/other.hpp': WAVE }, catalogue),
    /other\.hpp has front matter, but/,
  )
  assert.throws(
    () => inFolder({ ...files, 'any.hpp': 'using Encodings = List<Wave, Sea>;' }, catalogue),
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
