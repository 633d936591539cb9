// Formulas of random signs and of random parts: refused at a character of theirs, or a table of finite numbers that attention takes.

import { WhereformerError } from 'whereformer'
import { FormulaError } from '../../../web/formula/formula-error.js'
import { functions } from '../../../web/formula/names.js'
import { biasOf, rotationOf } from '../../../web/formula/position.js'
import { readFormula } from '../../../web/formula/read.js'
import type { Random } from '../../support/random.js'
import { type Bench, Fault, type Outcome, refused, type Target } from '../target.js'
import type { Json } from '../values.js'
import { requireFinite, withKnown } from './known.js'

export const formula: Target = { name: 'formula', short: 3000, open }

interface Case {
  kind: 'bias' | 'frequencies'
  text: string
}

const LEAVES = [
  'd',
  'i',
  'j',
  'h',
  'H',
  'n',
  'k',
  'D',
  'pi',
  'e',
  '0',
  '1',
  '2',
  '.5',
  '1e3',
  '1e308',
  'constructor',
  '__proto__',
]
const OPERATORS = ['+', '-', '*', '/', '%', '^', '**', '<', '<=', '==', '!=', '·', '−']
const SIGNS = [...LEAVES, ...OPERATORS, ...'()（）,，?:. \n\t\0!=&|[]{}"\'`$@é中🙂\ud800'.split('')]

const many = (random: Random, most: number, of: () => string, between = '') =>
  Array.from({ length: random.integer(0, most) }, of).join(between)

function make(random: Random): Json {
  const text = random.flag()
    ? many(random, 30, () => random.pick(SIGNS))
    : grown(random, random.integer(0, 5))
  return { kind: random.pick(['bias', 'frequencies']), text }
}

function grown(random: Random, depth: number): string {
  if (depth === 0) return random.pick(LEAVES)
  const part = () => grown(random, depth - 1)
  return random.pick<() => string>([
    () => `${part()} ${random.pick(OPERATORS)} ${part()}`,
    () => `(${part()})`,
    () => `-${part()}`,
    () => `${random.pick([...Object.keys(functions), 'toString'])}(${many(random, 3, part, ', ')})`,
    () => `${part()} ? ${part()} : ${part()}`,
  ])()
}

async function open(): Promise<Bench> {
  const { wf, known } = await withKnown()

  function run(value: Json): Outcome {
    const { kind = 'bias', text = '' } = (value ?? {}) as Partial<Case>
    if (typeof text !== 'string' || !['bias', 'frequencies'].includes(kind)) return 'refused'
    try {
      const read = readFormula(text, kind)
      const position =
        kind === 'bias' ? biasOf(read, { heads: 2, length: 5 }) : rotationOf(read, { dim: 8, length: 5 })
      if ('table' in position) requireFinite(position.table.data as Float32Array, text)
      const numbers = Float32Array.from({ length: 2 * 5 * 8 }, (_, i) => Math.sin(i))
      const x = { data: numbers, shape: [2, 5, 8] }
      wf.attention(x, x, x, { position })
      return 'worked'
    } catch (error) {
      requirePlace(error, text)
      return refused(error)
    }
  }

  return { make, run, known, live: () => wf.liveHandles(), close: () => {} }
}

/** The fault is at a character, or behind the last one. */
function requirePlace(error: unknown, text: string): void {
  if (!(error instanceof FormulaError)) {
    if (error instanceof WhereformerError) return
    throw error
  }
  const { fault } = error
  if ('at' in fault && !(fault.at >= 0 && fault.at <= text.length))
    throw new Fault(`at ${fault.at} of ${text}`)
}
