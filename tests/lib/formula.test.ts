// Formulas: what is read, what is refused and where, and values equal to those of plain JavaScript.

import { runInNewContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import { valued } from '../../web/formula/evaluate.js'
import { sentenceOf } from '../../web/formula/fault-words.js'
import { FormulaError } from '../../web/formula/formula-error.js'
import { javaScriptOf } from '../../web/formula/javascript.js'
import { DEEPEST, LONGEST } from '../../web/formula/limits.js'
import { type FormulaKind, functions, type Scope } from '../../web/formula/names.js'
import { biasOf, frequenciesOf, functionsOf, rotationOf } from '../../web/formula/position.js'
import { readFormula } from '../../web/formula/read.js'
import { Random } from '../support/random.js'

const scope: Scope = { i: 7, j: 2, d: -5, h: 1, H: 4, k: 3, D: 16, n: 64 }

const value = (text: string, at: Partial<Scope> = {}, kind: FormulaKind = 'bias'): number =>
  valued(readFormula(text, kind).node)({ ...scope, ...at })

function faultOf(read: () => unknown): FormulaError {
  try {
    read()
  } catch (cause) {
    if (cause instanceof FormulaError) return cause
    throw cause
  }
  throw new Error('nothing was refused')
}

describe('values', () => {
  const cases: readonly (readonly [formula: string, plain: (s: Scope) => number])[] = [
    ['-log(1 + abs(d)) * 2^-(h+1)', ({ d, h }) => -Math.log(1 + Math.abs(d)) * 2 ** -(h + 1)],
    ['-d^2', ({ d }) => -(d ** 2)],
    ['(-d)^2', ({ d }) => (-d) ** 2],
    ['2^3^2', () => 2 ** (3 ** 2)],
    ['2^-2^2', () => 2 ** -(2 ** 2)],
    ['d - i - j', ({ d, i, j }) => d - i - j],
    ['d / i / j', ({ d, i, j }) => d / i / j],
    ['d % 3 * 2', ({ d }) => (d % 3) * 2],
    ['1 + 2 * 3 - -4', () => 11],
    ['d < 0 ? d / H : d > 3 ? 3 : 0', ({ d, H }) => (d < 0 ? d / H : d > 3 ? 3 : 0)],
    [
      '(d <= -2) + (d >= -2) + (d == -2) + (d != -2)',
      ({ d }) => Number(d <= -2) + Number(d >= -2) + Number(d === -2) + Number(d !== -2),
    ],
    ['min(d, -2, i) + max(d, j)', ({ d, i, j }) => Math.min(d, -2, i) + Math.max(d, j)],
    ['clamp(d, -4, 4)', ({ d }) => Math.min(Math.max(d, -4), 4)],
    ['pi * e', () => Math.PI * Math.E],
    ['1e-3 + .5 + 2. + 1.5E2', () => 1e-3 + 0.5 + 2 + 150],
    ['−d · 2 × 3 ÷ 4 ** 1', ({ d }) => (-d * 2 * 3) / 4],
    ['min（d，-2）', ({ d }) => Math.min(d, -2)],
    ['j - i', ({ i, j }) => j - i],
  ]
  const distances = [-1e9, -4096, -64, -5, -3, -1, 0, 1, 2, 3, 5, 63, 4095, 1e9]

  it.each(cases)('%s', (formula, plain) => {
    for (const d of distances)
      for (const h of [0, 1, 7, 31]) {
        const at = { ...scope, d, h }
        expect(value(formula, at)).toBe(plain(at))
      }
  })

  it('functions are those of Math, at awkward values', () => {
    const awkward = [0, -0, 1, -1, 0.5, -0.5, 1.5, 2, -2.5, 1e-300, 1e300, 709.8, -745.2, Math.PI, 2 ** 53]
    for (const [name, { least, of }] of Object.entries(functions)) {
      const names = ['d', 'i', 'j'].slice(0, least)
      const given = valued(readFormula(`${name}(${names.join(', ')})`, 'bias').node)
      for (const d of awkward)
        for (const i of awkward)
          expect(given({ ...scope, d, i })).toBe(of(...[d, i, scope.j].slice(0, least)))
    }
  })
})

/** A formula of random parts, and its value in JavaScript. */
function generated(random: Random, depth: number): { text: string; plain: (s: Scope) => number } {
  const leaf = depth === 0 || random.next() < 0.2
  if (leaf && random.flag()) {
    const name = random.pick(['d', 'i', 'j', 'h', 'H', 'n'] as const)
    return { text: name, plain: (s) => s[name] }
  }
  if (leaf) {
    const number = random.pick([0, 1, 2, 3, 0.5, 10, 1e-3])
    return { text: String(number), plain: () => number }
  }
  const [a, b, c] = [1, 2, 3].map(() => generated(random, depth - 1)) as [Part, Part, Part]
  return random.pick<() => Part>([
    () => ({ text: `(${a.text} + ${b.text})`, plain: (s) => a.plain(s) + b.plain(s) }),
    () => ({ text: `(${a.text}-${b.text})`, plain: (s) => a.plain(s) - b.plain(s) }),
    () => ({ text: `(${a.text})*(${b.text})`, plain: (s) => a.plain(s) * b.plain(s) }),
    () => ({ text: `(${a.text})/(${b.text})`, plain: (s) => a.plain(s) / b.plain(s) }),
    () => ({ text: `(${a.text})^(${b.text})`, plain: (s) => a.plain(s) ** b.plain(s) }),
    () => ({ text: `-(${a.text})`, plain: (s) => -a.plain(s) }),
    () => ({ text: `abs(${a.text})`, plain: (s) => Math.abs(a.plain(s)) }),
    () => ({ text: `max(${a.text}, ${b.text})`, plain: (s) => Math.max(a.plain(s), b.plain(s)) }),
    () => ({
      text: `(${a.text} < ${b.text} ? ${c.text} : ${a.text})`,
      plain: (s) => (a.plain(s) < b.plain(s) ? c.plain(s) : a.plain(s)),
    }),
  ])()
}
type Part = ReturnType<typeof generated>

describe('generated formulas', () => {
  it('have the values of JavaScript, and so has the code that is printed of them', () => {
    const random = new Random(7)
    let tried = 0
    while (tried < 400) {
      const { text, plain } = generated(random, 3)
      if (text.length > LONGEST) continue
      const read = readFormula(text, 'bias')
      const [own, printed] = [valued(read.node), javaScriptOf(read.node)]
      for (const d of [-63, -1, 0, 1, 9]) {
        const at = { ...scope, d }
        expect(own(at), text).toBe(plain(at))
        expect(runInNewContext(printed, { ...at, Math, Number }), `${text} → ${printed}`).toBe(plain(at))
      }
      tried += 1
    }
  })
})

describe('refusals', () => {
  it.each([
    ['', 0, 'The formula ends too early; expected a number, a name or “(”.'],
    ['log(1 + ', 8, 'The formula ends too early; expected a number, a name or “(”.'],
    ['log(1 + d', 9, 'The formula ends too early; expected an operator (+ − * / ^), “)” or “,”.'],
    ['2 d', 2, 'Character 3 is “d”; expected an operator (+ − * / ^) or the end.'],
    ['d $ 2', 2, 'Character 3 is “$”; expected an operator (+ − * / ^) or the end.'],
    ['d * * 2', 4, 'Character 5 is “*”; expected a number, a name or “(”.'],
    ['d < 3 ? 1', 9, 'The formula ends too early; expected an operator (+ − * / ^) or “:”.'],
    ['1 + x', 4, '“x” has no meaning here; expected d, i, j, h, H, n or a function such as abs.'],
    ['1 + k', 4, '“k” has no meaning here; expected d, i, j, h, H, n or a function such as abs.'],
    ['abs * 2', 0, '“abs” is a function; expected its arguments: abs(…).'],
    ['sine(d)', 0, '“sine” has no meaning here; expected d, i, j, h, H, n or a function such as abs.'],
    ['d (2)', 2, 'Character 3 is “(”; expected an operator (+ − * / ^) or the end.'],
    ['1 + pow(d)', 4, 'pow received 1 argument; expected 2.'],
    ['abs(d, 2)', 0, 'abs received 2 arguments; expected 1.'],
    ['d.constructor', 1, 'Character 2 is “.constructor”; expected an operator (+ − * / ^) or the end.'],
    [
      'constructor',
      0,
      '“constructor” has no meaning here; expected d, i, j, h, H, n or a function such as abs.',
    ],
    [
      'toString(d)',
      0,
      '“toString” has no meaning here; expected d, i, j, h, H, n or a function such as abs.',
    ],
  ])('%s', (text, at, sentence) => {
    const { fault, message } = faultOf(() => readFormula(text, 'bias'))
    expect(fault).toHaveProperty('at', at)
    expect(message.split('\n')).toEqual([sentence, text, `${' '.repeat(at)}^`])
    expect(sentenceOf(fault, 'zh')).toMatch(/[一-龥].*。$/)
  })

  it('what is too long, and what is nested too deeply', () => {
    expect(faultOf(() => readFormula(`d${' + 1'.repeat(50)}`, 'bias')).fault).toMatchObject({
      kind: 'long',
      at: LONGEST,
      got: 201,
    })
    const nested = (levels: number) => `${'('.repeat(levels)}d${')'.repeat(levels)}`
    expect(value(nested(DEEPEST))).toBe(-5)
    expect(faultOf(() => readFormula(nested(DEEPEST + 1), 'bias')).fault).toMatchObject({
      kind: 'deep',
      at: DEEPEST,
    })
    expect(value('-'.repeat(199).concat('d'))).toBe(5)
  })

  it('values that are not finite, with their pair', () => {
    const bias = (text: string) => () => biasOf(readFormula(text, 'bias'), { heads: 2, length: 4 })
    expect(faultOf(bias('log(abs(d))')).fault).toEqual({
      kind: 'value',
      got: Number.NEGATIVE_INFINITY,
      wanted: 'finite',
      cell: { head: 0, query: 0, key: 0 },
    })
    expect(faultOf(bias('1 / (3 - j - 0 * i)')).message).toBe(
      'The value for head 0, query 0, key 3 is Infinity; expected a finite number.',
    )
    expect(faultOf(bias('1e39 * d')).fault).toMatchObject({ got: -3e39 }) // more than float32 holds
    const pairs = () => frequenciesOf(readFormula('2 - k', 'frequencies'), { dim: 8, length: 4 })
    expect(faultOf(pairs).message).toBe('The value for pair 2 is 0; expected a finite number above 0.')
  })
})

describe('positions', () => {
  it('of distances are tables of distances, of pairs tables of pairs', () => {
    const by = (text: string) => biasOf(readFormula(text, 'bias'), { heads: 2, length: 3 })
    const byDistance = by('d / (h + 1)')
    expect(byDistance).toMatchObject({ type: 'relativeBias', table: { shape: [5, 2] } })
    expect(Array.from((byDistance as { table: { data: Float32Array } }).table.data)).toEqual([
      -2, -1, -1, -0.5, 0, 0, 1, 0.5, 2, 1,
    ])
    expect(by('j - i').type).toBe('relativeBias') // it is one, though it is not written with d
    expect(by('i * j').type).toBe('graphormer')
    expect(functionsOf(readFormula('n - i', 'bias'), { heads: 1, length: 9 }).bias?.(0, 2, 0)).toBe(7)
  })

  it('of frequencies are rotations', () => {
    const formula = readFormula('10000^(-2*k/D)', 'frequencies')
    expect(rotationOf(formula, { dim: 8, length: 4 }).scaling?.longFactor).toEqual([1, 1, 1, 1])
    expect(frequenciesOf(readFormula('1/(k+1)', 'frequencies'), { dim: 6, length: 4 })).toEqual([
      1,
      1 / 2,
      1 / 3,
    ])
  })
})
