// Facts about positions, each with what they would be without it.

import type { TableReference } from '../../../web/lib/position/table-reference.js'
import { type Fact, lacking, type Part, position } from './recipe-changes.js'

export const positionFacts: Readonly<Record<string, Fact>> = {
  'learned positions begin behind unused rows': position('learned', (part) =>
    part.offset ? { ...part, offset: part.offset - 1 } : part,
  ),
  'positions are added to the input': position('learned', () => undefined),
  'the base of the rotation': position('rope', ({ frequencies, ...part }) =>
    frequencies
      ? { ...part, frequencies: frequencies.map((frequency) => frequency / 2) }
      : { ...part, base: (part.base ?? 10000) / 7 },
  ),
  'the base of a rotation by three coordinates': position('mrope', (part) => ({
    ...part,
    base: (part.base ?? 10000) / 7,
  })),
  'which channels turn together': position('rope', (part) => ({
    ...part,
    layout: part.layout === 'interleaved' ? 'half' : 'interleaved',
  })),
  'a part of each head turns': position('rope', (part) =>
    // lists of factors are as long as the rotated part
    part.rotaryDim && !part.scaling?.shortFactor ? { ...part, rotaryDim: 0 } : part,
  ),
  'frequencies are scaled': position('rope', (part) => lacking(part, 'scaling')),
  'frequencies of iRoPE are scaled': position('irope', (part) => lacking(part, 'scaling')),
  'some layers look at a window only': position('mask', () => undefined),
  'slopes of ALiBi': position('alibi', (part) => ({
    ...part,
    largestExponent: (part.largestExponent ?? 8) / 2,
  })),
  'ALiBi is added before the scale, or behind it': position('alibi', (part) => ({
    ...part,
    beforeScale: !part.beforeScale,
  })),
  'buckets reach so far': position('t5', (part) => ({ ...part, maxDistance: 2 * (part.maxDistance ?? 128) })),
  'buckets know before from behind, or not': position('t5', (part) => ({
    ...part,
    bidirectional: !part.bidirectional,
  })),
  'distances have a bias': position('t5', () => ({ type: 'none' })),
  'log buckets': position('deberta', (part) =>
    part.buckets ? { ...part, maxDistance: 2 * (part.maxDistance ?? 0) } : part,
  ),
  'content to position': position('deberta', (part) =>
    part.positionQuery ? lacking(part, 'positionKey') : part,
  ),
  'position to content': position('deberta', (part) =>
    part.positionKey ? lacking(part, 'positionQuery') : part,
  ),
  'the table of distances is normed': position('deberta', (part) =>
    tables(part, (table) => lacking(table, 'norm')),
  ),
  'projections of the table have a bias': position('deberta', (part) =>
    tables(part, (table) => {
      const { projection } = table
      return projection?.bias ? { ...table, projection: { weight: projection.weight } } : table
    }),
  ),
  'distances are clamped': position('xlnet', (part) =>
    part.clampLength ? { ...part, clampLength: 0 } : part,
  ),
  'the score of content has a bias of its own': position('xlnet', (part) => ({
    ...part,
    contentBias: part.positionBias,
  })),
  'segments have a bias of their own': position('xlnet', (part) =>
    part.segmentBias ? { ...part, segmentBias: part.contentBias } : part,
  ),
  'some layers do not turn': position('irope', (part) => (part.layer ? { ...part, layer: 0 } : part)),
  'keys come in chunks': position('irope', (part) => (part.chunk ? { ...part, chunk: 0 } : part)),
  'queries of layers that do not turn grow': position('irope', (part) =>
    part.temperature ? { ...part, temperature: 0 } : part,
  ),
}

type DebertaPart = Extract<Part, { type: 'deberta' }>

/** Both tables changed. */
function tables(part: DebertaPart, change: (table: TableReference) => TableReference): DebertaPart {
  const names = (['positionKey', 'positionQuery'] as const).filter((name) => {
    const table = part[name]
    return table && change(table) !== table
  })
  const changed = names.map((name) => [name, change(part[name] as TableReference)])
  return names.length ? { ...part, ...Object.fromEntries(changed) } : part
}
