// Questions about the rows of position tables, and how many numbers they hold.

import type { PositionEncoding, Tensor } from 'whereformer'
import * as words from '../../../../content/questions/tables.js'
import type { AnyLibrary } from '../../../parts/engine/library.js'
import { question } from './question.js'

const CLIPPED = 4
const [QUERY, KEY] = [2, 9]

/** A row of DeBERTa's tables holds its own number. */
const numbered: Tensor = {
  data: Float32Array.from({ length: 2 * CLIPPED }, (_, row) => row),
  shape: [2 * CLIPPED, 1],
}

const filled = (value: number): Tensor => ({
  data: new Float32Array(KEY + 1).fill(value),
  shape: [1, KEY + 1, 1],
})

/** The row that one side looks up: the other side's content is 0, so the score is that row. */
async function rowOf(library: AnyLibrary, position: PositionEncoding, [q, k]: readonly [number, number]) {
  const { rawScores } = await library.attention(filled(q), filled(k), filled(0), {
    position,
    scale: 1,
    return: ['rawScores'],
  })
  return rawScores.data[QUERY * (KEY + 1) + KEY] ?? Number.NaN
}

interface Rows {
  query: number
  key: number
}

export const deltaRow = question<Rows>({
  id: 'delta-row',
  text: words.deltaRow.text,
  shows: { element: 'wf-ledger', state: { encoding: 'deberta', query: QUERY, key: KEY } },
  compute: async (library) => ({
    query: await rowOf(library, { type: 'deberta', positionKey: numbered }, [1, 0]),
    key: await rowOf(library, { type: 'deberta', positionQuery: numbered, transposed: true }, [0, 1]),
  }),
  answers: [
    { text: words.deltaRow.answers.same, holds: ({ query, key }) => key === query },
    { text: words.deltaRow.answers.last, holds: ({ key }) => key === 2 * CLIPPED - 1 },
    { text: words.deltaRow.answers.mirrored, holds: ({ key }) => key === 2 * CLIPPED },
    { text: words.deltaRow.answers.distance, holds: ({ key }) => key === KEY - QUERY + CLIPPED },
  ],
  steps: ({ query, key }) => [
    { label: words.deltaRow.labels.query, value: query },
    { label: words.deltaRow.labels.key, value: key },
  ],
  explain: words.deltaRow.explain,
})

const code = () => import('../../../../lib/model/report.js')

/** Sizes of published models, as their config.json has them. */
const T5_BASE = { model_type: 't5', d_model: 768, num_layers: 12, num_heads: 12, d_kv: 64, d_ff: 3072 }
const BERT_BASE = {
  model_type: 'bert',
  hidden_size: 768,
  num_hidden_layers: 12,
  num_attention_heads: 12,
  max_position_embeddings: 512,
}
const GPT2 = { model_type: 'gpt2' }

/** Numbers in each position table that the layers of one stack read; a table of several layers counts once. */
async function tablesOf(library: AnyLibrary, config: object, of: 'encoder' | 'decoder'): Promise<number[]> {
  const { modelReport } = await code()
  const { positions = [] } = await modelReport(config, [], (position, options) =>
    library.frequencies(position, options),
  )
  const parts = positions
    .filter(({ stack }) => stack === of)
    .flatMap(({ encodings }) => encodings as object[])
  const tables = parts.map(({ table }: { table?: string }) => table ?? '')
  return [...new Set(tables)].map(sizeOf)
}

/** The size of a table as a report describes it: "name [rows, columns]". */
const sizeOf = (table: string): number =>
  (/\[(.*)\]$/.exec(table)?.[1] ?? '').split(',').reduce((size, axis) => size * Number(axis), 1)

const sum = (sizes: readonly number[]): number => sizes.reduce((total, size) => total + size, 0)

interface Sizes {
  tables: number
  numbers: number
  bert: number
  gpt2: number
}

const [BUCKETS, HEADS, LAYERS, WIDTH] = [32, 12, 12, 768]

export const sharedTable = question<Sizes>({
  id: 'shared-table',
  text: words.sharedTable.text,
  shows: { element: 'wf-models', state: { model: 't5' } },
  code,
  compute: async (library) => {
    const own = await tablesOf(library, T5_BASE, 'encoder')
    const bert = sum(await tablesOf(library, BERT_BASE, 'decoder'))
    const gpt2 = sum(await tablesOf(library, GPT2, 'decoder'))
    return { tables: own.length, numbers: sum(own), bert, gpt2 }
  },
  answers: [
    { text: words.sharedTable.answers.buckets, holds: ({ numbers }) => numbers === BUCKETS },
    { text: words.sharedTable.answers.heads, holds: ({ numbers }) => numbers === BUCKETS * HEADS },
    { text: words.sharedTable.answers.layers, holds: ({ numbers }) => numbers === BUCKETS * HEADS * LAYERS },
    { text: words.sharedTable.answers.vectors, holds: ({ numbers }) => numbers === BUCKETS * WIDTH },
  ],
  steps: ({ tables, numbers, bert, gpt2 }) => [
    { label: words.sharedTable.labels.tables, value: tables },
    { label: words.sharedTable.labels.numbers, value: numbers },
    { label: words.sharedTable.labels.bert, value: bert },
    { label: words.sharedTable.labels.gpt2, value: gpt2 },
  ],
  explain: words.sharedTable.explain,
})
