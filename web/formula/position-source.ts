// The position of a formula as lines of JavaScript, which define `position`.

import { javaScriptOf } from './javascript.js'
import { BASE, type HeadSizes, isOfPairs, type TableSizes } from './position.js'
import type { Formula } from './read.js'

export interface Source {
  /** Names of the library that the lines use. */
  names: readonly string[]
  lines: string
}

export function positionSource(formula: Formula, sizes: TableSizes & HeadSizes, layout?: unknown): Source {
  return formula.kind === 'bias' ? ofBias(formula, sizes) : ofFrequencies(formula, sizes, layout)
}

function ofBias(formula: Formula, { heads, length }: TableSizes): Source {
  const { node, uses, text } = formula
  const byPair = isOfPairs(formula)
  const given = byPair ? `h, i, j${uses.has('d') ? ', d = j - i' : ''}` : 'h, d'
  const lines = [
    `// ${text} (d = key − query)`,
    `const [H, n] = [${heads}, ${length}] // heads, positions`,
    'const position = customPosition({',
    '  heads: H,',
    '  length: n,',
    `  ${byPair ? 'bias' : 'byDistance'}: (${given}) => ${javaScriptOf(node)},`,
    '})',
  ]
  return { names: ['customPosition'], lines: lines.join('\n') }
}

function ofFrequencies({ node, text }: Formula, { dim, length }: HeadSizes, layout: unknown): Source {
  const lines = [
    `// ${text}: radians per position of pair k`,
    `const [D, n] = [${dim}, ${length}] // width of a head, positions`,
    `const frequencies = Array.from({ length: D / 2 }, (_, k) => ${javaScriptOf(node)})`,
    `const factors = frequencies.map((frequency, k) => ${BASE} ** ((-2 * k) / D) / frequency)`,
    'const position = {',
    "  type: 'rope',",
    ...(layout === undefined ? [] : [`  layout: ${JSON.stringify(layout).replaceAll('"', "'")},`]),
    '  scaling: {',
    "    ropeType: 'longrope',",
    '    shortFactor: factors,',
    '    longFactor: factors,',
    '    originalMaxPositionEmbeddings: n,',
    '    attentionFactor: 1,',
    '  },',
    '}',
  ]
  return { names: [], lines: lines.join('\n') }
}
